"""Decide a team game by trying everything that could matter: a depth-first search that remembers what is dead, and why.

A node is a position in which the player to move must lay a card (the choice to end the turn belongs to the card
before). A move is a card, a pile, and whether the turn ends after it. A node whose moves all fail is dead. What is
remembered (see ``memo``) is not the node alone but the best piles for which the same reasons hold (``blame``): so
one proof speaks for many positions.

Truth: "exhausted" means that no winning line exists. With one player the memory is keyed exactly; with more it rests
on 128 bits of hash. Each entry of ``facts`` (see ``solver.facts``) only leaves out what its proof allows.

The search owns nothing: stack, table and counters are arrays of the caller, and ``exhaust`` can be called again
where it stopped. One row a depth (depth = cards laid since the start):

    states    the position, in the layout of ``turn``
    keys      words 0, 1 and 2 of the memory entry, the states counted when it was opened, the cards left (2 words)
    piles     tops and the followers of each pile among the cards left, laid out as in ``memo``
    reason    the same for the best piles that the moves tried so far leave dead
    moves     the moves, best first: card | pile << 8 | ends << 12 | order << 16
    cursor    next move, number of moves

    best      the deepest legal line so far, as moves
    control   the counters below
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.bits import lowest_bit, popcount, prefetch
from solver.kernels.closure import blame_dead_cards, out_of_reach
from solver.kernels.compile import entry, inlined
from solver.kernels.memo import (
    FOLLOWERS,
    FREE,
    HEAD,
    LIKE_PILES,
    TOPS,
    TWO_AND_TWO,
    USED,
    Memo,
    hash_of,
    known_dead,
    pile_covers,
    remember_dead,
    shelf_of,
)
from solver.kernels.shuffle import mix
from solver.kernels.turn import (
    DRAW_TO_FULL_HAND,
    Indices,
    Indices1,
    Indices2,
    Problem,
    Words,
    Words1,
    Words2,
    Words3,
    bit,
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

SOLO_TURNS, SAFE_PLAYS, DEAD_CARDS, WORSE_PILE, EARLIER_DRAW, REASONS = 4, 8, 16, 32, 64, 128

DEPTH, STATES, DEEPEST, MAY_GROW, OPENED = range(5)
CONTROL_WORDS = 5

WON, EXHAUSTED, PAUSED, FULL = 1, 2, 3, 4
SAFE = 1 << 20
FORESIGHT = 1 << 17  # set by the search: one player, no commands


class Stack(NamedTuple):
    """The arrays of a search but for its table."""

    carriers: Words3  # [direction, card, word]: the cards on which this card may be laid
    trick_carriers: Words3  # the same, by the trick only
    states: Words2
    keys: Words2
    piles: Words2
    reason: Words2
    partner: Words1  # scratch
    allowed: Words1  # scratch
    moves: Indices2
    cursor: Indices2
    best: Indices1
    control: Indices1


@inlined
def write_key(problem: Problem, facts: int, stack: Stack, row: int) -> None:
    """Who holds what, the phase, and the cards left."""
    states, keys = stack.states, stack.keys
    turn = states[row, 1]
    drawn = field(turn, 0, 8)
    low, high = problem.pending[drawn, 0], problem.pending[drawn, 1]
    for seat in range(problem.players):
        low |= states[row, 2 + 2 * seat]
        high |= states[row, 3 + 2 * seat]
    if problem.players == 1:
        keys[row, 0], keys[row, 1] = low, high
    else:
        first, second = np.uint64(0x243F6A8885A308D3), np.uint64(0x13198A2E03707344)
        for word in range(2, 2 + 2 * problem.players):
            if problem.cards <= 64 and word & 1:
                continue
            value = states[row, word]
            first = mix(first ^ value) + np.uint64(0x9E3779B97F4A7C15)
            second = mix((second ^ (second << np.uint64(7))) + value * np.uint64(0xDA942042E4DD58B5))
        keys[row, 0], keys[row, 1] = first, second
    if not facts & FOLLOWERS:  # tops are compared exactly then; this only keeps the chains short
        keys[row, 1] ^= mix(states[row, 0])
    keys[row, 2] = turn
    keys[row, 4], keys[row, 5] = low, high


@inlined
def write_piles(problem: Problem, stack: Stack, words: int, row: int) -> None:
    """The followers of each pile among the cards left."""
    tops, piles = stack.states[row, 0], stack.piles
    low, high = stack.keys[row, 4], stack.keys[row, 5]
    piles[row, TOPS] = tops
    for pile in range(problem.piles):
        side, top = problem.direction[pile], top_of(tops, pile)
        piles[row, HEAD + words * pile] = low & problem.follow[side, top, 0]
        if words == 2:
            piles[row, HEAD + 1 + 2 * pile] = high & problem.follow[side, top, 1]


@inlined
def longest_turn(problem: Problem, facts: int, turn: np.uint64) -> int:
    """The most cards that a turn need have."""
    if facts & SOLO_TURNS:
        if field(turn, 0, 8) == problem.draw.shape[0]:
            return min(problem.maximum, 2 * problem.minimum_empty - 1)
        return min(problem.maximum, problem.minimum + max(problem.minimum, problem.minimum_empty) - 1)
    return problem.maximum


@inlined
def is_safe(problem: Problem, stack: Stack, words: int, row: int, pile: int, card: int) -> bool:
    """Can laying this card on this pile now never be wrong?  (See the fact on safe plays.)"""
    low, high = stack.keys[row, 4], stack.keys[row, 5]
    follow, plain = problem.follow, problem.plain
    if card < 64:
        low &= ~bit(card)
    else:
        high &= ~bit(card)
    side = problem.direction[pile]
    if low & stack.piles[row, HEAD + words * pile] & ~follow[side, card, 0]:
        return False
    if words == 2 and high & stack.piles[row, HEAD + 1 + 2 * pile] & ~follow[side, card, 1]:
        return False
    for way in range(2):
        if (low & follow[way, card, 0] & ~plain[way, card, 0]) | (high & follow[way, card, 1] & ~plain[way, card, 1]):
            return False
        tricks = stack.trick_carriers
        if (low & tricks[way, card, 0]) | (high & tricks[way, card, 1]):
            return False
    for other in range(problem.piles):
        shown = top_of(stack.states[row, 0], other)
        if other != pile and shown < problem.cards:
            if (stack.trick_carriers[problem.direction[other], card, shown >> 6] >> np.uint64(shown & 63)) & np.uint64(
                1
            ):
                return False
    return True


@inlined
def blame_safe_play(problem: Problem, stack: Stack, words: int, row: int, pile: int, card: int) -> None:
    """Better piles must leave the play safe."""
    side = problem.direction[pile]
    own = np.uint64(0)
    if card < 64:
        own = bit(card)
    stack.reason[row, HEAD + words * pile] &= problem.follow[side, card, 0] | own
    if words == 2:
        own_high = np.uint64(0)
        if card >= 64:
            own_high = bit(card)
        stack.reason[row, HEAD + 1 + 2 * pile] &= problem.follow[side, card, 1] | own_high
    word = card >> 6
    for other in range(problem.piles):
        if other != pile and not stack.piles[row, HEAD + words * other + word] & bit(card):
            stack.reason[row, HEAD + words * other + word] &= ~bit(card)


@inlined
def same_or_better(problem: Problem, stack: Stack, words: int, row: int, pile: int, other: int) -> bool:
    """Is one pile at least as good as another like it in the same position?"""
    return pile_covers(
        problem,
        words,
        stack.piles,
        row,
        pile,
        stack.piles,
        row,
        other,
        stack.states[row, 1],
        stack.keys[row, 4],
        stack.keys[row, 5],
    )


@inlined
def list_moves(problem: Problem, facts: int, stack: Stack, words: int, row: int) -> int:
    """Write the moves of a node, best first, and begin its reason; how many moves there are."""
    states, moves = stack.states, stack.moves
    low, high = stack.keys[row, 4], stack.keys[row, 5]
    tops, turn = states[row, 0], states[row, 1]
    laid, seat = field(turn, 12, 8), field(turn, 8, 4)
    hand_low, hand_high = states[row, 2 + 2 * seat], states[row, 3 + 2 * seat]
    longest = longest_turn(problem, facts, turn)
    need = least(problem, turn)
    holds_more = in_hand(states, row, seat) > 1
    stack.reason[row, TOPS] = tops
    for pile in range(problem.piles):
        own, own_high = stack.piles[row, HEAD + words * pile], np.uint64(0)
        if words == 2:
            own_high = stack.piles[row, HEAD + 1 + 2 * pile]
        if facts & REASONS and not problem.commanded:
            own, own_high = low & ~(hand_low & ~own), high & ~(hand_high & ~own_high)
        stack.reason[row, HEAD + words * pile] = own
        if words == 2:
            stack.reason[row, HEAD + 1 + 2 * pile] = own_high
    count = 0
    if laid >= problem.maximum:
        return 0
    allowed = stack.allowed
    for pile in range(problem.piles):
        if problem.commanded:
            allowed[2 * pile], allowed[2 * pile + 1] = layable(problem, states, row, pile)
        else:
            allowed[2 * pile] = hand_low & stack.piles[row, HEAD + words * pile]
            allowed[2 * pile + 1] = hand_high & stack.piles[row, HEAD + 1 + 2 * pile] if words == 2 else np.uint64(0)
    for pile in range(problem.piles):
        low_here, high_here = allowed[2 * pile], allowed[2 * pile + 1]
        if (low_here | high_here) == np.uint64(0):
            continue
        if facts & WORSE_PILE:
            for other in range(problem.piles):
                if (
                    other != pile
                    and problem.direction[other] == problem.direction[pile]
                    and same_or_better(problem, stack, words, row, pile, other)
                    and (other < pile or not same_or_better(problem, stack, words, row, other, pile))
                ):
                    low_here &= ~allowed[2 * other]
                    high_here &= ~allowed[2 * other + 1]
        side, top = problem.direction[pile], top_of(tops, pile)
        now = popcount(low & problem.follow[side, top, 0]) + popcount(high & problem.follow[side, top, 1])
        for word in range(words):
            cards = low_here if word == 0 else high_here
            while cards:
                card = lowest_bit(cards) + 64 * word
                cards &= cards - np.uint64(1)
                then = popcount(low & problem.follow[side, card, 0]) + popcount(high & problem.follow[side, card, 1])
                order = 1024 + 2 * (then - now)
                move = card | pile << 8
                if facts & SAFE_PLAYS and is_safe(problem, stack, words, row, pile, card):
                    count = 0
                    order = SAFE
                    blame_safe_play(problem, stack, words, row, pile, card)
                if problem.commanded or laid + 1 >= need:
                    moves[row, count] = move | 1 << 12 | (order + 1) << 16
                    count += 1
                if holds_more and (problem.commanded or laid + 1 < longest):
                    moves[row, count] = move | order << 16
                    count += 1
                if order == SAFE:
                    return count
    sort_moves(moves, row, count)
    return count


@inlined
def sort_moves(moves: Indices, row: int, count: int) -> None:
    """Highest first (insertion: there are few)."""
    for i in range(1, count):
        move = moves[row, i]
        j = i - 1
        while j >= 0 and moves[row, j] < move:
            moves[row, j + 1] = moves[row, j]
            j -= 1
        moves[row, j + 1] = move


@inlined
def take_reason(problem: Problem, stack: Stack, words: int, row: int, memo: Memo, at: int) -> None:
    """The reason of a remembered dead position, its piles put in the order of this one's."""
    stack.reason[row, TOPS] = stack.piles[row, TOPS]
    for pile in range(problem.piles):
        partner = np.int64(stack.partner[pile])
        for word in range(words):
            stack.reason[row, HEAD + words * pile + word] = memo.entries[at, HEAD + words * partner + word]


