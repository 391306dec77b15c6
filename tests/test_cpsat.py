"""The CP-SAT engine: each constraint on its own, and all of them against the brute-force twin."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import solver
from bench.cpsat import endgames
from solver.errors import DoesNotAddUp
from solver.notation.source import position_of, starting_position
from solver.referee import judge
from solver.search.cpsat import CpsatResult, horizon, solve_cpsat
from solver.search.limits import Limits, Progress
from solver.table.position import Position
from solver.verdict import GOALS, Goal
from tests import brute
from tests.strategies import PLAYER_COUNTS, random_position

TEAM_TABLES = [(name, players) for name, players in PLAYER_COUNTS if name != "face-to-face"]


def asked(position: Position, goal: Goal = "win", seconds: float = 60.0) -> CpsatResult:
    """The engine's answer, its line looked at by the referee."""
    result = solve_cpsat(position, goal, Limits(seconds))
    judgement = judge(position, result.line)
    assert judgement.legal, (position, result, judgement)
    if result.status == "optimal" and goal != "cards-left":
        assert judgement.complete
    return result


def table(
    hands: dict[int, str],
    draw: str = "",
    up: str = "50",
    more: dict[str, str] | None = None,
    commands: dict[str, str] | None = None,
    game: str = "the-game",
    to_move: int = 1,
    **rules: int,
) -> Position:
    """A position with one ascending pile, unless ``more`` names others."""
    piles = {"up": up, **(more or {})}
    ups = sum(name.startswith("up") for name in piles)
    if ups > 1:
        piles["up1"] = piles.pop("up")
    numbers = {"ups": ups, "downs": len(piles) - ups, "hand": 4, "minimum": 1, "minimum_empty": 1} | rules
    data: dict[str, Any] = {
        "game": game if commands is None else "the-game-extreme",
        "players": len(hands),
        "rules": numbers,
        "piles": piles,
        "hands": {str(player): hand.split() for player, hand in hands.items()},
        "draw": draw.split(),
        "to_move": to_move,
    }
    if commands is not None or game == "the-game-extreme":
        data["commands"] = commands or {}
    position = solver.load(data)
    assert isinstance(position, Position)
    return position


