"""A damaged store: refused in one line that names it, by every verb, and left as it is, byte for byte."""

from __future__ import annotations

import os
import random
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from solver.errors import Unreadable
from solver.survey import store as stores
from solver.survey.chunks import LOST, UNKNOWN
from solver.survey.damage import TABLES
from solver.survey.export import TABLES as EXPORTED
from solver.survey.export import records
from solver.survey.report import cells, summaries
from solver.survey.store import SurveyStore
from tests.surveys import close_stores, survey
from tests.test_survey_command import SMALL as SMALL_WORDS
from tests.test_survey_command import Answer, inside

RULES = "the-game/1 highest=25 ups=1 downs=1"
HARD = "the-game/1 highest=60 hand=3"
VALUES = (None, "text", "", b"\xff\xfe", -1, 2**62, 0.5, float("inf"), "[]", '{"a": 1}', "{", "[" * 10_000, "9" * 5000)
WORDS = ("survey", *SMALL_WORDS, "--deals", "1:30", "--add", "--jobs", "1")


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with two surveys, several chunks, rows of every verdict, two runs; and no constraint keeps damage out."""
    path = tmp_path_factory.mktemp("good") / "s.db"
    survey(f"{RULES} hand=3", (1, 30), path, chunk=10)
    survey(HARD, (1, 4), path, chunk=2, states=300, beside_others=True)
    survey(HARD, (3, 6), path, chunk=2, states=400, beside_others=True)
    close_stores()
    change(path, "PRAGMA writable_schema = ON", "UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '')")
    with closing(sqlite3.connect(path)) as db:
        counts = [db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES]
        verdicts = {row[0] for row in db.execute("SELECT DISTINCT verdict FROM deals")}
    assert min(counts) >= 2
    assert verdicts >= {UNKNOWN, LOST}
    SurveyStore(path).close()
    return path


def change(path: Path, *statements: str, values: tuple[object, ...] = ()) -> None:
    """What another program might do to a store."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        for statement in statements:
            db.execute(statement, values)


def verbs(store: Path) -> Iterator[tuple[str, ...]]:
    """Every verb that opens a store."""
    folder, name = store.parent, str(store)
    yield (*WORDS, "--store", name)
    yield ("survey", "report", name)
    yield ("survey", "report", name, "--json")
    yield ("survey", "report", name, "--markdown")
    yield ("survey", "export", name, str(folder / "x.csv"))
    yield ("survey", "export", name, str(folder / "x.csv"), "--table", "chunks")
    yield ("survey", "merge", str(folder / "new.db"), name)
    yield ("survey", "merge", name, str(folder / "other.db"), name)
    yield ("survey", "compare", f"{RULES} hand=3", f"{RULES} hand=4", "--deals", "1:10", "--store", name)


def refuse_in_one_line(done: Answer, store: Path) -> None:
    """Status 2, nothing on standard output, one line that names the file."""
    assert done.status == 2
    assert done.out == ""
    assert re.fullmatch(r"tenback: [^\n]+\n", done.err)
    assert store.name in done.err


def refused(path: Path) -> str | None:
    """Open a store and ask it everything: the message where it is refused."""
    try:
        with SurveyStore(path) as store:
            for summary in summaries(store, "clopper-pearson"):
                list(cells(summary) if summary.share.deals else ())
                list(summary.deals(LOST))
            for table in EXPORTED:
                list(records(store, table))
    except Unreadable as error:
        return str(error)
    return None


# --- each value of each row


TEN = "'{\"1\":10}'"
COLUMNS = [(table, column) for table, columns in TABLES.items() for column in columns]
# Nothing else in a store contradicts another number or text here.
FREE = {
    ("surveys", "title"), ("surveys", "rules"), ("surveys", "commands"), ("runs", "version"), ("chunks", "most_states"),
    ("chunks", "seconds"), ("deals", "states"), ("deals", "micros"), ("deals", "reason"),
}  # fmt: skip


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=str)
def test_a_wrong_value_in_any_column(good: Path, tmp_path: Path, table: str, column: str) -> None:
    path, through = tmp_path / "s.db", list[object]()
    where = (
        "WHERE rowid = 2" if table in ("surveys", "runs") else f"WHERE {column} = (SELECT max({column}) FROM {table})"
    )
    for value in VALUES:
        shutil.copy(good, path)
        try:
            change(path, f"UPDATE {table} SET {column} = ? {where}", values=(value,))
        except sqlite3.Error:
            continue  # SQLite itself does not take it
        kept = path.read_bytes()
        if (refusal := refused(path)) is None:
            through.append(value)
        else:
            assert re.search(r"'.*s\.db' is damaged: ", refusal)
        assert path.read_bytes() == kept
    assert not through or (table, column) in FREE


