"""The file of ``survey --games``: one line of JSON a game, in order, gone on with where it ends.

A file that is there already must hold the games of the same survey from the same deal on: its lines are numbered in
order, and its first and its last game are played again and must come out the same, letter for letter.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from solver.errors import DoesNotAddUp, TenbackError, Unreadable, quoted
from solver.survey.games import games_of
from solver.survey.plan import SurveyPlan


class GamesFile:
    """An open file of games: ``next_deal`` is the first that is not in it."""

    def __init__(self, file: BinaryIO, name: str, next_deal: int) -> None:
        self.file, self.name, self.next_deal = file, name, next_deal

    def write(self, first: int, games: Sequence[str]) -> None:
        """Put those behind that are not there yet, on the disk before anything else goes on."""
        if not first <= self.next_deal <= first + len(games):
            raise AssertionError(f"games from deal {first} on, where {self.next_deal} is the next")
        games = games[self.next_deal - first :]
        with one_line(self.name):
            self.file.write("".join(f"{game}\n" for game in games).encode())
            self.file.flush()
            os.fsync(self.file.fileno())
        self.next_deal += len(games)


@contextmanager
def games_file(path: Path, plan: SurveyPlan, first: int) -> Iterator[GamesFile]:
    """The file of a survey's games from the deal ``first`` on; what stands behind its last whole line is cut off."""
    name = quoted(path)
    with one_line(name):
        if path.exists() and not path.is_file():
            raise Unreadable(f"{name} cannot be written: games go into a file, which can be gone on with")
        file = path.open("r+b" if path.exists() else "w+b")
    with file:
        with one_line(name):
            count, size = whole_lines(file, plan, first, name)
            file.truncate(size)
            file.seek(size)
        yield GamesFile(file, name, first + count)


def whole_lines(file: BinaryIO, plan: SurveyPlan, first: int, name: str) -> tuple[int, int]:
    """How many games there are, and where the last of them ends."""
    count, size, ends = 0, 0, list[bytes]()
    for line in file:
        if not line.endswith(b"\n"):
            if count == 0 and not b'{"deal":'.startswith(line[:8]):
                raise DoesNotAddUp(f"{name} is no file of games; choose another name")
            break
        if not line.startswith(f'{{"deal":{first + count},"turns":['.encode()):
            raise DoesNotAddUp(f"{name}, line {count + 1} is not the game of deal {first + count}; choose another name")
        count, size, ends = count + 1, size + len(line), [*ends[:1], line]
    for deal, line in zip((first, first + count - 1), ends, strict=False):
        (game,) = games_of(plan, deal, deal)
        if f"{game.text}\n".encode() != line:
            raise DoesNotAddUp(f"{name} has other games than those of {plan.title} (deal {deal}); choose another name")
    return count, size


@contextmanager
def one_line(name: str) -> Iterator[None]:
    """Whatever the disk says, in one line that names the file."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        if isinstance(error, TenbackError):
            raise
        raise Unreadable(f"{name} cannot be written: {getattr(error, 'strerror', None) or error}") from None
