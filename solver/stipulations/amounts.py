"""Conditions that count something: ``tricks<=1``, ``cards:up1=3``, ``turns<=4``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, TypeVar

from solver.errors import DoesNotAddUp, quoted
from solver.rules.commands import COMMANDS, Words
from solver.stipulations.condition import MOST, Claim, Condition, misread, pile_named, player_named, read_number
from solver.stipulations.telling import End, Lay, ToldLine
from solver.table.position import Position

if TYPE_CHECKING:
    from solver.search.cpsat.stipulated import Asked


@dataclass(frozen=True)
class Amount(Condition):
    """Something is counted: ``name=N``, ``name<=N``, ``name>=N``, of a pile, a player or a command if need be."""

    of: str = ""
    least: int = 0
    most: int | None = None

    needs_subject: ClassVar[bool] = False
    may_have_subject: ClassVar[bool] = False
    fewest: ClassVar[int] = 0  # that can be asked for

    @property
    def text(self) -> str:
        """``tricks:up1<=2``."""
        name = f"{self.name}:{self.of}" if self.of else self.name
        if self.least == self.most:
            return f"{name}={self.least}"
        return f"{name}>={self.least}" if self.most is None else f"{name}<={self.most}"

    @classmethod
    def read(cls: type[A], subject: str, sign: str, value: str) -> A:
        """The number, and what is counted."""
        if (cls.needs_subject and not subject) or (subject and not (cls.needs_subject or cls.may_have_subject)):
            raise misread(cls, f"{cls.name}{':' if subject else ''}{subject}{sign}{value}")
        number = read_number(value)
        if number < cls.fewest and sign != ">=":
            raise DoesNotAddUp(f"{cls.name}{sign}{value}: there is at least {cls.fewest}")
        least = 0 if sign == "<=" else number
        return cls(subject, least, None if sign == ">=" else number)

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
        total = sum(map(self.counted, told.lays)) + sum(self.counted_at_end(end) for _, end in told.turns)
        return self.least <= total and (self.most is None or total <= self.most)

    def claims(self, position: Position) -> Iterator[Claim]:
        """The number itself, and what is possible at all."""
        yield Claim((self.name, self.of), self.least, MOST if self.most is None else self.most)
        yield Claim((self.name, self.of), self.fewest, position.cards_left)

    def say(self, one: Words, many: Words) -> Words:
        """``at most 2 tricks``, in both languages."""
        number = self.least if self.most is None else self.most
        how = {0: ("exactly", "genau"), 1: ("at most", "höchstens"), 2: ("at least", "mindestens")}
        en, de = how[0 if self.least == self.most else 2 if self.most is None else 1]
        noun = one if number == 1 else many
        return Words(f"{en} {number} {noun.en}", f"{de} {number} {noun.de}")


A = TypeVar("A", bound=Amount)


class OfPile(Amount):
    """Something that is counted on a pile."""

    @property
    def names_piles(self) -> bool:
        """If it is of one pile."""
        return bool(self.of)

    def fitted(self: A, position: Position) -> A:
        """The pile by its full name."""
        return replace(self, of=pile_named(position, self.of)) if self.of else self


class Tricks(OfPile):
    """Backwards tricks: a card that is laid where it follows by the trick only."""

    name = "tricks"
    form = "tricks<=N or tricks:PILE<=N"
    says = Words("backwards tricks, of all piles or of one", "Rückwärtstricks, auf allen Stapeln oder auf einem")
    may_have_subject = True

    @property
    def words(self) -> Words:
        """Without any, or so many."""
        where = Words(f" on {self.of}", f" auf {self.of}") if self.of else Words("", "")
        if self.most == 0:
            return Words(f"without a backwards trick{where.en}", f"ohne Rückwärtstrick{where.de}")
        said = self.say(Words("backwards trick", "Rückwärtstrick"), Words("backwards tricks", "Rückwärtstricks"))
        return Words(f"with {said.en}{where.en}", f"mit {said.de}{where.de}")

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

    def post(self, asked: Asked) -> None:
        """Count the places with a trick."""
        asked.between(asked.tricks_on(self.of) if self.of else asked.tricks, self.least, self.most)


class Cards(OfPile):
    """Cards that are laid on a pile."""

    name = "cards"
    form = "cards:PILE<=N"
    says = Words("cards laid on a pile", "Karten, die auf einen Stapel gelegt werden")
    needs_subject = True

    @property
    def words(self) -> Words:
        """So many on this pile."""
        said = self.say(Words("card", "Karte"), Words("cards", "Karten"))
        return Words(f"{said.en} on {self.of}", f"{said.de} auf {self.of}")

    def counted(self, lay: Lay) -> int:
        """A card on this pile."""
        return int(lay.pile == self.of)

    def post(self, asked: Asked) -> None:
        """Count the places on the pile."""
        asked.between(asked.on_pile(self.of), self.least, self.most)


class TurnCount(Amount):
    """The turns of everybody."""

    name = "turns"
    form = "turns<=N"
    says = Words("turns that the win takes", "Züge bis zum Sieg")
    counts_turns = True
    fewest = 1

    @property
    def words(self) -> Words:
        """In so many turns."""
        said = self.say(Words("turn", "Zug"), Words("turns", "Zügen"))
        return Words(f"in {said.en}", f"in {said.de}")

    def counted_at_end(self, end: End) -> int:
        """Every turn."""
        return 1

    def post(self, asked: Asked) -> None:
        """Count the ends of turns."""
        asked.between(asked.ends, self.least, self.most)


class Length(Amount):
    """The cards of each single turn."""

    name = "length"
    form = "length<=N"
    says = Words("cards in every single turn", "Karten in jedem einzelnen Zug")
    counts_turns = True
    fewest = 1

    @property
    def words(self) -> Words:
        """Every turn lays so many."""
        said = self.say(Words("card", "Karte"), Words("cards", "Karten"))
        return Words(f"{said.en} in every turn", f"{said.de} in jedem Zug")

    def fits(self, length: int) -> bool:
        """Is this a turn of such a length?"""
        return self.least <= length and (self.most is None or length <= self.most)

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


class Lays(Amount):
    """Cards that one player lays."""

    name = "lays"
    form = "lays:PLAYER<=N"
    says = Words("cards that a player lays", "Karten, die jemand legt")
    needs_subject = True

    @property
    def words(self) -> Words:
        """This player lays so many."""
        said = self.say(Words("card", "Karte"), Words("cards", "Karten"))
        return Words(f"player {self.of} lays {said.en}", f"Spieler {self.of} legt {said.de}")

    def fitted(self, position: Position) -> Lays:
        """A player at this table."""
        return replace(self, of=str(player_named(position, self.of)))

    def counted(self, lay: Lay) -> int:
        """A card of this player."""
        return int(str(lay.player) == self.of)

    def post(self, asked: Asked) -> None:
        """Count the player's places."""
        asked.between(asked.laid_by(self.of), self.least, self.most)


