"""The puzzles of ``data/play.toml``: small ones of every task and game, to be played by tests."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from puzzles.canonical import Symmetry
from puzzles.files.collection import load_collection
from puzzles.play import Session
from puzzles.play.words import Language
from puzzles.puzzle import Puzzle
from solver import Line, Position

FILE = Path(__file__).parent / "data" / "play.toml"


@cache
def puzzles() -> dict[str, Puzzle]:
    """Every puzzle by its id."""
    return {puzzle.id: puzzle for puzzle in load_collection(FILE).puzzles}


def session_of(name: str, language: Language = "en") -> Session:
    """A new session of one of them."""
    return Session(puzzles()[name], language=language)


def lay(session: Session, *plays: str) -> None:
    """Lay ``37@up1`` and so on."""
    for play in plays:
        card, _, pile = play.partition("@")
        session.lay(card, pile)


NAMES = tuple(puzzles())
LAYING = tuple(
    name for name, puzzle in puzzles().items() if not (puzzle.task.kind.asks_where or puzzle.task.kind.asks_option)
)
WHERE = tuple(name for name, puzzle in puzzles().items() if puzzle.task.kind.asks_where)


def reflected_line(position: Position, line: Line) -> Line:
    """A line from a position, as it is played from the reflected one."""
    return Symmetry(position.rules, flip=True).line(line)
