"""Each fact on and off: the exhaustive search alone must always agree with brute force."""

from __future__ import annotations

import numpy as np
import pytest

import solver
from solver.facts import FACTS, allowed
from solver.kernels.memo import EVICTED
from solver.kernels.turn import Problem
from solver.search.exhaust import SLICE, ExhaustiveSearch
from solver.search.team_codec import pack, unpack_line
from solver.table.position import Position
from tests.test_solve import TEAM_TABLES, small_positions

EVERYTHING = sum(fact.BIT for fact in FACTS)
CHOICES = {"all": EVERYTHING, "none": 0} | {
    f"without {fact.__name__.rpartition('.')[2]}": EVERYTHING & ~fact.BIT for fact in FACTS
}
CHOICES |= {f"only {fact.__name__.rpartition('.')[2]}": fact.BIT for fact in FACTS}
MEMORY_BYTES = 1 << 22


def exhaustive_answer(position: Position, facts: int) -> bool:
    """What the search says with these facts; a win is replayed by the referee."""
    if position.outcome is not None:
        return position.outcome.won
    problem, start = pack(position)
    search = ExhaustiveSearch(problem, start, MEMORY_BYTES, allowed(problem, facts))
    while not (status := search.run(SLICE)):
        pass
    if status == "won":
        assert solver.verify(position, unpack_line(position, search.line)).complete, position
    return status == "won"


def assert_facts_hold(name: str, players: int, seed: int, count: int) -> None:
    for position, winnable in small_positions(name, players, seed, count):
        for choice, facts in CHOICES.items():
            assert exhaustive_answer(position, facts) == winnable, (choice, position)


@pytest.mark.parametrize(("name", "players"), TEAM_TABLES)
def test_every_choice_of_facts_agrees_with_brute_force(name: str, players: int) -> None:
    assert_facts_hold(name, players, seed=5, count=15)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TEAM_TABLES)
def test_every_choice_of_facts_agrees_with_brute_force_on_many(name: str, players: int) -> None:
    assert_facts_hold(name, players, seed=6, count=250)


def problem_of(text: str) -> Problem:
    return pack(solver.load(text).position())[0]  # type: ignore[union-attr]


def test_a_fact_is_refused_where_its_proof_does_not_reach() -> None:
    solo, team = problem_of("the-game/1 #1"), problem_of("the-game/2 #1")
    extreme = problem_of("the-game-extreme/1 #1")
    names = {fact.BIT: fact.__name__.rpartition(".")[2] for fact in FACTS}
    refused = {
        table: {names[fact.BIT] for fact in FACTS if not fact.holds(problem)}
        for table, problem in (("solo", solo), ("team", team), ("extreme", extreme))
    }
    assert refused["solo"] == set()
    assert {"solo_turns", "safe_plays", "earlier_draw"} <= refused["team"]
    assert {"solo_turns", "safe_plays", "earlier_draw", "reasons"} <= refused["extreme"]


def test_bits_are_all_different() -> None:
    bits = [fact.BIT for fact in FACTS]
    assert len(set(bits)) == len(bits)
    assert all(bin(value).count("1") == 1 for value in bits)


@pytest.mark.slow
def test_a_full_memory_forgets_and_stays_right() -> None:
    """Room for some ten thousand dead positions where a hundred thousand come up."""
    deal = solver.deal("the-game", 1, 1, {"hand": 4})
    problem, start = pack(deal.position())
    small = ExhaustiveSearch(problem, start, 8 << 20, allowed(problem))
    while not (status := small.run(SLICE)):
        pass
    assert status == "lost"
    assert small.memo.tally[EVICTED] > 0
    assert small.bytes <= 8 << 20


def test_the_search_goes_on_where_it_stopped() -> None:
    deal = solver.deal("the-game", 1, 1, {"hand": 3})
    problem, start = pack(deal.position())
    at_once, in_steps = (ExhaustiveSearch(problem, start, 1 << 26, allowed(problem)) for _ in range(2))
    while not (first := at_once.run(SLICE)):
        pass
    while not (second := in_steps.run(1_000)):
        pass
    assert (first, at_once.states) == (second, in_steps.states)
    assert np.array_equal(at_once.line, in_steps.line)
