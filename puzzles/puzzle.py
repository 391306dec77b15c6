"""A puzzle: a position, a task, and the solution that its author claims.

The position of every puzzle is at the start of a turn.  What each task asks, and what its ``solution`` is, is said in
its file in ``puzzles.tasks``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from puzzles.options import option_named
from puzzles.tasks import kind_named
from puzzles.tasks.kind import TaskKind
from solver import Line, Position, Stipulation, TenbackError, format_position, play_line
from solver.stipulations.amounts import TurnCount
from solver.stipulations.position import with_stipulation

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
    """What is asked: a kind of task by its name, for some the number of turns of the mover's own, or a stipulation."""

    name: str
    turns: int | None = None
    require: Stipulation | None = None  # what the win must be like

    def __post_init__(self) -> None:
        if self.kind.counts_all_turns and self.turns is not None and self.require is None:
            object.__setattr__(self, "require", Stipulation((TurnCount(most=self.turns),)))

    @property
    def kind(self) -> TaskKind:
        """Everything that does not depend on the number."""
        return kind_named(self.name)

    def __str__(self) -> str:
        return self.name if self.turns is None else f"{self.name}:{self.turns}"


@dataclass(frozen=True)
class Place:
    """Where a puzzle was read: the file, and the line on which it begins; None where the file does not tell."""

    file: str
    line: int | None = None

    def __str__(self) -> str:
        return self.file if self.line is None else f"{self.file}:{self.line}"


def named(id: str, place: Place | None) -> str:
    """How messages name a puzzle: file, line and id, as editors and compilers write places.

    >>> named("steps-002", Place("steps.toml", 22)), named("steps-002", None)
    ('steps.toml:22: steps-002', 'puzzle steps-002')
    """
    return f"puzzle {id}" if place is None else f"{place}: {id}"


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
    answer: str = ""  # of tasks that ask for an option: its text
    place: Place | None = field(default=None, compare=False, repr=False)  # no part of the puzzle: for messages

    def __post_init__(self) -> None:
        if self.task.require is not None:  # the position goes along with what is left to be met
            object.__setattr__(self, "position", with_stipulation(self.position, self.task.require))
        if not self.task.kind.names_mover and self.position.to_move:  # nobody is to move: the same for all of them
            object.__setattr__(self, "position", replace(self.position, to_move=0))

    @property
    def named(self) -> str:
        """File, line and id, for messages."""
        return named(self.id, self.place)

    @property
    def position_text(self) -> str:
        """The position as it is written: without a star where nobody is to move yet."""
        text = format_position(self.position)
        return text if self.task.kind.names_mover else text.replace("*:", ":")

    @property
    def start(self) -> Position:
        """Where the solution begins: in the table that the answer makes, or before the turn that gave the win away."""
        if self.task.kind.asks_option:
            return option_named(self.position, self.task.kind, self.answer).position if self.answer else self.position
        return start_of_solution(self.position, self.played, self.lost_at)

    @property
    def require(self) -> str:
        """The stipulation as it is written; nothing where there is none, or where the task's number says it."""
        return "" if self.task.require is None or self.task.kind.has_number else str(self.task.require)

    @property
    def level(self) -> Level | None:
        """The named level of the rating."""
        return None if self.rating is None else level_of(self.rating)


@contextmanager
def naming(puzzle: Puzzle) -> Iterator[None]:
    """Whatever does not add up in here is said of this puzzle, by file, line and id."""
    try:
        yield
    except TenbackError as error:
        raise type(error)(f"{puzzle.named}: {error}") from None


def start_of_solution(position: Position, played: Line, lost_at: int | None) -> Position:
    """Where a solution begins: before the turn of the played game that gave the win away; if there is none, at once."""
    return play_line(position, played[: (lost_at or 1) - 1])


def turns_of_loser(position: Position, turns: int, lost_at: int) -> int:
    """How many turns of a played game are those of whoever gave the win away; of a team, all."""
    if None in position.rules.deck_owners:
        return turns
    return sum(number % 2 == lost_at % 2 for number in range(1, turns + 1))


@dataclass(frozen=True)
class Searched:
    """How far a search for puzzles got that was stopped: nothing before ``deals`` needs to be looked at again.

    ``turned_away`` puzzles in a row were too much like the others; the search goes on counting from there.
    """

    order: str
    deals: int
    turned_away: int = 0


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
    searched: tuple[Searched, ...] = ()
