"""Unknown orders of Face to Face: the turns are listed once, and decided anew for each order."""

from __future__ import annotations

from collections.abc import Iterator

from solver.analysis.choices import MOST_UNDER_WAY
from solver.analysis.duel_judge import DuelJudge, distinct_turns
from solver.analysis.orders import Draws, Tally, with_order
from solver.errors import DoesNotAddUp
from solver.search.limits import Limits
from solver.table.line import Turn
from solver.table.position import Position


class DuelTally(Tally):
    """Face to Face: does the player to move win with best play, both orders being known?"""

    def __init__(self, position: Position, limits: Limits) -> None:
        super().__init__()
        self.position, self.limits = position, limits
        found = distinct_turns(position)
        if found is None:
            raise DoesNotAddUp(f"more than {MOST_UNDER_WAY} ways to play part of the turn: too many to compare")
        self.ends = list(found.values())
        self.numbers = [[0, 0, 0] for _ in self.ends]

    def look_at(self, draws: Draws) -> None:
        """Every turn with one memory."""
        position = with_order(self.position, draws)
        judge, yes, unknown = DuelJudge(position, self.limits), 0, 0
        for end, numbers in zip(self.ends, self.numbers, strict=True):
            winner = judge.winner(position.after(position.ended(end.turn)))
            numbers[2 if winner is None else 0 if winner == position.to_move else 1] += 1
            yes, unknown = yes + (winner == position.to_move), unknown + (winner is None)
        self.note(yes, unknown)

    def tallies(self) -> Iterator[tuple[Turn, int, tuple[int, int, int]]]:
        """Each choice with its numbers."""
        for end, numbers in zip(self.ends, self.numbers, strict=True):
            yield self.position.ended(end.turn)._replace(drawn=None), end.same, (numbers[0], numbers[1], numbers[2])
