"""Face to Face: proof-number search over whole turns, for one yes-or-no question at a time.

The question: does the player ``target`` win within ``k`` turns, where the players of the mask ``choosers`` work for it
and the others against it?  The usual game is ``choosers = 1 << target``; both working together, or the other one only
(who then forces the own loss), are the same search.  Who wins has always just moved.

Depth-first proof-number search: at each state, on to the outcome that looks easiest to decide, until another one looks
easier.  Sums over outcomes are replaced by the largest (plus one for each other): many turns lead to much the same.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.bits import popcount
from solver.kernels.compile import entry, inlined
from solver.kernels.duel_race import (
    at_best,
    covered,
    fewest_turns,
    finishes_now,
    freedom,
    layable,
    race_of_last,
    race_of_next,
    race_with_gifts,
    safe_plan,
)
from solver.kernels.duel_table import (
    BEGAN,
    BOUND,
    CHOSEN,
    COUNT,
    DEFENCE,
    DEPTH,
    DISPROVED,
    DN,
    FIRST,
    FOREVER,
    GIFTS,
    LEFT,
    LIMIT,
    MOST,
    MOST_DN,
    MOST_PN,
    NO_ROOM,
    NO_SPACE,
    OPENED,
    PN,
    PROVED,
    RACE,
    RUNNING,
    SETTLED,
    STAMP,
    STATE_WORDS,
    STATES,
    STRANDED,
    TURNS,
    USED,
    Duel,
    Space,
    find,
    key_of,
    remember,
)
from solver.kernels.duel_turns import is_stuck, turns_under_way
from solver.kernels.turn import Indices


@inlined
def settle(space: Space, first: int, child: int) -> int:
    """One outcome settles the state: it alone is kept."""
    for word in range(STATE_WORDS):
        space.children[first, word] = space.children[child, word]
    for column in range(3):
        space.child_info[first, column] = space.child_info[child, column]
    return SETTLED


@inlined
def decide(info: Indices, child: int, won: bool, turns: int) -> None:
    """Note that the target wins after this turn within so many turns, or does not."""
    info[child, PN], info[child, DN], info[child, LIMIT] = (0, MOST, turns) if won else (MOST, 0, turns)


@entry
def expand(duel: Duel, facts: int, target: int, choosers: int, space: Space, depth: int) -> int:
    """Find the outcomes of the turns of the state at this depth; how many, NO_SPACE, or SETTLED by one."""
    control, states, children, info = space.control, space.states, space.children, space.child_info
    meta = states[depth, 4]
    mover = np.int64(meta >> np.uint64(16))
    drawn = np.int64((meta >> np.uint64(8 * mover)) & np.uint64(255))
    other_drawn = np.int64((meta >> np.uint64(8 * (1 - mover))) & np.uint64(255))
    to_draw = duel.draw_size[mover] - drawn
    least = duel.minimum_empty if to_draw == 0 else duel.minimum
    other_draw = duel.draw_size[1 - mover] - other_drawn
    other_least = duel.minimum_empty if other_draw == 0 else duel.minimum
    other_hand = states[depth, 1 - mover]
    other_rest = other_hand | duel.pending[1 - mover, other_drawn]
    if control[STAMP] > 1 << 30:
        space.heads[:] = 0
        space.spare_heads[:] = 0
        control[STAMP] = 0
    control[STAMP] += 1
    pending = duel.pending[mover, drawn]
    found = turns_under_way(
        duel, facts, mover, states[depth, mover], states[depth, 2 + mover], states[depth, 3 - mover], pending,
        other_rest, space.rows, space.links, space.heads, control[STAMP], 0,
    )  # fmt: skip
    if found < 0 or control[USED] + found >= children.shape[0]:
        return NO_SPACE
    turns = space.frames[depth, TURNS] - 1
    choosing = (choosers >> mover) & 1
    turns_to_go = turns if turns >= FOREVER - 1 else turns - ((turns + (1 if mover != target else 0)) & 1)
    count = 0
    first = control[USED]
    # of the opponent, as long as no gift changes the tops: the plan, and what can be laid without gifts
    known_tops, planned, plan_turns, plan_lasts, plan_improving = np.uint64(0), False, 0, 0, np.uint64(0)
    other_own, other_floors = np.uint64(0), np.uint64(0)
    for row in range(found - 1, -1, -1):
        tally = space.rows[row, 3]
        laid, gifts = np.int64(tally & np.uint64(255)), np.int64(tally >> np.uint64(8))
        if tally >= np.uint64(0x10000) or laid < least or gifts == laid:
            continue
        child = first + count
        hand, own, other = space.rows[row, 0], space.rows[row, 1], space.rows[row, 2]
        missing = max(duel.hand - popcount(hand), 0)
        draws = min(missing if gifts else min(duel.draws, missing), to_draw)
        rest = hand | pending
        hand |= pending & ~duel.pending[mover, drawn + draws]
        over = rest == np.uint64(0)
        if not over:
            stuck = is_stuck(duel, 1 - mover, other_hand, other, own, other_least, space)
            if stuck < 0:
                return NO_SPACE
            over = stuck == 1
        children[child, mover], children[child, 1 - mover] = hand, other_hand
        children[child, 2 + mover], children[child, 3 - mover] = own, other
        step = np.uint64(draws) << np.uint64(8 * mover)
        children[child, 4] = ((meta & np.uint64(0xFFFF)) + step) | (np.uint64(1 - mover) << np.uint64(16))
        left, other_left = popcount(rest), popcount(other_rest)
        allowed = FOREVER if turns_to_go > 2 * min(left, other_left) else turns_to_go
        info[child, LEFT] = allowed
        decided, won = True, mover == target
        if over:
            decide(info, child, won, 0 if won else FOREVER)
        elif allowed <= 0:
            won = False
            decide(info, child, False, turns)
        else:
            decided = False
            a, b, c = key_of(duel, facts, children, child)
            place = find(space.table, a, b, c)
            if place >= 0:
                value = space.table[place, 3]
                win, fail = np.int64(value & np.uint64(255)), np.int64((value >> np.uint64(8)) & np.uint64(255)) - 1
                if win <= allowed:
                    decided, won = True, True
                    decide(info, child, True, win)
                elif fail >= allowed:
                    decided, won = True, False
                    decide(info, child, False, fail)
                else:
                    info[child, PN] = np.int64((value >> np.uint64(16)) & np.uint64(0xFFFFF))
                    info[child, DN] = np.int64((value >> np.uint64(36)) & np.uint64(0xFFFFF))
                    info[child, LIMIT] = 0
                    count += 1
                    continue
        if not decided:
            race, fails = 0, 0
            if facts & RACE:
                if not planned or other != known_tops:
                    planned, known_tops = True, other
                    other_own, other_floors = layable(duel, 1 - mover, other, other_rest)
                    plan_turns, plan_lasts, plan_improving = safe_plan(
                        duel, facts, 1 - mover, other_hand, other_drawn, other,
                        states[depth, mover] | pending, True, FOREVER, False, other, other,
                    )  # fmt: skip
                own_cards, own_floors = layable(duel, mover, own, rest)
                fewest, stuck_after = at_best(duel, facts, to_draw - draws, rest, own_cards, plan_improving)
                race = -race_of_next(plan_turns, plan_lasts, fewest, stuck_after)
                if other_draw == 0 and finishes_now(duel, facts, 1 - mover, other_hand, other, own):
                    race = -1
                if facts & DEFENCE and mover == target:
                    fails = min(2 * fewest - 1, FOREVER if plan_turns else 2 * plan_lasts - 1)
                most = fewest_turns(duel, other_draw, 0) - 1
                if other_own != other_rest and facts & STRANDED:
                    most = FOREVER
                elif own_cards != rest:
                    most = 0
                if facts & DEFENCE and mover != target:
                    most = max(most, (allowed >> 1) + 1 if allowed < FOREVER else 0)
                if race == 0 and most > 0:
                    turns_needed, lasts, improving = safe_plan(
                        duel, facts, mover, hand, drawn + draws, own, other_rest, False, most, False, other, other
                    )
                    fewest, stuck_after = at_best(duel, facts, other_draw, other_rest, other_own, improving)
                    race = race_of_last(turns_needed, lasts, fewest, stuck_after)
                    if facts & DEFENCE and mover != target:
                        fails = min(2 * fewest - 2, FOREVER if turns_needed else 2 * lasts)
                if race == 0 and facts & GIFTS and duel.gifts > 0:
                    race = race_with_gifts(
                        duel, facts, mover, hand, drawn + draws, own, own_floors, other_hand, other_drawn, other,
                        other_floors,
                    )  # fmt: skip
            won = (race > 0) == (mover == target)
            decided = race != 0 and (not won or abs(race) <= allowed)
            if decided:
                decide(info, child, won, abs(race) if won else FOREVER)
            elif race == 0 and fails >= allowed:
                decided, won = True, False
                decide(info, child, False, min(fails, FOREVER))
        if decided:
            if won == (choosing == 1):
                return settle(space, first, child)
            count += 1
            continue
        # the player to move is hard to hold who has much choice, a lead, and an opponent with cards that fit nowhere
        loose, other_loose = rest & ~covered(duel, mover, own), other_rest & ~covered(duel, 1 - mover, other)
        hold = freedom(duel, 1 - mover, other_hand, other, own) * (2 + popcount(loose))
        hold = max((hold * (8 + max(left - other_left + 8, 0))) >> 5, 1)
        win = 1 + popcount(other_loose) * popcount(other_loose)
        pn, dn, limit = (win, hold, 0) if (choosers >> (1 - mover)) & 1 else (hold, win, 0)
        info[child, PN], info[child, DN], info[child, LIMIT] = pn, dn, limit
        count += 1
    return count


@entry
def search(duel: Duel, facts: int, target: int, choosers: int, space: Space, budget: int) -> int:
    """Search on, for so many states more.  ``states[0]`` and ``frames[0]`` hold the question; all else is kept."""
    control, frames, info = space.control, space.frames, space.child_info
    last = control[STATES] + budget
    while True:
        depth = control[DEPTH]
        mover = np.int64(space.states[depth, 4] >> np.uint64(16))
        choosing = (choosers >> mover) & 1
        if not frames[depth, OPENED]:
            if control[STATES] >= last:
                return RUNNING
            frames[depth, BEGAN] = control[STATES]
            found = expand(duel, facts, target, choosers, space, depth)
            if found == NO_SPACE:
                return NO_ROOM
            control[STATES] += 1
            frames[depth, FIRST], frames[depth, COUNT] = control[USED], 1 if found == SETTLED else found
            frames[depth, OPENED] = 1
            control[USED] += frames[depth, COUNT]
        first, end = frames[depth, FIRST], frames[depth, FIRST] + frames[depth, COUNT]
        # the column that this player wants small in one child, and the one that adds up over all children
        mine, theirs = (PN, DN) if choosing else (DN, PN)
        best, smallest, second, largest, open_children = -1, MOST + 1, MOST + 1, 0, 0
        limit_one, limit_all = -1, -1
        for child in range(first, end):
            here, there = info[child, mine], info[child, theirs]
            if here == 0:
                smallest = 0
                limit = info[child, LIMIT]
                if limit_one < 0 or (limit < limit_one if choosing else limit > limit_one):
                    limit_one = limit
                continue
            if there == 0:
                limit = info[child, LIMIT]
                if limit_all < 0 or (limit > limit_all if not choosing else limit < limit_all):
                    limit_all = limit
                continue
            open_children += 1
            largest = max(largest, there)
            if here < smallest:
                best, second, smallest = child, smallest, here
            elif here < second:
                second = here
        if smallest == 0:
            own_sum, done = MOST, True
            limit = min(limit_one + 1, FOREVER)
        elif open_children == 0:
            smallest, own_sum, done = MOST, 0, True
            limit = min(limit_all + 1, FOREVER)
        else:
            own_sum, done, limit = min(largest + open_children - 1, MOST - 1), False, 0
        pn, dn = (smallest, own_sum) if choosing else (own_sum, smallest)
        if done or pn >= frames[depth, MOST_PN] or dn >= frames[depth, MOST_DN]:
            remember(duel, facts, space, depth, pn, dn, limit, control[STATES] - frames[depth, BEGAN])
            control[USED] = first
            frames[depth, OPENED] = 0
            if depth == 0:
                control[BOUND] = limit
                return PROVED if pn == 0 else DISPROVED
            child = frames[depth - 1, CHOSEN]
            info[child, PN], info[child, DN], info[child, LIMIT] = pn, dn, limit
            control[DEPTH] = depth - 1
            continue
        frames[depth, CHOSEN] = best
        most_mine = frames[depth, MOST_PN] if choosing else frames[depth, MOST_DN]
        most_theirs = frames[depth, MOST_DN] if choosing else frames[depth, MOST_PN]
        most_mine = min(most_mine, second + 1 + (second >> 2))
        most_theirs = most_theirs - (open_children - 1)
        below = depth + 1
        frames[below, MOST_PN] = most_mine if choosing else most_theirs
        frames[below, MOST_DN] = most_theirs if choosing else most_mine
        frames[below, TURNS] = info[best, LEFT]
        frames[below, OPENED] = 0
        for word in range(STATE_WORDS):
            space.states[below, word] = space.children[best, word]
        control[DEPTH] = below
