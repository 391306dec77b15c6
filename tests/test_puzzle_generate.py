"""Generating puzzles: the same ones every time, minimal, no two alike, as ordered, and nothing lost when stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from puzzles.answers.answer import answer
from puzzles.answers.task_judge import TaskJudge
from puzzles.canonical import canonical_key, reflected
from puzzles.checking.check import Options, check_collection, check_puzzle
from puzzles.files.collection import load_collection
from puzzles.generate import PuzzleOrder, Size, generate
from puzzles.generate.accepted import Accepted, first_turn
from puzzles.generate.file import PuzzleFile
from puzzles.generate.graph import EndGraph
from puzzles.generate.offer import is_as_unique
from puzzles.generate.order import deal_named
from puzzles.generate.sensible import positions_of, team_line
from puzzles.generate.stream import Chance, deal_number
from puzzles.generate.takeback import one_turn_back
from puzzles.generate.titles import PAIRS, title_of_key
from puzzles.generate.worth import is_worth_solving, real_choices
from puzzles.puzzle import LEVELS, Collection, Puzzle, Searched, Task
from puzzles.quality.candidate import Candidate
from puzzles.quality.features import Quality, worth_printing
from puzzles.quality.minimal import (
    ProvedCandidate,
    cards_held,
    is_minimal,
    level_of_candidate,
    minimised,
    sound_of,
    without,
)
from puzzles.rating.features import insight_of
from puzzles.rating.rate import rate
from puzzles.rating.viewer import viewer_of
from puzzles.themes import THEMES
from puzzles.verbs import generate as verb
from solver import (
    Card,
    DrawPile,
    Position,
    TenbackError,
    Turn,
    count_winning,
    deal,
    format_position,
    list_choices,
    load,
    play_line,
    verify,
)
from solver.analysis.duel_judge import distinct_turns
from solver.search.duel_codec import FOREVER
from solver.search.duel_solver import DuelSolver
from solver.search.limits import Limits
from tests.command import TENBACK, TIMEOUT, environment, forked, tenback
from tests.played import reflected_line
from tests.strategies import position_of


def headed(title: str = "") -> Collection:
    """A new collection as the command signs it."""
    return Collection(title, (), "tenback", "CC0-1.0")


TEAM = ("win", "only-turn", "best-score", "where-lost")
DUEL = ("only-turn", "where-lost", "win-in", "helpwin")
QUICK = PuzzleOrder("quick-and-easy", Task("win"), 2)

# Every kind of puzzle once; the fewest cards and the seed that each is found with soon.
KINDS = [
    PuzzleOrder("the-game", Task("win"), 1, seed=5),
    *(PuzzleOrder("the-game", Task(task), players) for task, players in zip(TEAM[1:], (3, 5, 2), strict=True)),
    *(PuzzleOrder("the-game-extreme", Task(task), players) for task, players in zip(TEAM, (1, 2, 1, 4), strict=True)),
    *(PuzzleOrder("quick-and-easy", Task(task), players) for task, players in zip(TEAM, (2, 1, 3, 4), strict=True)),
    *(PuzzleOrder("quick-and-easy-pro", Task(task), 3) for task in TEAM),
    *(PuzzleOrder("face-to-face", Task(task), size=Size(6, 13)) for task in DUEL[:3]),
    pytest.param(PuzzleOrder("face-to-face", Task("helpwin"), size=Size(6, 13)), marks=pytest.mark.slow),
    PuzzleOrder("the-game", Task("win"), 3, {"highest": 40, "ups": 3, "downs": 1, "trick": 7, "hand": 4}, seed=2),
    PuzzleOrder("face-to-face", Task("only-turn"), None, {"highest": 30, "hand": 4, "trick": 5}),
]


def name_of(order: PuzzleOrder) -> str:
    custom = "-custom" if order.rules else ""
    return f"{order.game}-{order.task}-{order.players}{custom}"


@pytest.fixture(scope="module")
def quick() -> list[Puzzle]:
    """A few puzzles, found once: easy, gentle and hard."""
    return list(generate(QUICK, 3))


# --- sound


@pytest.mark.parametrize("order", KINDS, ids=name_of)
def test_every_kind_is_found_and_is_as_it_says(order: PuzzleOrder) -> None:
    (puzzle,) = generate(order, 1, patience=60)
    assert order.accepts(puzzle)
    assert puzzle.position.rules == order.start_rules
    assert check_puzzle(puzzle, Options(strict=True)).findings == ()
    assert (puzzle.author, puzzle.licence) == ("tenback", "CC0-1.0")
    assert puzzle.id
    assert puzzle.title
    assert puzzle.unique != "none"
    assert deal_named(puzzle.source) == deal_number(order.seed, order.candidate_of(puzzle) or 0)


def test_a_told_game_leads_to_the_position() -> None:
    (puzzle,) = generate(PuzzleOrder("the-game-extreme", Task("where-lost"), 4), 1)
    from puzzles.checking.reachable import reachable

    found = reachable(puzzle.position, puzzle.source)
    assert found.yes
    assert "its source tells" in found.reason


# --- reproducible


def test_the_same_seed_gives_the_same_puzzles(quick: list[Puzzle]) -> None:
    assert list(generate(QUICK, 2)) == quick[:2]
    assert list(generate(replace(QUICK, seed=2), 2)) != quick[:2]


def test_several_at_once_find_the_same(quick: list[Puzzle]) -> None:
    assert list(generate(QUICK, 3, jobs=2)) == quick[:3]


@pytest.mark.slow
def test_no_hash_of_python_matters() -> None:
    command = ("puzzle", "generate", "face-to-face", "--task", "win-in:2", "-n", "2", "--json")
    first, second = (tenback(*command, env={"PYTHONHASHSEED": seed}) for seed in ("1", "2"))
    assert first.returncode == second.returncode == 0, first.stderr
    assert first.stdout == second.stdout
    assert first.stdout.count(b"\n") == 2


def test_candidates_are_numbered_deals() -> None:
    assert deal_number(1, 5) == 2**32 + 5
    assert [Chance(7).below(100) for _ in range(2)] == [Chance(7).below(100) for _ in range(2)]
    one, other = Chance(7), Chance(7, skipped=1)
    one.below(2**32)
    assert [one.below(2**32) for _ in range(4)] == [other.below(2**32) for _ in range(4)]


# --- as ordered


def test_size_level_theme_and_uniqueness_are_honoured() -> None:
    order = PuzzleOrder(
        "quick-and-easy", Task("win"), 3, size=Size(7, 9), levels=("easy", "hard"), theme="hand-over", unique="line"
    )
    found = list(generate(order, 2))
    assert len(found) == 2
    for puzzle in found:
        assert 7 <= puzzle.position.cards_left <= 9
        assert puzzle.level in LEVELS[1:4]
        assert "hand-over" in puzzle.themes
        assert puzzle.unique == "line"
        assert puzzle.position.rules.players == 3


def test_win_in_asks_for_as_many_turns_as_ordered() -> None:
    (puzzle,) = generate(PuzzleOrder("face-to-face", Task("win-in", 3), size=Size(6, 14)), 1)
    assert puzzle.task == Task("win-in", 3)
    assert len(puzzle.solution) == 5


def test_it_gives_up_where_nothing_is_found() -> None:
    order = PuzzleOrder("quick-and-easy", Task("win"), 2, size=Size(40, 40))  # so large that no graph is whole
    told: list[int] = []
    assert list(generate(order, 1, patience=5, tell=lambda progress: told.append(progress.deals))) == []
    assert told == [1, 2, 3, 4, 5]


def test_an_only_turn_is_not_one_of_several_that_begin_the_same_turns() -> None:
    order = PuzzleOrder("the-game-extreme", Task("only-turn"), 2)
    table = "the-game-extreme/2 | up: 96 56 | down: 3 4 | 1: 59 85 98 | 2*: 67 69 76"
    found = answer(position_of(table), order.task)
    assert (found.unique, len(found.firsts)) == ("turns", 2)
    assert not is_as_unique(order, found)
    assert is_as_unique(replace(order, task=Task("win")), found)


# --- minimal, and worth solving


def same_by_the_definition(puzzle: Puzzle, owner: int, card: Card) -> bool:
    """The plain definition, for win and only-turn: is the puzzle the same with this card laid already?"""
    position = puzzle.position
    hands, draws = [list(hand) for hand in position.hands], [list(pile.cards) for pile in position.draws]
    duel = position.rules.game.is_duel
    for place in draws if not duel else [draws[owner]]:
        if card in place:
            place.remove(card)
            break
    else:
        for seat, hand in enumerate(hands):
            if card in hand and (not duel or seat == owner):
                hand.remove(card)
                if not duel and draws[0]:
                    hand.append(draws[0].pop(0))
    try:
        rest = Position(
            position.rules,
            position.tops,
            tuple(map(tuple, hands)),
            tuple(DrawPile(tuple(pile)) for pile in draws),
            position.to_move,
        )
        line = tuple(
            Turn(tuple(play for play in turn.plays if play.card != card), turn.player) for turn in puzzle.solution
        )
        end = play_line(rest, line if puzzle.unique == "line" else line[:1])
    except TenbackError:
        return False
    if rest.outcome is not None or rest.player != position.player:
        return False
    assert puzzle.level is not None
    if LEVELS.index(rate(replace(puzzle, position=rest)).level) < LEVELS.index(puzzle.level) >= LEVELS.index("medium"):
        return False  # easier: from medium up that is another puzzle
    if puzzle.unique == "line":
        return end.cards_left == 0 and count_winning(rest).lines == 1
    winning = [choice.turn for choice in list_choices(rest).choices if choice.verdict == "winnable"]
    return len(winning) == 1 and rest.after(winning[0]).hands == rest.after(line[0]).hands


def test_no_card_could_be_taken_away(quick: list[Puzzle]) -> None:
    """By the definition, said again in other words."""
    from puzzles.checking.reachable import why_not

    looked_at = 0
    others = generate(PuzzleOrder("the-game", Task("only-turn"), 3), 1)
    for puzzle in [*quick, *others]:
        if puzzle.unique in ("line", "first-turn"):
            for owner, card in cards_held(puzzle.position):
                rest = without(puzzle.position, [(owner, card)])
                if rest is None or why_not(rest) is not None:
                    continue
                looked_at += 1
                assert not same_by_the_definition(puzzle, owner, card), f"{puzzle.position!r} without {card}"
    assert looked_at > 20


def test_a_card_that_does_not_matter_is_taken_away() -> None:
    """The 3 fits anywhere, any time: without it the puzzle is the same."""
    from puzzles.answers.answer import answer

    position = load("the-game/2 | up: 90 99 | down: 37 7 | 1: 83 96 98 | 2*: 84 93 97")
    more = load("the-game/2 | up: 90 99 | down: 37 7 | 1: 83 96 98 | 2*: 84 93 94 97")
    assert isinstance(position, Position)
    assert isinstance(more, Position)
    few, many = (ProvedCandidate(Candidate(one, Task("win")), answer(one, Task("win"))) for one in (position, more))
    assert few.answer.unique == "line"
    assert is_minimal(few)
    for sound in (few, many):
        assert minimised(sound, least=sound.candidate.position.cards_left + 1) is None
        smallest = minimised(sound)
        assert smallest is not None
        assert is_minimal(smallest)
        assert smallest.candidate.position.cards_left <= sound.candidate.position.cards_left


def test_a_forced_tail_teaches_nothing() -> None:
    from puzzles.answers.answer import answer

    text = "quick-and-easy-pro/1 | up: r5 | down: s1 | 1*: {} | draw: {}"
    endless = load(text.format("r2 b6", "b7 b8 b9 b10"))  # after r2, b6 everything goes by itself
    assert isinstance(endless, Position)
    sound = ProvedCandidate(Candidate(endless, Task("win")), answer(endless, Task("win")))
    assert sound.answer.solvable
    assert not is_worth_solving(sound)


def test_every_puzzle_has_a_wrong_turn_to_begin_with(quick: list[Puzzle]) -> None:
    from puzzles.answers.answer import answer

    for puzzle in quick:
        sound = ProvedCandidate(Candidate(puzzle.position, puzzle.task), answer(puzzle.position, puzzle.task))
        assert real_choices(sound)[0]
        assert is_worth_solving(sound)


# --- no two alike


def test_no_two_are_the_same(quick: list[Puzzle]) -> None:
    assert len({canonical_key(puzzle) for puzzle in quick}) == len(quick)
    assert len({puzzle.id for puzzle in quick}) == len({puzzle.title for puzzle in quick}) == len(quick)
    assert len({first_turn(puzzle) for puzzle in quick}) == len(quick)


def test_a_shelf_knows_a_puzzle_upside_down(quick: list[Puzzle]) -> None:
    accepted = Accepted(quick[:1])
    upside_down = reflected(quick[0].position)
    assert upside_down is not None
    assert upside_down != quick[0].position
    solution = reflected_line(quick[0].position, quick[0].solution)
    twin = replace(quick[0], position=upside_down, solution=solution, id="another")
    assert verify(upside_down, solution).complete
    assert accepted.take(twin) is None
    assert accepted.take(quick[1]) is not None


def test_too_many_of_one_look_are_turned_away_but_not_for_ever(quick: list[Puzzle]) -> None:
    """Puzzles that differ in nothing a solver would notice; each has a key of its own."""
    from puzzles.generate import accepted as module

    accepted = Accepted()
    alike = [replace(puzzle, themes=("set-up",), solution=quick[0].solution) for puzzle in quick]
    taken = [accepted.take(puzzle) is not None for puzzle in alike]
    assert taken[0]
    assert not any(taken[1:])
    accepted.turned_away = module.PATIENCE
    assert accepted.take(alike[1]) is not None


# --- the file


def made(path: Path, count: int, order: PuzzleOrder = QUICK) -> bytes:
    file = PuzzleFile(path, headed("Some"))
    for puzzle in generate(order, count, file.puzzles):
        file.add(puzzle)
    return path.read_bytes()


def test_a_run_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = made(tmp_path / "whole.toml", 3)
    assert made(tmp_path / "parts.toml", 1) != whole
    assert made(tmp_path / "parts.toml", 3) == whole
    assert made(tmp_path / "parts.toml", 2) == whole  # there are as many already


def test_what_is_in_the_file_stays_as_it_is(tmp_path: Path, quick: list[Puzzle]) -> None:
    path = tmp_path / "mine.toml"
    made(path, 2)
    text = (
        path.read_text()
        .replace("[[puzzle]]", "# my favourite\n[[puzzle]]", 1)
        .replace('title = "Some"', 'title = "Mine"')
    )
    path.write_text(text)
    after = made(path, 3).decode()
    assert after.startswith(text.rstrip("\n"))
    collection = load_collection(path)
    assert collection.title == "Mine"
    assert [puzzle.position for puzzle in collection.puzzles] == [puzzle.position for puzzle in quick[:3]]


def test_another_order_is_added_behind(tmp_path: Path) -> None:
    path = tmp_path / "both.toml"
    made(path, 2)
    made(path, 2, replace(QUICK, task=Task("only-turn"), levels=("gentle", "easy")))
    assert [str(puzzle.task) for puzzle in load_collection(path).puzzles] == ["win", "win", "only-turn", "only-turn"]


def started(path: Path, count: int) -> subprocess.Popen[bytes]:
    """A run in a process of its own, with its first puzzle found."""
    command = [TENBACK, "puzzle", "generate", "quick-and-easy", "-p", "2", "-n", str(count), "-o", str(path)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, env=environment())
    for _ in range(1200):
        if path.exists() or process.poll() is not None:
            break
        time.sleep(0.05)
    assert process.poll() is None, process.communicate()
    return process


def test_a_killed_run_ends_with_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "killed.toml"
    process = started(path, 4000)
    process.kill()
    process.communicate()
    there = len(load_collection(path).puzzles)
    assert 1 <= there < 4000
    title = "The Game Quick & Easy: clear the table"
    whole, count = PuzzleFile(tmp_path / "whole.toml", headed(title)), max(there + 1, 3)
    for puzzle in generate(QUICK, count):
        whole.add(puzzle)
    assert forked("puzzle", "generate", "quick-and-easy", "-p", "2", "-n", str(count), "-o", str(path)).returncode == 0
    assert path.read_bytes() == whole.path.read_bytes()
    assert sorted(os.listdir(tmp_path)) == ["killed.toml", "whole.toml"]


def test_ctrl_c_keeps_what_was_found(tmp_path: Path) -> None:
    path = tmp_path / "stopped.toml"
    process = started(path, 4000)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=10 * TIMEOUT)
    assert process.returncode == 130
    assert b"interrupted; the same command goes on from there" in said
    assert b"Traceback" not in said
    there = load_collection(path).puzzles
    assert len(there) >= 1
    assert list(generate(QUICK, len(there))) == [replace(puzzle) for puzzle in there]


def stopped_after(deals: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C after so many deals."""

    @contextmanager
    def told() -> Iterator[Callable[[], bool]]:
        looks = count(1)
        yield lambda: next(looks) >= deals

    monkeypatch.setattr(verb, "told_to_stop", told)


