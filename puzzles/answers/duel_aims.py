"""What keeps a task of Face to Face: a win against every defence, a win in time, a win with the opponent's help."""

from __future__ import annotations

from abc import ABC, abstractmethod

from puzzles.answers.task_judge import Judged, in_fixed_order
from puzzles.tasks.kind import turns_of_both
from solver import Choice, Position, Turn
from solver.analysis.duel_judge import DuelJudge, distinct_turns
from solver.search.limits import Limits

NEVER = 10_000  # more turns than any game has


class Duelling(ABC):
    """A task of the player who moves first in the puzzle: its hero."""

    def __init__(self, position: Position, limits: Limits) -> None:
        self.judge, self.hero = DuelJudge(position, limits), position.to_move

    def won_by_hero(self, position: Position) -> bool:
        """Is the game over, and is the hero its winner?"""
        outcome = position.outcome
        return outcome is not None and outcome.winner == position.rules.player_names[self.hero]

    @abstractmethod
    def reached(self, position: Position, done: int) -> bool:
        """Has the hero won as the task asks?"""

    @abstractmethod
    def keeps(self, position: Position, done: int) -> bool | None:
        """Can the hero still win as the task asks?"""

    def judged(self, position: Position, done: int) -> list[Judged] | None:
        """Every different turn of whoever is to move."""
        if position.outcome is not None:
            return []
        ends = distinct_turns(position)
        if ends is None:
            return None
        found = list[Judged]()
        for end in ends.values():
            turn = position.ended(end.turn)
            kept = self.keeps(position.after(turn), done + 1)
            verdict = {True: "winnable", False: "unwinnable", None: "unknown"}[kept]
            found.append((Choice(turn, end.same, verdict), kept))
        return in_fixed_order(found)

    def best_defence(self, position: Position, done: int) -> Turn | None:
        """A turn after which the task cannot be solved; where there is none, one that holds out longest."""
        judged = self.judged(position, done)
        if not judged:
            return None
        return max(judged, key=lambda one: self.strength(position.after(one[0].turn), one[1]))[0].turn

    def strength(self, after: Position, kept: bool | None) -> int:
        """How long the hero needs after a defence, as far as it is known."""
        if kept:
            return self.judge.turns(after, self.hero) or 0
        return NEVER if kept is None else NEVER + 1


class Won(Duelling):
    """The hero is to win with best play, in however many turns."""

    def reached(self, position: Position, done: int) -> bool:
        """Has the hero won?"""
        return self.won_by_hero(position)

    def keeps(self, position: Position, done: int) -> bool | None:
        """Does the hero win against every defence?"""
        winner = self.judge.winner(position)
        return None if winner is None else winner == self.hero


class InTime(Duelling):
    """The hero is to win in so many turns of the own: against every defence, or with the opponent's help."""

    def __init__(self, position: Position, helped: bool, own_turns: int | None, limits: Limits) -> None:
        super().__init__(position, limits)
        self.turns = None if own_turns is None else turns_of_both(own_turns)  # None: how few it takes is not decided
        self.choosers = frozenset({0, 1}) if helped else frozenset({self.hero})

    def reached(self, position: Position, done: int) -> bool:
        """Has the hero won in time?"""
        return self.turns is not None and self.won_by_hero(position) and done <= self.turns

    def keeps(self, position: Position, done: int) -> bool | None:
        """Does the hero still win in time?"""
        if self.turns is None:
            return None
        if position.outcome is not None or done >= self.turns:
            return self.reached(position, done)
        search = self.judge.solver.search(self.hero, self.choosers)
        return search.ask(self.judge.state_of(position), self.turns - done).yes
