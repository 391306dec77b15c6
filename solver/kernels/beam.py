"""A beam search for a winning line: the best ``width`` states after each card laid, best by a weighted score.

A state of the beam is a position right after a card was laid; whether the turn ends there is decided when the state is
expanded, so that one place in the beam stands for both.  Everything lives in arrays that the caller gives:

    rows[side, row]      the states (see turn.py) of this level and the next, ``side`` = level & 1
    marks[side, row]     two 64-bit sums over the cards in the hands, for the keys
    trail[level, row]    where a state came from: parent row << 24 | card << 16 | pile << 8 | turn ended before it
    found_*[slot]        the candidates of the next level: rank, key (128 bits), move (packed as the trail is)
    table[place]         open addressing over the candidates: stamp << 32 | slot

Keys add up one random number for each pile, taken from its direction, top and flags, so like piles may be swapped
without changing the key and the states themselves keep the true pile numbers: the line needs no translation.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import kernel
from solver.kernels.turn import (
    DRAW_AS_LAID,
    DRAW_ONE,
    NO_TRICK,
    ONE_PILE,
    SKULL,
    STOP,
    THREE,
    Indices,
    Problem,
    Words,
    bit,
    end_turn,
    field,
    lay,
    least,
    may_end,
    ones,
    shows,
    top_of,
)

# What the score counts; a weight for each.
COVER = 0  # 9 weights: remaining cards that u up piles and v down piles can take, 3 * min(u, 2) + min(v, 2)
RANGE = 9  # cards a pile could take in an untouched deck, summed over the piles
PAIR = 10  # trick pairs that remain and that some pile can still use
TRICK_HELD = 11  # piles whose trick card is in a hand
TRICK_PENDING = 12  # piles whose trick card is still in the draw pile
RESCUE = 13  # cards no pile can take, but a trick could
HELD_STUCK = 14  # cards in hands that no pile can take
MAY_END = 15  # the turn may end here
VISIBLE = 16  # 8 weights: a command on top of a pile (0 unused)
SKULL_PARTNERS = 24  # 4 weights: skulls left with 0, 1, 2, 3 cards that could cover them
SHORT_HAND = 28  # a hand that cannot reach the minimum when its turn comes
MISSING = 29  # cards missing to full hands
THREE_DOOMED = 30  # a three in a hand that can never have three cards again
WEIGHTS = 32

RUNNING, WON, EXHAUSTED = 0, 1, 2

# Indices of ``progress``.
LEVEL, ROW, COUNT, FOUND, STAMP, STATUS, EXPANDED, GOAL, BEST_LEVEL, BEST_ROW, CUT, LAST_MOVE, GENERATED = range(13)
PROGRESS = 16
NO_CUT = -(1 << 62)


class Tables(NamedTuple):
    """What the score and the keys look up; made once for a game."""

    reach: Indices  # [direction, top]: how many cards of the whole deck follow
    trick: Words  # [direction, top, word]: the cards that follow by the trick only
    hand_keys: Words  # [lane, seat, card]
    pile_keys: Words  # [lane, direction * 4 + skull * 2 + tied, top]
    marked: Words  # [command, word]: the cards with this command
    step: int  # the size of the trick, 0 where it is none


class Beam(NamedTuple):
    """The arrays a search works in; their sizes are the memory it may use."""

    rows: Words
    marks: Words
    trail: Indices
    found_rank: Indices
    found_move: Indices
    found_key: Words
    table: Indices
    scratch: Words
    progress: Indices


@kernel
def mixed(word: np.uint64) -> np.uint64:
    """Scatter the bits of a word."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@kernel
def lowest(word: np.uint64) -> int:
    """The index of the lowest bit of a word that is not 0."""
    return ones((word & (~word + np.uint64(1))) - np.uint64(1))


@kernel
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


@kernel
def up_shift(low: np.uint64, high: np.uint64, step: int) -> tuple[np.uint64, np.uint64]:
    """The set with every card moved ``step`` (1-63) up."""
    return low << np.uint64(step), (high << np.uint64(step)) | (low >> np.uint64(64 - step))


