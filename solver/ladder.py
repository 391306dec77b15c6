"""The ladder: quick wins and proofs in turn, each rung dearer than the last.

A restriction that can only say "yes" (the beam) and a complete method (the exhaustive search) take turns with growing
budgets, so that neither an easy win nor an easy proof waits for the other.  Budgets are counted in states, never in
seconds: the same input gives the same answer and the same line on every machine, unless a limit cuts in.
"""

from __future__ import annotations

from collections.abc import Iterator

from solver.facts import allowed
from solver.kernels.turn import Indices
from solver.line import Line
from solver.position import Position
from solver.search.beam import find_win
from solver.search.exhaust import SLICE, Search
from solver.search.limits import Limits
from solver.search.pack import pack, unpack_line
from solver.verdict import Effort, Unknown, Unwinnable, Verdict, Winnable

# Beam widths and, before each of them, the states that the exhaustive search may have opened by then.
RUNGS = ((2_000, 10), (20_000, 100), (500_000, 1_000), (5_000_000, 10_000), (50_000_000, 100_000))


class Ladder:
    """One climb: the packed problem, the searches under way, and the best line so far."""

    def __init__(self, position: Position, limits: Limits) -> None:
        self.position, self.limits = position, limits
        self.problem, self.start = pack(position)
        self.prover = Search(self.problem, self.start, limits.memory_bytes, allowed(self.problem))
        self.beam_states = 0
        self.best: Line = ()

    def climb(self) -> Verdict:
        """Rung after rung until there is an answer or a limit."""
        try:
            for verdict in self.rungs():
                if verdict is not None:
                    return verdict
                if self.limits.left <= 0:
                    break
            limit = f"the time limit of {self.limits.seconds:g} s was reached"
        except KeyboardInterrupt:
            limit = "interrupted"
        self.remember(self.prover.line)
        return Unknown(self.position, self.best, limit=limit, effort=self.effort())

    def rungs(self) -> Iterator[Verdict | None]:
        """The answer of each rung, None where it has none; the last rung has no end but an answer or a limit."""
        for states, width in RUNGS:
            yield self.prove(states)
            yield self.seek(width)
        while True:
            yield self.prove(2 * self.prover.states)

    def prove(self, states: int) -> Verdict | None:
        """Search exhaustively until so many states have been opened in all."""
        prover = self.prover
        while prover.states < states and (self.limits.left > 0 or prover.states == 0):
            status = prover.run(min(SLICE, states - prover.states))
            if status == "won":
                return self.won(prover.line)
            if status == "lost":
                reason = f"exhaustive search: none of {prover.states} states leads to a win"
                self.remember(prover.line)
                return Unwinnable(self.position, self.best, reason=reason, effort=self.effort())
            self.limits.tell("proving", prover.states + self.beam_states, prover.deepest, prover.bytes)
        return None

    def seek(self, width: int) -> Verdict | None:
        """Look for a win with a beam of this width."""
        spent = self.prover.states + self.beam_states
        attempt = find_win(
            self.problem,
            self.start,
            [width],
            seconds=self.limits.left,
            memory=self.limits.memory_bytes,
            watch=lambda states, deepest: self.limits.tell("seeking", spent + states, deepest),
        )
        self.beam_states += attempt.states
        if attempt.stopped == "interrupt":
            self.remember(attempt.line)
            raise KeyboardInterrupt
        if attempt.won:
            return self.won(attempt.line)
        self.remember(attempt.line)
        return None

    def won(self, plays: Indices) -> Winnable:
        """A win, which the referee looks at before anybody else does."""
        line = unpack_line(self.position, plays)
        return Winnable(self.position, line, optimal=True, effort=self.effort())

    def remember(self, plays: Indices) -> None:
        """Keep the line that lays most cards in whole turns."""
        line = unpack_line(self.position, plays)
        if sum(len(turn.plays) for turn in line) > sum(len(turn.plays) for turn in self.best):
            self.best = line

    def effort(self) -> Effort:
        """What it has cost so far."""
        return Effort("dfs", self.prover.states + self.beam_states, self.limits.elapsed)
