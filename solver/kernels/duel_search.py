"""Face to Face: proof-number search over whole turns, for one yes-or-no question at a time.

The question: does the player ``target`` win within ``k`` turns, where the players of the mask ``choosers`` work for it
and the others against it?  The usual game is ``choosers = 1 << target``; both working together, or the other one only
(who then forces the own loss), are the same search.  Who wins has always just moved.

Depth-first proof-number search: at each state, on to the outcome that looks easiest to decide, until another one looks
easier.  Sums over outcomes are replaced by the largest (plus one for each other): many turns lead to much the same.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.bits import popcount
from solver.kernels.compile import entry, inlined, kernel
from solver.kernels.duel_known import look_up, note
from solver.kernels.duel_race import (
    at_best,
    covered,
    fewest_turns,
    finishes_now,
    freedom,
    layable,
    most_turns,
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
    PLANNED,
    PN,
    PROVED,
    RACE,
    RACED,
    REPLIES,
    RUNNING,
    SETTLED,
    STAMP,
    STATE_WORDS,
    STATES,
    STRANDED,
    TURNS,
    USED,
    WORTH,
    Duel,
    Space,
    find,
    key_of,
    mixed,
    remember,
    top_at,
    with_top,
)
from solver.kernels.duel_turns import is_stuck, turns_under_way
from solver.kernels.turn import Indices

EAGER = 12  # outcomes, the best by the guess, that races are tried on at once; the others when their turn comes
LAZY = 20  # where no more cards than this are left to draw, races decide so much that all are tried at once


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


class Scene(NamedTuple):
    """The state whose turns are looked at, taken apart: the player to move, and the opponent (``other_``)."""

    target: int
    choosers: int
    mover: int
    meta: np.uint64
    drawn: int
    to_draw: int
    least: int
    pending: np.uint64
    before: np.uint64  # the mover's cards not yet laid at the start of the turn
    other_hand: np.uint64
    other_drawn: int
    other_draw: int
    other_least: int
    other_rest: np.uint64
    turns: int
    turns_to_go: int


@inlined
def scene_of(duel: Duel, target: int, choosers: int, space: Space, depth: int) -> Scene:
    """What there is to know of the state at this depth."""
    states = space.states
    meta = states[depth, 4]
    mover = np.int64(meta >> np.uint64(16))
    drawn = np.int64((meta >> np.uint64(8 * mover)) & np.uint64(255))
    other_drawn = np.int64((meta >> np.uint64(8 * (1 - mover))) & np.uint64(255))
    to_draw, other_draw = duel.draw_size[mover] - drawn, duel.draw_size[1 - mover] - other_drawn
    pending, other_hand = duel.pending[mover, drawn], states[depth, 1 - mover]
    turns = space.frames[depth, TURNS] - 1
    return Scene(
        target, choosers, mover, meta, drawn, to_draw,
        duel.minimum_empty if to_draw == 0 else duel.minimum,
        pending, states[depth, mover] | pending, other_hand, other_drawn, other_draw,
        duel.minimum_empty if other_draw == 0 else duel.minimum,
        other_hand | duel.pending[1 - mover, other_drawn], turns,
        turns if turns >= FOREVER - 1 else turns - ((turns + (1 if mover != target else 0)) & 1),
    )  # fmt: skip


@inlined
def plan_against(duel: Duel, facts: int, space: Space, scene: Scene, tops: np.uint64) -> int:
    """Where the opponent's plan from these tops is noted, built once for each: turns, lasting, gifts, cards, floors."""
    plans, count = space.plans, space.control[PLANNED]
    for place in range(count):
        if plans[place, 0] == tops:
            return place
    place = min(count, plans.shape[0] - 1)
    space.control[PLANNED] = place + 1
    cards, floors = layable(duel, 1 - scene.mover, tops, scene.other_rest)
    turns, lasts, improving = safe_plan(
        duel, facts, 1 - scene.mover, scene.other_hand, scene.other_drawn, tops, scene.before, True, FOREVER, False,
        tops, tops,
    )  # fmt: skip
    plans[place, 0], plans[place, 1], plans[place, 2] = tops, np.uint64(turns), np.uint64(lasts)
    plans[place, 3], plans[place, 4], plans[place, 5] = improving, cards, floors
    return place


