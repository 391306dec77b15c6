"""Face to Face: what a state is worth to the player who has just moved, by a small learned net.

The inputs speak of the cards that each side has yet to lay (hand and draw pile together: whoever counts knows them),
of its hand, and of how its piles take them; first of the player who has just moved, then of the one to move.  The net
gives the chance to win as a logit and the share of the own cards that are left in the end.  It proves nothing.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.bits import highest_bit, lowest_bit, popcount
from solver.kernels.compile import inlined, kernel
from solver.kernels.duel_race import fewest_turns, layable
from solver.kernels.duel_table import Duel, top_at
from solver.kernels.hidden_value import Floats1, Layers, Net, evaluate
from solver.kernels.turn import Words1

SIDE_INPUTS = 22
DUEL_INPUTS = 2 * SIDE_INPUTS


@inlined
def share(cards: np.uint64, of: float) -> np.float32:
    """How many cards, against a usual number."""
    return np.float32(popcount(cards)) / np.float32(of)


@inlined
def side_inputs(
    duel: Duel,
    player: int,
    hand: np.uint64,
    drawn: int,
    tops: np.uint64,
    other_tops: np.uint64,
    other_rest: np.uint64,
    x: Floats1,
    at: int,
) -> None:
    """What there is to say about one side."""
    rest, to_draw = hand | duel.pending[player, drawn], duel.draw_size[player] - drawn
    none = np.uint64(0)
    follow, plain, twice, gifts, tricks, poison = none, none, none, none, none, 0
    ahead_up = ahead_down = 0
    near_up = near_down = 12
    for pile in range(duel.piles):
        side, top = 0 if pile < duel.ups else 1, top_at(tops, pile)
        follows, plainly = duel.follow[player, side, top] & rest, duel.plain[player, side, top] & rest
        twice |= plain & plainly
        follow |= follows
        plain |= plainly
        tricks |= follows & ~plainly
        gifts |= duel.improve[player, side, top_at(other_tops, pile)]
        if follows & ~plainly and duel.improve[1 - player, side, top] & other_rest:
            poison += 1
        ahead, held = popcount(plainly), plainly & hand
        if side == 0:
            ahead_up = max(ahead_up, ahead)
            if held:
                near_up = min(
                    near_up, popcount(plainly & ((np.uint64(1) << np.uint64(lowest_bit(held))) - np.uint64(1)))
                )
        else:
            ahead_down = max(ahead_down, ahead)
            if held:
                near_down = min(near_down, popcount((plainly >> np.uint64(highest_bit(held))) >> np.uint64(1)))
    layable_cards, _ = layable(duel, player, tops, rest)
    left = np.float32(max(popcount(rest), 1))
    x[at] = left / np.float32(duel.cards)
    x[at + 1] = np.float32(to_draw) / np.float32(duel.cards)
    x[at + 2] = share(hand, duel.hand)
    x[at + 3] = share(rest & ~layable_cards, 8)
    x[at + 4] = share(rest & ~follow, 16)
    x[at + 5] = share(rest & ~plain, 16)
    x[at + 6] = share(twice, 32)
    x[at + 7] = share(hand & ~follow, duel.hand)
    x[at + 8] = share(hand & twice, duel.hand)
    x[at + 9] = share(hand & gifts, duel.hand)
    x[at + 10] = share(rest & gifts, 16)
    x[at + 11] = share(hand & tricks, 2)
    x[at + 12] = share(rest & tricks, 2)
    x[at + 13] = np.float32(ahead_up) / left
    x[at + 14] = np.float32(ahead_down) / left
    x[at + 15] = np.float32(near_up) / np.float32(8)
    x[at + 16] = np.float32(near_down) / np.float32(8)
    x[at + 17] = np.float32(fewest_turns(duel, to_draw, 0)) / np.float32(20)
    x[at + 18] = share(hand & ~follow & ~gifts, duel.hand)
    x[at + 19] = np.float32(poison)
    x[at + 20] = share(rest & ~follow, left)
    x[at + 21] = share(rest & ~plain, left)


@kernel
def duel_inputs(duel: Duel, state: Words1, x: Floats1) -> None:
    """Fill ``x`` with what the net is told of a state."""
    meta = state[4]
    mover = 1 - np.int64(meta >> np.uint64(16))
    other = 1 - mover
    drawn = np.int64((meta >> np.uint64(8 * mover)) & np.uint64(255))
    other_drawn = np.int64((meta >> np.uint64(8 * other)) & np.uint64(255))
    rest, other_rest = state[mover] | duel.pending[mover, drawn], state[other] | duel.pending[other, other_drawn]
    side_inputs(duel, mover, state[mover], drawn, state[2 + mover], state[2 + other], other_rest, x, 0)
    side_inputs(duel, other, state[other], other_drawn, state[2 + other], state[2 + mover], rest, x, SIDE_INPUTS)


@kernel
def duel_logit(duel: Duel, net: Net, layers: Layers, state: Words1) -> float:
    """The chance of the player who has just moved, as a logit; ``layers.out[1]`` is the share of cards left."""
    duel_inputs(duel, state, layers.x)
    evaluate(net, layers, layers.x)
    return layers.out[0]
