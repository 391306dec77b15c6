"""Worker processes: killed, they are missed and nothing is a verdict; their parent killed, they go; Ctrl-C ends all."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

import cli
from solver.errors import DoesNotAddUp, WorkerLost
from solver.pool import in_order
from tests.command import TIMEOUT, environment
from tests.played import FILE

ROOT = Path(__file__).parents[1]
LOST = "tenback: a worker process was ended from outside; what was written is safe, run it again\n"


def slow(thing: int) -> int:
    """Work for a worker: what is below zero never ends."""
    while thing < 0:
        time.sleep(60)
    return thing * thing


def test_results_come_in_order_and_jobs_are_counted() -> None:
    assert list(in_order(slow, range(20), 2)) == [n * n for n in range(20)]
    assert list(in_order(slow, iter(range(3)), 1)) == [0, 1, 4]
    for jobs in (0, -1, 257):
        with pytest.raises(DoesNotAddUp, match=f"--jobs {jobs}: 1 to 256 are possible"):
            next(in_order(slow, [1, 2], jobs))


@contextmanager
def killing_a_worker(others: set[int] | None = None) -> Iterator[None]:
    """The first worker of this process is killed as soon as there is one; ``others``: children that are none."""
    ours = {child.pid for child in psutil.Process().children()} if others is None else others
    over = threading.Event()

    def kill() -> None:
        while not over.is_set():
            for child in psutil.Process().children():
                if child.pid not in ours and "spawn_main" in " ".join(child.cmdline()):
                    child.kill()
                    return
            time.sleep(0.01)

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        yield
    finally:
        over.set()
        killer.join()


def test_a_killed_worker_is_missed_and_what_was_done_is_not_lost() -> None:
    results = in_order(slow, [1, 2, 3, -1, -1], 2)
    assert [next(results) for _ in range(3)] == [1, 4, 9]
    with killing_a_worker(others=set()), pytest.raises(WorkerLost, match="ended from outside"):
        next(results)


VERBS = [
    ("solve", "--lines", "--jobs", "2"),
    ("puzzle", "check", str(FILE), "--jobs", "2"),
    ("puzzle", "generate", "quick-and-easy", "--jobs", "2"),
    ("survey", "quick-and-easy", "--deals", "1:5000", "--chunk", "10", "--pool", "processes", "--jobs", "2"),
]


@pytest.mark.parametrize("words", VERBS, ids=" ".join)
def test_no_verb_takes_a_killed_worker_for_a_verdict(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    deals = io.BytesIO(b"".join(b"the-game/1 #%d\n" % number for number in range(1, 50)))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(deals))
    with killing_a_worker():
        assert cli.run(words) == 70
    assert capsys.readouterr().err == LOST


# --- the parent

SCRIPT = """
from solver.pool import in_order
from tests.test_pool import slow
if __name__ == "__main__":
    for result in in_order(slow, [1, 2, -1, -1, -1], 2):
        print(result, flush=True)
"""


@contextmanager
def parent(script: Path) -> Iterator[tuple[subprocess.Popen[bytes], list[psutil.Process]]]:
    """A process with two workers that would work for ever."""
    script.write_text(SCRIPT)
    process = subprocess.Popen(
        [sys.executable, str(script)],
        cwd=ROOT,
        env=environment({"PYTHONPATH": str(ROOT)}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        assert [process.stdout.readline() for _ in range(2)] == [b"1\n", b"4\n"]
        yield process, psutil.Process(process.pid).children()
    finally:
        process.kill()
        process.communicate()


def test_a_killed_parent_takes_its_workers_along(tmp_path: Path) -> None:
    with parent(tmp_path / "script.py") as (process, workers):
        assert len(workers) >= 2
        process.kill()
        process.wait()
        assert psutil.wait_procs(workers, timeout=TIMEOUT)[1] == []


def test_ctrl_c_ends_all_and_only_the_parent_speaks(tmp_path: Path) -> None:
    with parent(tmp_path / "script.py") as (process, workers):
        os.killpg(process.pid, signal.SIGINT)  # as a terminal sends it: to every process
        _, said = process.communicate(timeout=TIMEOUT)
        assert said.count(b"Traceback") == said.count(b"KeyboardInterrupt") == 1
        assert psutil.wait_procs(workers, timeout=TIMEOUT)[1] == []
