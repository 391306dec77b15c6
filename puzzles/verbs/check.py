"""``tenback puzzle check``: is every puzzle of a collection as it says?"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from solver.errors import Unreadable, quoted
from solver.verbs.arguments import JsonOption
from solver.verbs.output import BAD_VERDICT, GOOD, INTERRUPTED, emit_json, is_watched, show_line

if TYPE_CHECKING:
    from puzzles.checking.check import Checked, Report
    from puzzles.files.collection import Broken
    from solver.search.limits import Progress, Watch

EXAMPLES = (
    "tenback puzzle check my-puzzles.toml",
    "tenback puzzle check my-puzzles.toml --jobs 4 --strict",
    "tenback puzzle check puzzles.jsonl --json",
    "tenback puzzle check my-puzzles.toml --strict --format github",
)


def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Collections: TOML or JSON Lines.")],
    jobs: Annotated[int, typer.Option(help="Work on so many puzzles at once.")] = 1,
    strict: Annotated[
        bool, typer.Option("--strict", help="Let notes fail too: nothing unproved, nothing left out.")
    ] = (False),
    confirm: Annotated[
        bool, typer.Option("--confirm", help="Ask a second engine about every first turn (team games; slow).")
    ] = False,
    time_limit: Annotated[float, typer.Option(metavar="S", help="Give up on a puzzle after so many seconds.")] = 60.0,
    format_: Annotated[
        str, typer.Option("--format", metavar="text|github", help="Lines of text, or annotations on GitHub.")
    ] = "text",
    as_json: JsonOption = False,
) -> None:
    """Is every puzzle as it says?  Exit 0 if all are, 1 if any is not, 2 if a file cannot be read.

    Looks at the position (legal, and can a game come to it?), the task (can it be solved?), the solution, what is
    claimed to be unique, the rating, the themes, and for puzzles and ids that are there twice, and twins, across all
    files.
    """
    from puzzles.checking.check import Options, check_collection, github_lines, report_lines, report_to_json
    from puzzles.files.collection import read_collection
    from puzzles.puzzle import Collection
    from solver.search.limits import Limits

    if format_ not in ("text", "github"):
        raise Unreadable(f"--format {quoted(format_)} is none of text github")
    Limits(time_limit)  # a limit that does not add up is refused before anything is read
    refuse_twice(files)
    read = [read_collection(file) for file in files]
    broken = [one for _, some in read for one in some]
    titles = " · ".join(collection.title for collection, _ in read if collection.title)
    whole = Collection(titles, tuple(puzzle for collection, _ in read for puzzle in collection.puzzles))
    try:
        with hearing(at_once=jobs == 1) as watch, progress(len(whole.puzzles)) as tell:
            report = check_collection(whole, Options(time_limit, strict, confirm), jobs, watch, tell)
    except KeyboardInterrupt:
        typer.echo("tenback: interrupted", err=True)
        raise typer.Exit(INTERRUPTED) from None
    report = with_broken(report, broken)
    if as_json:
        emit_json(report_to_json(report))
    else:
        from solver.errors import printable

        for line in [*(github_lines(report) if format_ == "github" else ()), *report_lines(report)]:
            typer.echo(printable(line))
    raise typer.Exit(GOOD if report.ok else BAD_VERDICT)


def with_broken(report: Report, broken: list[Broken]) -> Report:
    """The report with the puzzles that do not even add up in front."""
    from puzzles.checking.check import Checked, Finding

    failed = tuple(Checked(one.id, (Finding("position", one.problem),), place=one.place) for one in broken)
    return replace(report, puzzles=(*failed, *report.puzzles))


def refuse_twice(files: list[str]) -> None:
    """A file that is named twice would clash with itself from its first puzzle to its last."""
    seen: dict[Path, str] = {}
    for file in files:
        if (known := seen.setdefault(Path(file).resolve(), file)) is not file:
            raise Unreadable(f"{quoted(file)}: the same file as {quoted(known)}: name it once")


@contextmanager
def hearing(at_once: bool) -> Iterator[Watch]:
    """Ctrl-C stops the check, even where a search takes it for itself and answers with what it has.

    Not ``at_once``: the watcher says so when it is asked next, so that no process is forgotten half started.
    """
    asked = False

    def hear(_signum: int, _frame: object) -> None:
        nonlocal asked
        again, asked = asked, True
        if at_once or again:
            raise KeyboardInterrupt

    def watch(_progress: Progress) -> None:
        if asked:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield watch
    finally:
        signal.signal(signal.SIGINT, before)


def progress(total: int) -> AbstractContextManager[Callable[[Checked], None] | None]:
    """On a terminal: how far the check is."""
    return progress_shown(total) if is_watched() else nullcontext()


@contextmanager
def progress_shown(total: int) -> Iterator[Callable[[Checked], None]]:
    """A line on standard error, gone when all is done; what is wrong is told at once."""
    done = wrong = 0

    def tell(checked: Checked) -> None:
        nonlocal done, wrong
        done, wrong = done + 1, wrong + (not checked.ok)
        show_line(f"checked {done} of {total}, {wrong} wrong")

    try:
        yield tell
    finally:
        show_line("")
