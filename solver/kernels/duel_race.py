"""Face to Face: races that cannot be lost (see facts/duel_race), and guesses that say where to look first."""

from __future__ import annotations

import numpy as np

from solver.kernels.bits import highest_bit, lowest_bit, popcount
from solver.kernels.compile import inlined
from solver.kernels.duel_table import Duel, top_at, with_top


@inlined
def covered(duel: Duel, player: int, tops: np.uint64) -> np.uint64:
    """The player's cards that follow some own pile plainly."""
    cards = np.uint64(0)
    for pile in range(duel.piles):
        cards |= duel.plain[player, 0 if pile < duel.ups else 1, top_at(tops, pile)]
    return cards


@inlined
def finishes_now(duel: Duel, player: int, hand: np.uint64, own: np.uint64, other: np.uint64) -> bool:
    """Can a player with an empty draw pile lay the whole hand in this turn, by plain plays and one gift at most?"""
    size = popcount(hand)
    if size < duel.minimum_empty or size > duel.maximum:
        return False
    loose = hand & ~covered(duel, player, own)
    if loose == np.uint64(0):
        return True
    if duel.gifts == 0 or size < 2 or loose & (loose - np.uint64(1)):
        return False
    for pile in range(duel.piles):
        if loose & duel.improve[player, 0 if pile < duel.ups else 1, top_at(other, pile)]:
            return True
    return False


@inlined
def harmless_play(duel: Duel, player: int, hand: np.uint64, rest: np.uint64, tops: np.uint64) -> int:
    """A plain play, the closest card on some pile, after which all the rest still follows plainly: pile << 8 | card.

    Of several, the one that takes fewest of the rest from its pile; -1: there is none.
    """
    best, least = -1, 1 << 20
    for pile in range(duel.piles):
        side = 0 if pile < duel.ups else 1
        before = duel.plain[player, side, top_at(tops, pile)]
        cards = hand & before
        if cards:
            card = lowest_bit(cards) if side == 0 else highest_bit(cards)
            number = duel.number[player, card]
            left = rest & ~(np.uint64(1) << np.uint64(card))
            loss = popcount(left & before & ~duel.plain[player, side, number])
            if loss < least and not left & ~covered(duel, player, with_top(tops, pile, number)):
                best, least = (pile << 8) | card, loss
    return best


@inlined
def safe_race(
    duel: Duel, player: int, hand: np.uint64, drawn: int, tops: np.uint64, other_rest: np.uint64, most: int
) -> tuple[int, int]:
    """Turns (at most so many) in which a player lays everything whatever the opponent does; 0: no such plan was found.

    And how many of the opponent's cards could ever be laid on the player's piles meanwhile.  See facts/duel_race.
    """
    rest = hand | duel.pending[player, drawn]
    if rest & ~covered(duel, player, tops):
        return 0, 0
    for turn in range(1, most + 1):
        to_draw, size = duel.draw_size[player] - drawn, popcount(hand)
        if to_draw == 0 and duel.minimum_empty <= size <= duel.maximum:
            improving = np.uint64(0)
            for pile in range(duel.piles):
                improving |= duel.improve[1 - player, 0 if pile < duel.ups else 1, top_at(tops, pile)]
            return turn, popcount(improving & other_rest)
        if to_draw == 0:
            return 0, 0
        for _ in range(duel.minimum):
            play = harmless_play(duel, player, hand, rest, tops)
            if play < 0:
                return 0, 0
            left = ~(np.uint64(1) << np.uint64(play & 255))
            hand, rest = hand & left, rest & left
            tops = with_top(tops, play >> 8, duel.number[player, play & 255])
        draws = min(min(duel.draws, duel.hand - popcount(hand)), to_draw)
        hand |= duel.pending[player, drawn] & ~duel.pending[player, drawn + draws]
        drawn += draws
    return 0, 0


@inlined
def fewest_turns(duel: Duel, to_draw: int, gifts: int) -> int:
    """Nobody with so many cards to draw, and so many that could ever be gifts, lays everything in fewer turns."""
    turns = 1
    while to_draw > 0:
        to_draw -= duel.hand if gifts > 0 and duel.gifts > 0 else min(duel.draws, duel.hand)
        gifts -= 1
        turns += 1
    return turns


@inlined
def decided_race(
    duel: Duel,
    mover: int,
    hand: np.uint64,
    drawn: int,
    own: np.uint64,
    other_hand: np.uint64,
    other_drawn: int,
    other: np.uint64,
) -> int:
    """After the mover's turn: in how many turns the mover wins for sure (negative: the other); 0: unknown."""
    opponent = 1 - mover
    to_draw, other_draw = duel.draw_size[mover] - drawn, duel.draw_size[opponent] - other_drawn
    if other_draw == 0 and finishes_now(duel, opponent, other_hand, other, own):
        return -1
    rest, other_rest = hand | duel.pending[mover, drawn], other_hand | duel.pending[opponent, other_drawn]
    if to_draw > 0:
        turns, gifts = safe_race(duel, opponent, other_hand, other_drawn, other, rest, fewest_turns(duel, to_draw, 0))
        if turns and turns <= fewest_turns(duel, to_draw, gifts):
            return 1 - 2 * turns
    if other_draw > 0:
        turns, gifts = safe_race(duel, mover, hand, drawn, own, other_rest, fewest_turns(duel, other_draw, 0) - 1)
        if turns and turns < fewest_turns(duel, other_draw, gifts):
            return 2 * turns
    return 0


# --- guesses: they say where to look first, and prove nothing


@inlined
def freedom(duel: Duel, mover: int, hand: np.uint64, own: np.uint64, other: np.uint64) -> int:
    """How much a player can choose in this turn: cards that may be laid first, gifts counting doubly as they refill."""
    count, improves = 0, np.uint64(0)
    for pile in range(duel.piles):
        side = 0 if pile < duel.ups else 1
        count += popcount(duel.follow[mover, side, top_at(own, pile)] & hand)
        if duel.gifts:
            improves |= duel.improve[mover, side, top_at(other, pile)] & hand
    gifts = 1 + popcount(improves)
    return max(count * gifts * gifts, 1)
