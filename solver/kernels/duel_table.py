"""Face to Face as numbers: the game, its states and tops, and the table of what is known of them.

Numbers only.  Each player's cards not yet laid at the start are numbered 0 … m-1 in card order (m <= 64), so that a set
of one player's cards is one 64-bit word.  Tops are indices over all cards of the game, n for a row card.

A state is a row of five 64-bit words:

    word 0, 1   the hands of A and B
    word 2, 3   the tops of A's and B's piles, 8 bits a pile, ascending ones first
    word 4      bits 0-7 cards A has drawn since the start, bits 8-15 the same of B, bit 16 who is to move

An entry of the table is four words:

    word 0-2    the key.  Exact where each side has at most 58 cards and two piles: hand and cards drawn (58 + 6
    bits) of
                A, of B, and 33 bits for four tops and the player to move.  Elsewhere a hash of 161 bits.
    word 3      bits  0- 7  win: the target wins within so many turns (NOT_PROVED: not known to)
                bits  8-15  1 + fail: the target does not win within so many turns (0: nothing known)
                bits 16-35  proof number   bits 36-55  disproof number   bits 56-63  effort (logarithm of states)

Tables are as large as the caller made them.  An entry that is driven out costs time, never truth: proof numbers only
say where to look next.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.bits import highest_bit, lowest_bit
from solver.kernels.compile import entry, inlined
from solver.kernels.turn import Indices, Indices1, Indices2, Words, Words2, Words3

# Facts: each may be switched off.
BETTER_TOPS = 1  # turns that leave dominated tops are left out
SAME_TOPS = 2  # tops that nobody's remaining cards can tell apart share a table entry
RACE = 4  # a player who can lay everything in time, whatever the opponent does, has won
TRICKS = 8  # such races with tricks whose base the opponent cannot cover
STRANDED = 16  # a player with cards that fit nowhere needs gifts, or gets stuck
DEFENCE = 32  # nobody wins soon against a player who is safe for some turns
GIFTS = 64  # such races with gifts that the opponent cannot prevent
KNOWN = 128  # what was proved of a position serves all that are better for its winner
ALL_FACTS = 255
COMPETITIVE = (
    BETTER_TOPS | RACE | TRICKS | STRANDED | DEFENCE | GIFTS | KNOWN
)  # hold only where each player plays to win

FOREVER = 250  # turns; no game lasts as long
NOT_PROVED = 255
MOST = (1 << 20) - 1  # a proof number that stands for infinity

RUNNING, PROVED, DISPROVED, NO_ROOM = 0, 1, 2, 3
NO_SPACE, SETTLED = -1, -2  # in place of a number of turns

STATE_WORDS, ENTRY_WORDS = 5, 4
WINDOW = 8

# Indices of ``control``.
DEPTH, USED, STATES, STORED, STAMP, BOUND, PLANNED = range(7)
CONTROL = 7

PLANS, PLAN_WORDS = 64, 6  # plans of the opponent kept while the turns of a state are looked at
REPLIES = 4  # turns noted for a player's cards that settled a state

# Columns of ``frames``.
FIRST, COUNT, TURNS, MOST_PN, MOST_DN, CHOSEN, BEGAN, OPENED = range(8)
FRAME = 8

# Columns of ``child_info``.
PN, DN, LIMIT, LEFT, WORTH, RACED = range(6)
CHILD = 6


class Duel(NamedTuple):
    """The game as numbers; the state it starts from is given apart."""

    follow: Words3  # [player, direction, top]: the player's cards that may be laid on an own pile
    plain: Words3  # the same without the trick
    improve: Words3  # [player, direction, top]: the player's cards that improve such a pile of the opponent
    number: Indices2  # [player, card]: the index of a card over all cards of the game
    pending: Words2  # [player, drawn]: the cards still in the draw pile after so many were drawn
    draw_size: Indices1  # [player]: cards in the draw pile at the start
    ups: int
    piles: int  # of each player
    cards: int  # n
    hand: int
    minimum: int
    minimum_empty: int
    maximum: int
    gifts: int
    draws: int
    exact: bool  # keys are exact


class Space(NamedTuple):
    """The arrays a search works in; their sizes are the memory it may use."""

    table: Words2  # [place, 4]
    states: Words2  # [depth, 5]: the line under consideration
    frames: Indices2  # [depth, FRAME]
    children: Words2  # [row, 5]: the outcomes of the turns at each depth, one depth after the other
    child_info: Indices2  # [row, CHILD]
    rows: Words2  # [row, 4]: turns under way: hand, own tops, the other's tops, laid | gifts << 8
    links: Indices1  # [row]: the next turn under way with the same hand and the same gifts, 1-based
    heads: Indices1  # [hash]: stamp << 32 | the first of those
    spare_rows: Words2  # the same three once more, for looking whether the opponent is stuck
    spare_links: Indices1
    spare_heads: Indices1
    control: Indices1
    plans: Words2  # [place, PLAN_WORDS]: the opponent's tops and what the plan from there is good for
    replies: Words2  # [hash, 3 + 3 * REPLIES]: hand, tops, drawn and seat; and turns that settled a state with them
    known: Words2  # [hash, KNOWN_WORDS]: what was proved, see duel_known


# --- piles


@inlined
def top_at(tops: np.uint64, pile: int) -> int:
    """The top of a pile."""
    return np.int64((tops >> np.uint64(8 * pile)) & np.uint64(255))


@inlined
def with_top(tops: np.uint64, pile: int, card: int) -> np.uint64:
    """The tops with a card laid on a pile."""
    shift = np.uint64(8 * pile)
    return (tops & ~(np.uint64(255) << shift)) | (np.uint64(card) << shift)


@inlined
def mixed(word: np.uint64) -> np.uint64:
    """Scatter the bits of a word."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@inlined