NOTHING = replace(QUICK, players=1, size=Size(2, 2))  # no such puzzle is found


def test_a_run_stopped_with_nothing_found_goes_on_behind_what_it_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "none.toml"
    file = PuzzleFile(path, headed("None"))
    with monkeypatch.context() as patch:
        stopped_after(3, patch)
        outcome = verb.run(NOTHING, 1, file, 5, 1, False, headed())
    assert (outcome.stopped, outcome.found, outcome.deals) == (True, 0, 3)
    verb.say_how_it_went(outcome, 1, file)
    assert "interrupted; the same command goes on from there" in capsys.readouterr().err
    assert load_collection(path).searched == (Searched(NOTHING.text, 3),)
    for patience, deals in ((5, 2), (5, 0), (6, 1)):
        outcome = verb.run(NOTHING, 1, PuzzleFile(path, headed("None")), patience, 1, False, headed())
        assert (outcome.stopped, outcome.deals) == (False, deals)
    assert load_collection(path).searched == (Searched(NOTHING.text, 6),)


def test_what_is_said_of_a_stopped_run_that_keeps_nothing(tmp_path: Path) -> None:
    assert verb.what_is_kept(None) == "nothing is kept without -o FILE: the same command begins anew"
    assert "begins anew" in verb.what_is_kept(PuzzleFile(tmp_path / "new.toml", headed("New")))


