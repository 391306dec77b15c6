"""The graph of everything that can happen in the end of a team game, as a place to find puzzles in.

From one end position of a played game the whole graph is explored once; each of its thousands of positions is reached
by legal turns, and of each it is known how few cards can be left, how many lines win, and how many first turns do.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from solver import Position
from solver.search.limits import Limits
from solver.search.team_codec import renumbered
from solver.search.team_graph import TeamGraph
from solver.search.team_prices import UNREACHED, prices_of_plays

MOST_NODES = 60_000  # turns under way included: some tenths of a second
MOST_LEFT = 64  # cards, so that a hand is one word

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class EndGraph(TeamGraph):
    """The graph from one position on."""

    def __init__(self, position: Position, most: int = MOST_NODES) -> None:
        super().__init__(position, renumbered(position), Limits(), most, first_turn_only=False)

    @cached_property
    def tempting(self) -> Flags:
        """Is a turn that spoils the best as cheap at this position as any that keeps it?"""
        parents, children, _, _, ends = self.plays
        prices = prices_of_plays(self)[0]
        keeps = self.best[children] == self.best[parents]
        laid = self.laid[parents]
        any_turn, right, wrong = (np.full(self.nodes, UNREACHED, np.int64) for _ in range(3))
        for layer in range(int(laid.max(initial=-1)), -1, -1):
            now = laid == layer
            goes_wrong = np.where(
                keeps, np.where(ends, UNREACHED, wrong[children]), np.where(ends, 0, any_turn[children])
            )
            for costs, some, rest in (
                (any_turn, now, np.where(ends, 0, any_turn[children])),
                (right, now & keeps, np.where(ends, 0, right[children])),
                (wrong, now, goes_wrong),
            ):
                np.minimum.at(costs, parents[some], prices[some] + rest[some])
        return (wrong <= right) & (wrong < UNREACHED // 2)

    def positions(self, least: int, most: int) -> Numbers:
        """The nodes that are positions, with so many cards left; the one it starts from included."""
        nodes = self.are_positions
        left = self.left[nodes]
        return nodes[(left >= least) & (left <= most)]

    def third(self, node: int) -> int:
        """A third of the cards left: positions of nearly the same size are alike."""
        return int(self.left[node]) // 3


def largest_graph(positions: list[Position], least: int, most: int) -> EndGraph | None:
    """The graph of the earliest position that is still small enough, with no more cards than are of use."""
    best: EndGraph | None = None
    for position in reversed(positions):
        if position.cards_left < least:
            continue
        if position.cards_left > MOST_LEFT or (position.cards_left > most and best is not None):
            break
        graph = EndGraph(position)
        if not graph.whole:
            break
        best = graph
    return best
