"""Solvers of graded skill where nobody knows the order of the draw pile.

A turn is seen to fail by an order that loses after it.  That takes one table where one sentence says it of every order;
else one and what it takes in the order that shows it soonest.
"""

from __future__ import annotations

from dataclasses import replace

from puzzles.puzzle import Puzzle
from puzzles.rating.skill import MOST_LOOKS, UNSEEN, Look, SkilledSolver
from puzzles.rating.viewer import TurnsView, Viewer
from puzzles.rating.viewer_orders import OrdersViewer
from puzzles.rating.viewer_team import TeamViewer
from solver.analysis.every_order import Order, in_the_order
from solver.table.position import Position


class OrdersSolver(SkilledSolver):
    """What a solver sees in one puzzle: for each order a solver who knows it."""

    def __init__(self, puzzle: Puzzle, viewer: OrdersViewer, look: Look) -> None:
        super().__init__(puzzle, viewer, look)
        self.puzzle, self.safe = puzzle, viewer.safe
        self.knowing: dict[Order, SkilledSolver] = {}

    def tables(self, position: Position, done: int, hero: int) -> int:
        """How many tables it takes to see that the turn which led here fails in some order."""
        at = self.safe.find(position)
        assert at is not None, "it comes of the first turn"
        key = ((at,), done, hero)
        if key not in self.known:
            self.known[key] = self.tables_of(at, done, hero)
        return self.known[key]

    def tables_of(self, at: int, done: int, hero: int) -> int:
        """The same of a turn by its number."""
        lost = [(self.knows(order), self.safe.after(at, order)) for order in self.safe.lost_orders(at)]
        plain = [solver.is_plain(after, done, hero) for solver, after in lost]
        if any(plain):
            return 1 if all(plain) and len(lost) == len(self.safe.orders) else 2
        return min(1 + min((self.looked(*each, done, hero) for each in lost), default=UNSEEN), UNSEEN)

    def looked(self, solver: SkilledSolver, after: Position, done: int, hero: int) -> int:
        """What it takes in one order; all orders share what may be looked at."""
        if self.looks > MOST_LOOKS:
            return UNSEEN
        solver.looks = self.looks
        found = solver.tables(after, done, hero)
        self.looks = solver.looks
        self.viewer.cut |= solver.viewer.cut
        return found

    def knows(self, order: Order) -> SkilledSolver:
        """A solver who knows the order, made once."""
        if order not in self.knowing:
            position = in_the_order(self.puzzle.position, order)
            viewer = TeamViewer(position, self.puzzle.task)
            self.knowing[order] = SkilledSolver(replace(self.puzzle, position=position), viewer, looking(viewer))
        return self.knowing[order]


def looking(viewer: TeamViewer) -> Look:
    """The turns of positions, each looked at once."""
    known: dict[tuple[int, ...], TurnsView | None] = {}

    def look(position: Position, done: int) -> TurnsView | None:
        place = viewer.place(position)
        if place not in known:
            known[place] = viewer.view(position, done)
        return known[place]

    return look


def solver_of(puzzle: Puzzle, viewer: Viewer, look: Look) -> SkilledSolver:
    """The solvers of a puzzle."""
    if isinstance(viewer, OrdersViewer):
        return OrdersSolver(puzzle, viewer, look)
    return SkilledSolver(puzzle, viewer, look)
