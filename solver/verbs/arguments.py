"""Arguments that several verbs share, and what they are read into."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Annotated

import typer

from solver.cards import parse_cards
from solver.errors import Unreadable, quoted
from solver.notation.rulesfile import CustomGame
from solver.notation.source import load, load_custom_game
from solver.notation.told import Table
from solver.rules.game import PARAMETERS
from solver.rules.games import GAMES, game_named
from solver.table.deal import Deal, deal


def complete_game(incomplete: str) -> list[tuple[str, str]]:
    """Game names for shell completion."""
    return [(game.name, game.summary) for game in GAMES.values() if game.name.startswith(incomplete)]


def complete_setting(incomplete: str) -> list[tuple[str, str]]:
    """Rule parameters for shell completion."""
    return [(f"{name}=", words) for name, words in PARAMETERS.items() if name.startswith(incomplete)]


GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's name, or a TOML rules file.", autocompletion=complete_game)
]
SourceArgument = Annotated[
    str, typer.Argument(metavar="FILE|-|TEXT", help="A deal or position: a file, - for standard input, or its text.")
]
PlayersOption = Annotated[int | None, typer.Option("--players", "-p", help="How many players.")]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="K=V", help="Override a number of the rules, e.g. hand=5.", autocompletion=complete_setting
    ),
]
RequireOption = Annotated[
    str | None,
    typer.Option(metavar="CONDITIONS", help="Only wins of this kind, e.g. 'tricks<=1; last=37' (help stipulations)."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")]


def custom_game(game: str) -> CustomGame:
    """A game by name, or a custom one from a TOML file."""
    if game not in GAMES and (game.endswith(".toml") or os.sep in game):
        return load_custom_game(Path(game))
    game_named(game)
    return CustomGame(game)


def chosen_table(
    source: str | None, game: str | None, players: int | None, number: int | None, deck: str | None
) -> Table:
    """What was asked about: a source, or a game with a deal's number or with its deck."""
    if source is not None:
        if game is not None or number is not None or deck is not None or players is not None:
            raise Unreadable("give either FILE|-|TEXT, or --game with --players and --deal or --deck, not both")
        return load(source)
    if game is None or (number is None) == (deck is None):
        raise Unreadable("nothing to solve: give FILE|-|TEXT, or --game with either --deal or --deck")
    custom = custom_game(game)
    if number is not None:
        seats = custom.players if players is None else players
        return deal(custom.game, seats, number, custom.rules, custom.commands)
    rules = custom.settled(players)
    if rules.game.is_duel:
        raise Unreadable("--deck: Face to Face has two decks; write 'face-to-face | A.deck: … | B.deck: …' instead")
    return Deal(rules, (parse_cards(deck or ""),))


def parse_number(text: str | None) -> int | None:
    """Read the number of one deal."""
    if text is None:
        return None
    if re.fullmatch(r"\d+\D+\d+", text, re.ASCII):
        raise Unreadable(f"--deal {quoted(text)}: one deal; many: tenback deal GAME 1:100 | tenback solve --lines")
    if not re.fullmatch(r"-?\d{1,20}", text, re.ASCII):
        raise Unreadable(f"--deal {quoted(text)} is not a deal's number: write 17")
    return int(text)
