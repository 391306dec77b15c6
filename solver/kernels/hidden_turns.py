"""The whole turns worth thinking about, when the draw pile is hidden: each different outcome once, with its price.

A turn is looked at as a whole: what matters is the table it leaves.  The price of a play is how far it moves the pile
(a trick pays back), the price of a turn is their sum.  A turn goes on beyond what is asked of it only where the next
card is cheap, and turns that cost far more than the cheapest are left out; where that leaves nothing, or too much, the
width is changed and the list begun again.  Only where even the narrowest list is too long (much may be laid before a
turn may end, as long as a fire burns) as many turns are taken as fit.

    rows[choice]   tops, turn word (see turn.py), the hand that is left (two words)
    price[choice]  what it costs
    plays[choice]  the plays in order, card | pile << 8, as many as ``length[choice]``
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.bits import lowest_bit
from solver.kernels.compile import inlined, kernel
from solver.kernels.shuffle import mix
from solver.kernels.turn import (
    Indices1,
    Indices2,
    Problem,
    Words1,
    Words2,
    Words3,
    lay,
    layable,
    may_end,
    top_of,
)

Words4 = Annotated[npt.NDArray[np.uint64], np.uint64, 4]

WINDOWS = 8  # how near: so many sizes of window before a pile's top


class Sight(NamedTuple):
    """What a game's cards are to each other, worked out once: see ``solver.hidden.tables``."""

    within: Words4  # [direction, top, window, word]: plain followers no further away than the window
    tricks: Words3  # [direction, top, word]: what follows by the trick alone
    twice: Words3  # [direction, top, word]: what follows by the trick on such a card
    number: Indices2  # [direction, card, row card or end]: the number it counts as on a pile of this direction
    carriers: Words2  # [command, word]: the cards that carry it
    sizes: Indices1  # [window]: how far it reaches


class Turns(NamedTuple):
    """The turns found, and the room to find them in."""

    rows: Words2
    price: Indices1
    plays: Indices2
    length: Indices1
    states: Words2  # [depth]: the turn under way
    moves: Indices2  # [depth, move]: card | pile << 8 | what a trick on it pays back << 16
    prices: Indices2  # [depth, move]
    cursor: Indices2  # [depth]: next move, number of moves, price so far
    seen: Words1  # a table of what was reached before, by hash
    stamp: Indices1  # [0]: the stamp of this listing in ``seen``


FAR = 1 << 20
STAMP_BITS = 24


@inlined
def distance(sight: Sight, side: int, top: int, card: int) -> int:
    """How far a card moves a pile; less than 0 where it is laid by the trick."""
    step = sight.number[side, card] - sight.number[side, top]
    return step if side == 0 else -step


@inlined
def next_stamp(seen: Words1, stamp: Indices1) -> None:
    """Begin anew with an empty table of what was seen: entries under another stamp count for nothing."""
    stamp[0] += 1
    if stamp[0] >= 1 << STAMP_BITS:
        seen[:] = np.uint64(0)
        stamp[0] = 1


@inlined
def is_new(seen: Words1, stamp: int, key: np.uint64) -> bool:
    """Note a hash; was it not seen before under this stamp?"""
    wanted = (key << np.uint64(STAMP_BITS)) | np.uint64(stamp)
    size = np.uint64(seen.shape[0] - 1)
    place = key >> np.uint64(40)
    for _ in range(seen.shape[0]):
        there = seen[np.int64(place & size)]
        if there == wanted:
            return False
        if (there & np.uint64((1 << STAMP_BITS) - 1)) != np.uint64(stamp):
            seen[np.int64(place & size)] = wanted
            return True
        place += np.uint64(1)
    return True


@inlined
def add_move(turns: Turns, depth: int, count: int, move: int, price: int) -> int:
    """Put a move among those of this depth, the cheapest first."""
    place = count
    while place > 0 and turns.prices[depth, place - 1] > price:
        turns.prices[depth, place] = turns.prices[depth, place - 1]
        turns.moves[depth, place] = turns.moves[depth, place - 1]
        place -= 1
    turns.prices[depth, place], turns.moves[depth, place] = price, move
    return count + 1


@kernel
def list_moves(
    problem: Problem, sight: Sight, turns: Turns, depth: int, last_pile: int, nearest: int, extra: int
) -> int:
    """The plays worth trying from here, cheapest first: tricks, halves of pairs, the nearest cards for each pile.

    Without commands the plays of a turn on different piles may be put in any order: pile after pile is enough.
    """
    states, count = turns.states, 0
    tops = states[depth, 0]
    asked = may_end(problem, states[depth, 1])
    first = 0 if problem.commanded else last_pile
    for pile in range(first, problem.piles):
        side, top = problem.direction[pile], top_of(tops, pile)
        like = False
        for other in range(first, pile):
            like = like or (problem.direction[other] == side and top_of(tops, other) == top)
        if like:
            continue
        low, high = layable(problem, states, depth, pile)
        for word in range(2):
            cards = low if word == 0 else high
            while cards != np.uint64(0):
                card = lowest_bit(cards) + 64 * word
                cards &= cards - np.uint64(1)
                price = distance(sight, side, top, card)
                rebate = best_trick(sight, side, card, states[depth, 2], states[depth, 3])
                if not asked or price - rebate <= extra:
                    count = add_move(turns, depth, count, card | pile << 8 | rebate << 16, price)
    return keep_nearest(turns, depth, count, nearest)


