"""What ``tenback survey`` prints: pages, tables and comparisons for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import typer

from solver.screen import folded, page_width

if TYPE_CHECKING:
    from solver.survey.report import Summary

LISTED = 20  # deals named in a text; the export has all
WORDY = (0, 2)  # the columns of a table that hold words: game, rules
EMPTY_IF_SO = (6, 2)  # unknown and rules, where there are none
DEALS = 3
LEAST_FIRST = (10, 9, 4, DEALS, 6, 8, 1)  # worker seconds, states, won, deals, unknown, interval, players


def print_json(summary: Summary, seconds: float) -> None:
    """One survey on one line."""
    from solver.survey.report import json_text

    for piece in json_text(summary, seconds):
        typer.echo(piece, nl=False)
    typer.echo()


def print_all_json(found: Sequence[tuple[Summary, float]], sweep: str, partial: bool) -> None:
    """A family of surveys on one line."""
    from solver.survey.plot import place
    from solver.survey.report import json_text

    typer.echo(f'{{"sweep":"{sweep}","surveys":[', nl=False)
    for number, (summary, seconds) in enumerate(found):
        pieces = json_text(summary, seconds)
        typer.echo(f'{"," if number else ""}{{"value":{place(summary, sweep)},{next(pieces)[1:]}', nl=False)
        for piece in pieces:
            typer.echo(piece, nl=False)
    typer.echo(f'],"partial":{"true" if partial else "false"}}}')


def print_summaries(found: Sequence[tuple[Summary, float]], table: bool) -> None:
    """For people: a page for one survey, a table for several."""
    if table:
        print_table([summary for summary, _ in found])
        return
    for summary, seconds in found:
        for line in page(summary):
            typer.echo(folded(line, page_width()))
        typer.echo(f"{seconds:.1f} s")


def page(summary: Summary) -> Iterator[str]:
    """What a survey found, in words."""
    from solver.survey import tally
    from solver.survey.chunks import LOST, UNKNOWN
    from solver.survey.report import deals_listed, interval_text, percent

    share = summary.share
    so_far = f": {share.deals:,} of {summary.asked:,} decided so far" if summary.is_partial else ""
    yield f"{summary.survey.title}, deals {summary.first} to {summary.last}{so_far}"
    yield f"won {share.won:,}, lost {share.lost:,}, unknown {share.unknown:,}"
    if share.of_decided is not None:
        interval = f"95 % interval {interval_text(summary.interval)} ({summary.method})"
        player = summary.survey.player
        yield f"{percent(share.of_decided)} % {'can be won' if player is None else 'won'}; {interval}"
        if player is not None:
            yield f"cards left on the average: {summary.cards_left:.3f}"
    work = "states" if summary.survey.player is None else "turns"
    for what, values in ((work, summary.state_percentiles), ("microseconds", tally.percentiles(summary.micros))):
        if not values:
            continue
        median, p95, p99, most = (f"{value:,}" for value in values)
        yield f"{what} a deal: median {median}, 95 % to {p95}, 99 % to {p99}, most {most}"
    for what, verdict, count in (("lost", LOST, share.lost), ("unknown", UNKNOWN, share.unknown)):
        yield from (f"{what} {line}" for line in deals_listed(summary, verdict, LISTED))
        if count > LISTED:
            yield f"… and {count - LISTED:,} more"


def print_table(found: Sequence[Summary]) -> None:
    """Surveys as a table: in a pipe as wide as it needs to be; on a narrow screen without its lesser columns."""
    from solver.survey.report import COLUMNS, cells

    width = page_width()
    lines = [COLUMNS, *(cells(summary) for summary in found)]
    kept = (DEALS,) if any(summary.is_partial for summary in found) else ()  # what of them is decided
    columns, left_out = fitting_columns(lines, width, kept)
    for line in lines:
        typer.echo(table_row(columns, line, width))
    if left_out:
        typer.echo(folded(f"(left out: {', '.join(left_out)}; --json or a wider screen shows them)", width, " "))


def table_row(columns: Mapping[int, int], line: Sequence[str], width: int | None) -> str:
    """One line of the table; where nothing more can be left out, its last word is cut."""
    words = []
    for column, space in columns.items():
        words.append(line[column].ljust(space) if column in WORDY else line[column].rjust(space))
    row = "  ".join(words).rstrip()
    return row if width is None or len(row) <= width else row[: width - 1] + "…"


def fitting_columns(
    lines: Sequence[Sequence[str]], width: int | None, kept: Sequence[int] = ()
) -> tuple[dict[int, int], list[str]]:
    """The columns that there is room for, with their widths, and the names of the others; ``kept`` ones stay."""
    heading = lines[0]
    columns = {at: max(len(line[at]) for line in lines) for at in range(len(heading))}
    empty = [at for at in EMPTY_IF_SO if all(line[at] in ("0", "–") for line in lines[1:])]
    left_out = []
    for at in (*LEAST_FIRST[:2], *empty, *LEAST_FIRST[2:]):
        if width is None or sum(columns.values()) + 2 * (len(columns) - 1) <= width:
            break
        if at not in kept and columns.pop(at, None) is not None:
            left_out.append(heading[at])
    return columns, left_out
