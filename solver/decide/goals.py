"""What a position is worth by the searches in kernels: the fewest cards left, the fewest turns.

As on the ladder, a search that can only find and one that can only prove take turns with growing budgets, counted in
states.  A limit or Ctrl-C leaves the best line and what is proved so far.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import chain, repeat

from solver.decide.ladder import prepared
from solver.search.few_turns_beam import FewTurnsBeam
from solver.search.goal_search import FewestLeft, FewestTurns
from solver.search.limits import Limits
from solver.search.team_codec import Numbers, pack, unpack_line
from solver.search.turn_layers import TurnBeam, suits
from solver.search.turn_proof import TurnProof
from solver.verdict import Effort, Unwinnable, Verdict

FIRST_PROOF = 20_000  # states, before any beam: enough for endgames and for Quick & Easy
STATES_A_WIDTH = 150  # states of the proof by layers for each state of a layer of the beam: about the same time
WIDTHS = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)


def fewest_left(decided: Verdict, limits: Limits) -> Verdict:
    """As few cards left as can be: what a lost position is worth.  Nothing is added to what is not decided."""
    if not isinstance(decided, Unwinnable):
        return dataclasses.replace(decided, goal="cards-left", bound=0)
    problem, start = pack(decided.position)
    search = FewestLeft(problem, start, limits, decided.cards_left)
    search.search()
    line = unpack_line(decided.position, search.line) if search.improved else decided.line
    bound = search.best if search.done else 1
    return dataclasses.replace(
        decided,
        goal="cards-left",
        line=line,
        bound=bound,
        optimal=search.done,
        effort=Effort("dfs", decided.effort.states + search.states, limits.elapsed),
    )


def fewest_turns(decided: Verdict, limits: Limits) -> Verdict:
    """A win in as few turns as can be, or in few, with what is proved."""
    problem, start = pack(decided.position)
    prover: FewestTurns | TurnProof = FewestTurns(problem, start, limits)
    prover.search(FIRST_PROOF, len(decided.line))
    tables, states = prepared(decided.position.rules)[1], decided.effort.states
    beam: FewTurnsBeam | TurnBeam = FewTurnsBeam(problem, start, limits, tables, len(decided.line))
    whole = suits(problem) and not prover.won
    if whole:
        states += prover.states
        prover = TurnProof(problem, start, limits, prover.bound)
        beam = TurnBeam(problem, start, limits, len(decided.line))
    for width, budget in whole_rungs() if whole else rungs(decided.position.cards_left):
        if prover.won or prover.bound >= beam.best or limits.left <= 0:
            break
        if width == 0 and not prover.able:  # the beams have done what they can
            break
        if width:
            beam.search(width, prover.bound)
        prover.search(budget, beam.best)
    line = decided.line
    if prover.won or len(beam.line):
        found: Numbers = prover.line if prover.won else beam.line
        line = unpack_line(decided.position, found)
    bound = min(prover.bound, len(line))
    effort = Effort("dfs", states + prover.states + beam.states, limits.elapsed)
    return dataclasses.replace(decided, goal="turns", line=line, bound=bound, optimal=bound == len(line), effort=effort)


def rungs(cards: int) -> Iterator[tuple[int, int]]:
    """The width of the next beams (0: none) and the states that the proof may have opened after them."""
    states = FIRST_PROOF
    for width in chain(WIDTHS, repeat(0)):
        states += 2 * cards * width if width else states
        yield width, states


def whole_rungs() -> Iterator[tuple[int, int]]:
    """The same for beams and proof by whole turns, whose states are costlier."""
    states = 0
    for width in chain(WIDTHS, repeat(0)):
        states += STATES_A_WIDTH * width if width else states
        yield width, states
