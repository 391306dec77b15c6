"""Custom games in TOML: a published game with other numbers, and a name of its own.  What is read here is text;
``solver.notation.source`` reads it from a file.

game = "the-game"
name = "Steep"
players = 2
[rules]
downs = 1
trick = 7
[commands]          # the-game-extreme only
37 = "stop"

The fire cards of the-game-on-fire are a list: fire = [22, 33].
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from solver.cards import Card
from solver.errors import Unreadable, quoted
from solver.notation.text import players_or_default
from solver.rules.game import Rules
from solver.rules.games import game_named

LONGEST_NAME = 60
LONGEST_LINE = 1000  # tomllib takes quadratic time for a key of many dotted parts


@dataclass(frozen=True)
class CustomGame:
    """What a rules file says."""

    game: str
    players: int | None = None
    rules: Mapping[str, int | None] = field(default_factory=dict)
    commands: Mapping[Card, str] | None = None
    name: str | None = None  # what its author calls it

    def settled(self, players: int | None = None, more: Mapping[str, int | None] | None = None) -> Rules:
        """The rules for a table; what the command line says goes before what the file says."""
        chosen = players if players is not None else self.players
        return Rules.of(
            game_named(self.game), players_or_default(self.game, chosen), {**self.rules, **(more or {})}, self.commands
        )


def parse_custom_game(text: str, source: str) -> CustomGame:
    """Read the text of a rules file; ``source`` is the file's name for messages, quoted."""
    import msgspec

    from solver.notation.jsonform import commands_from_json

    class Shape(msgspec.Struct, forbid_unknown_fields=True):
        game: str
        name: str | None = None
        players: int | None = None
        rules: dict[str, Any] = {}  # numbers, or "none" for no maximum
        commands: dict[str, str] | None = None
        fire: list[str | int] | None = None

    if any(len(line) > LONGEST_LINE for line in text.splitlines()):
        raise Unreadable(f"{source} has a line of more than {LONGEST_LINE} characters: no rules file has")
    try:
        shape = msgspec.convert(tomllib.loads(text), Shape)
    except (ValueError, RecursionError) as error:  # bad TOML, a wrong shape, or a number of thousands of digits
        raise Unreadable(f"{source}: {error}") from None
    refuse_bad_name(shape.name, source)
    commands = commands_from_json(game_named(shape.game), shape)
    numbers = {name: _number(name, value) for name, value in shape.rules.items()}
    custom = CustomGame(shape.game, shape.players, numbers, commands, shape.name)
    custom.settled()
    return custom


def refuse_bad_name(name: str | None, source: str) -> None:
    """A name stands in headings, tables and files: on one line, and without what divides the parts of a text."""
    if name is None or (
        name == name.strip() and name.isprintable() and "|" not in name and 0 < len(name) <= LONGEST_NAME
    ):
        return
    raise Unreadable(f"{source}: name {quoted(name)}: 1 to {LONGEST_NAME} characters on one line are needed, and no |")


def _number(name: str, value: object) -> int | None:
    if value == "none":
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise Unreadable(f"rules: {name}={quoted(value)}: a whole number is needed")
    return value
