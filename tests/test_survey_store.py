"""The store: killed, damaged, foreign, full, in other hands.  Nothing that was written is lost or counted twice."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from solver.errors import DoesNotAddUp, Unreadable
from solver.survey import plan as plans
from solver.survey import store as stores
from solver.survey.plan import plan_of_text
from solver.survey.store import SurveyStore
from tests.command import TENBACK, TIMEOUT, environment, forked, shell
from tests.killed import CHUNK, DEALS, RULES
from tests.surveys import close_stores, contents, survey
from tests.test_architecture import ROOT, imports

SMALL = "the-game/1 highest=25 ups=1 downs=1 hand=3"
WORDS = ("survey", "the-game", "--set", "highest=25", "--set", "ups=1", "--set", "downs=1", "--set", "hand=3")


@pytest.fixture(autouse=True)
def closed_stores() -> Iterator[None]:
    yield
    close_stores()


def one_line(stderr: bytes) -> str:
    """The message, which is one line and no traceback."""
    text = stderr.decode()
    assert text.startswith("tenback: ")
    assert text.count("\n") == 1
    return text


# --- killed


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_killed_twenty_times_at_random_moments(tmp_path: Path) -> None:
    """It ends with the same store as a survey that was left alone, and at least some of the kills cut into the work."""
    killed, alone = tmp_path / "killed.db", tmp_path / "alone.db"
    done = subprocess.run(
        [sys.executable, "-m", "tests.killed", str(killed), "7", "20"],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        timeout=4 * TIMEOUT,
        check=True,
    )
    assert done.stdout.split().count(b"1") >= 5
    survey(RULES, DEALS, alone, chunk=CHUNK)
    assert contents(killed) == contents(alone)
    SurveyStore(killed).close()  # which looks at all of it


@pytest.mark.slow
def test_the_command_killed_twenty_times_with_its_workers(tmp_path: Path) -> None:
    killed, alone = tmp_path / "killed.db", tmp_path / "alone.db"
    words = [*WORDS, "--deals", "1:40000", "--chunk", "50", "--jobs", "2", "--pool", "processes", "--json"]
    moments = random.Random(11)
    for _ in range(20):
        process = subprocess.Popen(
            [TENBACK, *words, "--store", str(killed)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        before, patience = written(killed), time.monotonic() + TIMEOUT
        while written(killed) == before and process.poll() is None and time.monotonic() < patience:
            time.sleep(0.01)
        time.sleep(moments.uniform(0.0, 0.2))
        process.kill()
        process.wait()
    assert written(killed) > 0
    for path in (killed, alone):
        subprocess.run([TENBACK, *words, "--store", str(path)], check=True, capture_output=True, timeout=10 * TIMEOUT)
    assert contents(killed) == contents(alone)


def test_ctrl_c_loses_nothing_that_was_written(tmp_path: Path) -> None:
    path, fresh = tmp_path / "s.db", tmp_path / "fresh.db"
    words = [*WORDS, "--deals", "1:2000000", "--chunk", "100", "--store", str(path)]
    process = subprocess.Popen([TENBACK, *words], stderr=subprocess.PIPE, stdout=subprocess.PIPE, env=environment())
    for _ in range(50 * TIMEOUT):
        if path.exists() and written(path) >= 3:
            break
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 130
    assert "the same command goes on" in one_line(stderr)
    count = written(path)
    assert count >= 3
    survey(SMALL, (1, 100), path, chunk=100)
    assert written(path) == count
    survey(SMALL, (1, 100), fresh, chunk=100)
    assert contents(path)[1][0] == contents(fresh)[1][0]


def written(path: Path) -> int:
    """Chunks in a store, which may be in the making."""
    try:
        with closing(sqlite3.connect(path)) as db:
            return int(db.execute("SELECT count(*) FROM chunks").fetchone()[0])
    except sqlite3.Error:
        return 0


def test_a_transaction_is_all_or_nothing(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    survey(SMALL, (1, 30), path, chunk=10)
    before = contents(path)
    with SurveyStore(path) as store, pytest.raises(ZeroDivisionError):
        cut_short(store)
    assert contents(path) == before


def cut_short(store: SurveyStore) -> None:
    """A transaction that something stops."""
    with store.transaction():
        store.db.execute("DELETE FROM chunks")
        raise ZeroDivisionError


def test_two_at_work_on_one_store(tmp_path: Path) -> None:
    """Both end well, and the store is that of one alone."""
    both, alone = tmp_path / "both.db", tmp_path / "alone.db"
    words = [TENBACK, *WORDS, "--deals", "1:2000", "--chunk", "50", "--json", "--store", str(both)]
    pair = [subprocess.Popen(words, stdout=subprocess.PIPE, env=environment()) for _ in range(2)]
    answers = [process.communicate(timeout=2 * TIMEOUT)[0] for process in pair]
    assert [process.returncode for process in pair] == [0, 0]
    assert answers[0].split(b'"seconds"')[0] == answers[1].split(b'"seconds"')[0]
    survey(SMALL, (1, 2000), alone, chunk=50)
    assert contents(both) == contents(alone)


# --- other rules, other versions


def test_other_rules_are_refused_unless_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    survey(SMALL, (1, 10), path)
    before = contents(path)
    with pytest.raises(DoesNotAddUp, match=r"hand=3.*hand=4.*--add"):
        survey(SMALL.replace("hand=3", "hand=4"), (1, 10), path)
    assert contents(path) == before
    survey(SMALL.replace("hand=3", "hand=4"), (1, 10), path, beside_others=True)
    assert len(contents(path)[0]) == 2


def test_another_version_is_refused_unless_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "s.db"
    survey(SMALL, (1, 10), path)
    monkeypatch.setattr(stores, "solver_version", lambda: "9.9.9")
    plan = plan_of_text(SMALL)
    with SurveyStore(path) as store:
        with pytest.raises(DoesNotAddUp, match=r"made by version .*9\.9\.9.*--mix-versions"):
            store.open_survey(plan)
        store.open_survey(plan, mix_versions=True)


def test_the_version_names_the_sources() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+\+[0-9a-f]{8}", plans.solver_version())


# Reached from the work of a survey, but they only read, print or name: no verdict depends on them or on what they use.
NO_VERDICTS = ("errors.py", "files.py", "notation/", "show/", "shown.py", "version.py")


def test_the_version_names_every_source_that_makes_verdicts() -> None:
    """Whatever the work imports, however deep and however late."""
    reached, ahead = set[str](), ["solver.survey.chunks"]
    while ahead:
        name = file_of(ahead.pop())
        if name not in reached and not name.startswith(NO_VERDICTS):
            reached.add(name)
            ahead += imports(ROOT / "solver" / name)
    missing = {name for name in reached if not {name, name.split("/")[0]} & set(plans.SOURCES)}
    assert not missing, "give it a place in SOURCES of solver/survey/plan.py"
    assert {"decide/solve.py", "decide/goals.py", "referee.py", "table/position.py", "survey/chunks.py"} <= reached
    assert {"hidden/games.py", "hidden/nets.py", "kernels/hidden_search.py", "survey/players.py"} <= reached
    assert all((ROOT / "solver" / name).exists() for name in plans.SOURCES)


def file_of(module: str) -> str:
    """``survey/plan.py`` for ``solver.survey.plan``."""
    path = ROOT.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return file.relative_to(ROOT / "solver").as_posix()


def test_the_digest_tells_rules_apart() -> None:
    texts = ("the-game/1", "the-game/2", "the-game/1 hand=7", "the-game/1 trick=7", "the-game-extreme/1")
    digests = [plan_of_text(text).digest for text in (*texts, "the-game-extreme/1 commands=random")]
    assert len(set(digests)) == len(digests)
    assert plan_of_text("the-game/1 hand=8").digest == plan_of_text("the-game/1").digest


# --- files that are no good


def test_files_that_are_no_store(tmp_path: Path) -> None:
    text, foreign, folder = tmp_path / "text.db", tmp_path / "foreign.db", tmp_path / "folder.db"
    text.write_text("not a database, but long enough to look at" * 100)
    with closing(sqlite3.connect(foreign)) as db:
        db.execute("CREATE TABLE mine (id INTEGER)")
    folder.mkdir()
    for path in (text, foreign, folder, tmp_path / "no" / "such.db"):
        kept = path.read_bytes() if path.is_file() else None
        done = forked(*WORDS, "--deals", "1:10", "--store", str(path))
        assert done.returncode == 2
        assert path.name in one_line(done.stderr) or "'/" in one_line(done.stderr)
        assert (path.read_bytes() if path.is_file() else None) == kept
    for verb in ("report", "export"):
        words = [str(tmp_path / "missing.db")] + (["out.csv"] if verb == "export" else [])
        done = forked("survey", verb, *words)
        assert done.returncode == 2
        assert "missing" in one_line(done.stderr)
    assert not (tmp_path / "missing.db").exists()


def test_a_damaged_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    survey(SMALL, (1, 500), path, chunk=5)
    close_stores()
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + random.Random(3).randbytes(len(whole) - 4096))
    done = forked("survey", "report", str(path))
    assert done.returncode == 2
    one_line(done.stderr)
    path.write_bytes(whole[: len(whole) // 2])
    done = forked("survey", "report", str(path))
    assert done.returncode == 2
    one_line(done.stderr)


def test_counts_that_do_not_match_the_rows_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    survey(SMALL, (1, 30), path, chunk=10)
    close_stores()
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE chunks SET won = won + 1, lost = lost - 1 WHERE first = 11")
        db.commit()
    done = forked("survey", "report", str(path))
    assert done.returncode == 2
    assert "deals 11 to 20" in one_line(done.stderr)


def test_a_store_of_a_later_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    survey(SMALL, (1, 5), path)
    close_stores()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(Unreadable, match="format 99"):
        SurveyStore(path)


def test_a_store_that_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "s.db"
    survey(SMALL, (1, 5), path)
    close_stores()
    path.chmod(0o400)
    if os.access(path, os.W_OK):
        pytest.skip("this user may write everything")
    done = forked(*WORDS, "--deals", "1:10", "--store", str(path))
    assert done.returncode == 2
    assert "readonly" in one_line(done.stderr)


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_a_full_disk(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk: one line, status 2, and later the survey goes on."""
    path, fresh = tmp_path / "s.db", tmp_path / "fresh.db"
    words = "survey quick-and-easy -p 1 --deals 1:6000 --chunk 200 --jobs 2 --store"
    done = shell(f'ulimit -f 40; tenback {words} "$1"', str(path))
    assert done.returncode == 2
    assert "store '" in one_line(done.stderr)
    assert 0 < written(path) < 30
    for target in (path, fresh):
        survey("quick-and-easy/1", (1, 6000), target, chunk=200)
    assert contents(path) == contents(fresh)
