"""Who does the work: this thread, more threads, processes, or the machines of a dask cluster.

Each is an executor of ``concurrent.futures``, so that one loop hands out tasks and takes in what is done.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.pool import processes
from solver.survey.chunks import DecidedChunk, SurveyTask, decide
from solver.survey.plan import solver_version

Kind = Literal["threads", "processes"]
MOST_JOBS = 1024
CONNECT_SECONDS = 10


@dataclass(frozen=True)
class Workforce:
    """How the work is to be done."""

    jobs: int | None = None  # None: all cores
    kind: Kind | None = None  # None: threads for kernels in bulk, which need no Python; else processes
    cluster: str | None = None

    def __post_init__(self) -> None:
        if self.jobs is not None and not 1 <= self.jobs <= MOST_JOBS:
            raise DoesNotAddUp(f"jobs {self.jobs}: 1 to {MOST_JOBS} are possible")
        if self.kind not in (None, "threads", "processes"):
            raise Unreadable(f"pool {quoted(self.kind)}: threads or processes")

    @property
    def count(self) -> int:
        """How many at once."""
        return self.jobs or cores()


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def work(
    tasks: Iterator[SurveyTask], workers: Workforce, in_bulk: bool, ordered: bool = False
) -> Generator[DecidedChunk, None, None]:
    """Decide tasks, and give each as soon as it is done; ``ordered``: in the order of the tasks."""
    if workers.cluster is not None:
        with cluster(workers.cluster) as (executor, threads):
            yield from collect(executor, tasks, 4 * threads, ordered)
        return
    if workers.count == 1 and workers.kind is None:
        yield from map(decide, tasks)
        return
    kind = workers.kind or ("threads" if in_bulk else "processes")
    with threads_or_processes(kind, workers.count) as executor:
        yield from collect(executor, tasks, 2 * workers.count, ordered)


def collect(executor: Executor, tasks: Iterator[SurveyTask], window: int, ordered: bool) -> Iterator[DecidedChunk]:
    """Keep so many tasks under way; whatever stops us, those not yet begun are dropped."""
    waiting: list[Future[DecidedChunk]] = []  # in the order of the tasks
    try:
        for task in tasks:
            waiting.append(executor.submit(decide, task))
            if len(waiting) >= window:
                yield from finished(waiting, ordered)
        while waiting:
            yield from finished(waiting, ordered)
    finally:
        for future in waiting:
            future.cancel()


def finished(waiting: list[Future[DecidedChunk]], ordered: bool) -> Iterator[DecidedChunk]:
    """Wait for some task (``ordered``: the first) and take out what is done."""
    done = wait(waiting[:1] if ordered else waiting, return_when=FIRST_COMPLETED).done
    for future in [future for future in waiting if future in done]:
        waiting.remove(future)
        yield future.result()


@contextmanager
def threads_or_processes(kind: Kind, count: int) -> Iterator[Executor]:
    """The cores of this machine."""
    if kind == "threads":
        with ThreadPoolExecutor(count) as threads:
            yield threads
        return
    with processes(count) as workers:
        yield workers


# --- a cluster


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a dask scheduler.  One that dies loses nothing: dask gives its tasks to another."""
    try:
        from distributed import Client
        from distributed.client import FutureCancelledError
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise Unreadable("--cluster needs dask: pip install 'tenback[cluster]'") from None
    client = connect(Client, address)
    lost = (OSError, TimeoutError, CancelledError, FutureCancelledError, KilledWorker, ImportError)
    try:
        yield client.get_executor(retries=3), refuse_other_versions(client, address)
    except lost as error:
        words = str(error) or type(error).__name__
        raise Unreadable(f"cluster {quoted(address)}: {words}; what was written is safe, run it again") from None
    finally:
        quietly(client.close)


def connect(client: Callable[..., Any], address: str) -> Any:
    """A client of the scheduler at this address."""
    try:
        return client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise Unreadable(f"cluster {quoted(address)} cannot be reached: {error or type(error).__name__}") from None


def refuse_other_versions(client: Any, address: str) -> int:
    """How many threads there are; a worker without this very solver is refused."""
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError:
        raise Unreadable(f"cluster {quoted(address)} has no workers: start some with dask worker {address}") from None
    for worker, version in client.run(solver_version).items():
        if version != solver_version():
            raise DoesNotAddUp(f"cluster: worker {worker} has tenback {version}, this is {solver_version()}")
    return sum(client.nthreads().values())


def quietly(close: Callable[[], None]) -> None:
    """Close what may be gone already."""
    import contextlib

    with contextlib.suppress(Exception):
        close()
