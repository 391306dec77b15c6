"""Many states of one game decided with one memory: can each be won, and if not, how few cards can be left?"""

from __future__ import annotations

import numpy as np

from solver.facts import safe_plays, usual
from solver.kernels import decide_states as kernels
from solver.kernels.goal_search import GoalArrays
from solver.kernels.turn import Indices, Problem, Words
from solver.search.exhaust import memo_for, stack_for
from solver.search.limits import Limits
from solver.search.team_codec import cards_left, cards_left_in, everything_laid

MEMO_ROWS = 1 << 15
SLICE = 20_000  # states opened between two looks at the clock
CHUNK = 256  # states decided between two looks at the clock, where those opened are limited together
YES, NO, UNDECIDED = kernels.YES, kernels.NO, kernels.UNDECIDED


class StatesDecider:
    """The searches about states of one problem."""

    def __init__(self, problem: Problem, start: Words, limits: Limits, rows: int = MEMO_ROWS) -> None:
        self.problem, self.limits = problem, limits
        self.stack = stack_for(problem, cards_left(problem, start))
        self.memo = memo_for(problem, rows)
        self.rows, self.facts, self.states = rows, usual(problem), 0

    def turn_to(self, problem: Problem) -> None:
        """Another order of the draw pile: what was dead need not be."""
        self.problem, self.memo = problem, memo_for(problem, self.rows)

    def decided(self, starts: Words, budget: int, last: int | None = None) -> Indices:
        """YES, NO or UNDECIDED for each state; budgets as in ``winnable``."""
        answers = np.where(everything_laid(self.problem, starts), YES, UNDECIDED)
        self.winnable(starts, answers, budget, last)
        return answers

    def winnable(self, starts: Words, answers: Indices, budget: int, last: int | None = None) -> None:
        """Fill in YES or NO for each state that is UNDECIDED, after at most so many states each.

        Stops early once ``last`` states have been opened in all.
        """
        at = 0
        while at < len(starts):
            opened, looked_at = kernels.decide_each(
                self.problem, self.facts, self.stack, self.memo, starts[at:], answers[at:], budget, SLICE
            )
            self.states, at = self.states + opened, at + looked_at
            self.limits.tell("deciding", self.states, 0)
            if self.limits.left <= 0 or (last is not None and self.states >= last):
                break

    def fewest_left(self, starts: Words, fewest: Indices, budget: int) -> None:
        """For each state, none of which can be won, fill in the fewest cards left that can be reached.

        At most so many states in all; what was not decided stays as it is.
        """
        cards = cards_left_in(self.problem, starts)
        undecided, most_left, last = np.arange(len(starts)), 1, self.states + budget
        while len(undecided) and self.limits.left > 0 and self.states < last:
            answers = self.lowered(starts[undecided], cards[undecided], most_left, last)
            fewest[undecided[answers == YES]] = most_left
            undecided, most_left = undecided[answers == NO], most_left + 1

    def lowered(self, starts: Words, cards: Indices, most_left: int, last: int) -> Indices:
        """Can a turn end with at most so many cards left?"""
        answers, facts = np.zeros(len(starts), np.int64), self.facts & ~safe_plays.BIT
        memo, rows = memo_for(self.problem, self.rows), self.stack.states.shape[0]
        goal = GoalArrays(np.array([most_left, -1], np.int64), np.zeros(rows, np.int64))
        for at in range(0, len(starts), CHUNK):
            part, budget = slice(at, at + CHUNK), last - self.states
            self.states += kernels.lower_each(
                self.problem, facts, self.stack, memo, goal, starts[part], cards[part], answers[part], budget
            )
            self.limits.tell("fewest cards left", self.states, 0)
            if self.limits.left <= 0 or self.states >= last:
                break
        return answers
