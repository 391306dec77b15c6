"""Conditions that count something: ``tricks<=1``, ``cards:up1=3``, ``turns<=4``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, TypeVar

from solver.errors import DoesNotAddUp
from solver.rules.commands import COMMANDS, Words
from solver.stipulations.condition import COMMAND, MOST, PILE, PLAYER, Claim, Condition, Part, misread, read_number
from solver.stipulations.telling import End, Lay, ToldLine
from solver.table.position import Position

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import IntVar

    from solver.search.cpsat.stipulated import Asked


@dataclass(frozen=True)
class Amount(Condition):
    """Something is counted: ``name=N``, ``name<=N``, ``name>=N``, of a pile, a player or a command if need be."""

    of: str = ""
    least: int = 0
    most: int | None = None

    subject: ClassVar[Part | None] = None  # what it is counted of
    needs_subject: ClassVar[bool] = False
    fewest: ClassVar[int] = 0  # that can be asked for
    said: ClassVar[Words]  # {n} being how many, {of} of what
    said_of_none: ClassVar[Words | None] = None
    one: ClassVar[Words] = Words("card", "Karte")
    many: ClassVar[Words] = Words("cards", "Karten")

    @property
    def text(self) -> str:
        """``tricks:up1<=2``."""
        name = f"{self.name}:{self.of}" if self.of else self.name
        if self.least == self.most:
            return f"{name}={self.least}"
        return f"{name}>={self.least}" if self.most is None else f"{name}<={self.most}"

    @property
    def words(self) -> Words:
        """``at most 2 tricks``, in both languages."""
        number = self.least if self.most is None else self.most
        how = {0: ("exactly", "genau"), 1: ("at most", "höchstens"), 2: ("at least", "mindestens")}
        en, de = how[0 if self.least == self.most else 2 if self.most is None else 1]
        noun, of = self.one if number == 1 else self.many, self.of_words
        said = self.said_of_none if self.most == 0 and self.said_of_none is not None else self.said
        return Words(
            said.en.format(n=f"{en} {number} {noun.en}", of=of.en),
            said.de.format(n=f"{de} {number} {noun.de}", of=of.de),
        )

    @property
    def of_words(self) -> Words:
        """Of what; of a pile, on it."""
        if self.subject is PILE:
            return Words(f" on {self.of}", f" auf {self.of}") if self.of else Words("", "")
        return Words(self.of, self.of)

    @property
    def names_piles(self) -> bool:
        """If it is of one pile."""
        return self.subject is PILE and bool(self.of)

    @classmethod
    def form(cls) -> str:
        """``tricks<=N or tricks:PILE<=N``."""
        forms = [] if cls.needs_subject else [f"{cls.name}<=N"]
        return " or ".join([*forms, *([f"{cls.name}:{cls.subject.word}<=N"] if cls.subject else [])])

    @classmethod
    def read(cls: type[A], subject: str, sign: str, value: str) -> A:
        """The number, and what is counted."""
        if (cls.needs_subject and not subject) or (subject and cls.subject is None):
            raise misread(cls, subject, sign, value)
        number = read_number(value)
        if number < cls.fewest and sign != ">=":
            raise DoesNotAddUp(f"{cls.name}{sign}{value}: there is at least {cls.fewest}")
        least = 0 if sign == "<=" else number
        return cls(subject, least, None if sign == ">=" else number)

    def fitted(self: A, position: Position) -> A:
        """The pile, player or command by its full name."""
        return replace(self, of=self.subject.fitted(position, self.of, self.text)) if self.subject and self.of else self

    def fits(self, number: int) -> bool:
        """Is this as many as is asked?"""
        return self.least <= number and (self.most is None or number <= self.most)

    def counted(self, lay: Lay) -> int:
        """How much a card adds."""
        return 0

    def counted_at_end(self, end: End) -> int:
        """How much the end of a turn adds."""
        return 0

    def laid(self, lay: Lay) -> Condition | bool:
        """Less is left to be counted."""
        return self.without(self.counted(lay))

    def ended(self, end: End) -> Condition | bool:
        """Less is left to be counted."""
        return self.without(self.counted_at_end(end))

    def without(self, number: int) -> Condition | bool:
        """The same when so many of them are counted already."""
        if not number:
            return self
        if self.most is not None and number > self.most:
            return False
        most = None if self.most is None else self.most - number
        return replace(self, least=max(self.least - number, 0), most=most)

    @property
    def is_met(self) -> bool:
        """Nothing is missing."""
        return self.least == 0

    def is_kept(self, told: ToldLine) -> bool:
        """Count the whole line."""
        return self.fits(sum(map(self.counted, told.lays)) + sum(self.counted_at_end(end) for _, end in told.turns))

    def claims(self, position: Position) -> Iterator[Claim]:
        """The number itself, and what is possible at all."""
        yield Claim((self.name, self.of), self.least, MOST if self.most is None else self.most)
        yield Claim((self.name, self.of), self.fewest, position.cards_left)

    def post(self, asked: Asked) -> None:
        """Count the places."""
        asked.between(self.places(asked), self.least, self.most)

    def places(self, asked: Asked) -> Sequence[IntVar]:
        """For each place of the model: does it count?"""
        raise NotImplementedError


A = TypeVar("A", bound=Amount)


class Tricks(Amount):
    """Backwards tricks: a card that is laid where it follows by the trick only."""

    name = "tricks"
    says = Words("backwards tricks, of all piles or of one", "Rückwärtstricks, auf allen Stapeln oder auf einem")
    said = Words("with {n}{of}", "mit {n}{of}")
    said_of_none = Words("without a backwards trick{of}", "ohne Rückwärtstrick{of}")
    one, many = Words("backwards trick", "Rückwärtstrick"), Words("backwards tricks", "Rückwärtstricks")
    subject = PILE

    def fitted(self, position: Position) -> Tricks:
        """Only where there are tricks."""
        if not position.rules.trick and not position.rules.colours:
            raise DoesNotAddUp(f"{self.text}: these rules have no backwards trick (trick=0)")
        return super().fitted(position)

    def counted(self, lay: Lay) -> int:
        """A trick, on this pile or on any."""
        return int(lay.trick and self.of in ("", lay.pile))

    def claims(self, position: Position) -> Iterator[Claim]:
        """Those of a pile are cards on it, and tricks."""
        yield from super().claims(position)
        if self.of:
            yield Claim((self.name, ""), self.least, MOST)
            yield Claim((Cards.name, self.of), self.least, MOST)

    def places(self, asked: Asked) -> Sequence[IntVar]:
        """Those with a trick."""
        return asked.tricks_on(self.of) if self.of else asked.tricks


class Cards(Amount):
    """Cards that are laid on a pile."""

    name = "cards"
    says = Words("cards laid on a pile", "Karten, die auf einen Stapel gelegt werden")
    said = Words("{n}{of}", "{n}{of}")
    subject = PILE
    needs_subject = True

    def counted(self, lay: Lay) -> int:
        """A card on this pile."""
        return int(lay.pile == self.of)

    def places(self, asked: Asked) -> Sequence[IntVar]:
        """Those on the pile."""
        return asked.on_pile(self.of)


class Lays(Amount):
    """Cards that one player lays."""

    name = "lays"
    says = Words("cards that a player lays", "Karten, die jemand legt")
    said = Words("player {of} lays {n}", "Spieler {of} legt {n}")
    subject = PLAYER
    needs_subject = True

    def counted(self, lay: Lay) -> int:
        """A card of this player."""
        return int(str(lay.player) == self.of)

    def places(self, asked: Asked) -> Sequence[IntVar]:
        """The player's."""
        return asked.laid_by(self.of)


