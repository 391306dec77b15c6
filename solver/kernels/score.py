"""How good a position looks: what a beam search ranks its states by.

The score is a weighted sum of counts over the cards not yet laid.  Everything here may be wrong about a position
except ``beyond_rescue`` and ``doomed``, which say "lost" only where it is.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.bits import highest_bit, lowest_bit, popcount
from solver.kernels.compile import inlined, kernel
from solver.kernels.turn import COMMANDS, FIRE, SKULL, STOP, THREE, Indices, Problem, Words, bit, field, top_of

# What is counted; a weight for each.  A pile "takes" a card that may be laid on it now, or after the tricks on it that
# the hands hold.
STUCK = 0  # cards that no pile takes
SIDES = 1  # cards that some up pile takes, and cards that some down pile takes
SECONDS = 2  # the same for two up piles, two down piles
BOTH = 3  # cards that both sides take
MORE = 4  # cards that both sides take, one of them twice
MOST = 5  # cards that both sides take twice
RANGE = 6  # cards a pile would take if the deck were untouched, summed over the piles
PAIR = 7  # trick pairs that remain and that some pile can still use
TRICK_HELD = 8  # cards in hands that a pile takes by the trick
MAY_END = 9  # the turn may end here
SKULL_PARTNERS = 10  # 4 weights: skulls left with 0, 1, 2, 3 cards that could cover them
SHORT_HAND = 14  # a hand that cannot reach the minimum when its turn comes
MISSING = 15  # cards missing to full hands
# How the beam is kept, along with the weights.
NEAREST = 16  # of the cards a pile takes only so many are tried, those that waste least, and the tricks; 0: all
PRUNE = 17  # not 0: states that are surely lost are dropped
SHORT_TURNS = 18  # not 0: a player alone ends the turn as soon as it may end; with commands only where it is 2
VISIBLE = 19  # a weight for each command on top of a pile (the first, for none, is unused)
WEIGHTS = VISIBLE + COMMANDS

LOST = -(1 << 40)


@inlined
def up_shift(low: np.uint64, high: np.uint64, step: int) -> tuple[np.uint64, np.uint64]:
    """The set with every card moved ``step`` (1-63) up."""
    return low << np.uint64(step), (high << np.uint64(step)) | (low >> np.uint64(64 - step))


@inlined
def down_shift(low: np.uint64, high: np.uint64, step: int) -> tuple[np.uint64, np.uint64]:
    """The set with every card moved ``step`` (1-63) down."""
    return (low >> np.uint64(step)) | (high << np.uint64(64 - step)), high >> np.uint64(step)


@inlined
def taken(
    follow: Words, cards: int, step: int, direction: int, top: int, held0: np.uint64, held1: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """The cards a pile takes, also after the tricks on it that are held; and those trick cards."""
    a, b = follow[direction, top, 0], follow[direction, top, 1]
    used0 = used1 = np.uint64(0)
    if step and top < cards:
        back = -step if direction == 0 else step
        card = top + back
        while 0 <= card < cards:
            if card < 64:
                if (held0 & bit(card)) == np.uint64(0):
                    break
                used0 |= bit(card)
            else:
                if (held1 & bit(card)) == np.uint64(0):
                    break
                used1 |= bit(card)
            a |= follow[direction, card, 0]
            b |= follow[direction, card, 1]
            card += back
    return a, b, used0, used1


@kernel
def others_take(
    follow: Words,
    direction: Indices,
    cards: int,
    step: int,
    tops: np.uint64,
    pile: int,
    held0: np.uint64,
    held1: np.uint64,
) -> tuple[
    np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64
]:
    """What the piles other than ``pile`` take: up once, up twice, down once, down twice, and the tricks relied on."""
    up1a = up1b = up2a = up2b = np.uint64(0)
    down1a = down1b = down2a = down2b = np.uint64(0)
    used0 = used1 = np.uint64(0)
    for other in range(direction.shape[0]):
        if other == pile:
            continue
        a, b, by0, by1 = taken(follow, cards, step, direction[other], top_of(tops, other), held0, held1)
        used0, used1 = used0 | by0, used1 | by1
        if direction[other] == 0:
            up2a |= up1a & a
            up2b |= up1b & b
            up1a |= a
            up1b |= b
        else:
            down2a |= down1a & a
            down2b |= down1b & b
            down1a |= a
            down1b |= b
    return up1a, up1b, up2a, up2b, down1a, down1b, down2a, down2b, used0, used1


@kernel
def beyond_rescue(
    follow: Words,
    stuck0: np.uint64,
    stuck1: np.uint64,
    left0: np.uint64,
    left1: np.uint64,
    up0: np.uint64,
    up1: np.uint64,
    down0: np.uint64,
    down1: np.uint64,
    step: int,
) -> bool:
    """Is there a stuck card that no row of tricks can bring within reach?

    A pile's top moves against its direction by tricks only.  So below what the up piles take now, the next card to
    come onto one of them can only be some c laid on c + step, both left; from c on the pile takes every card above c.
    Repeated until nothing new comes in, this is all that the up piles can ever take; the down piles likewise.  Who
    holds which card when, and that a card is laid only once, is left out: that can only make it harder.
    """
    while True:
        more0, more1 = down_shift(up0, up1, step)
        more0, more1 = more0 & left0 & ~up0, more1 & left1 & ~up1
        if (more0 | more1) == np.uint64(0):
            break
        card = lowest_bit(more0) if more0 != np.uint64(0) else 64 + lowest_bit(more1)
        up0 |= more0 | (follow[0, card, 0] & left0)
        up1 |= more1 | (follow[0, card, 1] & left1)
    while True:
        more0, more1 = up_shift(down0, down1, step)
        more0, more1 = more0 & left0 & ~down0, more1 & left1 & ~down1
        if (more0 | more1) == np.uint64(0):
            break
        card = 64 + highest_bit(more1) if more1 != np.uint64(0) else highest_bit(more0)
        down0 |= more0 | (follow[1, card, 0] & left0)
        down1 |= more1 | (follow[1, card, 1] & left1)
    return ((stuck0 & ~(up0 | down0)) | (stuck1 & ~(up1 | down1))) != np.uint64(0)


@inlined
def score(
    weights: Indices,
    follow: Words,
    step: int,
    left0: np.uint64,
    left1: np.uint64,
    up1a: np.uint64,
    up1b: np.uint64,
    up2a: np.uint64,
    up2b: np.uint64,
    down1a: np.uint64,
    down1b: np.uint64,
    down2a: np.uint64,
    down2b: np.uint64,
) -> int:
    """How good the piles look for the cards not yet laid (``left``).

    ``up1`` and ``up2`` are the remaining cards that one up pile at least, two up piles at least, take.
    LOST comes back where a card can never be laid any more.
    """
    total = weights[SIDES] * (popcount(up1a) + popcount(up1b) + popcount(down1a) + popcount(down1b))
    total += weights[SECONDS] * (popcount(up2a) + popcount(up2b) + popcount(down2a) + popcount(down2b))
    total += weights[BOTH] * (popcount(up1a & down1a) + popcount(up1b & down1b))
    total += weights[MORE] * (
        popcount(up1a & down2a) + popcount(up1b & down2b) + popcount(up2a & down1a) + popcount(up2b & down1b)
    )
    total += weights[MOST] * (popcount(up2a & down2a) + popcount(up2b & down2b))
    stuck_a, stuck_b = left0 & ~(up1a | down1a), left1 & ~(up1b | down1b)
    if (stuck_a | stuck_b) != np.uint64(0):
        if step and weights[PRUNE]:
            if beyond_rescue(follow, stuck_a, stuck_b, left0, left1, up1a, up1b, down1a, down1b, step):
                return LOST
        total += weights[STUCK] * (popcount(stuck_a) + popcount(stuck_b))
    if step:
        # the pair (c, c + step), seen as c: an up pile takes c + step, or a down pile takes c
        rise0, rise1 = down_shift(up1a, up1b, step)
        next0, next1 = down_shift(left0, left1, step)
        pair0, pair1 = (rise0 & left0) | (down1a & next0), (rise1 & left1) | (down1b & next1)
        total += weights[PAIR] * (popcount(pair0) + popcount(pair1))
    return total


@kernel
def note_skulls(problem: Problem, marked: Words, states: Words, row: int, skulls: Words) -> int:
    """List the skulls not yet laid, each with the cards that may come to lie in one hand with it; how many."""
    drawn = field(states[row, 1], 0, 8)
    pending0, pending1 = problem.pending[drawn, 0], problem.pending[drawn, 1]
    all0, all1 = pending0, pending1
    count = 0
    for player in range(problem.players):
        a, b = states[row, 2 + 2 * player], states[row, 3 + 2 * player]
        all0, all1 = all0 | a, all1 | b
        count = list_skulls(marked, a, b, a | pending0, b | pending1, skulls, count)
    return list_skulls(marked, pending0, pending1, all0, all1, skulls, count)


@kernel
def list_skulls(
    marked: Words, low: np.uint64, high: np.uint64, pool0: np.uint64, pool1: np.uint64, skulls: Words, count: int
) -> int:
    """Add the skulls of a set to the list."""
    for half in range(2):
        word = (low if half == 0 else high) & marked[SKULL, half]
        while word != np.uint64(0):
            skulls[count, 0] = np.uint64(64 * half + lowest_bit(word))
            skulls[count, 1], skulls[count, 2] = pool0, pool1
            word &= word - np.uint64(1)
            count += 1
    return count


@kernel
def skull_score(
    weights: Indices,
    follow: Words,
    step: int,
    skulls: Words,
    count: int,
    left0: np.uint64,
    left1: np.uint64,
    up0: np.uint64,
    up1: np.uint64,
    down0: np.uint64,
    down1: np.uint64,
) -> int:
    """Skulls are laid only together with a partner that covers them: count the partners of each.

    ``up`` and ``down`` are the cards that a pile of this side takes; a trick may bring the skull onto it as well.
    """
    if step:
        more0, more1 = down_shift(up0, up1, step)
        up0, up1 = up0 | more0, up1 | more1
        more0, more1 = up_shift(down0, down1, step)
        down0, down1 = down0 | more0, down1 | more1
    total = 0
    for place in range(count):
        card = np.int64(skulls[place, 0])
        one, high = bit(card), card >= 64
        if ((left1 if high else left0) & one) == np.uint64(0):
            continue
        pool0, pool1 = skulls[place, 1] & left0, skulls[place, 2] & left1
        partners = 0
        if ((up1 if high else up0) & one) != np.uint64(0):
            partners += popcount(pool0 & follow[0, card, 0]) + popcount(pool1 & follow[0, card, 1])
        if ((down1 if high else down0) & one) != np.uint64(0):
            partners += popcount(pool0 & follow[1, card, 0]) + popcount(pool1 & follow[1, card, 1])
        if partners < 4:
            total += weights[SKULL_PARTNERS + partners]
    return total


@inlined
def hands_score(problem: Problem, marked: Words, weights: Indices, states: Words, row: int) -> int:
    """The hands of the players who are not to move: short ones starve under a draw-one."""
    turn = states[row, 1]
    total = 0
    if field(turn, 0, 8) == problem.draw.shape[0]:
        return 0
    for player in range(problem.players):
        if player != field(turn, 8, 4):
            a, b = states[row, 2 + 2 * player], states[row, 3 + 2 * player]
            size = popcount(a) + popcount(b)
            total += weights[MISSING] * (problem.hand - size)
            if size < problem.minimum and ((a & marked[STOP, 0]) | (b & marked[STOP, 1])) == np.uint64(0):
                total += weights[SHORT_HAND]
    return total


@inlined
def doomed(problem: Problem, marked: Words, states: Words, row: int) -> bool:
    """Is this position, in the middle of a turn, lost for a reason that the hands show?

    A pile to be covered in this turn that no card of the hand covers (the hand does not grow within a turn), unless the
    game may end before that matters; a three without
    the cards to make it three; and, once nothing is left to draw, a three in a hand that cannot come to three cards in
    one turn any more.
    """
    tops, turn = states[row, 0], states[row, 1]
    seat, laid = field(turn, 8, 4), field(turn, 12, 8)
    a, b = states[row, 2 + 2 * seat], states[row, 3 + 2 * seat]
    due = field(turn, 24, 8)
    if due != 0:
        last_hand = field(turn, 0, 8) == problem.draw.shape[0]
        for player in range(problem.players):
            if player != seat and (states[row, 2 + 2 * player] | states[row, 3 + 2 * player]) != np.uint64(0):
                last_hand = False
        for pile in range(problem.piles):
            if due & (1 << pile):
                way, top = problem.direction[pile], top_of(tops, pile)
                if last_hand and problem.command[top] == FIRE:
                    continue
                if ((a & problem.follow[way, top, 0]) | (b & problem.follow[way, top, 1])) == np.uint64(0):
                    return True
    if field(turn, 20, 1) != 0 and laid + popcount(a) + popcount(b) < 3:
        return True
    if field(turn, 0, 8) == problem.draw.shape[0]:
        for player in range(problem.players):
            a, b = states[row, 2 + 2 * player], states[row, 3 + 2 * player]
            if ((a & marked[THREE, 0]) | (b & marked[THREE, 1])) != np.uint64(0):
                size = popcount(a) + popcount(b)
                if player == seat:
                    size += laid
                if size < 3:
                    return True
    return False