@kernel
def down_shift(low: np.uint64, high: np.uint64, step: int) -> tuple[np.uint64, np.uint64]:
    """The set with every card moved ``step`` (1-63) down."""
    return (low >> np.uint64(step)) | (high << np.uint64(64 - step)), high >> np.uint64(step)


@kernel
def score(
    weights: Indices,
    step: int,
    left0: np.uint64,
    left1: np.uint64,
    held0: np.uint64,
    held1: np.uint64,
    up1a: np.uint64,
    up1b: np.uint64,
    up2a: np.uint64,
    up2b: np.uint64,
    down1a: np.uint64,
    down1b: np.uint64,
    down2a: np.uint64,
    down2b: np.uint64,
) -> int:
    """How good the piles look for the cards not yet laid (``left``; ``held``: those of them in hands).

    ``up1`` and ``up2`` are the remaining cards that one up pile at least, two up piles at least, can take now.
    """
    n_up1, n_up2 = ones(up1a) + ones(up1b), ones(up2a) + ones(up2b)
    n_down1, n_down2 = ones(down1a) + ones(down1b), ones(down2a) + ones(down2b)
    n11 = ones(up1a & down1a) + ones(up1b & down1b)
    n12 = ones(up1a & down2a) + ones(up1b & down2b)
    n21 = ones(up2a & down1a) + ones(up2b & down1b)
    n22 = ones(up2a & down2a) + ones(up2b & down2b)
    total = weights[COVER + 8] * n22
    total += weights[COVER + 7] * (n21 - n22)
    total += weights[COVER + 6] * (n_up2 - n21)
    total += weights[COVER + 5] * (n12 - n22)
    total += weights[COVER + 4] * (n11 - n12 - n21 + n22)
    total += weights[COVER + 3] * (n_up1 - n11 - n_up2 + n21)
    total += weights[COVER + 2] * (n_down2 - n12)
    total += weights[COVER + 1] * (n_down1 - n11 - n_down2 + n12)
    stuck_a, stuck_b = left0 & ~(up1a | down1a), left1 & ~(up1b | down1b)
    base0 = base1 = foot0 = foot1 = np.uint64(0)
    if step:
        # a card c + step that an up pile can take, seen as c; a card c - step that a down pile can take, seen as c
        base0, base1 = down_shift(up1a, up1b, step)
        foot0, foot1 = up_shift(down1a, down1b, step)
        # the pair (c, c + step), seen as c + step
        low0, low1 = up_shift(base0 & left0, base1 & left1, step)
        total += weights[PAIR] * (ones(low0 | (foot0 & left0)) + ones(low1 | (foot1 & left1)))
    if (stuck_a | stuck_b) != np.uint64(0):
        total += weights[COVER] * (ones(stuck_a) + ones(stuck_b))
        total += weights[HELD_STUCK] * (ones(stuck_a & held0) + ones(stuck_b & held1))
        total += weights[RESCUE] * (ones(stuck_a & (base0 | foot0)) + ones(stuck_b & (base1 | foot1)))
    return total


@kernel
def command_score(
    problem: Problem, tables: Tables, weights: Indices, states: Words, row: int, left0: np.uint64, left1: np.uint64
) -> int:
    """The part of the score that knows the commands."""
    tops, turn = states[row, 0], states[row, 1]
    total = 0
    for pile in range(problem.piles):
        total += weights[VISIBLE + problem.command[top_of(tops, pile)]]
    drawn, seat = field(turn, 0, 8), field(turn, 8, 4)
    to_draw = problem.draw.shape[0] - drawn
    for player in range(problem.players):
        a, b = states[row, 2 + 2 * player], states[row, 3 + 2 * player]
        size = ones(a) + ones(b)
        if to_draw > 0 and player != seat:
            total += weights[MISSING] * (problem.hand - size)
            if size < problem.minimum and ((a & tables.marked[STOP, 0]) | (b & tables.marked[STOP, 1])) == np.uint64(0):
                total += weights[SHORT_HAND]
        if to_draw == 0 and size < 3 and (player != seat or field(turn, 12, 8) == 0):
            total += weights[THREE_DOOMED] * (ones(a & tables.marked[THREE, 0]) + ones(b & tables.marked[THREE, 1]))
        # skulls held: the cards that could cover them, in this hand or yet to be drawn
        sa, sb = a & tables.marked[SKULL, 0], b & tables.marked[SKULL, 1]
        if (sa | sb) != np.uint64(0):
            pool0 = a | problem.pending[drawn, 0]
            pool1 = b | problem.pending[drawn, 1]
            total += skull_score(problem, tables, weights, tops, sa, sb, pool0, pool1, left0, left1)
    sa = problem.pending[drawn, 0] & tables.marked[SKULL, 0]
    sb = problem.pending[drawn, 1] & tables.marked[SKULL, 1]
    if (sa | sb) != np.uint64(0):
        total += skull_score(problem, tables, weights, tops, sa, sb, left0, left1, left0, left1)
    return total


