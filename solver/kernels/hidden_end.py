"""Endings in which nothing is hidden any more: can every card still be laid?  Exact, or not known within a budget.

A depth-first search over single cards, cheapest first; what was found dead is not entered again.  A state is met by a
64-bit hash here: this is advice, not a verdict.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.bits import lowest_bit
from solver.kernels.compile import inlined, kernel
from solver.kernels.hidden_turns import Sight, distance, is_new, next_stamp
from solver.kernels.shuffle import mix
from solver.kernels.turn import (
    Indices1,
    Indices2,
    Problem,
    Words1,
    Words2,
    end_turn,
    finished,
    lay,
    layable,
    may_end,
    top_of,
)


class Ending(NamedTuple):
    """Room for the search."""

    states: Words2  # [depth]
    moves: Indices2  # [depth, move]: card | pile << 8, or END
    prices: Indices2
    cursor: Indices2  # [depth]: next move, number of moves
    seen: Words1
    stamp: Indices1


END = 1 << 16
YES, NO, OPEN_QUESTION = 1, 0, -1


@inlined
def hash_of(ending: Ending, row: int) -> np.uint64:
    """Of a state."""
    key = np.uint64(ending.stamp[0])
    for word in range(ending.states.shape[1]):
        key = mix(key ^ ending.states[row, word])
    return key


@kernel
def list_plays(problem: Problem, sight: Sight, ending: Ending, depth: int) -> None:
    """Every play, cheapest first, and the end of the turn before all of them where it may end."""
    states, count = ending.states, 0
    tops = states[depth, 0]
    if may_end(problem, states[depth, 1]):
        ending.moves[depth, 0], ending.prices[depth, 0] = END, -(1 << 20)
        count = 1
    for pile in range(problem.piles):
        side, top = problem.direction[pile], top_of(tops, pile)
        like = False
        for other in range(pile):
            like = like or (problem.direction[other] == side and top_of(tops, other) == top)
        if like:
            continue
        low, high = layable(problem, states, depth, pile)
        for word in range(2):
            cards = low if word == 0 else high
            while cards != np.uint64(0):
                card = lowest_bit(cards) + 64 * word
                cards &= cards - np.uint64(1)
                price, place = distance(sight, side, top, card), count
                while place > 0 and ending.prices[depth, place - 1] > price:
                    ending.prices[depth, place] = ending.prices[depth, place - 1]
                    ending.moves[depth, place] = ending.moves[depth, place - 1]
                    place -= 1
                ending.prices[depth, place], ending.moves[depth, place] = price, card | pile << 8
                count += 1
    ending.cursor[depth, 0], ending.cursor[depth, 1] = 0, count


@kernel
def can_finish(problem: Problem, sight: Sight, ending: Ending, budget: int) -> int:
    """Can all cards be laid from ``ending.states[0]``, the draw pile being empty?  YES, NO, or not known."""
    states = ending.states
    next_stamp(ending.seen, ending.stamp)
    if finished(problem, states, 0):
        return YES
    list_plays(problem, sight, ending, 0)
    depth = 0
    while depth >= 0:
        if ending.cursor[depth, 0] >= ending.cursor[depth, 1]:
            depth -= 1
            continue
        move = ending.moves[depth, ending.cursor[depth, 0]]
        ending.cursor[depth, 0] += 1
        for word in range(states.shape[1]):
            states[depth + 1, word] = states[depth, word]
        if move == END:
            end_turn(problem, states, depth + 1)
        else:
            lay(problem, states, depth + 1, move & 255, move >> 8)
            if finished(problem, states, depth + 1) and may_end(problem, states[depth + 1, 1]):
                return YES
        if not is_new(ending.seen, ending.stamp[0], hash_of(ending, depth + 1)):
            continue
        budget -= 1
        if budget < 0:
            return OPEN_QUESTION
        depth += 1
        list_plays(problem, sight, ending, depth)
    return NO
