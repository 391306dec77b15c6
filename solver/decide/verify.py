"""Referee a line of play, given in any form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from solver.notation.source import Source, load_line, position_of
from solver.referee import Judgement, judge
from solver.stipulations import Stipulation, asked_of
from solver.stipulations.condition import Condition
from solver.table.line import Turn
from solver.table.position import Position


def verify(position: Source, line: Sequence[Turn] | str | Path, require: str | Stipulation | None = None) -> Judgement:
    """Is the line legal, and does it end the game?  A win that does not meet ``require`` is not ``complete``.

    >>> verify("quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1", "b5@down s1@down").complete
    True
    """
    start = position_of(position)
    played = load_line(line, start) if isinstance(line, (str, Path)) else line
    return judged(start, played, asked_of(require, start))[0]


def judged(start: Position, played: Sequence[Turn], asked: Stipulation | None) -> tuple[Judgement, Condition | None]:
    """What the referee says, and the first condition that a win does not meet, if there is one."""
    judgement = judge(start, played)
    broken = asked.broken_by(start, played) if asked is not None and judgement.complete else None
    if broken is None:
        return judgement, None
    reason = f"{judgement.reason}; not as required: {broken.text}"
    return replace(judgement, complete=False, reason=reason), broken
