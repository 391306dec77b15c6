"""What a table is worth after a turn, before its cards are drawn, to somebody who sees the own hand only (or more).

What the player knows is a row of words, the seats counted from the player's own:

    know[0]               tops, as in turn.py
    know[1]               cards drawn so far from the draw pile
    know[2 + 2r], +1      the hand of the r-th seat from the player; where it is not known, bit 127 if it has cards
    know[2 + 2n], +1      the cards that are unseen: in the draw pile or in a hand that is not known
    know[4 + 2n + r]      what the r-th seat has said: two bits a pile, see ``word_for``
    sizes[r], sizes[n]    cards in the r-th hand, cards in the draw pile

Two judges: a ``score`` of a dozen terms with a weight each, and a small net of some 250 inputs that gives the chance to
win as a logit, and the cards left.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.bits import lowest_bit, popcount
from solver.kernels.compile import inlined, kernel
from solver.kernels.hidden_turns import WINDOWS, Sight, distance
from solver.kernels.turn import (
    COMMANDS,
    DRAW_ONE,
    DRAW_TO_FULL_HAND,
    Indices1,
    Problem,
    Words1,
    field,
    shows,
    top_of,
)

Floats = npt.NDArray[np.float32]
Floats1 = Annotated[Floats, np.float32, 1]
Floats2 = Annotated[Floats, np.float32, 2]

OWN, TALK, OPEN = 0, 1, 2  # what a player knows of the others' hands: how many cards, what they say, all

# --- words

FREE, RATHER_NOT, PLEASE_DONT, MINE = 0, 1, 2, 3
NEAR, NEARER = 6, 2  # a card so near makes a word


@kernel
def word_for(problem: Problem, sight: Sight, tops: np.uint64, pile: int, low: np.uint64, high: np.uint64) -> int:
    """What the holder of a hand says of a pile: a trick is at hand, a card close by, one not far, nothing."""
    side, top = problem.direction[pile], top_of(tops, pile)
    if (low & sight.tricks[side, top, 0]) | (high & sight.tricks[side, top, 1]):
        return MINE
    for window in range(WINDOWS):
        if (low & sight.within[side, top, window, 0]) | (high & sight.within[side, top, window, 1]):
            if sight.sizes[window] <= NEARER:
                return PLEASE_DONT
            return RATHER_NOT if sight.sizes[window] <= NEAR else FREE
    return FREE


@kernel
def words_of_hand(problem: Problem, sight: Sight, tops: np.uint64, low: np.uint64, high: np.uint64) -> np.uint64:
    """What is said of every pile."""
    said = np.uint64(0)
    for pile in range(problem.piles):
        said |= np.uint64(word_for(problem, sight, tops, pile, low, high)) << np.uint64(2 * pile)
    return said


# --- the score

TERMS = 16


@kernel
def score_terms(problem: Problem, sight: Sight, know: Words1, row: Words1, terms: Floats1) -> None:
    """What the score adds up, of the table that a turn leaves."""
    n, players = np.float32(problem.cards), problem.players
    unseen0, unseen1 = know[2 + 2 * players], know[3 + 2 * players]
    tops, hand0, hand1 = row[0], row[2], row[3]
    known0 = known1 = np.uint64(0)
    for seat in range(1, players):
        known0 |= know[2 + 2 * seat]
        known1 |= know[3 + 2 * seat]
    known1 &= ~(np.uint64(1) << np.uint64(63))
    left0, left1 = hand0 | unseen0 | known0, hand1 | unseen1 | known1
    for term in range(TERMS):
        terms[term] = np.float32(0)
    takes0 = takes1 = np.uint64(0)
    for side in range(2):
        best, worst, piles = 0, 1 << 20, 0
        widest, narrowest = 0, 1 << 20
        for pile in range(problem.piles):
            if problem.direction[pile] != side:
                continue
            top = top_of(tops, pile)
            follow0, follow1 = problem.follow[side, top, 0], problem.follow[side, top, 1]
            takes0 |= follow0
            takes1 |= follow1
            ahead = popcount(problem.plain[side, top, 0] & left0) + popcount(problem.plain[side, top, 1] & left1)
            best, worst, piles = max(best, ahead), min(worst, ahead), piles + 1
            room = distance(sight, side, top, problem.cards + 1)
            widest, narrowest = max(widest, room), min(narrowest, room)
            trick0, trick1 = sight.tricks[side, top, 0], sight.tricks[side, top, 1]
            twice0, twice1 = sight.twice[side, top, 0], sight.twice[side, top, 1]
            terms[2] += np.float32(min(popcount(trick0 & unseen0) + popcount(trick1 & unseen1), 2))
            terms[3] += np.float32(min(popcount(trick0 & hand0) + popcount(trick1 & hand1), 2))
            terms[4] += np.float32(min(popcount(trick0 & known0) + popcount(trick1 & known1), 2))
            if (trick0 & left0) | (trick1 & left1):
                terms[5] += np.float32(min(popcount(twice0 & left0) + popcount(twice1 & left1), 2))
        if piles:
            terms[0] += np.float32(best) / n
            terms[1] += np.float32(worst) / n
            terms[12] += np.float32(widest) / n
            terms[13] += np.float32(narrowest) / n
    hand_terms(problem, sight, tops, hand0, hand1, terms)
    terms[9] = np.float32(popcount(hand0 & ~takes0) + popcount(hand1 & ~takes1))
    terms[10] = np.float32(popcount(unseen0 & ~takes0) + popcount(unseen1 & ~takes1)) / n
    terms[11] = np.float32(popcount(known0 & ~takes0) + popcount(known1 & ~takes1))
    terms[14] = np.float32(field(row[1], 12, 8))
    terms[15] = terms[12] * terms[12]


@inlined
def hand_terms(
    problem: Problem, sight: Sight, tops: np.uint64, hand0: np.uint64, hand1: np.uint64, terms: Floats1
) -> None:
    """What each card of the hand would cost at best, the two cheapest, and pairs for a trick."""
    first, second, total, pairs = 60, 60, 0, 0
    for word in range(2):
        cards = hand0 if word == 0 else hand1
        while cards != np.uint64(0):
            card = lowest_bit(cards) + 64 * word
            cards &= cards - np.uint64(1)
            cost = 60
            for pile in range(problem.piles):
                side, top = problem.direction[pile], top_of(tops, pile)
                if (problem.follow[side, top, word] >> np.uint64(card & 63)) & np.uint64(1):
                    cost = min(cost, distance(sight, side, top, card))
            for side in range(2):
                if (sight.tricks[side, card, 0] & hand0) | (sight.tricks[side, card, 1] & hand1):
                    pairs += 1
            total += cost
            if cost < first:
                first, second = cost, first
            elif cost < second:
                second = cost
    terms[6] = np.float32(total) / np.float32(100)
    terms[7] = np.float32(first + second) / np.float32(20)
    terms[8] = np.float32(pairs)


@kernel
def score(terms: Floats1, weights: Floats1) -> float:
    """The terms, weighed."""
    total = np.float32(0)
    for term in range(TERMS):
        total += terms[term] * weights[term]
    return total


# --- the inputs of the net

PILE_INPUTS = 48
TABLE_INPUTS = 80


@inlined
def count(low: np.uint64, high: np.uint64) -> np.float32:
    """How many cards."""
    return np.float32(popcount(low) + popcount(high))


@inlined
def others_hands(know: Words1, players: int, information: int) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """What is known of the partners' hands: all of them together, and the next player's."""
    known0 = known1 = next0 = next1 = np.uint64(0)
    if information == OPEN:
        for seat in range(players - 1, 0, -1):
            next0, next1 = know[2 + 2 * seat], know[3 + 2 * seat] & ~(np.uint64(1) << np.uint64(63))
            known0 |= next0
            known1 |= next1
    return known0, known1, next0, next1


@kernel
def inputs(
    problem: Problem,
    sight: Sight,
    know: Words1,
    sizes: Indices1,
    information: int,
    row: Words1,
    terms: Floats1,
    scored: float,
    x: Floats1,
) -> None:
    """Fill ``x`` with what the net is told of the table that a turn leaves."""
    players = problem.players
    unseen0, unseen1 = know[2 + 2 * players], know[3 + 2 * players]
    hand0, hand1 = row[2], row[3]
    known0, known1, next0, next1 = others_hands(know, players, information)
    for place in range(x.shape[0]):
        x[place] = np.float32(0)
    table_inputs(problem, sight, know, sizes, information, row, terms, scored, x)
    # piles of a direction in the order of what they can still take
    place = TABLE_INPUTS
    left0, left1 = hand0 | unseen0 | known0, hand1 | unseen1 | known1
    for side in range(2):
        done = 0
        for _ in range(problem.piles):
            best, least = -1, 1 << 20
            for pile in range(problem.piles):
                if problem.direction[pile] == side and (done >> pile) & 1 == 0:
                    top = top_of(row[0], pile)
                    ahead = popcount(problem.plain[side, top, 0] & left0) + popcount(
                        problem.plain[side, top, 1] & left1
                    )
                    if ahead < least:
                        best, least = pile, ahead
            if best < 0:
                break
            done |= 1 << best
            pile_inputs(
                problem, sight, row, best, least, hand0, hand1, unseen0, unseen1, known0, known1, next0, next1, x, place
            )
            if information == TALK:
                heard(problem, know, row, best, x, place + 39)
            place += PILE_INPUTS


@inlined
def pile_inputs(
    problem: Problem,
    sight: Sight,
    row: Words1,
    pile: int,
    ahead: int,
    hand0: np.uint64,
    hand1: np.uint64,
    unseen0: np.uint64,
    unseen1: np.uint64,
    known0: np.uint64,
    known1: np.uint64,
    next0: np.uint64,
    next1: np.uint64,
    x: Floats1,
    at: int,
) -> None:
    """What there is to say about one pile."""
    side, top = problem.direction[pile], top_of(row[0], pile)
    half = np.float32(0.5)
    x[at] = np.float32(ahead) / np.float32(problem.cards)
    x[at + 1] = np.float32(distance(sight, side, problem.cards, top)) / np.float32(100)
    nearest_hand, nearest_unseen = np.float32(2), np.float32(2)
    for window in range(WINDOWS):
        near0, near1 = sight.within[side, top, window, 0], sight.within[side, top, window, 1]
        reach = np.float32(sight.sizes[window])
        held = count(near0 & hand0, near1 & hand1)
        hidden = count(near0 & unseen0, near1 & unseen1)
        x[at + 2 + window] = held * half
        x[at + 10 + window] = hidden / reach
        if held > 0:
            nearest_hand = min(nearest_hand, reach * np.float32(0.05))
        if hidden > 0:
            nearest_unseen = min(nearest_unseen, reach * np.float32(0.05))
        if window & 1 == 0 and window < 6:
            x[at + 18 + window // 2] = count(near0 & known0, near1 & known1) * half
            x[at + 21 + window // 2] = count(near0 & next0, near1 & next1)
    trick0, trick1 = sight.tricks[side, top, 0], sight.tricks[side, top, 1]
    twice0, twice1 = sight.twice[side, top, 0], sight.twice[side, top, 1]
    x[at + 24] = count(trick0 & hand0, trick1 & hand1)
    x[at + 25] = count(trick0 & unseen0, trick1 & unseen1)
    x[at + 26] = count(trick0 & known0, trick1 & known1)
    x[at + 27] = count(trick0 & next0, trick1 & next1)
    x[at + 28] = count(twice0 & hand0, twice1 & hand1)
    x[at + 29] = count(twice0 & (unseen0 | known0), twice1 & (unseen1 | known1))
    x[at + 30], x[at + 31] = nearest_hand, nearest_unseen
    pairs_held = pairs_hoped = np.float32(0)
    for word in range(2):
        cards = (hand0 if word == 0 else hand1) & problem.plain[side, top, word]
        while cards != np.uint64(0):
            card = lowest_bit(cards) + 64 * word
            cards &= cards - np.uint64(1)
            if (sight.tricks[side, card, 0] & hand0) | (sight.tricks[side, card, 1] & hand1):
                pairs_held += half
            if (sight.tricks[side, card, 0] & unseen0) | (sight.tricks[side, card, 1] & unseen1):
                pairs_hoped += half * half
    x[at + 32], x[at + 33] = pairs_held, pairs_hoped
    if problem.commanded and 4 <= problem.command[top] < 9:
        x[at + 34 + problem.command[top] - 4] = np.float32(1)


@inlined
def heard(problem: Problem, know: Words1, row: Words1, pile: int, x: Floats1, at: int) -> None:
    """What was said of a pile: by the next player and by anybody if it still shows what it showed, and if not."""
    players, shift = problem.players, np.uint64(2 * pile)
    loudest = np.int64(0)
    for seat in range(1, players):
        loudest = max(loudest, np.int64((know[4 + 2 * players + seat] >> shift) & np.uint64(3)))
    following = np.int64(0)
    if players > 1:
        following = np.int64((know[5 + 2 * players] >> shift) & np.uint64(3))
    if top_of(know[0], pile) == top_of(row[0], pile):
        if loudest:
            x[at + loudest - 1] = np.float32(1)
        if following:
            x[at + 2 + following] = np.float32(1)
    elif loudest:
        x[at + 5 + loudest] = np.float32(1)


@inlined
def drawn_next(problem: Problem, tops: np.uint64, turn: np.uint64, hand: int, draw: int) -> int:
    """How many cards the player will draw."""
    want = field(turn, 12, 8)
    if problem.commanded and shows(problem, tops, DRAW_ONE):
        want = 1
    elif problem.drawing == DRAW_TO_FULL_HAND:
        want = max(problem.hand - hand, 0)
    return min(want, draw)


@inlined
def table_inputs(
    problem: Problem,
    sight: Sight,
    know: Words1,
    sizes: Indices1,
    information: int,
    row: Words1,
    terms: Floats1,
    scored: float,
    x: Floats1,
) -> None:
    """What there is to say about the table as a whole."""
    players, tops = problem.players, row[0]
    unseen0, unseen1 = know[2 + 2 * players], know[3 + 2 * players]
    hand0, hand1 = row[2], row[3]
    known0, known1, next0, next1 = others_hands(know, players, information)
    unseen, hand = max(count(unseen0, unseen1), np.float32(1)), count(hand0, hand1)
    known, following = max(count(known0, known1), np.float32(1)), max(count(next0, next1), np.float32(1))
    takes0 = takes1 = np.uint64(0)
    for pile in range(problem.piles):
        side, top = problem.direction[pile], top_of(tops, pile)
        takes0 |= sight.tricks[side, top, 0]
        takes1 |= sight.tricks[side, top, 1]
    x[0], x[1] = count(takes0 & unseen0, takes1 & unseen1) * np.float32(0.25), count(takes0 & hand0, takes1 & hand1)
    for window in range(WINDOWS):
        for pile in range(problem.piles):
            side, top = problem.direction[pile], top_of(tops, pile)
            takes0 |= sight.within[side, top, window, 0]
            takes1 |= sight.within[side, top, window, 1]
        x[2 + window] = count(takes0 & unseen0, takes1 & unseen1) / unseen
        x[10 + window] = count(takes0 & hand0, takes1 & hand1) / max(hand, np.float32(1))
        if window & 1 == 0:
            x[18 + window // 2] = count(takes0 & known0, takes1 & known1) / known
            x[22 + window // 2] = count(takes0 & next0, takes1 & next1) / following
    for term in range(TERMS):
        x[26 + term] = terms[term]
    x[42] = scored * np.float32(0.1)
    draw = sizes[players]
    drawing = drawn_next(problem, tops, row[1], np.int64(hand), draw)
    left = np.int64(hand) + draw
    for seat in range(1, players):
        left += sizes[seat]
        x[43] += np.float32(sizes[seat]) / np.float32(problem.hand * players)
    x[44] = np.float32(left) / np.float32(problem.cards)
    x[45] = np.float32(draw - drawing) / np.float32(problem.cards)
    x[46] = np.float32(1) if draw == drawing else np.float32(0)
    x[47] = (hand + np.float32(drawing)) / np.float32(problem.hand)
    if players > 1:
        x[48] = np.float32(sizes[1]) / np.float32(problem.hand)
    x[49 + min(players, 5) - 1] = np.float32(1)
    if players > 1:
        x[54 + information] = np.float32(1)
    x[57] = np.float32(problem.minimum - 2)
    x[58] = np.float32(8) / np.float32(left + 4)
    if problem.commanded:
        for command in range(1, COMMANDS):
            low, high = sight.carriers[command, 0], sight.carriers[command, 1]
            x[59 + command] = count(low & hand0, high & hand1) * np.float32(0.5)
            x[68 + command] = count(low & (unseen0 | known0), high & (unseen1 | known1)) * np.float32(0.25)
    x[77] = np.float32(1)


@inlined
def turned_round(problem: Problem, x: Floats1) -> bool:
    """Turn the inputs into those of the mirror image: the piles of the two directions change places.

    False, and nothing is done, where there are more of one than of the other.
    """
    downs = 0
    for pile in range(problem.piles):
        downs += problem.direction[pile]
    half = downs * PILE_INPUTS
    if 2 * downs != problem.piles:
        return False
    for place in range(TABLE_INPUTS, TABLE_INPUTS + half):
        x[place], x[place + half] = x[place + half], x[place]
    return True


# --- the net


class Net(NamedTuple):
    """Inputs, two layers that cut off below 0, two outputs: the chance to win as a logit, the share of cards left."""

    w1: Floats2  # [input, first]
    b1: Floats1
    w2: Floats2  # [first, second]
    b2: Floats1
    w3: Floats2  # [second, output]
    b3: Floats1


class Layers(NamedTuple):
    """Room for one evaluation."""

    terms: Floats1
    x: Floats1
    used: Indices1  # which inputs are not 0
    h1: Floats1
    h2: Floats1
    out: Floats1


@kernel
def evaluate(net: Net, layers: Layers, x: Floats1) -> None:
    """What the net makes of these inputs.  Sums in a fixed order: the same numbers on every machine."""
    h1, h2, out = layers.h1, layers.h2, layers.out
    for unit in range(h1.shape[0]):
        h1[unit] = net.b1[unit]
    add_layer(x, net.w1, h1, layers.used)
    for unit in range(h2.shape[0]):
        h2[unit] = net.b2[unit]
    cut_off(h1)
    add_layer(h1, net.w2, h2, layers.used)
    for unit in range(out.shape[0]):
        out[unit] = net.b3[unit]
    cut_off(h2)
    add_layer(h2, net.w3, out, layers.used)


@inlined
def cut_off(units: Floats1) -> None:
    """Nothing below 0 goes on."""
    for unit in range(units.shape[0]):
        units[unit] = max(units[unit], np.float32(0))


@inlined
def add_layer(x: Floats1, weights: Floats2, sums: Floats1, used: Indices1) -> None:
    """Add what each input gives.  Most are 0; the others four at a time, so that sums are fetched and put back less."""
    count = 0
    for place in range(x.shape[0]):
        used[count] = place
        count += np.int64(x[place] != np.float32(0))
    at = 0
    while at + 4 <= count:
        a, b, c, d = used[at], used[at + 1], used[at + 2], used[at + 3]
        xa, xb, xc, xd = x[a], x[b], x[c], x[d]
        for unit in range(sums.shape[0]):
            sums[unit] = (
                ((sums[unit] + xa * weights[a, unit]) + xb * weights[b, unit]) + xc * weights[c, unit]
            ) + xd * weights[d, unit]
        at += 4
    while at < count:
        place = used[at]
        for unit in range(sums.shape[0]):
            sums[unit] += x[place] * weights[place, unit]
        at += 1


@kernel
def chance(logit: float) -> float:
    """A logit as a chance.  By squaring, so that every machine agrees."""
    x = min(max(np.float64(logit), -20.0), 20.0)
    power = 1.0 + x / 1048576.0
    for _ in range(20):
        power *= power
    return power / (1.0 + power)
