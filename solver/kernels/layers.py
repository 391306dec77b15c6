"""Decide a game by layers: all positions after so many cards, of like holdings only those that no other one beats.

A layer is a list of *groups*: positions with the same hands, cards drawn and phase, so with the same cards left.  Of a
group only those are kept whose piles no other position of the group covers (see ``solver.facts.followers``).  Where a
layer has more positions than the width, the best by score go on: then the search can say "yes" but not "no".  Where
none was ever left out so, an empty layer says that no line wins.

Keys are exact for any number of players.  No commands.  Everything lies in arrays of the caller, which are made larger
where ``advance`` comes back FULL; ``side`` is the number of the layer & 1:

    rows[side, group]       turn word and hands, laid out as in ``turn`` (the word for the tops is not used)
    first[side, group]      1 + its first block, 0: none
    outlines[side, block]   of up to 16 positions their outlines (see ``memo``), NO_OUTLINE where there is none
    tops[side, block]       their tops
    origins[side, block]    where they came from; once the layer is complete their numbers in ``trail``
    filled[side, block]     how many there are
    after[side, block]      1 + the next block of the group
    scores[block]           scratch
    table                   open addressing over the groups of the next layer: stamp << 32 | 1 + group
    children[card]          the groups to which laying a card leads, 1 + number: the turn goes on, the turn ends
    trail[number]           where each position kept came from: parent << 24 | card << 16 | pile << 8 | turn ended
    piles                   followers: of a new position, of one it is compared with, of the one that is opened
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.beam import Tables
from solver.kernels.bits import highest_bit, lowest_bit, popcount
from solver.kernels.compile import entry, inlined, kernel
from solver.kernels.exhaust import WORSE_PILE, longest_turn, with_two_and_two
from solver.kernels.memo import HEAD, TOPS, covers, outline_of, pile_covers
from solver.kernels.score import LOST, RANGE, TRICK_HELD, score, taken
from solver.kernels.shuffle import mix
from solver.kernels.turn import (
    Indices1,
    Indices2,
    Problem,
    Words,
    Words1,
    Words2,
    Words3,
    bit,
    end_turn,
    field,
    in_hand,
    lay,
    least,
    top_of,
)

Outlines = Annotated[npt.NDArray[np.uint32], np.uint32, 3]
Indices3 = Annotated[npt.NDArray[np.int64], np.int64, 3]

RUNNING, WON, EXHAUSTED, FULL = 0, 1, 2, 3
# Indices of ``progress``: the layer, its groups and positions, where it is being opened, the next layer and its size …
LEVEL, GROUPS, GROUP, BLOCK, PLACE, NEXT_GROUPS, NEXT_BLOCKS, NEXT_STATES, STAMP, GOAL, WIDTH, CUT = range(12)
OPENED, KEPT, BEST, LAST_MOVE = range(12, 16)
PROGRESS = 16
BLOCK_SIZE = 16
NO_OUTLINE = np.uint32(0x7F7F7F7F)  # as bad as can be
GUARDS = np.uint64(0x80808080)


class LayerArrays(NamedTuple):
    """The arrays of a search."""

    rows: Words3
    first: Indices2
    outlines: Outlines
    tops: Words3
    origins: Indices3
    filled: Indices2
    after: Indices2
    scores: Indices2
    table: Indices1
    children: Indices2
    trail: Indices1
    scratch: Words2
    piles: Words2
    partner: Words1
    weights: Indices1
    progress: Indices1


@inlined
def cards_left(problem: Problem, rows: Words, row: int) -> tuple[np.uint64, np.uint64]:
    """The cards not yet laid."""
    drawn = field(rows[row, 1], 0, 8)
    low, high = problem.pending[drawn, 0], problem.pending[drawn, 1]
    for seat in range(problem.players):
        low |= rows[row, 2 + 2 * seat]
        high |= rows[row, 3 + 2 * seat]
    return low, high


@inlined
def write_followers(problem: Problem, piles: Words, row: int, tops: np.uint64, low: np.uint64, high: np.uint64) -> None:
    """What each pile takes of the cards left."""
    piles[row, TOPS] = tops
    for pile in range(problem.piles):
        side, top = problem.direction[pile], top_of(tops, pile)
        piles[row, HEAD + 2 * pile] = low & problem.follow[side, top, 0]
        piles[row, HEAD + 1 + 2 * pile] = high & problem.follow[side, top, 1]


@kernel
def group_of(layers: LayerArrays, side: int) -> int:
    """The group of the next layer with the turn and the hands of ``scratch[0]``; a new one where there is none."""
    rows, table, progress = layers.rows, layers.table, layers.progress
    words, mask = rows.shape[2], table.shape[0] - 1
    h = np.uint64(0x243F6A8885A308D3)
    for word in range(1, words):
        h = mix(h ^ layers.scratch[0, word]) + np.uint64(0x9E3779B97F4A7C15)
    place = np.int64(h & np.uint64(mask))
    while table[place] >> 32 == progress[STAMP]:
        group, same = (table[place] & 0xFFFFFFFF) - 1, True
        for word in range(1, words):
            same = same and rows[side, group, word] == layers.scratch[0, word]
        if same:
            return group
        place = (place + 1) & mask
    group = progress[NEXT_GROUPS]
    progress[NEXT_GROUPS] += 1
    table[place] = (progress[STAMP] << 32) | (group + 1)
    for word in range(1, words):
        rows[side, group, word] = layers.scratch[0, word]
    layers.first[side, group] = 0
    return group


@inlined
def is_beaten(
    problem: Problem,
    facts: int,
    layers: LayerArrays,
    side: int,
    group: int,
    outline: np.uint64,
    low: np.uint64,
    high: np.uint64,
    info: np.uint64,
) -> bool:
    """Does a position of the group cover that of ``piles[0]``?  What beat one is looked at early the next time."""
    outlines, tops = layers.outlines, layers.tops
    front = layers.first[side, group] - 1
    block = front
    guarded = outline | GUARDS
    while block >= 0:
        hits = np.uint64(0)
        for place in range(BLOCK_SIZE):
            may = ((guarded - np.uint64(outlines[side, block, place])) & GUARDS) == GUARDS
            hits |= np.uint64(may) << np.uint64(place)
        hits &= (np.uint64(1) << np.uint64(layers.filled[side, block])) - np.uint64(1)
        while hits:
            place = lowest_bit(hits)
            hits &= hits - np.uint64(1)
            write_followers(problem, layers.piles, 1, tops[side, block, place], low, high)
            if covers(problem, facts, 2, layers.piles, 1, layers.piles, 0, info, low, high, layers.partner):
                if block != front and layers.filled[side, front] > 0:
                    other = np.int64(outlines[side, block, place]) % layers.filled[side, front]
                    exchange(layers, side, block, place, front, other)
                return True
        block = layers.after[side, block] - 1
    return False


@inlined
def exchange(layers: LayerArrays, side: int, block: int, place: int, other: int, at: int) -> None:
    """Let two positions change places."""
    outlines, tops, origins = layers.outlines, layers.tops, layers.origins
    outline, shown, origin = outlines[side, block, place], tops[side, block, place], origins[side, block, place]
    outlines[side, block, place] = outlines[side, other, at]
    tops[side, block, place] = tops[side, other, at]
    origins[side, block, place] = origins[side, other, at]
    outlines[side, other, at], tops[side, other, at], origins[side, other, at] = outline, shown, origin


@inlined
def drop(layers: LayerArrays, side: int, block: int, place: int) -> None:
    """Take a position out of its block; the last one of the block comes to its place."""
    last = layers.filled[side, block] - 1
    exchange(layers, side, block, place, block, last)
    layers.outlines[side, block, last] = NO_OUTLINE
    layers.filled[side, block] = last


@kernel
def put(
    problem: Problem,
    facts: int,
    layers: LayerArrays,
    side: int,
    group: int,
    origin: int,
    outline: np.uint64,
    low: np.uint64,
    high: np.uint64,
) -> None:
    """The position of ``piles[0]``, new in the next layer: kept unless one of its group beats it.

    Those that it beats are dropped.
    """
    outlines, progress, info = layers.outlines, layers.progress, layers.rows[side, group, 1]
    if is_beaten(problem, facts, layers, side, group, outline, low, high, info):
        return
    room, block = -1, layers.first[side, group] - 1
    while block >= 0:
        hits = np.uint64(0)
        for place in range(BLOCK_SIZE):
            may = (((np.uint64(outlines[side, block, place]) | GUARDS) - outline) & GUARDS) == GUARDS
            hits |= np.uint64(may) << np.uint64(place)
        hits &= (np.uint64(1) << np.uint64(layers.filled[side, block])) - np.uint64(1)
        while hits:  # the last first: dropping one brings the last to its place
            place = highest_bit(hits)
            hits ^= np.uint64(1) << np.uint64(place)
            write_followers(problem, layers.piles, 1, layers.tops[side, block, place], low, high)
            if covers(problem, facts, 2, layers.piles, 0, layers.piles, 1, info, low, high, layers.partner):
                drop(layers, side, block, place)
                progress[NEXT_STATES] -= 1
        if room < 0 and layers.filled[side, block] < BLOCK_SIZE:
            room = block
        block = layers.after[side, block] - 1
    if room < 0:
        room = progress[NEXT_BLOCKS]
        progress[NEXT_BLOCKS] += 1
        for place in range(BLOCK_SIZE):
            outlines[side, room, place] = NO_OUTLINE
        layers.filled[side, room] = 0
        layers.after[side, room] = layers.first[side, group]
        layers.first[side, group] = room + 1
    place = layers.filled[side, room]
    outlines[side, room, place] = np.uint32(outline)
    layers.tops[side, room, place], layers.origins[side, room, place] = layers.piles[0, TOPS], origin
    layers.filled[side, room] = place + 1
    progress[NEXT_STATES] += 1


@kernel
def child_of(problem: Problem, layers: LayerArrays, side: int, group: int, card: int, ends: int) -> int:
    """The group to which laying a card leads; whether the turn ends then is said."""
    known = layers.children[card, ends]
    if known:
        return known - 1
    for word in range(1, layers.rows.shape[2]):
        layers.scratch[0, word] = layers.rows[side, group, word]
    layers.scratch[0, 0] = np.uint64(0)
    lay(problem, layers.scratch, 0, card, 0)
    if ends:
        end_turn(problem, layers.scratch, 0)
    child = group_of(layers, 1 - side)
    layers.children[card, ends] = child + 1
    return child


@inlined
def better_used(
    problem: Problem, facts: int, layers: LayerArrays, pile: int, info: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """The cards that need not be laid on this pile, since a worse like pile takes them (``worse_pile``)."""
    low = high = np.uint64(0)
    piles = layers.piles
    if not facts & WORSE_PILE:
        return low, high
    for other in range(problem.piles):
        if (
            other != pile
            and problem.direction[other] == problem.direction[pile]
            and pile_covers(problem, 2, piles, 2, pile, piles, 2, other, info, low, high)
            and (other < pile or not pile_covers(problem, 2, piles, 2, other, piles, 2, pile, info, low, high))
        ):
            low |= piles[2, HEAD + 2 * other]
            high |= piles[2, HEAD + 1 + 2 * other]
    return low, high


@kernel
def open_position(
    problem: Problem, facts: int, layers: LayerArrays, side: int, group: int, block: int, place: int
) -> bool:
    """Put every position after one more card into the next layer; True if one of them has won."""
    progress, rows = layers.progress, layers.rows[side]
    tops, parent = layers.tops[side, block, place], layers.origins[side, block, place]
    info = rows[group, 1]
    laid, seat = field(info, 12, 8), field(info, 8, 4)
    if laid >= problem.maximum:
        return False
    low, high = cards_left(problem, rows, group)
    write_followers(problem, layers.piles, 2, tops, low, high)
    hand_low, hand_high = rows[group, 2 + 2 * seat], rows[group, 3 + 2 * seat]
    holds_more = in_hand(rows, group, seat) > 1
    ends_now, goes_on = laid + 1 >= least(problem, info), laid + 1 < longest_turn(problem, facts, info)
    for pile in range(problem.piles):
        one, two = hand_low & layers.piles[2, HEAD + 2 * pile], hand_high & layers.piles[2, HEAD + 1 + 2 * pile]
        if (one | two) == np.uint64(0):
            continue
        not_low, not_high = better_used(problem, facts, layers, pile, info)
        for word in range(2):
            cards = one & ~not_low if word == 0 else two & ~not_high
            while cards:
                card = lowest_bit(cards) + 64 * word
                cards &= cards - np.uint64(1)
                shift = np.uint64(8 * pile)
                shown = (tops & ~(np.uint64(255) << shift)) | (np.uint64(card) << shift)
                move = (parent << 24) | (card << 16) | (pile << 8)
                left_low = low & ~bit(card) if word == 0 else low
                left_high = high & ~bit(card) if word == 1 else high
                write_followers(problem, layers.piles, 0, shown, left_low, left_high)
                outline = outline_of(problem, 2, layers.piles, 0, left_low, left_high) >> np.uint64(32)
                if ends_now:
                    if progress[LEVEL] + 1 == progress[GOAL]:
                        progress[LAST_MOVE] = move | 1
                        return True
                    child = child_of(problem, layers, side, group, card, 1)
                    put(problem, facts, layers, 1 - side, child, move | 1, outline, left_low, left_high)
                if holds_more and goes_on:
                    child = child_of(problem, layers, side, group, card, 0)
                    put(problem, facts, layers, 1 - side, child, move, outline, left_low, left_high)
    return False


@kernel
def looks(problem: Problem, tables: Tables, weights: Indices1, rows: Words, group: int, tops: np.uint64) -> int:
    """How good a position looks: the score of the beam."""
    follow, step, cards = problem.follow, tables.step, problem.cards
    left0, left1 = cards_left(problem, rows, group)
    held0 = held1 = np.uint64(0)
    for seat in range(problem.players):
        held0, held1 = held0 | rows[group, 2 + 2 * seat], held1 | rows[group, 3 + 2 * seat]
    up1a = up1b = up2a = up2b = down1a = down1b = down2a = down2b = trick0 = trick1 = np.uint64(0)
    total = 0
    for pile in range(problem.piles):
        side, top = problem.direction[pile], top_of(tops, pile)
        a, b, _, _ = taken(follow, cards, step, side, top, held0, held1)
        trick0, trick1 = trick0 | tables.trick[side, top, 0], trick1 | tables.trick[side, top, 1]
        total += weights[RANGE] * tables.reach[side, top]
        a, b = a & left0, b & left1
        if side == 0:
            up2a, up2b, up1a, up1b = up2a | (up1a & a), up2b | (up1b & b), up1a | a, up1b | b
        else:
            down2a, down2b, down1a, down1b = down2a | (down1a & a), down2b | (down1b & b), down1a | a, down1b | b
    total += weights[TRICK_HELD] * (popcount(trick0 & held0) + popcount(trick1 & held1))
    value = score(weights, follow, step, left0, left1, up1a, up1b, up2a, up2b, down1a, down1b, down2a, down2b)
    return LOST if value == LOST else total + value


@kernel
def cut_layer(problem: Problem, tables: Tables, layers: LayerArrays, side: int) -> None:
    """Of the layer just completed keep the ``WIDTH`` positions that look best; equal ones all or none."""
    progress, scores = layers.progress, layers.scores
    lowest, highest = 1 << 60, -(1 << 60)
    for group in range(progress[NEXT_GROUPS]):
        block = layers.first[side, group] - 1
        while block >= 0:
            for place in range(layers.filled[side, block]):
                value = looks(
                    problem, tables, layers.weights, layers.rows[side], group, layers.tops[side, block, place]
                )
                value = (value << 8) + np.int64(
                    mix(layers.tops[side, block, place] ^ layers.rows[side, group, 2]) & np.uint64(255)
                )
                scores[block, place] = value
                lowest, highest = min(lowest, value), max(highest, value)
            block = layers.after[side, block] - 1
    while lowest < highest:  # the lowest bound that no more than the width reach
        middle = (lowest + highest) >> 1
        count = 0
        for block in range(progress[NEXT_BLOCKS]):
            for place in range(layers.filled[side, block]):
                count += scores[block, place] >= middle
        if count > progress[WIDTH]:
            lowest = middle + 1
        else:
            highest = middle
    for block in range(progress[NEXT_BLOCKS]):
        kept = 0
        for place in range(layers.filled[side, block]):
            if scores[block, place] >= lowest:
                exchange(layers, side, block, place, block, kept)
                kept += 1
        progress[NEXT_STATES] -= layers.filled[side, block] - kept
        layers.filled[side, block] = kept
    progress[CUT] = 1


@kernel
def next_layer(problem: Problem, tables: Tables, layers: LayerArrays) -> None:
    """Go on to the next layer: cut it if need be, number its positions."""
    progress = layers.progress
    side = 1 - (progress[LEVEL] & 1)
    if progress[NEXT_STATES] > progress[WIDTH]:
        cut_layer(problem, tables, layers, side)
    number = progress[KEPT]
    for group in range(progress[NEXT_GROUPS]):
        block = layers.first[side, group] - 1
        while block >= 0:
            for place in range(layers.filled[side, block]):
                layers.trail[number] = layers.origins[side, block, place]
                layers.origins[side, block, place] = number
                if field(layers.rows[side, group, 1], 12, 8) == 0:
                    progress[BEST] = number
                number += 1
            block = layers.after[side, block] - 1
    progress[KEPT] = number
    progress[LEVEL] += 1
    progress[GROUPS], progress[GROUP], progress[BLOCK], progress[PLACE] = progress[NEXT_GROUPS], -1, 0, 0
    progress[NEXT_GROUPS] = progress[NEXT_BLOCKS] = progress[NEXT_STATES] = 0
    progress[STAMP] += 1


@inlined
def has_room(problem: Problem, layers: LayerArrays) -> bool:
    """Is there room for all that opening one position can make?"""
    progress, most = layers.progress, 2 * problem.cards
    return (
        progress[NEXT_GROUPS] + most <= layers.first.shape[1]
        and progress[NEXT_BLOCKS] + most * problem.piles <= layers.filled.shape[1]
    )


@entry
def advance(problem: Problem, tables: Tables, facts: int, layers: LayerArrays, budget: int) -> int:
    """Open about so many positions: RUNNING, WON, EXHAUSTED (no line wins, unless CUT), FULL (arrays should grow)."""
    progress = layers.progress
    facts = with_two_and_two(problem, facts)
    stop = progress[OPENED] + budget
    while progress[OPENED] < stop:
        side = progress[LEVEL] & 1
        if progress[BLOCK] == 0:
            if progress[GROUP] + 1 < progress[GROUPS]:
                progress[GROUP] += 1
                progress[BLOCK], progress[PLACE] = layers.first[side, progress[GROUP]], 0
                for card in range(problem.cards):
                    layers.children[card, 0] = layers.children[card, 1] = 0
            elif progress[NEXT_STATES] == 0:
                return EXHAUSTED
            elif progress[KEPT] + min(progress[NEXT_STATES], progress[WIDTH]) > layers.trail.shape[0]:
                return FULL
            else:
                next_layer(problem, tables, layers)
            continue
        group, block = progress[GROUP], progress[BLOCK] - 1
        if progress[PLACE] == layers.filled[side, block]:
            progress[BLOCK], progress[PLACE] = layers.after[side, block], 0
            continue
        if not has_room(problem, layers):
            return FULL
        progress[OPENED] += 1
        progress[PLACE] += 1
        if open_position(problem, facts, layers, side, group, block, progress[PLACE] - 1):
            return WON
    return RUNNING


@entry
def line_to(layers: LayerArrays, move: int, line: Indices2) -> int:
    """Write the line that ends with this move, or if it is 0 the longest of whole turns; how long it is.

    A row is card, pile, 1 if the turn ended after it; the rows come last one first.
    """
    count, number = 0, layers.progress[BEST]
    if move:
        count, number = 1, move >> 24
        line[0, 0], line[0, 1], line[0, 2] = (move >> 16) & 255, (move >> 8) & 255, move & 1
    while number:
        move = layers.trail[number]
        line[count, 0], line[count, 1], line[count, 2] = (move >> 16) & 255, (move >> 8) & 255, move & 1
        count, number = count + 1, move >> 24
    return count


@entry
def enter_groups(layers: LayerArrays) -> None:
    """Fill a new table with the groups of the next layer."""
    progress, table = layers.progress, layers.table
    side, mask = 1 - (progress[LEVEL] & 1), table.shape[0] - 1
    for group in range(progress[NEXT_GROUPS]):
        h = np.uint64(0x243F6A8885A308D3)
        for word in range(1, layers.rows.shape[2]):
            h = mix(h ^ layers.rows[side, group, word]) + np.uint64(0x9E3779B97F4A7C15)
        place = np.int64(h & np.uint64(mask))
        while table[place] >> 32 == progress[STAMP]:
            place = (place + 1) & mask
        table[place] = (progress[STAMP] << 32) | (group + 1)
