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
def find_dead_card(problem: Problem, carriers: Words, keys: Words, piles: Words, words: int, row: int) -> int:
    """A card left that no pile can ever take, whatever is laid before; -1 if there is none."""
    low, high = keys[row, 4], keys[row, 5]
    up0 = up1 = down0 = down1 = np.uint64(0)
    for pile in range(problem.piles):
        first = piles[row, HEAD + words * pile]
        second = piles[row, HEAD + 1 + 2 * pile] if words == 2 else np.uint64(0)
        if problem.direction[pile] == 0:
            up0, up1 = up0 | first, up1 | second
        else:
            down0, down1 = down0 | first, down1 | second
    while True:
        if (up0 | down0) == low and (up1 | down1) == high:
            return -1
        changed = False
        for word in range(words):
            missing = (low & ~up0) if word == 0 else (high & ~up1)
            while missing:
                card = lowest_bit(missing) + 64 * word
                missing &= missing - np.uint64(1)
                if (carriers[0, card, 0] & up0) | (carriers[0, card, 1] & up1):
                    changed = True
                    if word == 0:
                        up0 |= bit(card)
                    else:
                        up1 |= bit(card)
            missing = (low & ~down0) if word == 0 else (high & ~down1)
            while missing:
                card = lowest_bit(missing) + 64 * word
                missing &= missing - np.uint64(1)
                if (carriers[1, card, 0] & down0) | (carriers[1, card, 1] & down1):
                    changed = True
                    if word == 0:
                        down0 |= bit(card)
                    else:
                        down1 |= bit(card)
        if not changed:
            break
    if low & ~(up0 | down0):
        return lowest_bit(low & ~(up0 | down0))
    if high & ~(up1 | down1):
        return 64 + lowest_bit(high & ~(up1 | down1))
    return -1


@inlined
def blame_dead_card(
    problem: Problem, keys: Words, piles: Words, reason: Words, words: int, row: int, dead: int
) -> None:
    """The best piles that still can never take this card: no follower may lead to it."""
    low, high = keys[row, 4], keys[row, 5]
    reason[row, TOPS] = piles[row, TOPS]
    for side in range(2):
        low_to, high_to = np.uint64(0), np.uint64(0)
        if dead < 64:
            low_to = bit(dead)
        else:
            high_to = bit(dead)
        changed = True
        while changed:
            changed = False
            for word in range(words):
                rest = (low & ~low_to) if word == 0 else (high & ~high_to)
                while rest:
                    card = lowest_bit(rest) + 64 * word
                    rest &= rest - np.uint64(1)
                    if (problem.follow[side, card, 0] & low_to) | (problem.follow[side, card, 1] & high_to):
                        changed = True
                        if word == 0:
                            low_to |= bit(card)
                        else:
                            high_to |= bit(card)
        for pile in range(problem.piles):
            if problem.direction[pile] == side:
                reason[row, HEAD + words * pile] = low & ~low_to
                if words == 2:
                    reason[row, HEAD + 1 + 2 * pile] = high & ~high_to
