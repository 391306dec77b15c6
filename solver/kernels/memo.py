"""The memory of the prover: what is proved dead, in arrays of the size that was asked for.

A pile matters only through its *followers*: the cards not yet laid that may be laid on it. So a dead position is
kept as one set of followers a pile; it speaks for every position with the same holding and no more followers on any
pile.

An entry is a row of ``HEAD + words * piles`` words (``words``: 1 up to 64 cards, else 2):

    word 0, 1   who holds what.  One player: the cards not yet laid, exact (the hand follows from them and the number
                of cards drawn).  More players: a 128-bit hash of all hands.  Never fewer than 128 bits.
    word 2      info: bits 0-35 as in ``turn``, exact
    word 3      bits 0-39 the next entry of the same chain (row + 1, 0: none); bits 40-47 effort
    word 4      tops, as in ``turn`` (where commands matter, or follower dominance is switched off)
    word 5 …    followers of each pile

``chains[hash]`` is the first entry of a chain (row + 1) with the generation above bit 40: a table is cleared by a
new generation. Where every row is in use, an old one that cost little effort is taken: a forgotten dead position
costs time, never truth.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import inlined, kernel
from solver.kernels.shuffle import mix
from solver.kernels.turn import DRAW_ONE, NO_TRICK, ONE_PILE, Indices, Problem, Words, top_of

FOLLOWERS, LIKE_PILES = 1, 2  # the two facts the memory knows; the others are in ``exhaust``
TWO_AND_TWO = 1 << 16  # set by the search beside both: two piles each way, no commands

HEAD, TOPS = 5, 4
INFO = np.uint64(0xF_FFFF_FFFF)
LINK = np.uint64(0xFF_FFFF_FFFF)

USED, CLOCK, GENERATION, FREE, EVICTED = range(5)
TALLY_WORDS = 8


class Memo(NamedTuple):
    """The arrays; ``chains`` has a power of two entries."""

    chains: Words
    entries: Words
    tally: Indices  # rows ever used, clock hand, generation, first free row + 1, entries driven out


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
    if a != b and (a == DRAW_ONE or b == DRAW_ONE or a == NO_TRICK or a == ONE_PILE):
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
def chain_of(memo: Memo, key0: np.uint64, key1: np.uint64, info: np.uint64) -> int:
    """The chain of this holding."""
    h = mix(key0 ^ (key1 * np.uint64(0x9E3779B97F4A7C15)) ^ ((info & INFO) * np.uint64(0xD6E8FEB86659FD93)))
    return np.int64((h >> np.uint64(20)) & np.uint64(memo.chains.shape[0] - 1))


@inlined
def first_of(memo: Memo, chain: int) -> int:
    """The row of the first entry of a chain, or -1."""
    link = memo.chains[chain]
    if np.int64(link >> np.uint64(40)) != memo.tally[GENERATION]:
        return -1
    return np.int64(link & LINK) - 1


@inlined
def set_next(memo: Memo, chain: int, before: int, row: int) -> None:
    """Let ``row`` follow ``before`` (-1: be the first) in a chain."""
    link = np.uint64(row + 1)
    if before < 0:
        memo.chains[chain] = link | (np.uint64(memo.tally[GENERATION]) << np.uint64(40))
    else:
        memo.entries[before, 3] = (memo.entries[before, 3] & ~LINK) | link


@inlined
def next_of(memo: Memo, row: int) -> int:
    """The row that follows in the chain, or -1."""
    return np.int64(memo.entries[row, 3] & LINK) - 1


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
    chain = chain_of(memo, key0, key1, info)
    entries = memo.entries
    before, at = -1, first_of(memo, chain)
    while at >= 0:
        if (
            entries[at, 0] == key0
            and entries[at, 1] == key1
            and entries[at, 2] == info
            and covers(problem, facts, words, entries, at, piles, row, info, low, high, partner)
        ):
            if before >= 0:  # what helped once will help again: to the front
                set_next(memo, chain, before, next_of(memo, at))
                set_next(memo, chain, at, first_of(memo, chain))
                set_next(memo, chain, -1, at)
            return at
        before, at = at, next_of(memo, at)
    return -1


@inlined
def unlink(memo: Memo, row: int) -> None:
    """Take an entry out of its chain."""
    chain = chain_of(memo, memo.entries[row, 0], memo.entries[row, 1], memo.entries[row, 2])
    before, at = -1, first_of(memo, chain)
    while at >= 0 and at != row:
        before, at = at, next_of(memo, at)
    if at == row:
        set_next(memo, chain, before, next_of(memo, row))


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
    chain = chain_of(memo, key0, key1, info)
    entries = memo.entries
    before, at = -1, first_of(memo, chain)
    while at >= 0:
        after = next_of(memo, at)
        if (
            entries[at, 0] == key0
            and entries[at, 1] == key1
            and entries[at, 2] == info
            and covers(problem, facts, words, piles, row, entries, at, info, low, high, partner)
        ):
            set_next(memo, chain, before, after)
            entries[at, 3] = np.uint64(memo.tally[FREE])
            memo.tally[FREE] = at + 1
        else:
            before = at
        at = after
    place = free_row(memo)
    entries[place, 0], entries[place, 1], entries[place, 2] = key0, key1, info
    entries[place, 3] = np.uint64(min(effort, 255)) << np.uint64(40)
    for word in range(TOPS, HEAD + words * problem.piles):
        entries[place, word] = piles[row, word]
    set_next(memo, chain, place, first_of(memo, chain))
    set_next(memo, chain, -1, place)


@kernel
def copy_into(old: Memo, new: Memo) -> None:
    """Move every entry into a larger memory."""
    for chain in range(old.chains.shape[0]):
        at = first_of(old, chain)
        while at >= 0:
            row = free_row(new)
            for word in range(old.entries.shape[1]):
                new.entries[row, word] = old.entries[at, word]
            new.entries[row, 3] &= ~LINK
            there = chain_of(new, old.entries[at, 0], old.entries[at, 1], old.entries[at, 2])
            set_next(new, there, row, first_of(new, there))
            set_next(new, there, -1, row)
            at = next_of(old, at)
