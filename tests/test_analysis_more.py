"""Played games, unknown orders, graphs, and the verbs ``analyze`` and ``graph``."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import permutations
from math import factorial
from pathlib import Path
from random import Random

import pytest

import solver
from solver.analysis.orders import share_of, with_order
from solver.search.team_graph import exact
from solver.table.position import Position
from tests.brute import TooMuch, winnable
from tests.command import forked
from tests.strategies import GAME_NAMES, random_turn
from tests.test_analysis import TEAM_GAMES, small

EASY = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"
OPEN = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw?: b1 y9 g7"
DUEL = "face-to-face highest=6 hand=2 | A.up: 4 | A.down: 5 | B.up: 1 | B.down: 7 | A*: 2 3 | B: 5 6 | A.draw: 6"


# --- played games


def played_at_random(rng: Random, position: Position) -> list[solver.Turn]:
    """A game played to its end by somebody who knows only the rules."""
    line = []
    while (turn := random_turn(rng, position)) is not None:
        line.append(turn)
        position = position.after(turn)
    return line


@pytest.mark.parametrize("name", TEAM_GAMES)
def test_played_games_agree_with_brute_force(name: str) -> None:
    rng = Random(f"played {name}")
    for _ in range(15):
        position = small(rng, name, most=8)
        line = played_at_random(rng, position)
        played = solver.analyze_line(position, line)
        positions = [position]
        for turn in line:
            positions.append(positions[-1].after(turn))
        try:
            verdicts = ["winnable" if winnable(later) else "unwinnable" for later in positions]
        except TooMuch:
            continue
        assert [past.before for past in played.turns] == verdicts[:-1]
        assert [past.after for past in played.turns] == verdicts[1:]
        for past in played.turns:
            if past.before == "winnable":
                found = solver.list_choices(past.position)
                assert (past.choices, past.winning) == (len(found.choices), found.winning)
        losing = played.first_losing
        assert (losing is not None) == (verdicts[0] == "winnable" and verdicts[-1] == "unwinnable")
        if losing is not None:
            judgement = solver.verify(losing.position, played.better)
            assert judgement.legal
            assert judgement.won


def test_a_played_duel_names_who_stood_better() -> None:
    rng = Random("played duels")
    for _ in range(10):
        position = small(rng, "face-to-face", most=8)
        line = played_at_random(rng, position)
        played = solver.analyze_line(position, line)
        for turn in played.turns:
            before, after = solver.solve(turn.position), solver.solve(turn.position.after(turn.turn))
            assert turn.stands_better == after.winner
            assert turn.loses == (before.winner == turn.position.player != after.winner)
            assert turn.winning is None or turn.winning == solver.list_choices(turn.position).winning


def test_an_illegal_line_is_refused_by_turn() -> None:
    with pytest.raises(solver.AgainstTheRules, match="turn 2"):
        solver.analyze_line(EASY, solver.parse_line("1: b5@down; 2: g2@up"))


# --- unknown orders


def test_shares_of_orders_agree_with_brute_force() -> None:
    rng = Random("orders")
    for name in GAME_NAMES:
        for _ in range(6):
            position = small(rng, name, most=8)
            duel = position.rules.game.is_duel
            if position.outcome is not None or len(position.draws[0].cards) not in (2, 3):
                continue
            hidden = [solver.DrawPile(position.draws[0].cards, ordered=False), *position.draws[1:]]
            asked = Position(position.rules, position.tops, position.hands, tuple(hidden), position.to_move)
            found = solver.analyze_orders(asked)
            count, won = 0, 0
            for order in permutations(position.draws[0].cards):
                known = with_order(asked, (order, *(pile.cards for pile in position.draws[1:])))
                won += solver.solve(known).name == "winnable" if duel else winnable(known)
                count += 1
            assert found.exact
            assert (found.share.won, found.share.lost, found.orders) == (won, count - won, count)
            assert found.share.interval == (won / count, won / count)


def test_each_first_turn_has_the_share_that_its_orders_give() -> None:
    asked = solver.load(OPEN)
    assert isinstance(asked, Position)
    found = solver.analyze_orders(asked)
    for choice in found.choices:
        won = 0
        for order in permutations(asked.draw.cards):
            won += winnable(with_order(asked, (order,)).after(choice.turn))
        assert choice.share.won == won
    assert [choice.share.won for choice in found.choices] == sorted((c.share.won for c in found.choices), reverse=True)


def test_sampling_agrees_with_enumeration_within_the_interval() -> None:
    """At 99.9 % a miss among these few would be a fault, and the samples are the same every time."""
    text = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw?: b1 y9 g7 r10 s8 y2"
    whole = solver.analyze_orders(text, orders=factorial(6))
    some = solver.analyze_orders(text, orders=200, seed=7, confidence=0.999)
    assert whole.exact
    assert not some.exact
    assert some.looked_at == 200
    pairs = {str(choice.turn): choice.share for choice in whole.choices}
    for share, known in [(some.share, whole.share)] + [(c.share, pairs[str(c.turn)]) for c in some.choices]:
        assert share.interval[0] <= known.share <= share.interval[1]
    again = solver.analyze_orders(text, orders=200, seed=7, confidence=0.999)
    assert again.share == some.share
    assert solver.analyze_orders(text, orders=200, seed=8).choices != some.choices


def test_the_interval_is_that_of_clopper_and_pearson() -> None:
    assert share_of(7, 13, 0, 0.95).interval == pytest.approx((0.153909, 0.592189), abs=1e-6)
    assert share_of(0, 20, 0, 0.95).interval == pytest.approx((0.0, 0.168433), abs=1e-6)
    assert share_of(20, 0, 0, 0.95).interval == pytest.approx((0.831567, 1.0), abs=1e-6)
    assert share_of(7, 12, 1, 0.95).interval[1] > share_of(7, 13, 0, 0.95).interval[1]


# --- counting and graphs


def test_numbers_beyond_128_bits_are_exact() -> None:
    def count(limbs: int):  # type: ignore[no-untyped-def]
        return [float(10**60)], [[(10**60 >> (64 * limb)) % 2**64 for limb in range(limbs)]]

    assert exact(count) == 10**60


def test_a_count_that_is_too_large_says_so() -> None:
    found = solver.count_winning(solver.deal("the-game", 2, 1).position(), most=1000)
    assert found.lines is None
    assert found.limit is not None
    assert "1000" in found.limit


@pytest.mark.parametrize("name", GAME_NAMES)
def test_the_graph_has_the_positions_and_lines_that_were_counted(name: str) -> None:
    rng = Random(f"graph {name}")
    for _ in range(6):
        position = small(rng, name, most=6)
        counted = solver.count_winning(position)
        if not counted.positions or counted.positions > 400:
            continue
        graph = solver.winning_graph(position)
        assert graph.graph["complete"]
        assert len(graph) == counted.positions
        lines = {node: int(data["end"]) for node, data in graph.nodes(data=True)}
        for node in sorted(graph, key=lambda node: -graph.nodes[node]["laid"]):
            lines[node] += sum(lines[after] for after in graph.successors(node))
        assert lines[0] == counted.lines
        for node in graph:
            without = lines_avoiding(graph, node)
            assert graph.nodes[node]["every"] == (without == 0)
            assert graph.nodes[node]["forced"] == (graph.out_degree(node) == 1)


def lines_avoiding(graph, avoided: int) -> int:  # type: ignore[no-untyped-def]
    """Winning lines that do not pass a node."""
    lines = {node: int(data["end"] and node != avoided) for node, data in graph.nodes(data=True)}
    for node in sorted(graph, key=lambda node: -graph.nodes[node]["laid"]):
        if node != avoided:
            lines[node] += sum(lines[after] for after in graph.successors(node))
    return lines[0]


def test_a_graph_that_is_too_large_is_cut_and_says_so() -> None:
    graph = solver.winning_graph("quick-and-easy/2 #5", most=20)
    assert len(graph) == 20
    assert not graph.graph["complete"]
    assert "20" in graph.graph["cut"]
    narrow = solver.winning_graph(EASY, width=1)
    assert "left out" in narrow.graph["cut"]
    assert any(end for _, end in narrow.nodes(data="end"))


# --- the command


def run(*arguments: str) -> tuple[int, str, str]:
    done = forked(*arguments)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_analyze_in_json() -> None:
    status, out, _ = run("analyze", EASY, "--json")
    data = json.loads(out)
    assert status == 0
    assert data["verdict"] == "winnable"
    assert data["winning_lines"] == "9"
    assert data["choices"][0] == {
        "plays": [["b5", "down"]],
        "verdict": "winnable",
        "cards_left": 0,
        "same": 1,
        "only": True,
    }
    assert [choice["cards_left"] for choice in data["choices"]] == [0, 1, 1]


def test_analyze_in_words() -> None:
    status, out, _ = run("analyze", EASY)
    assert status == 0
    assert out.startswith("winnable: 1 of 3 choices win; 9 winning lines through 14 positions\n")
    assert "only move" in out


def test_analyze_a_duel() -> None:
    status, out, _ = run("analyze", DUEL, "--json")
    data = json.loads(out)
    assert status in (0, 1)
    assert data["winner"] in ("A", "B")
    assert all(choice["turns"] >= 1 for choice in data["choices"])


def test_analyze_a_line() -> None:
    status, out, _ = run("analyze", EASY, "--line", "1: s1@down; 2: r3@up; 1: b5@up", "--json")
    data = json.loads(out)
    assert status == 1
    assert data["first_losing_turn"] == 1
    assert data["turns"][0]["winning"] == 1
    assert data["better"][0]["plays"] == [["b5", "down"]]
    status, out, _ = run("analyze", EASY, "--line", "1: s1@down")
    assert "turn 1 gave the win away" in out


def test_analyze_an_unknown_order() -> None:
    status, out, _ = run("analyze", OPEN, "--json")
    data = json.loads(out)
    assert status == 0
    assert data["exact"]
    assert data["orders"] == "6"
    status, out, _ = run("analyze", OPEN, "--orders", "5")
    assert "5 of 6 orders, at random" in out


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        (("analyze", "-", "--line", "-"), "standard input"),
        (("analyze", EASY, "--line", "1: y9@up"), "y9"),
        (("analyze", EASY, "--states", "0"), "--states"),
        (("analyze", OPEN, "--orders", "0"), "orders 0"),
        (("analyze", OPEN, "--seed", "-1"), "seed -1"),
        (("analyze", OPEN, "--confidence", "1"), "confidence 1"),
        (("analyze", OPEN, "--line", "1: b5@down"), "order"),
        (("analyze", EASY, "--time-limit", "-1"), "time limit"),
        (("graph", EASY, "-o", "graph.txt"), "graph.txt"),
        (("graph", EASY, "-o", "/nowhere/graph.json"), "/nowhere/graph.json"),
        (("graph", EASY, "-o", "/nowhere/graph.svg"), "/nowhere/graph.svg"),
        (("graph", OPEN, "-o", "graph.json"), "order"),
        (("graph", EASY, "-o", "graph.json", "--nodes", "1"), "at least 2"),
    ],
)
def test_bad_input_is_named(arguments: tuple[str, ...], culprit: str) -> None:
    status, out, err = run(*arguments)
    assert status == 2
    assert out == ""
    assert err.count("\n") == 1
    assert culprit in err


@pytest.mark.parametrize("suffix", ["graphml", "dot", "json", "svg", "png"])
def test_graph_writes_every_format(suffix: str, tmp_path: Path) -> None:
    import networkx as nx

    file = tmp_path / f"graph.{suffix}"
    status, out, err = run("graph", EASY, "-o", str(file), "--json", "--width", "0")
    assert status == 0, err
    summary = json.loads(out)
    assert (summary["positions"], summary["complete"], summary["shortest"]) == (14, True, 3)
    assert file.stat().st_size > 500
    if suffix == "graphml":
        assert len(nx.read_graphml(file)) == 14
    if suffix == "json":
        assert len(nx.node_link_graph(json.loads(file.read_text()), edges="edges")) == 14
    if suffix == "svg":
        text = file.read_text()
        assert "only move" in text
        assert "r7" in text
    if suffix == "dot":
        assert file.read_text().count("->") == summary["turns"]


def test_graph_of_what_cannot_be_won(tmp_path: Path) -> None:
    file = tmp_path / "graph.json"
    status, out, _ = run("graph", "quick-and-easy/1 | up: r7 | down: b4 | 1*: g5 s6", "-o", str(file))
    assert status == 1
    assert "cannot be won" in out
    assert not file.exists()


# --- notebooks


def test_everything_shows_itself_in_a_notebook() -> None:
    position = solver.load(EASY)
    assert isinstance(position, Position)
    line = solver.solve(position).line
    for thing in (
        position,
        solver.solve(position),
        solver.analyze(position),
        solver.analyze_line(position, line),
        solver.analyze_orders(OPEN),
        solver.drawn(position),
        solver.drawn(line),
    ):
        assert thing._repr_html_().startswith("<pre")
    assert "b5@down" in solver.drawn(line)._repr_html_()
    assert "b5@down" in str(solver.drawn(line))


# --- limits


@pytest.mark.parametrize(
    "ask",
    [
        lambda limit: solver.analyze(EASY, solver.Limits(memory_mb=limit)),
        lambda limit: solver.analyze_line(EASY, (), solver.Limits(memory_mb=limit)),
        lambda limit: solver.analyze_orders(OPEN, limits=solver.Limits(memory_mb=limit)),
    ],
    ids=["analyze", "analyze_line", "analyze_orders"],
)
def test_a_memory_limit_is_taken_and_an_absurd_one_refused(ask: Callable[[int], object]) -> None:
    assert ask(64) is not None
    with pytest.raises(solver.DoesNotAddUp, match="memory limit 1: "):
        ask(1)


def test_how_often_the_clock_is_looked_at_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random("clock")
    positions = [small(rng, name, most=9) for name in TEAM_GAMES for _ in range(4)]
    seldom = [solver.analyze(position) for position in positions]
    monkeypatch.setattr("solver.search.decide_states.SLICE", 1)
    for position, found in zip(positions, seldom, strict=True):
        often = solver.analyze(position)
        assert (often.verdict, often.choices, often.count) == (found.verdict, found.choices, found.count)
