"""Which of the shipped puzzles a person has solved: one id a line in a small file, so that play goes on with the next.

What cannot be read or written is not worth an error: the next puzzle is then the first one.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from puzzles.puzzle import Puzzle
from solver.errors import TenbackError
from solver.files import write_bytes

MOST_BYTES = 1 << 18


def solved_ids(file: Path) -> frozenset[str]:
    """The ids in the file."""
    try:
        with file.open("rb") as opened:
            return frozenset(opened.read(MOST_BYTES).decode("utf-8", errors="replace").split())
    except OSError:
        return frozenset()


def note_solved(file: Path, puzzle: Puzzle) -> None:
    """Add an id, once."""
    if puzzle.id in solved_ids(file):
        return
    with suppress(OSError, TenbackError):
        file.parent.mkdir(parents=True, exist_ok=True)
        before = file.read_bytes() if file.exists() else b""
        write_bytes(file, before + f"{puzzle.id}\n".encode())


def next_puzzle(puzzles: Sequence[Puzzle], solved: frozenset[str]) -> Puzzle:
    """The first that is not solved yet; the first of all once all are."""
    return next((puzzle for puzzle in puzzles if puzzle.id not in solved), puzzles[0])
