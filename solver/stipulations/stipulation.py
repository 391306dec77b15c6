"""Stipulations: what a win must be like, as conditions in one line of text.

>>> from solver.notation.source import load
>>> position = load("quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1")
>>> asked = stipulation_of("last = s1; tricks<=1", position)
>>> str(asked), asked.words.en
('last=s1; tricks<=1', 'the s1 comes last; with at most 1 backwards trick')
>>> stipulation_of(str(asked), position) == asked
True
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.rules.commands import Words
from solver.stipulations.amounts import Cards, Lays, Length, Shown, Tricks, TurnCount
from solver.stipulations.condition import Claim, Condition
from solver.stipulations.stated import Before, Ender, EndsAt, First, InTurn, Last, On, Untouched
from solver.stipulations.telling import End, Lay, told, told_turn
from solver.table.line import Turn
from solver.table.position import Position

KINDS: tuple[type[Condition], ...] = (
    *(Tricks, First, Last, On, Before, InTurn, Untouched, Cards, EndsAt),
    *(TurnCount, Length, Ender, Lays, Shown),
)
NAMED: Mapping[str, type[Condition]] = {kind.name: kind for kind in KINDS}
MOST_CONDITIONS = 20
_CONDITION = re.compile(r"([a-z]+)\s*(?::\s*([A-Za-z0-9.-]+?))?\s*(<=|>=|=)\s*(\S.*)", re.ASCII)


@dataclass(frozen=True)
class Stipulation:
    """Conditions that all have to be met by a win; none at all is met by every one."""

    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        """As it is written; reads back."""
        return "; ".join(condition.text for condition in self.conditions)

    @property
    def words(self) -> Words:
        """In English and German."""
        said = [condition.words for condition in self.conditions]
        return Words("; ".join(words.en for words in said), "; ".join(words.de for words in said))

    # --- what engines may fold

    @property
    def names_piles(self) -> bool:
        """Are like piles told apart?"""
        return any(condition.names_piles for condition in self.conditions)

    @property
    def orders_cards(self) -> bool:
        """Does the order of cards on different piles within a turn matter?"""
        return any(condition.orders_cards for condition in self.conditions)

    @property
    def counts_turns(self) -> bool:
        """Does it matter where turns end?"""
        return any(condition.counts_turns for condition in self.conditions)

    # --- the referee

    def broken_by(self, position: Position, line: Sequence[Turn]) -> Condition | None:
        """The first condition that a legal line that wins does not meet, if there is one."""
        if not line:
            return None
        whole = told(position, line)
        return next((condition for condition in self.conditions if not condition.is_kept(whole)), None)

    # --- what is left on the way

    def laid(self, lay: Lay) -> Stipulation | None:
        """What is left once a card is laid; None: it cannot be met any more."""
        return self._left([condition.laid(lay) for condition in self.conditions])

    def ended(self, end: End) -> Stipulation | None:
        """What is left once a turn has ended; None: it cannot be met any more."""
        return self._left([condition.ended(end) for condition in self.conditions])

    def after(self, position: Position, turn: Turn) -> Stipulation | None:
        """What is left after a legal turn of a position; None: it cannot be met any more."""
        lays, end = told_turn(position, turn)
        left: Stipulation | None = self
        for lay in lays:
            left = None if left is None else left.laid(lay)
        return None if left is None else left.ended(end)

    @property
    def is_met(self) -> bool:
        """Is it met when every card is laid?"""
        return all(condition.is_met for condition in self.conditions)

    def _left(self, parts: list[Condition | bool]) -> Stipulation | None:
        if any(part is False for part in parts):
            return None
        left = tuple(part for part in parts if not isinstance(part, bool))
        return self if left == self.conditions else Stipulation(left)


def parse_stipulation(text: str) -> Stipulation:
    """Read conditions divided by semicolons; whether they fit a table is asked by ``fitted``."""
    parts = [part.strip() for part in text.replace("\n", ";").split(";") if part.strip()]
    if not parts:
        raise Unreadable("the stipulation is empty: write conditions such as tricks<=1; last=37")
    if len(parts) > MOST_CONDITIONS:
        raise Unreadable(f"{len(parts)} conditions: at most {MOST_CONDITIONS} can be asked together")
    return Stipulation(tuple(map(parse_condition, parts)))


def parse_condition(text: str) -> Condition:
    """Read one condition."""
    match = _CONDITION.fullmatch(text)
    kind = NAMED.get(match[1]) if match else None
    if match is None or kind is None:
        raise Unreadable(f"{quoted(text)} is not a condition: write one of {', '.join(kind.form() for kind in KINDS)}")
    return kind.read(match[2] or "", match[3], match[4].strip())


def fitted(stipulation: Stipulation, position: Position) -> Stipulation:
    """The stipulation in the names of a table; misfits and contradictions are refused by name."""
    rules = position.rules
    if None not in rules.deck_owners:
        raise DoesNotAddUp(f"{stipulation}: stipulations are for the team games, not for {rules.game.name}")
    conditions = tuple(condition.fitted(position) for condition in stipulation.conditions)
    for condition in conditions:
        refuse_impossible(condition, position)
    for one, other in combinations(conditions, 2):
        refuse_contradiction(one, other, position)
    return Stipulation(conditions)


def stipulation_of(source: str | Stipulation, position: Position) -> Stipulation:
    """Read and fit."""
    return fitted(parse_stipulation(source) if isinstance(source, str) else source, position)


def asked_of(source: str | Stipulation | None, position: Position) -> Stipulation | None:
    """The same where something may be asked, or nothing."""
    return None if source is None else stipulation_of(source, position)


def refuse_impossible(condition: Condition, position: Position) -> None:
    """What no line of so many cards could meet."""
    claims = list(condition.claims(position))
    if any(disjoint(one, other) for one, other in combinations(claims, 2)):
        raise DoesNotAddUp(f"{condition.text}: {position.cards_left} cards are left, so that is impossible")


def refuse_contradiction(one: Condition, other: Condition, position: Position) -> None:
    """Two conditions that no line can meet together."""
    for claim in one.claims(position):
        if any(disjoint(claim, against) for against in other.claims(position)):
            raise DoesNotAddUp(f"{one.text} and {other.text} contradict each other")


def disjoint(one: Claim, other: Claim) -> bool:
    """Do two claims speak of the same thing, and share no number?"""
    return one.subject == other.subject and (one.least > other.most or other.least > one.most)
