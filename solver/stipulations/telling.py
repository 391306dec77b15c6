"""A line of play told card by card, as conditions look at it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.cards import Card
from solver.rules.follow import follows_plainly
from solver.rules.game import Player, Rules
from solver.rules.turns import Tops
from solver.table.line import Turn
from solver.table.position import Position


@dataclass(frozen=True, slots=True)
class Lay:
    """A card laid: on which pile, over what, by whom, and how many cards are left then."""

    card: Card
    pile: str
    covered: Card | None
    trick: bool
    player: Player
    number: int  # among the cards of its turn, from 1
    left: int


@dataclass(frozen=True, slots=True)
class End:
    """A turn that ends after so many cards, with these commands visible."""

    length: int
    shows: frozenset[str]


@dataclass(frozen=True)
class ToldLine:
    """A whole line: its turns, each with its cards and its end."""

    turns: tuple[tuple[tuple[Lay, ...], End], ...]

    @property
    def lays(self) -> list[Lay]:
        """Every card in the order of play."""
        return [lay for lays, _ in self.turns for lay in lays]


def told(position: Position, line: Sequence[Turn]) -> ToldLine:
    """A legal line, told."""
    turns = []
    for turn in line:
        turns.append(told_turn(position, turn))
        position = Position.after(position, turn)
    return ToldLine(tuple(turns))


def told_turn(position: Position, turn: Turn) -> tuple[tuple[Lay, ...], End]:
    """One legal turn, told."""
    tops, lays = list(position.tops), list[Lay]()
    for number, play in enumerate(turn.plays, start=1):
        pile = position.rules.pile_index(play.pile)
        left = position.cards_left - number
        lays.append(laying(position.rules, position.to_move, tops[pile], play.card, pile, number, left))
        tops[pile] = play.card
    return tuple(lays), End(len(lays), shown(position.rules, tuple(tops)))


def laying(rules: Rules, seat: int, top: Card | None, card: Card, pile: int, number: int, left: int) -> Lay:
    """A card that a seat lays on a top, as this number of its turn; so many cards are left then."""
    where = rules.piles[pile]
    trick = not follows_plainly(where.direction, top, card)
    return Lay(card, where.name, top, trick, rules.player_names[seat], number, left)


def shown(rules: Rules, tops: Tops) -> frozenset[str]:
    """The names of the commands on top of the piles."""
    if not rules.commands:
        return frozenset()
    return frozenset(command.name for command in map(rules.command, tops) if command is not None)
