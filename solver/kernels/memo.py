"""The memory of the prover: positions proved dead, in one array of the size that was asked for.

An entry is four words:

    word 0, 1   who holds what.  One player: the cards not yet laid, exact (the hand follows from them and the number
                of cards drawn).  More players: a 128-bit hash of all hands.  Never fewer than 128 bits.
    word 2      tops      as in ``turn``
    word 3      info      bits  0-23  cards drawn, seat, cards laid in this turn, three, stop: as in ``turn``, exact
                          bits 24-35  skulls and tie, as in ``turn``
                          bits 36-43  effort: how many doublings of states the proof took
                          bits 44-63  generation: entries of an older one count as empty, so a table is cleared by adding 1

Entries with the same words 0, 1 and identity bits of word 3 form the antichain of dead pile states of one holding.
They lie next to each other, from the slot of their hash on (linear probing, at most ``WINDOW`` slots).  Where a window is
full, the entry that cost least effort is replaced: a forgotten dead state costs time, never truth.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.compile import kernel
from solver.kernels.shuffle import mix
from solver.kernels.turn import DRAW_ONE, NO_TRICK, ONE_PILE, Problem, Words

FOLLOWERS, LIKE_PILES = 1, 2  # the two facts the memory knows; the others are in ``exhaust``

WINDOW = 4096
IDENTITY = np.uint64(0xFFFF_F000_00FF_FFFF)
GENERATION_SHIFT = 44
ENTRY_BYTES = 32

WITHOUT = (
    0x5555555555555555,
    0x3333333333333333,
    0x0F0F0F0F0F0F0F0F,
    0x00FF00FF00FF00FF,
    0x0000FFFF0000FFFF,
    0x00000000FFFFFFFF,
)  # bit s of WITHOUT[j]: the subset with number s lacks element j


@kernel
def covers(
    problem: Problem,
    a: np.uint64,
    a_info: np.uint64,
    p: int,
    b: np.uint64,
    b_info: np.uint64,
    q: int,
    low: np.uint64,
    high: np.uint64,
) -> bool:
    """Is pile p of tops ``a`` at least as good as the like pile q of tops ``b``, the cards low, high being left?"""
    side = problem.direction[p]
    x = np.int64((a >> np.uint64(8 * p)) & np.uint64(255))
    y = np.int64((b >> np.uint64(8 * q)) & np.uint64(255))
    if x == y and not problem.commanded:
        return True
    follow = problem.follow
    if (low & follow[side, y, 0] & ~follow[side, x, 0]) | (high & follow[side, y, 1] & ~follow[side, x, 1]):
        return False
    if not problem.commanded:
        return True
    plain = problem.plain
    if (low & plain[side, y, 0] & ~plain[side, x, 0]) | (high & plain[side, y, 1] & ~plain[side, x, 1]):
        return False
    over, under = problem.command[x], problem.command[y]
    if over != under and (over == DRAW_ONE or under == DRAW_ONE or over == NO_TRICK or over == ONE_PILE):
        return False
    if (a_info >> np.uint64(24 + p)) & ~(b_info >> np.uint64(24 + q)) & np.uint64(1):
        return False
    tied = np.int64((a_info >> np.uint64(32)) & np.uint64(15))
    tied_under = np.int64((b_info >> np.uint64(32)) & np.uint64(15))
    return tied == 0 or (tied == p + 1) == (tied_under == q + 1)


@kernel
def dominates(
    problem: Problem,
    facts: int,
    a: np.uint64,
    a_info: np.uint64,
    b: np.uint64,
    b_info: np.uint64,
    low: np.uint64,
    high: np.uint64,
) -> bool:
    """Are the piles ``a`` at least as good as the piles ``b`` (same cards left, same hands, same phase)?"""
    if not facts & FOLLOWERS:
        return a == b and (a_info ^ b_info) & np.uint64(0xFFF << 24) == np.uint64(0)
    first = 0
    while first < problem.piles:
        last = first + 1
        while last < problem.piles and problem.direction[last] == problem.direction[first]:
            last += 1
        count = last - first
        straight = True
        for p in range(first, last):
            if not covers(problem, a, a_info, p, b, b_info, p, low, high):
                straight = False
                break
        if not straight:
            if not facts & LIKE_PILES or count == 1 or count > 6:
                return False
            if count == 2:
                if not (
                    covers(problem, a, a_info, first, b, b_info, first + 1, low, high)
                    and covers(problem, a, a_info, first + 1, b, b_info, first, low, high)
                ):
                    return False
            else:
                matched = np.uint64(1)  # bit s: the piles so far can be matched with the subset number s
                for p in range(first, last):
                    extended = np.uint64(0)
                    for j in range(count):
                        if covers(problem, a, a_info, p, b, b_info, first + j, low, high):
                            extended |= (matched & np.uint64(WITHOUT[j])) << np.uint64(1 << j)
                    matched = extended
                if not (matched >> np.uint64((1 << count) - 1)) & np.uint64(1):
                    return False
        first = last
    return True


@kernel
def slot_of(table: Words, key0: np.uint64, key1: np.uint64, info: np.uint64) -> int:
    """Where the window of this holding begins."""
    h = mix(
        key0 ^ (key1 * np.uint64(0x9E3779B97F4A7C15)) ^ ((info & np.uint64(0xFFFFFF)) * np.uint64(0xD6E8FEB86659FD93))
    )
    return np.int64(((h >> np.uint64(32)) * np.uint64(table.shape[0] - WINDOW)) >> np.uint64(32))


@kernel
def known_dead(
    problem: Problem,
    facts: int,
    table: Words,
    key0: np.uint64,
    key1: np.uint64,
    tops: np.uint64,
    info: np.uint64,
    low: np.uint64,
    high: np.uint64,
) -> bool:
    """Is a position remembered that is at least as good as this one, and dead?"""
    slot = slot_of(table, key0, key1, info)
    generation = info >> np.uint64(GENERATION_SHIFT)
    for at in range(slot, slot + WINDOW):
        other = table[at, 3]
        if other >> np.uint64(GENERATION_SHIFT) != generation:
            return False
        if (
            table[at, 0] == key0
            and table[at, 1] == key1
            and (other ^ info) & IDENTITY == np.uint64(0)
            and dominates(problem, facts, table[at, 2], other, tops, info, low, high)
        ):
            return True
    return False


@kernel
def remember_dead(
    problem: Problem,
    facts: int,
    table: Words,
    key0: np.uint64,
    key1: np.uint64,
    tops: np.uint64,
    info: np.uint64,
    low: np.uint64,
    high: np.uint64,
    effort: int,
) -> int:
    """Keep a dead position: 1 a free slot was used, 0 it took the place of a worse one, -1 it drove another out."""
    slot = slot_of(table, key0, key1, info)
    generation = info >> np.uint64(GENERATION_SHIFT)
    cheapest, cost, found = slot, 256, -1
    for at in range(slot, slot + WINDOW):
        other = table[at, 3]
        if other >> np.uint64(GENERATION_SHIFT) != generation:
            cheapest, found = at, 1
            break
        if (
            table[at, 0] == key0
            and table[at, 1] == key1
            and (other ^ info) & IDENTITY == np.uint64(0)
            and dominates(problem, facts, tops, info, table[at, 2], other, low, high)
        ):
            cheapest, found = at, 0
            break
        spent = np.int64((other >> np.uint64(36)) & np.uint64(255))
        if spent < cost:
            cheapest, cost = at, spent
    table[cheapest, 0], table[cheapest, 1], table[cheapest, 2] = key0, key1, tops
    table[cheapest, 3] = (info & ~np.uint64(0xFF << 36)) | (np.uint64(min(effort, 255)) << np.uint64(36))
    return found


@kernel
def move_house(old: Words, new: Words, generation: int) -> int:
    """Copy every entry of this generation into another table; how many found room."""
    kept = 0
    for at in range(old.shape[0]):
        info = old[at, 3]
        if np.int64(info >> np.uint64(GENERATION_SHIFT)) == generation:
            slot = slot_of(new, old[at, 0], old[at, 1], info)
            for to in range(slot, slot + WINDOW):
                if np.int64(new[to, 3] >> np.uint64(GENERATION_SHIFT)) != generation:
                    for word in range(4):
                        new[to, word] = old[at, word]
                    kept += 1
                    break
    return kept
