"""What a whole turn can do to the piles of one direction, for a hand of up to eight cards and two piles a direction.

Nothing is drawn before a turn ends, and without commands plays on different piles do not touch each other.  So what a
turn does is, for each pile, which cards it takes and which of them is on top at the end; the order in which piles take
turns does not matter.  Sets of cards of the hand are bytes, card by card in the order of ``cards``:

    ends[side, top, set]     the cards of the set that can lie on top once all of it was laid on this top, as a byte
    outcome[at[pair, set]:at[pair, set + 1]]   tops of both piles (first | second << 8) after the pair took the set

Of the outcomes of one set only those are kept that no other covers (see ``facts/followers.py``): what remains to be
laid is then R without the set, or less, and a top that has more followers in R has more in every part of it.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.bits import lowest_bit
from solver.kernels.compile import inlined, kernel
from solver.kernels.memo import FOLLOWERS, LIKE_PILES
from solver.kernels.turn import Indices1, Indices2, Problem, Words2, bit

Bytes3 = Annotated[npt.NDArray[np.uint8], np.uint8, 3]

MOST_HAND = 8
SETS = 1 << MOST_HAND
TOPS = 128  # places for the tops of a side
ROOM = SETS * 81  # outcomes of a pair of piles at most: nine tops for either, for each set
SIZE, SERIAL, PAIRS, OUTCOMES = range(4)  # of ``control``


class Hand(NamedTuple):
    """A hand, and what was worked out for it so far."""

    cards: Indices1  # [place]
    sets: Words2  # [set, word]: a set of places as cards
    beneath: Indices2  # [side, place]: the places whose card this one may be laid on
    ends: Bytes3
    known: Indices2  # [side, top]: the serial number of the hand for which ``ends`` stands there
    pair: Indices2  # [side, first top * TOPS + second top]: serial number << 32 | number of the pair
    at: Indices2  # [pair, set], one column more than sets
    outcome: Indices1
    control: Indices1


@inlined
def follows(problem: Problem, side: int, card: int, top: int) -> bool:
    """May this card be laid on this top?"""
    return (problem.follow[side, top, card >> 6] & bit(card)) != np.uint64(0)


@kernel
def take_hand(problem: Problem, hand: Hand, low: np.uint64, high: np.uint64) -> None:
    """Begin anew with these cards."""
    size = 0
    for half in range(2):
        word = low if half == 0 else high
        while word:
            hand.cards[size] = lowest_bit(word) + 64 * half
            word &= word - np.uint64(1)
            size += 1
    hand.control[SIZE], hand.control[PAIRS], hand.control[OUTCOMES] = size, 0, 0
    hand.control[SERIAL] += 1
    for chosen in range(1, 1 << size):
        card, rest = hand.cards[lowest_bit(np.uint64(chosen))], chosen & (chosen - 1)
        hand.sets[chosen, 0], hand.sets[chosen, 1] = hand.sets[rest, 0], hand.sets[rest, 1]
        hand.sets[chosen, card >> 6] |= bit(card)
    for side in range(2):
        for place in range(size):
            hand.beneath[side, place] = 0
            for under in range(size):
                if under != place and follows(problem, side, hand.cards[place], hand.cards[under]):
                    hand.beneath[side, place] |= 1 << under


@kernel
def find_ends(problem: Problem, hand: Hand, side: int, top: int) -> None:
    """Fill in ``ends`` for this top."""
    if hand.known[side, top] == hand.control[SERIAL]:
        return
    hand.known[side, top] = hand.control[SERIAL]
    ends = hand.ends
    for chosen in range(1, 1 << hand.control[SIZE]):
        last, word = 0, np.uint64(chosen)
        while word:
            place = lowest_bit(word)
            word &= word - np.uint64(1)
            before = chosen ^ (1 << place)
            if before == 0:
                if follows(problem, side, hand.cards[place], top):
                    last |= 1 << place
            elif np.int64(ends[side, top, before]) & hand.beneath[side, place]:
                last |= 1 << place
        ends[side, top, chosen] = np.uint8(last)


@inlined
def lacks(problem: Problem, side: int, top: int, other: int, low: np.uint64, high: np.uint64) -> bool:
    """Is there a card among these that follows ``other`` and not ``top``?"""
    follow = problem.follow
    return (
        (follow[side, other, 0] & ~follow[side, top, 0] & low) | (follow[side, other, 1] & ~follow[side, top, 1] & high)
    ) != np.uint64(0)


@inlined
def pair_covers(
    problem: Problem, facts: int, side: int, a: int, b: int, x: int, y: int, low: np.uint64, high: np.uint64
) -> bool:
    """Are two piles that show a and b at least as good as two that show x and y, with these cards left?"""
    if not facts & FOLLOWERS:
        return (a == x and b == y) or (facts & LIKE_PILES != 0 and a == y and b == x)
    if not lacks(problem, side, a, x, low, high) and not lacks(problem, side, b, y, low, high):
        return True
    if not facts & LIKE_PILES:
        return False
    return not lacks(problem, side, a, y, low, high) and not lacks(problem, side, b, x, low, high)


@inlined
def note_outcome(
    problem: Problem, facts: int, hand: Hand, side: int, start: int, a: int, b: int, low: np.uint64, high: np.uint64
) -> None:
    """Keep an outcome that no other of its set covers, and drop those that it covers."""
    outcome, control = hand.outcome, hand.control
    count = control[OUTCOMES]
    for other in range(start, count):
        if pair_covers(problem, facts, side, outcome[other] & 255, outcome[other] >> 8, a, b, low, high):
            return
    kept = start
    for other in range(start, count):
        if not pair_covers(problem, facts, side, a, b, outcome[other] & 255, outcome[other] >> 8, low, high):
            outcome[kept] = outcome[other]
            kept += 1
    outcome[kept] = a | b << 8
    control[OUTCOMES] = kept + 1


@kernel
def pair_of(
    problem: Problem, facts: int, hand: Hand, side: int, x: int, y: int, low: np.uint64, high: np.uint64
) -> int:
    """The number of the pair of piles that show x and y; ``low``, ``high``: the cards left before the turn."""
    control, ends = hand.control, hand.ends
    known = hand.pair[side, x * TOPS + y]
    if known >> 32 == control[SERIAL]:
        return known & 0xFFFFFFFF
    number = control[PAIRS]
    control[PAIRS] += 1
    hand.pair[side, x * TOPS + y] = control[SERIAL] << 32 | number
    find_ends(problem, hand, side, x)
    find_ends(problem, hand, side, y)
    for chosen in range(1 << control[SIZE]):
        start = control[OUTCOMES]
        hand.at[number, chosen] = start
        rest0, rest1 = low & ~hand.sets[chosen, 0], high & ~hand.sets[chosen, 1]
        part = chosen
        while part >= 0:
            other = chosen ^ part
            first, second = np.int64(ends[side, x, part]), np.int64(ends[side, y, other])
            if (part == 0 or first) and (other == 0 or second) and not (x == y and part < other):
                left = first if part else 1
                while left:
                    a = hand.cards[lowest_bit(np.uint64(left))] if part else x
                    left &= left - 1
                    right = second if other else 1
                    while right:
                        b = hand.cards[lowest_bit(np.uint64(right))] if other else y
                        right &= right - 1
                        note_outcome(problem, facts, hand, side, start, a, b, rest0, rest1)
            part = (part - 1) & chosen if part else -1
    hand.at[number, 1 << control[SIZE]] = control[OUTCOMES]
    return number
