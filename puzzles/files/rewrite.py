"""A collection in TOML, written so that people's comments, order of keys and ways of writing survive.

What means the same as before is not touched: a value is written anew only where it has changed.  A comment right above
a ``[[puzzle]]`` belongs to that puzzle and goes with it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.items import AoT, Item, Table

from puzzles.files.collection import INHERITED, head_to_json, parse_toml, puzzle_of, refuse_other_format
from puzzles.files.places import places_of
from puzzles.files.shapes import PuzzleShape, shaped
from puzzles.puzzle import Collection, Place, Puzzle, named
from solver.errors import TenbackError, Unreadable, quoted
from solver.table.line import Line

HEAD_KEYS = ("title", "author", "licence", "source", "language", "notes", "searched")
KEYS = ("id", "title", "task", "require", "position", "answer", "solution", "unique", "rating", "themes", "notes")
PUZZLE_KEYS = (*KEYS, "played", "lost_at", "author", "licence", "source")
QUOTES = ('"""', "'''")


def rewritten(old: str, collection: Collection, path: Path) -> str:
    """The text of the file, made from the old text; an old file that is not a collection is not overwritten."""
    if not old.strip():
        document = tomlkit.document()
        document["format"] = 1
    else:
        refuse_other_format(parse_toml(old, path), quoted(path), needed=True)
        document = tomlkit.parse(old)
    write_head(document, collection)
    refuse_twice(collection, old, path)
    return with_puzzles(document, collection, path)


def write_head(document: tomlkit.TOMLDocument, collection: Collection) -> None:
    """What is said of all puzzles: changed in place, or put before the first puzzle."""
    wanted = head_to_json(collection)
    if "language" not in document and collection.language == Collection.language and len(document) > 1:
        del wanted["language"]  # it is what no word about it means
    for key in HEAD_KEYS:
        if key not in wanted:
            document.pop(key, None)
        elif key not in document:
            insert_in_head(document, key, head_item(wanted[key]))
        elif document[key] != wanted[key]:
            document[key] = head_item(wanted[key])


def head_item(value: str | list[dict[str, Any]]) -> Item:
    """A value of the head: text, or how far searches got, one a line."""
    if isinstance(value, str):
        return text_item(value)
    array = tomlkit.array()
    for one in value:
        table = tomlkit.inline_table()
        table.update(one)
        array.append(table)
    return array.multiline(True)


def insert_in_head(document: tomlkit.TOMLDocument, key: str, item: Item) -> None:
    """A new key of the head stands after the other ones."""
    keys = [known for known in document if known != "puzzle"]
    document._insert_after(keys[-1], key, item) if "puzzle" in document else document.add(key, item)


def with_puzzles(document: tomlkit.TOMLDocument, collection: Collection, path: Path) -> str:
    """Every puzzle: the table it had, or a new one."""
    old = document.get("puzzle")
    if old is not None and not isinstance(old, AoT):
        raise Unreadable(f"{quoted(path)}: its puzzles are not written as [[puzzle]], and cannot be rewritten")
    tables = {str(table.get("id")): table for table in old.body} if old is not None else {}
    ids = [puzzle.id for puzzle in collection.puzzles]
    for puzzle in collection.puzzles:
        if puzzle.id in tables:
            update(tables[puzzle.id], puzzle, collection)
    new = {p.id: block_of(new_table(p, collection)) for p in collection.puzzles if p.id not in tables}
    if ids[: len(tables)] == list(tables):
        return join([tomlkit.dumps(document), *(new[name] for name in ids[len(tables) :])])
    return reordered(document, tables, new, ids)


def refuse_twice(collection: Collection, old: str, path: Path) -> None:
    """With two puzzles of one id nobody knows which comment belongs to which."""
    tables = tomllib.loads(old).get("puzzle", [])
    there = zip(places_of(old, str(path), len(tables)), (str(table.get("id")) for table in tables), strict=True)
    for places in ([(puzzle.place, puzzle.id) for puzzle in collection.puzzles], there):
        known: dict[str, Place | None] = {}
        for place, id in places:
            if id in known:
                first = "" if known[id] is None else f" at {known[id]}"
                raise Unreadable(f"{named(id, place)}: the same id as the puzzle{first}; give each puzzle its own")
            known[id] = place


# --- one puzzle


def new_table(puzzle: Puzzle, collection: Collection) -> Table:
    """A puzzle that was not in the file."""
    table = tomlkit.table()
    for key in PUZZLE_KEYS:
        if (value := value_of(puzzle, key, collection)) is not None:
            table.add(key, value)
    return table