@kernel
def skull_score(
    problem: Problem,
    tables: Tables,
    weights: Indices,
    tops: np.uint64,
    sa: np.uint64,
    sb: np.uint64,
    pool0: np.uint64,
    pool1: np.uint64,
    left0: np.uint64,
    left1: np.uint64,
) -> int:
    """Skulls are laid only together with a partner that covers them: count the partners of each."""
    total = 0
    for half in range(2):
        word = sa if half == 0 else sb
        while word != np.uint64(0):
            card = 64 * half + lowest(word)
            word &= word - np.uint64(1)
            partners = 0
            for side in range(2):
                usable = False
                for pile in range(problem.piles):
                    if problem.direction[pile] == side:
                        top = top_of(tops, pile)
                        if problem.follow[side, top, card >> 6] & bit(card):
                            usable = True
                        elif tables.step:
                            base = card + tables.step if side == 0 else card - tables.step
                            if 0 <= base < problem.cards:
                                here = left0 if base < 64 else left1
                                if here & bit(base) & problem.follow[side, top, base >> 6]:
                                    usable = True
                if usable:
                    partners += ones(pool0 & problem.follow[side, card, 0]) + ones(
                        pool1 & problem.follow[side, card, 1]
                    )
            if partners < 4:
                total += weights[SKULL_PARTNERS + partners]
    return total


@kernel
def remember(table: Indices, keys: Words, stamp: int, key0: np.uint64, key1: np.uint64, slot: int) -> bool:
    """Enter a candidate in the table; False if the same state is there already."""
    mask = table.shape[0] - 1
    place = np.int64(key0 & np.uint64(mask))
    while True:
        entry = table[place]
        if entry >> 32 != stamp:
            table[place] = (stamp << 32) | slot
            return True
        other = entry & 0xFFFFFFFF
        if keys[other, 0] == key0 and keys[other, 1] == key1:
            return False
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


@kernel
def draw_mark(problem: Problem, tables: Tables, lane: int, seat: int, before: int, after: int) -> np.uint64:
    """What the draws of a turn's end change in the sum over the hands."""
    change = np.uint64(0)
    for place in range(before, after):
        change ^= tables.hand_keys[lane, seat, problem.draw[place]]
    return change


@kernel
def pile_key(problem: Problem, tables: Tables, lane: int, turn: np.uint64, pile: int, top: int) -> np.uint64:
    """What a pile adds to the key of a state."""
    kind = problem.direction[pile] * 4
    if problem.commanded:
        kind += 2 * field(turn, 24 + pile, 1)
        if field(turn, 32, 4) == pile + 1:
            kind += 1
    return tables.pile_keys[lane, kind, top]


