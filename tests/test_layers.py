"""The search by layers against brute force: each of its facts on and off, any width, any slices, little memory."""

from __future__ import annotations

from functools import reduce

import numpy as np
import pytest

import solver
from solver.facts import allowed, followers, like_piles, solo_turns, usual, worse_pile
from solver.rules.games import GAMES
from solver.search.beam import tables_of
from solver.search.layers import NO_WIDTH, LayeredSearch
from solver.search.team_codec import pack, unpack_line
from solver.table.position import Position
from tests.test_solve import TEAM_TABLES, small_positions

USED = (followers, like_piles, solo_turns, worse_pile)
EVERYTHING = reduce(int.__or__, (fact.BIT for fact in USED))
CHOICES = {"all": EVERYTHING, "none": 0}
CHOICES |= {f"without {fact.__name__.rpartition('.')[2]}": EVERYTHING & ~fact.BIT for fact in USED}
MOST_CARDS = 11  # left
FEW_CARDS = 6  # without dominance more of them are too many
PLAIN_TABLES = [table for table in TEAM_TABLES if not GAMES[table[0]].vocabulary]


def search_of(position: Position, facts: int = -1, width: int = NO_WIDTH, memory_bytes: int = 1 << 28) -> LayeredSearch:
    problem, start = pack(position)
    return LayeredSearch(problem, start, memory_bytes, tables_of(problem), allowed(problem, facts), width)


def answer(position: Position, search: LayeredSearch, budget: int = 1 << 14) -> str:
    """What it says; a win is replayed by the referee."""
    while not search.run(budget):
        pass
    if search.status == "won":
        assert solver.verify(position, unpack_line(position, search.line)).complete, position
    return search.status


def assert_layers_agree(name: str, players: int, seed: int, count: int) -> None:
    for position, winnable in small_positions(name, players, seed, count):
        if position.outcome is not None or position.rules.commands or position.cards_left > MOST_CARDS:
            continue
        choices = CHOICES if position.cards_left <= FEW_CARDS else {"all": EVERYTHING}
        for choice, facts in choices.items():
            assert answer(position, search_of(position, facts)) == ("won" if winnable else "lost"), (choice, position)
        for width in (1, 3):
            assert answer(position, search_of(position, width=width)) in ("won" if winnable else "lost", "open")


@pytest.mark.parametrize(("name", "players"), PLAIN_TABLES)
def test_agrees_with_brute_force(name: str, players: int) -> None:
    assert_layers_agree(name, players, seed=21, count=15)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), PLAIN_TABLES)
def test_agrees_with_brute_force_on_many(name: str, players: int) -> None:
    assert_layers_agree(name, players, seed=22, count=250)


def hand_of_three(number: int) -> Position:
    return solver.deal("the-game", 1, number, {"hand": 3}).position()


def test_the_search_goes_on_where_it_stopped() -> None:
    for width in (20, NO_WIDTH):
        at_once, in_steps = (search_of(hand_of_three(1), width=width) for _ in range(2))
        assert answer(hand_of_three(1), at_once) == answer(hand_of_three(1), in_steps, 7)
        assert at_once.states == in_steps.states
        assert np.array_equal(at_once.line, in_steps.line)


def test_a_narrow_search_proves_nothing() -> None:
    wide, narrow = search_of(hand_of_three(1)), search_of(hand_of_three(1), width=20)
    assert answer(hand_of_three(1), wide) == "lost"
    assert answer(hand_of_three(1), narrow) == "open"
    assert narrow.states < wide.states


def test_a_proof_that_does_not_fit_the_memory_is_none() -> None:
    small = search_of(hand_of_three(1), memory_bytes=1 << 20)
    before = small.bytes
    assert answer(hand_of_three(1), small) == "open"
    assert small.bytes == before


@pytest.mark.slow
def test_says_what_the_exhaustive_search_says_of_hands_of_four() -> None:
    """Deal 32 is the one of the first hundred that is won."""
    for number in (1, 3, 32):
        position = solver.deal("the-game", 1, number, {"hand": 4}).position()
        problem, _ = pack(position)
        found = answer(position, search_of(position, usual(problem)))
        assert found == ("won" if number == 32 else "lost")
