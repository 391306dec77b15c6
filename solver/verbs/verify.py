"""``tenback verify``: the referee."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from solver.errors import Unreadable
from solver.notation.answers import judgement_to_json
from solver.notation.source import load, load_line, starting_position
from solver.verbs.arguments import JsonOption, SourceArgument
from solver.verbs.output import BAD_VERDICT, GOOD, emit_json

if TYPE_CHECKING:
    pass

EXAMPLES = ("tenback verify position.json '1: 37@up1 48@up1; 2: 5@down2 15@down2'",)


def verify(
    position: SourceArgument,
    line: Annotated[str, typer.Argument(metavar="FILE|-|LINE", help="A line of play: a file, - or its text.")],
    as_json: JsonOption = False,
) -> None:
    """Referee a line of play: exit 0 if it is legal and complete, 1 if not, saying where and which rule."""
    from solver.referee import judge

    if position == "-" and line == "-":
        raise Unreadable("only one of position and line can come from standard input")
    start = starting_position(load(position))
    judgement = judge(start, load_line(line, start))
    if as_json:
        emit_json(judgement_to_json(judgement))
    else:
        rule = f" (rule: {judgement.violation.rule})" if judgement.violation else ""
        typer.echo(f"{'legal' if judgement.legal else 'illegal'}: {judgement.reason}{rule}")
    raise typer.Exit(GOOD if judgement.legal and judgement.complete else BAD_VERDICT)
