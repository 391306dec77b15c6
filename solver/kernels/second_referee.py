"""A second referee: goes through a line of a team game card by card, and says whether it keeps to the rules.

Written from the rules, not from the turn machine: no follow tables, no sets of cards in words, no packed states.  It
reads the numbers and colours on the cards, remembers who holds which card, and looks at one play after the other.  So
no mistake of the turn machine, of the tables or of a search can pass unnoticed here; the referee in Python is asked
about some of the same lines (see ``solver.survey.chunks``), and tests hold the two to the same answer.
"""

from __future__ import annotations

from typing import NamedTuple

from solver.kernels.compile import entry, inlined
from solver.kernels.turn import DRAW_ONE, FIRE, NO_TRICK, ONE_PILE, SKULL, STOP, THREE, Indices1, Indices2

# What is said of a line; everything from the third on is a rule that it breaks (``solver.search.second_referee``).
ALL_LAID, CARDS_LEFT, GAME_OVER, PILES, OWN_HAND, STOPPED, MAXIMUM, THREE_CARDS, FOLLOW, EQUAL_NUMBERS = range(10)
TRICK_BARRED, ONE_PILE_ONLY, SKULL_BARE, FIRE_BARE, MINIMUM = range(10, 15)

ON_A_PILE, TO_BE_DRAWN = -1, -2  # in place of the seat that holds a card
ROW_CARD = -1

# Places of ``desk.now``.
SEAT, DRAWN, LAID_NOW, LEFT_OVER, HAS_THREE, HAS_STOP, HAD_DRAW_PILE, TURN, PLAY = range(9)
NOW_WORDS = 9


class Rulebook(NamedTuple):
    """A team game as the referee reads it."""

    number: Indices1  # [card]: the number printed on it
    colour: Indices1  # [card]: its colour; 0 throughout where there are none
    command: Indices1  # [card]: 0 none, else a constant of ``turn``
    way: Indices1  # [pile]: 1 up, -1 down
    players: int
    hand: int
    minimum: int
    minimum_empty: int
    maximum: int
    trick: int
    coloured: bool
    fills_up: bool  # who ends a turn draws up to a full hand; else as many as were laid


class Desk(NamedTuple):
    """What the referee notes down while a line is played."""

    holder: Indices1  # [card]: the seat that holds it, or where else it is
    held: Indices1  # [seat]: how many cards
    top: Indices1  # [pile]: the card on top
    skull: Indices1  # [pile]: 1 where it shows a skull of this turn
    fire: Indices1  # [pile]: 1 where it still shows the fire that it showed when the turn began
    under: Indices2  # [pile, other]: 1 where it shows a one-pile, under whose eyes this turn laid a card on the other
    now: Indices1


@inlined
def deal_out(book: Rulebook, desk: Desk, deck: Indices1) -> None:
    """Hands in blocks from the top of the deck, player 1 first."""
    cards, dealt = deck.shape[0], book.players * book.hand
    for place in range(cards):
        desk.holder[deck[place]] = place // book.hand if place < dealt else TO_BE_DRAWN
    for seat in range(book.players):
        desk.held[seat] = book.hand
    for pile in range(book.way.shape[0]):
        desk.top[pile] = ROW_CARD
    desk.now[SEAT], desk.now[DRAWN], desk.now[LEFT_OVER] = 0, dealt, cards
    desk.now[TURN] = 0


@inlined
def shown(book: Rulebook, desk: Desk, command: int) -> bool:
    """Does any pile show a card with this command?"""
    for pile in range(book.way.shape[0]):
        if desk.top[pile] != ROW_CARD and book.command[desk.top[pile]] == command:
            return True
    return False


@inlined
def begin_turn(book: Rulebook, desk: Desk, cards: int) -> None:
    """A turn begins: fire that shows now must be covered in it."""
    piles = book.way.shape[0]
    desk.now[TURN] += 1
    desk.now[LAID_NOW] = desk.now[HAS_THREE] = desk.now[HAS_STOP] = desk.now[PLAY] = 0
    desk.now[HAD_DRAW_PILE] = cards - desk.now[DRAWN]
    for pile in range(piles):
        top = desk.top[pile]
        desk.skull[pile] = 0
        desk.fire[pile] = 1 if top != ROW_CARD and book.command[top] == FIRE else 0
        for other in range(piles):
            desk.under[pile, other] = 0


