"""Decide a team game by trying everything that could matter: a depth-first search that remembers what is dead.

A node is a position in which the player to move must lay a card (the choice to end the turn belongs to the card before).
A move is a card, a pile, and whether the turn ends after it.  A node whose moves all fail is dead and is remembered
(see ``memo``); a node that a remembered dead one dominates is not looked at.

Truth: "exhausted" means that no winning line exists.  With one player the memory is keyed exactly; with more it rests on
128 bits of hash.  Each entry of ``facts`` (see ``solver.facts``) only leaves out what its proof allows.

The search owns nothing: stack, table and counters are arrays of the caller, and ``exhaust`` can be called again where it
stopped.  Arrays, one row a depth (depth = cards laid since the start):

    states    [depth + 1]  the position, in the layout of ``turn``
    keys      [depth]      words 0, 1 and 3 of the memory entry, and the count of states when the node was opened
    moves     [depth]      the moves, best first: card | pile << 8 | ends << 12 | order << 16
    cursor    [depth]      next move, number of moves
    best      [depth]      the deepest legal line so far, as moves

    control   the counters below
"""

from __future__ import annotations

import numpy as np

from solver.kernels.bits import lowest_bit, popcount
from solver.kernels.compile import kernel
from solver.kernels.memo import FOLLOWERS, GENERATION_SHIFT, LIKE_PILES, covers, known_dead, remember_dead
from solver.kernels.shuffle import mix
from solver.kernels.turn import (
    DRAW_TO_FULL_HAND,
    Indices,
    Problem,
    Words,
    end_turn,
    field,
    finished,
    in_hand,
    lay,
    layable,
    least,
    may_end,
    top_of,
)

SOLO_TURNS, SAFE_PLAYS, DEAD_CARDS, WORSE_PILE, STUCK_CARDS, EARLIER_DRAW = 4, 8, 16, 32, 64, 128
ALL_FACTS = 255

DEPTH, STATES, HITS, STORED, EVICTED, DEEPEST, GENERATION, MAY_GROW, OPENED = range(9)
CONTROL_WORDS = 16

WON, EXHAUSTED, PAUSED, FULL = 1, 2, 3, 4


@kernel
def left_of(problem: Problem, states: Words, row: int) -> tuple[np.uint64, np.uint64]:
    """The cards not yet laid, in hands and in the draw pile."""
    drawn = field(states[row, 1], 0, 8)
    low, high = problem.pending[drawn, 0], problem.pending[drawn, 1]
    for seat in range(problem.players):
        low |= states[row, 2 + 2 * seat]
        high |= states[row, 3 + 2 * seat]
    return low, high


@kernel
def write_key(
    problem: Problem, states: Words, row: int, low: np.uint64, high: np.uint64, keys: Words, at: int, generation: int
) -> None:
    """Who holds what, and the phase."""
    turn = states[row, 1]
    if problem.players == 1:
        keys[at, 0], keys[at, 1] = low, high
    else:
        first, second = np.uint64(0x243F6A8885A308D3), np.uint64(0x13198A2E03707344)
        for word in range(2, 2 + 2 * problem.players):
            value = states[row, word]
            first = mix(first ^ value) + np.uint64(0x9E3779B97F4A7C15)
            second = mix((second ^ (second << np.uint64(7))) + value * np.uint64(0xDA942042E4DD58B5))
        keys[at, 0], keys[at, 1] = first, second
    keys[at, 2] = turn | (np.uint64(generation) << np.uint64(GENERATION_SHIFT))


@kernel
def has_dead_card(problem: Problem, carriers: Words, tops: np.uint64, low: np.uint64, high: np.uint64) -> bool:
    """Is there a card left that no pile can ever take, whatever is laid before?"""
    up0 = up1 = down0 = down1 = np.uint64(0)
    for pile in range(problem.piles):
        top = top_of(tops, pile)
        if problem.direction[pile] == 0:
            up0 |= problem.follow[0, top, 0]
            up1 |= problem.follow[0, top, 1]
        else:
            down0 |= problem.follow[1, top, 0]
            down1 |= problem.follow[1, top, 1]
    up0, up1, down0, down1 = up0 & low, up1 & high, down0 & low, down1 & high
    if (up0 | down0) == low and (up1 | down1) == high:
        return False
    while True:
        before0, before1 = up0 | down0, up1 | down1
        changed = False
        for word in range(2):
            missing = (low & ~up0) if word == 0 else (high & ~up1)
            while missing:
                card = lowest_bit(missing) + 64 * word
                missing &= missing - np.uint64(1)
                if (carriers[0, card, 0] & up0) | (carriers[0, card, 1] & up1):
                    changed = True
                    if word == 0:
                        up0 |= np.uint64(1) << np.uint64(card & 63)
                    else:
                        up1 |= np.uint64(1) << np.uint64(card & 63)
            missing = (low & ~down0) if word == 0 else (high & ~down1)
            while missing:
                card = lowest_bit(missing) + 64 * word
                missing &= missing - np.uint64(1)
                if (carriers[1, card, 0] & down0) | (carriers[1, card, 1] & down1):
                    changed = True
                    if word == 0:
                        down0 |= np.uint64(1) << np.uint64(card & 63)
                    else:
                        down1 |= np.uint64(1) << np.uint64(card & 63)
        if (up0 | down0) == low and (up1 | down1) == high:
            return False
        if not changed:
            return True


