"""Widening beam search for a winning line: packs the arrays, drives the kernel, watches the clock between slices."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from solver.kernels import beam as kernel
from solver.kernels.beam import Beam, Tables
from solver.kernels.turn import Indices, Problem, Words

WIDTHS = (10, 100, 1000, 10_000, 100_000)
SLICE = 2000  # expansions between two looks at the clock: some milliseconds

PLAIN_WEIGHTS: Indices = np.zeros(kernel.WEIGHTS, np.int64)
PLAIN_WEIGHTS[kernel.COVER : kernel.COVER + 9] = [-80, -7, -6, -7, 2, 3, -6, 3, 4]
PLAIN_WEIGHTS[kernel.RANGE] = 1
PLAIN_WEIGHTS[kernel.PAIR] = 32


@dataclass(frozen=True)
class Attempt:
    """What a beam search came to: a winning line, or the longest line of complete turns that it saw."""

    won: bool
    line: Indices  # [card laid] -> card index, pile, 1 if the turn ended after it
    ended_first: bool  # the turn under way at the start ended before the first card of the line
    width: int  # the width that won, or the widest that was searched to its end
    states: int  # states expanded, all widths together
    seconds: float
    stopped: str  # "" | "time" | "memory" | "interrupt": why no wider beam was tried


def splitmix(count: int, seed: int) -> Words:
    """Random words that are the same everywhere."""
    mask = (1 << 64) - 1
    words = []
    for _ in range(count):
        seed = (seed + 0x9E3779B97F4A7C15) & mask
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        words.append(z ^ (z >> 31))
    return np.array(words, np.uint64)


def trick_step(problem: Problem) -> int:
    """The size of the trick if every trick is one step of the same size, else 0."""
    steps = set()
    for side in range(2):
        for top in range(problem.cards):
            for card in cards_of(problem.follow[side, top] & ~problem.plain[side, top]):
                steps.add(top - card if side == 0 else card - top)
    step = steps.pop() if len(steps) == 1 else 0
    return step if 0 < step < 64 else 0


def cards_of(words: Words) -> list[int]:
    """The cards of a set."""
    both = int(words[0]) | int(words[1]) << 64
    return [card for card in range(128) if both >> card & 1]


def tables_of(problem: Problem) -> Tables:
    """The lookup tables of a game."""
    tops = problem.cards + 1
    reach = np.array([[len(cards_of(problem.follow[side, top])) for top in range(tops)] for side in range(2)], np.int64)
    random = splitmix(2 * problem.players * tops + 2 * 8 * tops, 1)
    hand_keys = random[: 2 * problem.players * tops].reshape(2, problem.players, tops)
    pile_keys = random[2 * problem.players * tops :].reshape(2, 8, tops)
    marked = np.zeros((8, 2), np.uint64)
    for card in range(problem.cards):
        marked[problem.command[card], card >> 6] |= np.uint64(1 << (card & 63))
    trick = problem.follow & ~problem.plain
    return Tables(reach, trick, hand_keys, pile_keys, marked, trick_step(problem))


def cards_left(problem: Problem, start: Words) -> int:
    """How many cards are still to be laid."""
    drawn = int(start[1]) & 255
    held = sum(int(word).bit_count() for word in start[2:])
    return held + len(problem.draw) - drawn


def beam_bytes(width: int, goal: int, words: int) -> int:
    """The memory a beam of this width takes."""
    room = candidates(width)
    return width * (2 * 8 * words + 32 + 8 * (goal + 1)) + room * 32 + 8 * places(room)


def candidates(width: int) -> int:
    """Room for candidates: enough that the best are picked out only now and then."""
    return max(3 * width, 64)


def places(room: int) -> int:
    """The size of the table: a power of two, at most half full."""
    return 1 << (2 * room - 1).bit_length()


def new_beam(problem: Problem, tables: Tables, start: Words, width: int) -> Beam:
    """The arrays of one search, with the start in place."""
    goal, words, room = cards_left(problem, start), len(start), candidates(width)
    progress = np.zeros(kernel.PROGRESS, np.int64)
    progress[kernel.COUNT], progress[kernel.GOAL], progress[kernel.STAMP] = 1, goal, 1
    progress[kernel.CUT] = kernel.NO_CUT
    if goal == 0:
        progress[kernel.STATUS] = kernel.WON
    rows = np.zeros((2, width, words), np.uint64)
    marks = np.zeros((2, width, 2), np.uint64)
    rows[0, 0] = start
    for seat in range(problem.players):
        for card in cards_of(start[2 + 2 * seat : 4 + 2 * seat]):
            marks[0, 0] ^= tables.hand_keys[:, seat, card]
    return Beam(
        rows,
        marks,
        np.zeros((goal + 1, width), np.int64),
        np.zeros(room, np.int64),
        np.zeros(room, np.int64),
        np.zeros((room, 2), np.uint64),
        np.zeros(places(room), np.int64),
        np.zeros((1, words), np.uint64),
        progress,
    )


def line_of(beam: Beam) -> tuple[Indices, bool]:
    """The winning line, or the longest line of complete turns."""
    progress = beam.progress
    if progress[kernel.STATUS] == kernel.WON and progress[kernel.GOAL] > 0:
        level = int(progress[kernel.LEVEL]) + 1
        beam.trail[level, 0] = progress[kernel.LAST_MOVE]
        row = 0
    else:
        level, row = int(progress[kernel.BEST_LEVEL]), int(progress[kernel.BEST_ROW])
    line = np.zeros((level, 3), np.int64)
    ended_first = kernel.line_to(beam, level, row, line)
    return line, bool(ended_first)


def find_win(
    problem: Problem,
    start: Words,
    widths: Sequence[int] = WIDTHS,
    seconds: float = float("inf"),
    memory: int = 1 << 30,
    weights: Sequence[Indices] | None = None,
    tables: Tables | None = None,
    watch: Callable[[int, int], None] | None = None,
) -> Attempt:
    """Search with each width in turn until a line wins or a limit is met.

    ``weights`` are the scores to try, one beam for each at every width; ``watch`` is told the states expanded and the
    cards laid after every slice and may raise ``KeyboardInterrupt``.
    """
    began = time.perf_counter()
    tables = tables_of(problem) if tables is None else tables
    scores = [PLAIN_WEIGHTS] if weights is None else weights
    best, ended_first = np.zeros((0, 3), np.int64), False
    states = done = 0
    stopped = ""
    for width in widths:
        if beam_bytes(width, cards_left(problem, start), len(start)) > memory:
            stopped = "memory"
            break
        for turn, score in enumerate(scores):
            beam = new_beam(problem, tables, start, width)
            status = kernel.RUNNING
            try:
                while status == kernel.RUNNING:
                    status = kernel.advance(problem, tables, score, np.uint64(turn), beam, SLICE)
                    if status == kernel.RUNNING:
                        if time.perf_counter() - began > seconds:
                            stopped = "time"
                            break
                        if watch is not None:
                            watch(states + int(beam.progress[kernel.EXPANDED]), int(beam.progress[kernel.LEVEL]))
            except KeyboardInterrupt:
                stopped = "interrupt"
            states += int(beam.progress[kernel.EXPANDED])
            line, first = line_of(beam)
            if status == kernel.WON:
                return Attempt(True, line, first, width, states, time.perf_counter() - began, "")
            if len(line) > len(best):
                best, ended_first = line, first
            if stopped:
                return Attempt(False, best, ended_first, done, states, time.perf_counter() - began, stopped)
        done = width
    return Attempt(False, best, ended_first, done, states, time.perf_counter() - began, stopped)