@inlined
def earlier_draw(problem: Problem, facts: int, turn: np.uint64) -> np.uint64:
    """The phase, at least as good, of a player one short of the minimum who drew more; 0 if there is none."""
    laid, need, drawn = field(turn, 12, 8), least(problem, turn), field(turn, 0, 8)
    spare = laid - need + 1
    if not facts & EARLIER_DRAW or spare <= 0 or drawn + spare >= problem.draw.shape[0]:
        return np.uint64(0)
    return turn + np.uint64(spare) - (np.uint64(spare) << np.uint64(12))


@inlined
def foresee(problem: Problem, stack: Stack, words: int, row: int, move: int) -> None:
    """Key and piles of the node after a move, before it is made: one player, no commands."""
    keys, piles = stack.keys, stack.piles
    card, laid_on = move & 255, (move >> 8) & 15
    low, high = keys[row, 4], keys[row, 5]
    kept_low = kept_high = ~np.uint64(0)
    if card < 64:
        kept_low = ~bit(card)
    else:
        kept_high = ~bit(card)
    low, high = low & kept_low, high & kept_high
    for pile in range(problem.piles):
        at = HEAD + words * pile
        piles[row + 1, at] = piles[row, at] & kept_low
        if words == 2:
            piles[row + 1, at + 1] = piles[row, at + 1] & kept_high
    side, at = problem.direction[laid_on], HEAD + words * laid_on
    piles[row + 1, at] = low & problem.follow[side, card, 0]
    if words == 2:
        piles[row + 1, at + 1] = high & problem.follow[side, card, 1]
    shift = np.uint64(8 * laid_on)
    piles[row + 1, TOPS] = (piles[row, TOPS] & ~(np.uint64(255) << shift)) | (np.uint64(card) << shift)
    keys[row + 1, 0], keys[row + 1, 1], keys[row + 1, 4], keys[row + 1, 5] = low, high, low, high
    keys[row + 1, 2] = phase_after(problem, stack, row, move)


