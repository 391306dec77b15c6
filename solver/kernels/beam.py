"""A beam search for a winning line: the best ``width`` states after each card laid, best by a weighted score.

A state of the beam is a position right after a card was laid; whether the turn ends there is decided when the state is
expanded, so that one place in the beam stands for both.  Everything lives in arrays that the caller gives:

    rows[side, row]      the states (see turn.py) of this level and the next, ``side`` = level & 1
    marks[side, row]     two 64-bit sums over the cards in the hands, for the keys
    trail[level, row]    where a state came from: parent row << 24 | card << 16 | pile << 8 | turn ended before it
    found_*[slot]        the candidates of the next level: rank, key (128 bits), move (packed as the trail is)
    table[place]         open addressing over the candidates: stamp << 32 | slot
    ends[0], ends[1]     the weights of the score for the first card and for the last; between, by level

Keys add up one random number for each pile, taken from its direction, top and flags, so like piles may be swapped
without changing the key and the states themselves keep the true pile numbers: the line needs no translation.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.bits import lowest_bit, popcount
from solver.kernels.compile import entry, inlined, kernel
from solver.kernels.score import (
    LOST,
    MAY_END,
    MISSING,
    NEAREST,
    PRUNE,
    RANGE,
    SHORT_TURNS,
    TRICK_HELD,
    VISIBLE,
    doomed,
    hands_score,
    note_skulls,
    others_take,
    score,
    skull_score,
    taken,
)
from solver.kernels.turn import (
    DRAW_AS_LAID,
    DRAW_ONE,
    NO_TRICK,
    STOP,
    THREE,
    Indices,
    Indices1,
    Indices2,
    Problem,
    Words,
    Words2,
    Words3,
    burning,
    end_turn,
    field,
    in_hand,
    lay,
    least,
    may_end,
    shows,
    top_of,
)

RUNNING, WON, EXHAUSTED = 0, 1, 2

# Indices of ``progress``.
LEVEL, ROW, COUNT, FOUND, STAMP, STATUS, EXPANDED, GOAL, BEST_LEVEL, BEST_ROW, CUT, LAST_MOVE = range(12)
PROGRESS = 12
NO_CUT = -(1 << 62)


class Tables(NamedTuple):
    """What the score and the keys look up; made once for a game."""

    reach: Indices2  # [direction, top]: how many cards of the whole deck follow
    trick: Words3  # [direction, top, word]: the cards that follow by the trick only
    hand_keys: Words3  # [lane, seat, card]
    pile_keys: Words3  # [lane, direction * 4 + skull * 2 + tied, top]
    marked: Words2  # [command, word]: the cards with this command
    step: int  # the size of the trick, 0 where it is none


class Beam(NamedTuple):
    """The arrays a search works in; their sizes are the memory it may use."""

    rows: Words3
    marks: Words3
    trail: Indices2
    found_rank: Indices1
    found_move: Indices1
    found_key: Words2
    table: Indices1
    scratch: Words2
    skulls: Words2
    weights: Indices1
    progress: Indices1


@inlined
def begin(problem: Problem, tables: Tables, beam: Beam) -> None:
    """The beam at the start, which ``rows[0, 0]`` holds already."""
    progress = beam.progress
    progress[LEVEL] = progress[ROW] = progress[FOUND] = progress[EXPANDED] = progress[BEST_LEVEL] = 0
    progress[STATUS], progress[COUNT], progress[GOAL], progress[CUT] = RUNNING, 1, problem.cards, NO_CUT
    progress[STAMP] += 1
    for lane in range(2):
        mark = np.uint64(0)
        for seat in range(problem.players):
            for half in range(2):
                word = beam.rows[0, 0, 2 + 2 * seat + half]
                while word != np.uint64(0):
                    mark ^= tables.hand_keys[lane, seat, 64 * half + lowest_bit(word)]
                    word &= word - np.uint64(1)
        beam.marks[0, 0, lane] = mark


@inlined
def mixed(word: np.uint64) -> np.uint64:
    """Scatter the bits of a word."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@inlined