def update(table: Table, puzzle: Puzzle, collection: Collection) -> Table:
    """The table with what has changed."""
    before = as_it_was(table)
    for key in PUZZLE_KEYS:
        value = value_of(puzzle, key, collection)
        if key in table and before is not None and getattr(before, key) == getattr(puzzle, key):
            continue
        if key in table and value is None:
            del table[key]
        elif key in table:
            put_in_place(table, key, value)
        elif value is not None and is_said(puzzle, key):
            insert_key(table, key, value)
    return table


def put_in_place(table: Table, key: str, value: Item | None) -> None:
    """A changed value; a table of its own that it takes the place of leaves the comments on the next puzzle behind."""
    old = table[key]
    lead = split_lead(old.as_string())[1] if isinstance(old, Table) else ""
    table[key] = value
    if lead:
        table.add(tomlkit.nl())
        for line in lead.splitlines():
            table.add(tomlkit.comment(line.removeprefix("#").strip()))


def as_it_was(table: Table) -> Puzzle | None:
    """What the table says now; None if it does not add up, and everything is written anew."""
    try:
        return puzzle_of(shaped(table.unwrap(), PuzzleShape, "puzzle"))
    except TenbackError:
        return None


def is_said(puzzle: Puzzle, key: str) -> bool:
    """Is this more than what no word about it means?"""
    return not (key == "unique" and puzzle.unique == "none")


def insert_key(table: Table, key: str, value: Item) -> None:
    """A new key stands after the last of those that come before it in the usual order; not in a table of its own."""
    usual = PUZZLE_KEYS[: PUZZLE_KEYS.index(key)]
    before = [known for known in usual if known in table and not isinstance(table[known], (Table, AoT))]
    if before:
        table.value._insert_after(before[-1], key, value)
    else:
        table.add(key, value)


def value_of(puzzle: Puzzle, key: str, collection: Collection) -> Item | None:
    """How a value is written; None where there is nothing to write."""
    value: Any = getattr(puzzle, key)
    if key in INHERITED and value == getattr(collection, key):
        return None
    if key == "task":
        return tomlkit.string(str(value))
    if key == "position":
        return tomlkit.string(puzzle.position_text)
    if key in ("solution", "played"):
        return line_item(value)
    if value in ("", None, ()):
        return None
    return text_item(value) if isinstance(value, str) else tomlkit.item(list(value) if key == "themes" else value)


def text_item(text: str) -> Item:
    """Prose: over several lines where it has any."""
    return lines_item(text) if "\n" in text else tomlkit.string(text)


def line_item(line: Line) -> Item | None:
    """A line of play, one turn a line."""
    if len(line) < 2:
        return tomlkit.string(str(line[0])) if line else None
    return lines_item("".join(f"{turn}\n" for turn in line))


def lines_item(text: str) -> Item:
    """Text of several lines, begun on a line of its own where nothing in it needs to be escaped."""
    plain = all(char == "\n" or char.isprintable() for char in text)
    if not plain or "\\" in text or '"""' in text or text.endswith('"'):
        return tomlkit.string(text)
    return tomlkit.value(f'"""\n{text}"""')


# --- all puzzles


def block_of(table: Table) -> str:
    """A table as it stands in the file, with its heading."""
    document, tables = tomlkit.document(), tomlkit.aot()
    tables.append(table)
    document.append("puzzle", tables)
    return tomlkit.dumps(document)


def reordered(document: tomlkit.TOMLDocument, tables: dict[str, Table], new: dict[str, str], ids: list[str]) -> str:
    """The puzzles in a new order, with some gone: each takes the comments right above it along."""
    document.pop("puzzle", None)
    above, lead = split_lead(tomlkit.dumps(document))
    blocks = dict(new)
    for name, table in tables.items():
        block, next_lead = split_lead(block_of(table))
        blocks[name], lead = lead + block, next_lead
    return join([above, *(blocks[name] for name in ids), lead])


def split_lead(text: str) -> tuple[str, str]:
    """A part of a file, and the comments at its end that stand apart from it: they speak of what comes next."""
    lines = text.rstrip("\n").split("\n")
    first = len(lines)
    while first > 0 and lines[first - 1].startswith("#") and not any(quote in lines[first - 1] for quote in QUOTES):
        first -= 1
    if first == len(lines) or (first > 0 and lines[first - 1].strip()):
        return text, ""
    return "\n".join(lines[:first]), "".join(f"{line}\n" for line in lines[first:])


def join(parts: Sequence[str]) -> str:
    """Parts of a file, one empty line between them; what needs no joining stays as it is."""
    some = [part for part in parts if part.strip()]
    return some[0] if len(some) == 1 else "\n".join(part.strip("\n") + "\n" for part in some)
