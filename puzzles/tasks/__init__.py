"""The kinds of tasks, one file each; whoever needs to know something of a task asks its ``TaskKind``.

A task is registered here.  Lists show the kinds in this order, and the first that a game knows is its usual task; the
numbers on which seeds depend are the kinds' own.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from puzzles.tasks.best_score import BEST_SCORE
from puzzles.tasks.fewest_turns import FEWEST_TURNS
from puzzles.tasks.helpwin import HELPWIN
from puzzles.tasks.kind import TaskKind
from puzzles.tasks.mend import MEND
from puzzles.tasks.only_turn import ONLY_TURN
from puzzles.tasks.safe_turn import SAFE_TURN
from puzzles.tasks.stack_to_lose import STACK_TO_LOSE
from puzzles.tasks.stack_to_win import STACK_TO_WIN
from puzzles.tasks.where_lost import WHERE_LOST
from puzzles.tasks.who_begins import WHO_BEGINS
from puzzles.tasks.win import WIN
from puzzles.tasks.win_in import WIN_IN
from solver.errors import Unreadable, quoted
from solver.rules.game import Game
from solver.rules.games import game_named

KINDS = (
    WIN,
    BEST_SCORE,
    ONLY_TURN,
    WHERE_LOST,
    WIN_IN,
    HELPWIN,
    FEWEST_TURNS,
    SAFE_TURN,
    WHO_BEGINS,
    STACK_TO_WIN,
    STACK_TO_LOSE,
    MEND,
)
TASKS: Mapping[str, TaskKind] = MappingProxyType({kind.name: kind for kind in KINDS})
ASK_WHERE = " and ".join(kind.name for kind in KINDS if kind.asks_where)  # those that ask about a played game, in words
ASK_OPTION = " and ".join(kind.name for kind in KINDS if kind.asks_option)  # those that ask for an option


def kind_named(name: str) -> TaskKind:
    """The kind of this name; one that nobody knows is refused."""
    try:
        return TASKS[name]
    except KeyError:
        raise not_a_task(name) from None


def not_a_task(text: str) -> Unreadable:
    """What is said of a text that is no task."""
    return Unreadable(f"{quoted(text)} is not a task: write one of {', '.join(kind.form(2) for kind in KINDS)}")


def known_tasks(game: Game) -> tuple[str, ...]:
    """The tasks that a game knows, its usual one first."""
    return tuple(kind.name for kind in KINDS if kind.is_known_in(game))


def forms(game: Game, last: str = ", ") -> str:
    """How the tasks that a game knows are written, the last one behind ``last``.

    >>> forms(game_named("face-to-face"), " or ")
    'only-turn, where-lost, win-in:N or helpwin:N'
    """
    *first, end = (TASKS[name].form("N") for name in known_tasks(game))
    return f"{', '.join(first)}{last}{end}"


def all_forms(last: str = ", ") -> str:
    """The same of the team games and of Face to Face."""
    return f"{forms(game_named('the-game'), last)}; Face to Face: {forms(game_named('face-to-face'), last)}"
