"""``tenback puzzle convert``: TOML to JSON Lines and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from solver.errors import Unreadable, quoted

EXAMPLES = (
    "tenback puzzle convert my-puzzles.toml my-puzzles.jsonl",
    "tenback puzzle convert found.jsonl more.toml",
)
SUFFIXES = (".toml", ".jsonl", ".ndjson")


def convert(
    source: Annotated[str, typer.Argument(metavar="FROM", help="A collection: TOML or JSON Lines.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="Where to; .toml, .jsonl or .ndjson says which.")],
) -> None:
    """Write a collection in the other form.

    A TOML file that is there already is brought up to date: its comments and its order of keys stay.
    """
    from puzzles.files.collection import load_collection, save_collection

    path = Path(target)
    if path.suffix not in SUFFIXES:
        raise Unreadable(f"{quoted(target)}: the name must end in {', '.join(SUFFIXES)}")
    collection = load_collection(source)
    save_collection(collection, path)
    typer.echo(f"{len(collection.puzzles)} puzzles")
