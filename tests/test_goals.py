"""Fewest cards left and fewest turns by the kernels' searches, against the brute-force twin."""

from __future__ import annotations

import re
from random import Random

import numpy as np
import pytest

import solver
from solver.decide.engines import best_by_search, by_ladder
from solver.decide.ladder import prepared
from solver.facts import FACTS, allowed
from solver.kernels import goal_search as kernels
from solver.kernels.exhaust import SAFE_PLAYS, SOLO_TURNS
from solver.notation.source import starting_position
from solver.referee import judge
from solver.search.few_turns_beam import NO_TURNS, PACES, FewTurnsBeam
from solver.search.goal_search import FewestLeft, FewestTurns
from solver.search.limits import Limits, Progress
from solver.search.team_codec import pack, unpack_line
from solver.show.draw import search_text
from solver.table.position import Position
from solver.verdict import Unwinnable, Winnable
from tests import brute
from tests.command import forked
from tests.strategies import PLAYER_COUNTS, random_position

TEAM_TABLES = [(name, players) for name, players in PLAYER_COUNTS if name != "face-to-face"]


def small_positions(name: str, players: int, seeds: range, most_cards: int) -> list[Position]:
    positions = [random_position(Random(f"{name} {players} {seed}"), name, players) for seed in seeds]
    return [
        position
        for position in positions
        if position.draw.ordered and position.cards_left <= most_cards and position.outcome is None
    ]


def check(position: Position) -> int:
    """Compare both goals with the twin; how many of them it had the patience for."""
    compared = 0
    decided = by_ladder(position, Limits())
    try:
        left = brute.fewest_left(position)
        score = best_by_search("cards-left", decided, Limits())
        assert (score.cards_left, score.bound, score.optimal) == (left, left, True), position
        compared += 1
    except brute.TooMuch:
        pass
    try:
        fewest = brute.fewest_turns(position)
        assert isinstance(decided, Winnable) == (fewest is not None), position
        if fewest is not None:
            quick = best_by_search("turns", decided, Limits())
            assert (len(quick.line), quick.bound, quick.optimal) == (fewest, fewest, True), position
            compared += 1
    except brute.TooMuch:
        pass
    return compared


@pytest.mark.parametrize(("name", "players"), TEAM_TABLES)
def test_agrees_with_the_twin(name: str, players: int) -> None:
    assert sum(check(position) for position in small_positions(name, players, range(10), most_cards=11))


@pytest.mark.slow
@pytest.mark.parametrize("block", range(2))
@pytest.mark.parametrize(("name", "players"), TEAM_TABLES)
def test_agrees_with_the_twin_on_thousands(name: str, players: int, block: int) -> None:
    seeds = range(1000 + 60 * block, 1060 + 60 * block)
    assert sum(check(position) for position in small_positions(name, players, seeds, most_cards=18))


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.__name__.split(".")[-1])
@pytest.mark.parametrize(("name", "players"), [("the-game", 1), ("the-game", 3), ("quick-and-easy", 1)])
def test_no_fact_changes_a_proof(name: str, players: int, fact: object) -> None:
    for position in small_positions(name, players, range(200, 230), most_cards=16):
        problem, start = pack(position)
        facts = allowed(problem) & ~SAFE_PLAYS
        found = []
        for mask in (facts, facts & ~fact.BIT):  # type: ignore[attr-defined]
            left = FewestLeft(problem, start, Limits(), position.cards_left)
            left.facts = mask
            turns = FewestTurns(problem, start, Limits())
            turns.facts = mask & ~SOLO_TURNS
            left.search()
            turns.search(1 << 30, 30)
            found.append((left.best, left.done, turns.bound, turns.won))
        assert found[0] == found[1], position


@pytest.mark.parametrize("text", ["the-game/1 #1", "the-game/4 #2", "the-game-extreme/3 #1", "quick-and-easy/2 #1"])
def test_a_beam_shortens_full_deals(text: str) -> None:
    position = starting_position(solver.load(text))
    first = by_ladder(position, Limits())
    problem, start = pack(position)
    beam = FewTurnsBeam(problem, start, Limits(), prepared(position.rules)[1], len(first.line))
    beam.run(100, np.array([*PACES[0], len(first.line) - 1, NO_TURNS]), 0)
    line = unpack_line(position, beam.line)
    assert judge(position, line).complete
    assert len(line) == beam.best < len(first.line)


def test_no_turn_lays_more_than_a_hand() -> None:
    for text, least in (
        ("the-game/1 #1", 13),
        ("the-game/2 #1", 14),
        ("the-game/5 #1", 17),
        ("quick-and-easy/3 #1", 25),
    ):
        problem, start = pack(starting_position(solver.load(text)))
        assert FewestTurns(problem, start, Limits()).bound == least


def test_a_limit_leaves_best_line_and_bound() -> None:
    verdict = solver.solve("the-game/1 #1", goal="turns", time_limit=2)
    assert isinstance(verdict, Winnable)
    assert verdict.bound is not None
    assert 13 <= verdict.bound <= len(verdict.line)
    assert verdict.optimal == (verdict.bound == len(verdict.line))


def test_an_interrupt_leaves_best_line_and_bound() -> None:
    seen = list[Progress]()

    def interrupt(progress: Progress) -> None:
        seen.append(progress)
        if progress.best is not None and progress.best < 25:
            raise KeyboardInterrupt

    verdict = solver.solve("the-game/1 #1", goal="turns", watch=interrupt)
    assert isinstance(verdict, Winnable)
    assert len(verdict.line) == seen[-1].best
    assert verdict.bound == seen[-1].bound


def test_a_score_that_is_interrupted_is_not_proved() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.best is not None:
            raise KeyboardInterrupt

    verdict = solver.solve("the-game/1 hand=4 #2", goal="cards-left", watch=interrupt)
    assert isinstance(verdict, Unwinnable)
    assert (verdict.optimal, verdict.bound) == (False, 1)


def test_too_many_cards_for_an_exact_key_are_not_searched() -> None:
    position = starting_position(solver.load("the-game/1 highest=126 #1"))
    problem, start = pack(position)
    prover = FewestTurns(problem, start, Limits())
    assert problem.cards > kernels.MOST_EXACT_CARDS
    before = prover.bound
    prover.search(1000, 100)
    assert (prover.bound, prover.states) == (before, 0)


def test_the_text_tells_best_bound_and_gap() -> None:
    proved = forked("solve", "quick-and-easy/2 #1", "--goal", "turns")
    assert "27 turns, proved the fewest" in proved.stdout.decode()
    open_gap = forked("solve", "the-game/2 #1", "--goal", "turns", "--time-limit", "1")
    assert re.search(r"turns at best so far, proved at least \d+: a gap of \d+", open_gap.stdout.decode())
    lost = forked("solve", "quick-and-easy/1 #8", "--goal", "cards-left")
    assert "2 cards left, proved the fewest" in lost.stdout.decode()


def test_progress_tells_best_and_bound() -> None:
    told = search_text(Progress("shortening", 1, 1.0, 1, 1, best=15, bound=13), 60)
    assert told == "shortening: 1 states, 1 s, best 15, at least 13"
    assert "best 1" not in search_text(Progress("seeking", 1, 1.0, 1, 1), 200)
