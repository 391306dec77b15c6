"""Is it worth solving?  There must be something to find at the start, and no forced tail that teaches nothing."""

from __future__ import annotations

from itertools import takewhile

from puzzles.answers.task_judge import TaskJudge
from puzzles.quality.minimal import ProvedCandidate
from solver.search.limits import Limits

LEAST_CHOICES = 3  # different turns to choose from at the start


def is_worth_solving(sound: ProvedCandidate) -> bool:
    """Enough to choose from, a wrong turn at the start, and a tail of at most one turn for each player."""
    real = real_choices(sound)
    if not real or not real[0]:
        return False
    tail = len([*takewhile(lambda choice: not choice, reversed(real))])
    rules = sound.candidate.position.rules
    return tail <= rules.players // len(rules.deck_owners)


def real_choices(sound: ProvedCandidate) -> list[bool]:
    """Of each turn that the solver plays: was there a legal turn that would have failed?

    The tasks that ask for one turn only are looked at no further.  None at all where there is too little to choose from
    at the start.
    """
    task_judge = TaskJudge(sound.start, sound.candidate.task, Limits())
    position, real = sound.start, list[bool]()
    line = sound.answer.solution if sound.candidate.task.kind.whole_line else sound.answer.solution[:1]
    for done, turn in enumerate(line):
        if not task_judge.is_contest or position.to_move == sound.start.to_move:
            judged = task_judge.judged(position, done)
            if judged is None or (done == 0 and len(judged) < LEAST_CHOICES):
                return []
            real.append(any(kept is False for _, kept in judged))
        position = position.after(turn)
    return real
