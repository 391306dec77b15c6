"""Conditions that name a card, a pile or a player: ``last=37``, ``on=37:up1``, ``ender=2``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from solver.cards import Card
from solver.errors import DoesNotAddUp
from solver.rules.commands import Words
from solver.stipulations.amounts import Cards, Lays, Tricks, TurnCount
from solver.stipulations.condition import CARD, MOST, PILE, PLAYER, TURN, Claim, Condition, Part, misread
from solver.stipulations.telling import End, Lay, ToldLine
from solver.table.position import Position

if TYPE_CHECKING:
    from solver.search.cpsat.stipulated import Asked


@dataclass(frozen=True)
class Stated(Condition):
    """Written ``name=part`` or ``name=part:part``; its fields are its parts, in this order."""

    parts: ClassVar[tuple[Part, ...]]
    said: ClassVar[Words]  # the fields in braces

    @property
    def text(self) -> str:
        """``on=37:up1``."""
        return f"{self.name}={':'.join(map(str, vars(self).values()))}"

    @property
    def words(self) -> Words:
        """What it asks, with its own fields."""
        return Words(self.said.en.format(**vars(self)), self.said.de.format(**vars(self)))

    @property
    def names_piles(self) -> bool:
        """If a pile is one of its parts."""
        return PILE in self.parts

    @classmethod
    def form(cls) -> str:
        """``on=CARD:PILE``."""
        return f"{cls.name}={':'.join(part.word for part in cls.parts)}"

    @classmethod
    def read(cls: type[S], subject: str, sign: str, value: str) -> S:
        """The parts, divided by a colon."""
        words = [word.strip() for word in value.split(":", len(cls.parts) - 1)]
        if subject or sign != "=" or len(words) < len(cls.parts) or not all(words):
            raise misread(cls, subject, sign, value)
        made: type[Any] = cls
        return made(*(part.read(word) for part, word in zip(cls.parts, words, strict=True)))  # type: ignore[no-any-return]

    def fitted(self: S, position: Position) -> S:
        """Each part as this table names it."""
        fields = zip(self.parts, vars(self).items(), strict=True)
        return replace(self, **{name: part.fitted(position, value, self.text) for part, (name, value) in fields})


S = TypeVar("S", bound=Stated)


@dataclass(frozen=True)
class AtPlace(Stated):
    """A card at a certain place of the line."""

    card: Card

    parts = (CARD,)
    orders_cards = True

    def claims(self, position: Position) -> Iterator[Claim]:
        """The place of the card in the line, from 1; and that there is just one card at each place."""
        place, index = self.place(position), position.rules.card_indices[self.card]
        yield Claim(("card at", place), index, index)
        yield Claim(("place", self.card), place, place)

    def place(self, position: Position) -> int:
        """The place that the card must have."""
        raise NotImplementedError


class First(AtPlace):
    """The first card of all."""

    name = "first"
    says = Words("this card is laid first of all", "diese Karte wird als allererste gelegt")
    said = Words("the {card} comes first", "die {card} kommt zuerst")

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


class Last(AtPlace):
    """The last card of all."""

    name = "last"
    says = Words("this card is laid last of all", "diese Karte wird als allerletzte gelegt")
    said = Words("the {card} comes last", "die {card} kommt zuletzt")

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
class On(Stated):
    """A card goes on a certain pile."""

    card: Card
    pile: str

    name = "on"
    parts = (CARD, PILE)
    says = Words("this card is laid on this pile", "diese Karte wird auf diesen Stapel gelegt")
    said = Words("the {card} goes on {pile}", "die {card} kommt auf {pile}")

    def claims(self, position: Position) -> Iterator[Claim]:
        """Which pile, and that it gets a card."""
        at = position.rules.pile_index(self.pile)
        yield Claim(("pile of", self.card), at, at)
        yield Claim((Cards.name, self.pile), 1, MOST)

    def is_kept(self, told: ToldLine) -> bool:
        """Look where it was laid."""
        return any(lay.card == self.card and lay.pile == self.pile for lay in told.lays)

    def laid(self, lay: Lay) -> Condition | bool:
        """The card itself decides."""
        return self if lay.card != self.card else lay.pile == self.pile

    def post(self, asked: Asked) -> None:
        """It is one of the pile's cards."""
        asked.on(self.card, self.pile)


