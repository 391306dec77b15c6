"""The memory of the prover: what is proved dead, in arrays of the size that was asked for.

A pile matters only through its *followers*: the cards not yet laid that may be laid on it. So a dead position is
kept as one set of followers a pile; it speaks for every position with the same holding and no more followers on any
pile.

An entry is a row of ``HEAD + words * piles`` words (``words``: 1 up to 64 cards, else 2):

    word 0, 1   who holds what.  One player: the cards not yet laid, exact (the hand follows from them and the number
                of cards drawn).  More players: a 128-bit hash of all hands.  Never fewer than 128 bits.
    word 2      info: bits 0-35 as in ``turn``, exact
    word 3      bits 0-39 of a free row: the next free one (row + 1, 0: none); bits 40-47 effort
    word 4      tops, as in ``turn`` (where commands matter, or follower dominance is switched off)
    word 5 …    followers of each pile

Rows are found through *shelves* of eight words, a cache line each. The holding chooses the first shelf; where it is
full, others hang on it:

    word 0      bits 0-31 the next shelf (index + 1, 0: none); bits 32-63 of a first shelf: the generation in which
                it was written (a table is cleared by a new generation)
    word 1 - 7  bits 0-27 row + 1 (0: empty); the bits of TAG a part of the holding's hash; the others of bits 32-63
                the row's *outline*

Most rows that cannot answer are ruled out by tag and outline, without being looked at: see ``outline_of``. Where
every row is in use, an old one that cost little effort is taken: a forgotten dead position costs time, never truth.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.bits import highest_bit, lowest_bit
from solver.kernels.compile import entry, inlined, kernel
from solver.kernels.shuffle import mix
from solver.kernels.turn import DRAW_ONE, FIRE, NO_TRICK, ONE_PILE, Indices1, Problem, Words, Words2, top_of

FOLLOWERS, LIKE_PILES = 1, 2  # the two facts the memory knows; the others are in ``exhaust``
TWO_AND_TWO = 1 << 16  # set by the search beside both: two piles each way, no commands

HEAD, TOPS = 5, 4
INFO = np.uint64(0xF_FFFF_FFFF)
LINK = np.uint64(0xFF_FFFF_FFFF)

SHELF = np.uint64(0xFFFF_FFFF)
ROW = np.uint64(0x0FFF_FFFF)
MOST_ROWS = 1 << 28
TAG = np.uint64(0x8080_8080_F000_0000)
GUARDS = np.uint64(0x8080_8080_0000_0000)
OUTLINE = np.uint64(0x7F7F_7F7F_0000_0000)

USED, CLOCK, GENERATION, FREE, EVICTED, HANGING = range(6)
TALLY_WORDS = 8
LAST_GENERATION = 1 << 31


class Memo(NamedTuple):
    """The arrays; there is a power of two of first shelves."""

    shelves: Words2
    more: Words2  # the shelves that hang on others
    entries: Words2
    tally: Indices1  # rows ever used, clock hand, generation, first free row + 1, entries driven out, shelves hanging


@kernel
def commands_allow(
    problem: Problem,
    over: np.uint64,
    p: int,
    under: np.uint64,
    q: int,
    info: np.uint64,
    low: np.uint64,
    high: np.uint64,
) -> bool:
    """May pile p of tops ``over`` stand for the like pile q of tops ``under`` as far as commands go?"""
    side, x, y = problem.direction[p], top_of(over, p), top_of(under, q)
    plain = problem.plain
    if (low & plain[side, y, 0] & ~plain[side, x, 0]) | (high & plain[side, y, 1] & ~plain[side, x, 1]):
        return False
    a, b = problem.command[x], problem.command[y]
    if a != b and (a == DRAW_ONE or b == DRAW_ONE or a == NO_TRICK or a == ONE_PILE or a == FIRE):
        return False
    if (info >> np.uint64(24 + p)) & ~(info >> np.uint64(24 + q)) & np.uint64(1):
        return False
    tied = np.int64((info >> np.uint64(32)) & np.uint64(15))
    return tied == 0 or (tied == p + 1) == (tied == q + 1)


@inlined
def pile_covers(
    problem: Problem,
    words: int,
    over: Words,
    a: int,
    p: int,
    under: Words,
    b: int,
    q: int,
    info: np.uint64,
    low: np.uint64,
    high: np.uint64,
) -> bool:
    """Does pile p of row a of ``over`` have all the followers that pile q of row b of ``under`` has?"""
    x, y = HEAD + words * p, HEAD + words * q
    if under[b, y] & ~over[a, x]:
        return False
    if words == 2 and under[b, y + 1] & ~over[a, x + 1]:
        return False
    return not problem.commanded or commands_allow(problem, over[a, TOPS], p, under[b, TOPS], q, info, low, high)


@inlined
def pair_covers(words: int, over: Words, a: int, under: Words, b: int, partner: Words, first: int) -> bool:
    """The same as ``covers`` for the two like piles ``first`` and the next, without commands: most calls by far."""
    x = HEAD + words * first
    y = x + words
    over_x, over_y, under_x, under_y = over[a, x], over[a, y], under[b, x], under[b, y]
    straight, crossed = (under_x & ~over_x) | (under_y & ~over_y), (under_x & ~over_y) | (under_y & ~over_x)
    if words == 2:
        over_x, over_y, under_x, under_y = over[a, x + 1], over[a, y + 1], under[b, x + 1], under[b, y + 1]
        straight |= (under_x & ~over_x) | (under_y & ~over_y)
        crossed |= (under_x & ~over_y) | (under_y & ~over_x)
    if straight == np.uint64(0):
        partner[first], partner[first + 1] = np.uint64(first), np.uint64(first + 1)
        return True
    partner[first], partner[first + 1] = np.uint64(first + 1), np.uint64(first)
    return crossed == np.uint64(0)


@inlined
def covers(
    problem: Problem,
    facts: int,
    words: int,
    over: Words,
    a: int,
    under: Words,
    b: int,
    info: np.uint64,
    low: np.uint64,
    high: np.uint64,
    partner: Words,
) -> bool:
    """Is ``over`` at least as good as ``under`` in some order of piles?  ``partner[q]``: the pile that covers q."""
    if facts & TWO_AND_TWO:
        return pair_covers(words, over, a, under, b, partner, 0) and pair_covers(words, over, a, under, b, partner, 2)
    if not facts & FOLLOWERS:
        for q in range(problem.piles):
            partner[q] = np.uint64(q)
        return over[a, TOPS] == under[b, TOPS]
    first = 0
    while first < problem.piles:
        last = first + 1
        while last < problem.piles and problem.direction[last] == problem.direction[first]:
            last += 1
        straight = True
        for q in range(first, last):
            if not pile_covers(problem, words, over, a, q, under, b, q, info, low, high):
                straight = False
                break
            partner[q] = np.uint64(q)
        if not straight:
            if not facts & LIKE_PILES or last - first == 1:
                return False
            if last - first == 2:
                if not (
                    pile_covers(problem, words, over, a, first, under, b, first + 1, info, low, high)
                    and pile_covers(problem, words, over, a, first + 1, under, b, first, info, low, high)
                ):
                    return False
                partner[first], partner[first + 1] = np.uint64(first + 1), np.uint64(first)
            elif not matched(problem, words, over, a, under, b, info, low, high, partner, first, last):
                return False
        first = last
    return True


@kernel
def matched(
    problem: Problem,
    words: int,
    over: Words,
    a: int,
    under: Words,
    b: int,
    info: np.uint64,
    low: np.uint64,
    high: np.uint64,
    partner: Words,
    first: int,
    last: int,
) -> bool:
    """Try the orders of three or more like piles, one pile after the other, going back where it fails."""
    q, p, used = first, first, 0
    while True:
        while p < last and (used >> p & 1 or not pile_covers(problem, words, over, a, p, under, b, q, info, low, high)):
            p += 1
        if p < last:
            partner[q] = np.uint64(p)
            used |= 1 << p
            q, p = q + 1, first
            if q == last:
                return True
        else:
            q -= 1
            if q < first:
                return False
            used &= ~(1 << np.int64(partner[q]))
            p = np.int64(partner[q]) + 1


@inlined
def outline_of(problem: Problem, words: int, piles: Words, row: int, low: np.uint64, high: np.uint64) -> np.uint64:
    """Four numbers below 128, a byte each, none of which is larger for piles that are at least as good.

    For an up pile: 1 + the highest card left that it does not take; for a down pile the same from the other end.  Of
    each direction the largest and the smallest of these: so the order of like piles does not matter.
    """
    most_up = most_down = np.int64(0)
    least_up = least_down = np.int64(127)
    for pile in range(problem.piles):
        at = HEAD + words * pile
        missing = low & ~piles[row, at]
        missing_high = high & ~piles[row, at + 1] if words == 2 else np.uint64(0)
        short = np.int64(0)
        if problem.direction[pile] == 0:
            if missing_high:
                short = min(65 + highest_bit(missing_high), 127)
            elif missing:
                short = 1 + highest_bit(missing)
            most_up, least_up = max(most_up, short), min(least_up, short)
        else:
            if missing:
                short = min(128 - lowest_bit(missing), 127)
            elif missing_high:
                short = 64 - lowest_bit(missing_high)
            most_down, least_down = max(most_down, short), min(least_down, short)
    return np.uint64(most_up | least_up << 8 | most_down << 16 | least_down << 24) << np.uint64(32)


@inlined
def may_speak_for(slot: np.uint64, tag: np.uint64, outline: np.uint64) -> bool:
    """Has this slot the same tag, and an outline no number of which is larger?"""
    return (
        slot != np.uint64(0)
        and (slot ^ tag) & TAG == np.uint64(0)
        and ((outline | GUARDS) - (slot & OUTLINE)) & GUARDS == GUARDS
    )


@inlined
def hash_of(key0: np.uint64, key1: np.uint64, info: np.uint64) -> np.uint64:
    """Which shelf, and which tag, this holding has."""
    return mix(key0 ^ (key1 * np.uint64(0x9E3779B97F4A7C15)) ^ ((info & INFO) * np.uint64(0xD6E8FEB86659FD93)))


@inlined
def shelf_of(memo: Memo, h: np.uint64) -> int:
    """The first shelf of a holding with this hash."""
    return np.int64(h & np.uint64(memo.shelves.shape[0] - 1))


@inlined
def tag_of(h: np.uint64) -> np.uint64:
    """Bits of the hash that do not choose the shelf, where a slot has room for them."""
    return (h >> np.uint64(8)) & TAG


@inlined
def is_bare(memo: Memo, shelf: int) -> bool:
    """Was nothing put on this first shelf in this generation?"""
    return np.int64(memo.shelves[shelf, 0] >> np.uint64(32)) != memo.tally[GENERATION]


@inlined
def known_dead(
    problem: Problem,
    facts: int,
    words: int,
    memo: Memo,
    key0: np.uint64,
    key1: np.uint64,
    info: np.uint64,
    piles: Words,
    row: int,
    low: np.uint64,
    high: np.uint64,
    partner: Words,
) -> int:
    """The row of a dead position that is at least as good as this one (``partner`` says how), or -1."""
    h = hash_of(key0, key1, info)
    first, tag = shelf_of(memo, h), tag_of(h)
    if is_bare(memo, first):
        return -1
    entries = memo.entries
    outline = outline_of(problem, words, piles, row, low, high)
    shelves, shelf = memo.shelves, first
    while True:
        for place in range(1, 8):
            slot = shelves[shelf, place]
            if may_speak_for(slot, tag, outline):
                at = np.int64(slot & ROW) - 1
                if (
                    entries[at, 0] == key0
                    and entries[at, 1] == key1
                    and entries[at, 2] == info
                    and covers(problem, facts, words, entries, at, piles, row, info, low, high, partner)
                ):
                    front = 1 + at % 7  # what helped once will help again: to the first shelf
                    shelves[shelf, place] = memo.shelves[first, front]
                    memo.shelves[first, front] = slot
                    return at
        shelf = np.int64(shelves[shelf, 0] & SHELF) - 1
        if shelf < 0:
            return -1
        shelves = memo.more


@inlined
def unlink(memo: Memo, row: int) -> None:
    """Take a row off its shelf."""
    shelf = shelf_of(memo, hash_of(memo.entries[row, 0], memo.entries[row, 1], memo.entries[row, 2]))
    shelves = memo.shelves
    if is_bare(memo, shelf):
        return
    while shelf >= 0:
        for place in range(1, 8):
            if np.int64(shelves[shelf, place] & ROW) - 1 == row:
                shelves[shelf, place] = np.uint64(0)
                return
        shelf = np.int64(shelves[shelf, 0] & SHELF) - 1
        shelves = memo.more


@inlined
def free_row(memo: Memo) -> int:
    """A row to write to: a free one, else one that the clock hand finds cheap."""
    tally, entries = memo.tally, memo.entries
    if tally[FREE] > 0:
        row = tally[FREE] - 1
        tally[FREE] = np.int64(entries[row, 3] & LINK)
        return row
    if tally[USED] < entries.shape[0]:
        tally[USED] += 1
        return tally[USED] - 1
    while True:
        row = tally[CLOCK] % entries.shape[0]
        tally[CLOCK] = row + 1
        effort = (entries[row, 3] >> np.uint64(40)) & np.uint64(255)
        if effort <= np.uint64(1):
            unlink(memo, row)
            tally[EVICTED] += 1
            return row
        entries[row, 3] -= np.uint64(1) << np.uint64(40)


@inlined
def release(memo: Memo, row: int) -> None:
    """Let a row be written again."""
    memo.entries[row, 3] = np.uint64(memo.tally[FREE])
    memo.tally[FREE] = row + 1


@inlined
def put(memo: Memo, first: int, slot: np.uint64) -> None:
    """Put a row on the first shelf of its holding, or on one that hangs there."""
    tally = memo.tally
    if is_bare(memo, first):
        memo.shelves[first, 0] = np.uint64(tally[GENERATION]) << np.uint64(32)
        memo.shelves[first, 1] = slot
        for place in range(2, 8):
            memo.shelves[first, place] = np.uint64(0)
        return
    shelves, shelf = memo.shelves, first
    while True:
        for place in range(1, 8):
            if shelves[shelf, place] == np.uint64(0):
                shelves[shelf, place] = slot
                return
        after = np.int64(shelves[shelf, 0] & SHELF) - 1
        if after < 0:
            break
        shelves, shelf = memo.more, after
    front = 1 + np.int64(slot & ROW) % 7
    if tally[HANGING] == memo.more.shape[0]:
        release(memo, np.int64(memo.shelves[first, front] & ROW) - 1)
        tally[EVICTED] += 1
    else:
        after = tally[HANGING]
        tally[HANGING] += 1
        for place in range(8):
            memo.more[after, place] = np.uint64(0)
        memo.more[after, 1] = memo.shelves[first, front]
        shelves[shelf, 0] |= np.uint64(after + 1)
    memo.shelves[first, front] = slot


@inlined
def remember_dead(
    problem: Problem,
    facts: int,
    words: int,
    memo: Memo,
    key0: np.uint64,
    key1: np.uint64,
    info: np.uint64,
    piles: Words,
    row: int,
    low: np.uint64,
    high: np.uint64,
    partner: Words,
    effort: int,
) -> None:
    """Keep a dead position; those it speaks for are dropped."""
    h = hash_of(key0, key1, info)
    first, tag = shelf_of(memo, h), tag_of(h)
    entries = memo.entries
    outline = outline_of(problem, words, piles, row, low, high)
    shelves, shelf = memo.shelves, -1 if is_bare(memo, first) else first
    while shelf >= 0:
        for place in range(1, 8):
            slot = shelves[shelf, place]
            if slot != np.uint64(0) and may_speak_for(outline | tag, slot, slot & OUTLINE):
                at = np.int64(slot & ROW) - 1
                if (
                    entries[at, 0] == key0
                    and entries[at, 1] == key1
                    and entries[at, 2] == info
                    and covers(problem, facts, words, piles, row, entries, at, info, low, high, partner)
                ):
                    shelves[shelf, place] = np.uint64(0)
                    release(memo, at)
        shelf = np.int64(shelves[shelf, 0] & SHELF) - 1
        shelves = memo.more
    place = free_row(memo)
    entries[place, 0], entries[place, 1], entries[place, 2] = key0, key1, info
    entries[place, 3] = np.uint64(min(effort, 255)) << np.uint64(40)
    for word in range(TOPS, HEAD + words * problem.piles):
        entries[place, word] = piles[row, word]
    put(memo, first, outline | tag | np.uint64(place + 1))


@entry
def copy_into(old: Memo, new: Memo) -> None:
    """Move every entry into a larger memory."""
    for chain in range(old.shelves.shape[0]):
        shelves, shelf = old.shelves, -1 if is_bare(old, chain) else chain
        while shelf >= 0:
            for place in range(1, 8):
                slot = shelves[shelf, place]
                if slot != np.uint64(0):
                    at, row = np.int64(slot & ROW) - 1, free_row(new)
                    for word in range(old.entries.shape[1]):
                        new.entries[row, word] = old.entries[at, word]
                    first = shelf_of(new, hash_of(old.entries[at, 0], old.entries[at, 1], old.entries[at, 2]))
                    put(new, first, (slot & ~ROW) | np.uint64(row + 1))
            shelf = np.int64(shelves[shelf, 0] & SHELF) - 1
            shelves = old.more


@kernel
def clear(memo: Memo) -> None:
    """Forget everything: a new generation begins."""
    tally = memo.tally
    tally[GENERATION] += 1
    if tally[GENERATION] == LAST_GENERATION:
        tally[GENERATION] = 1
        for shelf in range(memo.shelves.shape[0]):
            memo.shelves[shelf, 0] = np.uint64(0)
    tally[USED] = tally[FREE] = tally[HANGING] = 0
