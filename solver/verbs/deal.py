"""``tenback deal``: numbered deals."""

from __future__ import annotations

from typing import Annotated

import typer

from solver.errors import Unreadable, quoted
from solver.notation.settings import overrides_of, parse_range
from solver.table.deal import deal
from solver.verbs.arguments import GameArgument, JsonOption, PlayersOption, SetOption, custom_game
from solver.verbs.output import print_thing

EXAMPLES = (
    "tenback deal the-game 17 --players 2",
    "tenback deal quick-and-easy 1:100 --json",
)


def print_deals(
    game: GameArgument,
    numbers: Annotated[
        str, typer.Argument(metavar="NUMBER|FROM:TO", help="Which numbered deal, or which range.")
    ] = "1",
    players: PlayersOption = None,
    settings: SetOption = None,
    commands: Annotated[
        str, typer.Option(help="Extreme: the placeholder map, or a random one a deal.")
    ] = "placeholder",
    as_json: JsonOption = False,
) -> None:
    """Print numbered deals, one a line: the same for everyone, for ever."""
    custom = custom_game(game)
    if commands not in ("placeholder", "random"):
        raise Unreadable(f"--commands {quoted(commands)}: placeholder or random")
    overrides = {**custom.rules, **overrides_of(settings)}
    seats = players if players is not None else custom.players
    for number in parse_range(numbers):
        dealt = deal(custom.game, seats, number, overrides, "random" if commands == "random" else custom.commands)
        print_thing(dealt, as_json)