def at_least_as_good(
    duel: Duel, player: int, over: np.uint64, under: np.uint64, rest: np.uint64, other_rest: np.uint64
) -> bool:
    """Do the tops ``over`` of a player's piles dominate ``under``, pile by pile?  See facts/duel_better_tops."""
    if over == under:
        return True
    for pile in range(duel.piles):
        x, y = top_at(over, pile), top_at(under, pile)
        if x != y:
            side = 0 if pile < duel.ups else 1
            if duel.follow[player, side, y] & rest & ~duel.follow[player, side, x]:
                return False
            if duel.improve[1 - player, side, x] & other_rest & ~duel.improve[1 - player, side, y]:
                return False
    return True


@inlined
def tops_code(
    duel: Duel, facts: int, player: int, tops: np.uint64, rest: np.uint64, other_rest: np.uint64
) -> np.uint64:
    """The tops of a player's piles, alike where no remaining card tells them apart.  See facts/duel_same_tops.

    A top whose trick card remains stands for itself (bit 7); any other only separates the player's cards that follow
    from those that do not, and the opponent's that improve from those that do not: it stands for the first such number.
    """
    if not facts & SAME_TOPS:
        return tops
    code = np.uint64(0)
    for pile in range(duel.piles):
        x = top_at(tops, pile)
        side = 0 if pile < duel.ups else 1
        if duel.follow[player, side, x] & rest & ~duel.plain[player, side, x]:
            place = 128 | x
        else:
            behind = rest & ~duel.plain[player, side, x]
            improving = duel.improve[1 - player, side, x] & other_rest
            if side == 0:
                place = 0
                if behind:
                    place = 1 + duel.number[player, highest_bit(behind)]
                if improving:
                    place = max(place, 2 + duel.number[1 - player, highest_bit(improving)])
            else:
                place = duel.cards
                if behind:
                    place = duel.number[player, lowest_bit(behind)]
                if improving:
                    place = min(place, duel.number[1 - player, lowest_bit(improving)] - 1)
        code |= np.uint64(place) << np.uint64(8 * pile)
    return code


@inlined
def sorted_piles(code: np.uint64, ups: int, piles: int) -> np.uint64:
    """Like piles in order of their codes: swapping them changes nothing."""
    for start, end in ((0, ups), (ups, piles)):
        for i in range(start + 1, end):
            j = i
            while j > start and top_at(code, j - 1) > top_at(code, j):
                a, b = top_at(code, j - 1), top_at(code, j)
                code = with_top(with_top(code, j - 1, b), j, a)
                j -= 1
    return code


