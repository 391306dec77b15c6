"""Advice for Face to Face: as at the table nothing hidden counts, with known decks what is proved is true."""

from __future__ import annotations

import json
from random import Random

import pytest

import solver
from solver.hidden.redeal import redealt
from solver.notation.answers import advice_to_json
from solver.table.deal import Deal
from solver.table.position import Position
from solver.table.view import OPEN, View
from tests.command import forked
from tests.strategies import random_position
from tests.test_duel_player import SMALL, tables

DUEL = "face-to-face | A.up: 17 | B.up: 9 | B.down: 51 | A*: 5 19 20 41 43 | B: ?6 | A.draw: ?9 | B.draw: ?9"


def told(position: Deal | Position | View, **asked: object) -> dict[str, object]:
    """What is printed, but for the time it took."""
    return advice_to_json(solver.advise(position, **asked)) | {"seconds": 0}  # type: ignore[arg-type]


def test_the_json_is_that_of_the_team_games() -> None:
    done = forked("advise", DUEL, "--samples", "4", "--json")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data.keys() == told(solver.load("the-game #1"), samples=1).keys()
    assert (data["information"], data["samples"]) == ("own", 4)
    assert data["best"] == data["turns"][0]["plays"]
    assert [turn["cost"] for turn in data["turns"]] == sorted(turn["cost"] for turn in data["turns"])


@pytest.mark.parametrize("number", [12, 18])
def test_nothing_hidden_changes_what_is_printed(number: int) -> None:
    """The order of both draw piles and the opponent's hand are dealt anew: every word and figure stays."""
    for position in tables(number)[:-1:11]:
        view = View.of(position, position.to_move)
        twins = [redealt(view, Random(seed)) for seed in range(2)]
        assert all(twin != position for twin in twins)
        same: list[Position | View] = [position, view, *twins]
        answers = [told(table, samples=3) for table in same]
        assert all(found == answers[0] for found in answers)


def test_the_seed_decides() -> None:
    assert told(solver.load(DUEL), samples=3, seed=5) == told(solver.load(DUEL), samples=3, seed=5)
    assert told(solver.load(DUEL), samples=3, seed=5) != told(solver.load(DUEL), samples=3, seed=6)


def test_with_known_decks_what_is_proved_is_true() -> None:
    rng, wins, losses = Random("known decks"), 0, 0
    for number in range(1, 7):
        for position in tables(number, text=SMALL)[2:-1:2]:
            found = solver.advise(position, OPEN, samples=rng.choice((1, 4)))
            proved = [turn for turn in found.turns if turn.certain]
            for turn in proved:
                assert solver.solve(position.after(turn.plays)).winner == (
                    position.player if turn.chance else position.rules.player_names[1 - position.to_move]
                )
                assert turn.interval == (turn.chance, turn.chance)
                assert found.known
            wins, losses = wins + any(turn.chance for turn in proved), losses + any(not turn.chance for turn in proved)
            assert all(turn.interval == (0, 1) for turn in found.turns if not turn.certain)
    assert wins > 5
    assert losses > 5


def test_a_win_that_looks_bad_is_found() -> None:
    """Wherever ``solve`` proves a win, the first turn advised is one."""
    rng, tried = Random("wins"), 0
    for _ in range(60):
        position = random_position(rng, "face-to-face")
        known = all(pile.ordered for pile in position.draws) and position.cards_left <= 24
        if known and position.outcome is None and solver.solve(position).name == "winnable":
            best = solver.advise(position, OPEN, samples=8).turns[0]
            assert (best.chance, best.certain) == (1, True)
            tried += 1
    assert tried > 5


def test_known_decks_say_estimate_and_proof_apart() -> None:
    whole = forked("advise", "face-to-face #1", "--information", "open", "--samples", "1").stdout.decode()
    assert "%, estimate" in whole
    assert "an estimate, no verdict" in whole
    assert "s, proved" not in whole
    won = forked(
        "advise", "face-to-face | A.up: 10 | B.up: 20 | A*: 11 12 13 | B: 30 31", "--samples", "1"
    ).stdout.decode()
    assert "wins, proved" in won
    assert "This is proved." in won


def test_more_gifts_and_piles_are_no_obstacle() -> None:
    found = solver.advise("face-to-face ups=2 downs=2 highest=30 #4", samples=2)
    assert len({tuple(sorted(map(str, turn.plays))) for turn in found.turns}) == len(found.turns)
