"""The end of a Face to Face game in numbers: the different turns of a state, and who wins it.

A state is hand A, hand B, tops A, tops B, cards drawn and the player to move, as in ``solver.kernels.duel_table``.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from solver import Position
from solver.kernels.duel_table import FOREVER, NO_SPACE, SETTLED, STAMP, Space
from solver.kernels.duel_turns import turns_under_way
from solver.kernels.turn import Words
from solver.search.duel_prover import DuelProver, larger_scratch, new_space, pack_duel
from solver.search.limits import Limits

State = tuple[int, int, int, int, int]
SEAT = 16  # the bit of who is to move


class Scratch:
    """Room for turns under way, used again and again."""

    space: Space | None = None

    @classmethod
    def room(cls, larger: bool = False) -> Space:
        """The room there is; twice as much if asked."""
        if cls.space is None:
            cls.space = new_space(depth=2, rows=1 << 13, pool=2)
        if larger:
            cls.space = larger_scratch(cls.space)
        return cls.space


class Moves:
    """One position and everything that can come of it."""

    def __init__(self, position: Position) -> None:
        self.duel, start = pack_duel(position)
        self.hero = position.to_move
        hand_a, hand_b, tops_a, tops_b, rest = start.tolist()
        self.start: State = (hand_a, hand_b, tops_a, tops_b, rest)
        self.sizes: list[int] = self.duel.draw_size.tolist()

    # --- turns

    def firsts(self) -> list[State]:
        """Where the different turns of the position lead."""
        state = self.start
        seat = state[4] >> SEAT
        drawn = state[4] >> 8 * seat & 255
        to_draw, found = self.sizes[seat] - drawn, dict[State, None]()
        least = self.least(seat, to_draw)
        for hand, own, other, tally in self.under_way(state, seat).tolist():
            laid, gifts = tally & 255, tally >> 8
            if laid >= least and gifts < laid:
                missing = max(self.duel.hand - hand.bit_count(), 0)
                count = min(missing if gifts else min(missing, self.duel.draws), to_draw)
                found[self.next_state(state, seat, (hand, own, other), drawn, count)] = None
        return list(found)

    def least(self, seat: int, to_draw: int) -> int:
        """The minimum of a turn."""
        return self.duel.minimum if to_draw else self.duel.minimum_empty

    def under_way(self, state: State, seat: int, enough: int = 0) -> Words:
        """Every different way to have laid some cards; no rows at all where ``enough`` could be laid."""
        hand, own, other = (np.uint64(state[place]) for place in (seat, 2 + seat, 3 - seat))
        none, space = np.uint64(0), Scratch.room()
        while True:
            space.control[STAMP] += 1
            stamp, rows, links, heads = int(space.control[STAMP]), space.rows, space.links, space.heads
            count = turns_under_way(self.duel, 0, seat, hand, own, other, none, none, rows, links, heads, stamp, enough)
            if count != NO_SPACE:
                return rows[: 0 if count == SETTLED else count]
            space = Scratch.room(larger=True)

    def next_state(self, state: State, seat: int, laid: tuple[int, int, int], drawn: int, count: int) -> State:
        """The state after a turn: cards drawn, like piles in order, the other side to move."""
        pending = self.duel.pending
        fresh = int(pending[seat, drawn]) & ~int(pending[seat, drawn + count]) if count else 0
        hand, own, other = laid[0] | fresh, self.in_order(laid[1]), self.in_order(laid[2])
        moved = (state[4] + (count << 8 * seat)) ^ 1 << SEAT
        return (hand, state[1], own, other, moved) if seat == 0 else (state[0], hand, other, own, moved)

    def in_order(self, tops: int) -> int:
        """Like piles of one player in the order of their tops."""
        ups, piles = self.duel.ups, self.duel.piles
        if ups <= 1 and piles - ups <= 1:
            return tops
        shown = [tops >> 8 * pile & 255 for pile in range(piles)]
        ordered = [*sorted(shown[:ups]), *sorted(shown[ups:])]
        return sum(top << 8 * pile for pile, top in enumerate(ordered))

    # --- who wins

    def left(self, state: State, seat: int) -> int:
        """The cards that one side has not laid yet."""
        return state[seat].bit_count() + self.sizes[seat] - (state[4] >> 8 * seat & 255)

    def won(self, state: State) -> bool:
        """Has the hero won: everything laid, or the opponent stuck?"""
        if self.left(state, self.hero) == 0 or self.left(state, 1 - self.hero) == 0:
            return self.left(state, self.hero) == 0
        return state[4] >> SEAT != self.hero and self.is_stuck(state)

    def is_over(self, state: State) -> bool:
        """Has somebody won?"""
        return self.left(state, 0) == 0 or self.left(state, 1) == 0 or self.is_stuck(state)

    def is_stuck(self, state: State) -> bool:
        """Can the player to move not complete a turn?"""
        seat = state[4] >> SEAT
        least = self.least(seat, self.sizes[seat] - (state[4] >> 8 * seat & 255))
        return len(self.under_way(state, seat, least)) > 0

    @cached_property
    def against(self) -> DuelProver:
        """Does the hero win against every defence?"""
        return DuelProver(self.duel, self.hero, frozenset({self.hero}), Limits())

    @cached_property
    def helped(self) -> DuelProver:
        """Does the hero win if both work for it?"""
        return DuelProver(self.duel, self.hero, frozenset({0, 1}), Limits())

    def wins(self, state: State, search: DuelProver, turns: int = FOREVER) -> bool:
        """Is the answer yes from this state on, within so many turns of both?"""
        if self.is_over(state):
            return self.won(state)
        return search.ask(np.array(state, np.uint64), turns).yes is True
