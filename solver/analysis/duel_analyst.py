"""The analyst of opponents: Face to Face."""

from __future__ import annotations

from collections.abc import Iterator

from solver.analysis.analyst import Steps
from solver.analysis.choices import UNKNOWN, Choices
from solver.analysis.count import Count
from solver.analysis.duel_judge import CutOff, DuelJudge, count_duel, duel_choices, keeping_turns
from solver.analysis.duel_orders import DuelTally
from solver.analysis.duel_played import duel_played
from solver.analysis.played import Played
from solver.search.limits import Limits
from solver.table.line import Line, Turn
from solver.table.position import Position


class DuelAnalyst:
    """Every question from the side of the player to move."""

    kernels: tuple[str, ...] = ("duel",)

    def choices(self, position: Position, limits: Limits, worth: bool) -> Choices:
        """Who wins after each turn; ``worth``: and in how many turns."""
        return duel_choices(position, limits, worth)

    def count(self, position: Position, limits: Limits, most: int) -> Count:
        """The lines in which the player to move always keeps the win."""
        return count_duel(position, limits, most)

    def played(self, positions: list[Position], line: Line, limits: Limits, verdicts_only: bool) -> Played:
        """Who stood better after each turn."""
        return duel_played(positions, line, limits, verdicts_only)

    def tally(self, position: Position, limits: Limits) -> DuelTally:
        """Both orders being known, does the player to move win?"""
        return DuelTally(position, limits)

    def winning_steps(self, position: Position, limits: Limits) -> tuple[Steps | None, str]:
        """All turns of the loser, those of the winner that keep the win."""
        judge = DuelJudge(position, limits)
        winner = judge.winner(position)
        if winner is None:
            return None, "not decided"

        def steps(now: Position) -> Iterator[tuple[Turn, int]] | None:
            try:
                ends = [end for _, end in keeping_turns(judge, now, winner)]
            except CutOff:
                return None
            return ((now.ended(end.turn), end.same) for end in ends)

        return steps, ""

    def solved(self, position: Position, limits: Limits) -> tuple[str, Line, int]:
        """Nothing: what the choices do not tell takes too long, and the quickest of several wins is the best."""
        return UNKNOWN, (), 0