BIND: dict[str, tuple[Position, Position]] = {  # a rule: a table that can be won, and one that it makes impossible
    "follow": (table({1: "51"}), table({1: "49"})),
    "trick": (table({1: "40"}), table({1: "39"})),
    "trick of 7": (table({1: "43"}, trick=7), table({1: "40"}, trick=7)),
    "laid after": (table({1: "60 50"}, up="55"), table({1: "60 70"}, up="75")),
    "minimum": (table({1: "51 53"}, "52", minimum=1), table({1: "51 53"}, "52", minimum=2)),
    "minimum while it lasts": (table({1: "51 52"}, "53", minimum=2), table({1: "51 53"}, "52 54", minimum=2)),
    "minimum_empty": (table({1: "51 53", 2: "52"}), table({1: "51 53", 2: "52"}, minimum_empty=2)),
    "maximum": (table({1: "51 52", 2: "53"}, maximum=2), table({1: "51 52", 2: "53"}, maximum=1)),
    "whose turn": (table({1: "52", 2: "51"}, to_move=2), table({1: "52", 2: "51"})),
    "skipped": (table({1: "51 53", 2: "", 3: "52"}, maximum=1), table({1: "51 53", 2: "54", 3: "52"}, maximum=1)),
    "not skipped": (table({1: "51", 2: "52", 3: "53"}), table({1: "51", 2: "53", 3: "52"})),
    "drawn when": (table({1: "51"}, "52"), table({1: "52"}, "51")),
    "drawn by whom": (table({1: "51", 2: "52"}, "53 54"), table({1: "51", 2: "52"}, "54 53")),
    "to a full hand": (
        table({1: "51 52"}, "55 54 53", game="the-game-extreme", hand=3, minimum=2),
        table({1: "51 52"}, "55 54 53", hand=3, minimum=2),
    ),
    "stop ends": (
        table({1: "51 52", 2: "53"}, commands={"52": "stop"}),
        table({1: "51 52", 2: "53"}, commands={"51": "stop"}),
    ),
    "stop before the minimum": (
        table({1: "51 53"}, "52", hand=2, minimum=2, commands={"51": "stop"}),
        table({1: "51 53"}, "52", hand=2, minimum=2, commands={"53": "stop"}),
    ),
    "skull": (table({1: "51 52"}, commands={"51": "skull"}), table({1: "51 52"}, commands={"52": "skull"})),
    "skull before": (
        table({1: "52", 2: "51"}, up="53", more={"down": "54"}, commands={"53": "skull"}, to_move=1),
        table({1: "51", 2: "52"}, commands={"51": "skull"}),
    ),
    "three": (table({1: "51 52 53"}, commands={"52": "three"}), table({1: "51 52"}, commands={"52": "three"})),
    "three, not four": (
        table({1: "51 52 53", 2: "54"}, commands={"51": "three"}),
        table({1: "51 52 53 54", 2: "55"}, commands={"54": "three"}),
    ),
    "no-trick": (
        table({1: "50"}, up="60", more={"down": "20"}, commands={"21": "no-trick"}),
        table({1: "50"}, up="60", more={"down": "20"}, commands={"20": "no-trick"}),
    ),
    "one-pile": (
        table({1: "51 39"}, more={"up2": "90", "down": "40"}, minimum_empty=2, commands={"40": "one-pile"}),
        table({1: "51 39"}, more={"up2": "90", "down": "40"}, minimum_empty=2, commands={"90": "one-pile"}),
    ),
    "draw-one": (
        table({1: "51 52"}, "53 54", more={"up2": "90"}, hand=2, minimum=2, commands={"50": "draw-one"}),
        table({1: "51 52"}, "53 54", more={"up2": "90"}, hand=2, minimum=2, commands={"90": "draw-one"}),
    ),
}


@pytest.mark.parametrize("rule", BIND)
def test_each_rule_binds(rule: str) -> None:
    possible, impossible = BIND[rule]
    assert brute.winnable(possible)
    assert not brute.winnable(impossible)
    assert asked(possible).status == "optimal"
    assert asked(impossible).status == "infeasible"


def test_colours() -> None:
    def show(cards: list[str]) -> Position:
        piles = {"up": "r5", "down": "r6"}
        data = {"game": "quick-and-easy", "players": 1, "piles": piles, "hands": {"1": cards}, "draw": []}
        position = solver.load(data)
        assert isinstance(position, Position)
        return position

    assert asked(show(["r1", "g2"])).status == "optimal"
    assert asked(show(["g5", "b6"])).status == "optimal"
    assert asked(show(["g10", "b10"])).status == "infeasible"


# --- the brute-force twin


def check(position: Position) -> int:
    """Compare three goals with the twin; how many of them it had the patience for.  (Tricks: test_stipulations.)"""
    compared = 0
    for goal in GOALS[:3]:
        try:
            compare(position, goal)
        except brute.TooMuch:
            continue
        compared += 1
    return compared


def compare(position: Position, goal: Goal) -> None:
    if goal == "win":
        expected = "optimal" if brute.winnable(position) else "infeasible"
        assert asked(position).status == expected, position
    elif goal == "turns":
        fewest = brute.fewest_turns(position)
        result = asked(position, goal)
        assert (result.status, result.value) == ("infeasible" if fewest is None else "optimal", fewest), position
        assert result.status == "infeasible" or result.bound == result.value == len(result.line)
    else:
        left = brute.fewest_left(position)
        result = asked(position, goal)
        assert (result.status, result.value, result.bound) == ("optimal", left, left), position


def compare_many(name: str, players: int, seeds: range, most_cards: int) -> None:
    compared = 0
    for seed in seeds:
        position = random_position(Random(f"{name} {players} {seed}"), name, players)
        if position.draw.ordered and position.cards_left <= most_cards:
            compared += check(position)
    assert compared


