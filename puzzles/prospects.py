"""What a solver of a puzzle sees: the turns of a position, what each seems to cost, and which of them are right.

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
from solver.line import Turn
from solver.position import Position

RIGHT, WRONG, UNDECIDED = 1, 2, 0  # as the searches number them: YES, NO, UNDECIDED


class Sight(Protocol):
    """Eyes for the positions of one puzzle.  ``cut``: something was too much to look at, or stayed undecided."""

    root: Position
    task: Task
    cut: bool

    def is_over(self, position: Position) -> bool:
        """Is there nothing more to find?"""

    def view(self, position: Position, turns_so_far: int) -> View | None:
        """All turns of a position; None where there are too many ways to play part of one."""

    def turn(self, view: View, at: int) -> Turn:
        """One way to play a turn."""

    def depths(self, view: View, wrong: list[int]) -> list[int]:
        """For each of these wrong turns, how long it looks fine: how many cards can still be laid after it."""


@dataclass
class View:
    """The different turns of a position, numbered; what each costs, its tricks, cards laid, and is it right?

    ``right`` is filled in only where the solver of the puzzle is to move; elsewhere all are UNDECIDED.
    """

    position: Position
    turns_so_far: int
    prices: list[int]
    tricks: list[int]
    right: list[int]
    laid: list[int]
    solver_moves: bool
    sight: Sight = field(repr=False)
    handle: object = field(repr=False, default=None)  # what the sight needs to say more about a turn

    def __len__(self) -> int:
        return len(self.prices)

    @cached_property
    def least(self) -> int:
        """The price of the cheapest turn."""
        return min(self.prices)

    @cached_property
    def rights(self) -> list[int]:
        """The right turns."""
        return [at for at, right in enumerate(self.right) if right == RIGHT]

    def excess(self, at: int) -> int:
        """How much more a turn costs than the cheapest."""
        return self.prices[at] - self.least

    def turn(self, at: int) -> Turn:
        """One way to play a turn."""
        return self.sight.turn(self, at)

    def after(self, at: int) -> Position:
        """The position after a turn."""
        return self.position.after(self.turn(at))

    def find(self, after: Position) -> int | None:
        """The number of the turn that leads to this position, like piles in any order."""
        wanted = place_of(after)
        same_cards = (at for at in range(len(self)) if self.laid[at] == self.position.cards_left - after.cards_left)
        return next((at for at in same_cards if place_of(self.after(at)) == wanted), None)


def sight_of(position: Position, task: Task) -> Sight:
    """Eyes for the positions of one puzzle."""
    if position.rules.game.is_duel:
        from puzzles.sight_duel import DuelSight

        return DuelSight(position, task)
    from puzzles.sight_team import TeamSight

    return TeamSight(position, task)


def place_of(position: Position) -> tuple[object, ...]:
    """What makes two positions of one game the same: like piles in any order."""
    from solver.analysis.choices import in_order

    over = position.cards_left == 0
    draws = tuple(len(pile.cards) for pile in position.draws)
    return in_order(position.rules, position.tops), position.hands, draws, None if over else position.to_move
