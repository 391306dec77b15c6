"""The rules of a table as data for the page: every answer in it is asked of ``solver.rules``, none is written anew.

A *table* is what ``referee.js`` interprets.  Cards and piles are numbers there: a card is its place in ``cards``, a
pile its place in ``piles``, and a row card is the number of cards (one past the last).  A set of cards is a mask in
hexadecimal, bit *i* for card *i*.

>>> from solver import load
>>> table = table_of(load("quick-and-easy/1 highest=2 colours=1 | up: r1 | 1*: r2").rules)
>>> table["cards"], table["follow"]["up"]  # on the red 1, on the red 2 (the same colour), on the row card
(['r1', 'r2'], ['2', '1', '3'])
"""

from __future__ import annotations

from typing import Any

from solver import Card, Play, Position, Rules, Turn
from solver.notation.jsonform import commands_to_json
from solver.rules.commands import Command
from solver.rules.follow import follow_tables, improves
from solver.rules.game import Direction
from solver.rules.games import GAMES
from solver.table.view import Hidden, View

HIDDEN = -1
DIRECTIONS: tuple[Direction, Direction] = ("up", "down")


def table_of(rules: Rules) -> dict[str, Any]:
    """Everything the page must know of these rules to referee them."""
    (with_trick, plain), duel = follow_tables(rules), rules.game.is_duel
    return {
        "game": rules.game.name,
        "duel": duel,
        "names": [str(name) for name in rules.player_names],
        "cards": [str(card) for card in rules.cards],
        "numbers": [card.number for card in rules.cards],
        "coloured": bool(rules.colours),
        "trick": rules.trick,
        "piles": [
            {"name": pile.name, "direction": pile.direction, "owner": pile.owner, "row": rules.row_number(pile)}
            for pile in rules.piles
        ],
        "hand": rules.hand,
        "minimum": rules.minimum,
        "minimum_empty": rules.minimum_empty,
        "maximum": rules.maximum,
        "drawing": rules.game.drawing,
        "gifts": rules.gifts,
        "draws": rules.draws,
        "follow": dict(zip(DIRECTIONS, ([f"{mask:x}" for mask in side] for side in with_trick), strict=True)),
        "plain": dict(zip(DIRECTIONS, ([f"{mask:x}" for mask in side] for side in plain), strict=True)),
        "improve": improve_table(rules) if duel else None,
        "command": {rules.card_indices[card]: command for card, command in rules.commands},
        "orders": {command.name: orders_of(command) for command in rules.game.vocabulary} if rules.commands else {},
        "rules": rules.overrides(),
        "commands": commands_to_json(rules),
    }


def games_data() -> list[dict[str, Any]]:
    """The games that can be played whole: for each its numbers of players, their hands, and a table for all of them.

    Tables of one game differ in the names of the players and the hand alone, which the page puts in.
    """
    found = []
    for game in GAMES.values():
        each = [Rules.of(game, players) for players in range(game.sides.least_players, game.most_players + 1)]
        found.append(
            {
                "game": game.name,
                "players": [rules.players for rules in each],
                "hands": [rules.hand for rules in each],
                "table": table_of(each[0]),
            }
        )
    return found


def improve_table(rules: Rules) -> dict[str, list[str]]:
    """Which cards may be laid on which top of the opponent's piles."""
    tops: tuple[Card | None, ...] = (*rules.cards, None)

    def mask(direction: Direction, top: Card | None) -> str:
        return f"{sum(1 << at for at, card in enumerate(rules.cards) if improves(direction, top, card)):x}"

    return {direction: [mask(direction, top) for top in tops] for direction in DIRECTIONS}


def orders_of(command: Command) -> dict[str, Any]:
    """What a command asks for: the page knows what it does, not what it is called."""
    return {
        "ends": command.ends_turn,  # laid: the turn ends with it
        "cover_within": command.cover_within,  # laid: must be covered in this turn (0) or the next (1)
        "exactly": command.turn_size,  # laid: so many cards in this turn
        "plain": command.bars_tricks,  # visible: no trick
        "one_pile": command.ties_pile,  # visible: one pile for the cards of a turn
        "draws": command.draws,  # visible: so many cards are drawn
    }


# --- positions and lines


def position_data(position: Position | View) -> dict[str, Any]:
    """A position, or what a seat sees of one, in the numbers of its table; a card that is not seen is ``HIDDEN``."""
    index = position.rules.card_indices
    return {
        "tops": [len(index) if top is None else index[top] for top in position.tops],
        "hands": [
            [HIDDEN] * hand.count if isinstance(hand, Hidden) else sorted(index[card] for card in hand)
            for hand in position.hands
        ],
        "draws": [
            [HIDDEN] * pile if isinstance(pile, int) else [index[card] for card in pile.cards]
            for pile in position.draws
        ],
        "ordered": [isinstance(pile, int) or pile.ordered for pile in position.draws],
        "mover": position.to_move,
    }


def plays_data(rules: Rules, turn: Turn) -> list[tuple[int, int]]:
    """The plays of a turn, each a card and a pile."""
    return [play_data(rules, play) for play in turn.plays]


def play_data(rules: Rules, play: Play) -> tuple[int, int]:
    """A play in the numbers of its table."""
    return rules.card_indices[play.card], rules.pile_index(play.pile)


def board_data(position: Position) -> dict[str, Any]:
    """A table and a position, as ``tenback.Board`` takes them."""
    return {"table": table_of(position.rules), "position": position_data(position)}
