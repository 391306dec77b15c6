"""The JSON form of deals, positions and lines (INTERFACE: docs/formats.md).  Shapes are checked by msgspec."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from solver.cards import Card
from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.notation.text import format_top, has_usual_commands, parse_top, players_or_default
from solver.notation.told import Table, Told, hidden, laid_to_tell, table_told
from solver.rules.game import Game, Rules
from solver.rules.games import COMMAND_LABELS, game_named, refuse_foreign_commands
from solver.table.deal import Deal
from solver.table.line import Line, Play, Turn, parse_player
from solver.table.position import DrawPile, Position
from solver.table.start import StartOfTurn
from solver.table.view import Hand, Hidden, View

CardText = str | int
MOST_DIGITS = 4000  # of a whole number; Python reads few more
T = TypeVar("T")


class _Shape(msgspec.Struct, forbid_unknown_fields=True):
    """What is not named here is refused by name."""


class _Table(_Shape):
    game: str
    players: int | None = None
    rules: dict[str, Any] = {}  # numbers, or null for no maximum
    commands: dict[str, str] | None = None
    fire: list[CardText] | None = None
    to_move: int | str | None = None


class DealShape(_Table):
    """A deal in JSON."""

    deck: list[CardText] | None = None
    decks: dict[str, list[CardText]] | None = None


class Unordered(_Shape):
    """A draw pile whose order is not known."""

    unordered: list[CardText]


class HiddenShape(_Shape):
    """A hand or a draw pile of which only the size is known."""

    hidden: int


class PositionShape(_Table):
    """A position in JSON."""

    piles: dict[str, CardText | None] = {}
    hands: dict[str, list[CardText]] = {}
    draw: Any = []  # a list of cards or Unordered; in Face to Face one for each player


class SeenShape(_Table):
    """A position in JSON of which cards may be hidden."""

    piles: dict[str, CardText | None] = {}
    hands: dict[str, list[CardText] | HiddenShape] = {}
    draw: Any = []  # as in a position, or HiddenShape
    laid: Any = []  # a list of cards; in Face to Face one for each player
    seat: int | str | None = None


class TurnShape(_Shape):
    """A turn in JSON."""

    plays: list[tuple[CardText, str]]
    player: int | str | None = None
    drawn: list[CardText] | None = None


# --- reading


def parse_json(text: str | bytes) -> Any:
    """Read JSON, once; nesting, huge numbers, names that come twice and bad encoding are errors like any other."""
    try:
        plain = text if isinstance(text, str) else text.decode()
        value = json.loads(plain, object_pairs_hook=_once, parse_int=_whole, parse_float=_real, parse_constant=_real)
        if not plain.isascii() or "\\u" in plain:
            msgspec.json.encode(value)  # halves of characters are refused
    except RecursionError:
        raise Unreadable("not JSON: it is nested too deeply") from None
    except ValueError as error:
        if isinstance(error, Unreadable):
            raise
        reason = "it is not UTF-8" if isinstance(error, UnicodeError) else error
        raise Unreadable(f"not JSON: {reason}") from None
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which a name comes twice says two things at once."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise Unreadable(f"JSON: {quoted(name)} is there twice")
        found[name] = value
    return found


def _whole(text: str) -> int:
    """A whole number of a length that can be meant."""
    if len(text) > MOST_DIGITS:
        raise ValueError("Integer value out of range")
    return int(text)


def _real(text: str) -> float:
    """A number that is none, or that is too large, is not JSON."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text}: Number out of range")
    return number


def shaped(data: object, shape: type[T], what: str) -> T:
    """Data in its shape, or one line that says what is wrong with it."""
    try:
        return msgspec.convert(data, shape)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Unreadable(f"{what}: {error}") from None


def load_json(data: object) -> Table:
    """A deal, a position, or what a seat sees of one, out of parsed JSON."""
    if not isinstance(data, Mapping):
        raise Unreadable("a deal or a position in JSON is an object with a game")
    if "deck" in data or "decks" in data:
        return deal_from_json(shaped(data, DealShape, "deal"))
    return table_told(told_by_json(shaped(data, SeenShape, "position")))


def commands_from_json(game: Game, table: object) -> dict[Card, str] | None:
    """Which cards carry which command, as a shape tells it under the name that the game has for them."""
    for label in COMMAND_LABELS:
        given: dict[str, str] | list[CardText] | None = getattr(table, label)
        if given is not None:
            refuse_foreign_commands(game, label)
            if isinstance(given, list):
                return dict.fromkeys(_cards(given), label)
            return {Card.parse(card): name for card, name in given.items()}
    return None


