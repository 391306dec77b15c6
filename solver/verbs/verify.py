"""``tenback verify``: the referee."""

from __future__ import annotations

from typing import Annotated

import typer

from solver.errors import Unreadable
from solver.notation.answers import judgement_to_json
from solver.notation.source import load, load_line, starting_position
from solver.stipulations import asked_of
from solver.verbs.arguments import JsonOption, RequireOption, SourceArgument
from solver.verbs.output import BAD_VERDICT, GOOD, emit_json

EXAMPLES = (
    "tenback verify position.json '1: 37@up1 48@up1; 2: 5@down2 15@down2'",
    "tenback verify position.json line.json --require 'tricks=0'",
)


def verify(
    position: SourceArgument,
    line: Annotated[str, typer.Argument(metavar="FILE|-|LINE", help="A line of play: a file, - or its text.")],
    require: RequireOption = None,
    as_json: JsonOption = False,
) -> None:
    """Referee a line of play: exit 0 if it is legal and complete, 1 if not, saying where and which rule.

    With --require also 1 if it wins but does not meet a condition, which is named.
    """
    from solver.decide.verify import judged

    if position == "-" and line == "-":
        raise Unreadable("only one of position and line can come from standard input")
    start = starting_position(load(position))
    asked = asked_of(require, start)
    played = load_line(line, start)
    judgement, broken = judged(start, played, asked)
    if as_json:
        emit_json(judgement_to_json(judgement, asked, broken))
    else:
        rule = f" (rule: {judgement.violation.rule})" if judgement.violation else ""
        unmet = f" ({broken.words.en})" if broken is not None else ""
        typer.echo(f"{'legal' if judgement.legal else 'illegal'}: {judgement.reason}{rule}{unmet}")
    raise typer.Exit(GOOD if judgement.legal and judgement.complete else BAD_VERDICT)
