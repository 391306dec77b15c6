"""The graph of everything that can happen in the end of a team game, as a place to find puzzles in.

From one end position of a played game the whole graph is explored once; each of its thousands of positions is reached
by legal turns, and of each it is known how few cards can be left, how many lines win, and how many first turns do.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from puzzles.generate.sensible import turn_laid
from puzzles.rating.viewer_team import UNREACHED, laid_in_turn, priced_edges
from solver import Card, Line, Position, Turn
from solver.kernels import team_graph as kernels
from solver.rules.turns import OpenTurn
from solver.search.limits import Limits
from solver.search.team_graph import TeamGraph, renumbered

MOST_NODES = 60_000  # turns under way included: some tenths of a second
MOST_LEFT = 64  # cards, so that a hand is one word

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class EndGraph:
    """The graph from one position on."""

    def __init__(self, position: Position, most: int = MOST_NODES) -> None:
        self.position, self.numbers = position, renumbered(position)
        self.graph = TeamGraph(position, self.numbers, Limits(), most, first_turn_only=False)

    @property
    def whole(self) -> bool:
        """Was everything explored?"""
        return self.graph.whole

    @property
    def best(self) -> Numbers:
        """The fewest cards that can be left from each node on."""
        return self.graph.best

    @cached_property
    def left(self) -> Numbers:
        """The cards left at each node."""
        states = self.graph.states
        held = np.ascontiguousarray(states[:, 2:]).view(np.uint8)
        in_hands: Numbers = np.unpackbits(held, axis=1).sum(axis=1, dtype=np.int64)
        drawn = (states[:, 1] & np.uint64(255)).astype(np.int64)
        left: Numbers = in_hands + len(self.position.draw.cards) - drawn
        return left

    @cached_property
    def _counted(self) -> tuple[npt.NDArray[np.float64], Numbers]:
        graph = self.graph
        seen, stack, found, turns = (np.zeros(graph.nodes, np.int64) for _ in range(4))
        sizes, counts = np.zeros(graph.nodes), np.zeros((graph.nodes, 1), np.uint64)
        kernels.count_lines(graph.problem, graph.arrays, graph.best, seen, stack, found, sizes, counts, turns)
        return sizes, turns

    @property
    def lines(self) -> npt.NDArray[np.float64]:
        """How many lines win from each position (roughly, where they are very many)."""
        return self._counted[0]

    @property
    def winning_turns(self) -> Numbers:
        """How many different turns keep the win at each position."""
        return self._counted[1]

    @cached_property
    def tempting(self) -> Flags:
        """Is a turn that spoils the best as cheap at this position as any that keeps it?"""
        parents, edges, prices, _ = priced_edges(self.graph)
        children, ends = edges >> 16, edges & kernels.ENDS > 0
        keeps = self.best[children] == self.best[parents]
        laid = laid_in_turn(self.graph)[parents]
        any_turn, right, wrong = (np.full(self.graph.nodes, UNREACHED, np.int64) for _ in range(3))
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
        nodes = self.graph.are_positions
        left = self.left[nodes]
        return nodes[(left >= least) & (left <= most)]

    def third(self, node: int) -> int:
        """A third of the cards left: positions of nearly the same size are alike."""
        return int(self.left[node]) // 3

    def turns_from(self, node: int) -> Numbers:
        """The positions that the turns of a position lead to."""
        return self.graph.turns_from(node)

    # --- back to cards

    @cached_property
    def _came_by(self) -> tuple[Numbers, Numbers]:
        """For each node, the first edge that leads to it, and the node that the edge comes from (-1 at the start)."""
        arrays, nodes = self.graph.arrays, self.graph.nodes
        edges = arrays.edges[: int(arrays.control[kernels.EDGES])]
        children, places = np.unique(edges >> 16, return_index=True)
        by, parent = np.full(nodes, -1, np.int64), np.full(nodes, -1, np.int64)
        by[children] = edges[places]
        parent[children] = np.searchsorted(arrays.first[: nodes + 1], places, side="right") - 1
        return by, parent

    def line_to(self, node: int) -> Line:
        """A line from the start to a position."""
        by, parent = self._came_by
        nodes = [node]
        while nodes[-1] != 0:
            nodes.append(int(parent[nodes[-1]]))
        position, line, turn = self.position, list[Turn](), self.position.open_turn
        for child in reversed(nodes[:-1]):
            edge = int(by[child])
            turn = turn.lay(*self.play(turn, int(parent[child]), edge))
            if edge & kernels.ENDS:
                line.append(turn_laid(position, turn))
                position = position.after(line[-1])
                turn = position.open_turn
        return tuple(line)

    def play(self, turn: OpenTurn, node: int, edge: int) -> tuple[Card, int]:
        """The card of an edge, and the pile as it really stands: in the graph like piles stand in order."""
        cards, slot = self.numbers.cards, edge >> 8 & 15
        card, top = cards[edge & 255], cards[int(self.graph.states[node, 0]) >> (8 * slot) & 255]
        piles = self.position.rules.piles
        pile = next(
            number
            for number, shown in enumerate(turn.tops)
            if shown == top and piles[number].direction == piles[slot].direction
        )
        assert card is not None  # a row card is not laid
        return card, pile


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