def _rules(table: _Table, hands: int = 1) -> Rules:
    game = game_named(table.game)
    for name, value in table.rules.items():
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            raise Unreadable(f"rules: {name}={quoted(value)}: a whole number is needed")
    players = players_or_default(table.game, table.players, hands)
    return Rules.of(game, players, table.rules, commands_from_json(game, table))


def _cards(texts: Sequence[CardText]) -> tuple[Card, ...]:
    return tuple(Card.parse(text) for text in texts)


def _seat(rules: Rules, to_move: int | str | None) -> int:
    return 0 if to_move is None else rules.seat(to_move)


def deal_from_json(shape: DealShape) -> Deal:
    """Settle the rules and check the decks."""
    rules = _rules(shape)
    if None in rules.deck_owners:
        if shape.deck is None or shape.decks is not None:
            raise Unreadable(f"a deal of {rules.game.name} has one deck")
        decks = [shape.deck]
    else:
        if shape.deck is not None or shape.decks is None or set(shape.decks) != set(rules.player_names):
            raise Unreadable(f"a deal of {rules.game.name} has decks: one for A and one for B")
        decks = [shape.decks[str(name)] for name in rules.player_names]
    return Deal(rules, tuple(map(_cards, decks)), _seat(rules, shape.to_move))


def position_from_json(shape: PositionShape) -> Position:
    """Settle the rules and check that everything adds up."""
    table = table_told(told_by_json(shape))
    assert isinstance(table, Position)  # the shape has no word for hidden cards
    return table


def told_by_json(shape: PositionShape | SeenShape) -> Told:
    """Settle the rules, and read every card."""
    rules = _rules(shape, len(shape.hands))
    tops: list[Card | None] = [None] * len(rules.piles)
    named: dict[int, str] = {}
    for name, top in shape.piles.items():
        index = rules.pile_index(name)
        if index in named:
            raise DoesNotAddUp(f"piles: {named[index]} and {name} are the same pile")
        named[index] = name
        tops[index] = parse_top(rules, index, None if top is None else str(top))
    hands: list[Hand] = [()] * rules.players
    for player, held in shape.hands.items():
        seat = rules.seat(player)
        hands[seat] = hidden(player, held.hidden) if isinstance(held, HiddenShape) else _cards(held)
    draws = tuple(_draw_pile(draw) for draw in _lists_by_deck(rules, "draw", shape.draw))
    laid, looker = ([], None) if isinstance(shape, PositionShape) else (shape.laid, shape.seat)
    return Told(
        rules,
        tuple(tops),
        tuple(hands),
        draws,
        to_move=_seat(rules, shape.to_move),
        seat=None if looker is None else rules.seat(looker),
        laid=tuple(_cards(shaped(cards, list[CardText], "laid")) for cards in _lists_by_deck(rules, "laid", laid)),
    )


def _lists_by_deck(rules: Rules, name: str, given: object) -> tuple[object, ...]:
    """What is told of the draw pile or the laid cards: of one deck, or in Face to Face of A's and B's."""
    if None in rules.deck_owners:
        return (given,)
    told = {} if given == [] else given
    if not isinstance(told, Mapping) or not set(told) <= set(rules.player_names):
        raise Unreadable(f"position: {name} has a list for A and one for B in Face to Face")
    return tuple(told.get(player, []) for player in rules.player_names)


def _draw_pile(draw: object) -> DrawPile | Hidden:
    if not isinstance(draw, Mapping):
        return DrawPile(_cards(shaped(draw, list[CardText], "draw")))
    if "hidden" in draw:
        return hidden("draw", shaped(draw, HiddenShape, "draw").hidden)
    return DrawPile(_cards(shaped(draw, Unordered, "draw").unordered), ordered=False)


def line_from_json(data: object) -> Line:
    """A list of turns, or an object that has one under ``turns``."""
    if isinstance(data, Mapping):
        if "turns" not in data:
            raise Unreadable("a line in JSON is a list of turns, or an object with turns")
        data = data["turns"]
    return tuple(_turn(turn) for turn in shaped(data, list[TurnShape], "line"))


def _turn(shape: TurnShape) -> Turn:
    plays = tuple(Play(Card.parse(card), pile) for card, pile in shape.plays)
    player = None if shape.player is None else parse_player(str(shape.player))
    return Turn(plays, player, None if shape.drawn is None else _cards(shape.drawn))


