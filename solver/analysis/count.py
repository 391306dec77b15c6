"""Counting: how many lines win, and how many positions are won, exactly.

A *winning line* is a sequence of choices (see ``choices``: turns up to the order of plays and like piles) from the
position to one with every card laid.  *Plays apart* counts the same with every order and every pile as a line of its
own.  A *winning position* is one at the start of a turn, this one and the ends included, that some winning line
passes; like piles in any order.  In Face to Face the lines are those in which the player who wins with best play
always keeps the win, whatever the other does; they are lines of the player to move, who has none if the other wins.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.analysis.analyst import analyst_of
from solver.search.limits import Limits
from solver.table.position import Position

MOST_STATES = 300_000  # counted through without being asked to: some tenths of a second


@dataclass(frozen=True)
class Count:
    """The numbers; None where the graph was cut off at ``limit``."""

    lines: int | None = None
    plays_apart: int | None = None
    positions: int | None = None
    states: int = 0
    limit: str | None = None


NOTHING_WINS = Count(0, 0, 0)


def count_winning(position: Position, limits: Limits | None = None, most: int = MOST_STATES) -> Count:
    """Count what wins, going through at most so many states (turns under way included)."""
    limits = limits or Limits()
    if (outcome := position.outcome) is not None:
        return Count(1, 1, 1) if outcome.won else NOTHING_WINS
    return analyst_of(position.rules).count(position, limits, most)
