"""The work itself: decide some numbered deals.  Runs in threads, processes or on other machines, and knows no store.

A chunk gives the same answer wherever and whenever it is decided, times apart; so it may be decided twice and is
counted once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from solver.decide.solve import answer
from solver.search.batch import decide_deals
from solver.search.compiled import now
from solver.search.limits import Limits
from solver.survey.plan import DealLimits, Plan, solver_version
from solver.survey.tally import Counts, histogram

UNKNOWN, WON, LOST = 0, 1, 2
VERDICTS = ("unknown", "won", "lost")
NUMBERS = {"unknown": UNKNOWN, "winnable": WON, "unwinnable": LOST}
BULK_STATES = 20_000  # of a deal in the kernel; a harder one goes to the ladder
SLOW_STATES = 1_000_000  # a deal that takes as many has a row of its own
NO_SECONDS = 1e9


@dataclass(frozen=True)
class Task:
    """Deals to decide: a range, or some of them one by one (then no range is recorded)."""

    plan: Plan
    first: int
    last: int
    deals: tuple[int, ...] = ()

    @property
    def numbers(self) -> Sequence[int]:
        """The deals' numbers."""
        return self.deals or range(self.first, self.last + 1)


@dataclass(frozen=True)
class DealRow:
    """What became of a deal.  ``reason`` is empty for an exhaustive search that found no win."""

    deal: int
    verdict: int
    states: int
    micros: int | None
    reason: str = ""


@dataclass(frozen=True)
class Done:
    """A chunk decided: how many were won, lost and left, and the deals that have a row of their own."""

    task: Task
    won: int
    lost: int
    unknown: int
    rows: tuple[DealRow, ...]  # lost, unknown or slow; all of them where the task names its deals
    most_states: int
    states: Counts
    micros: Counts
    seconds: float
    version: str


@dataclass(frozen=True)
class Budget(Limits):
    """The limits of one deal in a survey: a search asks for the time left, and is told there is none once the states
    are used up.  The ladder asks only between slices that are counted in states, so its verdict is the same everywhere.
    """

    states: int = 1
    spent: dict[str, int] = field(default_factory=dict)
    over: list[str] = field(default_factory=list)  # the stages in which the states ran out

    @property
    def left(self) -> float:
        """Seconds left; none where the states have run out."""
        return 0.0 if self.states_ran_out else super().left

    @property
    def states_ran_out(self) -> bool:
        """Has the deal had its states?"""
        return bool(self.over)

    def note(self, stage: str, states: int) -> None:
        """Note what each stage has used."""
        self.spent[stage] = states
        if sum(self.spent.values()) >= self.states:
            self.over.append(stage)


def decide(task: Task) -> Done:
    """Decide the deals of a task."""
    began = now()
    found = in_bulk(task) if task.plan.in_bulk and not task.deals else one_by_one(task)
    verdicts, rows = found.verdicts, found.rows
    kept = rows if task.deals else [row for row in rows if row.verdict != WON or row.states >= SLOW_STATES]
    return Done(
        task,
        won=verdicts.count(WON),
        lost=verdicts.count(LOST),
        unknown=verdicts.count(UNKNOWN),
        rows=tuple(kept),
        most_states=max(found.states),
        states=histogram(found.states),
        micros=histogram(found.micros),
        seconds=now() - began,
        version=solver_version(),
    )


@dataclass
class Found:
    """The figures of every deal of a chunk."""

    verdicts: list[int]
    states: list[int]
    micros: list[int]
    rows: list[DealRow]


def in_bulk(task: Task) -> Found:
    """By the exhaustive search alone, inside the kernel; the few that it does not decide soon go to the ladder.

    The kernel looks at no clock: a deal's time is taken to be the mean of its chunk.
    """
    plan, count = task.plan, task.last - task.first + 1
    decide_deals(plan.rules, task.first, 0)  # the kernel is loaded before anything is timed
    began = now()
    kernel = decide_deals(plan.rules, task.first, count, min(BULK_STATES, plan.limits.states))
    mean = round((now() - began) / count * 1e6)
    rows = {int(index): by_ladder(plan, task.first + int(index)) for index in np.flatnonzero(kernel.verdicts == 0)}
    for index in np.flatnonzero(kernel.verdicts == LOST).tolist():
        rows[index] = DealRow(task.first + index, LOST, int(kernel.states[index]), None)
    verdicts, states, micros = kernel.verdicts.tolist(), kernel.states.tolist(), [mean] * count
    for index, row in rows.items():
        verdicts[index], states[index], micros[index] = row.verdict, row.states, row.micros or mean
    return Found(verdicts, states, micros, [rows[index] for index in sorted(rows)])


def one_by_one(task: Task) -> Found:
    """By the ladder, each win seen by the referee."""
    rows = [by_ladder(task.plan, number) for number in task.numbers]
    return Found([row.verdict for row in rows], [row.states for row in rows], [row.micros or 0 for row in rows], rows)


def by_ladder(plan: Plan, number: int) -> DealRow:
    """One deal with all the solver has."""
    limits, began = plan.limits, now()
    budget = Budget(limits.seconds or NO_SECONDS, limits.memory_mb, states=limits.states)
    verdict = answer(plan.deal(number).position(), "win", "auto", budget, False)
    micros = round((now() - began) * 1e6)
    reason = (verdict.explanation or "").removeprefix("exhaustive search: ")
    if verdict.name == "unknown":
        reason = limit_reached(limits, budget)
    elif reason.startswith("none of "):
        reason = ""
    return DealRow(number, NUMBERS[verdict.name], verdict.effort.states, micros, reason)


def limit_reached(limits: DealLimits, budget: Budget) -> str:
    """What ran out.  A search hears Ctrl-C too, and answers "unknown": here that is no answer."""
    if budget.states_ran_out:
        return f"{limits.states} states"
    if limits.seconds is None or budget.left > 0:
        raise KeyboardInterrupt
    return f"{limits.seconds:g} seconds"


def reason_text(row: DealRow) -> str:
    """Why a deal is lost or unknown, in words."""
    if row.verdict == LOST:
        return row.reason or f"exhaustive search: none of {row.states} states leads to a win"
    return f"unknown after {row.reason}" if row.verdict == UNKNOWN else ""
