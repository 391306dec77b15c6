"""``tenback puzzle print``: a collection on paper, or as a page to play on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from puzzles.book import Book, load_book, shipped_book, shipped_collection
from puzzles.printing import Printed, SheetOptions, chosen_puzzles, print_collection
from puzzles.puzzle import Collection
from puzzles.sheet.block import Numbered
from solver.errors import Unreadable, quoted
from solver.verbs.arguments import JsonOption, complete_game
from solver.verbs.output import emit_json, notice

EXAMPLES = (
    "tenback puzzle print steps.toml -o steps.pdf",
    "tenback puzzle print steps.toml -o blatt.pdf --language de --per-page 4",
    "tenback puzzle print steps.toml -o one.svg --only steps-001 --no-answers",
    "tenback puzzle print steps.toml -o play.html",
    "tenback puzzle print --book -o book.pdf --paper a5",
)
SECONDS_TO_LOOK = 5.0  # whether a puzzle is sound


def print_(
    output: Annotated[
        Path, typer.Option("--output", "-o", help="A .svg or .html file, or .pdf or .png (tenback[sheets]).")
    ],
    source: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="A collection: TOML or JSON Lines. A --book: else our own.")
    ] = None,
    as_book: Annotated[
        bool, typer.Option("--book", help="A book: chapters with lessons, then puzzles, hints and answers.")
    ] = False,
    chapters: Annotated[
        str | None, typer.Option("--chapters", metavar="FILE", help="A --book with chapters of your own: TOML.")
    ] = None,
    format_: Annotated[
        str | None, typer.Option("--format", metavar="pdf|svg|png|html", help="If the name's ending does not say.")
    ] = None,
    per_page: Annotated[int, typer.Option("--per-page", metavar="1|2|4|6", help="Puzzles a page.")] = 2,
    paper: Annotated[str, typer.Option(metavar="a4|a5|letter", help="The paper.")] = "a4",
    language: Annotated[
        str | None, typer.Option(metavar="en|de", help="English or German; else the collection's own.")
    ] = None,
    no_answers: Annotated[bool, typer.Option("--no-answers", help="Without the answers at the end.")] = False,
    answers_only: Annotated[bool, typer.Option("--answers-only", help="The answers and nothing else.")] = False,
    only: Annotated[list[str] | None, typer.Option("--only", metavar="ID", help="This puzzle; repeatable.")] = None,
    level: Annotated[
        list[str] | None, typer.Option("--level", metavar="LEVEL", help="Puzzles of this level; repeatable.")
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option("--game", metavar="GAME", help="Puzzles of this game; repeatable.", autocompletion=complete_game),
    ] = None,
    dots_per_inch: Annotated[int, typer.Option("--dpi", metavar="N", help="Of a .png.")] = 150,
    quick: Annotated[
        bool, typer.Option("--quick", help="Without a look whether puzzles are sound, and why turns fail.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Print puzzles: PDF, SVG, PNG, or a page to play on.  Several pages of SVG or PNG: out-1.svg, out-2.svg …"""
    book = None if not (as_book or chapters) else shipped_book() if chapters is None else load_book(chapters)
    options = SheetOptions(
        format_, language, paper, per_page, not answers_only, not no_answers, dots_per_inch, not quick, book
    )
    collection = collection_of(source, book)
    for read in filter(None, (source, chapters)):
        if output.exists() and output.samefile(read):
            raise Unreadable(f"{quoted(output)} is what is to be printed itself: give the sheet another name")
    chosen = chosen_puzzles(collection, only or (), level or (), game or (), quoted(source or "our collection"))
    printed = print_collection(collection, output, options, chosen)
    for line in () if quick else unsound_lines(chosen):
        notice(line)
    if printed.missing:
        notice(unknown_letters(printed.missing))
    if as_json:
        emit_json(summary_of(printed))
    else:
        typer.echo(in_words(printed))


def collection_of(source: str | None, book: Book | None) -> Collection:
    """The collection that is to be printed; a book without one is made of the puzzles that come with tenback."""
    from puzzles.files.collection import load_collection

    if source is not None:
        return load_collection(source)
    if book is None:
        raise Unreadable("which puzzles? Name a collection's file, or print our own with --book")
    return shipped_collection()


def unsound_lines(chosen: Sequence[Numbered]) -> Iterator[str]:
    """A note on each puzzle that is not as it says."""
    from puzzles.checking.check import unsound

    for item in chosen:
        for finding in unsound(item.puzzle, SECONDS_TO_LOOK):
            yield f"note: unsound: {item.puzzle.named}: {finding.kind}: {finding.message}"


def unknown_letters(letters: str) -> str:
    """A note on letters that could not be shown."""
    shown = letters if len(letters) <= 20 else letters[:20] + "…"
    return f"note: the fonts of a PDF lack {shown}; nearest letters or ? stand for them (an SVG has them all)"


def summary_of(printed: Printed) -> dict[str, object]:
    """What was written, for programs."""
    return {"files": [str(file) for file in printed.files], "pages": printed.pages, "puzzles": printed.puzzles}


def in_words(printed: Printed) -> str:
    """What was written, for people."""
    first, last = printed.files[0], printed.files[-1]
    files = f"{first}" if first == last else f"{first} … {last}"
    pages = f"{printed.pages} page{'s' if printed.pages > 1 else ''}"
    return f"{files}: {pages}, {printed.puzzles} puzzle{'s' if printed.puzzles > 1 else ''}"