def open_cards(problem: Problem, tables: Tables, states: Words, row: int, pile: int) -> tuple[np.uint64, np.uint64]:
    """What ``turn.layable`` says, by masks instead of card by card."""
    tops, turn = states[row, 0], states[row, 1]
    laid, seat = field(turn, 12, 8), field(turn, 8, 4)
    nothing = (np.uint64(0), np.uint64(0))
    if laid >= problem.maximum:
        return nothing
    side, top = problem.direction[pile], top_of(tops, pile)
    low, high = states[row, 2 + 2 * seat], states[row, 3 + 2 * seat]
    if not problem.commanded:
        return low & problem.follow[side, top, 0], high & problem.follow[side, top, 1]
    three, skulls, tied = field(turn, 20, 1), field(turn, 24, 8), field(turn, 32, 4)
    if field(turn, 21, 1) or (three and laid >= 3) or (tied and tied != pile + 1):
        return nothing
    if shows(problem, tops, NO_TRICK):
        low, high = low & problem.plain[side, top, 0], high & problem.plain[side, top, 1]
    else:
        low, high = low & problem.follow[side, top, 0], high & problem.follow[side, top, 1]
    if laid >= 3:
        low, high = low & ~tables.marked[THREE, 0], high & ~tables.marked[THREE, 1]
    if (skulls & ~(1 << pile)) != 0 or (three and laid != 2):
        low, high = low & ~tables.marked[STOP, 0], high & ~tables.marked[STOP, 1]
    return low, high


@inlined
def remember(table: Indices, keys: Words, stamp: int, key0: np.uint64, key1: np.uint64, slot: int) -> int:
    """Enter a candidate in the table; the slot of the one with the same key if there is one, else its own."""
    mask = table.shape[0] - 1
    place = np.int64(key0 & np.uint64(mask))
    while True:
        entry = table[place]
        if entry >> 32 != stamp:
            table[place] = (stamp << 32) | slot
            return slot
        other = entry & 0xFFFFFFFF
        if keys[other, 0] == key0 and keys[other, 1] == key1:
            return other
        place = (place + 1) & mask


@kernel
def swap(beam: Beam, i: int, j: int) -> None:
    """Exchange two candidates."""
    beam.found_rank[i], beam.found_rank[j] = beam.found_rank[j], beam.found_rank[i]
    beam.found_move[i], beam.found_move[j] = beam.found_move[j], beam.found_move[i]
    for lane in range(2):
        beam.found_key[i, lane], beam.found_key[j, lane] = beam.found_key[j, lane], beam.found_key[i, lane]


@kernel
def keep_best(beam: Beam, width: int) -> None:
    """Bring the ``width`` best candidates to the front (quickselect) and forget the others."""
    count = beam.progress[FOUND]
    if count <= width:
        return
    left, right = 0, count - 1
    rank = beam.found_rank
    while left < right:
        middle = (left + right) >> 1
        a, b, c = rank[left], rank[middle], rank[right]
        pivot = max(min(a, b), min(max(a, b), c))
        i, j = left, right
        while i <= j:
            while rank[i] > pivot:
                i += 1
            while rank[j] < pivot:
                j -= 1
            if i <= j:
                swap(beam, i, j)
                i += 1
                j -= 1
        if width - 1 <= j:
            right = j
        elif width - 1 >= i:
            left = i
        else:
            break
    worst = rank[0]
    for slot in range(1, width):
        worst = min(worst, rank[slot])
    beam.progress[CUT] = worst
    beam.progress[FOUND] = width


@kernel
def refill_table(beam: Beam) -> None:
    """Start the table anew with the candidates that were kept."""
    beam.progress[STAMP] += 1
    for slot in range(beam.progress[FOUND]):
        remember(
            beam.table, beam.found_key, beam.progress[STAMP], beam.found_key[slot, 0], beam.found_key[slot, 1], slot
        )


@inlined
def draw_mark(problem: Problem, tables: Tables, lane: int, seat: int, before: int, after: int) -> np.uint64:
    """What the draws of a turn's end change in the sum over the hands."""
    change = np.uint64(0)
    for place in range(before, after):
        change ^= tables.hand_keys[lane, seat, problem.draw[place]]
    return change


@inlined
def lowest_few(low: np.uint64, high: np.uint64, few: int) -> tuple[np.uint64, np.uint64]:
    """The ``few`` lowest cards of a set."""
    kept0 = kept1 = np.uint64(0)
    while few > 0 and low != np.uint64(0):
        one = low & (~low + np.uint64(1))
        kept0, low, few = kept0 | one, low ^ one, few - 1
    while few > 0 and high != np.uint64(0):
        one = high & (~high + np.uint64(1))
        kept1, high, few = kept1 | one, high ^ one, few - 1
    return kept0, kept1


