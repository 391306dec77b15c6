"""A played team game: from which turn on it could not be won any more, and what would have won."""

from __future__ import annotations

from itertools import pairwise
from typing import Protocol

from solver.analysis.choices import UNKNOWN, UNWINNABLE, WINNABLE
from solver.analysis.played import Played, PlayedTurn, solved_line
from solver.analysis.team_judge import TeamJudge
from solver.decide.ladder import FEW_CARDS
from solver.search.limits import Limits
from solver.table.line import Line
from solver.table.position import Position
from solver.verdict import Winnable

COUNTED_STATES = 2_000_000  # for the winning choices of all turns together


class Judging(Protocol):
    """What is asked of a played game: the position before each turn, and the last one, by number."""

    def verdict(self, at: int) -> str:
        """Can it still be won?"""

    def better(self, at: int) -> Line:
        """A line that wins from there, which the referee has looked at; empty where none is found in time."""

    def winning_choices(self, at: int) -> tuple[int | None, int | None]:
        """How many different turns there are, and how many of them keep the win; None: not counted."""


class TeamJudging:
    """Any win counts."""

    def __init__(self, positions: list[Position], limits: Limits) -> None:
        self.positions, self.team = positions, TeamJudge(positions[0], limits)

    def verdict(self, at: int) -> str:
        """As the judge of teams says."""
        return self.team.verdict(self.positions[at])

    def better(self, at: int) -> Line:
        """With few cards the judge's, else the solver's."""
        position = self.positions[at]
        line = self.team.winning_line(position) if position.cards_left <= FEW_CARDS else None
        return solved_line(position, self.team.limits) if line is None else Winnable(position, line).line

    def winning_choices(self, at: int) -> tuple[int | None, int | None]:
        """Counted without listing them, as long as that is not too much."""
        if self.team.decider.states >= COUNTED_STATES:
            return None, None
        return self.team.winning_choices(self.positions[at], COUNTED_STATES)


def team_played(
    judge: Judging, positions: list[Position], line: Line, limits: Limits, verdicts_only: bool = False
) -> Played:
    """A team game: from the end to the beginning, since what could be won late could be won before."""
    verdicts = [UNKNOWN] * len(positions)
    counts: list[tuple[int | None, int | None]] = [(None, None)] * len(line)
    for at in range(len(positions) - 1, -1, -1):
        if limits.cancelled:
            break
        verdicts[at] = judge.verdict(at)
        if verdicts[at] == WINNABLE:
            verdicts[:at] = [WINNABLE] * at
            break
    lost_at = losing_turn(verdicts)
    better = () if lost_at is None or verdicts_only else judge.better(lost_at)
    for at in () if verdicts_only else range(len(line) - 1, -1, -1):
        if verdicts[at] == WINNABLE and limits.left > 0:
            counts[at] = judge.winning_choices(at)
    limit = str(limits.reached) if limits.left <= 0 else None
    turns = tuple(
        PlayedTurn(at + 1, turn, positions[at], verdicts[at], verdicts[at + 1], *counts[at])
        for at, turn in enumerate(line)
    )
    return Played(positions[0], turns, positions[-1], better, limit)


def losing_turn(verdicts: list[str]) -> int | None:
    """The index of the turn that lost a win, if that is known."""
    return next((at for at, pair in enumerate(pairwise(verdicts)) if pair == (WINNABLE, UNWINNABLE)), None)
