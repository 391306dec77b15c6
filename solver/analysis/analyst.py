"""Who analyses a game: one for teams, one for opponents; this is the one place that tells them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Protocol

from solver.rules.game import Rules
from solver.search.limits import Limits
from solver.table.line import Line, Turn
from solver.table.position import Position

if TYPE_CHECKING:
    from solver.analysis.choices import Choices
    from solver.analysis.count import Count
    from solver.analysis.orders import Tally
    from solver.analysis.played import Played

Steps = Callable[[Position], "Iterator[tuple[Turn, int]] | None"]  # turns that keep the win, in how many ways each


class Analyst(Protocol):
    """What differs between a team and opponents in an analysis."""

    @property
    def kernels(self) -> tuple[str, ...]:
        """The groups of compiled code that are needed."""

    def choices(self, position: Position, limits: Limits, worth: bool) -> Choices:
        """Every different legal turn; ``worth``: not only whether it wins."""

    def count(self, position: Position, limits: Limits, most: int) -> Count:
        """How many lines win."""

    def played(self, positions: list[Position], line: Line, limits: Limits, verdicts_only: bool) -> Played:
        """A played game, turn by turn; ``verdicts_only``: without better lines, and without counting choices."""

    def tally(self, position: Position, limits: Limits) -> Tally:
        """What counts orders of a draw pile that nobody knows."""

    def winning_steps(self, position: Position, limits: Limits) -> tuple[Steps | None, str]:
        """What lists the turns that keep the win; None with a reason where there is nothing to list."""

    def solved(self, position: Position, limits: Limits) -> tuple[str, Line, int]:
        """The verdict of ``solve`` where choices alone do not tell, its line, and the states that it took."""


def analyst_of(rules: Rules) -> Analyst:
    """The one who knows this game."""
    if rules.game.is_duel:
        from solver.analysis.duel_analyst import DuelAnalyst

        return DuelAnalyst()
    from solver.analysis.team_analyst import TeamAnalyst

    return TeamAnalyst()
