"""A position together with what is still to be met on the way to a win."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solver.stipulations.stipulation import Stipulation
from solver.table.line import Play, Turn
from solver.table.position import Position


@dataclass(frozen=True, repr=False)
class StipulatedPosition(Position):
    """A position on the way to a win of a certain kind; ``left`` is None where that cannot be met any more."""

    left: Stipulation | None = None

    def after(self, turn: Turn | Iterable[Play]) -> StipulatedPosition:
        """The position after a legal turn, and what is left to be met then."""
        turn = turn if isinstance(turn, Turn) else Turn(tuple(turn))
        left = None if self.left is None else self.left.after(self, turn)
        return with_stipulation(super().after(turn), left)

    @property
    def is_met(self) -> bool:
        """Is every card laid, and everything met?"""
        return self.cards_left == 0 and self.left is not None and self.left.is_met


def with_stipulation(position: Position, left: Stipulation | None) -> StipulatedPosition:
    """The same position, with what is left to be met."""
    return StipulatedPosition(position.rules, position.tops, position.hands, position.draws, position.to_move, left)
