"""What several verbs print, the exit statuses, and how a long search is watched."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

import typer

from solver.notation.told import Table
from solver.screen import folded, page_width
from solver.shown import as_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from solver.search.limits import Progress, Watch

GOOD, BAD_VERDICT, BAD_INPUT, UNDECIDED, FAILED, INTERRUPTED = 0, 1, 2, 3, 70, 130
STATUS = {"winnable": GOOD, "unwinnable": BAD_VERDICT, "unknown": UNDECIDED}


def notice(words: str) -> None:
    """One line for whoever sits there, on standard error: never the answer, and never in its way."""
    if sys.stderr is not None:
        print(f"tenback: {words}", file=sys.stderr, flush=True)


def is_watched() -> bool:
    """Is there a terminal on which it can be shown how things go?"""
    return sys.stderr is not None and sys.stderr.isatty()


def show_line(words: str) -> None:
    """On a terminal: a line in place of the one before; an empty one takes it away."""
    if is_watched():
        print(f"\r\x1b[K{words}", end="", file=sys.stderr, flush=True)


def emit_json(data: object) -> None:
    """One JSON value on one line."""
    from solver.notation.jsonform import dump

    typer.echo(dump(data))


def print_thing(thing: Table, as_json: bool) -> None:
    """A deal or position, as JSON or in the text form: one line, which a terminal gets broken between words."""
    if as_json:
        from solver.notation.jsonform import to_json

        emit_json(to_json(thing))
    else:
        typer.echo(folded(as_text(thing), page_width() if sys.stdout.isatty() else None))


def watching(words: Callable[[Progress, int], str] | None = None) -> AbstractContextManager[Watch | None]:
    """Show on a terminal how a long search goes; in words of its own where there are any."""
    if not is_watched():
        return nullcontext()
    from solver.show.draw import progress_line

    return progress_line(words)
