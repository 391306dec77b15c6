"""``tenback games``: the list of games."""

from __future__ import annotations

import typer

from solver.rules.games import GAMES
from solver.screen import folded, page_width
from solver.verbs.arguments import JsonOption
from solver.verbs.output import emit_json

EXAMPLES = ("tenback games --json",)


def games(as_json: JsonOption = False) -> None:
    """List the games."""
    if as_json:
        from solver.notation.jsonform import game_to_json

        emit_json([game_to_json(game) for game in GAMES.values()])
        return
    width = max(map(len, GAMES))
    for game in GAMES.values():
        typer.echo(folded(f"{game.name:<{width}}  {game.summary}", page_width(), " " * (width + 2)))