@inlined
def raced(
    duel: Duel, facts: int, space: Space, scene: Scene, hand: np.uint64, own: np.uint64, other: np.uint64, draws: int,
    allowed: int,
) -> tuple[int, int]:  # fmt: skip
    """In how many turns the mover wins for sure (negative: the opponent; 0: unknown); how soon the target cannot."""
    mover, target = scene.mover, scene.target
    rest = hand | duel.pending[mover, scene.drawn + draws]
    fails = 0
    place = plan_against(duel, facts, space, scene, other)
    plan_turns, plan_lasts = np.int64(space.plans[place, 1]), np.int64(space.plans[place, 2])
    other_own, other_floors = space.plans[place, 4], space.plans[place, 5]
    own_cards, own_floors = layable(duel, mover, own, rest)
    fewest, stuck_after = at_best(duel, facts, scene.to_draw - draws, rest, own_cards, space.plans[place, 3])
    race = -race_of_next(plan_turns, plan_lasts, fewest, stuck_after)
    if scene.other_draw == 0 and finishes_now(duel, facts, 1 - mover, scene.other_hand, other, own):
        race = -1
    if facts & DEFENCE and mover == target:
        fails = min(2 * fewest - 1, FOREVER if plan_turns else 2 * plan_lasts - 1)
    most = fewest_turns(duel, scene.other_draw, 0) - 1
    if other_own != scene.other_rest and facts & STRANDED:
        most = most_turns(duel, popcount(other_own), popcount(scene.other_rest))
    elif own_cards != rest or fewest_turns(duel, scene.to_draw - draws, 0) > most:
        most = 0
    if facts & DEFENCE and mover != target:
        most = max(most, (allowed >> 1) + 1 if allowed < FOREVER else 0)
    if race == 0 and most > 0:
        turns_needed, lasts, improving = safe_plan(
            duel, facts, mover, hand, scene.drawn + draws, own, scene.other_rest, False, most, False, other, other
        )
        fewest, stuck_after = at_best(duel, facts, scene.other_draw, scene.other_rest, other_own, improving)
        race = race_of_last(turns_needed, lasts, fewest, stuck_after)
        if facts & DEFENCE and mover != target:
            fails = min(2 * fewest - 2, FOREVER if turns_needed else 2 * lasts)
    if race == 0 and facts & GIFTS and duel.gifts > 0:
        race = race_with_gifts(
            duel, facts, mover, hand, scene.drawn + draws, own, own_floors, scene.other_hand, scene.other_drawn, other,
            other_floors,
        )  # fmt: skip
    return race, fails


@kernel
def weigh(
    duel: Duel, facts: int, space: Space, scene: Scene, child: int, hand: np.uint64, own: np.uint64, other: np.uint64,
    gifts: int,
) -> int:  # fmt: skip
    """Put down the outcome of a turn; SETTLED if it decides for the mover, NO_SPACE, else 0."""
    children, info, mover = space.children, space.child_info, scene.mover
    missing = max(duel.hand - popcount(hand), 0)
    draws = min(missing if gifts else min(duel.draws, missing), scene.to_draw)
    rest = hand | scene.pending
    hand |= scene.pending & ~duel.pending[mover, scene.drawn + draws]
    over = rest == np.uint64(0)
    if not over:
        stuck = is_stuck(duel, 1 - mover, scene.other_hand, other, own, scene.other_least, space)
        if stuck < 0:
            return NO_SPACE
        over = stuck == 1
    children[child, mover], children[child, 1 - mover] = hand, scene.other_hand
    children[child, 2 + mover], children[child, 3 - mover] = own, other
    step = np.uint64(draws) << np.uint64(8 * mover)
    children[child, 4] = ((scene.meta & np.uint64(0xFFFF)) + step) | (np.uint64(1 - mover) << np.uint64(16))
    left, other_left = popcount(rest), popcount(scene.other_rest)
    allowed = FOREVER if scene.turns_to_go > 2 * min(left, other_left) else scene.turns_to_go
    info[child, LEFT] = allowed
    decided, won = True, mover == scene.target
    if over:
        decide(info, child, won, 0 if won else FOREVER)
    elif allowed <= 0:
        won = False
        decide(info, child, False, scene.turns)
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
                info[child, LIMIT], info[child, RACED], info[child, WORTH] = 0, 1, 0
        if not decided:
            verdict, turns = look_up(duel, facts, scene.target, space, children, child, allowed)
            if verdict != 0:
                decided, won = True, verdict > 0
                decide(info, child, won, turns)
            elif place >= 0:
                return 0
    if decided:
        return SETTLED if won == ((scene.choosers >> mover) & 1 == 1) else 0
    guess(duel, facts, space, scene, child, rest)
    return 0


