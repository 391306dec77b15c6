"""A puzzle: a position, a task, and the solution that its author claims.

The position of every puzzle is at the start of a turn.  What a task asks, and what its ``solution`` is:

=============  ==========================================  ========================================================
task           asks                                        solution
=============  ==========================================  ========================================================
``win``        lay every card                              a line that lays everything
``best-score`` a lost position: leave as few as possible   a line of whole turns that leaves no more than can be
``only-turn``  find the one turn that still wins           that turn, and a line that wins after it
``where-lost`` which turn of ``played`` gave the win away? a line that would have won, from before that turn on
``win-in``     Face to Face: win in n turns of your own    best play by both, from the first turn to the win
``helpwin``    Face to Face: both work for the mover       a line in which the mover wins, in as few turns as can be
=============  ==========================================  ========================================================
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from solver import Line, Position

TaskName = Literal["win", "best-score", "only-turn", "where-lost", "win-in", "helpwin"]
TASKS: tuple[TaskName, ...] = get_args(TaskName)
DUEL_TASKS: tuple[TaskName, ...] = ("only-turn", "where-lost", "win-in", "helpwin")  # tasks that Face to Face knows
TEAM_TASKS: tuple[TaskName, ...] = ("win", "best-score", "only-turn", "where-lost")  # tasks of the team games

# What is unique, each modulo like piles and the order of plays inside a turn; each says more than the one before.
# ``turns``: the winning lines are made of one and the same set of turns.
Uniqueness = Literal["none", "first-turn", "turns", "line"]
UNIQUENESS: tuple[Uniqueness, ...] = get_args(Uniqueness)

Level = Literal["gentle", "easy", "medium", "hard", "fiendish"]
LEVELS: tuple[Level, ...] = get_args(Level)
HIGHEST_RATING = 100


def level_of(rating: int) -> Level:
    """The level that a rating belongs to: five equal steps.

    >>> level_of(0), level_of(20), level_of(100)
    ('gentle', 'easy', 'fiendish')
    """
    return LEVELS[min(rating * len(LEVELS) // HIGHEST_RATING, len(LEVELS) - 1)]


@dataclass(frozen=True)
class Task:
    """What is asked; ``turns`` is the n of ``win-in`` and the fewest turns of ``helpwin`` (of the mover), else None."""

    name: TaskName
    turns: int | None = None

    def __str__(self) -> str:
        return self.name if self.turns is None else f"{self.name}:{self.turns}"


@dataclass(frozen=True)
class Puzzle:
    """One puzzle as its author claims it to be; ``puzzles.checking.check`` says whether the claims are true."""

    id: str
    position: Position
    task: Task
    solution: Line = ()
    unique: Uniqueness = "none"
    rating: int | None = None
    themes: tuple[str, ...] = ()
    title: str = ""
    author: str = ""
    source: str = ""
    licence: str = ""
    notes: str = ""
    played: Line = ()  # of where-lost: the game that was played from the position
    lost_at: int | None = None  # of where-lost: the number of the turn that gave the win away, the first being 1

    @property
    def level(self) -> Level | None:
        """The named level of the rating."""
        return None if self.rating is None else level_of(self.rating)


@dataclass(frozen=True)
class Collection:
    """Puzzles that belong together, in the order in which they are to be solved."""

    title: str = ""
    puzzles: tuple[Puzzle, ...] = ()
    author: str = ""
    licence: str = ""
    source: str = ""
    notes: str = ""
    language: str = field(default="en")