class TurnCount(Amount):
    """The turns of everybody."""

    name = "turns"
    says = Words("turns that the win takes", "Züge bis zum Sieg")
    said = Words("in {n}", "in {n}")
    one, many = Words("turn", "Zug"), Words("turns", "Zügen")
    counts_turns = True
    fewest = 1

    def counted_at_end(self, end: End) -> int:
        """Every turn."""
        return 1

    def places(self, asked: Asked) -> Sequence[IntVar]:
        """Those at which a turn ends."""
        return asked.ends


class Shown(Amount):
    """Turns that end with a command (or fire) visible."""

    name = "shown"
    says = Words("turns that end with a command visible", "Züge, an deren Ende ein Kommando offen liegt")
    said = Words("{n} with {of} visible", "{n} mit offenem „{of}“")
    said_of_none = Words("no turn ends with {of} visible", "kein Zug endet mit offenem „{of}“")
    one, many = Words("turn ends", "Zug endet"), Words("turns end", "Züge enden")
    subject = COMMAND
    needs_subject = True
    counts_turns = True

    @property
    def of_words(self) -> Words:
        """The command's title."""
        return COMMANDS[self.of].title

    def counted_at_end(self, end: End) -> int:
        """A turn that ends so."""
        return int(self.of in end.shows)

    def places(self, asked: Asked) -> Sequence[IntVar]:
        """Those at which a turn ends with it visible."""
        return asked.ends_showing(self.of)


class Length(Amount):
    """The cards of each single turn: nothing is counted from turn to turn."""

    name = "length"
    says = Words("cards in every single turn", "Karten in jedem einzelnen Zug")
    said = Words("{n} in every turn", "{n} in jedem Zug")
    counts_turns = True
    fewest = 1

    def laid(self, lay: Lay) -> Condition | bool:
        """A turn that is too long breaks it."""
        return self if self.most is None or lay.number <= self.most else False

    def ended(self, end: End) -> Condition | bool:
        """So does one that is too short."""
        return self if self.fits(end.length) else False

    @property
    def is_met(self) -> bool:
        """What is not broken is met."""
        return True

    def is_kept(self, told: ToldLine) -> bool:
        """Look at every turn."""
        return all(self.fits(end.length) for _, end in told.turns)

    def post(self, asked: Asked) -> None:
        """No turn is longer or shorter."""
        asked.turns_between(self.least, self.most)
