"""Referee a line of play, given in any form."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from solver.notation.source import Source, load_line, position_of
from solver.referee import Judgement, judge
from solver.table.line import Turn


def verify(position: Source, line: Sequence[Turn] | str | Path) -> Judgement:
    """Is the line legal, and does it end the game?

    >>> verify("quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1", "b5@down s1@down").complete
    True
    """
    start = position_of(position)
    return judge(start, load_line(line, start) if isinstance(line, (str, Path)) else line)
