"""Layers of positions after whole turns, with their arrays: a proof that so few turns do not suffice, or a beam."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from solver.kernels import turn_layers as kernel
from solver.kernels import whole_turns
from solver.kernels.memo import FOLLOWERS, LIKE_PILES
from solver.kernels.turn import Indices, Problem, Words
from solver.search.limits import Limits
from solver.search.team_codec import cards_in, cards_left, hand_of, seats_to_move, state_words, tops_at

SLICE = 300  # states between two looks at the clock: some ten milliseconds
CHUNK = 1024  # states of a node that are worked on together
OUTCOMES = 1 << 20  # what their pairs of piles may come to, all together
PROOF_STATES = 1 << 24  # of all layers together, if the memory allows
MOST_CARDS = whole_turns.TOPS - 1

# What each card laid is worth, for the beams of one width; the other weights are the same for all.
PRICES = (20, 25)
LOOKS = (1, 1, 4, 10, 1)

Flags = npt.NDArray[np.uint8]
NO_FATAL: Flags = np.zeros((1, 0, 1), np.uint8)
Chains = dict[frozenset[int], tuple[int, ...]]  # which sets of cards a pile can take, and in which order


def suits(problem: Problem) -> bool:
    """Is it a game that the layers know: two piles up, two down, no commands, hands of at most eight cards?"""
    return (
        problem.direction.tolist() == [0, 0, 1, 1]
        and not problem.command.any()
        and problem.hand <= whole_turns.MOST_HAND
        and problem.cards <= MOST_CARDS
    )


class TurnLayers:
    """Layers up to ``most`` turns; ``width``: how many states of each are kept, 0: all that no other covers."""

    def __init__(
        self,
        problem: Problem,
        start: Words,
        most: int,
        memory_bytes: int,
        width: int = 0,
        weights: Sequence[int] = (0,) * kernel.WEIGHTS,
        facts: int = FOLLOWERS | LIKE_PILES,
        fatal: Flags = NO_FATAL,
    ) -> None:
        self.problem, self.facts = problem, facts
        self.layers = layers_for(problem, start, most, memory_bytes, width, weights)._replace(fatal=fatal)
        self.hand = new_hand()
        self.progress = self.layers.progress
        self.cards, self.over = cards_left(problem, start), False

    def run(self, states: int) -> str:
        """Go on for so many states: "won", "lost" (with a width: not found), "full" or "" (not yet)."""
        status = kernel.advance_layers(self.problem, self.facts, self.layers, self.hand, states)
        self.over = status != kernel.RUNNING
        return {kernel.WON: "won", kernel.EXHAUSTED: "lost", kernel.FULL: "full"}.get(status, "")

    @property
    def states(self) -> int:
        """States looked at so far."""
        return int(self.progress[kernel.EXPANDED])

    @property
    def turns(self) -> int:
        """Turns of the layer under way."""
        return int(self.progress[kernel.TURN])

    @property
    def laid(self) -> int:
        """Cards laid before the turn under way."""
        node = min(self.progress[kernel.NODE], self.progress[kernel.LAST_NODE] - 1)
        return self.cards - cards_left(self.problem, self.layers.nodes[node])

    @property
    def bytes(self) -> int:
        """Size of the arrays in use."""
        used = self.progress[kernel.STATES] * 24 + self.progress[kernel.NODES] * (8 * state_words(self.problem) + 8)
        return int(used) + 2 * self.layers.pool.nbytes

    @property
    def line(self) -> Indices:
        """After "won": (card, pile, 1 if the turn ended after it)."""
        plays = [play for turn in self.turns_of_line() for play in turn]
        return np.array(plays, np.int64).reshape(-1, 3)

    def turns_of_line(self) -> Iterator[list[tuple[int, int, int]]]:
        """The turns of the win."""
        path = [int(self.progress[kernel.WINNER])]
        while path[-1] > 0:
            path.append(int(self.layers.states[path[-1], 2]))
        states = self.layers.states[path[::-1]]
        nodes = self.layers.nodes[states[:, 1]]
        tops = tops_at(states.astype(np.uint64), np.arange(4)[:, np.newaxis]).T.tolist()
        for at, seat in enumerate(seats_to_move(nodes).tolist()):
            last = at + 1 == len(path)
            kept = frozenset() if last else cards_in(hand_of(nodes[at + 1], seat))
            laid = cards_in(hand_of(nodes[at], seat)) - kept
            plays = plays_of_turn(self.problem, laid, tops[at], None if last else tops[at + 1])
            yield [(card, pile, int(place == len(plays))) for place, (card, pile) in enumerate(plays, start=1)]


class TurnBeam:
    """Beams of growing width over one problem; ``line`` is the win of ``best`` turns, once there is one."""

    def __init__(self, problem: Problem, start: Words, limits: Limits, best: int) -> None:
        self.problem, self.start, self.limits = problem, start, limits
        self.best, self.states = best, 0
        self.line: Indices = np.zeros((0, 3), np.int64)

    def search(self, width: int, bound: int) -> None:
        """Beams of this width, until one takes no more than ``bound`` turns or the time is up."""
        for price in PRICES:
            while self.best > bound and self.limits.left > 0 and self.run(width, (price, *LOOKS), bound):
                pass

    def run(self, width: int, weights: Sequence[int], bound: int) -> bool:
        """One beam, which looks only for wins in fewer turns than the best so far: did it find one?"""
        if beam_bytes(self.problem, width, self.best) > self.limits.memory_bytes:
            return False
        beam = TurnLayers(self.problem, self.start, self.best - 1, self.limits.memory_bytes, width, weights)
        before, status = self.states, ""
        while not status and self.limits.left > 0:
            status = beam.run(SLICE)
            self.states = before + beam.states
            if status == "won":
                self.best, self.line = beam.turns + 1, beam.line
            self.limits.tell("shortening", self.states, beam.laid, beam.bytes, best=self.best, bound=bound)
        return status == "won"


def layers_for(
    problem: Problem, start: Words, most: int, memory_bytes: int, width: int, weights: Sequence[int]
) -> kernel.TurnLayerArrays:
    """The arrays, with the start as the only layer."""
    words, room, states = state_words(problem), room_of(width), width * most + 1
    nodes = states + room + 1
    if not width:
        states = max(8, min(PROOF_STATES, memory_bytes // bytes_a_state(words)))
        room, nodes = states // 2, states // 8 + 2
    layers = kernel.TurnLayerArrays(
        nodes=np.empty((nodes, words), np.uint64),
        first=np.empty(nodes + 1, np.int64),
        states=np.empty((states, 3), np.int64),
        pool=np.empty((room, 4), np.int64),
        spare=np.empty((room, 4), np.int64),
        order=np.empty(room, np.int64),
        count=np.empty(nodes + 1, np.int64),
        table=np.zeros(1 << (2 * min(room, nodes)).bit_length(), np.int64),
        fatal=NO_FATAL,
        pairs=np.zeros((CHUNK, 2), np.int64),
        scratch=np.zeros((2, words), np.uint64),
        weights=np.array(weights, np.int64),
        progress=np.zeros(kernel.PROGRESS, np.int64),
    )
    layers.nodes[0] = start
    layers.states[0] = int(start[0]), 0, -1
    layers.first[:2] = 0, 1
    progress = layers.progress
    progress[kernel.MOST], progress[kernel.WIDTH], progress[kernel.CUT] = most, width, kernel.NO_CUT
    progress[kernel.LAST_NODE] = progress[kernel.NODES] = progress[kernel.STATES] = progress[kernel.STAMP] = 1
    return layers


def room_of(width: int) -> int:
    """Room for candidates: enough that the best are picked out only now and then."""
    return max(4 * width, 1 << 12)


def bytes_a_state(words: int) -> int:
    """What a state of a proof takes, with half a candidate and the eighth part of a node."""
    return 24 + (2 * 32 + 8) // 2 + (8 * words + 16 + 32) // 8 + 1


def beam_bytes(problem: Problem, width: int, turns: int) -> int:
    """The memory a beam of this width takes."""
    node = 8 * state_words(problem) + 16
    return width * turns * (node + 24) + room_of(width) * (node + 2 * 32 + 8 + 32)


def new_hand() -> whole_turns.Hand:
    """The arrays for what a hand can do."""
    tops, sets = whole_turns.TOPS, whole_turns.SETS
    return whole_turns.Hand(
        cards=np.zeros(whole_turns.MOST_HAND, np.int64),
        sets=np.zeros((sets, 2), np.uint64),
        beneath=np.zeros((2, whole_turns.MOST_HAND), np.int64),
        ends=np.zeros((2, tops, sets), np.uint8),
        known=np.zeros((2, tops), np.int64),
        pair=np.zeros((2, tops * tops), np.int64),
        at=np.zeros((2 * CHUNK, sets + 1), np.int64),
        outcome=np.zeros(OUTCOMES, np.int64),
        control=np.zeros(4, np.int64),
    )


def plays_of_turn(
    problem: Problem, cards: frozenset[int], before: list[int], after: list[int] | None
) -> list[tuple[int, int]]:
    """Plays that lay all these cards and leave the piles as they are afterwards (None: in any way)."""
    ways = [
        chains(problem, cards, int(problem.direction[pile]), before[pile], None if after is None else after[pile])
        for pile in range(4)
    ]
    plays = shared_out(ways, cards)
    assert plays is not None
    return [(card, pile) for pile, order in enumerate(plays) for card in order]


def chains(problem: Problem, cards: frozenset[int], side: int, top: int, end: int | None) -> Chains:
    """Which of the cards a pile can take, and in which order, so that ``end`` lies on top of it then."""
    found: dict[tuple[frozenset[int], int], tuple[int, ...]] = {(frozenset(), top): ()}
    queue = list(found)
    for taken, last in queue:
        for card in cards_in(problem.follow[side, last]) & cards - taken:
            if (taken | {card}, card) not in found:
                found[taken | {card}, card] = (*found[taken, last], card)
                queue.append((taken | {card}, card))
    return {taken: order for (taken, last), order in found.items() if end is None or last == end}


def shared_out(ways: list[Chains], left: frozenset[int]) -> list[tuple[int, ...]] | None:
    """One set for each pile, which together are all that is left."""
    if not ways:
        return None if left else []
    for taken, order in ways[0].items():
        if taken <= left:
            others = shared_out(ways[1:], left - taken)
            if others is not None:
                return [order, *others]
    return None
