"""A deal: the whole deck in order, top card first; and the numbered deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from solver.cards import Card
from solver.errors import DoesNotAddUp
from solver.rules.commands import EXTREME
from solver.rules.game import Rules
from solver.rules.games import game_named
from solver.shown import as_text
from solver.table.position import DrawPile, Position, distinct_cards
from solver.table.shuffle import COMMAND_MAP, DECK, GREATEST_NUMBER, SECOND_DECK, shuffled

CARDS_PER_COMMAND = 4


@dataclass(frozen=True, repr=False)
class Deal:
    """Rules and a full deck (two in Face to Face, A's first)."""

    rules: Rules
    decks: tuple[tuple[Card, ...], ...]
    to_move: int = 0

    def __post_init__(self) -> None:
        names = self.rules.called("the deck")
        if len(self.decks) != len(names):
            raise DoesNotAddUp(f"{len(self.decks)} decks given where {self.rules.game.name} needs {len(names)}")
        for name, deck in zip(names, self.decks, strict=True):
            refuse_wrong_deck(name, deck, self.rules)

    def __repr__(self) -> str:
        return f"load({as_text(self)!r})"

    def position(self) -> Position:
        """The table once the hands are dealt, in blocks from the top, player 1 first."""
        rules, size = self.rules, self.rules.hand
        hands, left = list[tuple[Card, ...]](), list(self.decks)
        for deck in map(rules.deck_of, range(rules.players)):
            hands.append(left[deck][:size])
            left[deck] = left[deck][size:]
        return Position(rules, (None,) * len(rules.piles), tuple(hands), tuple(map(DrawPile, left)), self.to_move)


def refuse_wrong_deck(name: str, deck: tuple[Card, ...], rules: Rules) -> None:
    """A deck holds each card of the game once."""
    if missing := sorted(set(rules.cards) - distinct_cards([(name, deck)], rules)):
        others = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
        given = f"{len(deck)} of {len(rules.cards)} cards given"
        raise DoesNotAddUp(f"card {missing[0]} is missing from {name}{others}: {given}")


def refuse_impossible_number(number: int) -> None:
    """Deals are numbered from 1."""
    if not 1 <= number <= GREATEST_NUMBER:
        raise DoesNotAddUp(f"deal {number}: deals are numbered 1 to {GREATEST_NUMBER}")


def random_commands(cards: tuple[Card, ...], number: int) -> dict[Card, str]:
    """A command map by number: four cards for each command, as docs/deals.md lays down."""
    order = shuffled(cards, number, COMMAND_MAP)
    return {
        card: command.name
        for index, command in enumerate(EXTREME)
        for card in order[index * CARDS_PER_COMMAND : (index + 1) * CARDS_PER_COMMAND]
    }


def deal(
    game: str,
    players: int | None = None,
    number: int = 1,
    rules: Mapping[str, int | None] | None = None,
    commands: Mapping[Card, str] | Literal["random"] | None = None,
) -> Deal:
    """Deal ``number`` of a game.

    The deck depends on the cards of the game and the number only: the same deck for every number of players and every
    hand size, so that they can be compared on it.

    >>> deal("quick-and-easy", 1, 1).position().hands
    ((Card(number=2, colour='r'), Card(number=8, colour='r')),)
    """
    refuse_impossible_number(number)
    declared = game_named(game)
    seats = declared.sides.least_players if players is None else players
    settled = Rules.of(declared, seats, rules)
    if commands is not None:
        chosen = random_commands(settled.cards, number) if commands == "random" else commands
        settled = Rules.of(declared, seats, rules, chosen)
    streams = (DECK, SECOND_DECK)[: len(settled.deck_owners)]
    return Deal(settled, tuple(shuffled(settled.cards, number, stream) for stream in streams))
