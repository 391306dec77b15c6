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
from solver.verdict import Effort, Unwinnable, Verdict

FIRST_PROOF = 20_000  # states, before any beam: enough for endgames and for Quick & Easy
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
    prover = FewestTurns(problem, start, limits)
    beam = FewTurnsBeam(problem, start, limits, prepared(decided.position.rules)[1], len(decided.line))
    for width, states in rungs(decided.position.cards_left):
        if width:
            beam.search(width, prover.bound)
        prover.search(states, beam.best)
        if prover.won or prover.bound >= beam.best or limits.left <= 0:
            break
        if width == WIDTHS[-1] and not prover.able:  # the beams have done what they can
            break
    line = decided.line
    if prover.won or len(beam.line):
        found: Numbers = prover.line if prover.won else beam.line
        line = unpack_line(decided.position, found)
    bound = min(prover.bound, len(line))
    effort = Effort("dfs", decided.effort.states + prover.states + beam.states, limits.elapsed)
    return dataclasses.replace(decided, goal="turns", line=line, bound=bound, optimal=bound == len(line), effort=effort)


def rungs(cards: int) -> Iterator[tuple[int, int]]:
    """The width of the next beams (0: none) and the states that the proof may have opened after them."""
    yield 0, FIRST_PROOF
    states = FIRST_PROOF
    for width in chain(WIDTHS, repeat(0)):
        states += 2 * cards * width if width else states
        yield width, states