@kernel
def longest_turn(problem: Problem, facts: int, turn: np.uint64) -> int:
    """The most cards that a turn need have."""
    if facts & SOLO_TURNS:
        if field(turn, 0, 8) == problem.draw.shape[0]:
            return min(problem.maximum, 2 * problem.minimum_empty - 1)
        return min(problem.maximum, problem.minimum + max(problem.minimum, problem.minimum_empty) - 1)
    return problem.maximum


@kernel
def is_safe(
    problem: Problem, trick_carriers: Words, tops: np.uint64, pile: int, card: int, low: np.uint64, high: np.uint64
) -> bool:
    """Can laying this card on this pile now never be wrong?  (See the fact on safe plays.)"""
    side, top = problem.direction[pile], top_of(tops, pile)
    follow, plain = problem.follow, problem.plain
    if card < 64:
        low &= ~(np.uint64(1) << np.uint64(card))
    else:
        high &= ~(np.uint64(1) << np.uint64(card & 63))
    if (low & follow[side, top, 0] & ~follow[side, card, 0]) | (high & follow[side, top, 1] & ~follow[side, card, 1]):
        return False
    for way in range(2):
        if (low & follow[way, card, 0] & ~plain[way, card, 0]) | (high & follow[way, card, 1] & ~plain[way, card, 1]):
            return False
        if (low & trick_carriers[way, card, 0]) | (high & trick_carriers[way, card, 1]):
            return False
    for other in range(problem.piles):
        if other != pile:
            way, shown = problem.direction[other], top_of(tops, other)
            if shown < problem.cards and (trick_carriers[way, card, shown >> 6] >> np.uint64(shown & 63)) & np.uint64(
                1
            ):
                return False
    return True


@kernel
def list_moves(
    problem: Problem,
    facts: int,
    trick_carriers: Words,
    states: Words,
    row: int,
    low: np.uint64,
    high: np.uint64,
    moves: Indices,
) -> int:
    """Write the moves of a node, best first; how many there are."""
    tops, turn = states[row, 0], states[row, 1]
    laid, seat = field(turn, 12, 8), field(turn, 8, 4)
    longest = longest_turn(problem, facts, turn)
    need = least(problem, turn)
    holds_more = in_hand(states, row, seat) > 1
    count = 0
    for pile in range(problem.piles):
        low_here, high_here = layable(problem, states, row, pile)
        if (low_here | high_here) == np.uint64(0):
            continue
        if facts & WORSE_PILE:
            for other in range(problem.piles):
                if (
                    other != pile
                    and problem.direction[other] == problem.direction[pile]
                    and covers(problem, tops, turn, pile, tops, turn, other, low, high)
                    and (other < pile or not covers(problem, tops, turn, other, tops, turn, pile, low, high))
                ):
                    low_other, high_other = layable(problem, states, row, other)
                    low_here &= ~low_other
                    high_here &= ~high_other
        side, top = problem.direction[pile], top_of(tops, pile)
        now = popcount(low & problem.follow[side, top, 0]) + popcount(high & problem.follow[side, top, 1])
        for word in range(2):
            cards = low_here if word == 0 else high_here
            while cards:
                card = lowest_bit(cards) + 64 * word
                cards &= cards - np.uint64(1)
                then = popcount(low & problem.follow[side, card, 0]) + popcount(high & problem.follow[side, card, 1])
                order = 1024 + 2 * (then - now)
                move = card | pile << 8
                if facts & SAFE_PLAYS and is_safe(problem, trick_carriers, tops, pile, card, low, high):
                    count = 0
                    order = 1 << 20
                if problem.commanded:
                    moves[count] = move | 1 << 12 | (order + 1) << 16
                    count += 1
                    if holds_more:
                        moves[count] = move | order << 16
                        count += 1
                else:
                    if laid + 1 >= need:
                        moves[count] = move | 1 << 12 | (order + 1) << 16
                        count += 1
                    if holds_more and laid + 1 < longest:
                        moves[count] = move | order << 16
                        count += 1
                if order == 1 << 20:
                    sort_moves(moves, count)
                    return count
    sort_moves(moves, count)
    return count


