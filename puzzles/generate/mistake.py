"""Games with one mistake, for where-lost: turns that look sensible, one of which gives the win away.

In Face to Face only one player errs: the opponent does not give the win back.
"""

from __future__ import annotations

from puzzles.answers.task_judge import TaskJudge
from puzzles.generate.sensible import least_room
from puzzles.generate.stream import Chance
from puzzles.puzzle import Task, turns_of_loser
from solver import Line, Position, Turn, play_line
from solver.search.limits import Limits

MOST_GOOD = 3  # turns before a mistake is looked for
MOST_TURNS = 8  # in which it must come
MOST_AFTER = 3  # turns after it
LEAST_TURNS = 3  # of the whole game
LEAST_OF_LOSER = 2  # those of whoever gave the win away
LIKELY = 3  # turns that look best: one of them is played


def game_with_mistake(position: Position, begun: Line, task: Task, chance: Chance) -> Line | None:
    """A game from here on in which one turn, where just one other would have won, gives the win away.

    ``begun``: its first turns, if some are chosen already.
    """
    now, played, lost_at = play_line(position, begun), [*begun], None
    task_judge = TaskJudge(now, task, Limits())
    if now.outcome is not None or task_judge.keeps(now, 0) is not True:
        return None
    good, after = 0 if begun else chance.below(MOST_GOOD + 1), 1 + chance.below(MOST_AFTER)
    while now.outcome is None and len(played) < (MOST_TURNS if lost_at is None else lost_at + after):
        turns = split(task_judge, now, len(played) - len(begun))
        if turns is None:
            return None
        keeping, losing = turns
        if lost_at is None and len(played) >= good and len(keeping) == 1 and losing:
            lost_at = len(played) + 1
        played.append(likely_turn(now, losing if lost_at is not None else keeping, chance))
        now = now.after(played[-1])
    if lost_at is None or not lost_at < len(played) >= LEAST_TURNS:
        return None
    return tuple(played) if turns_of_loser(position, len(played), lost_at) >= LEAST_OF_LOSER else None


def split(task_judge: TaskJudge, position: Position, done: int) -> tuple[list[Turn], list[Turn]] | None:
    """The turns after which the win is kept, and the others; None where that is not known."""
    judged = task_judge.judged(position, done)
    if judged is None or any(kept is None for _, kept in judged):
        return None
    return [choice.turn for choice, kept in judged if kept], [choice.turn for choice, kept in judged if not kept]


def likely_turn(position: Position, turns: list[Turn], chance: Chance) -> Turn:
    """One of those that look best."""
    return least_room(position, turns)[chance.below(min(LIKELY, len(turns)))]
