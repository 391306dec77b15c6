"""How a survey goes, on a terminal: rate, time left, the running share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from solver.screen import fitting
from solver.survey.conduct import Standing, Watch
from solver.survey.report import percent

WIDE = 140  # columns of a screen that has room for the survey's title too
NARROW_BAR = 8
TIME_LEFT = 13  # "0:00:00" and the spaces between the columns


def standing_text(standing: Standing, room: int = 200) -> str:
    """The running share and the rate, as much of it as there is room for."""
    share, rate = standing.share, standing.decided_now / max(standing.seconds, 1e-9)
    parts = [] if share.of_decided is None else [f"{percent(share.of_decided)} % won"]
    parts += [f"{share.lost:,} lost", f"{rate:,.0f} deals a second"]
    parts += [f"{share.unknown:,} unknown"] if share.unknown else []
    return fitting(parts, room)


@contextmanager
def progress_bar(title: str) -> Iterator[Watch]:
    """A bar on standard error, in one line of the screen; gone when the survey is over."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    wide = console.width >= WIDE
    before = [TextColumn("{task.description}"), BarColumn()] if wide else [BarColumn(NARROW_BAR)]
    taken = len(title) + 40 if wide else NARROW_BAR
    words = TextColumn("{task.fields[words]}")
    columns = (*before, MofNCompleteColumn(), TimeRemainingColumn(), words)
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task(title, total=None, words="")

        def show(standing: Standing) -> None:
            room = console.width - taken - 2 * len(str(standing.total)) - TIME_LEFT
            bar.update(task, completed=standing.share.deals, total=standing.total, words=standing_text(standing, room))

        yield show
