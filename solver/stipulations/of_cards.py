"""Conditions on a card, a pile or a player: ``last=37``, ``untouched=up2``, ``ender=2``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from solver.cards import Card
from solver.errors import DoesNotAddUp
from solver.rules.commands import Words
from solver.stipulations.amounts import Cards, Lays, Tricks, TurnCount
from solver.stipulations.condition import (
    MOST,
    Claim,
    Condition,
    misread,
    pile_named,
    player_named,
    read_number,
    refuse_card_not_held,
)
from solver.stipulations.telling import End, Lay, ToldLine
from solver.table.position import Position

if TYPE_CHECKING:
    from solver.search.cpsat.stipulated import Asked


@dataclass(frozen=True)
class OfCard(Condition):
    """Something that is said of one card that is still to be laid."""

    card: Card

    orders_cards = True

    @property
    def text(self) -> str:
        """``last=37``."""
        return f"{self.name}={self.card}"

    @classmethod
    def read(cls: type[K], subject: str, sign: str, value: str) -> K:
        """The card."""
        if subject or sign != "=":
            raise misread(cls, f"{cls.name}{':' if subject else ''}{subject}{sign}{value}")
        return cls(Card.parse(value))

    def fitted(self: K, position: Position) -> K:
        """The card must be there to be laid."""
        refuse_card_not_held(position, self.card, self.text)
        return self

    def claims(self, position: Position) -> Iterator[Claim]:
        """The place of the card in the line, from 1; and that there is just one card at each place."""
        place, index = self.place(position), position.rules.card_indices[self.card]
        yield Claim(("card at", place), index, index)
        yield Claim(("place", self.card), place, place)

    def place(self, position: Position) -> int:
        """The place that the card must have."""
        raise NotImplementedError


K = TypeVar("K", bound=OfCard)


class First(OfCard):
    """The first card of all."""

    name = "first"
    form = "first=CARD"
    says = Words("this card is laid first of all", "diese Karte wird als allererste gelegt")

    @property
    def words(self) -> Words:
        """It comes first."""
        return Words(f"the {self.card} comes first", f"die {self.card} kommt zuerst")

    def place(self, position: Position) -> int:
        """The first."""
        return 1

    def is_kept(self, told: ToldLine) -> bool:
        """Look at the first card."""
        return told.lays[0].card == self.card

    def laid(self, lay: Lay) -> Condition | bool:
        """The first card decides."""
        return lay.card == self.card

    @property
    def is_met(self) -> bool:
        """Nothing was laid."""
        return False

    def post(self, asked: Asked) -> None:
        """It lies at the first place."""
        asked.at_place(self.card, 0)


class Last(OfCard):
    """The last card of all."""

    name = "last"
    form = "last=CARD"
    says = Words("this card is laid last of all", "diese Karte wird als allerletzte gelegt")

    @property
    def words(self) -> Words:
        """It comes last."""
        return Words(f"the {self.card} comes last", f"die {self.card} kommt zuletzt")

    def place(self, position: Position) -> int:
        """The last."""
        return position.cards_left

    def is_kept(self, told: ToldLine) -> bool:
        """Look at the last card."""
        return told.lays[-1].card == self.card

    def laid(self, lay: Lay) -> Condition | bool:
        """It may be laid when nothing else is left, and then must."""
        if (lay.card == self.card) != (lay.left == 0):
            return False
        return True if lay.left == 0 else self

    def post(self, asked: Asked) -> None:
        """It lies at the last place."""
        asked.at_place(self.card, -1)


@dataclass(frozen=True)
class OfTwo(OfCard):
    """Something that is said of a card and something else: ``on=37:up1``."""

    other: str

    @property
    def text(self) -> str:
        """``on=37:up1``."""
        return f"{self.name}={self.card}:{self.other}"

    @classmethod
    def read(cls: type[T], subject: str, sign: str, value: str) -> T:
        """The card, and behind a colon the other."""
        card, colon, other = value.partition(":")
        if subject or sign != "=" or not colon or not other:
            raise misread(cls, f"{cls.name}{':' if subject else ''}{subject}{sign}{value}")
        return cls(Card.parse(card.strip()), cls.read_other(other.strip()))

    @classmethod
    def read_other(cls, text: str) -> str:
        """What stands behind the colon."""
        return text


T = TypeVar("T", bound=OfTwo)


class On(OfTwo):
    """A card goes on a certain pile."""

    name = "on"
    form = "on=CARD:PILE"
    says = Words("this card is laid on this pile", "diese Karte wird auf diesen Stapel gelegt")
    orders_cards = False

    @property
    def names_piles(self) -> bool:
        """It does."""
        return True

    @property
    def words(self) -> Words:
        """It goes there."""
        return Words(f"the {self.card} goes on {self.other}", f"die {self.card} kommt auf {self.other}")

    def fitted(self, position: Position) -> On:
        """A pile of this table."""
        super().fitted(position)
        return replace(self, other=pile_named(position, self.other))

    def claims(self, position: Position) -> Iterator[Claim]:
        """Which pile, and that it gets a card."""
        at = position.rules.pile_index(self.other)
        yield Claim(("pile of", self.card), at, at)
        yield Claim((Cards.name, self.other), 1, MOST)

    def is_kept(self, told: ToldLine) -> bool:
        """Look where it was laid."""
        return any(lay.card == self.card and lay.pile == self.other for lay in told.lays)

    def laid(self, lay: Lay) -> Condition | bool:
        """The card itself decides."""
        return self if lay.card != self.card else lay.pile == self.other

    def post(self, asked: Asked) -> None:
        """It is one of the pile's cards."""
        asked.on(self.card, self.other)


