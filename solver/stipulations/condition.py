"""What every condition on a win is; the kinds are in ``amounts`` and ``stated``, one class each.

A condition knows its text, its words in English and German, what it claims (so that contradictions are found before
anybody searches), its check of a whole line, what is left of it after a card or a turn (the filter of a depth-first
search, and how a puzzle is followed while it is solved), and its constraint for CP-SAT.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from solver.cards import Card
from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.rules.commands import Words
from solver.stipulations.telling import End, Lay, ToldLine
from solver.table.line import parse_player
from solver.table.position import Position

if TYPE_CHECKING:
    from solver.search.cpsat.stipulated import Asked

MOST = 999  # the largest number that a condition may name
_NUMBER = re.compile(r"0|[1-9]\d{0,2}", re.ASCII)


class Claim(NamedTuple):
    """Something countable lies between two numbers.  Two claims on one subject that share no number contradict."""

    subject: tuple[object, ...]
    least: int
    most: int


C = TypeVar("C", bound="Condition")


@dataclass(frozen=True)
class Condition:
    """What a win must be like."""

    name: ClassVar[str]
    says: ClassVar[Words]  # what it asks, for the list of conditions
    orders_cards: ClassVar[bool] = False  # does the order of cards on different piles of one turn matter to it?
    counts_turns: ClassVar[bool] = False  # does it matter to it where turns end?

    @property
    def names_piles(self) -> bool:
        """Does it tell like piles apart?"""
        return False

    @property
    def text(self) -> str:
        """As it is written; reads back."""
        raise NotImplementedError

    @property
    def words(self) -> Words:
        """What it asks, in English and German."""
        raise NotImplementedError

    @classmethod
    def form(cls) -> str:
        """How it is written."""
        raise NotImplementedError

    @classmethod
    def read(cls: type[C], subject: str, sign: str, value: str) -> C:
        """Read ``name:subject sign value``."""
        raise NotImplementedError

    def fitted(self: C, position: Position) -> C:
        """The condition in the names of this table; what does not fit is refused by name."""
        return self

    def claims(self, position: Position) -> Iterator[Claim]:
        """What it says of things that can be counted."""
        yield from ()

    def is_kept(self, told: ToldLine) -> bool:
        """Does a whole line that wins keep it?  For the referee."""
        raise NotImplementedError

    def laid(self, lay: Lay) -> Condition | bool:
        """What is left of it once a card is laid: itself or a lesser one; True, met for good; False, broken."""
        return self

    def ended(self, end: End) -> Condition | bool:
        """What is left of it once a turn has ended."""
        return self

    @property
    def is_met(self) -> bool:
        """Is it met, if every card is laid and it is not broken so far?"""
        return True

    def post(self, asked: Asked) -> None:
        """Its constraint for CP-SAT."""
        raise NotImplementedError


# --- what stands behind a colon or a sign


def misread(kind: type[Condition], subject: str, sign: str, value: str) -> Unreadable:
    """What is said of a condition that is not written as it should be."""
    text = f"{kind.name}{':' if subject else ''}{subject}{sign}{value}"
    return Unreadable(f"{quoted(text)}: write {kind.form()}")


def read_number(text: str) -> int:
    """A number that is not absurd."""
    if not _NUMBER.fullmatch(text):
        raise Unreadable(f"{quoted(text)} is not a number from 0 to {MOST}")
    return int(text)


def read_turn(text: str) -> int:
    """A number of a turn."""
    if not (number := read_number(text)):
        raise DoesNotAddUp(f"turn=…:{text}: turns are counted from 1")
    return number


def pile_named(position: Position, name: str) -> str:
    """A pile by its full name."""
    return position.rules.piles[position.rules.pile_index(name)].name


def player_named(position: Position, name: str) -> str:
    """A player at this table."""
    return str(position.rules.player_names[position.rules.seat(parse_player(name))])


def command_named(position: Position, name: str) -> str:
    """A command of this game."""
    known = [command.name for command in position.rules.game.vocabulary]
    if name not in known:
        has = f"its commands are {' '.join(known)}" if known else "its cards carry none"
        raise DoesNotAddUp(f"{quoted(name)} is not a command of {position.rules.game.name}; {has}")
    return name


def still_to_lay(position: Position, card: Card) -> Card:
    """A condition on a card is on one that is still to be laid."""
    if card not in position.rules.card_indices:
        cards = position.rules.cards
        raise DoesNotAddUp(f"card {card} is not in this game ({cards[0]} to {cards[-1]})")
    if not any(card in held for held in (*position.hands, *(pile.cards for pile in position.draws))):
        raise DoesNotAddUp(f"card {card} is laid already")
    return card


class Part(NamedTuple):
    """A card, a pile, …: its word in a form, how it is read, and how a table names (or refuses) it."""

    word: str
    read: Callable[[str], Any]
    named: Callable[[Position, Any], Any]

    def fitted(self, position: Position, value: Any, text: str) -> Any:
        """As the table names it; where it does not fit, the whole condition is named."""
        try:
            return self.named(position, value)
        except DoesNotAddUp as misfit:
            raise DoesNotAddUp(f"{text}: {misfit}") from None


CARD = Part("CARD", Card.parse, still_to_lay)
PILE = Part("PILE", str, pile_named)
PLAYER = Part("PLAYER", str, player_named)
COMMAND = Part("COMMAND", str, command_named)
TURN = Part("N", read_turn, lambda _, number: number)
