"""The codec of Face to Face: positions as the numbers that the kernels know, and states read back.

Nobody else outside ``solver.kernels`` knows how a state is laid out (``solver.kernels.duel_table`` draws it).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.errors import DoesNotAddUp
from solver.kernels import duel_table as kernels
from solver.kernels.duel_table import Duel
from solver.kernels.turn import Indices, Words
from solver.rules.follow import follows, improves
from solver.rules.game import NO_MAXIMUM, Rules
from solver.table.position import Position

MOST_LEFT = 64  # cards of one side: a set of them is one machine word
EXACT_LEFT = 58  # with at most so many a side, and two piles each, table keys are exact
FOREVER = kernels.FOREVER  # turns; no game lasts as long

Flags = npt.NDArray[np.bool_]
StateWords = Words  # a state as the search takes it
Tops = tuple[int, ...]  # of one player's piles, ascending ones first: the number of each top over all cards of the game


# --- states


class DuelState(NamedTuple):
    """A state of one game: hands as sets of the player's own places, tops, cards drawn since the start, who moves."""

    hands: tuple[int, int]
    tops: tuple[Tops, Tops]
    drawn: tuple[int, int]
    mover: int

    def words(self) -> Words:
        """The state as the search takes it."""
        tops = [sum(top << (8 * pile) for pile, top in enumerate(own)) for own in self.tops]
        return np.array([*self.hands, *tops, self.drawn[0] | self.drawn[1] << 8 | self.mover << 16], np.uint64)


def read_state(words: Words, piles: int) -> DuelState:
    """A state of the search, so many piles a player."""
    hand_a, hand_b, *tops, rest = words.tolist()
    tops_a, tops_b = (tuple(word >> 8 * pile & 255 for pile in range(piles)) for word in tops)
    return DuelState((hand_a, hand_b), (tops_a, tops_b), (rest & 255, rest >> 8 & 255), rest >> 16)


def mover_of(words: Words) -> int:
    """Who is to move in a state of the search."""
    return int(words[4]) >> 16


def places_in(cards: int) -> Iterator[int]:
    """The places that a set of one player's cards holds, lowest first."""
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1


# --- packing


class PackedDuel:
    """One game as numbers, and the states of the positions that come of its first one."""

    def __init__(self, position: Position) -> None:
        rules, index = position.rules, position.rules.card_indices
        if not rules.game.is_duel:
            raise DoesNotAddUp(f"{rules.game.name} has no opponents")
        if not all(pile.ordered for pile in position.draws):
            raise DoesNotAddUp("the order of a draw pile is unknown, and this question needs it")
        self.position = position
        left = [sorted(index[card] for card in (*position.hands[p], *position.draws[p].cards)) for p in range(2)]
        self.places = [{rules.cards[card]: place for place, card in enumerate(cards)} for cards in left]
        self.duel = self._packed(rules, left)

    def _packed(self, rules: Rules, left: list[list[int]]) -> Duel:
        """The game as numbers, the cards in ``left`` being each side's."""
        most = max(map(len, left))
        if most > MOST_LEFT:
            raise DoesNotAddUp(f"{most} cards left on one side: {MOST_LEFT} is the most that can be searched")
        follow, plain, improve = relations(rules)
        return Duel(
            follow=_words(follow, left),
            plain=_words(plain, left),
            improve=_words(improve, left),
            number=_numbers(left),
            pending=self._pending(),
            draw_size=np.array([len(pile.cards) for pile in self.position.draws], np.int64),
            ups=rules.ups,
            piles=rules.ups + rules.downs,
            cards=len(rules.cards),
            hand=rules.hand,
            minimum=rules.minimum,
            minimum_empty=rules.minimum_empty,
            maximum=NO_MAXIMUM if rules.maximum is None else rules.maximum,
            gifts=rules.gifts,
            draws=rules.draws,
            exact=most <= EXACT_LEFT and rules.ups + rules.downs <= 2,
        )

    def _pending(self) -> Words:
        """For each side, after so many cards were drawn, the set of those still in its draw pile."""
        draws = self.position.draws
        pending = np.zeros((2, max(len(pile.cards) for pile in draws) + 1), np.uint64)
        for p, pile in enumerate(draws):
            draw = [self.places[p][card] for card in pile.cards]
            for drawn in range(len(draw)):
                pending[p, drawn] = sum(1 << card for card in draw[drawn:])
        return pending

    def state_of(self, position: Position) -> DuelState:
        """The first position or one that comes of it."""
        rules, first = position.rules, self.position.draws
        piles = rules.ups + rules.downs
        tops = tuple(len(rules.cards) if top is None else rules.card_indices[top] for top in position.tops)
        hand_a, hand_b = (sum(1 << self.places[p][card] for card in position.hands[p]) for p in range(2))
        drawn_a, drawn_b = (len(first[p].cards) - len(position.draws[p].cards) for p in range(2))
        return DuelState((hand_a, hand_b), (tops[:piles], tops[piles:]), (drawn_a, drawn_b), position.to_move)


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


def _numbers(left: list[list[int]]) -> Indices:
    """Which card each place of a side stands for."""
    number = np.zeros((2, MOST_LEFT), np.int64)
    for p in range(2):
        number[p, : len(left[p])] = left[p]
    return number


def _words(table: Flags, left: list[list[int]]) -> Words:
    """[player, direction, top]: each player's cards as one word."""
    powers = np.uint64(1) << np.arange(MOST_LEFT, dtype=np.uint64)
    return np.stack([(table[:, :, cards] * powers[: len(cards)]).sum(axis=2, dtype=np.uint64) for cards in left])
