"""``tenback puzzle daily``: the puzzle of the day."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import typer

from puzzles.daily import chosen, parse_day, shipped_puzzles
from puzzles.daily import daily as puzzle_of
from puzzles.play.words import language_named
from puzzles.puzzle import Puzzle
from puzzles.verbs.play import GameOption, LanguageOption, LevelOption, PlainOption, play_puzzle
from solver.errors import Unreadable
from solver.verbs.arguments import JsonOption
from solver.verbs.output import emit_json

EXAMPLES = (
    "tenback puzzle daily",
    "tenback puzzle daily --play",
    "tenback puzzle daily --date 2026-11-16 --level hard",
)


def daily(
    day: Annotated[str, typer.Option("--date", metavar="DATE", help="Of another day, such as 2026-11-16.")] = "today",
    level: LevelOption = None,
    game: GameOption = None,
    to_play: Annotated[bool, typer.Option("--play", help="Solve it here and now.")] = False,
    language: LanguageOption = "en",
    plain: PlainOption = False,
    as_json: JsonOption = False,
) -> None:
    """One of the puzzles that come with tenback: the same for everyone that day, none twice until all were used.

    With --play the exit status is that of `tenback puzzle play`.
    """
    language_named(language)
    if to_play and as_json:
        raise Unreadable("--play and --json: choose one")
    when = parse_day(day)
    puzzle = puzzle_of(chosen(shipped_puzzles(), level, game), when)
    if to_play:
        raise typer.Exit(play_puzzle(puzzle, language, plain, is_shipped=True))
    if as_json:
        from puzzles.files.collection import puzzle_to_json

        emit_json({"date": when.isoformat(), "puzzle": puzzle_to_json(puzzle)})
        return
    show_puzzle(puzzle, when, language, plain)


def show_puzzle(puzzle: Puzzle, day: date, language: str, plain: bool) -> None:
    """The table and the task, and how to go on."""
    from puzzles.play.session import Session
    from puzzles.play.terminal import Conversation

    conversation = Conversation(Session(puzzle, language=language_named(language)), plain)
    typer.echo(day.isoformat())
    conversation.present()
    typer.echo(f"tenback puzzle play {puzzle.id}")