@inlined
def nearest(
    trick: Words, direction: int, top: int, low: np.uint64, high: np.uint64, few: int
) -> tuple[np.uint64, np.uint64]:
    """Of the cards that a pile takes, the ``few`` that waste least, and the tricks."""
    trick0, trick1 = low & trick[direction, top, 0], high & trick[direction, top, 1]
    low, high = low ^ trick0, high ^ trick1
    if direction == 0:
        low, high = lowest_few(low, high, few)
    else:
        drop0, drop1 = lowest_few(low, high, popcount(low) + popcount(high) - few)
        low, high = low ^ drop0, high ^ drop1
    return low | trick0, high | trick1


@inlined
def pile_key(problem: Problem, tables: Tables, lane: int, turn: np.uint64, pile: int, top: int) -> np.uint64:
    """What a pile adds to the key of a state."""
    kind = problem.direction[pile] * 4
    if problem.commanded:
        kind += 2 * field(turn, 24 + pile, 1)
        if field(turn, 32, 4) == pile + 1:
            kind += 1
    return tables.pile_keys[lane, kind, top]


@inlined
def expand(problem: Problem, tables: Tables, beam: Beam, parent: int, ended: int) -> bool:
    """Every card that may be laid on the state in ``scratch[0]`` becomes a candidate; True if one of them wins."""
    progress, scratch, weights = beam.progress, beam.scratch, beam.weights
    follow, trick, reach = problem.follow, tables.trick, tables.reach
    hand_keys, commanded, step, cards = tables.hand_keys, problem.commanded, tables.step, problem.cards
    side = progress[LEVEL] & 1
    tops, turn = scratch[0, 0], scratch[0, 1]
    seat, drawn = field(turn, 8, 4), field(turn, 0, 8)
    mark0, mark1 = beam.marks[side, parent, 0], beam.marks[side, parent, 1]
    if ended:
        before, mover = field(beam.rows[side, parent, 1], 0, 8), field(beam.rows[side, parent, 1], 8, 4)
        mark0 ^= draw_mark(problem, tables, 0, mover, before, drawn)
        mark1 ^= draw_mark(problem, tables, 1, mover, before, drawn)
    held0 = held1 = np.uint64(0)
    for player in range(problem.players):
        held0 |= scratch[0, 2 + 2 * player]
        held1 |= scratch[0, 3 + 2 * player]
    pending0, pending1 = problem.pending[drawn, 0], problem.pending[drawn, 1]
    last = progress[LEVEL] + 1 == progress[GOAL]
    width, room = beam.trail.shape[1], beam.found_rank.shape[0]
    cut, prune = progress[CUT], weights[PRUNE] != 0
    few = weights[NEAREST] if step else 0
    turn_after = turn + np.uint64(1 << 12)
    given = skulls = missing = 0  # what all candidates have in common; skulls left; cards missing under a draw-one
    if commanded:
        skulls = note_skulls(problem, tables.marked, scratch, 0, beam.skulls)
        given = hands_score(problem, tables.marked, weights, scratch, 0)
        if drawn < problem.draw.shape[0]:
            missing = weights[MISSING] * (problem.hand - in_hand(scratch, 0, seat))
    elif may_end(problem, turn_after):
        given = weights[MAY_END]
    free = turn & np.uint64(0xFFFFFFFF)  # laying a card unties the other piles
    if commanded and field(turn, 12, 8) == 0:
        free |= burning(problem, tops)
    sum0 = sum1 = np.uint64(0)
    draw_ones = 0
    for pile in range(problem.piles):
        top = top_of(tops, pile)
        sum0 += pile_key(problem, tables, 0, free, pile, top)
        sum1 += pile_key(problem, tables, 1, free, pile, top)
        given += weights[RANGE] * reach[problem.direction[pile], top]
        if commanded:
            given += weights[VISIBLE + problem.command[top]]
            draw_ones += 1 if problem.command[top] == DRAW_ONE else 0
    for pile in range(problem.piles):
        open0, open1 = open_cards(problem, tables, scratch, 0, pile)
        if (open0 | open1) == np.uint64(0):
            continue
        direction, top = problem.direction[pile], top_of(tops, pile)
        twin = False  # a like pile with the same top: only two untouched ones, so the same candidates
        for other in range(pile):
            twin = twin or (problem.direction[other] == direction and top_of(tops, other) == top)
        if twin:
            continue
        if few > 0 and not last:
            open0, open1 = nearest(trick, direction, top, open0, open1, few)
        around = others_take(follow, problem.direction, cards, step, tops, pile, held0, held1)
        trick_a = trick_b = np.uint64(0)
        for other in range(problem.piles):
            if other != pile:
                trick_a |= trick[problem.direction[other], top_of(tops, other), 0]
                trick_b |= trick[problem.direction[other], top_of(tops, other), 1]
        piles0 = sum0 - pile_key(problem, tables, 0, free, pile, top)
        piles1 = sum1 - pile_key(problem, tables, 1, free, pile, top)
        base = given - weights[RANGE] * reach[direction, top]
        draw_one = False
        if commanded:
            base -= weights[VISIBLE + problem.command[top]]
            draw_one = draw_ones > (1 if problem.command[top] == DRAW_ONE else 0)
        for half in range(2):
            word = open0 if half == 0 else open1
            column = 2 + 2 * seat + half
            hand = scratch[0, column]
            while word != np.uint64(0):
                one = word & (~word + np.uint64(1))
                card = 64 * half + popcount(one - np.uint64(1))
                word ^= one
                surely_lost = False
                if commanded:
                    lay(problem, scratch, 0, card, pile)
                    turn_after = scratch[0, 1]
                    surely_lost = prune and doomed(problem, tables.marked, scratch, 0)
                    scratch[0, 0], scratch[0, 1], scratch[0, column] = tops, turn, hand
                move = (parent << 24) | (card << 16) | (pile << 8) | ended
                if last:
                    if may_end(problem, turn_after):
                        progress[LAST_MOVE] = move
                        progress[STATUS] = WON
                        return True
                    continue
                if surely_lost:
                    continue
                h0, h1 = held0, held1
                if half == 0:
                    h0 ^= one
                else:
                    h1 ^= one
                left0, left1 = h0 | pending0, h1 | pending1
                up1a, up1b, up2a, up2b, down1a, down1b, down2a, down2b, used0, used1 = around
                if (one & (used0 if half == 0 else used1)) != np.uint64(0):
                    up1a, up1b, up2a, up2b, down1a, down1b, down2a, down2b, used0, used1 = others_take(
                        follow, problem.direction, cards, step, tops, pile, h0, h1
                    )
                a, b, used0, used1 = taken(follow, cards, step, direction, card, h0, h1)
                if direction == 0:
                    up2a, up2b, up1a, up1b = up2a | (up1a & a), up2b | (up1b & b), up1a | a, up1b | b
                else:
                    down2a, down2b, down1a, down1b = (
                        down2a | (down1a & a),
                        down2b | (down1b & b),
                        down1a | a,
                        down1b | b,
                    )
                up1a, up1b, up2a, up2b = up1a & left0, up1b & left1, up2a & left0, up2b & left1
                down1a, down1b, down2a, down2b = down1a & left0, down1b & left1, down2a & left0, down2b & left1
                looks = score(
                    weights, follow, step, left0, left1, up1a, up1b, up2a, up2b, down1a, down1b, down2a, down2b
                )
                if looks == LOST:
                    continue
                value = base + looks + weights[RANGE] * reach[direction, card]
                ta, tb = trick_a | trick[direction, card, 0], trick_b | trick[direction, card, 1]
                value += weights[TRICK_HELD] * (popcount(ta & h0) + popcount(tb & h1))
                if commanded:
                    if may_end(problem, turn_after):
                        value += weights[MAY_END]
                    value += weights[VISIBLE + problem.command[card]]
                    if draw_one or problem.command[card] == DRAW_ONE:
                        value += missing
                    if skulls:
                        value += skull_score(
                            weights, follow, step, beam.skulls, skulls, left0, left1, up1a, up1b, down1a, down1b
                        )
                if (value + 1 << 16) <= cut:
                    continue
                phase = (turn_after & np.uint64(0xFFFFFF)) * np.uint64(0x9E3779B97F4A7C15)
                key0, key1 = phase ^ mark0 ^ hand_keys[0, seat, card], phase ^ mark1 ^ hand_keys[1, seat, card]
                key0 = mixed(key0 + piles0 + pile_key(problem, tables, 0, turn_after, pile, card))
                key1 += piles1 + pile_key(problem, tables, 1, turn_after, pile, card)
                rank = (value << 16) + np.int64(mixed(key0) & np.uint64(0xFFFF))  # chance breaks ties
                if rank <= cut:
                    continue
                slot = remember(beam.table, beam.found_key, progress[STAMP], key0, key1, progress[FOUND])
                if slot < progress[FOUND]:
                    if rank > beam.found_rank[slot]:
                        beam.found_rank[slot], beam.found_move[slot] = rank, move
                    continue
                beam.found_rank[slot], beam.found_move[slot] = rank, move
                beam.found_key[slot, 0], beam.found_key[slot, 1] = key0, key1
                progress[FOUND] = slot + 1
                if slot + 1 == room:
                    keep_best(beam, width)
                    refill_table(beam)
                    cut = progress[CUT]
    return False


