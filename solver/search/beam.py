"""Widening beam search for a winning line: packs the arrays, drives the kernel, watches the clock between slices."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from solver.kernels import beam as kernel
from solver.kernels import score
from solver.kernels.beam import Beam, Tables
from solver.kernels.turn import COMMANDS, DRAW_ONE, FIRE, NO_TRICK, ONE_PILE, Indices, Problem, Words
from solver.search.limits import Limits
from solver.search.team_codec import cards_left, hand_of, single_cards

NARROW = 300  # up to this width only the cards that waste least are tried: as many wins for half the work
NARROW_CARDS = 3
SALVAGE = 100  # the width of the search for a long line where none wins
SLICE = 2000  # expansions between two looks at the clock: some milliseconds


def weights_of(values: Mapping[int, int]) -> Indices:
    """The weights in their places; what is surely lost is dropped."""
    weights = np.zeros(score.WEIGHTS, np.int64)
    weights[score.PRUNE] = 1
    for place, value in values.items():
        weights[place] = value
    return weights


PLAIN = {
    score.STUCK: -384,
    score.SIDES: -60,
    score.SECONDS: 35,
    score.BOTH: 138,
    score.MORE: -7,
    score.MOST: -16,
    score.RANGE: 30,
    score.PAIR: 18,
    score.TRICK_HELD: 300,
    score.MAY_END: 5,
}
VISIBLE = {NO_TRICK: -100, ONE_PILE: -150, DRAW_ONE: -100, FIRE: -100}
COMMANDED = {
    **{score.VISIBLE + command: weight for command, weight in VISIBLE.items()},
    score.SKULL_PARTNERS: -2000,
    score.SKULL_PARTNERS + 1: -500,
    score.SKULL_PARTNERS + 2: -200,
    score.SKULL_PARTNERS + 3: -100,
    score.SHORT_HAND: -800,
    score.MISSING: -60,
}
BeamTables = Tables  # the lookup tables of a game
PLAIN_WEIGHTS = weights_of(PLAIN)
COMMAND_WEIGHTS = weights_of({**PLAIN, **COMMANDED})


def weights_for(problem: Problem) -> Indices:
    """The weights for a game."""
    return COMMAND_WEIGHTS if problem.commanded else PLAIN_WEIGHTS


def random_words(count: int) -> Words:
    """Random words (SplitMix64) that are the same everywhere."""
    z = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def members(words: Words) -> npt.NDArray[np.uint8]:
    """Sets of cards [..., word] as flags [..., card]."""
    as_bytes = np.ascontiguousarray(words).astype("<u8").view(np.uint8)
    return np.unpackbits(as_bytes, axis=-1, bitorder="little")


def trick_step(trick: Words) -> int:
    """The size of the trick if every trick is a step back of the same size, else 0."""
    side, top, card = np.nonzero(members(trick))
    steps = set(np.where(side == 0, top - card, card - top).tolist())  # np.unique would load masked arrays
    return steps.pop() if len(steps) == 1 and 0 < min(steps) < 64 else 0


def tables_of(problem: Problem) -> Tables:
    """The lookup tables of a game; they hold for every deal of it."""
    tops = problem.cards + 1
    hand_size = 2 * problem.players * tops
    random = random_words(hand_size + 2 * 8 * tops)
    marked = np.zeros((COMMANDS, 2), np.uint64)
    np.bitwise_or.at(marked, problem.command[: problem.cards], single_cards(np.arange(problem.cards)))
    trick = problem.follow & ~problem.plain
    return Tables(
        reach=members(problem.follow).sum(axis=-1, dtype=np.int64),
        trick=trick,
        hand_keys=random[:hand_size].reshape(2, problem.players, tops),
        pile_keys=random[hand_size:].reshape(2, 8, tops),
        marked=marked,
        step=trick_step(trick),
    )


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


def new_beam(problem: Problem, tables: Tables, start: Words, width: int, weights: Indices) -> Beam:
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
        for card in np.nonzero(members(hand_of(start, seat)))[0]:
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
        np.zeros((problem.cards, 3), np.uint64),
        weights,
        progress,
    )


def line_of(beam: Beam) -> Indices:
    """The winning line, or the longest line of complete turns: (card, pile, 1 if the turn ended after it)."""
    progress = beam.progress
    if progress[kernel.STATUS] == kernel.WON and progress[kernel.GOAL] > 0:
        level, row = int(progress[kernel.LEVEL]) + 1, 0
        beam.trail[level, 0] = progress[kernel.LAST_MOVE]
    else:
        level, row = int(progress[kernel.BEST_LEVEL]), int(progress[kernel.BEST_ROW])
    line = np.zeros((level, 3), np.int64)
    kernel.line_to(beam, level, row, line)
    return line


class BeamSearch:
    """Beams of growing width over one problem; keeps the longest line that any of them saw."""

    def __init__(self, problem: Problem, start: Words, limits: Limits, tables: Tables) -> None:
        self.problem, self.start, self.limits = problem, start, limits
        self.tables = tables
        self.weights = weights_for(problem)
        self.states = 0
        self.line: Indices = np.zeros((0, 3), np.int64)

    def seek(self, width: int) -> bool:
        """One beam of this width: has it won?  (``line`` is the win then.)  One that would not fit is not tried."""
        return self.fits(width) and self._run(width, narrowed(self.weights) if width <= NARROW else self.weights)

    def salvage(self) -> bool:
        """Look for a long line among lost positions, which the beam for wins leaves out: has it won after all?"""
        loose = self.weights.copy()
        loose[score.PRUNE] = 0
        return self._run(SALVAGE, loose)

    def fits(self, width: int) -> bool:
        """Does a beam of this width keep to the memory limit?"""
        return beam_bytes(width, cards_left(self.problem, self.start), len(self.start)) <= self.limits.memory_bytes

    def _run(self, width: int, weights: Indices) -> bool:
        beam, before, status = self._new_beam(width, weights), self.states, kernel.RUNNING
        try:
            while status == kernel.RUNNING:
                status = kernel.advance(self.problem, self.tables, beam, SLICE)
                self.states = before + int(beam.progress[kernel.EXPANDED])
                self.limits.tell("seeking", self.states, int(beam.progress[kernel.LEVEL]))
                if self.limits.left <= 0:
                    break
        finally:  # whatever stops the search, its longest line is kept
            line = line_of(beam)
            if status == kernel.WON or len(line) > len(self.line):
                self.line = line
        return bool(status == kernel.WON)

    def _new_beam(self, width: int, weights: Indices) -> Beam:
        return new_beam(self.problem, self.tables, self.start, width, weights)


def narrowed(weights: Indices, cards: int = NARROW_CARDS, brisk: bool = False) -> Indices:
    """The same score for a beam that tries only so many cards a pile, those that waste least, and the tricks.

    A lone player ends each turn as soon as possible: where there are commands only in a ``brisk`` beam.
    """
    narrow = weights.copy()
    narrow[score.NEAREST] = cards
    narrow[score.SHORT_TURNS] = 2 if brisk else 1
    return narrow


def other_weights(problem: Problem, range_percent: int) -> Indices:
    """A score that makes more of what a pile leaves, or less: it wins other deals, and about as many."""
    weights = weights_for(problem).copy()
    weights[score.RANGE] = weights[score.RANGE] * range_percent // 100
    return weights
