"""The price of a play: how many places it closes.

A *place* is a card still to be laid and a pile on which it could be laid at once.  What a play costs are the places on
its pile that were there before it and are not there after it, for the cards left after it.  A trick opens places, so
its price may be below zero.  In Face to Face the player's own cards count; a card on the opponent's pile costs what it
opens to the opponent.
"""

from __future__ import annotations

from collections.abc import Iterable

from solver.cards import Card
from solver.rules.follow import follow_tables
from solver.rules.turns import OpenTurn, is_gift
from solver.table.position import Position

Cost = tuple[int, int]  # the price, and the fewest tricks at that price


class Prices:
    """What each play of a position's turn costs."""

    def __init__(self, position: Position) -> None:
        self.rules, self.seat, owners = position.rules, position.to_move, position.rules.deck_owners
        (self.follow, self.plain), self.index = follow_tables(position.rules), position.rules.card_indices
        self.others = self.drawn = 0
        for seat, hand in enumerate(position.hands):
            if seat != self.seat:
                self.others |= self.mask(hand)
        for owner, pile in zip(owners, position.draws, strict=True):
            if owner in (None, self.seat):
                self.drawn |= self.mask(pile.cards)
            else:
                self.others |= self.mask(pile.cards)
        self.own = self.drawn | self.others if None in owners else self.drawn  # besides the hand

    def mask(self, cards: Iterable[Card]) -> int:
        """A set of cards as bits."""
        return sum(1 << self.index[card] for card in cards)

    def of(self, turn: OpenTurn, card: Card, pile: int) -> Cost:
        """The price of a play, and 1 if it is a trick."""
        return self.on_top(turn, card, pile, turn.tops[pile])

    def on_top(self, turn: OpenTurn, card: Card, pile: int, top: Card | None) -> Cost:
        """The same if the pile showed this top."""
        shown = self.rules.piles[pile]
        side, number = int(shown.direction == "down"), self.index[card]
        below = len(self.rules.cards) if top is None else self.index[top]
        if is_gift(shown, self.seat):
            return self.places(side, number, self.others) - self.places(side, below, self.others), 0
        left = (self.mask(turn.hand) | self.own) & ~(1 << number)
        trick = not self.plain[side][below] & 1 << number
        return self.places(side, below, left) - self.places(side, number, left), int(trick)

    def places(self, side: int, top: int, cards: int) -> int:
        """How many of these cards could be laid on such a pile at once."""
        return (self.follow[side][top] & cards).bit_count()