class Shown(Amount):
    """TurnCount that end with a command (or fire) visible."""

    name = "shown"
    form = "shown:COMMAND<=N"
    says = Words("turns that end with a command visible", "Züge, an deren Ende ein Kommando offen liegt")
    needs_subject = True
    counts_turns = True

    @property
    def words(self) -> Words:
        """So many turns end so."""
        title = COMMANDS[self.of].title
        one, many = Words("turn ends", "Zug endet"), Words("turns end", "Züge enden")
        if self.most == 0:
            return Words(f"no turn ends with {title.en} visible", f"kein Zug endet mit offenem „{title.de}“")
        said = self.say(one, many)
        return Words(f"{said.en} with {title.en} visible", f"{said.de} mit offenem „{title.de}“")

    def fitted(self, position: Position) -> Shown:
        """A command of this game."""
        known = [command.name for command in position.rules.game.vocabulary]
        if self.of not in known:
            has = f"its commands are {' '.join(known)}" if known else "its cards carry none"
            raise DoesNotAddUp(f"{self.text}: {quoted(self.of)} is not a command of {position.rules.game.name}; {has}")
        return self

    def counted_at_end(self, end: End) -> int:
        """A turn that ends so."""
        return int(self.of in end.shows)

    def post(self, asked: Asked) -> None:
        """Count the ends at which it is visible."""
        asked.between(asked.ends_showing(self.of), self.least, self.most)
