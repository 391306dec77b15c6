"""Running the model: limits, progress, interruption, and the way back to a line of play."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, replace
from threading import Thread
from typing import Literal

from ortools.sat.python.cp_model import (
    CHOOSE_FIRST,
    FEASIBLE,
    FIXED_SEARCH,
    INFEASIBLE,
    OPTIMAL,
    SELECT_MAX_VALUE,
    UNKNOWN,
    CpSolver,
    CpSolverSolutionCallback,
    CpSolverStatus,
)

from solver.referee import judge
from solver.search.cpsat.goals import model_of
from solver.search.cpsat.model import Model
from solver.search.cpsat.table import CpsatTable
from solver.search.limits import Limits
from solver.stipulations import Stipulation
from solver.table.line import Line, Play, Turn
from solver.table.position import Position
from solver.verdict import Goal

Status = Literal["optimal", "feasible", "infeasible", "unknown"]
STATUSES: dict[CpSolverStatus, Status] = {OPTIMAL: "optimal", FEASIBLE: "feasible", INFEASIBLE: "infeasible"}
SMALL_HAND = 2  # hands up to this leave so few choices that trying them in the order of play is best
ANY_WIN = Stipulation()
GLANCE = 0.2  # seconds between two looks at the clock and the watcher


@dataclass(frozen=True)
class CpsatResult:
    """What the engine found: the best line, what it is worth, and how much better a line could possibly be.

    ``value`` and ``bound`` are cards left for the goals win and cards-left, turns for the goal turns; None if unknown.
    ``optimal``: proved (for the goal win any win is).  ``infeasible``: proved that no line lays every card.
    """

    status: Status
    line: Line
    value: int | None
    bound: int | None
    seconds: float
    conflicts: int
    branches: int


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
    """One model, one run."""
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


class Best(CpSolverSolutionCallback):
    """Remembers the best solution: its places in use, and its value."""

    def __init__(self, model: Model) -> None:
        super().__init__()
        self.model, self.laid = model, 0
        self.value_so_far: int | None = None

    def on_solution_callback(self) -> None:
        """Called for each better solution."""
        self.laid = sum(self.value(used) for used in self.model.in_use)
        self.value_so_far = round(self.objective_value)


class Run:
    """One run of CP-SAT, in a thread of its own so that the clock, the watcher and Ctrl-C are heard."""

    def __init__(self, model: Model, goal: Goal, limits: Limits, log: bool, workers: int) -> None:
        self.model, self.goal, self.limits, self.best = model, goal, limits, Best(model)
        self.solver = CpSolver()
        self.status: CpSolverStatus = UNKNOWN
        self.has_run = False
        self.bound = 0.0
        self.solver.best_bound_callback = self.remember_bound
        settings = self.solver.parameters
        settings.num_workers = workers
        settings.random_seed = 1
        settings.linearization_level = 0
        settings.symmetry_level = 0
        settings.cp_model_probing_level = 0  # on these models, probing, a second round of presolve, and simplifying
        settings.max_presolve_iterations = 1  # clauses while searching cost five to ten times what they save
        settings.use_sat_inprocessing = False
        settings.catch_sigint_signal = False
        if goal == "turns":
            settings.optimize_with_core = True  # there are few turns, so the proof from below is the short one
        elif model.table.rules.hand <= SMALL_HAND:
            in_order_of_play(model)
            settings.search_branching = FIXED_SEARCH
        settings.log_search_progress = log
        if log:
            settings.log_to_stdout = False
            self.solver.log_callback = lambda text: print(text, file=sys.stderr)

    def remember_bound(self, bound: float) -> None:
        """Called for each better bound."""
        self.bound = bound

    def solve(self) -> None:
        """Search until there is an answer, the time is up, or somebody interrupts."""
        if self.limits.left <= 0:
            return
        if math.isfinite(self.limits.left):
            self.solver.parameters.max_time_in_seconds = self.limits.left
        thread = Thread(target=self._solve, daemon=True)
        thread.start()
        try:
            while thread.is_alive():
                thread.join(GLANCE)
                if thread.is_alive():
                    self.tell()
                if self.limits.stopped:
                    self.solver.stop_search()
        finally:  # whatever ends the waiting, nobody searches on
            self.solver.stop_search()
            thread.join()

    def tell(self) -> None:
        """Tell the watcher how it goes; a win has nothing to make small."""
        best, bound = (None, None) if self.goal == "win" else (self.best.value_so_far, whole(self.bound))
        self.limits.tell("CP-SAT", 0, self.best.laid, best=best, bound=bound)

    def _solve(self) -> None:
        self.status = self.solver.solve(self.model.cp, self.best)
        self.has_run = True

    def result(self) -> CpsatResult:
        """What came of it."""
        status = STATUSES.get(self.status, "unknown")
        found = status in ("optimal", "feasible")
        value, bound = None, None
        if self.has_run and self.goal != "win":
            value = round(self.solver.objective_value) if found else None
            bound = None if status == "infeasible" else whole(self.solver.best_objective_bound)
        elif found:
            value, bound = 0, 0
        return CpsatResult(
            status,
            line_of(self.model, self.solver) if found else (),
            value,
            bound,
            self.limits.elapsed,
            self.solver.num_conflicts if self.has_run else 0,
            self.solver.num_branches if self.has_run else 0,
        )


def whole(bound: float) -> int | None:
    """The smallest whole number that a bound allows; None for no bound at all."""
    return math.ceil(bound - 1e-6) if math.isfinite(bound) else None


def line_of(model: Model, solver: CpSolver) -> Line:
    """The line of a solution: who played and what was drawn come from the rules."""
    table, piles = model.table, model.table.rules.piles
    at = {p: card for (card, p), literal in model.lay.items() if solver.boolean_value(literal)}
    below = {p: ground for (_, ground, p), literal in model.cover.items() if solver.boolean_value(literal)}
    pile_of = {top: pile.name for top, pile in zip(table.tops, piles, strict=True)}
    line, plays, position = list[Turn](), list[Play](), table.position
    for p in range(len(at)):
        pile_of[at[p]] = pile_of[below[p]]
        plays.append(Play(table.cards[at[p]], pile_of[at[p]]))
        if solver.boolean_value(model.end[p]):
            after = position.after(plays)
            drawn = position.draw.cards[: len(position.draw.cards) - len(after.draw.cards)]
            line.append(Turn(tuple(plays), position.player, drawn))
            position, plays = after, []
    return tuple(line)


def in_order_of_play(model: Model) -> None:
    """Let the search decide place after place, as a player would."""
    decisions = [literal for p in model.places for literal in (*model.laid_at(p, model.cards), model.end[p])]
    model.cp.add_decision_strategy(decisions, CHOOSE_FIRST, SELECT_MAX_VALUE)


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
