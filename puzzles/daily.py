"""The puzzle of the day: the same for everyone, and none twice until all have had their day.

The shipped puzzles, in order of their ids, are shuffled once, as the deck of deal 1 is (``docs/deals.md``, stream 0).
Day *n* of the calendar (1 January of the year 1 being day 1, as in Python's ``date.toordinal``) has puzzle n mod
*count* of that order, counted from 0.  So any *count* days in a row show every puzzle once.  A level or a game given
as a filter makes a calendar of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache
from importlib.resources import as_file, files

from puzzles.puzzle import LEVELS, Puzzle
from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.rules.games import game_named
from solver.table.shuffle import DECK, shuffled

ORDER_NUMBER = 1


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """Every puzzle that comes with tenback, collection by collection."""
    from puzzles.files.collection import load_collection

    folder = files("puzzles") / "collection"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml")) if folder.is_dir() else []
    puzzles: list[Puzzle] = []
    for name in names:
        with as_file(folder / name) as path:
            puzzles += load_collection(path).puzzles
    return tuple(puzzles)


def chosen(puzzles: Sequence[Puzzle], level: str | None = None, game: str | None = None) -> tuple[Puzzle, ...]:
    """The puzzles of a level and a game; a name that nobody knows is refused, and so is a choice that is empty."""
    if level is not None and level not in LEVELS:
        raise Unreadable(f"level {quoted(level)}: the levels are {' '.join(LEVELS)}")
    if game is not None:
        game_named(game)
    found = tuple(
        puzzle
        for puzzle in puzzles
        if level in (None, puzzle.level) and game in (None, puzzle.position.rules.game.name)
    )
    if not found:
        wishes = " and ".join(f"{name} {value}" for name, value in (("level", level), ("game", game)) if value)
        raise DoesNotAddUp(f"there is no puzzle of {wishes}" if wishes else "there are no puzzles to choose from")
    return found


def daily(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    """The puzzle of a day."""
    if not puzzles:
        raise DoesNotAddUp("there are no puzzles to choose from")
    order = calendar(puzzles)
    return order[day.toordinal() % len(order)]


def calendar(puzzles: Sequence[Puzzle]) -> Sequence[Puzzle]:
    """The puzzles in the order of their days."""
    return shuffled(sorted(puzzles, key=lambda puzzle: puzzle.id), ORDER_NUMBER, DECK)


def parse_day(text: str) -> date:
    """Read ``2026-11-16``, or ``today``."""
    if text == "today":
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Unreadable(f"{quoted(text)} is not a date: write 2026-11-16") from None