@inlined
def guess(duel: Duel, facts: int, space: Space, scene: Scene, child: int, rest: np.uint64) -> None:
    """How hard an outcome looks to win and to hold: it says where to look first, and proves nothing."""
    info, mover = space.child_info, scene.mover
    own, other = space.children[child, 2 + mover], space.children[child, 3 - mover]
    left, other_left = popcount(rest), popcount(scene.other_rest)
    # hard to hold is who has much choice, a lead, and an opponent with cards that fit nowhere
    loose, other_loose = rest & ~covered(duel, mover, own), scene.other_rest & ~covered(duel, 1 - mover, other)
    hold = freedom(duel, 1 - mover, scene.other_hand, other, own) * (2 + popcount(loose))
    hold = max((hold * (8 + max(left - other_left + 8, 0))) >> 5, 1)
    win = 1 + popcount(other_loose) * popcount(other_loose)
    info[child, WORTH] = (win << 10) // hold
    info[child, PN], info[child, DN] = (win, hold) if (scene.choosers >> (1 - mover)) & 1 else (hold, win)
    info[child, LIMIT], info[child, RACED] = 0, 0 if facts & RACE else 1


@kernel
def race(duel: Duel, facts: int, space: Space, scene: Scene, child: int) -> int:
    """Is an outcome decided by a race?  SETTLED if so, and for the mover; else 0."""
    children, info, mover = space.children, space.child_info, scene.mover
    info[child, RACED] = 1
    drawn = np.int64((children[child, 4] >> np.uint64(8 * mover)) & np.uint64(255))
    allowed = info[child, LEFT]
    turns, fails = raced(
        duel, facts, space, scene, children[child, mover], children[child, 2 + mover], children[child, 3 - mover],
        drawn - scene.drawn, allowed,
    )  # fmt: skip
    won = (turns > 0) == (mover == scene.target)
    if turns != 0 and (not won or abs(turns) <= allowed):
        decide(info, child, won, abs(turns) if won else FOREVER)
    elif turns == 0 and fails >= allowed:
        won = False
        decide(info, child, False, min(fails, FOREVER))
    else:
        return 0
    return SETTLED if won == ((scene.choosers >> mover) & 1 == 1) else 0


# --- replies that settled a state before


@inlined
def replies_of(space: Space, scene: Scene, hand: np.uint64, own: np.uint64) -> int:
    """Where the replies of a player with this hand and these tops are noted."""
    seat = np.uint64(scene.drawn | (scene.mover << 8))
    mask = np.uint64(space.replies.shape[0] - 1)
    return np.int64(mixed(hand ^ mixed(own ^ (seat << np.uint64(48)))) & mask)


@inlined
def note_reply(space: Space, scene: Scene, depth: int, child: int) -> None:
    """A turn has settled a state: it is tried first when the same player holds the same cards again.

    A reply is what the turn leaves of the hand, the own tops, and pile << 8 | card of the gift + 1.
    """
    mover = scene.mover
    hand, own = space.states[depth, mover], space.states[depth, 2 + mover]
    row = replies_of(space, scene, hand, own)
    replies, seat = space.replies, np.uint64(1 + (scene.drawn | (scene.mover << 8)))
    if replies[row, 0] != hand or replies[row, 1] != own or replies[row, 2] != seat:
        replies[row, 0], replies[row, 1], replies[row, 2] = hand, own, seat
        for word in range(3, 3 + 3 * REPLIES):
            replies[row, word] = np.uint64(0)
    left = space.children[child, mover] & hand
    own_after, gift = space.children[child, 2 + mover], np.uint64(0)
    was, now = space.states[depth, 3 - mover], space.children[child, 3 - mover]
    if was != now:
        pile = 0
        while top_at(was, pile) == top_at(now, pile):
            pile += 1
        gift = np.uint64((pile << 8) | (1 + top_at(now, pile)))
    place = 0
    while place < REPLIES - 1 and not (
        replies[row, 3 + 3 * place] == left
        and replies[row, 4 + 3 * place] == own_after
        and replies[row, 5 + 3 * place] == gift
    ):
        place += 1
    while place > 0:
        for word in range(3):
            replies[row, 3 + 3 * place + word] = replies[row, 3 * place + word]
        place -= 1
    replies[row, 3], replies[row, 4], replies[row, 5] = left, own_after, gift


@inlined
def settled_by_reply(duel: Duel, facts: int, space: Space, scene: Scene, depth: int) -> int:
    """Does a turn that settled a state like this one settle it too?  SETTLED, NO_SPACE or 0."""
    mover, first = scene.mover, space.control[USED]
    hand, own, other = space.states[depth, mover], space.states[depth, 2 + mover], space.states[depth, 3 - mover]
    row = replies_of(space, scene, hand, own)
    replies, seat = space.replies, np.uint64(1 + (scene.drawn | (scene.mover << 8)))
    if replies[row, 0] != hand or replies[row, 1] != own or replies[row, 2] != seat:
        return 0
    for place in range(REPLIES):
        if replies[row, 4 + 3 * place] == np.uint64(0):
            return 0
        gift, tops = np.int64(replies[row, 5 + 3 * place]), other
        if gift:
            pile, number = gift >> 8, (gift & 255) - 1
            side, top = 0 if pile < duel.ups else 1, top_at(other, pile)
            if top == duel.cards or (number >= top if side == 0 else number <= top):
                continue
            tops = with_top(other, pile, number)
        status = weigh(
            duel, facts, space, scene, first, replies[row, 3 + 3 * place], replies[row, 4 + 3 * place], tops, gift
        )
        if status == 0 and is_open(space, first):
            status = race(duel, facts, space, scene, first)
        if status != 0:
            return status
    return 0


