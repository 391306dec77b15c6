"""A second opinion: another engine is asked about every first turn, or every option, of a puzzle.

CP-SAT shares nothing with the searches that found the answer but the rules.  It knows the team games; in Face to Face
nobody else is there to ask, and nothing is said.
"""

from __future__ import annotations

from puzzles.answers.answer import TaskAnswer
from puzzles.answers.task_judge import TaskJudge, seconds_left
from puzzles.puzzle import Task
from solver import Position, Unknown, Winnable, solve
from solver.search.limits import Limits
from solver.stipulations.position import StipulatedPosition


def contradiction(position: Position, task: Task, found: TaskAnswer, limits: Limits) -> str | None:
    """In what the other engine contradicts an answer; None if in nothing that it could decide."""
    if position.rules.game.is_duel or task.kind.is_scored:
        return None
    right = {choice.turn for choice in found.firsts}
    for choice, _ in TaskJudge(position, task, limits).judged(position, 0) or ():
        after = position.after(choice.turn)
        asked = after.left if isinstance(after, StipulatedPosition) else None
        if isinstance(after, StipulatedPosition) and (asked is None or after.outcome is not None):
            continue
        seconds = seconds_left(limits)
        verdict = solve(after, engine="cpsat", time_limit=seconds, memory_limit=limits.memory_mb, require=asked)
        if isinstance(verdict, Unknown):
            continue
        if isinstance(verdict, Winnable) != (choice.turn in right):
            return f"CP-SAT says that {choice.turn} {'wins' if isinstance(verdict, Winnable) else 'does not win'}"
    return None


def contradicted_option(task: Task, found: TaskAnswer, limits: Limits) -> str | None:
    """The same of options: in which of them the other engine contradicts."""
    for judged in found.options:
        if judged.option.position.outcome is not None:
            continue
        position, seconds = judged.option.position, seconds_left(limits)
        verdict = solve(position, engine="cpsat", time_limit=seconds, memory_limit=limits.memory_mb)
        wins = isinstance(verdict, Winnable)
        if not isinstance(verdict, Unknown) and (wins is not task.kind.wants_loss) != judged.right:
            return f"CP-SAT says that with {judged.text} it can{'' if wins else 'not'} be won"
    return None