@kernel
def sort_moves(moves: Indices, count: int) -> None:
    """Highest first (insertion: there are few)."""
    for i in range(1, count):
        move = moves[i]
        j = i - 1
        while j >= 0 and moves[j] < move:
            moves[j + 1] = moves[j]
            j -= 1
        moves[j + 1] = move


@kernel
def open_node(
    problem: Problem,
    facts: int,
    carriers: Words,
    trick_carriers: Words,
    table: Words,
    states: Words,
    row: int,
    keys: Words,
    moves: Indices,
    cursor: Indices,
    control: Indices,
) -> bool:
    """Look at a new node: False when it is dead already, else its moves are listed."""
    low, high = left_of(problem, states, row)
    tops = states[row, 0]
    write_key(problem, states, row, low, high, keys, row, control[GENERATION])
    if known_dead(problem, facts, table, keys[row, 0], keys[row, 1], tops, keys[row, 2], low, high):
        control[HITS] += 1
        return False
    if facts & DEAD_CARDS and has_dead_card(problem, carriers, tops, low, high):
        return False
    count = list_moves(problem, facts, trick_carriers, states, row, low, high, moves[row])
    if count == 0:
        return False
    cursor[row, 0], cursor[row, 1] = 0, count
    keys[row, 3] = np.uint64(control[STATES])
    control[STATES] += 1
    return True


@kernel
def close_node(
    problem: Problem, facts: int, table: Words, states: Words, row: int, keys: Words, control: Indices
) -> None:
    """Every move failed: remember it."""
    low, high = left_of(problem, states, row)
    spent = control[STATES] - np.int64(keys[row, 3])
    effort = 0
    while spent > 0:
        spent >>= 1
        effort += 1
    outcome = remember_dead(
        problem, facts, table, keys[row, 0], keys[row, 1], states[row, 0], keys[row, 2], low, high, effort
    )
    if outcome > 0:
        control[STORED] += 1
    elif outcome < 0:
        control[EVICTED] += 1


@kernel
def make_child(problem: Problem, states: Words, row: int, move: int) -> int:
    """Write the position after a move one row further: 0 not legal after all, 1 the game goes on, 2 won."""
    for word in range(states.shape[1]):
        states[row + 1, word] = states[row, word]
    lay(problem, states, row + 1, move & 255, (move >> 8) & 15)
    if (move >> 12) & 1:
        if not may_end(problem, states[row + 1, 1]):
            return 0
        if finished(problem, states, row + 1):
            return 2
        end_turn(problem, states, row + 1)
    return 1


@kernel
def exhaust(
    problem: Problem,
    facts: int,
    carriers: Words,
    trick_carriers: Words,
    table: Words,
    states: Words,
    keys: Words,
    moves: Indices,
    cursor: Indices,
    best: Indices,
    control: Indices,
    budget: int,
) -> int:
    """Go on searching for at most ``budget`` states: WON, EXHAUSTED, PAUSED, or FULL (the table should grow).

    ``states[0]`` is the start; ``control`` is all 0 at first but for GENERATION (at least 1) and MAY_GROW.
    """
    stop = control[STATES] + budget
    if control[OPENED] == 0:
        control[OPENED] = 1
        control[DEPTH] = -1
        if not open_node(problem, facts, carriers, trick_carriers, table, states, 0, keys, moves, cursor, control):
            return EXHAUSTED
        control[DEPTH] = 0
    depth = control[DEPTH]
    while depth >= 0:
        if cursor[depth, 0] == cursor[depth, 1]:
            close_node(problem, facts, table, states, depth, keys, control)
            depth -= 1
            continue
        if control[STATES] >= stop:
            control[DEPTH] = depth
            return PAUSED
        if control[MAY_GROW] and control[STORED] > control[MAY_GROW]:
            control[DEPTH] = depth
            return FULL
        move = moves[depth, cursor[depth, 0]]
        cursor[depth, 0] += 1
        outcome = make_child(problem, states, depth, move)
        if outcome == 0:
            continue
        if depth + 1 > control[DEEPEST] and (outcome == 2 or (move >> 12) & 1):
            control[DEEPEST] = depth + 1
            for at in range(depth + 1):
                best[at] = moves[at, cursor[at, 0] - 1]
        if outcome == 2:
            control[DEPTH] = depth
            return WON
        if open_node(problem, facts, carriers, trick_carriers, table, states, depth + 1, keys, moves, cursor, control):
            depth += 1
    control[DEPTH] = depth
    return EXHAUSTED