@pytest.mark.parametrize(("name", "players"), TEAM_TABLES)
def test_agrees_with_the_twin(name: str, players: int) -> None:
    compare_many(name, players, range(4), most_cards=14)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(5))
@pytest.mark.parametrize(("name", "players"), TEAM_TABLES)
def test_agrees_with_the_twin_on_thousands(name: str, players: int, block: int) -> None:
    compare_many(name, players, range(100 + 20 * block, 120 + 20 * block), most_cards=18)


# --- long wins, window by window


@pytest.mark.parametrize("name", sorted({name for name, _ in TEAM_TABLES}))
def test_windows_say_yes_or_nothing(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(horizon, "LAST", 8)
    monkeypatch.setattr(horizon, "TRIES", ((6, 3),))
    size = "highest=4" if name.startswith("quick") else "highest=26 hand=4"
    won = 0
    for players in (1, 2, 3):
        position = position_of(f"{name}/{players} {size} minimum=1 #1")
        assert position.cards_left > horizon.LAST
        found = horizon.win_by_windows(position, Limits(60), False, 1)
        if found is not None:
            won += judge(position, found.line).complete
            assert solver.solve(position, engine="dfs").name == "winnable"
    assert won


def test_a_lost_position_is_not_won_by_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(horizon, "LAST", 4)
    monkeypatch.setattr(horizon, "TRIES", ((4, 2),))
    position = position_of("the-game/1 hand=2 highest=30 ups=1 downs=1 #1")
    assert solver.solve(position, engine="dfs").name == "unwinnable"
    assert horizon.win_by_windows(position, Limits(60), False, 1) is None
    assert asked(position).status == "infeasible"


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 4])
def test_windows_win_with_sixty_cards_left(players: int) -> None:
    (position,) = endgames("the-game", players, 1, 60)
    first, again = (solve_cpsat(position, "win", Limits(300)) for _ in range(2))
    assert judge(position, first.line).complete
    assert first.line == again.line


# --- the driver


def full_deal(game: str = "the-game", players: int = 1) -> Position:
    return starting_position(solver.deal(game, players, 1))


def test_nothing_left_is_a_win() -> None:
    result = asked(table({1: ""}))
    assert (result.status, result.line, result.value) == ("optimal", (), 0)


def test_same_question_same_line() -> None:
    position = table({1: "51 57 55", 2: "52 60 61"}, "53 58 59", minimum=2)
    first, second = asked(position, "cards-left"), asked(position, "cards-left")
    assert (first.line, first.conflicts) == (second.line, second.conflicts)


@pytest.mark.parametrize("goal", GOALS)
def test_hint(goal: Goal) -> None:
    position = table({1: "51 53", 2: "52 55"}, "54 56", more={"down": "90"}, minimum=2)
    plain = asked(position, goal)
    hinted = solve_cpsat(position, goal, Limits(60), hint=plain.line)
    assert (hinted.status, hinted.value) == (plain.status, plain.value)


def test_time_limit_is_unknown_not_no() -> None:
    result = asked(full_deal(), "win", seconds=0.05)
    assert (result.status, result.line, result.value) == ("unknown", (), None)


def test_interrupt_keeps_the_best_line() -> None:
    def interrupt(progress: Progress) -> None:
        raise KeyboardInterrupt

    limits = Limits(60, watch=interrupt)
    result = solve_cpsat(full_deal(), "turns", limits)
    assert limits.cancelled
    assert result.status in ("unknown", "feasible")


def test_only_team_games_with_a_known_order() -> None:
    with pytest.raises(DoesNotAddUp, match="no team game"):
        solve_cpsat(full_deal("face-to-face", 2), "win", Limits(1))
    unknown = solver.load(
        {
            "game": "quick-and-easy",
            "players": 1,
            "piles": {"up": "r5", "down": "r6"},
            "hands": {"1": ["r1"]},
            "draw": {"unordered": ["r2", "g2"]},
        }
    )
    assert isinstance(unknown, Position)
    with pytest.raises(DoesNotAddUp, match="order of the draw pile"):
        solve_cpsat(unknown, "win", Limits(1))
