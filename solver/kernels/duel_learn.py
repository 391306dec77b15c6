"""Face to Face: learning what a state is worth from games that the value plays against itself.

A game begins with a random table: so many cards of each side left, the others laid, two of them on top.  Each state
that a turn leaves should have been worth what came of it: a share ``decay`` of the end, the rest of what the next one,
which is the opponent's, was thought to be worth.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.bits import popcount
from solver.kernels.compile import entry, inlined, kernel
from solver.kernels.duel_play import WON, Duellist, outcomes, take
from solver.kernels.duel_table import Duel
from solver.kernels.duel_value import duel_inputs
from solver.kernels.hidden_learn import Memory, Steps, learn_step, remember
from solver.kernels.hidden_value import chance
from solver.kernels.shuffle import random_below
from solver.kernels.turn import Indices1


@inlined
def shuffled(player: Duellist, cards: int) -> None:
    """Put the cards of a deck in random order into ``player.cards``."""
    for place in range(cards):
        player.cards[place] = place
    for place in range(cards - 1, 0, -1):
        other = random_below(player.random, place + 1)
        player.cards[place], player.cards[other] = player.cards[other], player.cards[place]


@inlined
def lay_pile(duel: Duel, player: Duellist, seat: int, first: int, size: int) -> None:
    """The draw pile of a seat: so many of the shuffled cards, from one on."""
    pending = np.uint64(0)
    duel.draw_size[seat] = size
    duel.pending[seat, size] = pending
    for place in range(size - 1, -1, -1):
        pending |= np.uint64(1) << np.uint64(player.cards[first + place])
        duel.pending[seat, place] = pending


@kernel
def random_table(duel: Duel, player: Duellist, cards: int, left: int) -> None:
    """Deal a table with so many cards left on each side; where all are left, the piles show their row cards."""
    state = player.state
    for seat in range(2):
        shuffled(player, cards)
        tops = np.uint64(0)
        for pile in range(duel.piles):
            top = player.cards[cards - 1 - pile] if cards - left > duel.piles else duel.cards
            tops |= np.uint64(top) << np.uint64(8 * pile)
        held = min(duel.hand, left)
        hand = np.uint64(0)
        for place in range(held):
            hand |= np.uint64(1) << np.uint64(player.cards[place])
        lay_pile(duel, player, seat, held, left - held)
        state[0, seat], state[0, 2 + seat] = hand, tops
    state[0, 4] = np.uint64(random_below(player.random, 2)) << np.uint64(16)


@kernel
def count_left(duel: Duel, player: Duellist, left: Indices1) -> None:
    """The cards that are left when a game is over: of whoever made the last turn, and of the other."""
    meta = player.state[0, 4]
    winner = 1 - np.int64(meta >> np.uint64(16))
    for place in range(2):
        seat = winner if place == 0 else 1 - winner
        drawn = np.int64((meta >> np.uint64(8 * seat)) & np.uint64(255))
        left[place] = popcount(player.state[0, seat]) + duel.draw_size[seat] - drawn


@kernel
def remember_duel(memory: Memory, turns: int, cards: int, left: Indices1) -> None:
    """Put the game down: whoever made the last turn has won, and ``left`` are the cards of the two, that one first."""
    decay, worth = np.float64(memory.decay[0]), 1.0
    for turn in range(turns - 1, -1, -1):
        worth = 1.0 - worth
        rest = np.float64(left[(turns - turn) & 1]) / np.float64(cards)
        remember(memory, memory.game_x[turn], worth, rest)
        worth = decay * worth + (1.0 - decay) * chance(memory.game_thought[turn, 0])


@entry
def play_duels(
    duel: Duel, player: Duellist, memory: Memory, steps: Steps, cards: int, games: int, fewest: int, batches: int
) -> int:
    """Play so many games from random tables, a third of them whole ones, and learn after each.

    How many turns were played in all; NO_SPACE (negative) where a list of turns did not fit.
    """
    played = 0
    left = memory.filled[2:4]
    for game in range(games):
        size = cards if game % 3 == 0 else fewest + random_below(player.random, cards - fewest + 1)
        random_table(duel, player, cards, size)
        turns = 0
        while True:
            count = outcomes(duel, player, player.state[0], 0)
            if count < 0:
                return count
            if count == 0:
                break
            best, value = 0, player.values[0]
            for row in range(1, count):
                if player.values[row] > value:
                    best, value = row, player.values[row]
            take(player, 0, best)
            played += 1
            if player.values[best] >= WON:
                break
            duel_inputs(duel, player.state[0], memory.game_x[turns])
            memory.game_thought[turns, 0] = player.values[best]
            turns += 1
        if turns == 0:
            continue
        count_left(duel, player, left)
        remember_duel(memory, turns, cards, left)
        if memory.filled[0] > 2000:
            for _ in range(batches):
                learn_step(player.net, player.layers, memory, steps)
    return played
