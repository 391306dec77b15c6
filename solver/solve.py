"""The one question, asked of any deal or position: can it be won?"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from solver.deal import Deal
from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.position import Position
from solver.search.limits import DEFAULT_MEMORY_MB, Limits, Watch
from solver.source import load, starting_position
from solver.verdict import GOALS, Effort, Goal, Unknown, Unwinnable, Verdict, Winnable

Engine = Literal["auto", "dfs"]
ENGINES: tuple[Engine, ...] = ("auto", "dfs")


def solve(
    thing: Deal | Position | str | Path | Mapping[str, Any],
    goal: Goal = "win",
    engine: Engine = "auto",
    time_limit: float | None = None,
    memory_limit: int | None = None,
    any_starter: bool = False,
    watch: Watch | None = None,
) -> Verdict:
    """Decide a deal or a position.

    ``time_limit`` in seconds, ``memory_limit`` in megabytes; ``any_starter`` asks for the best player to begin;
    ``watch`` is told now and then how the search goes, and may stop it by raising ``KeyboardInterrupt``.
    """
    position = starting_position(thing if isinstance(thing, (Deal, Position)) else load(thing))
    if goal not in GOALS:
        raise Unreadable(f"goal {quoted(goal)}: one of {' '.join(GOALS)}")
    if engine not in ENGINES:
        raise Unreadable(f"engine {quoted(engine)}: one of {' '.join(ENGINES)}")
    if position.rules.game.is_duel or goal != "win":
        raise DoesNotAddUp("only the question whether a team game can be won is answered in this version")
    limits = Limits(time_limit, DEFAULT_MEMORY_MB if memory_limit is None else memory_limit, watch)
    if not any_starter:
        return decide(position, limits)
    return best_starter(position, limits)


def best_starter(position: Position, limits: Limits) -> Verdict:
    """Winnable if it is for any player who may begin; unwinnable only if it is for none."""
    verdicts = []
    for seat in range(position.rules.players):
        turned = Position(position.rules, position.tops, position.hands, position.draws, seat)
        verdicts.append(decide(turned, limits))
        if isinstance(verdicts[-1], Winnable):
            return verdicts[-1]
    undecided = [verdict for verdict in verdicts if isinstance(verdict, Unknown)]
    return min(undecided or verdicts, key=lambda verdict: verdict.cards_left)


def decide(position: Position, limits: Limits) -> Verdict:
    """Go up the ladder."""
    outcome = position.outcome
    if outcome is not None:
        if outcome.won:
            return Winnable(position, (), optimal=True, effort=Effort(seconds=limits.elapsed))
        return Unwinnable(position, (), reason=outcome.text, effort=Effort(seconds=limits.elapsed))
    from solver.ladder import Ladder  # numpy and the kernels are loaded only where there is something to search

    return Ladder(position, limits).climb()