@kernel
def expand(
    problem: Problem, tables: Tables, weights: Indices, salt: np.uint64, beam: Beam, parent: int, row: int, ended: int
) -> bool:
    """Every card that may be laid on the state in ``scratch[row]`` becomes a candidate; True if one of them wins."""
    progress, scratch = beam.progress, beam.scratch
    follow, trick, reach = problem.follow, tables.trick, tables.reach
    hand_keys, commanded, step = tables.hand_keys, problem.commanded, tables.step
    side = progress[LEVEL] & 1
    tops, turn = scratch[row, 0], scratch[row, 1]
    seat = field(turn, 8, 4)
    mark0, mark1 = beam.marks[side, parent, 0], beam.marks[side, parent, 1]
    if ended:
        before, after = field(beam.rows[side, parent, 1], 0, 8), field(turn, 0, 8)
        mover = field(beam.rows[side, parent, 1], 8, 4)
        mark0 ^= draw_mark(problem, tables, 0, mover, before, after)
        mark1 ^= draw_mark(problem, tables, 1, mover, before, after)
    held0 = held1 = np.uint64(0)
    for player in range(problem.players):
        held0 |= scratch[row, 2 + 2 * player]
        held1 |= scratch[row, 3 + 2 * player]
    drawn = field(turn, 0, 8)
    pending0, pending1 = problem.pending[drawn, 0], problem.pending[drawn, 1]
    last = progress[LEVEL] + 1 == progress[GOAL]
    width, room = beam.trail.shape[1], beam.found_rank.shape[0]
    cut = progress[CUT]
    turn_after = turn + np.uint64(1 << 12)
    may_end_after = 0
    if not commanded and may_end(problem, turn_after):
        may_end_after = weights[MAY_END]
    for pile in range(problem.piles):
        open0, open1 = open_cards(problem, tables, scratch, row, pile)
        if (open0 | open1) == np.uint64(0):
            continue
        direction = problem.direction[pile]
        up1a = up1b = up2a = up2b = np.uint64(0)
        down1a = down1b = down2a = down2b = np.uint64(0)
        trick_a = trick_b = np.uint64(0)
        piles0 = piles1 = np.uint64(0)
        base = may_end_after
        twin = False
        for other in range(problem.piles):
            if other == pile:
                continue
            way, top = problem.direction[other], top_of(tops, other)
            if other < pile and way == direction and top == top_of(tops, pile):
                twin = True
            a, b = follow[way, top, 0], follow[way, top, 1]
            if way == 0:
                up2a |= up1a & a
                up2b |= up1b & b
                up1a |= a
                up1b |= b
            else:
                down2a |= down1a & a
                down2b |= down1b & b
                down1a |= a
                down1b |= b
            trick_a |= trick[way, top, 0]
            trick_b |= trick[way, top, 1]
            base += weights[RANGE] * reach[way, top]
            free = turn & np.uint64(0xFFFFFFFF)
            piles0 += pile_key(problem, tables, 0, free, other, top)
            piles1 += pile_key(problem, tables, 1, free, other, top)
        if twin:
            continue
        for half in range(2):
            word = open0 if half == 0 else open1
            column = 2 + 2 * seat + half
            hand = scratch[row, column]
            while word != np.uint64(0):
                one = word & (~word + np.uint64(1))
                card = 64 * half + ones(one - np.uint64(1))
                word ^= one
                progress[GENERATED] += 1
                if commanded:
                    lay(problem, scratch, row, card, pile)
                    turn_after = scratch[row, 1]
                if last:
                    scratch[row, 0], scratch[row, 1], scratch[row, column] = tops, turn, hand
                    if may_end(problem, turn_after):
                        progress[LAST_MOVE] = (parent << 24) | (card << 16) | (pile << 8) | ended
                        progress[STATUS] = WON
                        return True
                    continue
                h0, h1 = held0, held1
                if half == 0:
                    h0 ^= one
                else:
                    h1 ^= one
                left0, left1 = h0 | pending0, h1 | pending1
                a, b = follow[direction, card, 0], follow[direction, card, 1]
                ta, tb = (trick_a | trick[direction, card, 0]) & left0, (trick_b | trick[direction, card, 1]) & left1
                value = base + weights[RANGE] * reach[direction, card]
                if (ta | tb) != np.uint64(0):
                    value += weights[TRICK_HELD] * (ones(ta & h0) + ones(tb & h1))
                    value += weights[TRICK_PENDING] * (ones(ta & pending0) + ones(tb & pending1))
                if direction == 0:
                    u1a, u1b = (up1a | a) & left0, (up1b | b) & left1
                    u2a, u2b = (up2a | (up1a & a)) & left0, (up2b | (up1b & b)) & left1
                    d1a, d1b, d2a, d2b = down1a & left0, down1b & left1, down2a & left0, down2b & left1
                else:
                    u1a, u1b, u2a, u2b = up1a & left0, up1b & left1, up2a & left0, up2b & left1
                    d1a, d1b = (down1a | a) & left0, (down1b | b) & left1
                    d2a, d2b = (down2a | (down1a & a)) & left0, (down2b | (down1b & b)) & left1
                value += score(weights, step, left0, left1, h0, h1, u1a, u1b, u2a, u2b, d1a, d1b, d2a, d2b)
                if commanded:
                    if may_end(problem, turn_after):
                        value += weights[MAY_END]
                    value += command_score(problem, tables, weights, scratch, row, left0, left1)
                    scratch[row, 0], scratch[row, 1], scratch[row, column] = tops, turn, hand
                if (value << 16) + 0xFFFF <= cut:
                    continue
                phase = (turn_after & np.uint64(0xFFFFFF)) * np.uint64(0x9E3779B97F4A7C15)
                key0 = piles0 + pile_key(problem, tables, 0, turn_after, pile, card) + phase
                key0 = mixed(key0 ^ mark0 ^ hand_keys[0, seat, card])
                rank = (value << 16) | np.int64((key0 ^ salt) & np.uint64(0xFFFF))
                if rank <= cut:
                    continue
                key1 = piles1 + pile_key(problem, tables, 1, turn_after, pile, card) + phase
                key1 = key1 ^ mark1 ^ hand_keys[1, seat, card]
                slot = progress[FOUND]
                if remember(beam.table, beam.found_key, progress[STAMP], key0, key1, slot):
                    beam.found_rank[slot] = rank
                    beam.found_move[slot] = (parent << 24) | (card << 16) | (pile << 8) | ended
                    beam.found_key[slot, 0] = key0
                    beam.found_key[slot, 1] = key1
                    progress[FOUND] = slot + 1
                    if slot + 1 == room:
                        keep_best(beam, width)
                        refill_table(beam)
                        cut = progress[CUT]
    return False


