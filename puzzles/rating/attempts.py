"""A log of attempts at puzzles: one line of JSON for each, on the machine of whoever asked for it, and nobody else's.

An attempt says which puzzle it was and how hard it is rated, and how it went.  It says nothing about the person, not
even when.  Lines are only ever added.  A last line that was cut short by a crash is left out when a log is read, and
closed before the next one is added.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from puzzles.canonical import canonical_key
from puzzles.puzzle import HIGHEST_RATING, Puzzle
from puzzles.rating.features import NAMES
from puzzles.rating.rate import rate
from solver.errors import DoesNotAddUp, Unreadable, quoted

MOST_BYTES = 1 << 28
Result = Literal["solved", "left"]


class Attempt(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One puzzle, taken up and solved or left."""

    id: str
    key: str  # the same for puzzles that are the same (``puzzles.canonical``)
    game: str
    task: str
    rating: int  # and features: as the program rates it, whatever the author claims
    features: dict[str, float]
    attempts: int  # 1, and one more for each time that an ended turn was taken back and another one ended
    wrong_turns: int  # ended turns after which it could not be solved; of a played game, turns named wrongly
    hints: int
    shown: bool  # was the solution looked at?
    seconds: float
    result: Result
    solver: str = ""  # the name of a program that solves puzzles; people have none

    @property
    def is_clean(self) -> bool:
        """Solved at once, without help?"""
        return self.result == "solved" and not (self.wrong_turns or self.hints or self.shown)


def attempt_at(
    puzzle: Puzzle,
    *,
    attempts: int,
    wrong_turns: int,
    hints: int,
    shown: bool,
    seconds: float,
    solved: bool,
    solver: str = "",
) -> Attempt:
    """What the log says of an attempt."""
    rated = rate(puzzle)
    return Attempt(
        id=puzzle.id,
        key=canonical_key(puzzle),
        game=puzzle.position.rules.game.name,
        task=str(puzzle.task),
        rating=rated.value,
        features=dict(rated.features),
        attempts=attempts,
        wrong_turns=wrong_turns,
        hints=hints,
        shown=shown,
        seconds=round(seconds, 1),
        result="solved" if solved else "left",
        solver=solver,
    )


# --- writing


def refuse_unwritable(path: Path) -> None:
    """A log that cannot be added to is refused before anybody plays."""
    try:
        with path.open("ab"):
            pass
    except (OSError, ValueError) as error:
        raise Unreadable(
            f"--log {quoted(path)} cannot be written: {getattr(error, 'strerror', None) or error}"
        ) from None


def add_attempts(path: Path, attempts: Sequence[Attempt]) -> None:
    """Add lines to a log, each whole; one that was cut short before them is closed first."""
    lines = b"".join(msgspec.json.encode(one) + b"\n" for one in attempts)
    try:
        with path.open("ab+") as file:
            if file.seek(0, os.SEEK_END):
                file.seek(-1, os.SEEK_END)
                lines = lines if file.read(1) == b"\n" else b"\n" + lines
            file.write(lines)
    except OSError as error:
        raise Unreadable(f"--log {quoted(path)} cannot be written: {error.strerror}") from None


# --- reading


def read_attempts(path: Path) -> list[Attempt]:
    """All attempts of a log; what is none is refused by its line, a last line that was cut short is left out."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Unreadable(f"{quoted(path)} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > MOST_BYTES:
        raise Unreadable(f"{quoted(path)}: a log of more than {MOST_BYTES // 2**20} MB; split it and give both files")
    found = list(attempts_in(content, path))
    if not found:
        raise DoesNotAddUp(f"{quoted(path)} has no attempts: `tenback puzzle play --log` adds them")
    return found


def attempts_in(content: bytes, path: Path) -> Iterator[Attempt]:
    """The attempts of a log's text."""
    *lines, last = content.split(b"\n")
    for number, line in enumerate([*lines, last], start=1):
        torn = number > len(lines) or is_cut_short(line)
        if not line.strip():
            continue
        try:
            attempt = msgspec.json.decode(line, type=Attempt)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            if torn and not isinstance(error, msgspec.ValidationError):
                continue
            raise Unreadable(f"{quoted(path)}, line {number}: no attempt: {error}") from None
        refuse_nonsense(attempt, f"{quoted(path)}, line {number}")
        yield attempt


def is_cut_short(line: bytes) -> bool:
    """Is this the beginning of an attempt, which a later one was added behind?"""
    return line.startswith(b'{"id":') and not line.rstrip().endswith(b"}")


def refuse_nonsense(attempt: Attempt, place: str) -> None:
    """Numbers that no attempt can have, by name."""
    if missing := [name for name in NAMES if name not in attempt.features]:
        raise DoesNotAddUp(f"{place}: the features lack {', '.join(missing)}; it was written by another version")
    if not 0 <= attempt.rating <= HIGHEST_RATING:
        raise DoesNotAddUp(f"{place}: rating {attempt.rating}: 0 to {HIGHEST_RATING} are possible")
    for name in ("attempts", "wrong_turns", "hints", "seconds"):
        if getattr(attempt, name) < (name == "attempts"):
            raise DoesNotAddUp(f"{place}: {name} {getattr(attempt, name)}: that is too few")
