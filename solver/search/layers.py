"""The search by layers with its arrays: beams without beaten positions, and proofs where the width is enough."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from solver.kernels import layers as kernel
from solver.kernels.layers import BLOCK_SIZE, LayerArrays
from solver.kernels.memo import HEAD
from solver.kernels.turn import Indices, Problem, Words
from solver.search.beam import BeamTables, weights_for
from solver.search.team_codec import cards_left, state_words

NO_WIDTH = 1 << 40  # positions of a layer: all
FIRST_TRAIL = 1 << 14
SLICE = 1 << 14  # positions between two looks at the clock
GROUP_ARRAYS, BLOCK_ARRAYS = ("rows", "first"), ("outlines", "tops", "origins", "filled", "after")


class LayeredSearch:
    """One search over one problem without commands, from the start of a turn."""

    def __init__(
        self, problem: Problem, start: Words, memory_bytes: int, tables: BeamTables, facts: int, width: int
    ) -> None:
        self.problem, self.tables, self.facts, self.memory_bytes = problem, tables, facts, memory_bytes
        words, groups = state_words(problem), 4 * problem.cards
        blocks = groups * problem.piles
        self.progress = np.zeros(kernel.PROGRESS, np.int64)
        self.progress[[kernel.GOAL, kernel.WIDTH]] = cards_left(problem, start), width
        self.progress[[kernel.GROUPS, kernel.GROUP, kernel.STAMP, kernel.KEPT]] = 1, -1, 1, 1
        self.layers = LayerArrays(
            rows=np.zeros((2, groups, words), np.uint64),
            first=np.zeros((2, groups), np.int64),
            outlines=np.zeros((2, blocks, BLOCK_SIZE), np.uint32),
            tops=np.zeros((2, blocks, BLOCK_SIZE), np.uint64),
            origins=np.zeros((2, blocks, BLOCK_SIZE), np.int64),
            filled=np.zeros((2, blocks), np.int64),
            after=np.zeros((2, blocks), np.int64),
            scores=np.zeros((blocks, BLOCK_SIZE), np.int64),
            table=np.zeros(table_size(groups), np.int64),
            children=np.zeros((problem.cards, 2), np.int64),
            trail=np.zeros(FIRST_TRAIL, np.int64),
            scratch=np.zeros((1, words), np.uint64),
            piles=np.zeros((3, HEAD + 2 * problem.piles), np.uint64),
            partner=np.zeros(problem.piles, np.uint64),
            weights=weights_for(problem),
            progress=self.progress,
        )
        self.status = ""
        self.layers.rows[0, 0] = start
        self.layers.first[0, 0], self.layers.filled[0, 0], self.layers.tops[0, 0, 0] = 1, 1, start[0]

    def run(self, budget: int = SLICE) -> str:
        """Search on: "won", "lost", "open" (ended without an answer) or "" (not yet)."""
        outcome = kernel.advance(self.problem, self.tables, self.facts, self.layers, budget)
        if outcome == kernel.FULL:
            self.status = "" if self.grow() else "open"
        elif outcome == kernel.EXHAUSTED:
            self.status = "open" if self.progress[kernel.CUT] else "lost"
        elif outcome == kernel.WON:
            self.status = "won"
        return self.status

    def grow(self) -> bool:
        """Twice the room where it has run out; False where the memory limit forbids it."""
        layers, progress, most = self.layers, self.progress, 2 * self.problem.cards
        more = dict[str, npt.NDArray[Any]]()
        if progress[kernel.NEXT_GROUPS] + most > layers.first.shape[1]:
            names: tuple[str, ...] = GROUP_ARRAYS
            more["table"] = np.zeros(table_size(2 * layers.first.shape[1]), np.int64)
        elif progress[kernel.NEXT_BLOCKS] + most * self.problem.piles > layers.filled.shape[1]:
            names = BLOCK_ARRAYS
            more["scores"] = np.zeros((2 * layers.filled.shape[1], BLOCK_SIZE), np.int64)
        else:
            names = ("trail",)
        if self.bytes + 2 * sum(getattr(layers, name).nbytes for name in (*names, *more)) > self.memory_bytes:
            return False
        for name in names:
            more[name] = doubled(getattr(layers, name), 0 if name == "trail" else 1)
        self.layers = layers._replace(**more)
        if "table" in more:
            kernel.enter_groups(self.layers)
        return True

    @property
    def bytes(self) -> int:
        """Size of the arrays."""
        return sum(array.nbytes for array in self.layers)

    @property
    def states(self) -> int:
        """Positions opened so far."""
        return int(self.progress[kernel.OPENED])

    @property
    def deepest(self) -> int:
        """Cards laid in the layer that is being opened."""
        return int(self.progress[kernel.LEVEL])

    @property
    def line(self) -> Indices:
        """The winning line, or one of the longest of whole turns: (card, pile, 1 if the turn ended after it)."""
        plays = np.zeros((self.problem.cards, 3), np.int64)
        last = int(self.progress[kernel.LAST_MOVE]) if self.status == "won" else 0
        return plays[: kernel.line_to(self.layers, last, plays)][::-1]


def table_size(groups: int) -> int:
    """A power of two, at most half full."""
    return 1 << (2 * groups - 1).bit_length()


def doubled(array: npt.NDArray[Any], axis: int) -> npt.NDArray[Any]:
    """The same with as much again behind it."""
    shape = list(array.shape)
    shape[axis] *= 2
    larger = np.zeros(shape, array.dtype)
    larger[tuple(slice(0, size) for size in array.shape)] = array
    return larger
