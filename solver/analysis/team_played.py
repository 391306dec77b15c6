"""A played team game: from which turn on it could not be won any more, and what would have won."""

from __future__ import annotations

from itertools import pairwise

from solver.analysis.choices import UNKNOWN, UNWINNABLE, WINNABLE
from solver.analysis.played import Played, PlayedTurn, solved_line
from solver.analysis.team_judge import TeamJudge
from solver.decide.ladder import FEW_CARDS
from solver.search.limits import Limits
from solver.table.line import Line
from solver.table.position import Position
from solver.verdict import Winnable

COUNTED_STATES = 2_000_000  # for the winning choices of all turns together


def team_played(positions: list[Position], line: Line, limits: Limits, verdicts_only: bool = False) -> Played:
    """A team game: from the end to the beginning, since what could be won late could be won before."""
    team = TeamJudge(positions[0], limits)
    better: Line = ()
    verdicts = [UNKNOWN] * len(positions)
    counts: list[tuple[int | None, int | None]] = [(None, None)] * len(line)
    for at in range(len(positions) - 1, -1, -1):
        if limits.cancelled:
            break
        verdicts[at] = team.verdict(positions[at])
        if verdicts[at] == WINNABLE:
            verdicts[:at] = [WINNABLE] * at
            break
    lost_at = losing_turn(verdicts)
    better = () if lost_at is None or verdicts_only else line_that_wins(team, positions[lost_at])
    for at in () if verdicts_only else range(len(line) - 1, -1, -1):
        if verdicts[at] == WINNABLE and team.decider.states < COUNTED_STATES and limits.left > 0:
            counts[at] = team.winning_choices(positions[at], COUNTED_STATES)
    limit = str(limits.reached) if limits.left <= 0 else None
    turns = tuple(
        PlayedTurn(at + 1, turn, positions[at], verdicts[at], verdicts[at + 1], *counts[at])
        for at, turn in enumerate(line)
    )
    return Played(positions[0], turns, positions[-1], better, limit)


def losing_turn(verdicts: list[str]) -> int | None:
    """The index of the turn that lost a win, if that is known."""
    return next((at for at, pair in enumerate(pairwise(verdicts)) if pair == (WINNABLE, UNWINNABLE)), None)


def line_that_wins(team: TeamJudge, position: Position) -> Line:
    """A winning line, which the referee looks at before anybody else does."""
    line = team.winning_line(position) if position.cards_left <= FEW_CARDS else None
    return solved_line(position, team.limits) if line is None else Winnable(position, line).line
