"""What a text or a JSON object tells of a table at the start of a turn, and which table that is.

Where every card is named it is a ``Position``; where cards are hidden, or a seat is said to look, what that seat sees:
a ``View``.  Both forms of notation come through here, so that they refuse the same things in the same words.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from solver.cards import Card, parse_cards
from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.rules.game import Rules
from solver.rules.turns import Tops
from solver.table.deal import Deal
from solver.table.position import DrawPile, Place, Position, distinct_cards, places_by_deck
from solver.table.view import Cards, Hand, Hidden, View

Table = Deal | Position | View  # whatever can be loaded

_HIDDEN = re.compile(r"\?(-?\d{1,9})", re.ASCII)


class Told(NamedTuple):
    """A table as it was told."""

    rules: Rules
    tops: Tops
    hands: tuple[Hand, ...]
    draws: tuple[DrawPile | Hidden, ...]
    to_move: int
    seat: int | None  # who looks, where that is said
    laid: tuple[Cards, ...]  # by deck


def parse_held(where: str, words: str) -> Hand:
    """Read the cards of a hand or a draw pile, or ``?6``: so many hidden ones."""
    if "?" not in words:
        return parse_cards(words)
    match = _HIDDEN.fullmatch(words.strip())
    if match is None:
        raise Unreadable(
            f"{where}: {quoted(words)}: name the cards, or write ?6 alone for six that are hidden;"
            " where only the order is unknown, write draw?: and the cards"
        )
    return hidden(where, int(match[1]))


def hidden(where: str, count: int) -> Hidden:
    """So many hidden cards, if there can be so many."""
    try:
        return Hidden(count)
    except DoesNotAddUp as error:
        raise DoesNotAddUp(f"{where}: {error}") from None


def table_told(told: Told) -> Position | View:
    """The table that was told, if it adds up."""
    piles = tuple(pile for pile in told.draws if isinstance(pile, DrawPile))
    hands = tuple(hand for hand in told.hands if isinstance(hand, tuple))
    if told.seat is None and len(piles) == len(told.draws) and len(hands) == len(told.hands):
        position = Position(told.rules, told.tops, hands, piles, told.to_move)
        for deck in range(len(piles)):
            distinct_cards(told_places(told, deck), told.rules)
        return position
    draws = tuple(len(pile) if isinstance(pile, Hidden) else len(pile.cards) for pile in told.draws)
    laid = tuple(laid_as_told(told, deck) for deck in range(len(draws)))
    seat = told.to_move if told.seat is None else told.seat
    return View(told.rules, told.tops, told.hands, draws, told.to_move, seat, laid)


def told_places(told: Told, deck: int) -> list[Place]:
    """The places of one deck's cards, as far as they are named, and the cards that are laid."""
    hands = [hand if isinstance(hand, tuple) else () for hand in told.hands]
    draws = [pile.cards if isinstance(pile, DrawPile) else () for pile in told.draws]
    return [*places_by_deck(told.rules, hands, draws)[deck], ("laid", told.laid[deck])]


def laid_as_told(told: Told, deck: int) -> Cards:
    """The cards of a deck that are laid: those told, or all others where the draw pile's cards are named."""
    pile = told.draws[deck]
    if isinstance(pile, Hidden) or not pile.cards:
        return told.laid[deck]
    return all_others_laid(told, deck, pile)


def all_others_laid(told: Told, deck: int, pile: DrawPile) -> Cards:
    """Where a draw pile's cards are named, and every hand, all others are laid.  Nobody who looks knows an order."""
    rules, label = told.rules, told.rules.labels("draw")[deck]
    if pile.ordered and len(pile.cards) > 1:
        raise DoesNotAddUp(
            f"{label}: nobody who does not see every card knows the order of the draw pile:"
            f" write {label}: ?{len(pile.cards)}, or {label}?: and its cards"
        )
    for seat, hand in enumerate(told.hands):
        if isinstance(hand, Hidden) and rules.deck_of(seat) == deck:
            raise DoesNotAddUp(
                f"{label}: where the hand of player {rules.player_names[seat]} is hidden, nobody knows which"
                f" cards the draw pile holds: write {label}: ?{len(pile.cards)}"
            )
    *held, laid = told_places(told, deck)
    distinct_cards([*held, laid], rules)
    others: set[Card] = set(rules.cards) - distinct_cards(held, rules)
    return tuple(sorted(others))


def laid_to_tell(view: View) -> list[Cards]:
    """The laid cards of each deck that must be told: not the tops, where they can be of one deck only, and none where
    the deck has no hidden card."""
    shown = set(view.tops) if len(view.draws) == 1 else set()
    return [
        tuple(card for card in cards if card not in shown) if hidden else ()
        for cards, hidden in zip(view.laid, view.hidden, strict=True)
    ]
