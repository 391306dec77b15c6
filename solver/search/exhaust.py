"""The exhaustive search with its arrays: run in slices, in memory that was asked for."""

from __future__ import annotations

import numpy as np

from solver.kernels import exhaust as kernels
from solver.kernels.memo import GENERATION, HEAD, MOST_ROWS, TALLY_WORDS, Memo, copy_into
from solver.kernels.turn import Indices, Problem, Words
from solver.search.team_codec import cards_left, state_words, unpack_plays

SMALLEST = 1 << 12  # rows of the memory to begin with
FEWEST = 16
SLICE = 1 << 16  # states between two looks at the clock: a fraction of a second


def carriers_of(table: Words) -> Words:
    """Turn "what may lie on x" round: [direction, card, word], the cards that may lie beneath ``card``."""
    directions, tops, words = table.shape
    bits = np.unpackbits(table.view(np.uint8), axis=2, bitorder="little").reshape(directions, tops, 64 * words)
    turned = np.zeros((directions, tops, 64 * words), np.uint8)
    turned[:, : tops - 1, : tops - 1] = bits[:, : tops - 1, : tops - 1].transpose(0, 2, 1)
    return np.packbits(turned, axis=2, bitorder="little").view(np.uint64)


def stack_for(problem: Problem, cards: int) -> kernels.Stack:
    """Arrays for a search of at most so many cards."""
    depth, piles = cards + 2, HEAD + 2 * problem.piles
    carriers = carriers_of(problem.follow)
    return kernels.Stack(
        carriers=carriers,
        trick_carriers=carriers & ~carriers_of(problem.plain),
        states=np.zeros((depth, state_words(problem)), np.uint64),
        keys=np.zeros((depth, 6), np.uint64),
        piles=np.zeros((depth, piles), np.uint64),
        reason=np.zeros((depth, piles), np.uint64),
        partner=np.zeros(problem.piles, np.uint64),
        allowed=np.zeros(2 * problem.piles, np.uint64),
        moves=np.zeros((depth, 2 * problem.cards * problem.piles), np.int64),
        cursor=np.zeros((depth, 2), np.int64),
        best=np.zeros(depth, np.int64),
        control=np.zeros(kernels.CONTROL_WORDS, np.int64),
    )


def memo_for(problem: Problem, rows: int, first_shelves: int = 0) -> Memo:
    """An empty memory for so many entries (``empty`` where zeros are not needed: numpy asks for large pages there)."""
    words = HEAD + (1 if problem.cards <= 64 else 2) * problem.piles
    tally = np.zeros(TALLY_WORDS, np.int64)
    tally[GENERATION] = 1
    shelves = lines(first_shelves or 1 << max(0, (rows - 1).bit_length() - 2))
    shelves[:, 0] = 0
    return Memo(shelves, lines(rows // 4 + 1), np.empty((rows, words), np.uint64), tally)


def lines(count: int) -> Words:
    """Rows of eight words, each in one cache line of the machine."""
    flat = np.empty(8 * count + 8, np.uint64)
    start = -flat.ctypes.data % 64 // 8
    return flat[start : start + 8 * count].reshape(count, 8)


class ExhaustiveSearch:
    """One search with its arrays; grows its table as long as it may."""

    def __init__(self, problem: Problem, start: Words, memory_bytes: int, facts: int) -> None:
        self.problem, self.facts = problem, facts
        self.stack = stack_for(problem, cards_left(problem, start))
        self.stack.states[0] = start
        self.control = self.stack.control
        self.row_bytes = 8 * (HEAD + (1 if problem.cards <= 64 else 2) * problem.piles)
        self.most_rows = min(MOST_ROWS - 1, max(FEWEST, memory_bytes // (self.row_bytes + 48)))
        self.memo = memo_for(problem, min(SMALLEST, self.most_rows))
        self.plan_growth()

    def plan_growth(self) -> None:
        """Growing stops where old and new together would not fit any more."""
        rows = self.memo.entries.shape[0]
        self.next_rows = min(4 * rows, self.most_rows - rows)
        self.control[kernels.MAY_GROW] = rows if self.next_rows >= rows * 3 // 2 else 0

    def run(self, budget: int) -> str:
        """Search on: "won", "lost" or "" (not yet)."""
        outcome = self.go_on(budget)
        if outcome == kernels.FULL:
            larger = memo_for(self.problem, self.next_rows)
            copy_into(self.memo, larger)
            self.memo = larger
            self.plan_growth()
        return {kernels.WON: "won", kernels.EXHAUSTED: "lost"}.get(outcome, "")

    def go_on(self, budget: int) -> int:
        """The kernel, for so many states."""
        return kernels.exhaust(self.problem, self.facts, self.stack, self.memo, budget)

    @property
    def states(self) -> int:
        """Nodes opened so far."""
        return int(self.control[kernels.STATES])

    @property
    def deepest(self) -> int:
        """Cards laid in the deepest line."""
        return int(self.control[kernels.DEEPEST])

    @property
    def bytes(self) -> int:
        """Size of the table."""
        return sum(array.nbytes for array in self.memo)

    @property
    def line(self) -> Indices:
        """The deepest line (the winning one after "won"): (card, pile, 1 if the turn ended after it)."""
        return np.stack(unpack_plays(self.stack.best[: self.deepest])[1:], axis=1)