@inlined
def key_of(duel: Duel, facts: int, states: Words, row: int) -> tuple[np.uint64, np.uint64, np.uint64]:
    """The key of a state."""
    meta = states[row, 4]
    drawn_a, drawn_b = np.int64(meta & np.uint64(255)), np.int64((meta >> np.uint64(8)) & np.uint64(255))
    rest_a, rest_b = states[row, 0] | duel.pending[0, drawn_a], states[row, 1] | duel.pending[1, drawn_b]
    code_a = tops_code(duel, facts, 0, states[row, 2], rest_a, rest_b)
    code_b = tops_code(duel, facts, 1, states[row, 3], rest_b, rest_a)
    if duel.piles > 2:
        code_a, code_b = sorted_piles(code_a, duel.ups, duel.piles), sorted_piles(code_b, duel.ups, duel.piles)
    seat = meta >> np.uint64(16)
    if duel.exact:
        key_a = states[row, 0] | (np.uint64(drawn_a) << np.uint64(58))
        key_b = states[row, 1] | (np.uint64(drawn_b) << np.uint64(58))
        return key_a, key_b, code_a | (code_b << np.uint64(16)) | (seat << np.uint64(32))
    one, two, three = meta, ~meta, meta * np.uint64(0x9E3779B97F4A7C15)
    for word in (states[row, 0], states[row, 1], code_a, code_b):
        one = mixed(one ^ word)
        two = mixed((two + word) * np.uint64(0xD6E8FEB86659FD93))
        three = mixed((three ^ (word << np.uint64(31)) ^ (word >> np.uint64(33))) + np.uint64(0xA0761D6478BD642F))
    return one, two, three & np.uint64(0x1FFFFFFFF)


# --- the table


@inlined
def place_of(table: Words, a: np.uint64, b: np.uint64, c: np.uint64) -> int:
    """Where the window of a key begins."""
    mask = np.uint64(table.shape[0] - WINDOW - 1)
    return np.int64(mixed(a ^ mixed(b ^ mixed(c + np.uint64(0x9E3779B97F4A7C15)))) & mask)


@inlined
def find(table: Words, a: np.uint64, b: np.uint64, c: np.uint64) -> int:
    """The entry of a key, -1 if there is none."""
    start = place_of(table, a, b, c)
    for place in range(start, start + WINDOW):
        if table[place, 0] == a and table[place, 1] == b and table[place, 2] == c and table[place, 3] != np.uint64(0):
            return place
    return -1


@inlined
def slot_for(table: Words, control: Indices, a: np.uint64, b: np.uint64, c: np.uint64) -> int:
    """Where the entry of a key is, or is to be put: its own place, an empty one, or that of the least effort."""
    start = place_of(table, a, b, c)
    best, least = start, 1 << 30
    for place in range(start, start + WINDOW):
        if table[place, 3] == np.uint64(0):
            control[STORED] += 1
            return place
        if table[place, 0] == a and table[place, 1] == b and table[place, 2] == c:
            return place
        effort = np.int64(table[place, 3] >> np.uint64(56))
        if effort < least:
            best, least = place, effort
    table[best, 3] = np.uint64(0)
    return best


@entry
def move_house(old: Words2, new: Words2, control: Indices1) -> None:
    """Enter everything in a larger table."""
    control[STORED] = 0
    for row in range(old.shape[0]):
        if old[row, 3] != np.uint64(0):
            place = slot_for(new, control, old[row, 0], old[row, 1], old[row, 2])
            for word in range(4):
                new[place, word] = old[row, word]


@inlined
def packed(win: int, fail: int, pn: int, dn: int, effort: int) -> np.uint64:
    """The value word of an entry; never 0."""
    return np.uint64(win | ((fail + 1) << 8) | (pn << 16) | (dn << 36)) | (np.uint64(effort) << np.uint64(56))


@inlined
def remember(duel: Duel, facts: int, space: Space, depth: int, pn: int, dn: int, limit: int, effort: int) -> None:
    """Enter what is known of the state at this depth; proofs of old are kept."""
    a, b, c = key_of(duel, facts, space.states, depth)
    place = slot_for(space.table, space.control, a, b, c)
    win, fail = NOT_PROVED, -1
    value = space.table[place, 3]
    if value != np.uint64(0):
        win, fail = np.int64(value & np.uint64(255)), np.int64((value >> np.uint64(8)) & np.uint64(255)) - 1
    if pn == 0:
        win, dn = min(win, limit), 1
    elif dn == 0:
        fail, pn = max(fail, limit), 1
    weight = 0
    while effort > 0:
        weight, effort = weight + 1, effort >> 1
    space.table[place, 0], space.table[place, 1], space.table[place, 2] = a, b, c
    space.table[place, 3] = packed(win, fail, max(pn, 1), max(dn, 1), weight)
