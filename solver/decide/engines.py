"""Which engine answers which question.

Whether a team game can be won, the ladder says; what a lost position is worth and how few turns a win takes, the
searches of ``goals``.  CP-SAT answers all three on its own, for an independent second opinion.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping

from solver.decide.ladder import Ladder
from solver.errors import EnginesDisagree
from solver.reasons import Infeasible
from solver.search.compiled import make_ready
from solver.search.limits import Limits
from solver.table.line import Line
from solver.table.position import Position
from solver.verdict import WANTED, Effort, Goal, Unknown, Unwinnable, Verdict, Winnable

Decide = Callable[[Position, Limits, bool], Verdict]


def by_ladder(position: Position, limits: Limits, _verbose: bool = False) -> Verdict:
    """Beam and exhaustive search in turn."""
    return Ladder(position, limits).climb()


def by_cpsat(position: Position, limits: Limits, verbose: bool = False) -> Verdict:
    """The CP-SAT model alone, without any hint."""
    from solver.search.cpsat import solve_cpsat

    found = solve_cpsat(position, "win", limits, log=verbose)
    effort = Effort("cpsat", found.branches, limits.elapsed)
    if found.status in ("optimal", "feasible"):
        return Winnable(position, found.line, optimal=True, effort=effort)
    if found.status == "infeasible":
        return Unwinnable(position, (), reason=Infeasible(), effort=effort)
    return Unknown(position, (), reason=limits.reached, effort=effort)


def by_both(position: Position, limits: Limits, verbose: bool = False) -> Verdict:
    """Both engines; where they contradict each other, nobody is believed."""
    first, second = by_ladder(position, limits), by_cpsat(position, limits, verbose)
    decided = [verdict for verdict in (first, second) if not isinstance(verdict, Unknown)]
    if len({verdict.name for verdict in decided}) > 1:
        raise EnginesDisagree(f"dfs says {first.name}, cpsat says {second.name}: {position!r}")
    effort = Effort("both", first.effort.states + second.effort.states, limits.elapsed)
    if len(decided) == 1:
        effort = dataclasses.replace(effort, engine=decided[0].effort.engine)  # the other one did not finish
    return dataclasses.replace((decided or [first])[0], effort=effort)


ENGINES: Mapping[str, Decide] = {"auto": by_ladder, "dfs": by_ladder, "cpsat": by_cpsat, "both": by_both}


def best_for(goal: Goal, decided: Verdict, limits: Limits, engine: str, verbose: bool = False) -> Verdict:
    """The best line for a goal, once it is known whether the position can be won (or that it is not known)."""
    if WANTED[goal].of_wins_only and not isinstance(decided, Winnable):
        return dataclasses.replace(decided, goal=goal, optimal=False)
    if engine == "cpsat":
        return best_by_cpsat(goal, decided, limits, verbose)
    first = best_by_search(goal, decided, limits)
    return first if engine != "both" else agreed(first, best_by_cpsat(goal, decided, limits, verbose))


def best_by_search(goal: Goal, decided: Verdict, limits: Limits) -> Verdict:
    """The best line for a goal by the searches in kernels."""
    from solver.decide.goals import fewest_left, fewest_turns

    make_ready("goals")
    search: Mapping[str, Callable[[Verdict, Limits], Verdict]] = {"cards-left": fewest_left, "turns": fewest_turns}
    return search[goal](decided, limits)


def best_by_cpsat(goal: Goal, decided: Verdict, limits: Limits, verbose: bool) -> Verdict:
    """The best line for a goal by CP-SAT."""
    model: Mapping[str, Callable[[Verdict, Limits, bool], Verdict]] = {
        "cards-left": score_by_cpsat,
        "turns": turns_by_cpsat,
    }
    return model[goal](decided, limits, verbose)


def agreed(first: Verdict, second: Verdict) -> Verdict:
    """The better of two answers for a goal; where a line beats what the other has proved, neither is believed."""
    one, other = value_of(first), value_of(second)
    names = {first.name, second.name} - {Unknown.name}
    if len(names) > 1 or one < (second.bound or 0) or other < (first.bound or 0):
        raise EnginesDisagree(
            f"dfs says {first.name}, {one} at best, {first.bound} at least; cpsat says {second.name}, {other} at best, "
            f"{second.bound} at least: {first.position!r}"
        )
    bound = max(first.bound or 0, second.bound or 0)
    better_one = first if one <= other else second
    effort = Effort("both", first.effort.states, second.effort.seconds)
    return dataclasses.replace(better_one, bound=bound, optimal=value_of(better_one) == bound, effort=effort)


def value_of(verdict: Verdict) -> int:
    """What the goal wants small."""
    return WANTED[verdict.goal].value(verdict)


def score_by_cpsat(decided: Verdict, limits: Limits, verbose: bool) -> Verdict:
    """As few cards left as can be: what a lost position is worth."""
    if isinstance(decided, Winnable):
        return dataclasses.replace(decided, goal="cards-left", bound=0)
    from solver.search.cpsat import solve_cpsat

    found = solve_cpsat(decided.position, "cards-left", limits, hint=decided.line or None, log=verbose)
    line = better(found.line, decided.line)
    left = decided.position.cards_left - laid_in(line)
    least = max(found.bound or 0, 1 if isinstance(decided, Unwinnable) else 0)
    effort = mixed(decided, limits)
    if left == 0:
        return Winnable(decided.position, line, goal="cards-left", optimal=True, bound=0, effort=effort)
    if isinstance(decided, Unknown) and least > 0:
        decided = Unwinnable(decided.position, line, reason=Infeasible(least))
    return dataclasses.replace(decided, goal="cards-left", line=line, bound=least, optimal=left == least, effort=effort)


def turns_by_cpsat(decided: Verdict, limits: Limits, verbose: bool) -> Verdict:
    """A win in as few turns as can be."""
    from solver.search.cpsat import solve_cpsat

    found = solve_cpsat(decided.position, "turns", limits, hint=decided.line, log=verbose)
    line = found.line if found.line and len(found.line) < len(decided.line) else decided.line
    bound = found.bound if found.bound is not None else 0
    return dataclasses.replace(
        decided, goal="turns", line=line, bound=bound, optimal=len(line) == bound, effort=mixed(decided, limits)
    )


def mixed(decided: Verdict, limits: Limits) -> Effort:
    """The work of both engines."""
    return Effort("cpsat", decided.effort.states, limits.elapsed)


def better(one: Line, other: Line) -> Line:
    """The line that lays more cards."""
    return one if laid_in(one) > laid_in(other) else other


def laid_in(line: Line) -> int:
    """Cards laid in a line."""
    return sum(len(turn.plays) for turn in line)
