"""A played game of Face to Face: who stood better after each turn, and which turns gave a win away."""

from __future__ import annotations

from solver.analysis.choices import UNKNOWN, UNWINNABLE, WINNABLE, list_choices
from solver.analysis.duel_judge import DuelJudge
from solver.analysis.played import Played, PlayedTurn, solved_line
from solver.search.limits import Limits
from solver.table.line import Line
from solver.table.position import Position


def duel_played(positions: list[Position], line: Line, limits: Limits, verdicts_only: bool = False) -> Played:
    """From the end, where little is left, to the beginning."""
    judge = DuelJudge(positions[0], limits)
    winners: list[int | None] = [None] * len(positions)
    better: Line = ()
    counts: list[tuple[int | None, int | None]] = [(None, None)] * len(line)
    for at in range(len(positions) - 1, -1, -1):
        winners[at] = judge.winner(positions[at])
        if limits.left <= 0:
            break
    lost_at = next((at for at in range(len(line)) if gives_away(positions[at], winners[at : at + 2])), None)
    if lost_at is not None and not verdicts_only:
        better = solved_line(positions[lost_at], limits)
    for at in () if verdicts_only else range(len(line) - 1, -1, -1):
        if winners[at] == positions[at].to_move and limits.left > 0:
            found = list_choices(positions[at], limits, fewest_left=False)
            if not limits.cancelled:  # else some were not decided
                counts[at] = (len(found.choices), found.winning)
    limit = str(limits.reached) if limits.left <= 0 else None
    turns = tuple(
        PlayedTurn(
            at + 1,
            turn,
            positions[at],
            verdict(positions[at].to_move, winners[at]),
            verdict(positions[at].to_move, winners[at + 1]),
            *counts[at],
        )
        for at, turn in enumerate(line)
    )
    return Played(positions[0], turns, positions[-1], better, limit)


def gives_away(position: Position, winners: list[int | None]) -> bool:
    """Did the player to move win before the turn, and the other after it?"""
    return winners[0] == position.to_move and winners[1] == 1 - position.to_move


def verdict(seat: int, winner: int | None) -> str:
    """From the side of one player."""
    return UNKNOWN if winner is None else WINNABLE if winner == seat else UNWINNABLE
