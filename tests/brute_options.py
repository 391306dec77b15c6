"""A plain twin of options: the tables to choose from listed once more, each decided by brute force.

Nothing here knows ``puzzles.options``: tables are taken apart and put together by hand.
"""

from __future__ import annotations

from itertools import permutations

from solver import Card, DrawPile, Position
from tests.brute import winnable


def tables_of(position: Position, task: str) -> dict[str, Position]:
    """Every option by its text, with the table that it makes."""
    if task == "who-begins":
        return {str(seat + 1): moved(position, seat) for seat, hand in enumerate(position.hands) if hand}
    if task == "mend":
        return mended(position)
    deck = [card for pile in position.draws for card in pile.cards]
    return {" ".join(map(str, order)): stacked(position, order) for order in permutations(deck)}


def stacked(position: Position, order: tuple[Card, ...]) -> Position:
    """The table with the draw pile in an order."""
    return Position(position.rules, position.tops, position.hands, (DrawPile(order),), position.to_move)


def moved(position: Position, seat: int) -> Position:
    """The table with somebody else to move."""
    return Position(position.rules, position.tops, position.hands, position.draws, seat)


def mended(position: Position) -> dict[str, Position]:
    """Every swap: of two hands, or alone of the hand and the draw pile."""
    places = [list(hand) for hand in position.hands]
    if len(places) == 1:
        places.append(list(position.draws[0].cards))
    found = dict[str, Position]()
    for one in range(len(places)):
        for other in range(one + 1, len(places)):
            for first in range(len(places[one])):
                for second in range(len(places[other])):
                    new: list[list[Card]] = [list(place) for place in places]
                    new[one][first], new[other][second] = places[other][second], places[one][first]
                    hands = tuple(map(tuple, new[: len(position.hands)]))
                    draw = DrawPile(tuple(new[1])) if len(position.hands) == 1 else position.draws[0]
                    text = f"{places[one][first]} {places[other][second]}"
                    found[text] = Position(position.rules, position.tops, hands, (draw,), position.to_move)
    return found


def rights_of(position: Position, task: str) -> set[str] | None:
    """The options that are right; None where a table that is to be mended can be won as it stands."""
    if task == "mend" and winnable(position):
        return None
    tables = tables_of(position, task)
    return {text for text, table in tables.items() if winnable(table) is (task != "stack-to-lose")}
