"""Face to Face: the verdict from the side of the player to move, with the line of best play by both."""

from __future__ import annotations

from solver.engines import limit_of
from solver.position import Position
from solver.referee import judge
from solver.search.duel import solve_duel
from solver.search.limits import Limits
from solver.verdict import Effort, Goal, Unknown, Unwinnable, Verdict, Winnable


def by_duel_search(position: Position, goal: Goal, limits: Limits) -> Verdict:
    """Who wins with best play; for the goal ``turns`` also in how many."""
    found = solve_duel(position, "turns" if goal == "turns" else "win", limits)
    effort = Effort("dfs", found.states, found.seconds)
    whole = judge(position, found.line).winner
    if found.winner is None or whole != found.winner:  # a win whose line was cut short is not claimed
        limit = f"{limit_of(limits, interrupted=limits.left > 0)}; {found.proved}"
        return Unknown(position, found.line, goal, limit=limit, effort=effort)
    proved, bound = goal == "win" or found.turns is not None, found.turns if goal == "turns" else None
    if found.winner == position.player:
        return Winnable(position, found.line, goal, optimal=proved, effort=effort, bound=bound)
    reason = f"exhaustive search of {found.states} states: {found.proved}"
    return Unwinnable(position, found.line, goal, optimal=proved, effort=effort, bound=bound, reason=reason)
