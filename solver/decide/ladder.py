"""The ladder: quick wins and proofs in turn, each rung dearer than the last.

A restriction that can only say "yes" (the beam) and a complete method (the exhaustive search) take turns with growing
budgets, so that neither an easy win nor an easy proof waits for the other.  For a lone player a search by layers comes
after the first of these, wider each time: a beam that is a proof where it is wide enough to leave nothing out.  Budgets
are counted in states, never in seconds: the same input gives the same answer and the same line on every machine, unless
a limit cuts in.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache

import numpy as np

from solver.facts import solo_turns, usual
from solver.reasons import Exhausted, Reason
from solver.rules.game import Rules
from solver.search.beam import BeamSearch, BeamTables, tables_of
from solver.search.compiled import make_ready
from solver.search.exhaust import SLICE, ExhaustiveSearch
from solver.search.layers import NO_WIDTH, LayeredSearch
from solver.search.limits import Limits
from solver.search.obstruction import obstruction
from solver.search.team_codec import Numbers, game_as_numbers, pack, unpack_line
from solver.table.line import Line
from solver.table.position import Position
from solver.verdict import Effort, Unknown, Unwinnable, Verdict, Winnable

# Beam widths and, before each of them, the states that the exhaustive search may have opened by then.
RUNGS = (
    (0, 10),
    (2_000, 30),
    (5_000, 100),
    (20_000, 300),
    (100_000, 1_000),
    (500_000, 3_000),
    (2_000_000, 10_000),
    (10_000_000, 30_000),
    (50_000_000, 100_000),
)
# Widths of the search by layers, where it serves, instead of the beams from 1,000 on; the last is wide enough for a
# proof unless memory runs out.
LAYERED_FROM = 1_000
LAYERS = (3_000, 30_000, 1_000_000, NO_WIDTH)
FEW_CARDS = 50  # with no more than these left, the exhaustive search is quick and goes first


@lru_cache(maxsize=64)
def prepared(rules: Rules) -> tuple[int, BeamTables]:
    """What the searches look up, the same for every deal of a game: the facts that hold and pay, the beam's tables."""
    problem = game_as_numbers(rules)
    return usual(problem), tables_of(problem)


class Ladder:
    """One climb: the packed problem, the searches under way, and the best line so far."""

    def __init__(self, position: Position, limits: Limits) -> None:
        self.position, self.limits = position, limits
        make_ready("search")
        self.problem, self.start = pack(position)
        self.facts, self.tables = prepared(position.rules)
        self.seeker = BeamSearch(self.problem, self.start, limits, self.tables)
        self.layered_line: Numbers = np.zeros((0, 3), np.int64)  # the longest that the search by layers saw
        self.layered = 0  # the states that it has opened

    @cached_property
    def prover(self) -> ExhaustiveSearch:
        """The exhaustive search, which takes its memory when it is first asked."""
        return ExhaustiveSearch(self.problem, self.start, self.limits.memory_bytes, self.facts)

    @property
    def proved(self) -> int:
        """The states that the exhaustive search has opened, if it was asked at all."""
        return self.prover.states if "prover" in vars(self) else 0

    def climb(self) -> Verdict:
        """Rung after rung until there is an answer or a limit."""
        if (reason := obstruction(self.position)) is not None:
            return self.lost(reason)
        for verdict in self.rungs():
            if verdict is not None:
                return verdict
            if self.limits.left <= 0:
                break
        return Unknown(self.position, self.longest_line(), reason=self.limits.reached, effort=self.effort())

    def rungs(self) -> Iterator[Verdict | None]:
        """The answer of each rung, None where it has none; the last rung has no end but an answer or a limit."""
        if self.position.cards_left <= FEW_CARDS:
            yield self.prove(RUNGS[1][0])
        layered = solo_turns.holds(self.problem)  # with partners a narrow beam nearly always wins
        for states, width in RUNGS:
            if layered and width >= LAYERED_FROM:
                break
            if states > self.proved:
                yield self.prove(states)
            yield self.seek(width)
        for width in LAYERS if layered else ():
            yield self.search_layers(width)
        while True:
            yield self.prove(2 * self.prover.states)

    def prove(self, states: int) -> Verdict | None:
        """Search exhaustively until so many states have been opened in all."""
        prover = self.prover
        while prover.states < states:
            status = prover.run(min(SLICE, states - prover.states))
            if status == "won":
                return self.won(prover.line)
            if status == "lost":
                return self.lost(Exhausted(prover.states))
            self.limits.tell("proving", prover.states, prover.deepest, prover.bytes)
            if self.limits.left <= 0:
                break
        return None

    def seek(self, width: int) -> Verdict | None:
        """Look for a win with a beam of this width."""
        return self.won(self.seeker.line) if self.seeker.seek(width) else None

    def search_layers(self, width: int) -> Verdict | None:
        """Search by layers of this width: a win, a proof if nothing was left out, or neither."""
        make_ready("layers")
        memory = self.limits.memory_bytes - self.prover.bytes
        search = LayeredSearch(self.problem, self.start, memory, self.tables, self.facts, width)
        before = self.layered
        while not search.status and self.limits.left > 0:
            search.run()
            self.layered = before + search.states
            self.limits.tell("layering", self.layered, search.deepest, search.bytes)
        self.layered_line = max(self.layered_line, search.line, key=len)
        if search.status == "won":
            return self.won(search.line)
        return self.lost(Exhausted(search.states)) if search.status == "lost" else None

    def won(self, plays: Numbers) -> Winnable:
        """A win, which the referee looks at before anybody else does."""
        line = unpack_line(self.position, plays)
        return Winnable(self.position, line, optimal=True, effort=self.effort())

    def lost(self, reason: Reason) -> Unwinnable:
        """A loss, with a long line to show for it."""
        if self.seeker.salvage():
            raise AssertionError(f"one search proves a loss that another wins: {self.position!r}")
        return Unwinnable(self.position, self.longest_line(), reason=reason, effort=self.effort())

    def longest_line(self) -> Line:
        """The line that lays most cards in whole turns."""
        lines = [unpack_line(self.position, plays) for plays in (self.prover.line, self.seeker.line, self.layered_line)]
        return max(lines, key=lambda line: sum(len(turn.plays) for turn in line))

    def effort(self) -> Effort:
        """What it has cost so far."""
        return Effort("dfs", self.proved + self.seeker.states + self.layered, self.limits.elapsed)
