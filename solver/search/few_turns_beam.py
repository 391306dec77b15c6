"""Beams for a win in few turns: each width is tried with several prices of a turn, the best line is kept."""

from __future__ import annotations

import numpy as np

from solver.kernels import beam as kernel
from solver.kernels.beam import Beam, Tables
from solver.kernels.few_turns_beam import advance_few_turns
from solver.kernels.turn import Indices, Problem, Words
from solver.search.beam import SLICE, beam_bytes, line_of, new_beam, weights_for
from solver.search.limits import Limits
from solver.search.team_codec import cards_left

# A turn's price in points, and what each card of an open turn costs: low prices win surely, high ones in few turns.
PACES = ((1000, 0), (2000, 0), (3000, 0), (1500, 100), (5000, 0))
NO_TURNS = 1 << 30


class FewTurnsBeam:
    """Beams of growing width over one problem; ``line`` is the win of ``best`` turns, once there is one."""

    def __init__(self, problem: Problem, start: Words, limits: Limits, tables: Tables, best: int) -> None:
        self.problem, self.start, self.limits, self.tables = problem, start, limits, tables
        self.weights = weights_for(problem)
        self.best, self.states = best, 0
        self.line: Indices = np.zeros((0, 3), np.int64)

    def search(self, width: int, bound: int) -> None:
        """Beams of this width, until one takes no more than ``bound`` turns or the time is up."""
        goal = cards_left(self.problem, self.start)
        if beam_bytes(width, goal, len(self.start)) > self.limits.memory_bytes:
            return
        for price, credit in PACES:
            if self.best > bound and self.limits.left > 0:
                self.run(width, np.array([price, credit, self.best - 1, NO_TURNS], np.int64), bound)

    def run(self, width: int, pace: Indices, bound: int) -> None:
        """One beam, which looks only for wins in fewer turns than the best so far."""
        beam, begun = self.new_beam(width), np.ones((2, width), np.int64)
        before, status = self.states, kernel.RUNNING
        while status == kernel.RUNNING and self.limits.left > 0:
            status = advance_few_turns(self.problem, self.tables, beam, begun, pace, SLICE)
            self.states = before + int(beam.progress[kernel.EXPANDED])
            level = int(beam.progress[kernel.LEVEL])
            if status == kernel.WON:
                self.best, self.line = int(pace[3]), line_of(beam)
            self.limits.tell("shortening", self.states, level, best=self.best, bound=bound)

    def new_beam(self, width: int) -> Beam:
        """The arrays of one search."""
        beam = new_beam(self.problem, self.tables, self.start, width, self.weights)
        beam.progress[kernel.LAST_MOVE] = -1
        return beam._replace(scratch=np.zeros((2, len(self.start)), np.uint64))
