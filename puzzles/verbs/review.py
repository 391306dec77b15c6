"""``tenback review``: look back at a game from anywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from puzzles.match import Match, format_record, parse_record
from puzzles.match.deals import deal_text
from puzzles.match.match import start_of
from puzzles.play.words import Language, language_named
from puzzles.verbs.play import LanguageOption
from solver.errors import TenbackError, Unreadable, quoted
from solver.notation.source import load_line, read_source
from solver.table.line import format_line
from solver.verbs.arguments import JsonOption
from solver.verbs.output import GOOD, emit_json, watching

EXAMPLES = (
    "tenback review 'quick-and-easy/1 #3 | line: 1: r2@up; 1: r8@up'",
    "tenback review game.txt",
    "tenback review 'the-game/2 #17' game.json -o review.svg",
    "tenback review game.txt --json",
)

OutputOption = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="The review as a picture: .svg, .png or .pdf.")
]


def review(
    game: Annotated[
        str, typer.Argument(metavar="FILE|-|LINE", help="A game in one line (deal | line: …); with LINE, its deal.")
    ],
    line: Annotated[str | None, typer.Argument(metavar="LINE", help="The turns: a file, - or text.")] = None,
    time_limit: Annotated[float | None, typer.Option(metavar="S", help="Stop after so many seconds.")] = None,
    language: LanguageOption = "en",
    output: OutputOption = None,
    as_json: JsonOption = False,
) -> None:
    """Where was it decided?  The chance to win turn by turn, the mistakes with the better turns, and how lucky it was.

    Chances are those that hidden cards allowed; beside them stands whether somebody who knew the order could still win.
    Exit 0, 2 bad input. Ctrl-C ends it with what is known.
    """
    match = game_of(game) if line is None else game_with(game, line)
    raise typer.Exit(report(match, language_named(language), output, as_json, time_limit))


def game_of(source: str) -> Match:
    """A game in one line: as text, in a file, or from standard input."""
    text = source if "line:" in source else read_source(source, "a game in one line, such as: the-game/2 #17 | line: …")
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) != 1:
        raise Unreadable(f"{len(lines)} lines where one game in one line is needed")
    return parse_record(lines[0])


def game_with(deal: str, line: str) -> Match:
    """A deal or position, and the turns from somewhere else."""
    text = deal_text(deal)
    turns = load_line(line, start_of(text))
    try:
        return parse_record(f"{text} | line: {format_line(turns)}")
    except TenbackError as error:
        raise type(error)(f"{quoted(line)}: {error}") from None


def report(
    match: Match, language: Language, output: Path | None, as_json: bool, time_limit: float | None = None
) -> int:
    """Look back, and print or draw it."""
    from puzzles.play.reviewing import progress_words, review_text, reviewed

    if not match.line:
        raise Unreadable("nothing was played yet: there is nothing to look back at")
    with watching(progress_words(language)) as watch:
        found = reviewed(match, watch, time_limit)
    if output is not None:
        from puzzles.play.review_plot import plot_review

        plot_review(found, output, language)
    if as_json:
        from solver.notation.answers import review_to_json

        emit_json({"game": format_record(match), **review_to_json(found)})
    elif output is None:
        from solver.show.draw import ASCII, stdout_knows_boxes

        text = review_text(found, language)
        typer.echo(text if stdout_knows_boxes() else text.translate(ASCII))
    return GOOD
