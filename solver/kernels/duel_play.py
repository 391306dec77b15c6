"""Face to Face as it is played: the turns of a state by the learned value, and what the opponent's answers leave of it.

A state is a row as in duel_table.  Whoever decides under hidden cards gives tables that look the same, one by one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.bits import popcount
from solver.kernels.compile import entry, inlined, kernel
from solver.kernels.duel_table import BETTER_TOPS, NO_SPACE, STAMP, STATE_WORDS, Duel, Space
from solver.kernels.duel_turns import is_stuck, turns_under_way
from solver.kernels.duel_value import duel_logit
from solver.kernels.hidden_value import Floats1, Layers, Net, chance
from solver.kernels.turn import Indices1, Words1, Words2

LEVELS = 3  # turns looked at one after the other: the own, the answer, the own after that
WON = np.float32(20)  # the logit of a game that is over
NO_LOGIT = np.float32(-1000)  # there was no room to list the turns


class Duellist(NamedTuple):
    """Who judges states, and room to do so."""

    net: Net
    layers: Layers
    space: Space  # its children are the outcomes, ``LEVELS`` parts of the same size
    values: Floats1  # [outcome]: its worth to the player who made the turn, as a logit
    left: Floats1  # [outcome]: the share of cards that this player will have left
    order: Indices1  # [outcome]: of each part, the best first, as far as it was asked for
    total: Floats1  # [candidate]: what the look ahead has added up
    state: Words2  # [level, STATE_WORDS]
    cards: Indices1  # room to shuffle
    random: Words1


@kernel
def outcomes(duel: Duel, player: Duellist, state: Words1, level: int) -> int:
    """List where the turns of a state lead, and what that is worth; how many, or NO_SPACE."""
    space = player.space
    children, part = space.children, space.children.shape[0] // LEVELS
    meta = state[4]
    mover = np.int64(meta >> np.uint64(16))
    drawn = np.int64((meta >> np.uint64(8 * mover)) & np.uint64(255))
    other_drawn = np.int64((meta >> np.uint64(8 * (1 - mover))) & np.uint64(255))
    to_draw, other_draw = duel.draw_size[mover] - drawn, duel.draw_size[1 - mover] - other_drawn
    least = duel.minimum_empty if to_draw == 0 else duel.minimum
    other_least = duel.minimum_empty if other_draw == 0 else duel.minimum
    pending, other_hand = duel.pending[mover, drawn], state[1 - mover]
    other_rest = other_hand | duel.pending[1 - mover, other_drawn]
    space.control[STAMP] += 1
    found = turns_under_way(
        duel, BETTER_TOPS, mover, state[mover], state[2 + mover], state[3 - mover], pending,
        other_rest, space.rows, space.links, space.heads, space.control[STAMP], 0,
    )  # fmt: skip
    if found < 0 or found > part:
        return NO_SPACE
    at = count = level * part
    for row in range(found):
        tally = space.rows[row, 3]
        laid, gifts = np.int64(tally & np.uint64(255)), np.int64(tally >> np.uint64(8))
        if tally >= np.uint64(0x10000) or laid < least or gifts == laid:
            continue
        hand, own, other = space.rows[row, 0], space.rows[row, 1], space.rows[row, 2]
        missing = max(duel.hand - popcount(hand), 0)
        draws = min(missing if gifts else min(duel.draws, missing), to_draw)
        over = (hand | pending) == np.uint64(0)
        if not over:
            stuck = is_stuck(duel, 1 - mover, other_hand, other, own, other_least, space)
            if stuck < 0:
                return NO_SPACE
            over = stuck == 1
        children[count, mover] = hand | (pending & ~duel.pending[mover, drawn + draws])
        children[count, 1 - mover] = other_hand
        children[count, 2 + mover], children[count, 3 - mover] = own, other
        step = np.uint64(draws) << np.uint64(8 * mover)
        children[count, 4] = ((meta & np.uint64(0xFFFF)) + step) | (np.uint64(1 - mover) << np.uint64(16))
        if over:
            player.values[count], player.left[count] = WON, np.float32(0)
        else:
            player.values[count] = duel_logit(duel, player.net, player.layers, children[count])
            player.left[count] = player.layers.out[1]
        count += 1
    return count - at


@inlined
def best_first(player: Duellist, at: int, count: int, wanted: int) -> None:
    """Put the best outcomes of a part in order; of equal ones the first listed."""
    values, order = player.values, player.order
    for place in range(count):
        order[at + place] = at + place
    for place in range(min(wanted, count)):
        best = place
        for rival in range(place + 1, count):
            a, b = order[at + rival], order[at + best]
            if values[a] > values[b] or (values[a] == values[b] and a < b):
                best = rival
        order[at + place], order[at + best] = order[at + best], order[at + place]


@inlined
def take(player: Duellist, level: int, row: int) -> None:
    """The outcome of a turn is the state of this level."""
    for word in range(STATE_WORDS):
        player.state[level, word] = player.space.children[row, word]


@kernel
def best_logit(duel: Duel, player: Duellist, level: int) -> float:
    """What the best turn of the player to move is worth by value alone; -WON if there is none, NO_LOGIT if no room."""
    count = outcomes(duel, player, player.state[level], level)
    if count < 0:
        return NO_LOGIT
    at, best = level * (player.space.children.shape[0] // LEVELS), -WON
    for row in range(at, at + count):
        best = max(best, player.values[row])
    return best


@kernel
def answered(duel: Duel, player: Duellist, width: int) -> float:
    """The chance of the opponent, to move in the state of level 1: the best few answers, each met by the best turn.

    Negative where there is no room to list them.
    """
    part = player.space.children.shape[0] // LEVELS
    count = outcomes(duel, player, player.state[1], 1)
    if count < 0:
        return -1.0
    best_first(player, part, count, width)
    best = 0.0
    for place in range(min(width, count)):
        row = player.order[part + place]
        if player.values[row] >= WON:
            return 1.0
        worth = chance(player.values[row])
        if width > 1:
            take(player, 2, row)
            logit = best_logit(duel, player, 2)
            if logit == NO_LOGIT:
                return -1.0
            worth = 0.25 * worth + 0.75 * (1.0 - chance(logit))
        best = max(best, worth)
    return best


@entry
def judge_turns(duel: Duel, player: Duellist, wanted: int) -> int:
    """The turns of the state of level 0 by value, the best ``wanted`` in order; how many there are, or NO_SPACE."""
    count = outcomes(duel, player, player.state[0], 0)
    if count > 0:
        best_first(player, 0, count, wanted)
    return count


@entry
def look_ahead(duel: Duel, player: Duellist, candidates: int, width: int) -> int:
    """What the first outcomes are worth after the opponent's best answers, in ``total``; 0, or NO_SPACE.

    ``values`` tells which of them are won; it and ``left`` get what the net says of the others.
    """
    for row in range(candidates):
        player.total[row], player.left[row] = np.float32(1), np.float32(0)
        if player.values[row] >= WON:
            continue
        take(player, 1, row)
        player.values[row] = duel_logit(duel, player.net, player.layers, player.state[1])
        player.left[row] = player.layers.out[1]
        theirs = answered(duel, player, width)
        if theirs < 0:
            return NO_SPACE
        player.total[row] = np.float32(1.0 - theirs)
    return 0