# --- writing


def _texts(cards: Sequence[Card]) -> list[str]:
    return [str(card) for card in cards]


def _head(rules: Rules) -> dict[str, Any]:
    head: dict[str, Any] = {"game": rules.game.name}
    if rules.game.players_vary:
        head["players"] = rules.players
    return head | {"rules": rules.overrides()} | commands_to_json(rules)


def commands_to_json(rules: Rules) -> dict[str, Any]:
    """Which cards carry which command, under the name that the game has for them.

    Where there is one command only, its usual cards go unsaid.
    """
    label = rules.game.command_label
    if label is None:
        return {}
    if len(rules.game.vocabulary) > 1:
        return {label: dict(_command_words(rules))}
    return {} if has_usual_commands(rules) else {label: [card for card, _ in _command_words(rules)]}


def _command_words(rules: Rules) -> list[tuple[str, str]]:
    return [(str(card), command) for card, command in rules.commands]


def deal_to_json(deal: Deal) -> dict[str, Any]:
    """A deal as JSON data."""
    rules, data = deal.rules, _head(deal.rules)
    own = None not in rules.deck_owners
    if own or deal.to_move:
        data["to_move"] = rules.player_names[deal.to_move]
    return data | {"decks" if own else "deck": _by_deck(rules, [_texts(deck) for deck in deal.decks])}


def _by_deck(rules: Rules, each: Sequence[Any]) -> Any:
    """What each deck has: by player, or where there is one deck for all just that."""
    return each[0] if None in rules.deck_owners else dict(zip(rules.player_names, each, strict=True))


def position_to_json(position: Position) -> dict[str, Any]:
    """A position as JSON data."""
    draws = [_texts(pile.cards) if pile.ordered else {"unordered": _texts(pile.cards)} for pile in position.draws]
    data = _head(position.rules) | {"to_move": position.player}
    return data | _on_the_table(position, position.hands) | {"draw": _by_deck(position.rules, draws)}


def view_to_json(view: View) -> dict[str, Any]:
    """What a seat sees as JSON data."""
    draws = [{"hidden": size} if size else [] for size in view.draws]
    data = _head(view.rules) | {"to_move": view.player, "seat": view.looker}
    data |= _on_the_table(view, view.hands) | {"draw": _by_deck(view.rules, draws)}
    laid = laid_to_tell(view)
    return data | {"laid": _by_deck(view.rules, [_texts(cards) for cards in laid])} if any(laid) else data


def _on_the_table(table: StartOfTurn, hands: Sequence[Hand]) -> dict[str, Any]:
    """The piles and the hands."""
    rules = table.rules
    tops = enumerate(zip(rules.piles, table.tops, strict=True))
    held = [{"hidden": len(hand)} if isinstance(hand, Hidden) else _texts(hand) for hand in hands]
    return {
        "piles": {pile.name: format_top(rules, index, top) for index, (pile, top) in tops},
        "hands": {str(name): cards for name, cards in zip(rules.player_names, held, strict=True)},
    }


def to_json(thing: Table) -> dict[str, Any]:
    """A deal, a position, or what a seat sees of one, as JSON data."""
    if isinstance(thing, Deal):
        return deal_to_json(thing)
    return view_to_json(thing) if isinstance(thing, View) else position_to_json(thing)


def line_to_json(line: Sequence[Turn]) -> list[dict[str, Any]]:
    """A line as JSON data; what a turn does not tell is left out."""
    return [_turn_to_json(turn) for turn in line]


def plays_to_json(plays: Sequence[Play]) -> list[list[str]]:
    """Plays as JSON data: card and pile."""
    return [[str(play.card), play.pile] for play in plays]


def _turn_to_json(turn: Turn) -> dict[str, Any]:
    data: dict[str, Any] = {} if turn.player is None else {"player": turn.player}
    data["plays"] = plays_to_json(turn.plays)
    return data if turn.drawn is None else data | {"drawn": _texts(turn.drawn)}


def dump(data: object) -> str:
    """JSON text on one line."""
    return msgspec.json.encode(data).decode()


def game_to_json(game: Game) -> dict[str, Any]:
    """A game's published numbers."""
    players = list(range(game.sides.least_players, game.most_players + 1))
    numbers = {key: getattr(game, key) for key in game.parameters()}
    numbers["hand"] = {str(count): game.hand_of(count) for count in players}
    return {"game": game.name, "title": game.title, "summary": game.summary, "players": players, "rules": numbers}