@inlined
def phase_after(problem: Problem, stack: Stack, row: int, move: int) -> np.uint64:
    """The turn word after a move of a lone player without commands."""
    turn = stack.states[row, 1]
    if not (move >> 12) & 1:
        return turn + np.uint64(1 << 12)
    want = field(turn, 12, 8) + 1
    if problem.drawing == DRAW_TO_FULL_HAND:
        want = max(0, problem.hand - in_hand(stack.states, row, 0) + 1)
    return np.uint64(min(field(turn, 0, 8) + want, problem.draw.shape[0]))


@inlined
def is_known_dead(problem: Problem, facts: int, stack: Stack, memo: Memo, words: int, row: int) -> bool:
    """Is the node of these keys and piles remembered as dead?  ``reason`` says why."""
    keys = stack.keys
    low, high = keys[row, 4], keys[row, 5]
    at, info, asked = -1, keys[row, 2], 0
    while at < 0 and asked < 2:
        at = known_dead(
            problem, facts, words, memo, keys[row, 0], keys[row, 1], info, stack.piles, row, low, high, stack.partner
        )
        asked += 1
        if at < 0 and asked < 2:
            info = earlier_draw(problem, facts, keys[row, 2])
            if info == np.uint64(0):
                break
    if at < 0:
        return False
    take_reason(problem, stack, words, row, memo, at)
    return True


