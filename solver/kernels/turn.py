"""The turn machine of every team game: what may be laid now, what laying does, when a turn may end, what is drawn.

Numbers only.  Cards are indices 0 … n-1 in card order, index n is a pile's row card.  A set of cards is two 64-bit
words (card c is bit c & 63 of word c >> 6).  Which game is played shows only in the ``follow`` and ``plain`` tables,
the numbers of ``Problem`` and, in The Game Extreme, the ``command`` of each card.

A state is a row of 64-bit words, ``2 + 2 * players`` long:

    word 0   tops     8 bits a pile (pile p at bit 8p): index of the top card, n for the row card
    word 1   turn     bits  0- 7  cards drawn so far from the draw pile
                      bits  8-11  seat to move
                      bits 12-19  cards laid so far in this turn
                      bit  20     a `three` was laid in this turn
                      bit  21     a `stop` was laid in this turn (it is over)
                      bits 24-31  piles to be covered before this turn may end: those that show a `skull` of this
                                  turn, or still the `fire` that they showed when it began
                      bits 32-35  1 + the pile that a visible `one-pile` ties this turn to, 0: free
    word 2 + 2s, 3 + 2s           the hand of seat s

At the start of a turn everything above bit 11 of word 1 is 0.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.bits import lowest_bit, popcount
from solver.kernels.compile import inlined, kernel

Words = npt.NDArray[np.uint64]
Indices = npt.NDArray[np.int64]

# The same with their number of dimensions, which what Python hands to a kernel must name (see ``words``).
Words1 = Annotated[Words, np.uint64, 1]
Words2 = Annotated[Words, np.uint64, 2]
Words3 = Annotated[Words, np.uint64, 3]
Indices1 = Annotated[Indices, np.int64, 1]
Indices2 = Annotated[Indices, np.int64, 2]

STOP, SKULL, THREE, SILENCE, NO_TRICK, ONE_PILE, DRAW_ONE, FIRE = 1, 2, 3, 4, 5, 6, 7, 8
COMMANDS = 9  # with 0 for none

DRAW_AS_LAID, DRAW_TO_FULL_HAND = 0, 1


class Problem(NamedTuple):
    """A team game as numbers; the state it starts from is given apart."""

    follow: Words3  # [direction, top, word]: the cards that may be laid on this top (0 up, 1 down)
    plain: Words3  # the same without the trick
    direction: Indices1  # [pile]: 0 up, 1 down; all ups come first
    command: Indices1  # [card, n+1 long]: 0 none, else one of the constants above
    draw: Indices1  # the draw pile, next card first
    pending: Words2  # [drawn, word]: the cards still in the draw pile after so many were drawn
    cards: int  # n
    piles: int
    players: int
    hand: int
    minimum: int
    minimum_empty: int
    maximum: int  # 255 where there is none
    drawing: int  # DRAW_AS_LAID or DRAW_TO_FULL_HAND
    commanded: bool  # False: no card has a command


@inlined
def top_of(tops: np.uint64, pile: int) -> int:
    """The top card of a pile."""
    return np.int64((tops >> np.uint64(8 * pile)) & np.uint64(255))


@inlined
def field(turn: np.uint64, shift: int, width: int) -> int:
    """A number out of the turn word."""
    return np.int64((turn >> np.uint64(shift)) & np.uint64((1 << width) - 1))


@inlined
def bit(index: int) -> np.uint64:
    """The word with one bit set; the index counts within the word."""
    return np.uint64(1) << np.uint64(index & 63)


@inlined
def shows(problem: Problem, tops: np.uint64, command: int) -> bool:
    """Is this command visible on top of any pile?"""
    for pile in range(problem.piles):
        if problem.command[top_of(tops, pile)] == command:
            return True
    return False


@inlined
def least(problem: Problem, turn: np.uint64) -> int:
    """The minimum that holds in this turn."""
    if field(turn, 0, 8) < problem.draw.shape[0]:
        return problem.minimum
    return problem.minimum_empty


@kernel
def layable(problem: Problem, states: Words, row: int, pile: int) -> tuple[np.uint64, np.uint64]:
    """The cards of the hand that may be laid on this pile now, as two words."""
    tops, turn = states[row, 0], states[row, 1]
    laid, seat = field(turn, 12, 8), field(turn, 8, 4)
    nothing = (np.uint64(0), np.uint64(0))
    if laid >= problem.maximum:
        return nothing
    side, top = problem.direction[pile], top_of(tops, pile)
    low, high = states[row, 2 + 2 * seat], states[row, 3 + 2 * seat]
    if not problem.commanded:
        return low & problem.follow[side, top, 0], high & problem.follow[side, top, 1]
    three, skulls, tied = field(turn, 20, 1), field(turn, 24, 8), field(turn, 32, 4)
    if field(turn, 21, 1) or (three and laid >= 3) or (tied and tied != pile + 1):
        return nothing
    if shows(problem, tops, NO_TRICK):
        low, high = low & problem.plain[side, top, 0], high & problem.plain[side, top, 1]
    else:
        low, high = low & problem.follow[side, top, 0], high & problem.follow[side, top, 1]
    late = laid >= 3  # for a THREE
    owing = (skulls & ~(1 << pile)) != 0 or (three and laid != 2)  # for a STOP
    if not late and not owing:
        return low, high
    return without_refused(problem, low, 0, late, owing), without_refused(problem, high, 64, late, owing)


@inlined
def without_refused(problem: Problem, cards: np.uint64, first: int, late: bool, owing: bool) -> np.uint64:
    """The cards whose command may be obeyed now: no THREE too late, no STOP while the turn owes something."""
    rest = cards
    while rest != np.uint64(0):
        card = lowest_bit(rest)
        command = problem.command[first + card]
        if (late and command == THREE) or (owing and command == STOP):
            cards &= ~bit(card)
        rest &= rest - np.uint64(1)
    return cards


@inlined
def lay(problem: Problem, states: Words, row: int, card: int, pile: int) -> None:
    """Lay a card that ``layable`` allows."""
    tops, turn = states[row, 0], states[row, 1]
    seat = field(turn, 8, 4)
    states[row, 2 + 2 * seat + (card >> 6)] &= ~bit(card)
    shift = np.uint64(8 * pile)
    tops = (tops & ~(np.uint64(255) << shift)) | (np.uint64(card) << shift)
    turn += np.uint64(1 << 12)
    if problem.commanded:
        command = problem.command[card]
        if field(turn, 12, 8) == 1:
            turn |= burning(problem, states[row, 0])
        turn &= ~(np.uint64(1) << np.uint64(24 + pile))
        turn &= ~(np.uint64(15) << np.uint64(32))
        if command == THREE:
            turn |= np.uint64(1 << 20)
        elif command == STOP:
            turn |= np.uint64(1 << 21)
        elif command == SKULL:
            turn |= np.uint64(1) << np.uint64(24 + pile)
        if shows(problem, tops, ONE_PILE):
            turn |= np.uint64(pile + 1) << np.uint64(32)
    states[row, 0], states[row, 1] = tops, turn
    if problem.commanded and field(turn, 24, 8) != 0 and finished(problem, states, row):
        states[row, 1] = turn & ~burning(problem, tops)  # the last card of all wins, whatever burns


@inlined
def burning(problem: Problem, tops: np.uint64) -> np.uint64:
    """The piles that show a fire card, in the bits of the turn word."""
    piles = np.uint64(0)
    for pile in range(problem.piles):
        if problem.command[top_of(tops, pile)] == FIRE:
            piles |= np.uint64(1) << np.uint64(24 + pile)
    return piles


@inlined
def may_end(problem: Problem, turn: np.uint64) -> bool:
    """May the turn end here?  (Never before the first card.)"""
    laid = field(turn, 12, 8)
    if laid == 0 or field(turn, 24, 8) != 0:
        return False
    if field(turn, 20, 1):
        if laid != 3:
            return False
    return laid >= least(problem, turn) or field(turn, 21, 1) != 0


@inlined
def end_turn(problem: Problem, states: Words, row: int) -> None:
    """Draw, and pass to the next player who has something to do."""
    turn = states[row, 1]
    drawn, seat, laid = field(turn, 0, 8), field(turn, 8, 4), field(turn, 12, 8)
    want = laid
    if problem.commanded and shows(problem, states[row, 0], DRAW_ONE):
        want = 1
    elif problem.drawing == DRAW_TO_FULL_HAND:
        want = problem.hand - in_hand(states, row, seat)
    stop = min(drawn + max(want, 0), problem.draw.shape[0])
    while drawn < stop:
        card = problem.draw[drawn]
        states[row, 2 + 2 * seat + (card >> 6)] |= bit(card)
        drawn += 1
    seat = (seat + 1) % problem.players
    if drawn == problem.draw.shape[0]:
        for _ in range(problem.players):
            if in_hand(states, row, seat) != 0:
                break
            seat = (seat + 1) % problem.players
    states[row, 1] = np.uint64(drawn) | (np.uint64(seat) << np.uint64(8))


@inlined
def in_hand(states: Words, row: int, seat: int) -> int:
    """How many cards a player holds."""
    return popcount(states[row, 2 + 2 * seat]) + popcount(states[row, 3 + 2 * seat])


@inlined
def finished(problem: Problem, states: Words, row: int) -> bool:
    """Every card laid (whether the turn may end here is another question)."""
    if field(states[row, 1], 0, 8) < problem.draw.shape[0]:
        return False
    for seat in range(problem.players):
        if (states[row, 2 + 2 * seat] | states[row, 3 + 2 * seat]) != np.uint64(0):
            return False
    return True
