"""A beam search for a win in few turns: as ``beam``, but a state is ranked by its looks and by the turns it took.

A state is a position right after a card was laid, and beside it stands how many turns were begun by then (``begun``).
All states of a level have laid as many cards, so fewer turns are simply better; what a turn is worth in points of the
score, ``price``, is the caller's to try, and so is ``credit``, the share of it that a turn under way gets back for the
cards it could still lay.  Of two states with the same key the one that ranks higher is kept.

States that ``turns_needed`` says cannot finish within the turns allowed are dropped.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.beam import (
    COUNT,
    CUT,
    EXHAUSTED,
    EXPANDED,
    FOUND,
    GOAL,
    LAST_MOVE,
    LEVEL,
    NO_CUT,
    ROW,
    RUNNING,
    STAMP,
    STATUS,
    WON,
    Beam,
    Tables,
    keep_best,
    mixed,
    open_cards,
    pile_key,
    refill_table,
    remember,
)
from solver.kernels.bits import lowest_bit, popcount
from solver.kernels.compile import entry, inlined, kernel
from solver.kernels.goal_search import turns_needed
from solver.kernels.score import (
    LOST,
    MISSING,
    PRUNE,
    RANGE,
    TRICK_HELD,
    VISIBLE,
    doomed,
    hands_score,
    note_skulls,
    others_take,
    score,
    skull_score,
)
from solver.kernels.turn import (
    DRAW_ONE,
    Indices,
    Indices1,
    Indices2,
    Problem,
    Words,
    end_turn,
    field,
    in_hand,
    lay,
    may_end,
    shows,
    top_of,
)


@inlined
def looks(problem: Problem, tables: Tables, beam: Beam, states: Words, row: int) -> int:
    """How good the state looks: the score of ``score``, worked out from nothing."""
    weights, tops, turn = beam.weights, states[row, 0], states[row, 1]
    drawn, seat = field(turn, 0, 8), field(turn, 8, 4)
    held0 = held1 = np.uint64(0)
    for player in range(problem.players):
        held0 |= states[row, 2 + 2 * player]
        held1 |= states[row, 3 + 2 * player]
    pending0, pending1 = problem.pending[drawn, 0], problem.pending[drawn, 1]
    left0, left1 = held0 | pending0, held1 | pending1
    up1a, up1b, up2a, up2b, down1a, down1b, down2a, down2b, _, _ = others_take(
        problem.follow, problem.direction, problem.cards, tables.step, tops, -1, held0, held1
    )
    up1a, up1b, up2a, up2b = up1a & left0, up1b & left1, up2a & left0, up2b & left1
    down1a, down1b, down2a, down2b = down1a & left0, down1b & left1, down2a & left0, down2b & left1
    total = score(
        weights, problem.follow, tables.step, left0, left1,
        up1a, up1b, up2a, up2b, down1a, down1b, down2a, down2b,
    )  # fmt: skip
    if total == LOST:
        return LOST
    trick0 = trick1 = np.uint64(0)
    for pile in range(problem.piles):
        side, top = problem.direction[pile], top_of(tops, pile)
        total += weights[RANGE] * tables.reach[side, top] + weights[VISIBLE + problem.command[top]]
        trick0 |= tables.trick[side, top, 0]
        trick1 |= tables.trick[side, top, 1]
    total += weights[TRICK_HELD] * (popcount(trick0 & held0) + popcount(trick1 & held1))
    if problem.commanded:
        if weights[PRUNE] and doomed(problem, tables.marked, states, row):
            return LOST
        total += hands_score(problem, tables.marked, weights, states, row)
        if drawn < problem.draw.shape[0] and shows(problem, tops, DRAW_ONE):
            total += weights[MISSING] * (problem.hand - in_hand(states, row, seat) - 1)
        skulls = note_skulls(problem, tables.marked, states, row, beam.skulls)
        if skulls:
            total += skull_score(
                weights, problem.follow, tables.step, beam.skulls, skulls,
                left0, left1, up1a, up1b, down1a, down1b,
            )  # fmt: skip
    return total


@inlined
def key_of(problem: Problem, tables: Tables, states: Words, row: int) -> tuple[np.uint64, np.uint64]:
    """128 bits that do not tell like piles apart.  (Two states that share them by chance cost a line at worst.)"""
    turn = states[row, 1]
    phase = (turn & np.uint64(0xFFFFFF)) * np.uint64(0x9E3779B97F4A7C15)
    key0, key1 = phase, phase
    for word in range(2, states.shape[1]):
        key0 = mixed(key0 ^ states[row, word])
        key1 = mixed(key1 + states[row, word] * np.uint64(0xDA942042E4DD58B5))
    for pile in range(problem.piles):
        top = top_of(states[row, 0], pile)
        key0 += pile_key(problem, tables, 0, turn, pile, top)
        key1 += pile_key(problem, tables, 1, turn, pile, top)
    return mixed(key0), key1


@inlined
def offer(beam: Beam, rank: int, key0: np.uint64, key1: np.uint64, move: int) -> None:
    """Enter a candidate for the next level."""
    progress = beam.progress
    slot = remember(beam.table, beam.found_key, progress[STAMP], key0, key1, progress[FOUND])
    if slot < progress[FOUND]:
        if rank > beam.found_rank[slot]:
            beam.found_rank[slot], beam.found_move[slot] = rank, move
        return
    beam.found_rank[slot], beam.found_move[slot] = rank, move
    beam.found_key[slot, 0], beam.found_key[slot, 1] = key0, key1
    progress[FOUND] = slot + 1
    if slot + 1 == beam.found_rank.shape[0]:
        keep_best(beam, beam.trail.shape[1])
        refill_table(beam)


@kernel
def expand(problem: Problem, tables: Tables, beam: Beam, pace: Indices, parent: int, ended: int, turns: int) -> None:
    """Every card that may be laid on the state in ``scratch[0]`` becomes a candidate of ``turns`` turns.

    ``pace``: price of a turn, credit for an open one, the most turns, the fewest turns of a win so far.
    """
    progress, scratch = beam.progress, beam.scratch
    left = progress[GOAL] - progress[LEVEL] - 1
    for pile in range(problem.piles):
        side, top = problem.direction[pile], top_of(scratch[0, 0], pile)
        twin = False
        for other in range(pile):
            twin = twin or (problem.direction[other] == side and top_of(scratch[0, 0], other) == top)
        if twin:  # a like pile with the same top: only two untouched ones
            continue
        open0, open1 = open_cards(problem, tables, scratch, 0, pile)
        for half in range(2):
            cards = open0 if half == 0 else open1
            while cards:
                card = lowest_bit(cards) + 64 * half
                cards &= cards - np.uint64(1)
                for word in range(scratch.shape[1]):
                    scratch[1, word] = scratch[0, word]
                lay(problem, scratch, 1, card, pile)
                move = (parent << 24) | (card << 16) | (pile << 8) | ended
                if left == 0:
                    if may_end(problem, scratch[1, 1]) and turns < pace[3]:
                        pace[3], progress[LAST_MOVE] = turns, move
                    continue
                if turns + turns_needed(problem, scratch, 1, left) > pace[2]:
                    continue
                value = looks(problem, tables, beam, scratch, 1)
                if value == LOST:
                    continue
                value -= pace[0] * turns + pace[1] * field(scratch[1, 1], 12, 8)
                if (value + 1 << 16) <= progress[CUT]:
                    continue
                key0, key1 = key_of(problem, tables, scratch, 1)
                rank = (value << 16) + np.int64(mixed(key0) & np.uint64(0xFFFF))
                if rank > progress[CUT]:
                    offer(beam, rank, key0, key1, move)


@kernel
def next_level(problem: Problem, beam: Beam, begun: Indices) -> None:
    """Make the best candidates the states of the next level."""
    progress = beam.progress
    keep_best(beam, beam.trail.shape[1])
    side, level, count = progress[LEVEL] & 1, progress[LEVEL] + 1, progress[FOUND]
    for slot in range(count):
        move = beam.found_move[slot]
        parent = move >> 24
        rows = beam.rows[1 - side]
        for word in range(beam.rows.shape[2]):
            rows[slot, word] = beam.rows[side, parent, word]
        begun[1 - side, slot] = begun[side, parent] + (move & 1)
        if move & 1:
            end_turn(problem, rows, slot)
        lay(problem, rows, slot, (move >> 16) & 255, (move >> 8) & 255)
        beam.trail[level, slot] = move
    progress[LEVEL], progress[ROW], progress[COUNT], progress[FOUND], progress[CUT] = level, 0, count, 0, NO_CUT
    progress[STAMP] += 1


@entry
def advance_few_turns(
    problem: Problem, tables: Tables, beam: Beam, begun: Indices2, pace: Indices1, expansions: int
) -> int:
    """Go on for about so many expansions; the status afterwards.  WON: ``pace[3]`` turns, LAST_MOVE the last card."""
    progress = beam.progress
    while progress[STATUS] == RUNNING and expansions > 0:
        side = progress[LEVEL] & 1
        while progress[ROW] < progress[COUNT] and expansions > 0:
            expansions -= 1
            parent = progress[ROW]
            progress[ROW] += 1
            progress[EXPANDED] += 1
            for ended in range(2):
                if ended and not may_end(problem, beam.rows[side, parent, 1]):
                    continue
                for word in range(beam.rows.shape[2]):
                    beam.scratch[0, word] = beam.rows[side, parent, word]
                if ended:
                    end_turn(problem, beam.scratch, 0)
                expand(problem, tables, beam, pace, parent, ended, begun[side, parent] + ended)
        if progress[ROW] == progress[COUNT]:
            if progress[LEVEL] + 1 == progress[GOAL]:
                progress[STATUS] = WON if progress[LAST_MOVE] >= 0 else EXHAUSTED
            elif progress[FOUND] == 0:
                progress[STATUS] = EXHAUSTED
            else:
                next_level(problem, beam, begun)
    return progress[STATUS]