@inlined
def may_go_on(problem: Problem, turn: np.uint64, short_turns: int) -> bool:
    """Is a longer turn worth trying where this one may end?

    Alone, without commands and drawing as many as laid, a turn of 2m cards or more can be split in two, each at least
    the minimum m, and the split only brings cards into reach earlier.  With commands it mostly does.
    """
    if problem.players > 1:
        return True
    if problem.commanded or problem.drawing != DRAW_AS_LAID:
        return short_turns < 2
    return not short_turns and field(turn, 12, 8) < 2 * least(problem, turn) - 1


@inlined
def expand_parent(problem: Problem, tables: Tables, beam: Beam, parent: int) -> bool:
    """Both ways on from a state of the beam: lay another card in this turn, or end it and let the next player lay."""
    side = beam.progress[LEVEL] & 1
    words = beam.rows.shape[2]
    turn = beam.rows[side, parent, 1]
    ends = may_end(problem, turn)
    beam.progress[EXPANDED] += 1
    if ends:
        for word in range(words):
            beam.scratch[0, word] = beam.rows[side, parent, word]
        end_turn(problem, beam.scratch, 0)
        if expand(problem, tables, beam, parent, 1):
            return True
    if not ends or may_go_on(problem, turn, beam.weights[SHORT_TURNS]):
        for word in range(words):
            beam.scratch[0, word] = beam.rows[side, parent, word]
        return expand(problem, tables, beam, parent, 0)
    return False


