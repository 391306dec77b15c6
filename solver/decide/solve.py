"""The questions, asked of any deal or position: can it be won, what is it worth, in how few turns?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.notation.source import Source, position_of
from solver.reasons import Over
from solver.search.compiled import CLOCK
from solver.search.limits import Limits, Watch, limits_of
from solver.stipulations import Stipulation, asked_of
from solver.table.position import Position
from solver.verdict import GOALS, WANTED, Effort, Goal, Unknown, Unwinnable, Verdict, Winnable

Engine = Literal["auto", "dfs", "cpsat", "both"]
ENGINES: tuple[Engine, ...] = ("auto", "dfs", "cpsat", "both")
STIPULATED = ("tricks", "most-tricks")  # goals of wins of a certain kind


def solve(
    thing: Source,
    goal: Goal = "win",
    engine: Engine = "auto",
    time_limit: float | None = None,
    memory_limit: int | None = None,
    any_starter: bool = False,
    watch: Watch | None = None,
    verbose: bool = False,
    limits: Limits | None = None,
    require: str | Stipulation | None = None,
) -> Verdict:
    """Decide a deal or a position, and find the best line for a goal.

    ``goal``: any ``win``; as few ``cards-left`` as can be; a win in as few ``turns`` as can be; with as few ``tricks``
    or with ``most-tricks``.  ``require``: only wins that meet a stipulation (docs/stipulations.md) count.  ``engine``:
    see ``solver.decide.engines`` and ``stipulated``.  ``time_limit`` in seconds, ``memory_limit`` in megabytes;
    ``any_starter`` asks for the best player to begin; ``watch`` is told now and then how the search goes, and may stop
    it by raising ``KeyboardInterrupt``; ``verbose`` lets CP-SAT talk on standard error.  ``limits`` in place of the
    single ones are those of a larger question, of which this is a part.
    """
    position = position_of(thing)
    refuse_unknown_goal(goal)
    if engine not in ENGINES:
        raise Unreadable(f"engine {quoted(engine)}: one of {' '.join(ENGINES)}")
    asked = asked_of(require, position)
    refuse_misfits(position, goal, engine, any_starter, asked)
    limits = limits or limits_of(time_limit, memory_limit, watch)
    seats = range(position.rules.players) if any_starter else [position.to_move]
    with limits.hearing():
        return best_of(answer(begun_by(position, seat), goal, engine, limits, verbose, asked) for seat in seats)


def refuse_unknown_goal(goal: str) -> None:
    """A goal that nobody knows is answered by nobody."""
    if goal not in GOALS:
        raise Unreadable(f"goal {quoted(goal)}: one of {' '.join(GOALS)}")


def is_of_wins(goal: str) -> bool:
    """Does a goal ask for something of a win beyond the win?"""
    return goal in WANTED and WANTED[goal].of_wins_only


def refuse_misfits(
    position: Position, goal: Goal, engine: Engine, any_starter: bool, asked: Stipulation | None
) -> None:
    """What cannot be asked together, or of an adversarial game, is refused by name."""
    if not position.rules.game.is_duel:
        if asked is not None and goal in WANTED and not is_of_wins(goal):
            raise DoesNotAddUp(
                f"goal {goal}: a stipulation is asked of wins; ask for win, turns, tricks or most-tricks"
            )
        return
    if goal == "cards-left":
        raise DoesNotAddUp("goal cards-left: Face to Face has no score; ask for win or turns")
    if goal in STIPULATED:
        raise DoesNotAddUp(f"goal {goal}: it is asked of the team games; ask for win or turns")
    if engine in ("cpsat", "both"):
        raise DoesNotAddUp(f"engine {engine}: CP-SAT models the team games only")
    if any_starter:
        raise DoesNotAddUp("any starter: in Face to Face lots decide who begins")


def begun_by(position: Position, seat: int) -> Position:
    """The same table with another player to move."""
    return Position(position.rules, position.tops, position.hands, position.draws, seat)


def best_of(verdicts: Iterable[Verdict]) -> Verdict:
    """Of several starters: winnable if any is; unwinnable only if all are."""
    seen: list[Verdict] = []
    for verdict in verdicts:
        seen.append(verdict)
        if isinstance(verdict, Winnable) and not is_of_wins(verdict.goal):
            return verdict
    won = [verdict for verdict in seen if isinstance(verdict, Winnable)]
    if won:
        return min(won, key=lambda verdict: len(verdict.line))
    undecided = [verdict for verdict in seen if isinstance(verdict, Unknown)]
    return min(undecided or seen, key=lambda verdict: verdict.cards_left)


def answer(
    position: Position, goal: Goal, engine: Engine, limits: Limits, verbose: bool, asked: Stipulation | None = None
) -> Verdict:
    """The verdict on one position."""
    refuse_unknown_goal(goal)
    if (outcome := position.outcome) is not None:
        effort, bound = Effort(seconds=limits.elapsed), 0 if is_of_wins(goal) else position.cards_left
        if outcome.won:
            return Winnable(position, (), goal, optimal=True, effort=effort, bound=bound)
        proved = goal in WANTED and not is_of_wins(goal)
        return Unwinnable(position, (), goal, optimal=proved, effort=effort, bound=bound, reason=Over(outcome.text))
    if position.rules.game.is_duel:
        with CLOCK.stopped():
            from solver.decide.duel import by_duel_search

        return by_duel_search(position, goal, limits)
    if asked is not None or goal in STIPULATED:
        with CLOCK.stopped():
            from solver.decide import stipulated

        return stipulated.decide(position, goal, asked or Stipulation(), engine, limits, verbose)
    with CLOCK.stopped():
        from solver.decide import engines  # numpy and the kernels are loaded only where there is something to search

    decided = engines.ENGINES[engine](position, limits, verbose)
    return decided if goal == "win" else engines.best_for(goal, decided, limits, engine, verbose)