@kernel
def may_go_on(problem: Problem, turn: np.uint64) -> bool:
    """Is a longer turn worth trying where this one may end?

    Alone, without commands and drawing as many as laid, a turn of 2m cards or more can be split in two, each at least
    the minimum m, and the split only brings cards into reach earlier.
    """
    if problem.players > 1 or problem.commanded or problem.drawing != DRAW_AS_LAID:
        return True
    return field(turn, 12, 8) < 2 * least(problem, turn) - 1


@kernel
def expand_parent(problem: Problem, tables: Tables, weights: Indices, salt: np.uint64, beam: Beam, parent: int) -> bool:
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
        if expand(problem, tables, weights, salt, beam, parent, 0, 1):
            return True
    if not ends or may_go_on(problem, turn):
        for word in range(words):
            beam.scratch[0, word] = beam.rows[side, parent, word]
        return expand(problem, tables, weights, salt, beam, parent, 0, 0)
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


@kernel
def advance(problem: Problem, tables: Tables, weights: Indices, salt: np.uint64, beam: Beam, expansions: int) -> int:
    """Go on for about so many expansions; the status afterwards."""
    progress = beam.progress
    while progress[STATUS] == RUNNING and expansions > 0:
        while progress[ROW] < progress[COUNT] and expansions > 0:
            expansions -= 1
            progress[ROW] += 1
            if expand_parent(problem, tables, weights, salt, beam, progress[ROW] - 1):
                return WON
        if progress[ROW] == progress[COUNT]:
            if progress[FOUND] == 0:
                progress[STATUS] = EXHAUSTED
            else:
                next_level(problem, tables, beam)
    return progress[STATUS]


@kernel
def line_to(beam: Beam, level: int, row: int, line: Indices) -> int:
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