@inlined
def keep_nearest(turns: Turns, depth: int, count: int, nearest: int) -> int:
    """Of the plain moves on each pile only the nearest."""
    kept = 0
    so_far = 0  # eight bits a pile
    for place in range(count):
        move, price = turns.moves[depth, place], turns.prices[depth, place]
        if price > 0 and move >> 16 == 0:
            shift = 8 * ((move >> 8) & 255)
            if (so_far >> shift) & 255 >= nearest:
                continue
            so_far += 1 << shift
        turns.moves[depth, kept], turns.prices[depth, kept] = move, price
        kept += 1
    return kept


@inlined
def best_trick(sight: Sight, side: int, card: int, low: np.uint64, high: np.uint64) -> int:
    """How much the best trick on this card, held in hand, pays back."""
    best = 0
    for word in range(2):
        cards = (low if word == 0 else high) & sight.tricks[side, card, word]
        while cards != np.uint64(0):
            trick = lowest_bit(cards) + 64 * word
            cards &= cards - np.uint64(1)
            best = max(best, -distance(sight, side, card, trick))
    return best


@kernel
def list_turns(problem: Problem, sight: Sight, turns: Turns, nearest: int, slack: int, extra: int) -> int:
    """All turns of this width; -1 where there are more than fit, or of no limit at all (``FAR``) as many as fit."""
    states, most = turns.states, turns.rows.shape[0]
    next_stamp(turns.seen, turns.stamp)
    found, depth, opened, cheapest = 0, 0, 0, FAR
    turns.cursor[0, 0], turns.cursor[0, 2] = 0, 0
    turns.cursor[0, 1] = list_moves(problem, sight, turns, 0, 0, nearest, extra)
    while depth >= 0:
        if turns.cursor[depth, 0] >= turns.cursor[depth, 1]:
            depth -= 1
            continue
        place = turns.cursor[depth, 0]
        turns.cursor[depth, 0] += 1
        move, price = turns.moves[depth, place], turns.cursor[depth, 2] + turns.prices[depth, place]
        card, pile = move & 255, (move >> 8) & 255
        if price - (move >> 16) > cheapest + slack:
            continue
        for word in range(states.shape[1]):
            states[depth + 1, word] = states[depth, word]
        lay(problem, states, depth + 1, card, pile)
        key = mix(
            states[depth + 1, 0] ^ mix(states[depth + 1, 1] ^ mix(states[depth + 1, 2] ^ mix(states[depth + 1, 3])))
        )
        if not is_new(turns.seen, turns.stamp[0], key):
            continue
        opened += 1
        if opened > 2 * most and (extra < FAR or found > 0):
            break
        depth += 1
        turns.cursor[depth, 0], turns.cursor[depth, 2] = 0, price
        if may_end(problem, states[depth, 1]) and price <= cheapest + slack:
            if found >= most:
                break
            cheapest = min(cheapest, price)
            note_turn(turns, depth, found, price)
            found += 1
        turns.cursor[depth, 1] = list_moves(problem, sight, turns, depth, pile, nearest, extra)
    if depth >= 0 and extra < FAR:
        return -1
    kept = 0
    for choice in range(found):
        if turns.price[choice] <= cheapest + slack:
            if kept != choice:
                move_turn(turns, choice, kept)
            kept += 1
    return kept


@inlined
def note_turn(turns: Turns, depth: int, choice: int, price: int) -> None:
    """Put down the turn that ends here."""
    for word in range(4):
        turns.rows[choice, word] = turns.states[depth, word]
    turns.price[choice], turns.length[choice] = price, depth
    for step in range(depth):
        turns.plays[choice, step] = turns.moves[step, turns.cursor[step, 0] - 1] & 0xFFFF


@inlined
def move_turn(turns: Turns, source: int, target: int) -> None:
    """Move a turn up in the list."""
    for word in range(4):
        turns.rows[target, word] = turns.rows[source, word]
    turns.price[target], turns.length[target] = turns.price[source], turns.length[source]
    for step in range(turns.length[source]):
        turns.plays[target, step] = turns.plays[source, step]


@kernel
def worthwhile_turns(
    problem: Problem, sight: Sight, turns: Turns, start: Words1, nearest: int, slack: int, extra: int
) -> int:
    """The turns worth thinking about; 0 only where there is no legal turn at all.

    ``start`` is a state in which the player to move has seat 0; of the other hands only whether they are empty counts.
    On each pile the ``nearest`` cards are tried, a card more than is asked where it costs at most ``extra``, and what
    costs more than the cheapest by ``slack`` is left out.
    """
    for word in range(start.shape[0]):
        turns.states[0, word] = start[word]
    found = list_turns(problem, sight, turns, nearest, slack, extra)
    while found < 0 and slack > 0:
        slack >>= 1
        found = list_turns(problem, sight, turns, nearest, slack, extra)
    if found < 0:
        found = list_turns(problem, sight, turns, 1, 0, 0)
    if found < 0:  # much may be laid before the turn may end, as long as a fire burns: as many as fit
        found = list_turns(problem, sight, turns, 1, FAR, FAR)
    if found == 0:  # only something out of the way is legal: a turn that must cover, three cards, no trick
        found = list_turns(problem, sight, turns, FAR, FAR, FAR)
    return found
