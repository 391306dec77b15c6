"""Tables to choose from: who begins, how the draw pile is stacked, which two cards change places.

An *option* is its text, as it is written in files and typed, and the position that it makes.  Options are told apart by
their literal text.  Two orders of a draw pile that deal the same cards in the same turns count as two: where both of
them are right, no single order is.

- *beginner*: every player who holds cards may be the one to begin;
- *order*: every order of the draw pile, next card first;
- *swap*: two cards that change places: in a team held by two different players, alone one held and one to be drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations, permutations, product
from typing import NamedTuple

from puzzles.tasks.kind import TaskKind
from solver.cards import Card, format_cards
from solver.errors import DoesNotAddUp, quoted
from solver.table.position import DrawPile, Position

MOST_STACKED = 6  # cards of a draw pile whose order is asked for: 720 orders


class Option(NamedTuple):
    """Something to choose: how it is written, and the table that it makes."""

    text: str
    position: Position


def options_of(position: Position, kind: TaskKind) -> tuple[Option, ...]:
    """Everything that there is to choose from, in a fixed order."""
    refuse_no_choice(position, kind)
    return tuple(LISTED[kind.option](position))


def option_named(position: Position, kind: TaskKind, text: str) -> Option:
    """The option that a text means: words around its cards or player, and the order of two that are swapped, are free.

    >>> from puzzles.tasks import kind_named
    >>> from solver import load
    >>> table = load("quick-and-easy/2 | up: r5 | down: g8 | 1: b3 g3 | 2: b1 y5")
    >>> option_named(table, kind_named("who-begins"), "player 2").text
    '2'
    """
    options = options_of(position, kind)
    meant = key_of(kind, text)
    for option in options:
        if key_of(kind, option.text) == meant:
            return option
    raise DoesNotAddUp(
        f"{quoted(text)} is not an answer to {kind.name}: write {FORMS[kind.option]}, {such_as(options)}"
    )


def such_as(options: tuple[Option, ...]) -> str:
    """An example of an answer."""
    return f"such as {options[0].text}"


def key_of(kind: TaskKind, text: str) -> tuple[str, ...]:
    """What two ways to write an option have in common."""
    words = tuple(word for word in re.split(r"[\s,;<>=→↔-]+", text.lower()) if any(map(str.isdigit, word)))
    return tuple(sorted(words)) if kind.mends else words


def refuse_no_choice(position: Position, kind: TaskKind) -> None:
    """Where there is nothing to choose from, or too much, the task is refused."""
    said = f"task {kind.name}:"
    if kind.stacks:
        count = len(position.draw.cards)
        if position.draw.ordered:
            raise DoesNotAddUp(f"{said} the cards of the draw pile are given without an order, as in draw?: 44 3")
        if count > MOST_STACKED:
            raise DoesNotAddUp(f"{said} a draw pile of {count} cards; {MOST_STACKED} is the most")
        return
    if not position.draw.ordered:
        raise DoesNotAddUp("the order of the draw pile is unknown: a puzzle needs it")
    if not kind.names_mover and sum(map(bool, position.hands)) < 2:
        raise DoesNotAddUp(f"{said} at least two players must hold cards")
    if kind.mends and next(swaps(position), None) is None:
        raise DoesNotAddUp(f"{said} there are no two cards to swap, of two hands or alone of hand and draw pile")


# --- what there is to choose from


def beginners(position: Position) -> Iterator[Option]:
    """Each player who holds cards may begin."""
    for seat, name in enumerate(position.rules.player_names):
        if position.hands[seat]:
            yield Option(str(name), replace(position, to_move=seat))


def orders(position: Position) -> Iterator[Option]:
    """Each order of the draw pile."""
    for cards in permutations(sorted(position.draw.cards)):
        yield Option(format_cards(cards), replace(position, draws=(DrawPile(cards),)))


def swaps(position: Position) -> Iterator[Option]:
    """Each two cards that may change places."""
    if position.rules.players == 1:
        for held, drawn in product(position.hand, position.draw.cards):
            yield Option(f"{held} {drawn}", swapped(position, held, drawn))
        return
    for one, other in combinations(range(position.rules.players), 2):
        for first, second in product(position.hands[one], position.hands[other]):
            yield Option(f"{first} {second}", swapped(position, first, second))


def swapped(position: Position, one: Card, other: Card) -> Position:
    """The table with two cards in each other's place."""
    place = {one: other, other: one}

    def moved(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(place.get(card, card) for card in cards)

    draws = tuple(DrawPile(moved(pile.cards), pile.ordered) for pile in position.draws)
    return replace(position, hands=tuple(map(moved, position.hands)), draws=draws)


LISTED: Mapping[str, Callable[[Position], Iterator[Option]]] = {
    "beginner": beginners,
    "order": orders,
    "swap": swaps,
}
FORMS = {  # what an answer looks like, for messages
    "beginner": "a player who holds cards",
    "order": "all cards of the draw pile, the next one first",
    "swap": "two cards of different hands, alone one of the hand and one of the draw pile",
}
