"""Face to Face: the verdict from the side of the player to move, with the line of best play by both."""

from __future__ import annotations

from collections.abc import Mapping

from solver.hidden.estimate import estimate
from solver.reasons import Beaten, CutShort
from solver.referee import judge
from solver.search.duel_solver import DuelGoal, DuelResult, solve_duel
from solver.search.limits import Limits
from solver.table.position import Position
from solver.verdict import Effort, Goal, Unknown, Unwinnable, Verdict, Winnable

DUEL_GOALS: Mapping[str, DuelGoal] = {"win": "win", "turns": "turns"}


def by_duel_search(position: Position, goal: Goal, limits: Limits) -> Verdict:
    """Who wins with best play; for the goal ``turns`` also in how many."""
    found = solve_duel(position, DUEL_GOALS[goal], limits)
    effort = Effort("dfs", found.states, found.seconds)
    whole = judge(position, found.line).winner
    if found.winner is None or (found.winner == position.player and whole != found.winner):
        reason = CutShort(limits.reached, (found.proved, claim(found, whole)))
        return Unknown(position, found.line, goal, reason=reason, effort=effort, chance=estimate(position))
    proved = found.best_play and (goal == "win" or found.turns is not None)
    bound = found.turns if goal == "turns" else None
    if found.winner == position.player:
        return Winnable(position, found.line, goal, optimal=proved, effort=effort, bound=bound)
    lost = Beaten(found.states, found.proved)
    return Unwinnable(position, found.line, goal, optimal=proved, effort=effort, bound=bound, reason=lost)


def claim(found: DuelResult, winner: object) -> str:
    """What the line of an undecided position shows, and that it is no proof."""
    if found.winner is not None:
        return "the line that shows it was cut short"
    if winner is None:
        return "the line shown is a playout that was cut short, not a proof"
    return f"the line shown is a playout, not a proof: {winner} wins in {len(found.line)} turns"