def test_runs_stopped_anywhere_end_with_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, parts = made(tmp_path / "whole.toml", 3), tmp_path / "parts.toml"
    stops = 0
    with monkeypatch.context() as patch:
        stopped_after(1, patch)  # after every single deal
        while verb.run(QUICK, 3, PuzzleFile(parts, headed("Some")), 1000, 1, False, headed()).found < 3:
            stops += 1
    assert stops >= 2
    assert parts.read_bytes() == whole


def test_another_order_keeps_its_own_place(tmp_path: Path) -> None:
    path = tmp_path / "both.toml"
    verb.run(NOTHING, 1, PuzzleFile(path, headed("Both")), 2, 1, False, headed())
    made(path, 1)
    verb.run(replace(NOTHING, seed=2), 1, PuzzleFile(path, headed("Both")), 1, 1, False, headed())
    kept = load_collection(path)
    assert [one.deals for one in kept.searched] == [2, 1]
    assert len(kept.puzzles) == 1
    made(path, 2)
    assert load_collection(path).searched == kept.searched


def test_two_orders_share_no_id(quick: list[Puzzle]) -> None:
    others = [replace(QUICK, seed=2), replace(QUICK, players=3), replace(QUICK, levels=("easy", "hard"))]
    tags = {order.tag for order in (QUICK, *others, replace(QUICK, size=Size(5, 9)), replace(QUICK, theme="set-up"))}
    assert len(tags) == 6
    assert quick[0].id == f"quick-win-{QUICK.tag}-001"
    assert QUICK.tag == "86f34"  # the same for ever: ids in people's files say it


