"""A survey from beginning to end: what is missing is handed out, decided, written, counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from solver.errors import DoesNotAddUp
from solver.search.compiled import now
from solver.survey.chunks import DecidedChunk, SurveyTask
from solver.survey.intervals import DealShare, Method
from solver.survey.plan import MOST_CHUNK, SurveyPlan
from solver.survey.pools import Workforce, work
from solver.survey.store import OpenSurvey, SurveyStore

MOST_DEALS = 10**12


@dataclass(frozen=True)
class SurveyOrder:
    """Which deals, how, and when to stop."""

    first: int
    last: int
    chunk: int | None = None
    until_width: float | None = None
    method: Method = "clopper-pearson"
    mix_versions: bool = False
    beside_others: bool = False

    def __post_init__(self) -> None:
        if self.last - self.first + 1 > MOST_DEALS:
            raise DoesNotAddUp(f"deals {self.first}:{self.last}: a survey has at most {MOST_DEALS} deals")
        if self.chunk is not None and not 1 <= self.chunk <= MOST_CHUNK:
            raise DoesNotAddUp(f"chunk {self.chunk}: 1 to {MOST_CHUNK} deals are possible")
        if self.until_width is not None and not 0 < self.until_width < 1:
            raise DoesNotAddUp(f"width {self.until_width}: between 0 and 1")


@dataclass(frozen=True)
class Standing:
    """How a survey stands."""

    share: DealShare
    total: int
    decided_now: int
    seconds: float


Watch = Callable[[Standing], None]


@dataclass(frozen=True)
class SurveyResult:
    """What a survey found: in this store, these deals."""

    store: SurveyStore
    survey: int
    first: int
    last: int
    seconds: float


def run(
    plan: SurveyPlan,
    order: SurveyOrder,
    store: SurveyStore,
    workers: Workforce,
    watch: Watch | None = None,
    games: Path | None = None,
) -> SurveyResult:
    """Decide the deals of a range that are missing in the store, and again those that lower limits left unknown.

    ``games``: write the games of a player to this file.
    """
    began = now()
    survey = store.open_survey(plan, order.beside_others, order.mix_versions)
    last = order.last
    if games is not None:
        write_games(survey, plan, order, workers, watch, games)
    if order.until_width is None:
        decide_missing(survey, plan, order, workers, watch)
    else:
        last = decide_until_narrow(survey, plan, order, workers, watch)
    return SurveyResult(store, survey.id, order.first, last, now() - began)


def tasks(survey: OpenSurvey, plan: SurveyPlan, order: SurveyOrder) -> Iterator[SurveyTask]:
    """The missing deals in chunks."""
    for first, last in survey.store.missing(survey.id, order.first, order.last):
        yield from in_chunks(plan, order, first, last)


def beginning(plan: SurveyPlan, order: SurveyOrder, deal: int) -> int:
    """Where the chunk of a deal begins."""
    size = order.chunk or plan.chunk
    return (deal - 1) // size * size + 1


def in_chunks(
    plan: SurveyPlan, order: SurveyOrder, first: int, last: int, with_games: bool = False
) -> Iterator[SurveyTask]:
    """A range in chunks, whose bounds do not depend on where it begins."""
    begin = first
    while begin <= last:
        end = min(last, beginning(plan, order, begin) + (order.chunk or plan.chunk) - 1)
        yield SurveyTask(plan, begin, end, with_games=with_games)
        begin = end + 1


def retries(survey: OpenSurvey, plan: SurveyPlan, order: SurveyOrder) -> Iterator[SurveyTask]:
    """Deals left unknown under lower limits, a few at a time."""
    deals = survey.unknowns(order.first, order.last)
    size = min(order.chunk or plan.chunk, 20)
    for begin in range(0, len(deals), size):
        some = tuple(deals[begin : begin + size])
        yield SurveyTask(plan, some[0], some[-1], some)


def write_games(
    survey: OpenSurvey, plan: SurveyPlan, order: SurveyOrder, workers: Workforce, watch: Watch | None, path: Path
) -> None:
    """Play, in order, all that the file has not; those that the store has are played again, which changes nothing.

    A chunk's games are on the disk before its figures are in the store; where only some of them are, it begins anew.
    """
    from solver.survey.gamesfile import games_file

    with games_file(path, plan, order.first) as games:
        scoreboard = Scoreboard(survey, order, watch)
        begin = games.next_deal
        if begin <= order.last:
            begin = max(order.first, beginning(plan, order, begin))
        wanted = in_chunks(plan, order, begin, order.last, with_games=True)
        with closing(work(wanted, workers, plan.in_bulk, ordered=True)) as results:
            for done in results:
                games.write(done.task.first, done.games)
                scoreboard.add(done, survey.record(done))


def decide_missing(
    survey: OpenSurvey, plan: SurveyPlan, order: SurveyOrder, workers: Workforce, watch: Watch | None
) -> None:
    """All of them, written as they come; and what another process kept us from writing, until nothing is missing."""
    scoreboard = Scoreboard(survey, order, watch)
    for done in work(retries(survey, plan, order), workers, in_bulk=False):
        scoreboard.add(done, survey.record(done))
    while any(survey.store.missing(survey.id, order.first, order.last)):
        for done in work(tasks(survey, plan, order), workers, plan.in_bulk):
            scoreboard.add(done, survey.record(done))


def decide_until_narrow(
    survey: OpenSurvey, plan: SurveyPlan, order: SurveyOrder, workers: Workforce, watch: Watch | None
) -> int:
    """Chunk after chunk in order, until the interval is narrow enough: the last deal that was counted.

    In order, so that how far it goes does not depend on how many work on it.
    """
    for done in work(retries(survey, plan, order), workers, in_bulk=False):
        survey.record(done)
    prefix, scoreboard = Prefix(survey, order), Scoreboard(survey, order, watch)
    if prefix.grows_narrow():
        return prefix.last
    with closing(work(tasks(survey, plan, order), workers, plan.in_bulk, ordered=True)) as results:
        for done in results:
            scoreboard.add(done, survey.record(done))
            if prefix.grows_narrow():
                return prefix.last
    return order.last


class Prefix:
    """The deals from the first on, as far as they are done."""

    def __init__(self, survey: OpenSurvey, order: SurveyOrder) -> None:
        self.survey, self.order, self.last, self.share = survey, order, order.first - 1, DealShare(0, 0)

    def grows_narrow(self) -> bool:
        """Count on, chunk by chunk: is the interval narrow enough?"""
        store, survey, order = self.survey.store, self.survey.id, self.order
        assert order.until_width is not None
        for chunk in store.chunks(survey, self.last + 1, order.last):
            if chunk.first > self.last + 1:
                break
            begin, self.last = self.last + 1, min(chunk.last, order.last)
            self.share += store.counts(survey, begin, self.last)
            low, high = self.share.interval(order.method)
            if high - low <= order.until_width:
                return True
        return False


class Scoreboard:
    """The running count, told to whoever watches."""

    def __init__(self, survey: OpenSurvey, order: SurveyOrder, watch: Watch | None) -> None:
        self.watch, self.began, self.decided = watch, now(), 0
        self.total = order.last - order.first + 1
        self.share = survey.store.counts(survey.id, order.first, order.last)
        self.tell()

    def add(self, done: DecidedChunk, new: bool) -> None:
        """Count what was written."""
        share = DealShare(done.won, done.lost, done.unknown)
        if new:
            self.share += share
            if done.task.deals:  # they were counted as unknown before
                self.share += DealShare(0, 0, -share.deals)
            self.decided += share.deals
        self.tell()

    def tell(self) -> None:
        """Tell the watcher."""
        if self.watch is not None:
            self.watch(Standing(self.share, self.total, self.decided, now() - self.began))
