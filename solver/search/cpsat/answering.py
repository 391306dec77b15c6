"""What is asked of CP-SAT: a win, the best line for a goal, wins that meet a stipulation."""

from __future__ import annotations

from dataclasses import replace

from solver.referee import judge
from solver.search.cpsat.goals import model_of
from solver.search.cpsat.horizon import ANY_WIN, LAST, win_by_windows
from solver.search.cpsat.model import Model
from solver.search.cpsat.running import CpsatResult, Run
from solver.search.cpsat.table import CpsatTable
from solver.search.limits import Limits
from solver.stipulations import Stipulation
from solver.table.line import Line
from solver.table.position import Position
from solver.verdict import Goal


def solve_cpsat(
    position: Position,
    goal: Goal,
    limits: Limits,
    hint: Line | None = None,
    log: bool = False,
    workers: int = 1,
    require: Stipulation = ANY_WIN,
) -> CpsatResult:
    """Decide a position of a team game, or find the best line for a goal, among those that meet a stipulation.

    ``hint`` is a line to start from; ``log`` lets the solver talk on standard error; with one worker the same input
    gives the same answer on every run that no limit cuts short.
    """
    table = CpsatTable(position)
    if table.count == 0:
        return CpsatResult("optimal", (), 0, 0, limits.elapsed, 0, 0)
    if goal == "turns" and require == ANY_WIN:
        return fewest_turns(table, limits, hint, log, workers)
    return run_goal(table, goal, limits, hint, log, workers, require)


def run_goal(
    table: CpsatTable,
    goal: Goal,
    limits: Limits,
    hint: Line | None,
    log: bool,
    workers: int,
    require: Stipulation = ANY_WIN,
) -> CpsatResult:
    """One model, one run; a long win by windows first."""
    if goal == "win" and require == ANY_WIN and not hint and table.count > LAST:
        won = win_by_windows(table.position, limits, log, workers)
        if won is not None or limits.left <= 0:
            return won or CpsatResult("unknown", (), None, None, limits.elapsed, 0, 0)
    model = model_of(table, goal, require)
    if hint:
        give_hint(model, hint)
    run = Run(model, goal, limits, log, workers)
    run.solve()
    return run.result()


def fewest_turns(table: CpsatTable, limits: Limits, hint: Line | None, log: bool, workers: int) -> CpsatResult:
    """First any win (or the hint, if it is one), then the proof from below, which has no line before it is done."""
    if not hint or not judge(table.position, hint).complete:
        won = run_goal(table, "win", limits, hint, log, workers)
        if won.status != "optimal" or limits.stopped:
            line = won.line
            return replace(won, value=len(line) or None, bound=None, status="feasible" if line else won.status)
        hint = won.line
    best = run_goal(table, "turns", limits, hint, log, workers)
    if best.status == "unknown":
        return replace(best, status="feasible", line=hint, value=len(hint))
    return best


def give_hint(model: Model, line: Line) -> None:
    """Tell the model a line to start from, in the order of plays that it wants."""
    table, rules = model.table, model.table.rules
    number = {card: index for index, card in enumerate(table.cards)}
    on = dict(zip((pile.name for pile in rules.piles), table.tops, strict=True))
    places, covered, ends, place = dict[int, int](), dict[int, int](), set[int](), 0
    for turn in line:
        plays = turn.plays
        if not table.is_commanded:
            plays = tuple(sorted(plays, key=lambda play: rules.piles[rules.pile_index(play.pile)].direction == "down"))
        for play in plays:
            card, pile = number[play.card], rules.piles[rules.pile_index(play.pile)].name
            covered[place] = on[pile]
            places[card], on[pile], place = place, card, place + 1
        ends.add(place - 1)
    for (card, p), literal in model.lay.items():
        model.cp.add_hint(literal, places.get(card) == p)
    for (_, ground, p), literal in model.cover.items():
        if covered.get(p) != ground:  # the direction of what is covered follows from the other hints
            model.cp.add_hint(literal, False)
    for p, literal in enumerate(model.end):
        model.cp.add_hint(literal, p in ends)