@kernel
def next_level(problem: Problem, tables: Tables, beam: Beam) -> None:
    """Make the best candidates the states of the next level."""
    progress = beam.progress
    keep_best(beam, beam.trail.shape[1])
    side, level = progress[LEVEL] & 1, progress[LEVEL] + 1
    count = progress[FOUND]
    for slot in range(count):
        move = beam.found_move[slot]
        parent, card, pile, ended = move >> 24, (move >> 16) & 255, (move >> 8) & 255, move & 1
        for word in range(beam.rows.shape[2]):
            beam.rows[1 - side, slot, word] = beam.rows[side, parent, word]
        for lane in range(2):
            beam.marks[1 - side, slot, lane] = beam.marks[side, parent, lane]
        rows = beam.rows[1 - side]
        if ended:
            turn = rows[slot, 1]
            end_turn(problem, rows, slot)
            mover, before, after = field(turn, 8, 4), field(turn, 0, 8), field(rows[slot, 1], 0, 8)
            for lane in range(2):
                beam.marks[1 - side, slot, lane] ^= draw_mark(problem, tables, lane, mover, before, after)
        seat = field(rows[slot, 1], 8, 4)
        lay(problem, rows, slot, card, pile)
        for lane in range(2):
            beam.marks[1 - side, slot, lane] ^= tables.hand_keys[lane, seat, card]
        beam.trail[level, slot] = move
        if progress[BEST_LEVEL] < level and may_end(problem, rows[slot, 1]):
            progress[BEST_LEVEL], progress[BEST_ROW] = level, slot
    progress[LEVEL], progress[ROW], progress[COUNT], progress[FOUND], progress[CUT] = level, 0, count, 0, NO_CUT
    progress[STAMP] += 1


@entry
def advance(problem: Problem, tables: Tables, beam: Beam, expansions: int) -> int:
    """Go on for about so many expansions; the status afterwards."""
    progress = beam.progress
    while progress[STATUS] == RUNNING and expansions > 0:
        while progress[ROW] < progress[COUNT] and expansions > 0:
            expansions -= 1
            progress[ROW] += 1
            if expand_parent(problem, tables, beam, progress[ROW] - 1):
                return WON
        if progress[ROW] == progress[COUNT]:
            if progress[FOUND] == 0:
                progress[STATUS] = EXHAUSTED
            else:
                next_level(problem, tables, beam)
    return progress[STATUS]


@entry
def line_to(beam: Beam, level: int, row: int, line: Indices2) -> int:
    """The line that led to a state of the beam, written to ``line[0 … level-1]`` as card, pile, turn ended after it.

    1 comes back if the turn under way at the start ended before the first card.
    """
    ended_after = 1
    while level > 0:
        move = beam.trail[level, row]
        line[level - 1, 0] = (move >> 16) & 255
        line[level - 1, 1] = (move >> 8) & 255
        line[level - 1, 2] = ended_after
        ended_after = move & 1
        row = move >> 24
        level -= 1
    return ended_after
