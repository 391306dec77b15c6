"""Games kept in the user's folder: one file a game with its one-line record, written anew after every step.

A step is on the disk, whole, before the next one can be taken: whatever ends the program loses nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from puzzles.match.match import Match
from puzzles.match.record import DEAL, format_record, parse_record, sections_of
from solver.errors import DoesNotAddUp, TenbackError, Unreadable, quoted
from solver.files import write_text
from solver.notation.source import read_file

FOLDER = "TENBACK_DATA"  # names the folder where it is not the usual one
UNDER_WAY = "under way"
SUFFIX = ".txt"


@dataclass(frozen=True)
class Kept:
    """A game in the folder by its number; its text is read when it is asked for."""

    number: int
    path: Path

    @property
    def text(self) -> str:
        """The record."""
        return read_file(self.path).strip()

    def match(self) -> Match:
        """The game."""
        try:
            return parse_record(self.text)
        except TenbackError as error:
            raise type(error)(f"game {self.number} ({self.path}): {error}") from None

    def holds(self, match: Match) -> bool:
        """Is this game, or nothing, what lies here?  Not where somebody plays it on at another screen."""
        return not self.path.exists() or self.text == format_record(match) or self.match() == match

    def save(self, match: Match) -> None:
        """Write the game as it is now, whole or not at all."""
        write_text(self.path, format_record(match) + "\n")


def data_folder() -> Path:
    """Where this user's games are: ``TENBACK_DATA``, or ``tenback`` where the system keeps the data of programs."""
    if named := os.environ.get(FOLDER):
        return Path(named)
    told = os.environ.get("XDG_DATA_HOME", "")
    base = Path(told) if os.path.isabs(told) else Path(os.path.expanduser("~")) / ".local" / "share"
    return base / "tenback"


class Store:
    """The games of a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = (folder or data_folder()) / "games"

    def __iter__(self) -> Iterator[Kept]:
        """All games by number; a file in which nothing was written yet is none."""
        try:
            files = list(self.folder.iterdir())
        except OSError:
            return
        numbered = [(int(file.stem), file) for file in files if file.suffix == SUFFIX and is_number(file.stem)]
        yield from (Kept(number, file) for number, file in sorted(numbered) if file.stat().st_size)

    def game(self, number: int) -> Kept:
        """A game by its number."""
        for kept in self:
            if kept.number == number:
                return kept
        raise DoesNotAddUp(f"there is no game {number} in {quoted(self.folder)}")

    def keep(self, match: Match) -> Kept:
        """Give a new game a number and write it down."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            number = max((int(file.stem) for file in self.folder.iterdir() if is_number(file.stem)), default=0) + 1
            while not taken(path := self.folder / f"{number}{SUFFIX}"):
                number += 1
        except OSError as error:
            raise Unreadable(f"{quoted(self.folder)}: games cannot be kept here: {error.strerror or error}") from None
        kept = Kept(number, path)
        kept.save(match)
        return kept

    def under_way(self) -> list[Kept]:
        """The games that are not over, the one that was played last first."""
        found = [kept for kept in self if is_under_way(kept)]
        return sorted(found, key=lambda kept: -kept.path.stat().st_mtime_ns)

    def same(self, match: Match) -> Kept | None:
        """A game under way of the same deal with the same seats, if there is one."""
        wanted = identity(format_record(match))
        return next((kept for kept in self.under_way() if identity(kept.text) == wanted), None)

    def take_in(self, records: Iterable[str]) -> list[Kept]:
        """Keep games that come from elsewhere, all or none of them; one that is here already is not kept twice."""
        matches = []
        for number, text in enumerate(records, start=1):
            try:
                matches += [parse_record(text)] if text.strip() else []
            except TenbackError as error:
                raise type(error)(f"line {number}: {error}") from None
        here = {kept.text for kept in self}
        fresh = dict.fromkeys(format_record(match) for match in matches)
        return [self.keep(parse_record(text)) for text in fresh if text not in here]


def taken(path: Path) -> bool:
    """Take a name that nobody has yet."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return False
    return True


def is_number(text: str) -> bool:
    """The number of a game."""
    return text.isascii() and text.isdigit() and len(text) <= 9


def is_under_way(kept: Kept) -> bool:
    """Can it be gone on with?  What cannot be read cannot."""
    try:
        return sections_of(kept.text).get("result", "").startswith(UNDER_WAY)
    except TenbackError:
        return False


def identity(text: str) -> tuple[str | None, ...]:
    """What makes two games the same before anything is played."""
    told = sections_of(text)
    return tuple(told.get(name) for name in (DEAL, "seats", "look"))
