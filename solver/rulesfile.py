"""Custom games in a TOML file: a published game with other numbers.

game = "the-game"
players = 2
[rules]
downs = 1
trick = 7
[commands]          # the-game-extreme only
37 = "stop"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from solver.cards import Card
from solver.errors import Unreadable, quoted
from solver.notation import players_or_default
from solver.rules.game import Rules
from solver.rules.games import game_named
from solver.source import read_file

LONGEST_LINE = 1000  # tomllib takes quadratic time for a key of many dotted parts


@dataclass(frozen=True)
class CustomGame:
    """What a rules file says."""

    game: str
    players: int | None = None
    rules: Mapping[str, int | None] = field(default_factory=dict)
    commands: Mapping[Card, str] | None = None

    def settled(self, players: int | None = None, more: Mapping[str, int | None] | None = None) -> Rules:
        """The rules for a table; what the command line says goes before what the file says."""
        chosen = players if players is not None else self.players
        return Rules.of(
            game_named(self.game), players_or_default(self.game, chosen), {**self.rules, **(more or {})}, self.commands
        )


def load_custom_game(path: Path) -> CustomGame:
    """Read a rules file."""
    import msgspec

    class Shape(msgspec.Struct, forbid_unknown_fields=True):
        game: str
        players: int | None = None
        rules: dict[str, Any] = {}  # numbers, or "none" for no maximum
        commands: dict[str, str] | None = None

    text = read_file(path)
    if any(len(line) > LONGEST_LINE for line in text.splitlines()):
        raise Unreadable(f"{quoted(path)} has a line of more than {LONGEST_LINE} characters: no rules file has")
    try:
        shape = msgspec.convert(tomllib.loads(text), Shape)
    except (ValueError, RecursionError) as error:  # bad TOML, a wrong shape, or a number of thousands of digits
        raise Unreadable(f"{quoted(path)}: {error}") from None
    commands = None if shape.commands is None else {Card.parse(card): word for card, word in shape.commands.items()}
    numbers = {name: _number(name, value) for name, value in shape.rules.items()}
    custom = CustomGame(shape.game, shape.players, numbers, commands)
    custom.settled()
    return custom


def _number(name: str, value: object) -> int | None:
    if value == "none":
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise Unreadable(f"rules: {name}={quoted(value)}: a whole number is needed")
    return value