@pytest.mark.parametrize(
    "statement",
    [
        *(f"DELETE FROM {table} WHERE rowid = 2" for table in ("surveys", "runs")),
        "DELETE FROM chunks WHERE first = 11",
        "DELETE FROM deals WHERE deal = (SELECT min(deal) FROM deals)",
        "INSERT INTO deals SELECT survey, 999, run, verdict, states, micros, reason FROM deals LIMIT 1",
        "INSERT INTO deals SELECT 77, deal, run, verdict, states, micros, reason FROM deals",
        f"INSERT INTO chunks SELECT survey, 5, 14, run, 10, 0, 0, 1, {TEN}, {TEN}, 0.0 FROM chunks LIMIT 1",
        "UPDATE chunks SET run = 2 WHERE survey = 1",
        "UPDATE chunks SET states = '{\"99999999\":10}' WHERE first = 11",
        "UPDATE chunks SET states = '{\"1\":11}' WHERE first = 11",
        "UPDATE chunks SET won = won + 1, lost = lost - 1 WHERE first = 11",
        "UPDATE surveys SET rules = '{\"hand\": 99}' WHERE id = 1",
        "UPDATE surveys SET game = 'chess'",
        "UPDATE surveys SET title = 'a' || char(27) || 'b'",
        'UPDATE runs SET limits = \'{"states": 1, "seconds": true, "memory_mb": 2048}\' WHERE id = 1',
        *(f"DROP TABLE {table}" for table in TABLES),
        *(f"ALTER TABLE {table} ADD COLUMN more" for table in TABLES),
        "CREATE TRIGGER t AFTER INSERT ON chunks BEGIN DELETE FROM deals; END",
        "CREATE VIEW v AS SELECT * FROM deals",
        "PRAGMA user_version = 2",
        "PRAGMA application_id = 7",
    ],
)
def test_rows_and_tables_that_are_missing_or_too_many(good: Path, tmp_path: Path, statement: str) -> None:
    path = tmp_path / "s.db"
    shutil.copy(good, path)
    change(path, statement)
    kept = path.read_bytes()
    assert kept != good.read_bytes()
    with pytest.raises(Unreadable, match=r"'.*s\.db'"):
        SurveyStore(path)
    assert path.read_bytes() == kept


# --- bytes


def test_files_cut_short_or_garbled(good: Path, tmp_path: Path) -> None:
    """Opened without a word only where all that can be read still adds up; never a traceback, never a change."""
    path, whole, chance = tmp_path / "s.db", good.read_bytes(), random.Random(5)
    for number in range(60):
        content = bytearray(whole)
        if number % 3 == 0:
            del content[chance.randrange(1, len(content)) :]
        else:
            place = chance.randrange(100 if number % 3 == 1 else len(content))
            noise = chance.randbytes(chance.choice((1, 4, 300)))
            content[place : place + len(noise)] = noise
        path.write_bytes(content)
        assert "s.db" in (refused(path) or "s.db")
        assert path.read_bytes() == content


# --- every verb


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE chunks SET states = '{' WHERE first = 11",
        "UPDATE chunks SET won = 'many' WHERE first = 11",
        "DELETE FROM runs",
        "UPDATE chunks SET micros = '{\"99999999\":10}' WHERE first = 11",
    ],
)
def test_every_verb_refuses_in_one_line(good: Path, tmp_path: Path, statement: str) -> None:
    path = tmp_path / "s.db"
    shutil.copy(good, path)
    shutil.copy(good, tmp_path / "other.db")
    change(path, statement)
    kept = path.read_bytes()
    for words in verbs(path):
        refuse_in_one_line(inside(*words), path)
        assert path.read_bytes() == kept
    assert sorted(file.name for file in tmp_path.iterdir()) == ["other.db", "s.db"]


def test_what_is_no_file(good: Path, tmp_path: Path) -> None:
    shutil.copy(good, tmp_path / "other.db")
    (tmp_path / "folder.db").mkdir()
    os.mkfifo(tmp_path / "pipe.db")
    for name in ("folder.db", "pipe.db"):
        for words in verbs(tmp_path / name):
            refuse_in_one_line(inside(*words), tmp_path / name)
    refuse_in_one_line(inside("survey", "report", "/dev/null"), Path("/dev/null"))


def test_a_store_that_another_program_holds(good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "BUSY_SECONDS", 0.01)
    path = tmp_path / "s.db"
    shutil.copy(good, path)
    shutil.copy(good, tmp_path / "other.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        for words in verbs(path):
            done = inside(*words)
            refuse_in_one_line(done, path)
            assert "in use" in done.err
    assert path.read_bytes() == good.read_bytes()


def test_a_store_merged_into_itself(good: Path, tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    shutil.copy(good, path)
    done = inside("survey", "merge", str(path), str(path))
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("0 chunks taken")


def test_a_store_that_may_only_be_read(good: Path, tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    shutil.copy(good, path)
    path.chmod(0o400)
    assert inside("survey", "report", str(path)).status == 0
    if not os.access(path, os.W_OK):
        refuse_in_one_line(inside(*WORDS, "--deals", "1:40", "--store", str(path)), path)
