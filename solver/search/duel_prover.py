"""Face to Face: pack a position for the proof-number search, and ask it in slices, within the limits."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.errors import DoesNotAddUp
from solver.kernels import duel_table as kernels
from solver.kernels.duel_search import expand, search
from solver.kernels.duel_table import ALL_FACTS, CONTROL, FOREVER, FRAME, STATE_WORDS, WINDOW, Duel, Space
from solver.kernels.turn import Indices, Words
from solver.rules.follow import follows, improves
from solver.rules.game import NO_MAXIMUM, Rules
from solver.search.limits import Limits
from solver.table.position import Position

MOST_LEFT = 64  # cards of one side: a set of them is one machine word
EXACT_LEFT = 58  # with at most so many a side, and two piles each, table keys are exact
SMALLEST_TABLE = 1 << 14
FIRST_SLICE = 1 << 6  # states; then as many as take about this many seconds:
SLICE_SECONDS = 0.05

Flags = npt.NDArray[np.bool_]


# --- packing


@lru_cache(maxsize=16)
def relations(rules: Rules) -> tuple[Flags, Flags, Flags]:
    """[direction, top, card]: follows, follows without the trick, improves; the last top is the row card."""
    tops = (*rules.cards, None)
    shape = (2, len(tops), len(rules.cards))
    follow, improve = np.zeros(shape, np.bool_), np.zeros(shape, np.bool_)
    for side, direction in enumerate(("up", "down")):
        for x, top in enumerate(tops):
            for c, card in enumerate(rules.cards):
                follow[side, x, c] = card != top and follows(rules, direction, top, card)  # type: ignore[arg-type]
                improve[side, x, c] = improves(direction, top, card)  # type: ignore[arg-type]
    plain = follow & ~improve
    return follow, plain, improve


def pack_duel(position: Position) -> tuple[Duel, Words]:
    """The game and the state it starts from, as numbers."""
    rules = position.rules
    if not rules.game.is_duel:
        raise DoesNotAddUp(f"{rules.game.name} has no opponents")
    if not all(pile.ordered for pile in position.draws):
        raise DoesNotAddUp("the order of a draw pile is unknown, and this question needs it")
    index = rules.card_indices
    left = [sorted(index[card] for card in (*position.hands[p], *position.draws[p].cards)) for p in range(2)]
    if max(map(len, left)) > MOST_LEFT:
        raise DoesNotAddUp(
            f"{max(map(len, left))} cards left on one side: {MOST_LEFT} is the most that can be searched"
        )
    places = [{card: place for place, card in enumerate(cards)} for cards in left]
    follow, plain, improve = relations(rules)
    duel = Duel(
        follow=_words(follow, left),
        plain=_words(plain, left),
        improve=_words(improve, left),
        number=_numbers(left),
        pending=_pending(position, places),
        draw_size=np.array([len(pile.cards) for pile in position.draws], np.int64),
        ups=rules.ups,
        piles=rules.ups + rules.downs,
        cards=len(rules.cards),
        hand=rules.hand,
        minimum=rules.minimum,
        minimum_empty=rules.minimum_empty,
        maximum=NO_MAXIMUM if rules.maximum is None else rules.maximum,
        gifts=rules.gifts,
        draws=rules.draws,
        exact=max(map(len, left)) <= EXACT_LEFT and rules.ups + rules.downs <= 2,
    )
    hands = [sum(1 << places[p][index[card]] for card in position.hands[p]) for p in range(2)]
    return duel, np.array([*hands, *_tops_words(position), position.to_move << 16], np.uint64)


def _numbers(left: list[list[int]]) -> Indices:
    """Which card each place of a side stands for."""
    number = np.zeros((2, MOST_LEFT), np.int64)
    for p in range(2):
        number[p, : len(left[p])] = left[p]
    return number


def _pending(position: Position, places: list[dict[int, int]]) -> Words:
    """For each side, after so many cards were drawn, the set of those still in its draw pile."""
    index = position.rules.card_indices
    pending = np.zeros((2, max(len(pile.cards) for pile in position.draws) + 1), np.uint64)
    for p, pile in enumerate(position.draws):
        draw = [places[p][index[card]] for card in pile.cards]
        for drawn in range(len(draw)):
            pending[p, drawn] = sum(1 << card for card in draw[drawn:])
    return pending


def _words(table: Flags, left: list[list[int]]) -> Words:
    """[player, direction, top]: each player's cards as one word."""
    powers = np.uint64(1) << np.arange(MOST_LEFT, dtype=np.uint64)
    return np.stack([(table[:, :, cards] * powers[: len(cards)]).sum(axis=2, dtype=np.uint64) for cards in left])


def _tops_words(position: Position) -> list[int]:
    rules = position.rules
    tops = [len(rules.cards) if top is None else rules.card_indices[top] for top in position.tops]
    piles = rules.ups + rules.downs
    return [sum(top << (8 * pile) for pile, top in enumerate(tops[p * piles : (p + 1) * piles])) for p in range(2)]


# --- asking


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
        self.choosers = sum(1 << seat for seat in choosers)
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
        seat = int(state[4]) >> 16
        frames[0, kernels.TURNS] = turns if turns == FOREVER else turns - (turns + (seat == self.target)) % 2
        if frames[0, kernels.TURNS] <= 0:
            return Proof(False, turns)
        frames[0, kernels.MOST_PN] = frames[0, kernels.MOST_DN] = kernels.MOST
        end = self.limits.seconds if until is None else until
        last = None if states is None else self.states + states
        while last is None or self.states < last:
            began = self.limits.elapsed
            if self.limits.states_ran_out or (end is not None and began >= end):
                break
            count = self.slice if last is None else min(self.slice, last - self.states)
            status = search(self.duel, self.facts, self.target, self.choosers, self.space, count)
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
        while (count := expand(self.duel, self.facts, self.target, self.choosers, self.space, 0)) == kernels.NO_SPACE:
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
        child_info=indices(pool, 4),
        rows=words(rows, 4),
        links=indices(rows),
        heads=indices(2 * rows),
        spare_rows=words(rows, 4),
        spare_links=indices(rows),
        spare_heads=indices(2 * rows),
        control=indices(CONTROL),
    )


def larger_scratch(space: Space) -> Space:
    """Twice the room for turns and their outcomes; what is under way is kept."""
    larger = new_space(space.states.shape[0], 2 * space.rows.shape[0], 2 * space.children.shape[0])
    for name in ("children", "child_info", "states", "frames", "control"):
        old = getattr(space, name)
        getattr(larger, name)[: old.shape[0]] = old
    return larger._replace(table=space.table)
