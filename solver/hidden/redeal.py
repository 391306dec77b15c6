"""Tables that look the same to a seat: the cards that it does not see, dealt anew."""

from __future__ import annotations

from random import Random

from solver.cards import Card
from solver.table.position import DrawPile, Position
from solver.table.view import Hidden, View


def redealt(view: View, chance: Random) -> Position:
    """One of the tables that this may be, each as likely as any other; forgotten cards are among those laid."""
    hands, draws = list(view.hands), list[DrawPile]()
    for deck, size in enumerate(view.draws):
        cards = list(view.unseen[deck])
        chance.shuffle(cards)
        for seat in view.hidden_hands(deck):
            hands[seat] = tuple(taken(cards, view.hand_sizes[seat]))
        draws.append(DrawPile(tuple(taken(cards, size))))
    known = tuple(hand for hand in hands if not isinstance(hand, Hidden))
    return Position(view.rules, view.tops, known, tuple(draws), view.to_move)


def taken(cards: list[Card], count: int) -> list[Card]:
    """So many cards from the end of a shuffled list."""
    return [cards.pop() for _ in range(count)]
