"""What piles could ever come to take: the closure of their followers among the cards left.

The arrays are those of ``exhaust``: keys, piles and reason, one row a node.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.bits import lowest_bit
from solver.kernels.compile import inlined
from solver.kernels.memo import HEAD, TOPS
from solver.kernels.turn import Problem, Words, bit


@inlined
def grown(
    ways: Words, side: int, found_low: np.uint64, found_high: np.uint64, low: np.uint64, high: np.uint64, words: int
) -> tuple[np.uint64, np.uint64]:
    """The cards found, and with them, again and again, every card left whose ``ways[side]`` lead to one found."""
    changed = True
    while changed:
        changed = False
        for word in range(words):
            rest = (low & ~found_low) if word == 0 else (high & ~found_high)
            while rest:
                card = lowest_bit(rest) + 64 * word
                rest &= rest - np.uint64(1)
                if (ways[side, card, 0] & found_low) | (ways[side, card, 1] & found_high):
                    changed = True
                    if word == 0:
                        found_low |= bit(card)
                    else:
                        found_high |= bit(card)
    return found_low, found_high


@inlined
def all_follow_soon(
    carriers: Words,
    up_low: np.uint64,
    up_high: np.uint64,
    down_low: np.uint64,
    down_high: np.uint64,
    low: np.uint64,
    high: np.uint64,
    words: int,
) -> bool:
    """Does every card left follow a pile, or a card that does?  Mostly so: no need to go further then."""
    for word in range(words):
        rest = low & ~(up_low | down_low) if word == 0 else high & ~(up_high | down_high)
        while rest:
            card = lowest_bit(rest) + 64 * word
            rest &= rest - np.uint64(1)
            upward = (carriers[0, card, 0] & up_low) | (carriers[0, card, 1] & up_high)
            downward = (carriers[1, card, 0] & down_low) | (carriers[1, card, 1] & down_high)
            if not upward | downward:
                return False
    return True


@inlined
def out_of_reach(
    problem: Problem, carriers: Words, keys: Words, piles: Words, words: int, row: int
) -> tuple[np.uint64, np.uint64]:
    """The cards left that no pile can ever take, whatever is laid before."""
    low, high = keys[row, 4], keys[row, 5]
    up_low = up_high = down_low = down_high = np.uint64(0)
    for pile in range(problem.piles):
        first = piles[row, HEAD + words * pile]
        second = piles[row, HEAD + 1 + 2 * pile] if words == 2 else np.uint64(0)
        if problem.direction[pile] == 0:
            up_low, up_high = up_low | first, up_high | second
        else:
            down_low, down_high = down_low | first, down_high | second
    if all_follow_soon(carriers, up_low, up_high, down_low, down_high, low, high, words):
        return np.uint64(0), np.uint64(0)
    up_low, up_high = grown(carriers, 0, up_low, up_high, low, high, words)
    down_low, down_high = grown(carriers, 1, down_low, down_high, low, high, words)
    return low & ~(up_low | down_low), high & ~(up_high | down_high)


@inlined
def blame_dead_cards(
    problem: Problem,
    keys: Words,
    piles: Words,
    reason: Words,
    words: int,
    row: int,
    dead_low: np.uint64,
    dead_high: np.uint64,
) -> None:
    """The best piles that still can never take any of these cards: no follower may lead to one."""
    low, high = keys[row, 4], keys[row, 5]
    reason[row, TOPS] = piles[row, TOPS]
    for side in range(2):
        to_low, to_high = grown(problem.follow, side, dead_low, dead_high, low, high, words)
        for pile in range(problem.piles):
            if problem.direction[pile] == side:
                reason[row, HEAD + words * pile] = low & ~to_low
                if words == 2:
                    reason[row, HEAD + 1 + 2 * pile] = high & ~to_high