class Before(OfTwo):
    """A card comes before another one."""

    name = "before"
    form = "before=CARD:CARD"
    says = Words("the first card is laid before the second", "die erste Karte wird vor der zweiten gelegt")

    @property
    def words(self) -> Words:
        """In this order."""
        return Words(f"the {self.card} before the {self.other}", f"die {self.card} vor der {self.other}")

    @classmethod
    def read_other(cls, text: str) -> str:
        """A card."""
        return str(Card.parse(text))

    @property
    def later(self) -> Card:
        """The other card."""
        return Card.parse(self.other)

    def fitted(self, position: Position) -> Before:
        """Both are still to be laid."""
        super().fitted(position)
        refuse_card_not_held(position, self.later, self.text)
        if self.card == self.later:
            raise DoesNotAddUp(f"{self.text}: a card does not come before itself")
        return self

    def claims(self, position: Position) -> Iterator[Claim]:
        """Which of the two; one is not the last, the other not the first."""
        order = int(self.card < self.later)
        yield Claim(("order of", frozenset((self.card, self.later))), order, order)
        yield Claim(("place", self.card), 1, position.cards_left - 1)
        yield Claim(("place", self.later), 2, position.cards_left)

    def is_kept(self, told: ToldLine) -> bool:
        """Compare their places."""
        cards = [lay.card for lay in told.lays]
        return cards.index(self.card) < cards.index(self.later)

    def laid(self, lay: Lay) -> Condition | bool:
        """The first of the two decides."""
        return lay.card == self.card if lay.card in (self.card, self.later) else self

    def post(self, asked: Asked) -> None:
        """Where one lies, the other lies before."""
        asked.before(self.card, self.later)


class InTurn(OfTwo):
    """A card is laid in a certain turn, counted from the position."""

    name = "turn"
    form = "turn=CARD:N"
    says = Words("this card is laid in the N-th turn", "diese Karte wird im N-ten Zug gelegt")
    counts_turns = True
    orders_cards = False

    @property
    def words(self) -> Words:
        """In this turn."""
        return Words(f"the {self.card} in turn {self.other}", f"die {self.card} im {self.other}. Zug")

    @classmethod
    def read_other(cls, text: str) -> str:
        """A number from 1."""
        if not read_number(text):
            raise DoesNotAddUp(f"{cls.name}=…:{text}: turns are counted from 1")
        return text

    def claims(self, position: Position) -> Iterator[Claim]:
        """Which turn; there are as many."""
        number = int(self.other)
        yield Claim(("turn of", self.card), number, number)
        yield Claim(("turn of", self.card), 1, position.cards_left)
        yield Claim((TurnCount.name, ""), number, MOST)

    def is_kept(self, told: ToldLine) -> bool:
        """Look in that turn."""
        number = int(self.other)
        return number <= len(told.turns) and any(lay.card == self.card for lay in told.turns[number - 1][0])

    def laid(self, lay: Lay) -> Condition | bool:
        """The card itself decides."""
        return self if lay.card != self.card else self.other == "1"

    def ended(self, end: End) -> Condition | bool:
        """One turn less to go."""
        return False if self.other == "1" else replace(self, other=str(int(self.other) - 1))

    def post(self, asked: Asked) -> None:
        """So many turns have ended before it."""
        asked.in_turn(self.card, int(self.other))


# --- piles and players