# --- the command


def test_without_a_file_the_puzzles_are_printed() -> None:
    run = forked("puzzle", "generate", "quick-and-easy", "-p", "2", "-n", "2")
    assert run.returncode == 0
    assert run.stdout.count(b"[[puzzle]]") == 2
    assert run.stderr.startswith(b"tenback: 2 of 2 puzzles; ")


def test_fewer_than_ordered_is_status_one() -> None:
    options = ("--size", "2", "--patience", "2")
    run = forked("puzzle", "generate", "quick-and-easy", "-p", "1", "-n", "1", *options)
    assert run.returncode == 1
    assert b"0 of 1 puzzles; 2 deals" in run.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("chess",), b"'chess' is not a game"),
        (("the-game", "--task", "win-in:2"), b"--task win-in:2: the-game knows win, best-score, only-turn, where-lost"),
        (("face-to-face", "--task", "win"), b"--task win: face-to-face knows only-turn, where-lost, win-in, helpwin"),
        (("face-to-face", "--task", "win-in:1"), b"a win in one turn is no puzzle"),
        (("quick-and-easy", "--theme", "hand-over"), b"only in teams of two players or more, not in quick-and-easy"),
        (("the-game", "--theme", "gift"), b"--theme gift: only in Face to Face, not in the-game with one player"),
        (("the-game", "--task", "mate"), b"'mate' is not a task"),
        (("the-game", "--size", "ten"), b"--size 'ten': write a number of cards"),
        (("the-game", "--size", "12:6"), b"--size 12:6: from 2 to 40 cards, the smaller number first"),
        (("the-game", "--size", "1"), b"--size 1:1: from 2 to 40 cards"),
        (("the-game", "--level", "impossible"), b"--level 'impossible': one of gentle easy medium hard fiendish"),
        (("the-game", "--level", "hard:easy"), b"--level hard:easy: the range is reversed"),
        (("the-game", "--theme", "magic"), b"--theme 'magic': one of "),
        (("the-game", "--unique", "very"), b"--unique 'very': one of none first-turn turns line"),
        (("the-game", "--seed", "-1"), b"--seed -1: seeds are 0 to "),
        (("the-game", "--count", "0"), b"--count 0: 1 to 5000 are possible"),
        (("the-game", "--players", "9"), b"players=9: the-game is played by 1 to 5"),
        (("the-game", "--set", "hand"), b"--set 'hand': write name=value"),
        (("the-game", "-o", "puzzles.txt"), b"-o 'puzzles.txt': a collection is written in TOML"),
        (("the-game", "-o", "no/such/folder/puzzles.toml"), b"there is no folder 'no/such/folder'"),
        (("the-game", "-o", "pyproject.toml"), b"'pyproject.toml': a collection begins with format = 1"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_options_are_one_line_and_status_two(options: tuple[str, ...], said: bytes) -> None:
    run = forked("puzzle", "generate", *options)
    assert run.returncode == 2
    assert run.stdout == b""
    assert said in run.stderr
    assert run.stderr.count(b"\n") == 1


# --- the places where candidates come from


def test_the_graph_leads_to_each_of_its_positions() -> None:
    start = deal("the-game", 3, 5).position()
    root = next(one for one in positions_of(start, team_line(start)) if one.cards_left <= 8)
    graph = EndGraph(root)
    assert graph.whole
    nodes = graph.positions(3, 7)
    for node in Chance(1).some(nodes.tolist(), 25):
        position = play_line(root, graph.line_to(node))
        assert position.cards_left == graph.left[node]
        found = list_choices(position)
        assert graph.best[node] == min([position.cards_left, *(choice.cards_left or 0 for choice in found.choices)])
        if graph.best[node] == 0:
            assert graph.lines_and_turns[1][node] == found.winning
            assert graph.lines_and_turns[0][node] == count_winning(position).lines
            assert TaskJudge(position, Task("win")).solving_count(position) == found.winning


@pytest.mark.parametrize("task", ["win", "best-score"])
def test_a_tempting_position_is_one_in_which_a_cheapest_turn_is_wrong(task: str) -> None:
    tempting = Counter[bool]()
    for start in (
        deal("the-game", 5, 5).position(),
        *(deal("quick-and-easy", 3, number).position() for number in range(1, 10)),
    ):
        root = next(one for one in positions_of(start, team_line(start)) if one.cards_left <= 8)
        graph = EndGraph(root)
        for node in graph.positions(4, 8).tolist():
            position = play_line(root, graph.line_to(node))
            if position.outcome is None and (graph.best[node] == 0) == (task == "win"):
                view = viewer_of(position, Task(task)).view(position, 0)
                assert view is not None
                cheapest = [at for at in range(len(view)) if view.excess(at) == 0]
                assert graph.tempting[node] == (not set(cheapest) <= set(view.rights)), repr(position)
                tempting[bool(graph.tempting[node])] += 1
    assert tempting[True] > 0 < tempting[False]


@pytest.mark.parametrize("number", range(1, 7))
def test_turns_of_a_duel_in_numbers_are_those_of_the_rules(number: int) -> None:
    from puzzles.generate.duel_candidates import thinned
    from puzzles.generate.sensible import duel_positions

    chance = Chance(number)
    position = duel_positions(deal("face-to-face", 2, number).position(), chance, 40)[-2]
    few = thinned(position, Size(6, 9), Task("only-turn"), chance)
    if few.outcome is not None:
        pytest.skip("over")
    game, choices, hero = DuelSolver(few, Limits()), list_choices(few), few.to_move
    ends, firsts = distinct_turns(few), game.turns.outcomes(game.packed.state_of(few))
    assert ends is not None
    assert len(firsts) == len(ends)

    def winning(turns: int) -> int:
        winners = [game.turns.winner(state) for state in firsts]
        asked = (state for state, winner in zip(firsts, winners, strict=True) if winner is None)
        return winners.count(hero) + sum(game.search(hero).ask(state.words(), turns).yes is True for state in asked)

    assert winning(FOREVER) == choices.winning
    in_three = [choice for choice in choices.choices if choice.verdict == "winnable" and (choice.turns or 99) <= 3]
    assert winning(2) == len(in_three)


def test_a_turn_taken_back_can_be_played_again() -> None:
    position = load(
        "face-to-face | A.up: 42 | A.down: 13 | B.up: 51 | B.down: 30 | A*: 29 56 19 | B: 8 29 43 | B.draw: 32"
    )
    assert isinstance(position, Position)
    taken = [one for number in range(40) if (one := one_turn_back(position, Chance(number))) is not None]
    assert len(taken) >= 5
    for before, turn in taken:
        assert before.player == "B"
        assert format_position(before.after(turn)) == format_position(position)


# --- slow


@pytest.mark.slow
@pytest.mark.parametrize("order", KINDS[1::4], ids=name_of)
def test_a_larger_set_is_sound_and_has_no_two_alike(order: PuzzleOrder) -> None:
    found = tuple(generate(order, 4, patience=100))
    assert len(found) >= 3
    report = check_collection(Collection("Many", found), Options(strict=True))
    assert [puzzle for puzzle in report.puzzles if puzzle.findings] == []


def test_titles_give_nothing_away_and_speak_the_language_asked_for(tmp_path: Path) -> None:
    path, more = tmp_path / "mine.toml", ("--author", "Me", "--licence", "MIT", "--language", "de")
    done = forked("puzzle", "generate", "quick-and-easy", "--players", "2", "-n", "2", "-o", str(path), *more)
    assert done.returncode == 0
    found = load_collection(path)
    assert (found.author, found.licence, found.language) == ("Me", "MIT", "de")
    assert {(puzzle.author, puzzle.licence) for puzzle in found.puzzles} == {("Me", "MIT")}
    german = {de for _, de in PAIRS}
    for puzzle in found.puzzles:
        assert set(puzzle.title.split(" und ")) <= german
        assert title_of_key(canonical_key(puzzle), "de") == puzzle.title
    bad = forked("puzzle", "generate", "quick-and-easy", "--language", "fr")
    assert (bad.returncode, b"the languages are en de" in bad.stderr) == (2, True)


def test_every_title_is_one_of_a_kind() -> None:
    count = len(PAIRS) * (len(PAIRS) - 1)
    assert len({title_of_key("0", "en", taken) for taken in range(count)}) == count
    words = {word for theme in THEMES.values() for word in f"{theme.title_en} {theme.title_de}".lower().split()}
    assert not words & {thing.lower() for pair in PAIRS for thing in pair}


# --- built

HARDENED = "the-game/2 | up: 10 94 | down: 25 22 | 1*: 27 36 67 | 2: 85 86 93"


def test_from_medium_up_positions_are_built() -> None:
    """One change after the other, until the level is reached: sound, minimal for its level, and worth printing."""
    order = PuzzleOrder("the-game", Task("only-turn"), 3, levels=("medium", "medium"))
    (puzzle,) = generate(order, 1, patience=40)
    assert puzzle.level == "medium"
    assert check_puzzle(puzzle, Options(strict=True)).findings == ()
    assert is_minimal(sound_of(puzzle))
    assert worth_printing(Quality(puzzle), "medium")


def test_insight_alone_is_that_of_the_features() -> None:
    for text in (HARDENED, "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"):
        for task in ("win", "only-turn"):
            puzzle = Puzzle("one", position_of(text), Task(task))
            assert round(insight_of(puzzle), 4) == rate(puzzle).features["insight"]


def test_a_card_that_makes_it_hard_is_needed() -> None:
    """Without its level fewer cards are left, and it is easier; with it every card has its use."""
    position = position_of(HARDENED)
    found = answer(position, Task("win"))
    strict = minimised(ProvedCandidate(Candidate(position, Task("win")), found))
    kept = minimised(ProvedCandidate(Candidate(position, Task("win")), found, "medium"))
    assert strict is not None
    assert kept is not None
    assert strict.candidate.position.cards_left < kept.candidate.position.cards_left
    assert level_of_candidate(strict.candidate) in ("gentle", "easy")
    assert level_of_candidate(kept.candidate) == "medium"


def test_levels_are_looked_for_by_turns() -> None:
    order = PuzzleOrder("the-game", Task("win"), 2)
    assert {order.level_of(deal_number(1, candidate)) for candidate in range(1, 6)} == set(LEVELS)
    assert PuzzleOrder("the-game", Task("win"), 2, levels=("hard", "hard")).level_of(7) == "hard"


@pytest.mark.parametrize(("found", "seconds"), [(0, 12.0), (4, 60.0), (10, 90.0)])
def test_progress_tells_levels_and_time_in_one_narrow_line(found: int, seconds: float) -> None:
    from puzzles.generate import GenerateProgress
    from puzzles.verbs.generate import in_words

    levels = tuple((level, found // 5) for level in LEVELS)
    said = in_words(GenerateProgress(found, 10, 37, None, levels), seconds, 0)
    assert len(said) <= 80
    assert f"{found} of 10 ({found // 5} gentle" in said
    assert ("left" in said or "more than" in said) == (found < 10)
