"""The analyst of teams: all games in which everybody wins or loses together."""

from __future__ import annotations

from solver.analysis.analyst import Steps
from solver.analysis.choices import UNWINNABLE, WINNABLE, Choices
from solver.analysis.count import Count
from solver.analysis.played import Played
from solver.analysis.team_choices import TeamChoices
from solver.analysis.team_judge import TeamJudge
from solver.analysis.team_orders import TeamTally
from solver.analysis.team_played import TeamJudging, team_played
from solver.decide.ladder import Ladder
from solver.search.limits import Limits
from solver.search.team_codec import renumbered
from solver.search.team_graph import TeamGraph
from solver.table.line import Line
from solver.table.position import Position


class TeamAnalyst:
    """Every question is whether all cards can be laid, or how many."""

    kernels: tuple[str, ...] = ("search", "analysis")

    def choices(self, position: Position, limits: Limits, worth: bool) -> Choices:
        """Which turns win; ``worth``: and the fewest cards that the others leave."""
        return TeamChoices(position, limits, worth).decided()

    def count(self, position: Position, limits: Limits, most: int) -> Count:
        """In the graph of everything that can happen."""
        graph = TeamGraph(position, renumbered(position), limits, most, first_turn_only=False)
        if limits.cancelled:
            return Count(limit=str(limits.reached))
        if not graph.whole:
            return Count(states=graph.nodes, limit=f"not counted: {graph.stopped}")
        if graph.best[0] != 0:
            return Count(0, 0, 0, graph.nodes)
        winning = int((graph.best[graph.are_positions] == 0).sum())
        return Count(graph.winning_lines, graph.winning_plays, winning, graph.nodes)

    def played(self, positions: list[Position], line: Line, limits: Limits, verdicts_only: bool) -> Played:
        """Could it still be won after each turn?"""
        return team_played(TeamJudging(positions, limits), positions, line, limits, verdicts_only)

    def tally(self, position: Position, limits: Limits) -> TeamTally:
        """In how many orders each turn wins."""
        return TeamTally(position, limits)

    def winning_steps(self, position: Position, limits: Limits) -> tuple[Steps | None, str]:
        """The turns that keep the win."""
        judge = TeamJudge(position, limits)
        verdict = judge.verdict(position)
        if verdict != WINNABLE:
            return None, "it cannot be won" if verdict == UNWINNABLE else "not decided"
        return judge.winning_steps, ""

    def solved(self, position: Position, limits: Limits) -> tuple[str, Line, int]:
        """What the ladder says."""
        verdict = Ladder(position, limits).climb()
        return verdict.name, verdict.line, verdict.effort.states