@dataclass(frozen=True)
class Before(Stated):
    """A card comes before another one."""

    card: Card
    later: Card

    name = "before"
    parts = (CARD, CARD)
    says = Words("the first card is laid before the second", "die erste Karte wird vor der zweiten gelegt")
    said = Words("the {card} before the {later}", "die {card} vor der {later}")
    orders_cards = True

    def fitted(self, position: Position) -> Before:
        """Two different cards."""
        if self.card == self.later:
            raise DoesNotAddUp(f"{self.text}: a card does not come before itself")
        return super().fitted(position)

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


@dataclass(frozen=True)
class InTurn(Stated):
    """A card is laid in a certain turn, counted from the position."""

    card: Card
    number: int

    name = "turn"
    parts = (CARD, TURN)
    says = Words("this card is laid in the N-th turn", "diese Karte wird im N-ten Zug gelegt")
    said = Words("the {card} in turn {number}", "die {card} im {number}. Zug")
    counts_turns = True

    def claims(self, position: Position) -> Iterator[Claim]:
        """Which turn; there are as many."""
        yield Claim(("turn of", self.card), self.number, self.number)
        yield Claim(("turn of", self.card), 1, position.cards_left)
        yield Claim((TurnCount.name, ""), self.number, MOST)

    def is_kept(self, told: ToldLine) -> bool:
        """Look in that turn."""
        return any(lay.card == self.card for lays, _ in told.turns[self.number - 1 : self.number] for lay in lays)

    def laid(self, lay: Lay) -> Condition | bool:
        """The card itself decides."""
        return self if lay.card != self.card else self.number == 1

    def ended(self, end: End) -> Condition | bool:
        """One turn less to go."""
        return False if self.number == 1 else replace(self, number=self.number - 1)

    def post(self, asked: Asked) -> None:
        """So many turns have ended before it."""
        asked.in_turn(self.card, self.number)


@dataclass(frozen=True)
class Untouched(Stated):
    """Nothing is laid on a pile."""

    pile: str

    name = "untouched"
    parts = (PILE,)
    says = Words("nothing is laid on this pile", "auf diesen Stapel wird nichts gelegt")
    said = Words("{pile} stays untouched", "{pile} bleibt unberührt")

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


@dataclass(frozen=True)
class EndsAt(Stated):
    """A pile shows a card when all are laid; it may be the one that it shows already."""

    pile: str
    card: Card

    name = "ends"
    parts = (PILE, CARD)
    says = Words("this pile shows this card at the end", "dieser Stapel zeigt am Ende diese Karte")
    said = Words("{pile} ends at the {card}", "{pile} endet mit der {card}")

    def fitted(self, position: Position) -> EndsAt:
        """A pile of this table, and a card that it shows or that is still to be laid."""
        pile = PILE.fitted(position, self.pile, self.text)
        if position.tops[position.rules.pile_index(pile)] == self.card:
            return replace(self, pile=pile)
        return super().fitted(position)

    def claims(self, position: Position) -> Iterator[Claim]:
        """Which pile the card is on, which card the pile shows; and whether the pile gets any."""
        at, index = position.rules.pile_index(self.pile), position.rules.card_indices[self.card]
        shows = position.tops[at] == self.card
        yield Claim(("pile of", self.card), at, at)
        yield Claim(("end of", self.pile), index, index)
        yield Claim((Cards.name, self.pile), 0 if shows else 1, 0 if shows else MOST)

    def is_kept(self, told: ToldLine) -> bool:
        """The last card on the pile; where there is none, what it shows was never covered."""
        mine = [lay for lay in told.lays if lay.pile == self.pile]
        laid = any(lay.card == self.card for lay in told.lays)
        return mine[-1].card == self.card if mine else not laid

    def laid(self, lay: Lay) -> Condition | bool:
        """Covered, or laid elsewhere, it is gone."""
        gone = lay.covered == self.card or (lay.card == self.card and lay.pile != self.pile)
        return False if gone else self

    def post(self, asked: Asked) -> None:
        """It is on the pile, and never covered."""
        asked.on(self.card, self.pile)
        asked.never_covered(self.card)


@dataclass(frozen=True)
class Ender(Stated):
    """Who lays the last card of all."""

    player: str

    name = "ender"
    parts = (PLAYER,)
    says = Words("this player lays the last card", "diese Person legt die letzte Karte")
    said = Words("player {player} lays the last card", "Spieler {player} legt die letzte Karte")

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
