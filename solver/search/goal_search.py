"""Proofs of what a position is worth, with their arrays: the fewest cards left, the fewest turns."""

from __future__ import annotations

import numpy as np

from solver.facts import usual
from solver.kernels import goal_search as kernels
from solver.kernels.exhaust import DEPTH, OPENED, SAFE_PLAYS, SOLO_TURNS
from solver.kernels.turn import Problem, Words
from solver.search.exhaust import SLICE, ExhaustiveSearch
from solver.search.limits import Limits
from solver.search.team_codec import cards_left

MOST_TURNS = 254  # a byte of the key


class GoalSearch(ExhaustiveSearch):
    """A search with another aim than laying every card; runs in slices and watches the clock."""

    def __init__(self, problem: Problem, start: Words, limits: Limits, facts: int) -> None:
        super().__init__(problem, start, limits.memory_bytes, facts)
        self.limits, self.cards = limits, cards_left(problem, start)
        self.goal = kernels.GoalArrays(
            aim=np.array([0, -1], np.int64),
            spare=np.zeros(self.cards + 2, np.int64),
        )

    def go_on(self, budget: int) -> int:
        """The kernel with another aim; "won": it is reached by ``line``, "lost": it cannot be."""
        return kernels.reach_goal(self.problem, self.facts, self.stack, self.memo, self.goal, budget)


class FewestLeft(GoalSearch):
    """The fewest cards left at the end of a line of whole turns: ``best`` so far, proved once ``done``."""

    def __init__(self, problem: Problem, start: Words, limits: Limits, best: int) -> None:
        super().__init__(problem, start, limits, usual(problem) & ~SAFE_PLAYS)
        self.best, self.done, self.improved = best, False, False

    def search(self) -> bool:
        """Search until the fewest are proved or the time is up: are they?  ``improved``: ``line`` leaves ``best``."""
        while not self.done and self.limits.left > 0:
            self.goal.aim[kernels.LEFT] = self.best - 1
            status = "lost" if self.best == 0 else self.run(SLICE)
            if status == "won":
                self.best, self.improved = self.cards - self.deepest, True
            self.done = status == "lost"
            self.limits.tell("proving", self.states, self.cards - self.best, self.bytes, best=self.best)
        return self.done


class FewestTurns(GoalSearch):
    """The fewest turns of a win: no win takes fewer than ``bound``; ``won``: one takes that many, see ``line``."""

    def __init__(self, problem: Problem, start: Words, limits: Limits) -> None:
        super().__init__(problem, start, limits, usual(problem) & ~(SAFE_PLAYS | SOLO_TURNS))
        self.bound = 1 + int(kernels.turns_needed(problem, self.stack.states, 0, self.cards))
        self.won = False
        self.able = self.bound <= MOST_TURNS and (problem.players > 1 or problem.cards <= kernels.MOST_EXACT_CARDS)

    def search(self, states: int, best: int) -> None:
        """Raise the bound, up to ``best``, until so many states have been opened in all or the time is up."""
        while self.able and not self.won and self.bound < best and self.states < states and self.limits.left > 0:
            self.goal.aim[kernels.TURNS] = self.bound
            status = self.run(min(SLICE, states - self.states))
            self.won = status == "won"
            if status == "lost":
                self.bound += 1
                self.control[OPENED] = self.control[DEPTH] = 0
            self.limits.tell("proving", self.states, self.deepest, self.bytes, best=best, bound=self.bound)
