"""Makes the page of a collection in a process of its own: a JSON line for each puzzle done, the last with the page."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec

from puzzles.puzzle import Collection
from solver.errors import TenbackError, printable

LARGEST_PAGE = 1 << 26


class Print(msgspec.Struct):
    """How far the page is; the last one has it."""

    done: int = 0
    of: int = 0
    html: str | None = None
    failed: bool = False


def joined(collections: list[Collection]) -> Collection:
    """Several collections as one: the first one's title, the puzzles of all."""
    if len(collections) == 1:
        return collections[0]
    puzzles = tuple(puzzle for collection in collections for puzzle in collection.puzzles)
    return Collection(title=" · ".join(one.title for one in collections if one.title), puzzles=puzzles)


def say(news: Print) -> None:
    """One line."""
    sys.stdout.buffer.write(msgspec.json.encode(news) + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    """``python -m puzzles.server.printer LANGUAGE FILE…``."""
    from puzzles.collection import load_collection
    from puzzles.page import page_html

    if hasattr(os, "nice"):
        os.nice(10)
    language, *names = sys.argv[1:]
    try:
        collection = joined([load_collection(Path(name)) for name in names])
        page = page_html(collection, language, live=True, tell=lambda done, of: say(Print(done, of)))
    except TenbackError as error:
        print(f"tenback: {printable(str(error))}", file=sys.stderr)
        sys.exit(2)
    say(Print(len(collection.puzzles), len(collection.puzzles), page))


if __name__ == "__main__":
    main()
