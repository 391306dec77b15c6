"""Makes the page of a collection in a process of its own: a JSON line for each puzzle done, the last with the page.

What can still be solved from where is looked for anew only if it may have changed: pages are kept in the user's cache
under a digest of the collection and of every source that has a say in them.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from collections.abc import Iterable
from pathlib import Path

import msgspec

from puzzles.puzzle import Collection
from solver.errors import TenbackError, printable
from solver.files import write_text

LARGEST_PAGE = 1 << 26
KEPT_PAGES = 8
SOURCES = ("*.py", "*.js", "*.css", "*.html")


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


# --- pages that were made before


def digest_of(files: Iterable[Path], language: str) -> str:
    """Names the page of these collections as these sources make it."""
    import puzzles
    import solver

    digest = hashlib.sha256(language.encode())
    folders = [Path(str(package.__file__)).parent for package in (puzzles, solver)]
    sources = sorted(path for folder in folders for pattern in SOURCES for path in folder.rglob(pattern))
    for path in (*sources, *files):
        content = path.read_bytes()
        digest.update(f"{len(content)}\0".encode() + content)
    return digest.hexdigest()[:32]


def kept_page(name: str) -> str | None:
    """A page that was made before."""
    with contextlib.suppress(OSError, UnicodeError):
        return (pages_folder() / f"{name}.html").read_text(encoding="utf-8")
    return None


def keep_page(name: str, page: str) -> None:
    """Keep a page, whole or not at all, and no more than a few; where nothing can be kept, nothing is."""
    with contextlib.suppress(OSError, TenbackError):
        folder = pages_folder()
        folder.mkdir(parents=True, exist_ok=True)
        write_text(folder / f"{name}.html", page)
        for old in sorted(folder.glob("*.html"), key=lambda path: path.stat().st_mtime)[:-KEPT_PAGES]:
            old.unlink()


def pages_folder() -> Path:
    """In the cache of the user."""
    from solver.search.compiled import cache_home

    return cache_home() / "pages"


# --- the process


def say(news: Print) -> None:
    """One line."""
    sys.stdout.buffer.write(msgspec.json.encode(news) + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    """``python -m puzzles.server.printer LANGUAGE FILE…``."""
    from puzzles.files.collection import load_collection
    from puzzles.page import page_html

    if hasattr(os, "nice"):
        os.nice(10)
    language, *names = sys.argv[1:]
    files = [Path(name) for name in names]
    try:
        collection = joined([load_collection(path) for path in files])
        name, of = digest_of(files, language), len(collection.puzzles)
        page = kept_page(name)
        if page is None:
            page = page_html(collection, language, live=True, tell=lambda done, of: say(Print(done, of)))
            keep_page(name, page)
        say(Print(of, of, page))
    except TenbackError as error:
        print(f"tenback: {printable(str(error))}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:  # the server has gone: nobody wants the page any more
        os._exit(1)


if __name__ == "__main__":
    main()
