"""What solves a task: decided exactly, with a solution, its value, the first turns that solve it, and how unique it is.

>>> from solver import load
>>> found = answer(load("quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"), Task("only-turn"))
>>> found.solvable, found.unique, str(found.firsts[0].turn)
(True, 'first-turn', '1: b5@down +y9')
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzles.answers.option_judge import JudgedOption, OptionJudge
from puzzles.answers.task_judge import DEFAULT_SECONDS, Scored, TaskJudge, refuse_misfits
from puzzles.answers.unique import uniqueness
from puzzles.puzzle import Task, Uniqueness
from puzzles.tasks import ASK_WHERE
from solver import Choice, DoesNotAddUp, Line, Position, analyze_line, play_line, solve
from solver.analysis.choices import UNKNOWN
from solver.analysis.every_order import in_listed_order
from solver.referee import judge
from solver.search.limits import Limits
from solver.stipulations.position import StipulatedPosition

__all__ = ["TaskAnswer", "TaskJudge", "answer"]


@dataclass(frozen=True)
class TaskAnswer:
    """What is known of a task.

    ``solvable`` is None where it was not decided.  ``solution`` is a correct one, as ``puzzles.puzzle`` says for each
    task.  ``value``: the fewest cards left (``best-score``), the fewest turns of the mover's own (``win-in``,
    ``helpwin``), the number of the losing turn (``where-lost``), else None.  ``firsts`` are the different first turns
    that solve it; all of them, unless a ``limit`` was hit.  ``unique`` is the strongest uniqueness that is proved.
    """

    solvable: bool | None
    solution: Line = ()
    value: int | None = None
    firsts: tuple[Choice, ...] = ()
    unique: Uniqueness = "none"
    limit: str | None = None
    all_firsts: bool = False  # are ``firsts`` known to be all?
    options: tuple[JudgedOption, ...] = ()  # of tasks that ask for one: all of them

    @property
    def rights(self) -> tuple[JudgedOption, ...]:
        """The options that are right."""
        return tuple(judged for judged in self.options if judged.right)

    def listed_rights(self, most: int = 3) -> str:
        """Some of them, for messages."""
        return "; ".join(judged.text for judged in self.rights[:most]) + (" …" if len(self.rights) > most else "")

    def shows(self, claim: Uniqueness) -> bool:
        """Is this uniqueness proved?  (A set of ``turns`` that can be played in several orders has several firsts.)"""
        if claim == "first-turn":
            return self.all_firsts and len(self.firsts) == 1
        return claim == "none" or self.unique == "line" or claim == self.unique


def answer(position: Position, task: Task, played: Line = (), limits: Limits | None = None) -> TaskAnswer:
    """Decide a task; ``played`` is the game that ``where-lost`` asks about.

    A task that does not fit the game is refused.  ``limits`` bound everything together.
    """
    limits = limits or Limits(DEFAULT_SECONDS)
    refuse_misfits(position, task)
    if played and not task.kind.asks_where:
        raise DoesNotAddUp(f"task {task}: only {ASK_WHERE} has a played game")
    if task.kind.asks_where:
        return where_lost(position, task, played, limits)
    if task.kind.asks_option:
        return from_options(OptionJudge(position, task, limits))
    if position.outcome is not None:
        return TaskAnswer(False)
    return from_firsts(TaskJudge(position, task, limits))


def from_firsts(task_judge: TaskJudge) -> TaskAnswer:
    """The answer by looking at every first turn."""
    if (value := value_of(task_judge)) == 0:  # best-score of a position that can be won
        return TaskAnswer(False, value=0)
    judged = task_judge.judged(task_judge.position, 0)
    firsts = tuple(choice for choice, kept in judged or () if kept)
    if judged is None:
        solvable = task_judge.keeps(task_judge.position, 0)
        limit: str | None = "the first turns are too many to list, or time ran out"
    else:
        undecided = sum(kept is None for _, kept in judged)
        solvable = True if firsts else None if undecided else False
        limit = f"{undecided} of {len(judged)} first turns were not decided" if undecided else None
    found = TaskAnswer(
        solvable, (), value if solvable else None, firsts, "none", limit, judged is not None and not limit
    )
    if not solvable:
        return found
    found = replace(found, solution=solution_of(task_judge, firsts))
    if not found.solution:
        return replace(found, limit=found.limit or "time ran out before a solution was found")
    if found.limit is not None:
        return found
    unique, stopped = uniqueness(task_judge, firsts)
    return replace(found, unique=unique, limit=stopped)


def from_options(option_judge: OptionJudge) -> TaskAnswer:
    """The answer by looking at every option; a solution where one alone is right and can be won."""
    lost = option_judge.is_lost_as_it_stands
    if lost is not True:
        return TaskAnswer(None if lost is None else False, limit=None if lost is False else "time ran out")
    judged = option_judge.judged
    rights, undecided = [one for one in judged if one.right], sum(one.right is None for one in judged)
    limit = f"{undecided} of {len(judged)} options were not decided" if undecided else None
    solvable = (None if undecided else False) if not rights else None if undecided and len(rights) == 1 else True
    line = rights[0].line if len(rights) == 1 else ()
    return TaskAnswer(solvable, line, limit=limit, options=judged)


# --- the value and a solution


def value_of(task_judge: TaskJudge) -> int | None:
    """The number that belongs to the answer, if there is one."""
    if isinstance(task_judge.side, Scored):
        return task_judge.side.fewest
    return task_judge.fewest_turns


def solution_of(task_judge: TaskJudge, firsts: tuple[Choice, ...]) -> Line:
    """A solution that the referee accepts; none if time ran out."""
    if isinstance(task_judge.side, Scored):
        line = task_judge.side.line
    elif task_judge.in_turns is not None:
        line = task_judge.in_turns.line
    elif firsts:
        after = in_listed_order(task_judge.position.after(firsts[0].turn))
        line = (firsts[0].turn, *winning_line(after, task_judge.limits))
    else:
        line = winning_line(task_judge.position, task_judge.limits)
    return line if ends_well(task_judge, line) else ()


def winning_line(position: Position, limits: Limits) -> Line:
    """Best play from here on, as far as the solver finds it in time."""
    if position.outcome is not None:
        return ()
    asked = position.left if isinstance(position, StipulatedPosition) else None
    line = solve(position, limits=limits, require=asked).line
    limits.end_where_asked()
    return line


def ends_well(task_judge: TaskJudge, line: Line) -> bool:
    """Does the referee accept the line, and does it end as the task asks?"""
    judgement = judge(task_judge.position, line)
    return judgement.legal and task_judge.reached(play_line(task_judge.position, line), len(line))


# --- where was it lost


def where_lost(position: Position, task: Task, played: Line, limits: Limits) -> TaskAnswer:
    """The first turn that gave the win away, and what would have kept it."""
    seen = analyze_line(position, played, limits)
    limits.end_where_asked()
    losing = seen.first_losing
    looked_at = seen.turns if losing is None else seen.turns[: losing.number]
    if any(UNKNOWN in (turn.before, turn.after) for turn in looked_at):
        return TaskAnswer(None, limit=seen.limit or "not every turn of the game was decided")
    if losing is None:
        return TaskAnswer(False)
    found = from_firsts(TaskJudge(losing.position, task, limits))
    return replace(found, value=losing.number)
