"""Referee a line of play, given in any form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from solver.notation.source import load, load_line, starting_position
from solver.referee import Judgement, judge
from solver.table.deal import Deal
from solver.table.line import Turn
from solver.table.position import Position


def verify(position: Deal | Position | str | Path | Mapping[str, Any], line: Sequence[Turn] | str | Path) -> Judgement:
    """Is the line legal, and does it end the game?

    >>> verify("quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1", "b5@down s1@down").complete
    True
    """
    start = starting_position(position if isinstance(position, (Deal, Position)) else load(position))
    return judge(start, load_line(line, start) if isinstance(line, (str, Path)) else line)
