"""Collections in files: TOML for people, JSON Lines for programs, one JSON Schema for both.

>>> puzzle = load_puzzle('''
... id = "steps-001"
... task = "win"
... position = "quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1"
... solution = "1: b5@down s1@down"
... ''')
>>> puzzle_from_json(puzzle_to_json(puzzle)) == puzzle
True
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from puzzles.files.places import named_in, places_of
from puzzles.files.shapes import MOST_PUZZLES, HeadShape, PuzzleShape, collection_schema, shaped
from puzzles.puzzle import Collection, Place, Puzzle, Searched, Task, named
from puzzles.tasks import not_a_task
from solver.errors import DoesNotAddUp, TenbackError, Unreadable, quoted
from solver.files import write_text
from solver.notation.jsonform import PositionShape, TurnShape, dump, line_from_json, parse_json, position_from_json
from solver.notation.source import load_text, read_file, starting_position
from solver.stipulations import Stipulation, stipulation_of
from solver.table.line import Line, format_line, parse_line
from solver.table.position import Position

__all__ = [
    "Broken",
    "collection_schema",
    "load_collection",
    "load_puzzle",
    "parse_task",
    "puzzle_from_json",
    "puzzle_to_json",
    "read_collection",
    "save_collection",
]

TOO_LONG = "split the collection"
MOST_TOML_BYTES = 2 << 20  # some thousand puzzles
MOST_LINES_BYTES = 16 << 20  # JSON Lines is read faster
LONGEST_TOML_LINE = 4_000  # tomllib takes quadratic time for a key of many dotted parts
MOST_DOTS = 100  # in a line, for the same reason
LINES_SUFFIXES = (".jsonl", ".ndjson")

Placed = tuple[Place, PuzzleShape]

INHERITED = ("author", "licence", "source")  # what a puzzle has of its collection where it says nothing


@dataclass(frozen=True)
class Broken:
    """A puzzle that is in the file but does not add up: its position, its task or a line of play."""

    id: str
    problem: str
    place: Place


# --- reading


def load_collection(source: str | Path) -> Collection:
    """A collection from a TOML or JSON Lines file; the first puzzle that does not add up is an error that names it."""
    collection, broken = read_collection(source)
    if broken:
        raise DoesNotAddUp(f"{named(broken[0].id, broken[0].place)}: {broken[0].problem}")
    return collection


def read_collection(source: str | Path) -> tuple[Collection, tuple[Broken, ...]]:
    """A collection, and apart from it the puzzles that do not add up; a file that is none is an error."""
    path = Path(source)
    is_lines = path.suffix in LINES_SUFFIXES
    text = read_file(path, MOST_LINES_BYTES if is_lines else MOST_TOML_BYTES, TOO_LONG)
    head, shapes = read_lines(text, path) if is_lines else read_toml(text, path)
    collection = Collection(
        title=head.title,
        author=head.author,
        licence=head.licence,
        source=head.source,
        notes=head.notes,
        language=head.language,
        searched=tuple(Searched(one.order, one.deals, one.turned_away) for one in head.searched),
    )
    puzzles, broken = list[Puzzle](), list[Broken]()
    for place, shape in shapes:
        try:
            puzzles.append(inheriting(replace(puzzle_of(shape), place=place), collection))
        except TenbackError as error:
            broken.append(Broken(shape.id, str(error), place))
    return replace(collection, puzzles=tuple(puzzles)), tuple(broken)


def parse_toml(text: str, name: object) -> dict[str, Any]:
    """TOML as data; lines that no collection has are refused before they cost time."""
    for number, line in enumerate(text.splitlines(), start=1):
        if len(line) > LONGEST_TOML_LINE or line.count(".") > MOST_DOTS:
            limit = f"{LONGEST_TOML_LINE} characters or {MOST_DOTS} dots"
            raise Unreadable(f"{quoted(name)}: line {number} has more than {limit}: break it")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # bad TOML, or a number of thousands of digits
        raise Unreadable(f"{quoted(name)}: {error}") from None


def read_toml(text: str, path: Path) -> tuple[HeadShape, list[Placed]]:
    """A collection in TOML."""
    data = parse_toml(text, path)
    refuse_other_format(data, quoted(path), needed=True)
    tables = data.pop("puzzle", [])
    if not isinstance(tables, list):
        raise Unreadable(f"{quoted(path)}: each puzzle begins with [[puzzle]]")
    refuse_too_many(len(tables), path)
    head = shaped(data, HeadShape, quoted(path))
    places = places_of(text, str(path), len(tables))
    return head, [
        (place, shaped(table, PuzzleShape, named_in(place, table))) for place, table in zip(places, tables, strict=True)
    ]


def read_lines(text: str, path: Path) -> tuple[HeadShape, list[Placed]]:
    """A collection in JSON Lines: one puzzle a line; a first line with ``format`` speaks of all of them."""
    head, shapes = HeadShape(format=1), list[Placed]()
    for number, line in enumerate(text.split("\n"), start=1):  # splitlines would break at other signs too
        if not line.strip():
            continue
        place = Place(str(path), number)
        where = str(place)
        try:
            data = parse_json(line)
        except Unreadable as error:
            raise Unreadable(f"{where}: {error}") from None
        if isinstance(data, dict) and "format" in data and not shapes:
            refuse_other_format(data, where)
            head = shaped(data, HeadShape, where)
        else:
            shapes.append((place, shaped(data, PuzzleShape, named_in(place, data))))
        refuse_too_many(len(shapes), path)
    return head, shapes


def refuse_too_many(count: int, path: Path) -> None:
    """What would take hours to check is not read."""
    if count > MOST_PUZZLES:
        raise Unreadable(f"{quoted(path)} has more than {MOST_PUZZLES} puzzles: {TOO_LONG}")


def refuse_other_format(data: Mapping[str, Any], where: str, needed: bool = False) -> None:
    """A file of another format is not misread as one of this."""
    if needed and "format" not in data:
        raise Unreadable(f"{where}: a collection begins with format = 1")
    if type(data["format"]) is not int or data["format"] != 1:
        raise Unreadable(f"{where}: format {quoted(data['format'])} is not known: this version reads format 1")


def load_puzzle(text: str) -> Puzzle:
    """One puzzle: the keys of a ``[[puzzle]]`` in TOML (with or without that heading), or a JSON object."""
    if text.lstrip().startswith("{"):
        data = parse_json(text)
    else:
        data = parse_toml(text, "the puzzle")
        if isinstance(inner := data.get("puzzle"), list) and len(inner) == 1:
            data = inner[0]
    return puzzle_of(shaped(data, PuzzleShape, "puzzle"))


def puzzle_from_json(data: Mapping[str, Any]) -> Puzzle:
    """A puzzle out of parsed JSON."""
    return puzzle_of(shaped(data, PuzzleShape, "puzzle"))


def puzzle_of(shape: PuzzleShape) -> Puzzle:
    """A puzzle in its own terms; what does not add up is an error that says where."""
    task = parse_task(shape.task)
    position = position_of(shape.position)
    if not task.kind.names_mover:
        refuse_named_mover(shape.position, task)
    return Puzzle(
        id=shape.id,
        position=position,
        task=replace(task, require=required(shape.require, position)),
        solution=line_of(shape.solution, "solution"),
        unique=shape.unique,
        rating=shape.rating,
        themes=tuple(shape.themes),
        title=shape.title,
        author=shape.author,
        source=shape.source,
        licence=shape.licence,
        notes=shape.notes,
        played=line_of(shape.played, "played"),
        lost_at=shape.lost_at,
        answer=shape.answer,
    )


def refuse_named_mover(given: str | PositionShape, task: Task) -> None:
    """Where it is asked who begins, the position must not say so."""
    named = "*:" in given or "to_move=" in given if isinstance(given, str) else given.to_move is not None
    if named:
        raise DoesNotAddUp(f"position: task {task} asks who begins: mark nobody, neither by * nor by to_move")


def required(text: str, position: Position) -> Stipulation | None:
    """The stipulation of a puzzle, if it has one."""
    try:
        return stipulation_of(text, position) if text else None
    except TenbackError as error:
        raise type(error)(f"require: {error}") from None


def position_of(given: str | PositionShape) -> Position:
    """A position in either form; a deal stands for its first position."""
    try:
        return position_from_json(given) if isinstance(given, PositionShape) else starting_position(load_text(given))
    except TenbackError as error:
        raise type(error)(f"position: {error}") from None


def line_of(given: str | list[TurnShape], key: str) -> Line:
    """A line of play in either form; nothing is the empty line."""
    try:
        if isinstance(given, str):
            return parse_line(given) if given.strip() else ()
        import msgspec

        return line_from_json(msgspec.to_builtins(given))
    except TenbackError as error:
        raise type(error)(f"{key}: {error}") from None


def parse_task(text: str) -> Task:
    """Read ``win``, ``win-in:2``.

    >>> parse_task("win-in:2")
    Task(name='win-in', turns=2, require=None)
    """
    import re

    from puzzles.files.shapes import TASK_PATTERN

    if not re.fullmatch(TASK_PATTERN.strip("^$"), text, re.ASCII):
        raise not_a_task(text)
    name, _, turns = text.partition(":")
    return Task(name, int(turns) if turns else None)


def inheriting(puzzle: Puzzle, collection: Collection) -> Puzzle:
    """The puzzle with its collection's author, licence and source where it names none."""
    given: dict[str, Any] = {
        name: getattr(collection, name) for name in INHERITED if not getattr(puzzle, name) and getattr(collection, name)
    }
    return replace(puzzle, **given) if given else puzzle


