"""What a position says that never changes while it is played out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from solver.cards import Card
from solver.errors import DoesNotAddUp
from solver.rules.follow import follows, follows_plainly
from solver.rules.game import Direction
from solver.table.position import Position


class Link(NamedTuple):
    """``card`` may be laid on ``below`` in a pile of this direction; ``by_trick``: only by the trick."""

    below: int
    card: int
    direction: Direction
    by_trick: bool


class CpsatTable:
    """A position in numbers.  Cards are numbered hand after hand, then the draw pile; after them the tops, by pile.

    ``drawn``: no more than so many cards of the draw pile are looked at.
    """

    def __init__(self, position: Position, drawn: int | None = None) -> None:
        if position.rules.game.is_duel:
            raise DoesNotAddUp(f"{position.rules.game.name} is no team game, and this engine knows no other")
        if not position.draw.ordered:
            raise DoesNotAddUp("the order of the draw pile is unknown, and this question needs it")
        self.position, self.rules = position, position.rules
        held = [(card, seat) for seat, hand in enumerate(position.hands) for card in hand]
        self.cards: tuple[Card, ...] = (*(card for card, _ in held), *position.draw.cards[:drawn])
        self.owners = [seat for _, seat in held]  # of the cards in hand
        self.count = len(self.cards)
        self.in_hands = len(held)
        self.draw_size = self.count - self.in_hands
        self.players = self.rules.players
        self.first_seat = position.to_move

    @cached_property
    def tops(self) -> range:
        """The numbers of the cards that lie on top of the piles now."""
        return range(self.count, self.count + len(self.position.tops))

    def shown(self, number: int) -> Card | None:
        """The card of this number; None for a row card."""
        return self.cards[number] if number < self.count else self.position.tops[number - self.count]

    @cached_property
    def directions(self) -> tuple[Direction, ...]:
        """The directions that piles have."""
        return tuple(sorted({pile.direction for pile in self.rules.piles}, reverse=True))

    def grounds(self, direction: Direction) -> list[int]:
        """What may ever be on top of a pile of this direction: the tops of such piles, and every card to be laid."""
        tops = [top for top, pile in zip(self.tops, self.rules.piles, strict=True) if pile.direction == direction]
        return [*tops, *range(self.count)]

    @cached_property
    def links(self) -> tuple[Link, ...]:
        """Which card may lie on which."""
        return tuple(self._links())

    def _links(self) -> Iterator[Link]:
        for direction in self.directions:
            for below in self.grounds(direction):
                top = self.shown(below)
                for number, card in enumerate(self.cards):
                    if number != below and follows(self.rules, direction, top, card):
                        yield Link(below, number, direction, not follows_plainly(direction, top, card))

    # --- commands

    def with_command(self, command: str) -> list[int]:
        """The numbers of the cards, tops included, that carry this command."""
        return [number for number in range(self.tops.stop) if self.command(number) == command]

    def command(self, number: int) -> str | None:
        """The command of a card that is still to be laid or lies on top."""
        card = self.shown(number)
        return None if card is None else self.rules.command_of.get(card)

    @cached_property
    def is_commanded(self) -> bool:
        """Does any command that binds play matter here?"""
        return any(self.command(number) not in (None, "silence") for number in range(self.tops.stop))

    # --- drawing

    @cached_property
    def draws_as_laid(self) -> bool:
        """Have min(p, size of the draw pile) cards been drawn whenever a turn ends after p cards?

        So it is if everybody draws as many as they laid; and drawing to a full hand is the same, as long as the hands
        are full to begin with and no command cuts it short.
        """
        if not self.draw_size:
            return True
        if self.with_command("draw-one"):
            return False
        full = all(len(hand) == self.rules.hand for hand in self.position.hands)
        return full or self.rules.game.drawing == "as-laid"

    @cached_property
    def surest_minimum(self) -> int:
        """The fewest cards of any turn while the draw pile lasts."""
        return 1 if self.with_command("stop") else self.rules.minimum

    def earliest(self, number: int) -> int:
        """The first place at which a card can possibly be laid.

        The draw pile's card j is drawn when place j, or a later one, ends a turn; earlier by as many as the hands
        lack at the start, if those are made up.  Then, as before a hand's first card, the others have their turns.
        """
        if number < self.in_hands:
            return self._after_turns((self.owners[number] - self.first_seat) % self.players, 0)
        drawn = number - self.in_hands + 1
        if not self.draws_as_laid:
            lacking = sum(self.rules.hand - len(hand) for hand in self.position.hands)
            return max(drawn - lacking, 1)
        return self._after_turns(self.players - 1, max(drawn, self.surest_minimum))

    def _after_turns(self, turns: int, place: int) -> int:
        """The earliest place after so many turns of others; once the draw pile is empty they may be skipped."""
        if self.draws_as_laid:
            for _ in range(turns):
                place += self.surest_minimum if place < self.draw_size else 0
        return place
