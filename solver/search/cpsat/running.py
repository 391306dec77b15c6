"""Running a model: limits, progress, interruption, and the way back to a line of play."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
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

from solver.search.cpsat.model import Model
from solver.search.limits import Limits
from solver.table.line import Line, Play, Turn
from solver.verdict import Goal

Status = Literal["optimal", "feasible", "infeasible", "unknown"]
STATUSES: dict[CpSolverStatus, Status] = {OPTIMAL: "optimal", FEASIBLE: "feasible", INFEASIBLE: "infeasible"}
SMALL_HAND = 2  # hands up to this leave so few choices that trying them in the order of play is best
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

    def __init__(
        self, model: Model, goal: Goal, limits: Limits, log: bool, workers: int, effort: float | None = None
    ) -> None:
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
        if effort is not None:
            settings.max_deterministic_time = effort  # CP-SAT's own measure, the same on every machine
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
