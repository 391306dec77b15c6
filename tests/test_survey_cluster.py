"""A survey on a cluster: a real scheduler and workers on this machine, one of which is killed on the way."""

from __future__ import annotations

import importlib.util
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from solver.errors import DoesNotAddUp, Unreadable
from solver.survey import pools
from solver.survey.pools import Workforce
from tests.command import TENBACK
from tests.surveys import close_stores, contents, survey
from tests.test_survey_store import written

RULES, DEALS, CHUNK = "the-game/1 highest=25 ups=1 downs=1 hand=3", (1, 40_000), 100
OTHERS = {
    "hidden": f"{RULES} hidden=own strength=quick",
    "beams": "the-game/1",
    "maps": "the-game-extreme/3 commands=random",
}
PATIENCE = 120  # seconds, for a busy machine

needs_dask = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None, reason="dask is missing: pip install 'tenback[cluster]'"
)


@pytest.fixture(autouse=True)
def closed_stores() -> Iterator[None]:
    yield
    close_stores()


@contextmanager
def started(*words: str, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process of dask, which ends with the test."""
    with log.open("wb") as file:
        process = subprocess.Popen([sys.executable, "-m", "dask", *words], stdout=file, stderr=file)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


def logged(log: Path, pattern: str) -> str:
    """Wait until a log says something."""
    for _ in range(10 * PATIENCE):
        if found := re.search(pattern, log.read_text(errors="replace")):
            return found[1]
        time.sleep(0.1)
    raise AssertionError(f"{pattern} is not in {log.read_text(errors='replace')}")


@needs_dask
@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_writes_the_same_store(tmp_path: Path) -> None:
    with ExitStack() as stack:
        log = tmp_path / "scheduler.log"
        words: tuple[str, ...] = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        stack.enter_context(started(*words, log=log))
        address = logged(log, r"Scheduler at:\s+(tcp://\S+)")
        workers = []
        for number in range(2):
            log = tmp_path / f"worker{number}.log"
            words = (
                "worker",
                address,
                "--nthreads",
                "1",
                "--no-nanny",
                "--no-dashboard",
                "--local-directory",
                str(tmp_path),
            )
            workers.append(stack.enter_context(started(*words, log=log)))
            logged(log, r"Registered to:\s+(tcp)")
        path = tmp_path / "cluster.db"
        words = (
            "survey",
            *RULES.replace("/1", "").replace(" ", " --set ").split(),
            "--deals",
            "1:40000",
            "--chunk",
            "100",
        )
        command = [TENBACK, *words, "--cluster", address, "--store", str(path), "--json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            for _ in range(10 * PATIENCE):
                if written(path) >= 20:
                    break
                time.sleep(0.1)
            workers[0].send_signal(signal.SIGKILL)
            before = written(path)
            answer, _ = process.communicate(timeout=PATIENCE)
        for name, rules in OTHERS.items():
            survey(rules, (1, 60), tmp_path / f"{name}.db", Workforce(cluster=address), chunk=10)
    assert process.returncode == 0
    assert 20 <= before < 400, "the worker was killed before or after the work"
    assert workers[0].returncode == -signal.SIGKILL
    alone = survey(RULES, DEALS, tmp_path / "alone.db", chunk=CHUNK)
    assert f'"won":{alone.share.won},"lost":{alone.share.lost},"unknown":0'.encode() in answer
    assert contents(path) == contents(tmp_path / "alone.db")
    for name, rules in OTHERS.items():
        survey(rules, (1, 60), tmp_path / f"{name}_alone.db", chunk=10)
        assert contents(tmp_path / f"{name}.db") == contents(tmp_path / f"{name}_alone.db")


@needs_dask
@pytest.mark.slow
def test_a_scheduler_without_workers_or_that_goes_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "CONNECT_SECONDS", 2)
    log = tmp_path / "scheduler.log"
    with started("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", log=log):
        address = logged(log, r"Scheduler at:\s+(tcp://\S+)")
        with pytest.raises(Unreadable, match="has no workers"):
            survey(RULES, (1, 10), tmp_path / "s.db", Workforce(cluster=address))


@needs_dask
def test_a_cluster_that_cannot_be_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "CONNECT_SECONDS", 1)
    for address in ("tcp://127.0.0.1:9", "nonsense://x"):
        with pytest.raises(Unreadable, match="cannot be reached"):
            survey(RULES, (1, 10), tmp_path / "s.db", Workforce(cluster=address))


def test_a_worker_with_another_solver_is_refused() -> None:
    class Client:
        def wait_for_workers(self, count: int, timeout: float) -> None:
            pass

        def run(self, function: object) -> dict[str, str]:
            return {"tcp://10.0.0.7:1": "0.0.1+00000000"}

    with pytest.raises(DoesNotAddUp, match=r"tcp://10\.0\.0\.7:1 has tenback 0\.0\.1"):
        pools.refuse_other_versions(Client(), "tcp://x")
