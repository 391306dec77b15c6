"""Stores for other programs: CSV, JSON Lines, or Parquet where pyarrow is installed; written piece by piece."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from solver.errors import Unreadable, quoted
from solver.files import writing
from solver.reasons import Exhausted
from solver.survey.store import SurveyStore

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
NO_ROW: tuple[object, ...] = ("won", None, None, "")  # verdict, states, microseconds, reason
PIECE = 10_000
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def records(store: SurveyStore, table: str) -> Iterator[tuple[object, ...]]:
    """The rows of a table, in order."""
    columns = [name for name, _ in TABLES[table]]
    chosen = ", ".join(VERDICT if name == "verdict" else name for name in columns)
    order = "deal" if table == "deals" else "first"
    query = f"""SELECT {chosen} FROM {table} JOIN surveys ON surveys.id = {table}.survey
        JOIN runs ON runs.id = {table}.run ORDER BY {table}.survey, {order}"""
    rows = store.rows(query)
    return (said(row, columns.index("verdict")) for row in rows) if table == "deals" else rows


def said(row: tuple[object, ...], at: int) -> tuple[object, ...]:
    """A row with its reason in words: verdict, states, microseconds and reason stand at ``at`` and behind it."""
    verdict, states, micros, reason = row[at : at + 4]
    if reason is None:
        reason = str(Exhausted(int(str(states)))) if verdict == "lost" else ""
    return (*row[:at], verdict, states, micros, reason, *row[at + 4 :])


def every_deal(store: SurveyStore) -> Iterator[tuple[object, ...]]:
    """A row for each deal that is done, in order: what is done and has no row of its own is won."""
    for survey in store.surveys():
        runs = {id: (version, limits.to_text()) for id, (version, limits) in store.runs(survey.id).items()}
        query = f"SELECT deal, run, {VERDICT}, states, micros, reason FROM deals WHERE survey = ? ORDER BY deal"
        rows = store.rows(query, survey.id)
        row = next(rows, None)
        for chunk in store.chunks(survey.id):
            for deal in range(chunk.first, chunk.last + 1):
                run, figures = chunk.run, NO_ROW
                if row is not None and row[0] == deal:
                    run, figures, row = int(str(row[1])), said(row, 2)[2:], next(rows, None)
                yield (survey.title, deal, *figures, *runs[run], survey.digest)


def export(store: SurveyStore, path: Path, table: str, every: bool = False) -> int:
    """Write a table to a file whose ending says the format; how many rows it has.  ``every``: the won deals too."""
    if table not in TABLES:
        raise Unreadable(f"table {quoted(table)}: one of {' '.join(TABLES)}")
    if every and table != "deals":
        raise Unreadable(f"--all is for deals: the {table} are all there anyway")
    writers = {".csv": write_csv, ".jsonl": write_json_lines, ".parquet": write_parquet}
    if path.suffix not in writers:
        raise Unreadable(f"{quoted(path)}: the name must end in {' or '.join(writers)}")
    with writing(path) as file:
        return writers[path.suffix](every_deal(store) if every else records(store, table), file, table)


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


def write_json_lines(rows: Iterator[tuple[object, ...]], file: BinaryIO, table: str) -> int:
    """As one JSON object a line."""
    from solver.notation.jsonform import dump

    names, count = [name for name, _ in TABLES[table]], 0
    while piece := list(islice(rows, PIECE)):
        lines = (f"{dump(dict(zip(names, row, strict=True)))}\n" for row in piece)
        file.write("".join(lines).encode())
        count += len(piece)
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
