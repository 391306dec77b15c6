"""The graph of everything that can happen in a team game, with its arrays: explored in slices, grown as long as it may.

The driver of ``solver.kernels.team_graph``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.cards import Card
from solver.kernels import team_graph as kernels
from solver.kernels.turn import Indices, Words
from solver.rules.game import Direction
from solver.rules.turns import OpenTurn
from solver.search.limits import Limits
from solver.search.team_codec import (
    PackedGame,
    are_positions,
    cards_drawn,
    cards_left_in,
    laid_in_turn,
    state_words,
    tops_at,
    unpack_plays,
)
from solver.table.line import Line, Play, Turn
from solver.table.position import Position

SMALLEST = 1 << 12  # nodes
SLICE = 1 << 13  # nodes opened between two looks at the clock
MOST_EXACT = 2.0**53  # below this, sums in floating point are exact
NOT_REACHED = -1  # in place of a play: the start

Floats = npt.NDArray[np.float64]


class GraphPlays(NamedTuple):
    """The plays of a graph, one a row: from which node to which, the card and the pile, does the turn end with it?

    Piles are numbered as they stand in the node: like piles in the order of what they show.
    """

    parents: Indices
    children: Indices
    cards: Indices
    piles: Indices
    ends: Indices


class FacedPlay(NamedTuple):
    """A play of a node in cards: which card, on a pile of which direction that shows what; where it leads."""

    card: Card
    direction: Direction
    top: Card | None
    child: int
    ends: bool


def exact(count: Callable[[int], tuple[Floats, Words]]) -> int:
    """A number of 128 bits or, where a sum in floating point says that it is larger, of as many as it takes."""
    limbs = 2
    while True:
        sizes, counts = count(limbs)
        if sizes[0] * 1.001 < 2.0 ** (64 * limbs):
            return sum(int(word) << (64 * place) for place, word in enumerate(counts[0]))
        limbs *= 2


class TeamGraph:
    """The graph from one position on: explored as far as ``most`` nodes and the limits allow."""

    def __init__(self, position: Position, game: PackedGame, limits: Limits, most: int, first_turn_only: bool) -> None:
        self.position, self.game, self.problem = position, game, game.problem
        self.most, self.first_turn_only = most, first_turn_only
        self.arrays = self.room(SMALLEST)
        self.arrays.states[0] = game.start
        self._asked: set[int] = set()
        self.stopped = self.explore(limits)  # by what; None if everything is known

    @property
    def whole(self) -> bool:
        """Is everything there?"""
        return self.stopped is None

    def room(self, nodes: int) -> kernels.GraphArrays:
        """Empty arrays for so many nodes."""
        edges = 6 * nodes + 4 * self.problem.cards * self.problem.piles
        return kernels.GraphArrays(
            states=np.zeros((nodes, state_words(self.problem)), np.uint64),
            edges=np.zeros(edges, np.int64),
            first=np.zeros(nodes + 1, np.int64),
            heads=np.zeros(2 << (nodes - 1).bit_length(), np.int64),
            control=np.zeros(4, np.int64),
        )

    def explore(self, limits: Limits) -> str | None:
        """Go on until everything is known, or say which limit was hit."""
        while (outcome := kernels.explore(self.problem, self.arrays, self.first_turn_only, SLICE)) != kernels.DONE:
            if self.nodes >= self.most:
                return f"there are more than {self.most} states"
            if limits.left <= 0:
                return str(limits.reached)
            if outcome == kernels.FULL:
                self.grow()
            limits.tell("exploring", self.nodes, 0, sum(array.nbytes for array in self.arrays))
        return None

    def grow(self) -> None:
        """Twice the room; what is there is kept."""
        old, new = self.arrays, self.room(2 * self.arrays.states.shape[0])
        for name in ("states", "edges", "first", "control"):
            source = getattr(old, name)
            getattr(new, name)[: source.shape[0]] = source
        self.arrays = new
        kernels.enter_all(new)

    @property
    def nodes(self) -> int:
        """How many there are so far."""
        return int(self.arrays.control[kernels.NODES])

    @property
    def states(self) -> Words:
        """The states of the nodes."""
        return self.arrays.states[: self.nodes]

    @cached_property
    def are_positions(self) -> Indices:
        """The nodes at the start of a turn."""
        return np.nonzero(are_positions(self.states))[0]

    @cached_property
    def left(self) -> Indices:
        """The cards left at each node."""
        return cards_left_in(self.problem, self.states)

    @cached_property
    def laid(self) -> Indices:
        """For each node, the cards laid so far in its turn."""
        return laid_in_turn(self.states)

    @cached_property
    def plays(self) -> GraphPlays:
        """All plays, in the order of the nodes they are played at."""
        first = self.arrays.first[: self.nodes + 1]
        opened = np.nonzero(np.diff(first) > 0)[0]
        parents = np.repeat(opened, np.diff(first)[opened])
        return GraphPlays(parents, *unpack_plays(self.arrays.edges[: len(parents)]))

    def plays_at(self, node: int) -> list[FacedPlay]:
        """What may be laid at a node, like piles that show the same apart."""
        first, last = (int(self.arrays.first[at]) for at in (node, node + 1))
        return [self._faced(node, at) for at in range(first, last)]

    def _faced(self, node: int, at: int) -> FacedPlay:
        """One play of a node in cards."""
        child, number, pile, ends = (int(found[0]) for found in unpack_plays(self.arrays.edges[at : at + 1]))
        card, top = self.game.faces[number], self.game.faces[int(tops_at(self.states[node : node + 1], pile)[0])]
        assert card is not None  # a row card is not laid
        return FacedPlay(card, self.position.rules.piles[pile].direction, top, child, bool(ends))

    @cached_property
    def best(self) -> Indices:
        """For each node of a whole graph, the fewest cards left that can be reached."""
        best = np.zeros(self.nodes, np.int64)
        kernels.value_nodes(self.problem, self.arrays, best)
        return best

    @cached_property
    def _scratch(self) -> tuple[Indices, Indices, Indices]:
        return np.zeros(self.nodes, np.int64), np.zeros(self.nodes, np.int64), np.zeros(self.nodes, np.int64)

    @property
    def winning_plays(self) -> int:
        """Winning ways from the start, every order and pile apart."""
        return exact(self._plays_counted)

    @property
    def winning_lines(self) -> int:
        """Winning lines of different turns from the start."""
        return exact(lambda limbs: self._lines_counted(limbs)[:2])

    @cached_property
    def lines_and_turns(self) -> tuple[Floats, Indices]:
        """For each position, how many lines win (roughly, where they are many), and how many turns keep the win."""
        sizes, _, turns = self._lines_counted(1)
        return sizes, turns

    def _plays_counted(self, limbs: int) -> tuple[Floats, Words]:
        sizes, counts = np.zeros(self.nodes), np.zeros((self.nodes, limbs), np.uint64)
        kernels.count_plays(self.problem, self.arrays, self.best, sizes, counts)
        return sizes, counts

    def _lines_counted(self, limbs: int) -> tuple[Floats, Words, Indices]:
        seen, stack, found, turns = (np.zeros(self.nodes, np.int64) for _ in range(4))
        sizes, counts = np.zeros(self.nodes), np.zeros((self.nodes, limbs), np.uint64)
        kernels.count_lines(self.problem, self.arrays, self.best, seen, stack, found, sizes, counts, turns)
        return sizes, counts, turns

    def turns_from(self, node: int, winning: bool = False) -> Indices:
        """The positions that the turns of a position lead to; if asked, only those that keep the win."""
        seen, stack, found = self._scratch
        if node in self._asked:  # its stamp is in there from the last time
            seen[seen == node + 1] = 0
        self._asked.add(node)
        best = self.best if winning else seen
        return found[: kernels.turns_from(self.arrays, best, node, winning, seen, stack, found)].copy()

    # --- back to cards

    @cached_property
    def _came_by(self) -> Indices:
        """For each node, the first play that leads to it."""
        children, places = np.unique(self.plays.children, return_index=True)
        by = np.full(self.nodes, NOT_REACHED, np.int64)
        by[children] = places
        return by

    def line_to(self, node: int) -> Line:
        """A line from the start to a position."""
        plays = list[FacedPlay]()
        while node != 0:
            at = int(self._came_by[node])
            node = int(self.plays.parents[at])
            plays.append(self._faced(node, at))
        position, line, turn = self.position, list[Turn](), self.position.open_turn
        for play in reversed(plays):
            turn = turn.lay(*self._really(turn, play))
            if play.ends:
                line.append(position.ended(turn))
                position = position.after(line[-1])
                turn = position.open_turn
        return tuple(line)

    def _really(self, turn: OpenTurn, play: FacedPlay) -> tuple[Card, int]:
        """The card, and the pile as it really stands: in the graph like piles stand in order."""
        piles = self.position.rules.piles
        return play.card, next(
            number
            for number, shown in enumerate(turn.tops)
            if shown == play.top and piles[number].direction == play.direction
        )


class GraphTurns:
    """The different turns of the position that a graph starts from: where they lead, one way to play each, how many."""

    def __init__(self, graph: TeamGraph) -> None:
        self.graph = graph
        sizes, shown = np.zeros(graph.nodes), np.zeros(graph.nodes, np.uint64)
        self.last = np.zeros(graph.nodes, np.int64)
        tops = np.uint64(graph.game.start[0])
        kernels.trace_turns(graph.problem, graph.arrays, tops, 0, sizes, shown, self.last)
        positions = graph.are_positions
        self.outcomes = positions[(sizes[positions] > 0) & (positions > 0)]
        self.sizes, self._plays = sizes, dict[int, tuple[Play, ...]]({0: ()})

    def plays(self, node: int) -> tuple[Play, ...]:
        """One way to play the turn as far as this node."""
        known = self._plays.get(node)
        if known is None:
            before, number, pile, _ = (int(found[0]) for found in unpack_plays(self.last[node : node + 1]))
            card = self.graph.game.faces[number]
            assert card is not None  # a row card is not laid
            known = (*self.plays(before), Play(card, self.graph.position.rules.piles[pile].name))
            self._plays[node] = known
        return known

    def turn(self, node: int) -> Turn:
        """The turn that leads to a position, with what is drawn after it."""
        before, after = cards_drawn(self.graph.states[[0, node]]).tolist()
        position = self.graph.position
        return Turn(self.plays(node), position.player, position.draw.cards[: after - before])

    @property
    def states(self) -> Words:
        """The states that the turns lead to."""
        return self.graph.states[self.outcomes]

    def orders(self) -> list[int]:
        """For each outcome, in how many orders and on how many piles the turn can be played."""
        if self.sizes.max() < MOST_EXACT:
            return [int(size) for size in self.sizes[self.outcomes]]
        return self._exact_orders()

    def _exact_orders(self) -> list[int]:
        """The same where floating point would round: slowly, in whole numbers."""
        positions = set(self.graph.are_positions.tolist())
        exact = [0] * self.graph.nodes
        exact[0] = 1
        for parent, child in zip(*(places.tolist() for places in self.graph.plays[:2]), strict=True):
            if exact[parent] and (parent == 0 or parent not in positions):
                exact[child] += exact[parent]
        return [exact[node] for node in self.outcomes.tolist()]
