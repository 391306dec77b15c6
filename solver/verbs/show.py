"""``tenback show``: a drawing of a position."""

from __future__ import annotations

from typing import Annotated

import typer

from solver.notation.settings import overrides_of
from solver.notation.source import load, starting_position, with_overrides
from solver.table.view import View
from solver.verbs.arguments import JsonOption, SetOption, SourceArgument
from solver.verbs.output import print_thing

EXAMPLES = (
    "tenback show 'the-game/2 #17'",
    "tenback show position.json --text",
)


def show(
    source: SourceArgument,
    settings: SetOption = None,
    as_text: Annotated[bool, typer.Option("--text", help="Print the one-line text form instead.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Draw a position (of a deal: the one it starts with)."""
    thing = with_overrides(load(source), overrides_of(settings))
    if as_text or as_json:
        print_thing(thing, as_json)
        return
    from solver.show.draw import draw_position, print_drawing, stdout_knows_boxes

    table = thing if isinstance(thing, View) else starting_position(thing)
    print_drawing(draw_position(table, plain_ascii=not stdout_knows_boxes()))
