"""The store of a survey: one SQLite file that survives being killed at any moment.

    surveys   a question: rules, by their digest
    runs      under which limits and by which version of the solver it was worked on
    chunks    a range of deals that is done: how many were won, lost, left; histograms of states and microseconds
    deals     a row for every deal that is lost, unknown or slow (whatever is done and has no row is won)
    players   who plays the deals of a survey with hidden cards; only in stores that have such a survey, format 2

A chunk and its rows go in together or not at all, and no two chunks of a survey overlap: so nothing is lost that was
written, and nothing is counted twice.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from solver.errors import DoesNotAddUp, TenbackError, Unreadable, quoted
from solver.survey import tally
from solver.survey.chunks import LOST, SLOW_STATES, UNKNOWN, WON, DealRow, DecidedChunk
from solver.survey.damage import refuse_damaged
from solver.survey.intervals import DealShare
from solver.survey.plan import DealLimits, SurveyPlan, solver_version
from solver.survey.players import SurveyPlayer

APPLICATION_ID = 0x74656E62  # "tenb"
FORMAT, WITH_PLAYERS = 1, 2
BUSY_SECONDS = 60.0

SCHEMA = """
CREATE TABLE surveys (
    id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, title TEXT NOT NULL, game TEXT NOT NULL,
    players INTEGER NOT NULL, rules TEXT NOT NULL, commands TEXT NOT NULL);
CREATE TABLE runs (
    id INTEGER PRIMARY KEY, survey INTEGER NOT NULL REFERENCES surveys, version TEXT NOT NULL, limits TEXT NOT NULL,
    UNIQUE (survey, version, limits));
CREATE TABLE chunks (
    survey INTEGER NOT NULL REFERENCES surveys, first INTEGER NOT NULL, last INTEGER NOT NULL,
    run INTEGER NOT NULL REFERENCES runs, won INTEGER NOT NULL, lost INTEGER NOT NULL, unknown INTEGER NOT NULL,
    most_states INTEGER NOT NULL, states TEXT NOT NULL, micros TEXT NOT NULL, seconds REAL NOT NULL,
    PRIMARY KEY (survey, first)) WITHOUT ROWID;
CREATE TABLE deals (
    survey INTEGER NOT NULL REFERENCES surveys, deal INTEGER NOT NULL, run INTEGER NOT NULL REFERENCES runs,
    verdict INTEGER NOT NULL, states INTEGER NOT NULL, micros INTEGER, reason TEXT,
    PRIMARY KEY (survey, deal)) WITHOUT ROWID;
"""
PLAYERS_SCHEMA = """
CREATE TABLE IF NOT EXISTS players (
    survey INTEGER PRIMARY KEY REFERENCES surveys, information TEXT NOT NULL, strength TEXT NOT NULL,
    seed INTEGER NOT NULL, weights TEXT NOT NULL, note TEXT)
