"""Estimates of Face to Face: beside ``unknown`` and nowhere else, called what they are, and true on the average."""

from __future__ import annotations

import json

import solver
from bench.duel_chance import positions, wins
from solver.hidden.duel_player import DuelPlayer
from solver.hidden.estimate import estimate, thought_chance, told_chance
from solver.hidden.strengths import QUICK
from solver.search.limits import Limits
from tests.command import forked

WHOLE = "face-to-face #3"
DECIDED = "face-to-face | A.up: 10 | B.up: 20 | A*: 11 12 13 | B: 30 31"


def test_only_what_is_unknown_has_a_chance() -> None:
    unknown = solver.solve(WHOLE, limits=Limits(states=200))
    assert unknown.name == "unknown"
    assert unknown.winner is None
    assert unknown.chance is not None
    assert 0 < unknown.chance < 1
    data = solver.verdict_to_json(unknown)
    assert (data["verdict"], data["winner"], data["chance"]) == ("unknown", None, unknown.chance)
    decided = solver.solve(DECIDED)
    assert decided.chance is None
    assert "chance" not in solver.verdict_to_json(decided)
    assert "chance" not in solver.verdict_to_json(solver.solve("the-game | up: 90 91 | down: 8 9 | 1*: 20"))


def test_it_is_said_that_it_is_no_verdict() -> None:
    done = forked("solve", WHOLE, "--time-limit", "0.2")
    assert done.returncode == 3
    words = " ".join(done.stdout.decode().split())
    assert words.startswith("unknown")
    assert "an estimate, not a verdict: a chance of" in words
    assert json.loads(forked("solve", WHOLE, "--time-limit", "0.2", "--json").stdout)["verdict"] == "unknown"


def test_the_same_position_has_the_same_chance() -> None:
    position = solver.load(WHOLE).position()  # type: ignore[union-attr]
    assert estimate(position) == estimate(position)


def test_what_is_told_grows_with_what_is_thought() -> None:
    told = [told_chance(share / 20) for share in range(21)]
    assert told == sorted(told)
    assert all(0 < chance < 1 for chance in told)


def test_the_side_that_wins_mostly_has_the_better_chance() -> None:
    player, errors = DuelPlayer(solver.deal("face-to-face").rules, QUICK), list[float]()
    for position in positions(40, 30):
        if (won := wins(position)) is not None:
            errors.append((told_chance(thought_chance(player, position)) - won) ** 2)
    assert len(errors) > 10
    assert sum(errors) / len(errors) < 0.25  # what saying one half each time would give
