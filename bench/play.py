"""How long a person waits in a game: for a computer's turn, for hints, for the review.  CPU time of one process.

python -m bench.play
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from puzzles.match import PERSON, Match
from puzzles.match.computers import Computers
from puzzles.play.game import GameSession
from puzzles.play.hints import LAST_LEVEL
from puzzles.play.reviewing import reviewed
from solver import load

T = TypeVar("T")
DEALS = (
    "the-game/1 #17",
    "the-game/3 #2",
    "the-game/5 #3",
    "the-game-extreme/2 #4",
    "the-game-on-fire/2 #5",
    "quick-and-easy/3 #6",
    "face-to-face #5",
)
HINTED = 6  # moments of a game at which all three hints are asked for


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Seconds of CPU time, and what comes of it."""
    began = time.process_time()
    found = work()
    return time.process_time() - began, found


def game_of(deal: str, computers: Computers) -> tuple[list[float], Match]:
    """A game of strong computers, and how long each turn took; the first is played once before, to load all."""
    match, seconds = Match(deal, ("strong",) * load(deal).rules.players), list[float]()
    computers.turn(match)
    while match.outcome is None:
        took, turn = timed(lambda: computers.turn(match))  # noqa: B023 (asked at once)
        seconds.append(took)
        match = match.played(turn)
    return seconds, match


def hints_of(match: Match) -> list[float]:
    """How long the hints take, all of a moment together."""
    seats, step = (PERSON,) * len(match.seats), max(1, len(match.line) // HINTED)
    sessions = (GameSession(Match(match.deal, seats, line=match.line[:at])) for at in range(0, len(match.line), step))
    return [timed(lambda: [now.hint(level + 1) for level in range(LAST_LEVEL)])[0] for now in sessions]  # noqa: B023


def main() -> None:
    """A row for each deal."""
    computers = Computers()
    print("| deal | turns | a computer, mean | at most | three hints, at most | review |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for deal in DEALS:
        seconds, match = game_of(deal, computers)
        hints = max(hints_of(match))
        review = timed(lambda: reviewed(match))[0]  # noqa: B023
        mean = sum(seconds) / len(seconds)
        print(
            f"| `{deal}` | {len(seconds)} | {mean:.2f} | {max(seconds):.2f} | {hints:.2f} | {review:.1f} |", flush=True
        )


if __name__ == "__main__":
    main()