"""


@dataclass(frozen=True)
class Survey:
    """A question in a store."""

    id: int
    digest: str
    title: str
    game: str
    players: int
    rules: str
    commands: str
    player: SurveyPlayer | None = None

    @property
    def name(self) -> str | None:
        """What the rules file calls the game."""
        return self.title.rpartition(f": {self.game}")[0] or None


@dataclass(frozen=True)
class Chunk:
    """A range of deals that is done."""

    first: int
    last: int
    run: int
    won: int
    lost: int
    unknown: int
    most_states: int
    states: str
    micros: str
    seconds: float


class SurveyStore:
    """An open store.  Every error of the file or the disk is one line that names the file."""

    def __init__(self, path: Path | None, create: bool = False) -> None:
        """Open a store, or make one; without a path a temporary one that goes with the process."""
        self.path, self.name = path, "the temporary store" if path is None else quoted(path)
        with self._one_line():
            fresh = path is None or self._is_fresh(path, create)
            target = "" if path is None else str(path)
            self.db = sqlite3.connect(target, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            self._prepare(fresh)
        except BaseException:
            self.db.close()
            raise

    def _is_fresh(self, path: Path, create: bool) -> bool:
        """Is there nothing in the file yet?  What is no file at all, such as a folder or a pipe, is refused."""
        if path.exists() and not path.is_file():
            raise Unreadable(f"{self.name} is no store of a survey: it is no file")
        fresh = not path.exists() or path.stat().st_size == 0
        if fresh and not create:
            raise Unreadable(f"{self.name} is no store of a survey: it is {'empty' if path.exists() else 'missing'}")
        return fresh

    def _prepare(self, fresh: bool) -> None:
        with self._one_line():
            self.db.execute("PRAGMA synchronous = FULL" if self.path else "PRAGMA synchronous = OFF")
        if fresh:
            self._make()
        with self._one_line():
            self._refuse_foreign()
            if not fresh:
                refuse_damaged(self.db, self.name)

    def _make(self) -> None:
        with self.transaction():
            if self.db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                return  # somebody else made it a moment ago
            for statement in SCHEMA.split(";"):
                self.db.execute(statement)
            self.db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            self.db.execute(f"PRAGMA user_version = {FORMAT}")

    def _refuse_foreign(self) -> None:
        (found,), (version,) = (
            self.db.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version")
        )
        if found != APPLICATION_ID:
            raise Unreadable(f"{self.name} is a database, but not a store of a survey; choose another file")
        if version not in (FORMAT, WITH_PLAYERS):
            raise Unreadable(f"{self.name} has format {version}, this version of tenback writes {WITH_PLAYERS}")

    @contextmanager
    def _one_line(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise Unreadable(f"store {self.name}{trouble(error)}") from None
        except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
            if isinstance(error, TenbackError):
                raise
            raise Unreadable(f"store {self.name}: {getattr(error, 'strerror', None) or error}") from None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it or nothing."""
        with self._one_line():
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.db.execute("COMMIT")
            except BaseException:
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")
                raise

    def rows(self, query: str, *values: object) -> Iterator[tuple[object, ...]]:
        """The rows of a query, one after the other."""
        with self._one_line():
            yield from self.db.execute(query, values)

    def close(self) -> None:
        """Leave one file behind."""
        self.db.close()

    def __enter__(self) -> SurveyStore:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- surveys and runs

    def surveys(self) -> list[Survey]:
        """The questions in it, in the order they were first asked."""
        columns = "id, digest, title, game, players, rules, commands"
        players = self.players()
        return [
            Survey(*row[:7], player=players.get(int(str(row[0]))))  # type: ignore[arg-type, misc]
            for row in self.rows(f"SELECT {columns} FROM surveys ORDER BY id")
        ]

    def players(self) -> dict[int, SurveyPlayer]:
        """Who plays, by survey; a survey of what can be won has nobody."""
        if next(self.rows("PRAGMA user_version"))[0] != WITH_PLAYERS:
            return {}
        rows = self.rows("SELECT survey, information, strength, seed, weights, note FROM players")
        return {int(str(survey)): SurveyPlayer(*player) for survey, *player in rows}  # type: ignore[arg-type]

    def _put_player(self, survey: int, player: SurveyPlayer) -> None:
        self.db.execute(PLAYERS_SCHEMA)
        self.db.execute(f"PRAGMA user_version = {WITH_PLAYERS}")
        self.db.execute("INSERT OR IGNORE INTO players VALUES (?, ?, ?, ?, ?, ?)", (survey, *vars(player).values()))

    def find(self, plan: SurveyPlan) -> Survey | None:
        """The survey of these rules, if it is there."""
        return next((survey for survey in self.surveys() if survey.digest == plan.digest), None)

    def open_survey(self, plan: SurveyPlan, beside_others: bool = False, mix_versions: bool = False) -> OpenSurvey:
        """Begin a survey or go on with it.  Other rules and other versions are refused unless asked for."""
        version = solver_version()
        with self.transaction():
            known = [survey for survey in self.surveys() if self.is_begun(survey.id)]
            if known and plan.digest not in {survey.digest for survey in known} and not beside_others:
                raise DoesNotAddUp(
                    f"store {self.name} is a survey of {known[0].title}, not of {plan.title}: take another file, or "
                    "say --add to keep both in it side by side"
                )
            survey = self.ensure_survey(
                Survey(
                    0,
                    plan.digest,
                    plan.title,
                    plan.rules.game.name,
                    plan.rules.players,
                    _text(plan.rules.overrides()),
                    plan.commands,
                    plan.player,
                ),
                rename=plan.name is not None,
            )
            others = sorted(set(self.versions(survey)) - {version})
            if others and not mix_versions:
                raise DoesNotAddUp(
                    f"store {self.name} was made by version {others[0]}, this is {version}: take another file, or say "
                    "--mix-versions"
                )
            run = self.ensure_run(survey, version, plan.limits.to_text())
        return OpenSurvey(self, survey, run, plan.limits)

    def is_begun(self, survey: int) -> bool:
        """Has any of its deals been decided?"""
        return any(self.rows("SELECT 1 FROM chunks WHERE survey = ? LIMIT 1", survey))

    def ensure_survey(self, survey: Survey, rename: bool = False) -> int:
        """The id of a survey, put in if need be; ``rename``: under this title, whatever it was called before."""
        values = (survey.digest, survey.title, survey.game, survey.players, survey.rules, survey.commands)
        columns = "digest, title, game, players, rules, commands"
        self.db.execute(f"INSERT OR IGNORE INTO surveys ({columns}) VALUES (?, ?, ?, ?, ?, ?)", values)
        if rename:
            change = "UPDATE surveys SET title = ?1 WHERE digest = ?2 AND title != ?1"
            self.db.execute(change, (survey.title, survey.digest))
        (found,) = self.db.execute("SELECT id FROM surveys WHERE digest = ?", (survey.digest,)).fetchone()
        if survey.player is not None:
            self._put_player(int(found), survey.player)
        return int(found)

    def ensure_run(self, survey: int, version: str, limits: str) -> int:
        """The id of a run, put in if need be."""
        values = (survey, version, limits)
        self.db.execute("INSERT OR IGNORE INTO runs (survey, version, limits) VALUES (?, ?, ?)", values)
        query = "SELECT id FROM runs WHERE survey = ? AND version = ? AND limits = ?"
        return int(self.db.execute(query, values).fetchone()[0])

    def versions(self, survey: int) -> list[str]:
        """The versions that chunks or rows of a survey come from."""
        query = """SELECT DISTINCT version FROM runs WHERE survey = ?1 AND (
            id IN (SELECT run FROM chunks WHERE survey = ?1) OR id IN (SELECT run FROM deals WHERE survey = ?1))"""
        return [str(row[0]) for row in self.rows(query, survey)]

    def runs(self, survey: int) -> dict[int, tuple[str, DealLimits]]:
        """Version and limits of each run of a survey."""
        found = self.rows("SELECT id, version, limits FROM runs WHERE survey = ?", survey)
        return {int(str(id)): (str(version), DealLimits.from_text(str(limits))) for id, version, limits in found}

    # --- what is done

    def chunks(self, survey: int, first: int = 1, last: int = 2**62) -> Iterator[Chunk]:
        """The chunks that touch a range, in order."""
        query = """SELECT first, last, run, won, lost, unknown, most_states, states, micros, seconds FROM chunks
            WHERE survey = ? AND last >= ? AND first <= ? ORDER BY first"""
        for row in self.rows(query, survey, first, last):
            yield Chunk(*row)  # type: ignore[arg-type]

    def missing(self, survey: int, first: int, last: int) -> Iterator[tuple[int, int]]:
        """The ranges not yet done."""
        gaps, next_deal = [], first
        query = "SELECT first, last FROM chunks WHERE survey = ? AND last >= ? AND first <= ? ORDER BY first"
        for begin, end in self.rows(query, survey, first, last):
            if int(str(begin)) > next_deal:
                gaps.append((next_deal, int(str(begin)) - 1))
            next_deal = int(str(end)) + 1
        if next_deal <= last:
            gaps.append((next_deal, last))
        return iter(gaps)

    def counts(self, survey: int, first: int, last: int) -> DealShare:
        """Won, lost and unknown among the deals of a range that are done."""
        done = last - first + 1 - sum(end - begin + 1 for begin, end in self.missing(survey, first, last))
        query = "SELECT verdict, count(*) FROM deals WHERE survey = ? AND deal BETWEEN ? AND ? GROUP BY verdict"
        found = {int(str(verdict)): int(str(count)) for verdict, count in self.rows(query, survey, first, last)}
        lost, unknown = found.get(LOST, 0), found.get(UNKNOWN, 0)
        return DealShare(done - lost - unknown, lost, unknown)

    def deals(self, survey: int, verdict: int | None = None, first: int = 1, last: int = 2**62) -> Iterator[DealRow]:
        """The deals that have a row, in order."""
        query = """SELECT deal, verdict, states, micros, coalesce(reason, '') FROM deals WHERE survey = ?
            AND deal BETWEEN ? AND ? AND (?4 IS NULL OR verdict = ?4) ORDER BY deal"""
        for row in self.rows(query, survey, first, last, verdict):
            yield DealRow(*row)  # type: ignore[arg-type]

    def put_chunk(self, survey: int, chunk: Chunk) -> bool:
        """Write a chunk unless a part of it is done already.  Within a transaction."""
        query = "SELECT 1 FROM chunks WHERE survey = ? AND last >= ? AND first <= ?"
        if self.db.execute(query, (survey, chunk.first, chunk.last)).fetchone():
            return False
        values = (survey, *vars(chunk).values())
        self.db.execute(f"INSERT INTO chunks VALUES ({', '.join('?' * len(values))})", values)
        return True

    def put_rows(self, survey: int, run: int, rows: Sequence[DealRow]) -> None:
        """Write rows of deals.  Within a transaction."""
        values = ((survey, row.deal, run, row.verdict, row.states, row.micros, row.reason or None) for row in rows)
        self.db.executemany("INSERT OR REPLACE INTO deals VALUES (?, ?, ?, ?, ?, ?, ?)", values)


