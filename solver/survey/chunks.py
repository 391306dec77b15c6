"""The work itself: decide some numbered deals.  Runs in threads, processes or on other machines, and knows no store.

A chunk gives the same answer wherever and whenever it is decided, times apart; so it may be decided twice and is
counted once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from solver.decide.solve import answer
from solver.reasons import CutShort, Exhausted, OutOfStates, OutOfTime, Reason
from solver.search.batch import decide_deals
from solver.search.compiled import make_ready, now
from solver.search.limits import Limits
from solver.search.numbered_beam import seek_deals
from solver.search.team_codec import Numbers, unpack_line
from solver.survey.plan import SurveyPlan
from solver.survey.tally import Counts, histogram
from solver.verdict import Winnable

UNKNOWN, WON, LOST = 0, 1, 2
NUMBERS = {"unknown": UNKNOWN, "winnable": WON, "unwinnable": LOST}
BULK_STATES = 20_000  # of a deal in the kernel; a harder one goes to the ladder
SLOW_STATES = 1_000_000  # a deal that takes as many has a row of its own


@dataclass(frozen=True)
class SurveyTask:
    """Deals to decide: a range, or some of them one by one (then no range is recorded)."""

    plan: SurveyPlan
    first: int
    last: int
    deals: tuple[int, ...] = ()
    with_games: bool = False  # the games themselves are wanted, where they are played

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
class DecidedChunk:
    """A chunk decided: how many were won, lost and left, and the deals that have a row of their own."""

    task: SurveyTask
    won: int
    lost: int
    unknown: int
    rows: tuple[DealRow, ...]  # lost, unknown or slow; all of them where the task names its deals
    most_states: int
    states: Counts
    micros: Counts
    seconds: float
    games: tuple[str, ...] = ()  # in order, a line of JSON each


def decide(task: SurveyTask) -> DecidedChunk:
    """Decide the deals of a task."""
    began = now()
    if task.plan.player is not None:
        found = by_player(task)
    elif task.plan.in_bulk:
        found = by_beams(task) if task.plan.mostly_won else by_exhaustion(task)
    else:
        found = one_by_one(task)
    verdicts, rows = found.verdicts, found.rows
    kept = rows if task.deals else [row for row in rows if row.verdict != WON or row.states >= SLOW_STATES]
    return DecidedChunk(
        task,
        won=verdicts.count(WON),
        lost=verdicts.count(LOST),
        unknown=verdicts.count(UNKNOWN),
        rows=tuple(kept),
        most_states=max(found.states),
        states=histogram(found.states),
        micros=histogram(found.micros),
        seconds=now() - began,
        games=tuple(found.games),
    )


@dataclass
class ChunkFigures:
    """The figures of every deal of a chunk."""

    verdicts: list[int]
    states: list[int]
    micros: list[int]
    rows: list[DealRow]
    games: list[str] = field(default_factory=list)


def by_player(task: SurveyTask) -> ChunkFigures:
    """By a player who does not know the order: won or lost, never unknown; the turns of a game count as its states."""
    from solver.survey.games import games_of

    played = list(games_of(task.plan, task.first, task.last))
    rows = [
        DealRow(game.deal, LOST, game.turns, None, left_text(game.cards_left)) for game in played if game.cards_left
    ]
    return ChunkFigures(
        [LOST if game.cards_left else WON for game in played],
        [game.turns for game in played],
        [game.micros for game in played],
        rows,
        [game.text for game in played] if task.with_games else [],
    )


def left_text(cards: int) -> str:
    """Why a game with hidden cards is lost, as a store keeps it: it begins with the number of cards left."""
    return f"{cards} card{'' if cards == 1 else 's'} left"


def by_exhaustion(task: SurveyTask) -> ChunkFigures:
    """By the exhaustive search alone, inside the kernel; the few that it does not decide soon go to the ladder.

    The second referee sees each win, the referee in Python some.  The kernel looks at no clock: a deal's time is taken
    to be the mean of its chunk.
    """
    plan, count = task.plan, task.last - task.first + 1
    if task.deals:  # left to the ladder once, so again
        return one_by_one(task)
    decide_deals(plan.rules, task.first, 0)  # the kernel is loaded before anything is timed
    began = now()
    kernel = decide_deals(plan.rules, task.first, count, min(BULK_STATES, plan.limits.states), referee_of(plan))
    mean = round((now() - began) / count * 1e6)
    return with_the_ladder(task, kernel.verdicts, kernel.states, mean)


def by_beams(task: SurveyTask) -> ChunkFigures:
    """By beams inside the kernel, each win seen by the second referee; what they do not win goes to the ladder.

    The referee in Python looks at some of the wins, and at every win of the ladder.
    """
    plan, numbers = task.plan, np.array(task.numbers, np.int64)
    make_ready("numbered")  # before anything is timed
    began = now()
    example, states, memory = plan.deal(int(numbers[0])).position(), plan.limits.states, plan.limits.memory_mb << 20
    found = seek_deals(example, numbers, plan.random_commands, states, memory, referee_of(plan))
    mean = round((now() - began) / len(numbers) * 1e6)
    return with_the_ladder(task, found.verdicts, found.states, mean)


def referee_of(plan: SurveyPlan) -> Callable[[int, Numbers], None]:
    """Lets the referee in Python look at a win that the kernel found."""

    def look(number: int, plays: Numbers) -> None:
        position = plan.deal(number).position()
        Winnable(position, unpack_line(position, plays))

    return look


def with_the_ladder(task: SurveyTask, found: Numbers, opened: Numbers, mean: int) -> ChunkFigures:
    """The figures of the kernel, which took ``mean`` microseconds a deal; the ladder decides what it left open."""
    verdicts, states, micros, rows = found.tolist(), opened.tolist(), [mean] * len(found), list[DealRow]()
    for index, number in enumerate(task.numbers):
        if verdicts[index] == UNKNOWN:
            row = left_open(task.plan, number, states[index])
            verdicts[index], states[index], micros[index] = row.verdict, row.states, row.micros or mean
            rows.append(row)
        elif verdicts[index] == LOST or states[index] >= SLOW_STATES or task.deals:
            rows.append(DealRow(number, verdicts[index], states[index], None))
    return ChunkFigures(verdicts, states, micros, rows)


def left_open(plan: SurveyPlan, number: int, states: int) -> DealRow:
    """A deal that the kernel left open: it has had its states, or the ladder goes on."""
    if plan.mostly_won and states >= plan.limits.states:
        return DealRow(number, UNKNOWN, states, None, reason_kept(OutOfStates(plan.limits.states)))
    return by_ladder(plan, number)


def one_by_one(task: SurveyTask) -> ChunkFigures:
    """By the ladder, each win seen by the referee."""
    rows = [by_ladder(task.plan, number) for number in task.numbers]
    return ChunkFigures(
        [row.verdict for row in rows], [row.states for row in rows], [row.micros or 0 for row in rows], rows
    )


def by_ladder(plan: SurveyPlan, number: int) -> DealRow:
    """One deal with all the solver has.

    The ladder asks for what is left only between slices that are counted in states, so that without a limit of seconds
    its verdict is the same everywhere.
    """
    allowed, began = plan.limits, now()
    limits = Limits(allowed.seconds, allowed.memory_mb, states=allowed.states)
    verdict = answer(plan.deal(number).position(), "win", "auto", limits, False)
    micros = round((now() - began) * 1e6)
    return DealRow(number, NUMBERS[verdict.name], verdict.effort.states, micros, reason_kept(verdict.reason))


def reason_kept(reason: Reason | None) -> str:
    """What a store keeps of a reason: the limit that was reached, or why it is lost if no search had to show it."""
    if isinstance(reason, CutShort):
        reason = reason.limit
    if isinstance(reason, OutOfStates):
        return f"{reason.states} states"
    if isinstance(reason, OutOfTime):
        return f"{reason.seconds:g} seconds"
    return "" if reason is None or isinstance(reason, Exhausted) else str(reason)


def reason_text(row: DealRow) -> str:
    """Why a deal is lost or unknown, in words."""
    if row.verdict == LOST:
        return row.reason or str(Exhausted(row.states))
    return f"unknown after {row.reason}" if row.verdict == UNKNOWN else ""
