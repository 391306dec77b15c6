"""What a store says: figures of each survey, as data, as a table, as Markdown."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from solver.survey import tally
from solver.survey.chunks import LOST, UNKNOWN, DealRow, reason_text
from solver.survey.conduct import SurveyOrder, SurveyResult
from solver.survey.intervals import CONFIDENCE, DealShare, Method
from solver.survey.plan import SurveyPlan
from solver.survey.store import Survey, SurveyStore
from solver.survey.tally import Counts

PERCENTILES = ("median", "p95", "p99", "max")


@dataclass(frozen=True)
class Summary:
    """The figures of one survey, or of a range of it."""

    survey: Survey
    store: SurveyStore
    first: int
    last: int
    share: DealShare
    method: Method
    most_states: int
    states: Counts
    micros: Counts
    worker_seconds: float
    versions: tuple[str, ...]

    @property
    def interval(self) -> tuple[float, float]:
        """For the share of deals that can be won."""
        return self.share.interval(self.method)

    @property
    def asked(self) -> int:
        """How many deals the range has, done or not."""
        return self.last - self.first + 1

    @property
    def is_partial(self) -> bool:
        """Are deals of the range missing: interrupted, or never asked for?"""
        return self.share.deals < self.asked

    @property
    def state_percentiles(self) -> list[int]:
        """Median, 95 %, 99 % (to one part in sixteen, from above) and the most (exactly) of the states of a deal."""
        return [min(value, self.most_states) for value in tally.percentiles(self.states)]

    @property
    def rules(self) -> dict[str, int | None]:
        """What differs from the published numbers."""
        found: dict[str, int | None] = json.loads(self.survey.rules)
        return found

    @property
    def cards_left(self) -> float | None:
        """With hidden cards: how many were left in a game, on the average; the lost ones say it in their reason."""
        query = """SELECT coalesce(sum(CAST(reason AS INTEGER)), 0) FROM deals
            WHERE survey = ? AND verdict = 2 AND deal BETWEEN ? AND ?"""
        (left,) = next(self.store.rows(query, self.survey.id, self.first, self.last))
        return int(str(left)) / self.share.deals if self.share.deals else None

    def deals(self, verdict: int) -> Iterator[DealRow]:
        """The lost or the unknown ones."""
        return self.store.deals(self.survey.id, verdict, self.first, self.last)


def summary_of(outcome: SurveyResult, method: Method) -> Summary:
    """The figures of the range that a survey was asked for."""
    survey = next(survey for survey in outcome.store.surveys() if survey.id == outcome.survey)
    return _summary(outcome.store, survey, outcome.first, outcome.last, method)


def summary_so_far(store: SurveyStore, plan: SurveyPlan, order: SurveyOrder) -> Summary | None:
    """The figures of a survey that was interrupted: what is written is in them, what was under way is not."""
    survey = store.find(plan)
    return None if survey is None else _summary(store, survey, order.first, order.last, order.method)


def summaries(store: SurveyStore, method: Method) -> Iterator[Summary]:
    """The figures of every survey in a store that has any."""
    for survey in store.surveys():
        bounds = next(store.rows("SELECT min(first), max(last) FROM chunks WHERE survey = ?", survey.id))
        if bounds[0] is not None:
            yield _summary(store, survey, int(str(bounds[0])), int(str(bounds[1])), method)


def _summary(store: SurveyStore, survey: Survey, first: int, last: int, method: Method) -> Summary:
    states, micros, seconds, most = Counts(), Counts(), 0.0, 0
    for chunk in store.chunks(survey.id, first, last):
        tally.add(states, tally.from_text(chunk.states))
        tally.add(micros, tally.from_text(chunk.micros))
        seconds += chunk.seconds
        most = max(most, chunk.most_states)
    share, versions = store.counts(survey.id, first, last), tuple(sorted(store.versions(survey.id)))
    return Summary(survey, store, first, last, share, method, most, states, micros, seconds, versions)


def to_json(summary: Summary, seconds: float | None = None) -> dict[str, Any]:
    """The figures for programs, the lost and unknown deals apart (they may be many)."""
    share, survey = summary.share, summary.survey
    return {
        "won": share.won,
        "lost": share.lost,
        "unknown": share.unknown,
        "share": share.of_decided,
        "interval": list(summary.interval),
        "confidence": CONFIDENCE,
        "method": summary.method,
        "lost_deals": [],
        "seconds": round(summary.worker_seconds if seconds is None else seconds, 3),
        "unknown_deals": [row.deal for row in summary.deals(UNKNOWN)],
        "game": survey.game,
        "name": survey.name,
        "players": survey.players,
        "rules": summary.rules,
        "commands": survey.commands or None,
        "deals": [summary.first, summary.last],
        "states": by_name(summary.state_percentiles),
        "microseconds": by_name(tally.percentiles(summary.micros)),
        "worker_seconds": round(summary.worker_seconds, 3),
        "versions": list(summary.versions),
        "partial": summary.is_partial,
        **player_to_json(summary),
    }


def player_to_json(summary: Summary) -> dict[str, Any]:
    """With hidden cards: who played, and how many cards were left on the average."""
    player = summary.survey.player
    if player is None:
        return {}
    return {
        "hidden": player.information,
        "strength": player.strength,
        "cards_left": summary.cards_left,
        "seed": player.seed,
        "weights": player.weights or None,
        "note": player.note,
    }


def by_name(percentiles: Sequence[int]) -> dict[str, int | None]:
    """Percentiles for programs; of no deals there are none."""
    return {name: percentiles[place] if percentiles else None for place, name in enumerate(PERCENTILES)}


def json_text(summary: Summary, seconds: float | None = None) -> Iterator[str]:
    """The JSON in pieces: a survey of a billion deals may have lost millions."""
    from solver.notation.jsonform import dump

    before, after = dump(to_json(summary, seconds)).split('"lost_deals":[]')
    yield f'{before}"lost_deals":['
    rows, comma = summary.deals(LOST), ""
    while some := ",".join(str(row.deal) for row in islice(rows, 10_000)):
        yield comma + some
        comma = ","
    yield f"]{after}"


def percent(value: float) -> str:
    """A share in percent, with as many digits as it takes to tell it from 0 and 100."""
    digits = 2
    while digits < 8 and 0 < value < 1 and float(f"{100 * value:.{digits}f}") in (0.0, 100.0):
        digits += 1
    return f"{100 * value:.{digits}f}"


def interval_text(interval: Sequence[float]) -> str:
    """``85.10–85.28``, with enough digits to tell the ends apart from each other and from 0 and 100."""
    low, high = (100 * end for end in interval)
    digits = 2
    while digits < 8 and _hides(low, high, digits):
        digits += 1
    return f"{low:.{digits}f}–{high:.{digits}f}"


def _hides(low: float, high: float, digits: int) -> bool:
    short_low, short_high = (float(f"{end:.{digits}f}") for end in (low, high))
    if short_low == short_high and low != high:
        return True
    return (low > 0 and short_low == 0) or (high < 100 and short_high == 100) or high - low < 3 * 10.0**-digits


COLUMNS = (
    "game", "players", "rules", "deals", "won", "lost", "unknown", "share %", "95 % interval",
    "states median / p99 / max", "worker s",
)  # fmt: skip


def cells(summary: Summary) -> tuple[str, ...]:
    """A survey as a line of a table."""
    share, survey = summary.share, summary.survey
    settings = [f"{name}={'none' if value is None else value}" for name, value in summary.rules.items()]
    if survey.commands:
        settings.append(f"commands={survey.commands}")
    if survey.player is not None:
        settings.append(survey.player.title)
    median, _, p99, _ = (f"{value:,}" for value in summary.state_percentiles or (0, 0, 0, 0))
    return (
        survey.game if survey.name is None else f"{survey.name} ({survey.game})",
        str(survey.players),
        " ".join(settings) or "–",
        f"{share.deals:,} of {summary.asked:,}" if summary.is_partial else f"{share.deals:,}",
        f"{share.won:,}",
        f"{share.lost:,}",
        f"{share.unknown:,}",
        "–" if share.of_decided is None else percent(share.of_decided),
        interval_text(summary.interval),
        f"{median} / {p99} / {summary.most_states:,}",
        f"{summary.worker_seconds:,.0f}",
    )


def markdown(found: Sequence[Summary]) -> str:
    """The surveys as a table in Markdown."""
    lines = ["| " + " | ".join(COLUMNS) + " |", "| " + " | ".join("---" for _ in COLUMNS) + " |"]
    return "\n".join([*lines, *("| " + " | ".join(cells(summary)) + " |" for summary in found)])


def deals_listed(summary: Summary, verdict: int, most: int) -> list[str]:
    """Deals by number with their reasons, at most so many."""
    rows = list(islice(summary.deals(verdict), most))
    return [f"{row.deal}: {reason_text(row)}" for row in rows]


def markdown_page(found: Sequence[Summary], most: int) -> str:
    """The table, the versions, and the lost deals by number where there are not too many."""
    parts = [markdown(found), "", f"Versions: {', '.join(sorted({name for one in found for name in one.versions}))}."]
    for summary in found:
        for what, verdict, count in (("lost", LOST, summary.share.lost), ("unknown", UNKNOWN, summary.share.unknown)):
            if 0 < count <= most:
                listed = [f"- {line}" for line in deals_listed(summary, verdict, most)]
                parts += ["", f"### {summary.survey.title}: {what}", "", *listed]
    return "\n".join(parts)
