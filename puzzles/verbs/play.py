"""``tenback puzzle play``: solve a puzzle in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from puzzles.daily import chosen, daily, parse_day, shipped_puzzles
from puzzles.play.progress import next_puzzle, note_solved, solved_ids
from puzzles.play.words import language_named, say
from puzzles.puzzle import Puzzle
from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.verbs.arguments import complete_game

if TYPE_CHECKING:
    from puzzles.play.terminal import Conversation

EXAMPLES = (
    "tenback puzzle play",
    "tenback puzzle play --level easy --game face-to-face",
    "tenback puzzle play my.toml steps-001",
    "tenback puzzle play --daily --language de",
)

LevelOption = Annotated[
    str | None, typer.Option("--level", metavar="LEVEL", help="gentle, easy, medium, hard or fiendish.")
]
GameOption = Annotated[
    str | None, typer.Option("--game", metavar="GAME", help="Puzzles of this game.", autocompletion=complete_game)
]
LanguageOption = Annotated[str, typer.Option("--language", metavar="en|de", help="English or German.")]
LogOption = Annotated[
    Path | None,
    typer.Option("--log", metavar="FILE", help="Add the attempt to this file: turns, hints, seconds; nothing else."),
]
PlainOption = Annotated[bool, typer.Option("--plain", help="The table in words, without boxes: for screen readers.")]


def play(
    source: Annotated[
        str | None,
        typer.Argument(metavar="FILE", help="A collection; without it, the puzzles that come with tenback."),
    ] = None,
    name: Annotated[
        str | None, typer.Argument(metavar="ID", help="Which puzzle; else the next one that is not solved.")
    ] = None,
    of_today: Annotated[bool, typer.Option("--daily", help="The puzzle of the day.")] = False,
    level: LevelOption = None,
    game: GameOption = None,
    language: LanguageOption = "en",
    plain: PlainOption = False,
    log: LogOption = None,
) -> None:
    """Solve a puzzle: lay cards, take back, ask for hints; every turn gets a verdict.

    Exit 0 solved, 1 left unsolved, 2 bad input. Of the puzzles that come with tenback, the id alone will do.
    """
    language_named(language)
    if log is not None:
        from puzzles.rating.attempts import refuse_unwritable

        refuse_unwritable(log)
    if of_today and source is not None:
        raise Unreadable(f"--daily chooses the puzzle, so {quoted(source)} cannot be played at the same time")
    if of_today:
        puzzle = daily(chosen(shipped_puzzles(), level, game), parse_day("today"))
    else:
        puzzle = puzzle_wanted(source, name, level, game)
    is_ours = source is None or (name is None and not Path(source).exists())
    raise typer.Exit(play_puzzle(puzzle, language, plain, is_ours, log))


def play_puzzle(puzzle: Puzzle, language: str, plain: bool, is_shipped: bool, log: Path | None = None) -> int:
    """Play one puzzle; the exit status.  A shipped puzzle that is solved is remembered; ``log``: add the attempt."""
    from puzzles.play.session import Session
    from puzzles.play.terminal import SOLVED, Conversation

    session, began = Session(puzzle, language=language_named(language)), monotonic()
    conversation = Conversation(session, plain)
    status = conversation.run()
    if log is not None:
        note_attempt(log, conversation, monotonic() - began, status == SOLVED)
    if status == SOLVED and is_shipped:
        note_solved(progress_file(), puzzle)
        ids = {shipped.id for shipped in shipped_puzzles()}
        solved = len((solved_ids(progress_file()) | {puzzle.id}) & ids)
        typer.echo(say(language_named(language), "progress", solved=solved, all=len(ids)))
    return status


def note_attempt(log: Path, conversation: Conversation, seconds: float, solved: bool) -> None:
    """Add an attempt to a log."""
    from puzzles.rating.attempts import add_attempts, attempt_at

    session = conversation.session
    attempt = attempt_at(
        session.puzzle,
        attempts=session.attempts,
        wrong_turns=session.wrong_turns,
        hints=session.hints,
        shown=conversation.peeked,
        seconds=seconds,
        solved=solved,
    )
    add_attempts(log, [attempt])


def puzzle_wanted(source: str | None, name: str | None, level: str | None, game: str | None) -> Puzzle:
    """The puzzle that is meant: by file and id, by the id of a shipped one, or the next that is not solved."""
    if source is None:
        return next_puzzle(chosen(shipped_puzzles(), level, game), solved_ids(progress_file()))
    if source == "-":
        raise Unreadable("the collection cannot come from standard input, where your plays come from: give a file")
    if name is None and not Path(source).exists() and (found := with_id(shipped_puzzles(), source)):
        return found
    from puzzles.files.collection import load_collection

    puzzles = load_collection(Path(source)).puzzles
    if name is None:
        try:
            return next_puzzle(chosen(puzzles, level, game), frozenset())
        except DoesNotAddUp as error:
            raise DoesNotAddUp(f"{quoted(source)}: {error}") from None
    if (found := with_id(puzzles, name)) is None:
        raise DoesNotAddUp(f"{quoted(source)} has no puzzle {quoted(name)}{some_ids(puzzles)}")
    return found


def with_id(puzzles: Sequence[Puzzle], name: str) -> Puzzle | None:
    """A puzzle by its id."""
    return next((puzzle for puzzle in puzzles if puzzle.id == name), None)


def some_ids(puzzles: Sequence[Puzzle], most: int = 5) -> str:
    """The first few ids, for an error message."""
    ids = [puzzle.id for puzzle in puzzles[:most]]
    return f"; it has {', '.join(ids)}{' …' if len(puzzles) > most else ''}" if ids else ""


def progress_file() -> Path:
    """Where solved puzzles are noted."""
    return Path(typer.get_app_dir("tenback")) / "solved-puzzles"