@dataclass(frozen=True)
class Untouched(Condition):
    """Nothing is laid on a pile."""

    pile: str

    name = "untouched"
    form = "untouched=PILE"
    says = Words("nothing is laid on this pile", "auf diesen Stapel wird nichts gelegt")

    @property
    def names_piles(self) -> bool:
        """It does."""
        return True

    @property
    def text(self) -> str:
        """``untouched=up2``."""
        return f"{self.name}={self.pile}"

    @property
    def words(self) -> Words:
        """It stays as it is."""
        return Words(f"{self.pile} stays untouched", f"{self.pile} bleibt unberührt")

    @classmethod
    def read(cls, subject: str, sign: str, value: str) -> Untouched:
        """The pile."""
        if subject or sign != "=":
            raise misread(cls, f"{cls.name}{':' if subject else ''}{subject}{sign}{value}")
        return cls(value)

    def fitted(self, position: Position) -> Untouched:
        """A pile of this table."""
        return Untouched(pile_named(position, self.pile))

    def claims(self, position: Position) -> Iterator[Claim]:
        """It gets no card, and so no trick."""
        yield Claim((Cards.name, self.pile), 0, 0)
        yield Claim((Tricks.name, self.pile), 0, 0)

    def is_kept(self, told: ToldLine) -> bool:
        """Look at every card."""
        return all(lay.pile != self.pile for lay in told.lays)

    def laid(self, lay: Lay) -> Condition | bool:
        """A card on it breaks it."""
        return False if lay.pile == self.pile else self

    def post(self, asked: Asked) -> None:
        """What shows now is never covered."""
        asked.never_covered_on(self.pile)


class EndsAt(OfTwo):
    """A pile shows a card when all are laid; it may be the one that it shows already."""

    name = "ends"
    form = "ends=PILE:CARD"
    says = Words("this pile shows this card at the end", "dieser Stapel zeigt am Ende diese Karte")
    orders_cards = False

    @property
    def names_piles(self) -> bool:
        """It does."""
        return True

    @property
    def text(self) -> str:
        """``ends=up1:37``."""
        return f"{self.name}={self.other}:{self.card}"

    @property
    def words(self) -> Words:
        """It ends so."""
        return Words(f"{self.other} ends at the {self.card}", f"{self.other} endet mit der {self.card}")

    @classmethod
    def read(cls, subject: str, sign: str, value: str) -> EndsAt:
        """The pile, and behind a colon the card."""
        pile, colon, card = value.partition(":")
        if subject or sign != "=" or not colon:
            raise misread(cls, f"{cls.name}{':' if subject else ''}{subject}{sign}{value}")
        return cls(Card.parse(card.strip()), pile.strip())

    def fitted(self, position: Position) -> EndsAt:
        """A pile of this table, and a card that it shows or that is still to be laid."""
        pile = pile_named(position, self.other)
        if position.tops[position.rules.pile_index(pile)] != self.card:
            refuse_card_not_held(position, self.card, self.text)
        return replace(self, other=pile)

    def claims(self, position: Position) -> Iterator[Claim]:
        """Which pile the card is on, which card the pile shows; and whether the pile gets any."""
        at, index = position.rules.pile_index(self.other), position.rules.card_indices[self.card]
        shows = position.tops[at] == self.card
        yield Claim(("pile of", self.card), at, at)
        yield Claim(("end of", self.other), index, index)
        yield Claim((Cards.name, self.other), 0 if shows else 1, 0 if shows else MOST)

    def is_kept(self, told: ToldLine) -> bool:
        """The last card on the pile; where there is none, what it shows was never covered."""
        mine = [lay for lay in told.lays if lay.pile == self.other]
        laid = any(lay.card == self.card for lay in told.lays)
        return mine[-1].card == self.card if mine else not laid

    def laid(self, lay: Lay) -> Condition | bool:
        """Covered, or laid elsewhere, it is gone."""
        gone = lay.covered == self.card or (lay.card == self.card and lay.pile != self.other)
        return False if gone else self

    def post(self, asked: Asked) -> None:
        """It is on the pile, and never covered."""
        asked.on(self.card, self.other)
        asked.never_covered(self.card)


@dataclass(frozen=True)
class Ender(Condition):
    """Who lays the last card of all."""

    player: str

    name = "ender"
    form = "ender=PLAYER"
    says = Words("this player lays the last card", "diese Person legt die letzte Karte")

    @property
    def text(self) -> str:
        """``ender=2``."""
        return f"{self.name}={self.player}"

    @property
    def words(self) -> Words:
        """Who it is."""
        return Words(f"player {self.player} lays the last card", f"Spieler {self.player} legt die letzte Karte")

    @classmethod
    def read(cls, subject: str, sign: str, value: str) -> Ender:
        """The player."""
        if subject or sign != "=":
            raise misread(cls, f"{cls.name}{':' if subject else ''}{subject}{sign}{value}")
        return cls(value)

    def fitted(self, position: Position) -> Ender:
        """A player at this table."""
        return Ender(str(player_named(position, self.player)))

    def claims(self, position: Position) -> Iterator[Claim]:
        """Who, and that this player lays a card."""
        seat = [str(name) for name in position.rules.player_names].index(self.player)
        yield Claim((self.name,), seat, seat)
        yield Claim((Lays.name, self.player), 1, MOST)

    def is_kept(self, told: ToldLine) -> bool:
        """Look at the last card."""
        return str(told.lays[-1].player) == self.player

    def laid(self, lay: Lay) -> Condition | bool:
        """The last card decides."""
        return self if lay.left else str(lay.player) == self.player

    def post(self, asked: Asked) -> None:
        """The last place is this player's."""
        asked.last_by(self.player)