# --- writing


def puzzle_to_json(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as JSON data: positions and lines in the text form; what is empty is left out."""
    data: dict[str, Any] = {"id": puzzle.id, "title": puzzle.title, "task": str(puzzle.task)}
    data["require"] = puzzle.require
    data["position"] = puzzle.position_text
    data["answer"] = puzzle.answer
    data["solution"] = format_line(puzzle.solution) if puzzle.solution else ""
    data["unique"] = puzzle.unique
    data |= {"rating": puzzle.rating, "themes": list(puzzle.themes)}
    data["played"] = format_line(puzzle.played) if puzzle.played else ""
    data["lost_at"] = puzzle.lost_at
    data |= {name: getattr(puzzle, name) for name in ("author", "source", "licence", "notes")}
    return {key: value for key, value in data.items() if value not in ("", None, [])}


def head_to_json(collection: Collection) -> dict[str, Any]:
    """What a collection says of all its puzzles."""
    data: dict[str, Any] = {
        "format": 1,
        "title": collection.title,
        "author": collection.author,
        "licence": collection.licence,
    }
    data |= {"source": collection.source, "language": collection.language, "notes": collection.notes}
    searched = [asdict(one) for one in collection.searched]
    return {key: value for key, value in data.items() if value != ""} | ({"searched": searched} if searched else {})


def json_lines(collection: Collection) -> Iterator[str]:
    """The lines of a collection in JSON Lines, each puzzle complete in itself."""
    yield dump(head_to_json(collection))
    for puzzle in collection.puzzles:
        yield dump(puzzle_to_json(inheriting(puzzle, collection)))


def save_collection(collection: Collection, path: str | Path) -> None:
    """Write a collection, in JSON Lines where the name ends so, else in TOML: an existing file keeps its comments."""
    path = Path(path)
    if path.suffix in LINES_SUFFIXES:
        text = "".join(f"{line}\n" for line in json_lines(collection))
    else:
        from puzzles.files.rewrite import rewritten

        old = read_file(path, MOST_TOML_BYTES, TOO_LONG) if path.exists() else ""
        text = rewritten(old, collection, path)
    write_text(path, text)
