"""A candidate: a position that came about in a game, and what it might ask."""

from __future__ import annotations

from dataclasses import dataclass

from puzzles.puzzle import Task
from solver import Line, Position


@dataclass(frozen=True)
class Candidate:
    """A position with a task; ``played`` for where-lost.

    ``game`` is the line from the deal to the position; None where the position was changed, and none is known.
    """

    position: Position
    task: Task
    played: Line = ()
    game: Line | None = None


@dataclass(frozen=True)
class Size:
    """How many cards may be left in a puzzle's position, both ends included."""

    least: int
    most: int

    def __contains__(self, cards: object) -> bool:
        return isinstance(cards, int) and self.least <= cards <= self.most

    def __str__(self) -> str:
        return f"{self.least}:{self.most}"
