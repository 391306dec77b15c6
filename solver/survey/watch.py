"""How a survey goes, on a terminal: rate, time left, the running share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from solver.survey.report import percent
from solver.survey.run import Standing, Watch


def standing_text(standing: Standing) -> str:
    """The running share and the rate."""
    share, rate = standing.share, standing.decided_now / max(standing.seconds, 1e-9)
    won = "" if share.of_decided is None else f"{percent(share.of_decided)} % won, "
    unknown = f", {share.unknown:,} unknown" if share.unknown else ""
    return f"{won}{share.lost:,} lost{unknown}, {rate:,.0f} deals a second"


@contextmanager
def progress_bar(title: str) -> Iterator[Watch]:
    """A bar on standard error; gone when the survey is over."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    words, console = TextColumn("{task.fields[words]}"), Console(stderr=True)
    with Progress(*columns, words, console=console, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task(title, total=None, words="")

        def show(standing: Standing) -> None:
            bar.update(task, completed=standing.share.deals, total=standing.total, words=standing_text(standing))

        yield show
