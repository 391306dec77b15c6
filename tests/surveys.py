"""Small surveys for the tests, and what two stores must have in common."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from solver.survey.conduct import SurveyOrder, run
from solver.survey.plan import DealLimits, SurveyPlan, plan_of_text
from solver.survey.pools import Workforce
from solver.survey.report import Summary, summary_of
from solver.survey.store import SurveyStore

ONE = Workforce(1)
OPEN: list[SurveyStore] = []

# Everything but the times: what must be the same however a survey was worked on.
SAME = (
    "SELECT digest, title, game, players, rules, commands FROM surveys ORDER BY digest",
    """SELECT digest, first, last, won, lost, unknown, most_states, states, version, limits FROM chunks
       JOIN surveys ON surveys.id = chunks.survey JOIN runs ON runs.id = chunks.run ORDER BY digest, first""",
    """SELECT digest, deal, verdict, deals.states, reason, version, limits FROM deals
       JOIN surveys ON surveys.id = deals.survey JOIN runs ON runs.id = deals.run ORDER BY digest, deal""",
)


def contents(path: Path) -> list[list[tuple[object, ...]]]:
    """What a store says, times apart."""
    with closing(sqlite3.connect(path)) as db:
        return [db.execute(query).fetchall() for query in SAME]


def survey(
    rules: str | SurveyPlan,
    deals: tuple[int, int],
    path: Path | None = None,
    workers: Workforce = ONE,
    chunk: int | None = None,
    states: int | None = None,
    until_width: float | None = None,
    beside_others: bool = False,
) -> Summary:
    """Run a survey from beginning to end."""
    plan = (
        rules if isinstance(rules, SurveyPlan) else plan_of_text(rules, None if states is None else DealLimits(states))
    )
    order = SurveyOrder(*deals, chunk=chunk, until_width=until_width, beside_others=beside_others)
    store = SurveyStore(path, create=True)
    OPEN.append(store)
    return summary_of(run(plan, order, store, workers), "clopper-pearson")


def close_stores() -> None:
    """Close what the surveys of a test have left open."""
    while OPEN:
        OPEN.pop().close()


def lost_and_unknown(path: Path) -> Iterator[tuple[int, int]]:
    """The deals of a store that are not won."""
    with closing(sqlite3.connect(path)) as db:
        yield from db.execute("SELECT deal, verdict FROM deals WHERE verdict != 1 ORDER BY deal")