@inlined
def fault_of_play(book: Rulebook, desk: Desk, card: int, pile: int) -> int:
    """The first rule that is broken by laying this card on this pile now; 0: none."""
    now, piles = desk.now, book.way.shape[0]
    if not 0 <= pile < piles:
        return PILES
    if not 0 <= card < desk.holder.shape[0] or desk.holder[card] != now[SEAT]:
        return OWN_HAND
    command, top = book.command[card], desk.top[pile]
    if now[HAS_STOP] != 0:
        return STOPPED
    if now[LAID_NOW] >= book.maximum:
        return MAXIMUM
    if (now[HAS_THREE] != 0 or command == THREE) and now[LAID_NOW] >= 3:
        return THREE_CARDS
    if now[HAS_THREE] != 0 and command == STOP and now[LAID_NOW] != 2:
        return THREE_CARDS
    if top != ROW_CARD and book.way[pile] * (book.number[card] - book.number[top]) <= 0:
        back = book.way[pile] * (book.number[top] - book.number[card])
        by_colour = book.coloured and book.colour[card] == book.colour[top]
        if not by_colour and not (book.trick > 0 and back == book.trick):
            return EQUAL_NUMBERS if book.coloured and back == 0 else FOLLOW
        if shown(book, desk, NO_TRICK):
            return TRICK_BARRED
    for witness in range(piles):
        for used in range(piles):
            if used != pile and desk.under[witness, used] != 0:
                return ONE_PILE_ONLY
    return 0


@inlined
def put_down(book: Rulebook, desk: Desk, card: int, pile: int) -> None:
    """The card lies on the pile.  What the card beneath it asked for is over."""
    now, piles, command = desk.now, book.way.shape[0], book.command[card]
    for witness in range(piles):
        if desk.top[witness] != ROW_CARD and book.command[desk.top[witness]] == ONE_PILE:
            desk.under[witness, pile] = 1
    for used in range(piles):
        desk.under[pile, used] = 0
    if command == ONE_PILE:
        desk.under[pile, pile] = 1
    desk.fire[pile] = 0
    desk.skull[pile] = 1 if command == SKULL else 0
    if command == THREE:
        now[HAS_THREE] = 1
    if command == STOP:
        now[HAS_STOP] = 1
    desk.top[pile] = card
    desk.holder[card] = ON_A_PILE
    desk.held[now[SEAT]] -= 1
    now[LAID_NOW] += 1
    now[LEFT_OVER] -= 1


@inlined
def fault_of_end(book: Rulebook, desk: Desk) -> int:
    """The first rule that is broken by ending the turn now; 0: none."""
    now, laid = desk.now, desk.now[LAID_NOW]
    for pile in range(book.way.shape[0]):
        if desk.skull[pile] != 0:
            return SKULL_BARE
    if now[LEFT_OVER] > 0:  # the last card of all wins at once
        for pile in range(book.way.shape[0]):
            if desk.fire[pile] != 0:
                return FIRE_BARE
    if now[HAS_THREE] != 0 and laid != 3:
        return THREE_CARDS
    least = book.minimum if now[HAD_DRAW_PILE] > 0 else book.minimum_empty
    if laid == 0 or (laid < least and now[HAS_STOP] == 0):
        return MINIMUM
    return 0


@inlined
def draw_and_pass(book: Rulebook, desk: Desk, deck: Indices1) -> None:
    """The player draws; the next one who has a card or can still draw one is to move."""
    now, cards = desk.now, deck.shape[0]
    wanted = book.hand - desk.held[now[SEAT]] if book.fills_up else now[LAID_NOW]
    if shown(book, desk, DRAW_ONE):
        wanted = 1
    while wanted > 0 and now[DRAWN] < cards:
        desk.holder[deck[now[DRAWN]]] = now[SEAT]
        desk.held[now[SEAT]] += 1
        now[DRAWN] += 1
        wanted -= 1
    for _ in range(book.players):
        now[SEAT] = (now[SEAT] + 1) % book.players
        if desk.held[now[SEAT]] > 0 or now[DRAWN] < cards:
            break


@entry
def judge_line(book: Rulebook, desk: Desk, deck: Indices1, line: Indices2, count: int) -> int:
    """What is to be said of the first ``count`` rows of a line: card, pile, not 0 where the turn ends after it.

    ``deck``: the cards from the top.  The turn under way ends with the line.  Where a rule is broken, ``desk.now`` says
    at which turn, and at which play of it, both counted from 1; play 0: the way it ends.
    """
    deal_out(book, desk, deck)
    open_turn = False
    for row in range(count):
        if not open_turn:
            begin_turn(book, desk, deck.shape[0])
            open_turn = True
            if desk.now[LEFT_OVER] == 0:
                return GAME_OVER
        desk.now[PLAY] += 1
        fault = fault_of_play(book, desk, line[row, 0], line[row, 1])
        if fault != 0:
            return fault
        put_down(book, desk, line[row, 0], line[row, 1])
        if line[row, 2] != 0 or row + 1 == count:
            fault = fault_of_end(book, desk)
            if fault != 0:
                desk.now[PLAY] = 0
                return fault
            draw_and_pass(book, desk, deck)
            open_turn = False
    return ALL_LAID if desk.now[LEFT_OVER] == 0 else CARDS_LEFT
