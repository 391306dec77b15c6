"""The fewest turns of a win by layers of positions: for as many turns as are not yet refuted, then for one more."""

from __future__ import annotations

import numpy as np

from solver.kernels.turn import Indices, Problem, Words
from solver.search.fresh_hands import FreshHands
from solver.search.limits import Limits
from solver.search.team_codec import cards_left
from solver.search.turn_layers import SLICE, TurnLayers


class TurnProof:
    """The fewest turns of a win: no win takes fewer than ``bound``; ``won``: one takes that many, see ``line``.

    ``able``: there has been memory enough.
    """

    def __init__(self, problem: Problem, start: Words, limits: Limits, bound: int) -> None:
        self.problem, self.start, self.limits = problem, start, limits
        self.bound, self.looked_at, self.won, self.able = bound, 0, False, True
        self.cards = cards_left(problem, start)
        self.fresh = FreshHands(problem, start, limits, bound)
        self.layers: TurnLayers | None = None
        self.line: Indices = np.zeros((0, 3), np.int64)

    @property
    def states(self) -> int:
        """States looked at so far."""
        return self.looked_at + self.fresh.states

    def search(self, states: int, best: int) -> None:
        """Raise the bound, up to ``best``, until so many states have been looked at in all or the time is up."""
        while self.able and not self.won and self.bound < best and self.states < states and self.limits.left > 0:
            if self.layers is None and self.prepared(states):
                memory = self.limits.memory_bytes
                self.layers = TurnLayers(self.problem, self.start, self.bound, memory, fatal=self.fresh.fatal)
            if self.layers is not None:
                self.go_on(self.layers, states - self.states)
                size, laid = self.layers.bytes, self.layers.laid
                self.limits.tell("proving", self.states, laid, size, best=best, bound=self.bound)
                if self.layers.over:
                    self.layers = None

    def prepared(self, states: int) -> bool:
        """Work out the fresh tables for up to half of the cards to spare."""
        half = (self.bound * self.problem.hand - self.cards) // 2
        while self.fresh.able and self.fresh.spares <= half and self.states < states and self.limits.left > 0:
            self.fresh.widen()
        return not self.fresh.able or self.fresh.spares > half

    def go_on(self, layers: TurnLayers, states: int) -> None:
        """One slice of work."""
        before = layers.states
        status = layers.run(min(SLICE, states))
        self.looked_at += layers.states - before
        if status == "won":
            self.won, self.line = True, layers.line
        elif status:
            self.able = status == "lost"
            self.bound += self.able
