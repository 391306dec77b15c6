"""Pack a team game for the prover, run it in slices, keep to the limits."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solver.kernels import exhaust as kernels
from solver.kernels.memo import EVICTED, GENERATION, HEAD, TALLY_WORDS, Memo, copy_into
from solver.kernels.turn import Indices, Problem, Words, end_turn, field, finished, may_end

SMALLEST = 1 << 14
SLICE = 1 << 18

Line = npt.NDArray[np.int64]  # [cards laid, 3]: card index, pile, 1 if the turn ended after it


@dataclass(frozen=True)
class Exhausted:
    """What the prover found: ``status`` is "won" (``line`` wins), "lost" (nothing does) or "limit" (``line`` is the deepest)."""

    status: str
    line: Line
    states: int
    seconds: float
    bytes: int
    evicted: int
    ends_first: bool = False  # the start lay within a turn, and the line begins by ending it


@dataclass(frozen=True)
class Progress:
    """How a running proof stands."""

    states: int
    seconds: float
    deepest: int
    bytes: int


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
        states=np.zeros((depth, 2 + 2 * problem.players), np.uint64),
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


def memo_for(problem: Problem, rows: int) -> Memo:
    """An empty memory for so many entries."""
    words = HEAD + (1 if problem.cards <= 64 else 2) * problem.piles
    chains = 1 << (rows - 1).bit_length() - 1
    tally = np.zeros(TALLY_WORDS, np.int64)
    tally[GENERATION] = 1
    return Memo(np.zeros(chains, np.uint64), np.zeros((rows, words), np.uint64), tally)


def decide(
    problem: Problem,
    start: Words,
    memory_bytes: int = 1 << 30,
    facts: int = kernels.ALL_FACTS,
    max_states: int | None = None,
    max_seconds: float | None = None,
    watch: Callable[[Progress], bool] | None = None,
) -> Exhausted:
    """Decide a position.  ``watch`` is shown the progress now and then and stops the search by returning True."""
    from solver.facts import allowed

    facts &= allowed(problem)
    began = time.perf_counter()
    starts = list(openings(problem, start))
    states_before = 0
    deepest: Line = np.zeros((0, 3), np.int64)
    size, evicted = 0, 0
    for row, ends_first in starts:
        if finished(problem, row, 0):
            won = ends_first or field(row[0, 1], 12, 8) == 0
            if won:
                return Exhausted("won", deepest, states_before, time.perf_counter() - began, size, evicted, ends_first)
        search = Search(problem, row[0], memory_bytes, facts)
        while True:
            seconds = time.perf_counter() - began
            budget = SLICE if max_states is None else min(SLICE, max_states - states_before - search.states)
            if budget <= 0 or (max_seconds is not None and seconds > max_seconds):
                status = "limit"
                break
            status = search.run(budget)
            if status:
                break
            if watch and watch(Progress(states_before + search.states, seconds, search.deepest, search.bytes)):
                status = "limit"
                break
        states_before += search.states
        size, evicted = max(size, search.bytes), evicted + search.evicted
        if status == "won" or len(search.line) > len(deepest):
            deepest = search.line
        if status != "lost":
            return Exhausted(status, deepest, states_before, time.perf_counter() - began, size, evicted, ends_first)
    return Exhausted("lost", deepest, states_before, time.perf_counter() - began, size, evicted)


def openings(problem: Problem, start: Words) -> list[tuple[Words, bool]]:
    """The nodes a position stands for: within a turn that may end here, ending it is a choice of its own."""
    row = np.ascontiguousarray(start, np.uint64).reshape(1, -1)
    found = []
    if field(row[0, 1], 12, 8) and may_end(problem, row[0, 1]):
        ended = row.copy()
        if not finished(problem, row, 0):
            end_turn(problem, ended, 0)
        found.append((ended, True))
    elif not field(row[0, 1], 12, 8) and field(row[0, 1], 0, 8) == problem.draw.shape[0]:
        row = next_with_cards(problem, row)
    return [*found, (row, False)]


def next_with_cards(problem: Problem, row: Words) -> Words:
    """Once the draw pile is empty, a player without cards is skipped."""
    row = row.copy()
    seat = field(row[0, 1], 8, 4)
    for step in range(problem.players):
        there = (seat + step) % problem.players
        if row[0, 2 + 2 * there] | row[0, 3 + 2 * there]:
            row[0, 1] = (row[0, 1] & ~np.uint64(0xF00)) | np.uint64(there << 8)
            break
    return row


class Search:
    """One search with its arrays; grows its table as long as it may."""

    def __init__(self, problem: Problem, start: Words, memory_bytes: int, facts: int) -> None:
        self.problem, self.facts = problem, facts
        self.stack = stack_for(problem, cards_left(problem, start))
        self.stack.states[0] = start
        self.control = self.stack.control
        self.row_bytes = 8 * (HEAD + (1 if problem.cards <= 64 else 2) * problem.piles)
        self.most_rows = max(SMALLEST, memory_bytes // (self.row_bytes + 16))
        self.memo = memo_for(problem, SMALLEST)
        self.plan_growth()

    def plan_growth(self) -> None:
        """Growing stops where old and new together would not fit any more."""
        rows = self.memo.entries.shape[0]
        self.next_rows = min(4 * rows, self.most_rows - rows)
        self.control[kernels.MAY_GROW] = rows if self.next_rows >= rows * 3 // 2 else 0

    def run(self, budget: int) -> str:
        """Search on: "won", "lost" or "" (not yet)."""
        outcome = kernels.exhaust(self.problem, self.facts, self.stack, self.memo, budget)
        if outcome == kernels.FULL:
            larger = memo_for(self.problem, self.next_rows)
            copy_into(self.memo, larger)
            self.memo = larger
            self.plan_growth()
        return {kernels.WON: "won", kernels.EXHAUSTED: "lost"}.get(outcome, "")

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
        return self.memo.entries.nbytes + self.memo.chains.nbytes

    @property
    def evicted(self) -> int:
        """Dead positions that were forgotten for want of room."""
        return int(self.memo.tally[EVICTED])

    @property
    def line(self) -> Line:
        """The deepest line (the winning one after "won")."""
        moves = self.stack.best[: self.deepest]
        return np.stack([moves & 255, (moves >> 8) & 15, (moves >> 12) & 1], axis=1)


def cards_left(problem: Problem, start: Words) -> int:
    """How many cards are not yet laid."""
    drawn = int(start[1] & np.uint64(255))
    hands = sum(int(word).bit_count() for word in start[2:])
    return hands + problem.draw.shape[0] - drawn
