"""What a solver of a puzzle sees: the turns of a position, what each seems to cost, and which of them are right.

Two turns are the same if no card still to be laid can tell where they lead: the same cards laid and drawn, and on piles
of the same direction (and owner) tops that the same cards follow, plainly or by a trick, whatever the tops themselves.

The price of a turn is the sum of the prices of its plays (see ``prices``) in the order in which that sum is least; its
*tricks* are the fewest in an order of that price.  So both depend on where a turn leads and on nothing else: not on the
order of its plays, nor on which of like piles was used; and a position turned upside down has the same.

A turn is *right* if the task can still be solved after it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from puzzles.puzzle import Task
from solver.stipulations.position import StipulatedPosition
from solver.table.line import Turn
from solver.table.position import Position

RIGHT, WRONG, UNDECIDED = 1, 2, 0  # as the searches number them: YES, NO, UNDECIDED
Place = tuple[int, ...]
REACH = 6  # a turn that costs so much more than the cheapest is hardly thought of


class Viewer(Protocol):
    """Eyes for the positions of one puzzle.  ``cut``: something was too much to look at, or stayed undecided."""

    root: Position
    task: Task
    cut: bool

    def is_over(self, position: Position) -> bool:
        """Is there nothing more to find?"""

    def view(self, position: Position, turns_so_far: int) -> TurnsView | None:
        """All turns of a position; None where there are too many ways to play part of one."""

    def decide(self, view: TurnsView, turns: list[int]) -> None:
        """Find out which of these turns are right."""

    def turn(self, view: TurnsView, at: int) -> Turn:
        """One way to play a turn."""

    def place(self, position: Position) -> Place:
        """What makes two positions of the puzzle the same."""

    def place_after(self, view: TurnsView, at: int) -> Place:
        """The place that a turn leads to, found without playing the turn."""

    def depths(self, view: TurnsView, wrong: list[int]) -> list[int]:
        """For each of these wrong turns, how long it looks fine: how many cards can still be laid after it."""


@dataclass
class TurnsView:
    """The different turns of a position, numbered; what each costs, its tricks, cards laid, and is it right?

    ``right`` is asked for through ``near`` or ``rights``, which see to it that what they need is decided.  Where the
    solver of the puzzle is not to move, no turn is right or wrong.
    """

    position: Position
    turns_so_far: int
    prices: list[int]
    tricks: list[int]
    right: list[int]
    laid: list[int]
    solver_moves: bool
    viewer: Viewer = field(repr=False)
    handle: object = field(repr=False)  # what the viewer needs to say more about a turn
    decided: bool  # is every turn?

    def __len__(self) -> int:
        return len(self.prices)

    @cached_property
    def least(self) -> int:
        """The price of the cheapest turn."""
        return min(self.prices)

    @cached_property
    def near(self) -> list[int]:
        """The turns that are thought of: those within reach of the cheapest, and on to the first that is right."""
        reach, dearest = REACH, max(self.prices) - self.least
        self.decide([at for at in range(len(self)) if self.excess(at) <= reach])
        near = [at for at in range(len(self)) if self.excess(at) <= reach]
        while self.solver_moves and reach < dearest and not any(self.right[at] == RIGHT for at in near):
            reach += 1
            fresh = [at for at in range(len(self)) if self.excess(at) == reach]
            self.decide(fresh)
            near += fresh
        return near

    @cached_property
    def near_rights(self) -> list[int]:
        """The right turns among those that are thought of."""
        return [at for at in self.near if self.right[at] == RIGHT]

    @cached_property
    def rights(self) -> list[int]:
        """All right turns."""
        self.decide([at for at in range(len(self)) if self.right[at] == UNDECIDED])
        self.decided = True
        return [at for at, right in enumerate(self.right) if right == RIGHT]

    def is_right(self, at: int) -> bool:
        """Is this turn right?"""
        if self.right[at] == UNDECIDED:
            self.decide([at])
        return self.right[at] == RIGHT

    def decide(self, turns: list[int]) -> None:
        """Have these turns decided."""
        if not self.decided and self.solver_moves:
            self.viewer.decide(self, turns)

    def excess(self, at: int) -> int:
        """How much more a turn costs than the cheapest."""
        return self.prices[at] - self.least

    def turn(self, at: int) -> Turn:
        """One way to play a turn."""
        return self.viewer.turn(self, at)

    def after(self, at: int) -> Position:
        """The position after a turn."""
        return self.position.after(self.turn(at))

    def find(self, after: Position) -> int | None:
        """The number of the turn that leads to this position, or to one that is the same."""
        place = self.viewer.place(after)
        return next((at for at in range(len(self)) if self.viewer.place_after(self, at) == place), None)


def viewer_of(position: Position, task: Task) -> Viewer:
    """Eyes for the positions of one puzzle."""
    if position.rules.game.is_duel:
        from puzzles.rating.viewer_duel import DuelViewer

        return DuelViewer(position, task)
    from puzzles.rating.viewer_orders import OrdersViewer
    from puzzles.rating.viewer_team import StipulatedViewer, TeamViewer

    if task.kind.every_order:
        return OrdersViewer(position, task)

    if isinstance(position, StipulatedPosition):
        return StipulatedViewer(position, task)
    return TeamViewer(position, task)