@inlined
def open_node(problem: Problem, facts: int, stack: Stack, memo: Memo, words: int, row: int) -> bool:
    """Look at a new node: False when it is dead already (``reason`` says why), else its moves are listed."""
    keys, control = stack.keys, stack.control
    if facts & DEAD_CARDS:
        dead_low, dead_high = out_of_reach(problem, stack.carriers, keys, stack.piles, words, row)
        if dead_low | dead_high:  # the lowest of them is reason enough, and leaves the widest piles
            if dead_low:
                dead_low, dead_high = bit(lowest_bit(dead_low)), np.uint64(0)
            else:
                dead_high = bit(lowest_bit(dead_high))
            blame_dead_cards(problem, keys, stack.piles, stack.reason, words, row, dead_low, dead_high)
            return False
    count = list_moves(problem, facts, stack, words, row)
    if count == 0:
        return False
    if facts & FORESIGHT and words == 2:  # with fewer cards the shelves are at hand
        call_for_shelves(problem, stack, memo, row, count)
    stack.cursor[row, 0], stack.cursor[row, 1] = 0, count
    keys[row, 3] = np.uint64(control[STATES])
    control[STATES] += 1
    return True


@inlined
def call_for_shelves(problem: Problem, stack: Stack, memo: Memo, row: int, count: int) -> None:
    """Begin to load what the nodes after each move will ask the memory for."""
    for at in range(count):
        move = stack.moves[row, at]
        card = move & 255
        low, high = stack.keys[row, 4], stack.keys[row, 5]
        if card < 64:
            low &= ~bit(card)
        else:
            high &= ~bit(card)
        h = hash_of(low, high, phase_after(problem, stack, row, move))
        prefetch(memo.shelves, shelf_of(memo, h))


@inlined
def close_node(problem: Problem, facts: int, stack: Stack, memo: Memo, words: int, row: int) -> None:
    """Every move failed: remember it."""
    keys, control = stack.keys, stack.control
    spent = control[STATES] - np.int64(keys[row, 3])
    effort = 0
    while spent > 0:
        spent >>= 1
        effort += 1
    remember_dead(
        problem,
        facts,
        words,
        memo,
        keys[row, 0],
        keys[row, 1],
        keys[row, 2],
        stack.reason,
        row,
        keys[row, 4],
        keys[row, 5],
        stack.partner,
        effort,
    )


