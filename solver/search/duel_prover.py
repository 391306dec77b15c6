"""Face to Face: the proof-number search with its arrays, asked in slices, within the limits."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels import duel_table as kernels
from solver.kernels.duel_known import KNOWN_WORDS
from solver.kernels.duel_search import expand, search
from solver.kernels.duel_table import ALL_FACTS, CONTROL, FRAME, STATE_WORDS, WINDOW, Duel, Space
from solver.kernels.turn import Indices, Words
from solver.search.duel_codec import FOREVER, MOST_LEFT, mover_of
from solver.search.limits import Limits

SMALLEST_TABLE = 1 << 14
FIRST_SLICE = 1 << 6  # states; then as many as take about this many seconds:
SLICE_SECONDS = 0.05
REPLY_ROWS = 1 << 10
KNOWN_ROWS = 1 << 15  # 4 MB, of which only what is noted takes memory


class Proof(NamedTuple):
    """What became of a question: yes, no or (None) not decided; ``turns`` bounds the win or the failure."""

    yes: bool | None
    turns: int = 0


class DuelProver:
    """One kind of question about one game: does ``target`` win, the ``choosers`` (seats) working for it?

    What was proved for one position or number of turns is kept for the next.
    """

    def __init__(
        self, duel: Duel, target: int, choosers: frozenset[int], limits: Limits, facts: int = ALL_FACTS
    ) -> None:
        self.duel, self.target, self.limits = duel, target, limits
        self.choosers, self._choosers = choosers, sum(1 << seat for seat in choosers)
        self.facts = facts if choosers == {target} else facts & ~kernels.COMPETITIVE
        self.most_rows = max(SMALLEST_TABLE, 1 << (limits.memory_bytes // 2 // 32).bit_length() - 1)
        self.space = new_space(depth=2 * MOST_LEFT + 8, rows=1 << 12, pool=1 << 14)
        self.slice = FIRST_SLICE

    def ask(self, state: Words, turns: int = FOREVER, states: int | None = None, until: float | None = None) -> Proof:
        """Does the target win from this state within so many turns?

        At most so many states more, if that is said, and until so many seconds have passed in all (the time limit if
        nothing is said).
        """
        control, frames = self.space.control, self.space.frames
        control[kernels.DEPTH] = control[kernels.USED] = 0
        self.space.states[0] = state
        frames[0] = 0
        parity = turns + (mover_of(state) == self.target)
        frames[0, kernels.TURNS] = turns if turns == FOREVER else turns - parity % 2
        if frames[0, kernels.TURNS] <= 0:
            return Proof(False, turns)
        frames[0, kernels.MOST_PN] = frames[0, kernels.MOST_DN] = kernels.MOST
        end = self.limits.seconds if until is None else until
        last = None if states is None else self.states + states
        while last is None or self.states < last:
            began = self.limits.elapsed
            if self.limits.stopped or (end is not None and began >= end):
                break
            count = self.slice if last is None else min(self.slice, last - self.states)
            status = search(self.duel, self.facts, self.target, self._choosers, self.space, count)
            if status in (kernels.PROVED, kernels.DISPROVED):
                return Proof(status == kernels.PROVED, int(self.space.control[kernels.BOUND]))
            if status == kernels.NO_ROOM:
                self.space = larger_scratch(self.space)
            self._grow()
            self._fit_slice(self.limits.elapsed - began)
            self.limits.tell("searching", self.states, 0, self.bytes)
        return Proof(None)

    def outcomes(self, state: Words, turns: int = FOREVER) -> list[TurnOutcome]:
        """Where the turns of a state lead, dominated ones left out; if one settles the question, that one only."""
        self.space.states[0] = state
        self.space.frames[0, kernels.TURNS] = turns
        self.space.control[kernels.USED] = 0
        while (
            count := expand(self.duel, self.facts, self.target, self._choosers, self.space, 0, 0)
        ) == kernels.NO_SPACE:
            self.space = larger_scratch(self.space)
        rows = 1 if count == kernels.SETTLED else count
        states = self.space.children[:rows].copy()
        return [TurnOutcome(states[row], *info) for row, info in enumerate(self.space.child_info[:rows, :3].tolist())]

    def _fit_slice(self, seconds: float) -> None:
        """Longer slices where they are short, shorter ones where they are long: they say when a limit is seen."""
        if seconds < SLICE_SECONDS / 2:
            self.slice *= 2
        elif seconds > SLICE_SECONDS * 2:
            self.slice = max(self.slice // 2, 1)

    def _grow(self) -> None:
        """A larger table once this one is half full, as long as memory lasts."""
        rows = self.space.table.shape[0] - WINDOW
        if self.space.control[kernels.STORED] * 2 > rows and 4 * rows <= self.most_rows:
            table = np.zeros((4 * rows + WINDOW, kernels.ENTRY_WORDS), np.uint64)
            kernels.move_house(self.space.table, table, self.space.control)
            self.space = self.space._replace(table=table)

    @property
    def states(self) -> int:
        """Positions opened so far."""
        return int(self.space.control[kernels.STATES])

    @property
    def bytes(self) -> int:
        """The memory in use."""
        return sum(array.nbytes for array in self.space)


class TurnOutcome(NamedTuple):
    """Where a turn leads; proof and disproof numbers (0: decided) and, if decided, the bound on turns."""

    state: Words
    pn: int
    dn: int
    turns: int


def new_space(depth: int, rows: int, pool: int) -> Space:
    """Arrays of these sizes, with the smallest table."""

    def words(*shape: int) -> Words:
        return np.zeros(shape, np.uint64)

    def indices(*shape: int) -> Indices:
        return np.zeros(shape, np.int64)

    return Space(
        table=words(SMALLEST_TABLE + WINDOW, kernels.ENTRY_WORDS),
        states=words(depth, STATE_WORDS),
        frames=indices(depth, FRAME),
        children=words(pool, STATE_WORDS),
        child_info=indices(pool, kernels.CHILD),
        rows=words(rows, 4),
        links=indices(rows),
        heads=indices(2 * rows),
        spare_rows=words(rows, 4),
        spare_links=indices(rows),
        spare_heads=indices(2 * rows),
        control=indices(CONTROL),
        plans=words(kernels.PLANS, kernels.PLAN_WORDS),
        replies=words(REPLY_ROWS, 3 + 3 * kernels.REPLIES),
        known=words(KNOWN_ROWS, KNOWN_WORDS),
    )


def larger_scratch(space: Space) -> Space:
    """Twice the room for turns and their outcomes; what is under way is kept."""
    larger = new_space(space.states.shape[0], 2 * space.rows.shape[0], 2 * space.children.shape[0])
    for name in ("children", "child_info", "states", "frames", "control"):
        old = getattr(space, name)
        getattr(larger, name)[: old.shape[0]] = old
    return larger._replace(table=space.table, replies=space.replies, known=space.known)
