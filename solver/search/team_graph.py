"""The graph of everything that can happen, with its arrays: explored in slices, grown as long as it may.

Positions with at most 64 cards left are renumbered: only the cards left, the row card and the tops that lie there
now have numbers, so that a set of cards is one word and the tables are short.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.cards import Card
from solver.kernels import team_graph as kernels
from solver.kernels.turn import Indices, Problem, Words
from solver.rules.follow import follow_tables
from solver.search.limits import Limits
from solver.search.team_codec import command_numbers, game_as_numbers, pack
from solver.table.line import Play
from solver.table.position import Position

SMALLEST = 1 << 12  # nodes
SLICE = 1 << 13  # nodes opened between two looks at the clock
MOST_EXACT = 2.0**53  # below this, sums in floating point are exact


@dataclass(frozen=True)
class Packed:
    """A problem, the state it starts from, and which card each number stands for (None: a row card)."""

    problem: Problem
    start: Words
    cards: Sequence[Card | None]


def packed(position: Position) -> Packed:
    """The whole game as numbers, as the searches know it."""
    problem, start = pack(position)
    return Packed(problem, start, (*position.rules.cards, None))


def renumbered(position: Position) -> Packed:
    """The same with numbers for the cards left and the tops only."""
    if position.cards_left > 64:
        return packed(position)
    rules, index = position.rules, position.rules.card_indices
    left = sorted(card for cards in (*position.hands, position.draw.cards) for card in cards)
    shown = [top for top in position.tops if top is not None]
    faces: list[Card | None] = [*left, None, *shown]
    tops = [len(rules.cards) if face is None else index[face] for face in faces]
    places = [index[card] for card in left]
    number = {card: place for place, card in enumerate(faces)}

    def table(masks: Sequence[Sequence[int]]) -> Words:
        rows = [
            [sum((side[top] >> card & 1) << place for place, card in enumerate(places)) for top in tops]
            for side in masks
        ]
        return np.stack([np.array(rows, np.uint64), np.zeros((2, len(tops)), np.uint64)], axis=2)

    with_trick, plain = follow_tables(rules)
    draw = [number[card] for card in position.draw.cards]
    pending = [[sum(1 << card for card in draw[drawn:]), 0] for drawn in range(len(draw) + 1)]
    problem = game_as_numbers(rules)._replace(
        follow=table(with_trick),
        plain=table(plain),
        command=command_numbers(rules, faces),
        draw=np.array(draw, np.int64),
        pending=np.array(pending, np.uint64),
        cards=len(left),
    )
    hands = [word for hand in position.hands for word in (sum(1 << number[card] for card in hand), 0)]
    tops_word = sum(number[top] << (8 * pile) for pile, top in enumerate(position.tops))
    return Packed(problem, np.array([tops_word, position.to_move << 8, *hands], np.uint64), faces)


class TeamGraph:
    """The graph from one position on: explored as far as ``most`` nodes and the limits allow."""

    def __init__(self, position: Position, numbers: Packed, limits: Limits, most: int, first_turn_only: bool) -> None:
        self.position, self.numbers, self.problem = position, numbers, numbers.problem
        self.most, self.first_turn_only = most, first_turn_only
        self.arrays = self.room(SMALLEST)
        self.arrays.states[0] = numbers.start
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
            states=np.zeros((nodes, 2 + 2 * self.problem.players), np.uint64),
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
                return limits.out_of_time
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
        return np.nonzero(self.states[:, 1] >> np.uint64(12) == 0)[0]

    @cached_property
    def best(self) -> Indices:
        """For each node of a whole graph, the fewest cards left that can be reached."""
        best = np.zeros(self.nodes, np.int64)
        kernels.value_nodes(self.problem, self.arrays, best)
        return best

    @cached_property
    def _scratch(self) -> tuple[Indices, Indices, Indices]:
        return np.zeros(self.nodes, np.int64), np.zeros(self.nodes, np.int64), np.zeros(self.nodes, np.int64)

    def count_plays(self, limbs: int) -> tuple[float, Words]:
        """Winning ways from the start, every order and pile apart: roughly, and exactly if so many limbs hold it."""
        sizes, counts = np.zeros(self.nodes), np.zeros((self.nodes, limbs), np.uint64)
        kernels.count_plays(self.problem, self.arrays, self.best, sizes, counts)
        return float(sizes[0]), counts[0]

    def count_lines(self, limbs: int) -> tuple[float, Words]:
        """Winning lines of different turns from the start: roughly, and exactly if so many limbs hold it."""
        seen, stack, found, turns = (np.zeros(self.nodes, np.int64) for _ in range(4))
        sizes, counts = np.zeros(self.nodes), np.zeros((self.nodes, limbs), np.uint64)
        kernels.count_lines(self.problem, self.arrays, self.best, seen, stack, found, sizes, counts, turns)
        return float(sizes[0]), counts[0]

    def turns_from(self, node: int, winning: bool = False) -> Indices:
        """The positions that the turns of a position lead to; if asked, only those that keep the win."""
        seen, stack, found = self._scratch
        if node in self._asked:  # its stamp is in there from the last time
            seen[seen == node + 1] = 0
        self._asked.add(node)
        best = self.best if winning else seen
        return found[: kernels.turns_from(self.arrays, best, node, winning, seen, stack, found)].copy()


class Turns:
    """The different turns of the position that a graph starts from: where they lead, one way to play each, how many."""

    def __init__(self, graph: TeamGraph) -> None:
        self.graph = graph
        sizes, shown = np.zeros(graph.nodes), np.zeros(graph.nodes, np.uint64)
        self.last = np.zeros(graph.nodes, np.int64)
        tops = np.uint64(graph.numbers.start[0])
        kernels.trace_turns(graph.problem, graph.arrays, tops, 0, sizes, shown, self.last)
        positions = graph.are_positions
        self.outcomes = positions[(sizes[positions] > 0) & (positions > 0)]
        self.sizes, self._plays = sizes, dict[int, tuple[Play, ...]]({0: ()})

    def plays(self, node: int) -> tuple[Play, ...]:
        """One way to play the turn as far as this node."""
        known = self._plays.get(node)
        if known is None:
            last = int(self.last[node])
            card = self.graph.numbers.cards[last & 255]
            assert card is not None  # a row card is not laid
            pile = self.graph.position.rules.piles[last >> 8 & 255]
            known = (*self.plays(last >> 16), Play(card, pile.name))
            self._plays[node] = known
        return known

    def drawn(self, node: int) -> tuple[Card, ...]:
        """What is drawn after the turn that leads to this position."""
        before = int(self.graph.numbers.start[1]) & 255
        return self.graph.position.draw.cards[: (int(self.graph.states[node, 1]) & 255) - before]

    def orders(self) -> list[int]:
        """For each outcome, in how many orders and on how many piles the turn can be played."""
        if self.sizes.max() < MOST_EXACT:
            return [int(size) for size in self.sizes[self.outcomes]]
        return self._exact_orders()

    def _exact_orders(self) -> list[int]:
        """The same where floating point would round: slowly, in whole numbers."""
        arrays, positions = self.graph.arrays, set(self.graph.are_positions.tolist())
        exact = [0] * self.graph.nodes
        exact[0] = 1
        for node, size in enumerate(exact):
            if size and (node == 0 or node not in positions):
                for edge in arrays.edges[arrays.first[node] : arrays.first[node + 1]].tolist():
                    exact[edge >> 16] += size
        return [exact[node] for node in self.outcomes.tolist()]