@inlined
def is_open(space: Space, child: int) -> bool:
    """May a race still decide this outcome?"""
    info = space.child_info
    return info[child, RACED] == 0 and info[child, PN] != 0 and info[child, DN] != 0


@inlined
def race_some(duel: Duel, facts: int, space: Space, scene: Scene, first: int, count: int, most: int) -> int:
    """Try races on the outcomes that look best for the mover, at most so many; the one that settles, or -1."""
    info = space.child_info
    for _ in range(most):
        best, worth = -1, -(1 << 40)
        for child in range(first, first + count):
            if is_open(space, child) and info[child, WORTH] > worth:
                best, worth = child, info[child, WORTH]
        if best < 0:
            return -1
        if race(duel, facts, space, scene, best) == SETTLED:
            return best
    return -1


@entry
def expand(duel: Duel, facts: int, target: int, choosers: int, space: Space, depth: int, hurry: int) -> int:
    """Find the outcomes of the turns of the state at this depth; how many, NO_SPACE, or SETTLED by one.

    ``hurry``: a turn that settled a state like this one before is tried first.
    """
    control, states = space.control, space.states
    scene = scene_of(duel, target, choosers, space, depth)
    mover, first = scene.mover, control[USED]
    if control[STAMP] > 1 << 30:
        space.heads[:] = 0
        space.spare_heads[:] = 0
        control[STAMP] = 0
    control[PLANNED] = 0
    if first + 2 >= space.children.shape[0]:
        return NO_SPACE
    if hurry:
        status = settled_by_reply(duel, facts, space, scene, depth)
        if status != 0:
            return status
    control[STAMP] += 1
    found = turns_under_way(
        duel, facts, mover, states[depth, mover], states[depth, 2 + mover], states[depth, 3 - mover], scene.pending,
        scene.other_rest, space.rows, space.links, space.heads, control[STAMP], 0,
    )  # fmt: skip
    if found < 0 or first + found >= space.children.shape[0]:
        return NO_SPACE
    count, lazy = 0, hurry and scene.to_draw + scene.other_draw > LAZY
    for row in range(found - 1, -1, -1):
        tally = space.rows[row, 3]
        laid, gifts = np.int64(tally & np.uint64(255)), np.int64(tally >> np.uint64(8))
        if tally >= np.uint64(0x10000) or laid < scene.least or gifts == laid:
            continue
        status = weigh(
            duel, facts, space, scene, first + count, space.rows[row, 0], space.rows[row, 1], space.rows[row, 2], gifts
        )
        if status == NO_SPACE:
            return NO_SPACE
        if status == 0 and not lazy and is_open(space, first + count):
            status = race(duel, facts, space, scene, first + count)
        if status == SETTLED:
            if duel.gifts <= 1:
                note_reply(space, scene, depth, first + count)
            return settle(space, first, first + count)
        count += 1
    if lazy:
        child = race_some(duel, facts, space, scene, first, count, EAGER)
        if child >= 0:
            if duel.gifts <= 1:
                note_reply(space, scene, depth, child)
            return settle(space, first, child)
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
            verdict, limit = look_up(duel, facts, target, space, space.states, depth, frames[depth, TURNS])
            if verdict != 0 and depth > 0:
                decide(info, frames[depth - 1, CHOSEN], verdict > 0, limit)
                control[DEPTH] = depth - 1
                continue
            frames[depth, BEGAN] = control[STATES]
            found = expand(duel, facts, target, choosers, space, depth, 1)
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
            if done:
                note(duel, facts, target, space, space.states, depth, pn == 0, limit)
            control[USED] = first
            frames[depth, OPENED] = 0
            if depth == 0:
                control[BOUND] = limit
                return PROVED if pn == 0 else DISPROVED
            child = frames[depth - 1, CHOSEN]
            info[child, PN], info[child, DN], info[child, LIMIT] = pn, dn, limit
            control[DEPTH] = depth - 1
            continue
        if info[best, RACED] == 0:
            control[PLANNED] = 0
            race(duel, facts, space, scene_of(duel, target, choosers, space, depth), best)
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
