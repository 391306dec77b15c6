"""Prove what a position is worth: the depth-first search of ``exhaust`` with another aim than laying every card.

Two aims, one search:

- *cards left*: a line of whole turns that leaves no more than ``aim[LEFT]`` cards.  Each line found lowers the aim
  below what it leaves and the search goes on.  What is dead for an aim is dead for every lower one: the memory stays
  good.
- *turns*: every card laid (``aim[LEFT]`` is 0) in no more than ``aim[TURNS]`` turns.  ``spare[row]`` says how many
  turns may still be begun after the one under way at that node; it is part of the key, so the memory stays good for
  every number of turns, and what is dead with a turn more is dead.

What ``exhaust`` says of nodes, moves, memory and reasons holds here, with "dead" for "cannot reach the aim", and so do
the facts whose proofs turn a line into one that lays the same cards in the same turns, on better piles: followers,
like piles, worse piles, reasons; and earlier draws, where each turn ends after the same card as before.  Solo turns
split a turn in two, so they serve for cards left only.  Safe plays are left out: their proof takes a winning line.
Dead cards prune where there are more of them than may be left.  A move that leaves too few turns fails whatever the
piles show: it needs no reason.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.bits import popcount
from solver.kernels.closure import blame_dead_cards, out_of_reach
from solver.kernels.compile import entry, inlined
from solver.kernels.exhaust import (
    DEAD_CARDS,
    DEEPEST,
    DEPTH,
    EXHAUSTED,
    FULL,
    MAY_GROW,
    OPENED,
    PAUSED,
    REASONS,
    STATES,
    WON,
    Stack,
    blame,
    close_node,
    earlier_draw,
    list_moves,
    make_child,
    take_reason,
    with_two_and_two,
    write_key,
    write_piles,
)
from solver.kernels.memo import FREE, USED, Memo, known_dead
from solver.kernels.shuffle import mix
from solver.kernels.turn import Indices, Indices1, Problem, Words, field, in_hand

LEFT, TURNS = range(2)  # of ``aim``; TURNS -1: as many as it takes
MOST_EXACT_CARDS = 120  # above the cards of word 1 there is room for the turns up to here


class GoalArrays(NamedTuple):
    """What is aimed at."""

    aim: Indices1
    spare: Indices1  # [row]


@inlined
def turns_needed(problem: Problem, states: Words, row: int, left: int) -> int:
    """No fewer turns than these come after the one under way, with ``left`` cards still to be laid.

    A turn lays no more than a hand.  Everybody else who holds cards must have a turn; once nothing is left to draw,
    as many as those cards take.
    """
    turn = states[row, 1]
    seat, most = field(turn, 8, 4), min(problem.hand, problem.maximum)
    spare = min(in_hand(states, row, seat), problem.maximum - field(turn, 12, 8))
    needed = (left - spare + most - 1) // most
    drawn_out = field(turn, 0, 8) == problem.draw.shape[0]
    others = 0
    for player in range(problem.players):
        held = in_hand(states, row, player)
        if player == seat:
            held -= spare
            if not drawn_out:
                held = 0
        if held > 0:
            others += (held + most - 1) // most if drawn_out else 1
    return max(needed, others)


@inlined
def too_many_dead(problem: Problem, stack: Stack, words: int, row: int, goal: GoalArrays) -> bool:
    """Are there more cards than may be left that no pile can ever take, whatever is laid before?"""
    low, high = out_of_reach(problem, stack.carriers, stack.keys, stack.piles, words, row)
    if popcount(low) + popcount(high) <= goal.aim[LEFT]:
        return False
    blame_dead_cards(problem, stack.keys, stack.piles, stack.reason, words, row, low, high)
    return True


@inlined
def with_turns(problem: Problem, key: np.uint64, spare: int) -> np.uint64:
    """Word 1 of a key with the turns that may still be begun: exact for one player, hashed for more."""
    if problem.players == 1:
        return key | np.uint64(spare) << np.uint64(56)
    return key ^ mix(np.uint64(spare + 1))


@inlined
def open_node(problem: Problem, facts: int, stack: Stack, memo: Memo, words: int, row: int, goal: GoalArrays) -> bool:
    """Look at a new node: False when it is dead already (``reason`` says why), else its moves are listed."""
    keys, control, aim, spare = stack.keys, stack.control, goal.aim, goal.spare
    write_key(problem, facts, stack, row)
    write_piles(problem, stack, words, row)
    low, high, plain_key = keys[row, 4], keys[row, 5], keys[row, 1]
    later = earlier_draw(problem, facts, stack.states[row, 1])
    at = -1
    for more in range(2 if aim[TURNS] >= 0 else 1):  # dead with a turn more is dead
        key = with_turns(problem, plain_key, spare[row] + more) if aim[TURNS] >= 0 else plain_key
        if more == 0:
            keys[row, 1] = key
        for asked in range(2 if later else 1):
            info = keys[row, 2] if asked == 0 else later
            if at < 0:
                at = known_dead(
                    problem, facts, words, memo, keys[row, 0], key, info, stack.piles, row, low, high, stack.partner
                )
    if at >= 0:
        take_reason(problem, stack, words, row, memo, at)
        return False
    if facts & DEAD_CARDS and too_many_dead(problem, stack, words, row, goal):
        return False
    count = list_moves(problem, facts, stack, words, row)
    if count == 0:
        return False
    stack.cursor[row, 0], stack.cursor[row, 1] = 0, count
    keys[row, 3] = np.uint64(control[STATES])
    control[STATES] += 1
    return True


@inlined
def keep_line(stack: Stack, depth: int) -> None:
    """Remember the moves that led here."""
    stack.control[DEEPEST] = depth + 1
    for at in range(depth + 1):
        stack.best[at] = stack.moves[at, stack.cursor[at, 0] - 1]


@inlined
def too_slow(problem: Problem, stack: Stack, row: int, ended: int, left: int, spare: Indices) -> bool:
    """After a move: are the turns too few, whatever the piles show?  (Else they are noted for the child.)"""
    spare[row + 1] = spare[row] - ended
    return spare[row + 1] < 0 or turns_needed(problem, stack.states, row + 1, left) > spare[row + 1]


@entry
def reach_goal(problem: Problem, facts: int, stack: Stack, memo: Memo, goal: GoalArrays, budget: int) -> int:
    """Go on searching for at most ``budget`` states: WON (the line is in ``best``), EXHAUSTED, PAUSED or FULL.

    After WON with the aim of few cards left, lower ``aim[LEFT]`` and call again: the search goes on where it was.
    """
    control, moves, cursor, aim, spare = stack.control, stack.moves, stack.cursor, goal.aim, goal.spare
    words = 1 if problem.cards <= 64 else 2
    stop = control[STATES] + budget
    learns = facts & REASONS and not problem.commanded
    facts = with_two_and_two(problem, facts)
    depth = control[DEPTH]
    opening, failed = False, False
    if control[OPENED] == 0:
        depth, opening = -1, True
        control[OPENED] = 1
        spare[0] = aim[TURNS] - 1
    while True:
        if opening:
            opening = False
            if open_node(problem, facts, stack, memo, words, depth + 1, goal):
                depth += 1
            else:
                failed = True
        elif cursor[depth, 0] == cursor[depth, 1]:
            close_node(problem, facts, stack, memo, words, depth)
            depth -= 1
            failed = True
        elif control[STATES] >= stop:
            control[DEPTH] = depth
            return PAUSED
        elif control[MAY_GROW] and memo.tally[FREE] == 0 and memo.tally[USED] >= control[MAY_GROW]:
            control[DEPTH] = depth
            return FULL
        else:
            move = moves[depth, cursor[depth, 0]]
            cursor[depth, 0] += 1
            outcome = make_child(problem, stack.states, depth, move)
            if outcome == 0:
                continue
            ended = (move >> 12) & 1
            left = popcount(stack.keys[depth, 4]) + popcount(stack.keys[depth, 5]) - 1
            if ended and left <= aim[LEFT]:
                keep_line(stack, depth)
                cursor[depth, 0] -= 1  # to be gone on from if the search goes on
                control[DEPTH] = depth
                return WON
            if outcome == 2 or (aim[TURNS] >= 0 and too_slow(problem, stack, depth, ended, left, spare)):
                continue
            opening = True
        if failed:
            failed = False
            if depth < 0:
                control[DEPTH] = depth
                return EXHAUSTED
            if learns:
                blame(problem, facts, stack, words, depth, moves[depth, cursor[depth, 0] - 1])
