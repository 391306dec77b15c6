"""Face to Face: the different turns of a player, and whether there is one at all.

A turn under way is a row: hand, own tops, the other's tops, cards laid | gifts << 8 (bit 16: dominated, not gone
on with).
"""

from __future__ import annotations

import numpy as np

from solver.kernels.bits import lowest_bit, popcount
from solver.kernels.compile import inlined, kernel
from solver.kernels.duel_table import (
    BETTER_TOPS,
    KNOWN,
    NO_SPACE,
    SETTLED,
    STAMP,
    Duel,
    Space,
    at_least_as_good,
    mixed,
    top_at,
    with_top,
)
from solver.kernels.turn import Indices, Indices1, Words, Words2


@inlined
def enter(
    duel: Duel,
    facts: int,
    mover: int,
    rows: Words,
    links: Indices,
    heads: Indices,
    stamp: int,
    count: int,
    hand: np.uint64,
    own: np.uint64,
    other: np.uint64,
    tally: np.uint64,
    rest: np.uint64,
    other_rest: np.uint64,
) -> int:
    """Note a turn under way unless it is known or dominated; the number of rows afterwards.

    Compared are turns that leave the same hand by as many gifts: the same ones, or any (facts/duel_known).
    """
    mask = np.uint64(heads.shape[0] - 1)
    apart = np.uint64(0) if facts & KNOWN else other
    place = np.int64(mixed(hand ^ mixed(apart ^ (tally << np.uint64(56)))) & mask)
    while True:
        head = heads[place]
        if head >> 32 != stamp:
            heads[place] = (stamp << 32) | count
            links[count] = 0
            break
        row = head & 0xFFFFFFFF
        same = facts & KNOWN or rows[row, 2] == other
        if rows[row, 0] == hand and same and rows[row, 3] & np.uint64(0xFFFF) == tally:
            first, replaced = row, False
            while True:
                known, theirs = rows[row, 1], rows[row, 2]
                if known == own and theirs == other:
                    return count
                if facts & BETTER_TOPS and rows[row, 3] < np.uint64(0x10000):
                    if (
                        not replaced
                        and at_least_as_good(duel, mover, known, own, rest, other_rest)
                        and at_least_as_good(duel, 1 - mover, other, theirs, other_rest, rest)
                    ):
                        return count
                    if at_least_as_good(duel, mover, own, known, rest, other_rest) and at_least_as_good(
                        duel, 1 - mover, theirs, other, other_rest, rest
                    ):
                        if replaced:
                            rows[row, 3] |= np.uint64(0x10000)
                        else:
                            rows[row, 1], rows[row, 2] = own, other
                            replaced = True
                if links[row] == 0:
                    break
                row = links[row] - 1
            if replaced:
                return count
            links[count] = links[first]
            links[first] = count + 1
            break
        place = np.int64(np.uint64(place + 1) & mask)
    rows[count, 0], rows[count, 1], rows[count, 2], rows[count, 3] = hand, own, other, tally
    return count + 1


@kernel
def turns_under_way(
    duel: Duel,
    facts: int,
    mover: int,
    hand: np.uint64,
    own: np.uint64,
    other: np.uint64,
    pending: np.uint64,
    other_rest: np.uint64,
    rows: Words2,
    links: Indices1,
    heads: Indices1,
    stamp: int,
    enough: int,
) -> int:
    """Every different turn under way, those with fewer cards first; how many, or NO_SPACE.

    Stops at the first turn with ``enough`` cards laid that may end (0: does not stop), and then returns SETTLED.
    """
    rows[0, 0], rows[0, 1], rows[0, 2], rows[0, 3] = hand, own, other, np.uint64(0)
    count, row = 1, 0
    room = min(rows.shape[0], heads.shape[0] // 2)
    while row < count:
        tally = rows[row, 3]
        if tally < np.uint64(0x10000):
            held, laid, gifts = rows[row, 0], np.int64(tally & np.uint64(255)), np.int64(tally >> np.uint64(8))
            if enough and laid >= enough and gifts < laid:
                return SETTLED
            if laid < duel.maximum:
                if count + 16 * 64 > room:
                    return NO_SPACE
                mine, yours = rows[row, 1], rows[row, 2]
                rest = held | pending
                for pile in range(duel.piles):
                    side = 0 if pile < duel.ups else 1
                    open_cards = held & duel.follow[mover, side, top_at(mine, pile)]
                    while open_cards:
                        card = lowest_bit(open_cards)
                        open_cards &= open_cards - np.uint64(1)
                        left = np.uint64(1) << np.uint64(card)
                        tops = with_top(mine, pile, duel.number[mover, card])
                        count = enter(
                            duel, facts, mover, rows, links, heads, stamp, count, held ^ left, tops, yours,
                            tally + np.uint64(1), rest ^ left, other_rest,
                        )  # fmt: skip
                if gifts < duel.gifts:
                    for pile in range(duel.piles):
                        side = 0 if pile < duel.ups else 1
                        open_cards = held & duel.improve[mover, side, top_at(yours, pile)]
                        while open_cards:
                            card = lowest_bit(open_cards)
                            open_cards &= open_cards - np.uint64(1)
                            left = np.uint64(1) << np.uint64(card)
                            tops = with_top(yours, pile, duel.number[mover, card])
                            count = enter(
                                duel, facts, mover, rows, links, heads, stamp, count, held ^ left, mine, tops,
                                tally + np.uint64(257), rest ^ left, other_rest,
                            )  # fmt: skip
        row += 1
    return count


@inlined
def is_stuck(
    duel: Duel, mover: int, hand: np.uint64, own: np.uint64, other: np.uint64, least: int, space: Space
) -> int:
    """1: the player to move cannot complete a turn; 0: can; -1: no room to tell."""
    follows, improves = np.uint64(0), np.uint64(0)
    for pile in range(duel.piles):
        side = 0 if pile < duel.ups else 1
        follows |= duel.follow[mover, side, top_at(own, pile)] & hand
        if duel.gifts:
            improves |= duel.improve[mover, side, top_at(other, pile)] & hand
    if follows == np.uint64(0) or popcount(hand) < least:
        return 1
    if least == 1:
        return 0
    if least == 2:
        if improves and popcount(follows | improves) >= 2:
            return 0
        for pile in range(duel.piles):
            side = 0 if pile < duel.ups else 1
            first = duel.follow[mover, side, top_at(own, pile)] & hand
            while first:
                card = lowest_bit(first)
                left = np.uint64(1) << np.uint64(card)
                first ^= left
                held = hand ^ left
                if held & duel.follow[mover, side, duel.number[mover, card]]:
                    return 0
                for second in range(duel.piles):
                    if second != pile:
                        turn = 0 if second < duel.ups else 1
                        if held & duel.follow[mover, turn, top_at(own, second)]:
                            return 0
        return 1
    space.control[STAMP] += 1
    found = turns_under_way(
        duel, 0, mover, hand, own, other, np.uint64(0), np.uint64(0), space.spare_rows, space.spare_links,
        space.spare_heads, space.control[STAMP], least,
    )  # fmt: skip
    if found == SETTLED:
        return 0
    return -1 if found == NO_SPACE else 1
