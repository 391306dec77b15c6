"""``tenback games``: the list of games."""

from __future__ import annotations

from typing import Any

import typer

from solver.rules.games import GAMES
from solver.screen import folded, page_width
from solver.verbs.arguments import JsonOption
from solver.verbs.output import emit_json

EXAMPLES = ("tenback games --json",)


def games(as_json: JsonOption = False) -> None:
    """List the games."""
    if as_json:
        emit_json([describe_game(name) for name in GAMES])
        return
    width = max(map(len, GAMES))
    for game in GAMES.values():
        typer.echo(folded(f"{game.name:<{width}}  {game.summary}", page_width(), " " * (width + 2)))


def describe_game(name: str) -> dict[str, Any]:
    """A game's published numbers."""
    game = GAMES[name]
    numbers = {key: getattr(game, key) for key in game.parameters()}
    numbers["hand"] = {str(count): game.hand_of(count) for count in player_counts(name)}
    return {
        "game": name,
        "title": game.title,
        "summary": game.summary,
        "players": player_counts(name),
        "rules": numbers,
    }


def player_counts(name: str) -> list[int]:
    """How many may play."""
    return list(range(GAMES[name].sides.least_players, GAMES[name].most_players + 1))
