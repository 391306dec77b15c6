"""Numbered deals in bulk: the same deals, and the same verdicts, as one at a time."""

from __future__ import annotations

import numpy as np
import pytest

import solver
from solver.kernels.shuffle import DECK, shuffle_into
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.search.batch import decide_deals

NAMES = {0: "unknown", 1: "winnable", 2: "unwinnable"}


@pytest.mark.parametrize("number", [1, 2, 17, 10**6, 2**53 - 1])
def test_the_kernel_shuffles_as_the_specification_says(number: int) -> None:
    for name in ("the-game", "quick-and-easy"):
        rules = Rules.of(GAMES[name], 1)
        deck = np.arange(len(rules.cards), dtype=np.int64)
        shuffle_into(deck, number, DECK)
        assert tuple(rules.cards[index] for index in deck) == solver.deal(name, 1, number).decks[0]


@pytest.mark.parametrize("name", ["quick-and-easy", "quick-and-easy-pro"])
@pytest.mark.parametrize("players", range(1, 6))
def test_bulk_and_single_verdicts_agree(name: str, players: int) -> None:
    first, count = 1_000, 40
    found = decide_deals(Rules.of(GAMES[name], players), first, count)
    singly = [solver.solve(solver.deal(name, players, first + index)).name for index in range(count)]
    assert [NAMES[int(verdict)] for verdict in found.verdicts] == singly


def test_custom_games_in_bulk() -> None:
    overrides: dict[str, int | None] = {"highest": 25, "hand": 3, "ups": 1, "downs": 1}
    found = decide_deals(Rules.of(GAMES["the-game"], 1, overrides), 1, 40)
    singly = [solver.solve(solver.deal("the-game", 1, number, overrides)).name for number in range(1, 41)]
    assert [NAMES[int(verdict)] for verdict in found.verdicts] == singly
    assert {*singly} <= {"winnable", "unwinnable"}


def test_a_deal_beyond_its_budget_is_unknown() -> None:
    found = decide_deals(Rules.of(GAMES["quick-and-easy"], 1), 1, 50, budget=10)
    assert set(found.verdicts.tolist()) == {0}
