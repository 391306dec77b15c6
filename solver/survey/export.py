"""Stores for other programs: CSV, or Parquet where pyarrow is installed; written piece by piece."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from solver.errors import Unreadable, quoted
from solver.files import writing
from solver.survey.store import Store

TABLES = {
    "deals": (
        ("title", "str"), ("deal", "int"), ("verdict", "str"), ("states", "int"), ("micros", "int"), ("reason", "str"),
        ("version", "str"), ("limits", "str"), ("digest", "str"),
    ),
    "chunks": (
        ("title", "str"), ("first", "int"), ("last", "int"), ("won", "int"), ("lost", "int"), ("unknown", "int"),
        ("states", "str"), ("micros", "str"), ("seconds", "float"), ("version", "str"), ("limits", "str"),
        ("digest", "str"),
    ),
}  # fmt: skip
VERDICT = "CASE verdict WHEN 0 THEN 'unknown' WHEN 1 THEN 'won' ELSE 'lost' END"
REASON = """CASE WHEN verdict = 2 AND reason IS NULL
    THEN 'exhaustive search: none of ' || states || ' states leads to a win' ELSE coalesce(reason, '') END"""
PIECE = 10_000
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def records(store: Store, table: str) -> Iterator[tuple[object, ...]]:
    """The rows of a table, in order."""
    columns = [name for name, _ in TABLES[table]]
    chosen = ", ".join({"verdict": VERDICT, "reason": REASON}.get(name, name) for name in columns)
    order = "deal" if table == "deals" else "first"
    query = f"""SELECT {chosen} FROM {table} JOIN surveys ON surveys.id = {table}.survey
        JOIN runs ON runs.id = {table}.run ORDER BY {table}.survey, {order}"""
    return store.rows(query)


def export(store: Store, path: Path, table: str) -> int:
    """Write a table to a file whose ending says the format; how many rows it has."""
    if table not in TABLES:
        raise Unreadable(f"table {quoted(table)}: one of {' '.join(TABLES)}")
    writers = {".csv": write_csv, ".parquet": write_parquet}
    if path.suffix not in writers:
        raise Unreadable(f"{quoted(path)}: the name must end in {' or '.join(writers)}")
    with writing(path) as file:
        return writers[path.suffix](records(store, table), file, table)


def write_csv(rows: Iterator[tuple[object, ...]], file: BinaryIO, table: str) -> int:
    """As comma-separated values with a head line."""
    count, text = 0, io.TextIOWrapper(file, encoding="utf-8", newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([name for name, _ in TABLES[table]])
    while piece := list(islice(rows, PIECE)):
        writer.writerows([[harmless(cell) for cell in row] for row in piece])
        count += len(piece)
    text.detach()  # flushed; the file is closed by whoever opened it
    return count


def harmless(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula: text that begins like one gets an apostrophe before it."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_STARTS) else cell


def write_parquet(rows: Iterator[tuple[object, ...]], file: BinaryIO, table: str) -> int:
    """As Parquet."""
    try:
        import pyarrow
        from pyarrow.parquet import ParquetWriter
    except ImportError:
        raise Unreadable("Parquet needs pyarrow: pip install 'tenback[parquet]'") from None
    types = {"str": pyarrow.string(), "int": pyarrow.int64(), "float": pyarrow.float64()}
    schema, count = pyarrow.schema([(name, types[kind]) for name, kind in TABLES[table]]), 0
    with ParquetWriter(file, schema) as writer:
        while piece := list(islice(rows, PIECE)):
            columns = [list(column) for column in zip(*piece, strict=True)]
            writer.write_table(pyarrow.table(columns, schema=schema))
            count += len(piece)
    return count
