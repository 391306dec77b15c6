"""The boundary of a store: everything in it is looked at once, when it is opened, before anything is read or written.

A file that was cut short, garbled or changed by another program is refused in one line that says where; whatever passes
has the types and the meaning that the rest of the survey takes for granted.  What can be said in SQL is checked in
SQL, which takes less than a second for a million rows.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from solver.errors import Unreadable, quoted
from solver.rules.game import Rules
from solver.rules.games import game_named
from solver.survey import tally
from solver.survey.plan import DealLimits
from solver.survey.players import GREATEST_SEED
from solver.table.shuffle import GREATEST_NUMBER

LONGEST_TEXT = 1000
LONGEST_TALLY = 100_000
MOST_SECONDS = 1e12

COUNT = "typeof({0}) = 'integer' AND {0} >= 0", "a whole number from 0 up"
TEXT = f"typeof({{0}}) = 'text' AND length({{0}}) BETWEEN 1 AND {LONGEST_TEXT}", "a short text"
ANY_TEXT = f"typeof({{0}}) = 'text' AND length({{0}}) <= {LONGEST_TEXT}", "a short text"
TALLY = f"typeof({{0}}) = 'text' AND length({{0}}) <= {LONGEST_TALLY}", "a tally"
NUMBER = f"typeof({{0}}) = 'integer' AND {{0}} BETWEEN 1 AND {GREATEST_NUMBER}", "a deal's number"
OF_A_SURVEY = "EXISTS (SELECT 1 FROM surveys WHERE id = t.survey)", "a survey in this file"
OF_A_RUN = "EXISTS (SELECT 1 FROM runs WHERE id = t.run AND survey = t.survey)", "a run of its survey"

Columns = Mapping[str, tuple[str, tuple[str, str]]]

# For each table its columns: type and key as SQLite declares them, what must hold, and what that is in words.
TABLES: dict[str, Columns] = {
    "surveys": {
        "id": ("INTEGER", COUNT),
        "digest": ("TEXT", ("typeof({0}) = 'text' AND {0} GLOB '" + "[0-9a-f]" * 16 + "'", "16 digits of a digest")),
        "title": ("TEXT", TEXT),
        "game": ("TEXT", TEXT),
        "players": ("INTEGER", COUNT),
        "rules": ("TEXT", TEXT),
        "commands": ("TEXT", ("{0} IN ('', 'placeholder', 'random', 'own')", "the kind of a command map")),
    },
    "runs": {
        "id": ("INTEGER", COUNT),
        "survey": ("INTEGER", OF_A_SURVEY),
        "version": ("TEXT", TEXT),
        "limits": ("TEXT", TEXT),
    },
    "chunks": {
        "survey": ("INTEGER", OF_A_SURVEY),
        "first": ("INTEGER", NUMBER),
        "last": ("INTEGER", (f"{NUMBER[0]} AND last >= first", "a deal's number, and not before the first")),
        "run": ("INTEGER", OF_A_RUN),
        "won": ("INTEGER", COUNT),
        "lost": ("INTEGER", COUNT),
        "unknown": ("INTEGER", COUNT),
        "most_states": ("INTEGER", COUNT),
        "states": ("TEXT", TALLY),
        "micros": ("TEXT", TALLY),
        "seconds": ("REAL", (f"typeof({{0}}) = 'real' AND {{0}} BETWEEN 0 AND {MOST_SECONDS}", "a number of seconds")),
    },
    "deals": {
        "survey": ("INTEGER", OF_A_SURVEY),
        "deal": ("INTEGER", NUMBER),
        "run": ("INTEGER", OF_A_RUN),
        "verdict": ("INTEGER", ("typeof({0}) = 'integer' AND {0} BETWEEN 0 AND 2", "0, 1 or 2")),
        "states": ("INTEGER", COUNT),
        "micros": ("INTEGER", (f"{{0}} IS NULL OR {COUNT[0]}", COUNT[1])),
        "reason": ("TEXT", (f"{{0}} IS NULL OR {ANY_TEXT[0]}", ANY_TEXT[1])),
    },
}

# What no row alone can tell: a query for the first offender (two numbers of deals), and what is wrong with it.
DISAGREEMENTS = (
    (
        """SELECT first, last FROM chunks AS c WHERE first <= (SELECT last FROM chunks
            WHERE survey = c.survey AND first < c.first ORDER BY first DESC LIMIT 1)""",
        "deals {0} to {1} overlap others",
    ),
    (
        f"""WITH gaps AS (SELECT survey, last + 1 AS begin,
                lead(first, 1, {GREATEST_NUMBER + 1}) OVER (PARTITION BY survey ORDER BY first) AS next FROM chunks
            UNION ALL SELECT id, 0, coalesce((SELECT min(first) FROM chunks WHERE survey = id), {GREATEST_NUMBER + 1})
                FROM surveys)
        SELECT deal, deal FROM gaps CROSS JOIN deals ON deals.survey = gaps.survey AND deal >= begin AND deal < next""",
        "deal {0} has a row, but is not among those done",
    ),
    (
        """SELECT first, last FROM chunks AS c WHERE won + lost + unknown != last - first + 1
            OR lost != (SELECT count(*) FROM deals WHERE survey = c.survey AND deal BETWEEN c.first AND c.last
                        AND verdict = 2)
            OR unknown != (SELECT count(*) FROM deals WHERE survey = c.survey AND deal BETWEEN c.first AND c.last
                           AND verdict = 0)""",
        "the counts of deals {0} to {1} are not those of its rows",
    ),
)

# In stores with games that were played with hidden cards: who played them.
PLAYERS = {
    "survey": ("INTEGER", OF_A_SURVEY),
    "information": ("TEXT", ("{0} IN ('own', 'talk', 'open')", "a kind of information")),
    "strength": ("TEXT", ("{0} IN ('instant', 'quick', 'strong')", "a strength")),
    "seed": ("INTEGER", (f"typeof({{0}}) = 'integer' AND {{0}} BETWEEN 0 AND {GREATEST_SEED}", "a seed")),
    "weights": (
        "TEXT", ("{0} = '' OR typeof({0}) = 'text' AND {0} GLOB '" + "[0-9a-f]" * 16 + "'", "16 digits of a digest")
    ),
    "note": ("TEXT", (f"{{0}} IS NULL OR {TEXT[0]}", TEXT[1])),
}  # fmt: skip
WITH_PLAYERS = {**TABLES, "players": PLAYERS}
PLAYED = (
    """SELECT deal, deal FROM deals WHERE survey IN (SELECT survey FROM players) AND (verdict != 2 OR reason IS NULL
        OR reason != CAST(reason AS INTEGER) || iif(CAST(reason AS INTEGER) = 1, ' card left', ' cards left')
        OR CAST(reason AS INTEGER) NOT BETWEEN 1 AND 1000)""",
    "deal {0} was played, but is not lost with so many cards left",
)


def refuse_damaged(db: sqlite3.Connection, name: str) -> None:
    """Look at all of a store, which this call changes in nothing."""
    with _damage_named(name), _reading(db):
        _refuse_broken_pages(db)
        with_players = db.execute("PRAGMA user_version").fetchone()[0] == 2
        tables = WITH_PLAYERS if with_players else TABLES
        _refuse_other_tables(db, tables)
        for table, columns in tables.items():
            _refuse_wrong_columns(db, table, columns)
        for query, words in (*DISAGREEMENTS, *((PLAYED,) if with_players else ())):
            for offender in db.execute(f"{query} LIMIT 1"):
                raise Unreadable(words.format(*offender))
        _refuse_unreadable_texts(db)


@contextmanager
def _damage_named(name: str) -> Iterator[None]:
    try:
        yield
    except Unreadable as error:
        raise Unreadable(f"store {name} is damaged: {error}; nothing in it was changed") from None


@contextmanager
def _reading(db: sqlite3.Connection) -> Iterator[None]:
    """One moment of the file, whoever writes meanwhile."""
    db.execute("BEGIN")
    try:
        yield
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def _refuse_broken_pages(db: sqlite3.Connection) -> None:
    """What SQLite itself can tell: pages, order of keys, and the indexes of the two small tables."""
    for check in ("quick_check(1)", "integrity_check('surveys')", "integrity_check('runs')"):
        (found,) = db.execute(f"PRAGMA {check}").fetchone()
        if found != "ok":
            raise Unreadable(" ".join(str(found).split()))


def _refuse_other_tables(db: sqlite3.Connection, tables: Mapping[str, Columns]) -> None:
    for kind, name in db.execute("SELECT type, name FROM sqlite_master WHERE type IN ('trigger', 'view')"):
        raise Unreadable(f"it has a {kind} {quoted(name)}")
    if "players" not in tables and any(db.execute("SELECT 1 FROM sqlite_master WHERE name = 'players'")):
        raise Unreadable("it has a table players, but is not of the format that has one")
    for table, columns in tables.items():
        found = {column[1]: column[2] for column in db.execute(f"PRAGMA table_xinfo('{table}')")}
        expected = {name: kind for name, (kind, _) in columns.items()}
        if found != expected:
            raise Unreadable(f"its table {table} has the columns {quoted(' '.join(map(str, found)))}")


def _refuse_wrong_columns(db: sqlite3.Connection, table: str, columns: Columns) -> None:
    """The first row with a value that is not what its column holds."""
    cases = " ".join(
        f"WHEN NOT ({test.format(f't.{column}')}) THEN {number}"
        for number, (column, (_, (test, _))) in enumerate(columns.items())
    )
    query = f"SELECT CASE {cases} END AS wrong, * FROM {table} AS t WHERE wrong IS NOT NULL LIMIT 1"
    for wrong, *values in db.execute(query):
        column, (_, (_, words)) = list(columns.items())[wrong]
        raise Unreadable(f"{table}.{column} is {quoted(values[wrong])}, which is not {words}")


def _refuse_unreadable_texts(db: sqlite3.Connection) -> None:
    """The texts that hold more than a name: rules, limits, tallies."""
    for title, game, players, rules in db.execute("SELECT title, game, players, rules FROM surveys"):
        with _culprit(f"the rules of {quoted(title)}"):
            _refuse_unprintable(title)
            Rules.of(game_named(game), players, _overrides(rules))
    for version, limits in db.execute("SELECT version, limits FROM runs"):
        with _culprit(f"the limits of a run by {quoted(version)}"):
            _refuse_unprintable(version)
            DealLimits.from_text(limits)
    for first, last, *texts in db.execute("SELECT first, last, states, micros FROM chunks"):
        for column, text in zip(("states", "micros"), texts, strict=True):
            with _culprit(f"the {column} of deals {first} to {last}"):
                _refuse_other_total(tally.from_text(text), last - first + 1)


@contextmanager
def _culprit(name: str) -> Iterator[None]:
    try:
        yield
    except (ValueError, RecursionError) as error:  # bad JSON, a number of thousands of digits, brackets without end
        raise Unreadable(f"{name}: {error}") from None


def _refuse_unprintable(text: str) -> None:
    if not text.isprintable():
        raise Unreadable(f"{quoted(text)} has characters that cannot be printed")


def _overrides(text: str) -> dict[str, int | None]:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise Unreadable(f"{quoted(text)} is no object of names and numbers")
    return found


def _refuse_other_total(counts: tally.Counts, deals: int) -> None:
    if (total := sum(counts.values())) != deals:
        raise Unreadable(f"{total} are counted, {deals} were decided")
