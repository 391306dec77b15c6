"""Wins that must be of a certain kind: any that meets a stipulation, and those with fewest or most tricks, or turns.

The depth-first search decides one question at a time; for the fewest of something it asks for less than the best so far
until there is none, each time with one condition more.  CP-SAT has the goal for its objective.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from solver.errors import EnginesDisagree
from solver.reasons import NeverMet
from solver.search.compiled import make_ready
from solver.search.limits import Limits
from solver.search.stipulated import OutOfLimits, StipulatedSearch
from solver.stipulations import Stipulation
from solver.stipulations.amounts import Amount, Tricks, TurnCount
from solver.stipulations.stipulation import fitted
from solver.table.position import Position
from solver.verdict import WANTED, Effort, Goal, Unknown, Unwinnable, Verdict, Winnable

FEW_CARDS = 6  # so many cards left, and no more, are for the depth-first search where nothing else is said
FEW_STATES = 1_000  # and so many states: what it has not decided then is for CP-SAT

Asking = Callable[[Position, Goal, Stipulation, Limits, bool], Verdict]
COUNTED: Mapping[Goal, type[Amount]] = {"turns": TurnCount, "tricks": Tricks, "most-tricks": Tricks}


def by_search(
    position: Position, goal: Goal, require: Stipulation, limits: Limits, _verbose: bool, most: int | None = None
) -> Verdict:
    """The depth-first search; ``most``: states that it may open."""
    make_ready("search", "analysis")
    best: Verdict | None = None
    asked, states = require, 0
    while True:
        search = StipulatedSearch(position, asked, limits, most)
        try:
            line = search.win()
        except OutOfLimits:
            return undecided(position, goal, require, best, states + search.states, limits)
        states += search.states
        effort = Effort("dfs", states, limits.elapsed)
        if line is None:
            return proved(position, goal, require, best, NeverMet(str(require), states), effort)
        best = Winnable(position, line, goal, effort=effort, require=require, optimal=goal == "win")
        if goal == "win":
            return best
        better = beyond(best)
        if better is None:
            return proved(position, goal, require, best, NeverMet(str(require)), effort)
        asked = Stipulation((*require.conditions, better))


def beyond(best: Verdict) -> Amount | None:
    """The condition of being better than this win; None where nothing could be."""
    wanted, kind = WANTED[best.goal], COUNTED[best.goal]  # type: ignore[index]
    value = wanted.value(best)
    if wanted.largest:
        return kind("", value + 1) if value < best.position.cards_left else None
    return kind("", 0, value - 1) if value > kind.fewest else None


def proved(
    position: Position, goal: Goal, require: Stipulation, best: Verdict | None, why: NeverMet, effort: Effort
) -> Verdict:
    """Nothing better than the best; if there is none, nothing at all."""
    if best is None:
        return Unwinnable(position, (), goal, reason=why, effort=effort, require=require)
    bound = WANTED[goal].value(best)
    return Winnable(position, best.line, goal, optimal=True, effort=effort, bound=bound, require=require)


def undecided(
    position: Position, goal: Goal, require: Stipulation, best: Verdict | None, states: int, limits: Limits
) -> Verdict:
    """A limit came in the way: the best so far, if there is any."""
    effort = Effort("dfs", states, limits.elapsed)
    if best is not None:
        return Winnable(position, best.line, goal, effort=effort, require=require)
    return Unknown(position, (), goal, reason=limits.reached, effort=effort, require=require)


def by_cpsat(position: Position, goal: Goal, require: Stipulation, limits: Limits, verbose: bool) -> Verdict:
    """CP-SAT, without any hint."""
    from solver.search.cpsat import solve_cpsat

    found = solve_cpsat(position, goal, limits, log=verbose, require=require)
    effort = Effort("cpsat", found.branches, limits.elapsed)
    if found.status == "infeasible":
        return Unwinnable(position, (), goal, reason=NeverMet(str(require)), effort=effort, require=require)
    if found.status == "unknown":
        return Unknown(position, (), goal, reason=limits.reached, effort=effort, require=require)
    optimal, bound = found.status == "optimal", None if goal == "win" else found.bound
    return Winnable(position, found.line, goal, optimal=optimal, effort=effort, bound=bound, require=require)


def by_rule(position: Position, goal: Goal, require: Stipulation, limits: Limits, verbose: bool) -> Verdict:
    """``auto``: a little depth-first search where few cards are left, then CP-SAT."""
    if position.cards_left <= FEW_CARDS:
        first = by_search(position, goal, require, limits, verbose, FEW_STATES)
        if isinstance(first, Unwinnable) or first.optimal or limits.left <= 0:
            return first
    return by_cpsat(position, goal, require, limits, verbose)


def by_both(position: Position, goal: Goal, require: Stipulation, limits: Limits, verbose: bool) -> Verdict:
    """Both, compared; where they contradict each other, nobody is believed."""
    first = by_search(position, goal, require, limits, verbose)
    second = by_cpsat(position, goal, require, limits, verbose)
    names = {first.name, second.name} - {Unknown.name}
    values = [WANTED[goal].value(one) for one in (first, second) if goal != "win" and one.optimal]
    if len(names) > 1 or len(set(values)) > 1:
        raise EnginesDisagree(f"dfs says {first}, cpsat says {second}, asked for {require}: {position!r}")
    ranked = sorted((first, second), key=lambda one: (isinstance(one, Unknown), not one.optimal))
    return ranked[0]


ENGINES: Mapping[str, Asking] = {"auto": by_rule, "dfs": by_search, "cpsat": by_cpsat, "both": by_both}


def decide(position: Position, goal: Goal, require: Stipulation, engine: str, limits: Limits, verbose: bool) -> Verdict:
    """The verdict on a position: is there a win of this kind, and which is the best for the goal?"""
    return ENGINES[engine](position, goal, fitted(require, position), limits, verbose)