@inlined
def blame(problem: Problem, facts: int, stack: Stack, words: int, row: int, move: int) -> None:
    """A move has failed: better piles must not change that.

    The piles that the card was not laid on may be as good as in the reason of the failure, and no better.  A like pile
    that was passed over because this one was no better lends its bound to this one: there the two change places.
    """
    card, laid_on = move & 255, (move >> 8) & 15
    piles, reason = stack.piles, stack.reason
    word = card >> 6
    for pile in range(problem.piles):
        first = HEAD + words * pile
        if pile != laid_on:
            for w in range(words):
                own = bit(card) if w == word else np.uint64(0)
                reason[row, first + w] &= reason[row + 1, first + w] | own
            if (
                facts & WORSE_PILE
                and problem.direction[pile] == problem.direction[laid_on]
                and piles[row, first + word] & bit(card)
                and same_or_better(problem, stack, words, row, pile, laid_on)
            ):
                for w in range(words):
                    own = bit(card) if w == word else np.uint64(0)
                    reason[row, HEAD + words * laid_on + w] &= reason[row + 1, first + w] | own


@inlined
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


@inlined
def with_two_and_two(problem: Problem, facts: int) -> int:
    """The facts, and a mark where the memory may compare two piles each way at once: most games by far."""
    if problem.commanded or problem.piles != 4 or problem.direction[1] != 0 or problem.direction[2] != 1:
        return facts
    return facts | TWO_AND_TWO if facts & FOLLOWERS and facts & LIKE_PILES else facts


@entry
def exhaust(problem: Problem, facts: int, stack: Stack, memo: Memo, budget: int) -> int:
    """Go on searching for at most ``budget`` states: WON, EXHAUSTED, PAUSED, or FULL (the table should grow).

    ``states[0]`` is the start; ``control`` is all 0 at first but for MAY_GROW (rows in use at which to return FULL).
    """
    control, moves, cursor = stack.control, stack.moves, stack.cursor
    words = 1 if problem.cards <= 64 else 2
    stop = control[STATES] + budget
    learns = facts & REASONS and not problem.commanded
    facts = with_two_and_two(problem, facts)
    if problem.players == 1 and not problem.commanded and facts & FOLLOWERS:
        facts |= FORESIGHT
    depth, noted = control[DEPTH], 0  # the moves of the rows before ``noted`` stand in ``best`` already
    opening, failed = False, False
    if control[OPENED] == 0:
        depth, opening = -1, True
        control[OPENED] = 1
        write_key(problem, facts, stack, 0)
        write_piles(problem, stack, words, 0)
        failed = is_known_dead(problem, facts, stack, memo, words, 0)
    while True:
        if failed:
            failed = False
            if depth < 0:
                control[DEPTH] = depth
                return EXHAUSTED
            if learns:
                blame(problem, facts, stack, words, depth, moves[depth, cursor[depth, 0] - 1])
        if opening:
            opening = False
            if open_node(problem, facts, stack, memo, words, depth + 1):
                depth += 1
            else:
                failed = True
        elif cursor[depth, 0] == cursor[depth, 1]:
            close_node(problem, facts, stack, memo, words, depth)
            depth -= 1
            noted = min(noted, depth)
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
            if facts & FORESIGHT:
                foresee(problem, stack, words, depth, move)
                if is_known_dead(problem, facts, stack, memo, words, depth + 1):
                    failed = True
                    continue
            outcome = make_child(problem, stack.states, depth, move)
            if outcome == 0:
                continue
            if depth + 1 > control[DEEPEST] and (move >> 12) & 1:
                control[DEEPEST] = depth + 1
                for at in range(noted, depth + 1):
                    stack.best[at] = moves[at, cursor[at, 0] - 1]
                noted = depth
            if outcome == 2:
                control[DEPTH] = depth
                return WON
            if not facts & FORESIGHT:
                write_key(problem, facts, stack, depth + 1)
                write_piles(problem, stack, words, depth + 1)
                if is_known_dead(problem, facts, stack, memo, words, depth + 1):
                    failed = True
                    continue
            opening = True