def trouble(error: sqlite3.Error) -> str:
    """What SQLite could not do, and what that means for what is in the file."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest tells kinds of it apart
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):
        return f" is damaged: {error}"
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f" is in use: another program did not let go of it for {BUSY_SECONDS:g} seconds; try again later"
    return f": {error}; what was written before is safe"


@dataclass(frozen=True)
class OpenSurvey:
    """A survey in a store, to be gone on with under these limits."""

    store: SurveyStore
    id: int
    run: int
    limits: DealLimits

    def record(self, done: DecidedChunk) -> bool:
        """Write what was decided: False if it was there already."""
        if done.task.deals:
            return self._record_retries(done)
        chunk = Chunk(
            done.task.first,
            done.task.last,
            self.run,
            done.won,
            done.lost,
            done.unknown,
            done.most_states,
            tally.to_text(done.states),
            tally.to_text(done.micros),
            done.seconds,
        )
        with self.store.transaction():
            if not self.store.put_chunk(self.id, chunk):
                return False
            self.store.put_rows(self.id, self.run, done.rows)
        return True

    def unknowns(self, first: int, last: int) -> list[int]:
        """The deals of a range that are unknown under limits lower than ours."""
        lower = [id for id, (_, limits) in self.store.runs(self.id).items() if self.limits.allows_more_than(limits)]
        query = f"""SELECT deal FROM deals WHERE survey = ? AND deal BETWEEN ? AND ? AND verdict = {UNKNOWN}
            AND run IN ({", ".join(map(str, lower))}) ORDER BY deal"""
        return [int(str(row[0])) for row in self.store.rows(query, self.id, first, last)]

    def _record_retries(self, done: DecidedChunk) -> bool:
        """Deals that were unknown, decided again: each one's old figures are replaced, in its row and in its chunk."""
        with self.store.transaction():
            for row in done.rows:
                query = "SELECT states, micros FROM deals WHERE survey = ? AND deal = ? AND verdict = ?"
                before = self.store.db.execute(query, (self.id, row.deal, UNKNOWN)).fetchone()
                if before is not None:
                    self._replace(row, before)
        return True

    def _replace(self, row: DealRow, before: tuple[int, int | None]) -> None:
        db, key = self.store.db, (self.id, row.deal, row.deal)
        where = "WHERE survey = ? AND first <= ? AND last >= ?"
        states, micros = map(tally.from_text, db.execute(f"SELECT states, micros FROM chunks {where}", key).fetchone())
        for counts, old, new in ((states, before[0], row.states), (micros, before[1] or 0, row.micros or 0)):
            tally.add(counts, {tally.step_of(old): -1})
            tally.add(counts, {tally.step_of(new): 1})
        change = """won = won + ?, lost = lost + ?, unknown = unknown - ?, most_states = max(most_states, ?),
            states = ?, micros = ?"""
        won, lost = int(row.verdict == WON), int(row.verdict == LOST)
        values = (won, lost, won + lost, row.states, tally.to_text(states), tally.to_text(micros), *key)
        db.execute(f"UPDATE chunks SET {change} {where}", values)
        if row.verdict == WON and row.states < SLOW_STATES:
            db.execute("DELETE FROM deals WHERE survey = ? AND deal = ?", (self.id, row.deal))
        else:
            self.store.put_rows(self.id, self.run, [row])


def _text(overrides: dict[str, int | None]) -> str:
    import json

    return json.dumps(overrides, sort_keys=True)
