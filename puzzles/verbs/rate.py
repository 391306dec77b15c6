"""``tenback puzzle rate``: how hard is it, and what is it about?"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzles.tasks import TASKS, known_tasks
from solver.errors import Unreadable, printable, quoted
from solver.verbs.arguments import JsonOption
from solver.verbs.output import GOOD, emit_json, watching

if TYPE_CHECKING:
    from puzzles.puzzle import Collection, Puzzle
    from puzzles.rating.rate import Rating

EXAMPLES = (
    "tenback puzzle rate my-puzzles.toml",
    "tenback puzzle rate my-puzzles.toml --write",
    "tenback puzzle rate --fit attempts.jsonl",
    "tenback puzzle rate 'quick-and-easy | up: r7 | 1*: b5 s1' --task win",
)
OF_A_POSITION = [kind.form(2) for kind in TASKS.values() if not kind.asks_where]
NOTHING_FITTED = 1
COLLECTIONS = (".toml", ".jsonl", ".ndjson")


@dataclass(frozen=True)
class Rated:
    """A puzzle with its rating and its themes; its quality, where that was asked for."""

    puzzle: Puzzle
    rating: Rating
    themes: tuple[str, ...]
    quality: dict[str, float] | None = None


def rate(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE|POSITION...", help="Collections (TOML, JSON Lines), or positions as text or files."
        ),
    ],
    task: Annotated[
        str | None,
        typer.Option(metavar="TASK", help=f"What a bare position asks: {', '.join(OF_A_POSITION)}."),
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Write ratings and themes into the collections.")] = False,
    quality: Annotated[bool, typer.Option("--quality", help="Also how good: choices, tries and so on.")] = False,
    to_fit: Annotated[
        bool,
        typer.Option("--fit", help="The files are logs of `puzzle play --log`: which points would suit them?"),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """How hard is each puzzle for people, from 0 to 100, and what is it about?

    With --fit: which points would order a log of attempts best? Exit 0, 1 where a log is too small, 2 for bad input.
    """
    if to_fit:
        if task is not None or write or quality:
            raise Unreadable("--fit reads logs of attempts: --task, --write and --quality are of puzzles")
        raise typer.Exit(fitted(sources, as_json))
    found: list[dict[str, Any]] = []
    for source in sources:
        collection = collection_of(source, task)
        if write and not is_collection(source):
            raise Unreadable(f"--write: {quoted(source)} is not a collection that could be written to")
        with watching():
            rated = [rated_puzzle(puzzle, quality) for puzzle in collection.puzzles]
        found += [rated_to_json(one) for one in rated]
        if not as_json:
            for one in rated:
                for line in lines_of(one):
                    typer.echo(printable(line))
        if write:
            written(collection, rated, source)
    if as_json:
        emit_json(found)
    raise typer.Exit(GOOD)


def fitted(logs: list[str], as_json: bool) -> int:
    """The points that would suit some logs, beside those of now; the exit status."""
    from dataclasses import asdict

    from puzzles.rating.attempts import read_attempts
    from puzzles.rating.fit import fit, fit_lines, too_small
    from puzzles.rating.rate import WEIGHTS

    log = [attempt for path in logs for attempt in read_attempts(Path(path))]
    reason = too_small(log)
    found = None if reason is not None else fit(log)
    if as_json:
        told = None if found is None else asdict(found) | {"points_now": dict(WEIGHTS)}
        emit_json({"attempts": len(log), "fit": told, "reason": reason})
    else:
        typer.echo(reason if found is None else "\n".join(fit_lines(found)))
    return GOOD if found is not None else NOTHING_FITTED


def is_collection(source: str) -> bool:
    """Is this the name of a collection's file?"""
    return source.endswith(COLLECTIONS)


def collection_of(source: str, task: str | None) -> Collection:
    """The puzzles of a file, or the one puzzle that a bare position is."""
    from puzzles.answers.task_judge import refuse_misfits
    from puzzles.files.collection import load_collection, parse_task
    from puzzles.puzzle import Collection, Puzzle, Task, naming
    from solver.notation.source import load, starting_position

    if is_collection(source):
        if task is not None:
            raise Unreadable(f"--task {task}: the puzzles of {quoted(source)} have their own tasks")
        collection = load_collection(Path(source))
        for puzzle in collection.puzzles:
            with naming(puzzle):
                refuse_misfits(puzzle.position, puzzle.task)
    else:
        position = starting_position(load(source))
        asked = Task(known_tasks(position.rules.game)[0]) if task is None else parse_task(task)
        if asked.kind.asks_where:
            raise Unreadable(f"--task {asked}: a position alone has no game that was played; put it in a collection")
        refuse_misfits(position, asked)
        collection = Collection(puzzles=(Puzzle("position", position, asked),))
    return collection


def rated_puzzle(puzzle: Puzzle, quality: bool = False) -> Rated:
    """Rate a puzzle and name its themes; say how good it is if that is asked."""
    from puzzles.puzzle import naming
    from puzzles.quality.features import quality_of
    from puzzles.rating.rate import rate as rating_of
    from puzzles.themes import themes_of

    with naming(puzzle):
        return Rated(puzzle, rating_of(puzzle), themes_of(puzzle), quality_of(puzzle) if quality else None)


def written(collection: Collection, rated: list[Rated], source: str) -> None:
    """Put the ratings and the themes into the file; all else stays as it was."""
    from puzzles.files.collection import save_collection

    puzzles = tuple(replace(one.puzzle, rating=one.rating.value, themes=one.themes) for one in rated)
    save_collection(replace(collection, puzzles=puzzles), Path(source))


def lines_of(rated: Rated) -> list[str]:
    """The rating and its level, the features it is made of, the themes, and whether something was cut short."""
    from puzzles.themes import THEMES

    rating = rated.rating
    lines = [f"{rated.puzzle.id}: {rating.value} {rating.level}  ({rated.puzzle.task})"]
    lines.append("  " + ", ".join(f"{name} {value:g}" for name, value in rating.features.items()))
    if rated.quality is not None:
        lines.append("  quality: " + ", ".join(f"{name} {value:g}" for name, value in rated.quality.items()))
    lines += [f"  {name}: {THEMES[name].says}" for name in rated.themes]
    if rating.cut:
        lines.append("  some turns were too much to look at: the rating is a guess")
    return lines


def rated_to_json(rated: Rated) -> dict[str, Any]:
    """The form that scripts rely on."""
    return {
        "id": rated.puzzle.id,
        "task": str(rated.puzzle.task),
        "rating": rated.rating.value,
        "level": rated.rating.level,
        "themes": list(rated.themes),
        "features": dict(rated.rating.features),
        "cut": rated.rating.cut,
        **({} if rated.quality is None else {"quality": rated.quality}),
    }
