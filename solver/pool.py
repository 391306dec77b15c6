"""Work in several processes, for every verb that does: they end with their parent, with Ctrl-C, and never unnoticed."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, TypeVar

from solver.errors import DoesNotAddUp, WorkerLost

MOST_JOBS = 256
WAITING = 4  # things handed out beyond those worked on, for each job
LOOK_SECONDS = 0.2
PARENT_CHECK_SECONDS = 1.0

Thing = TypeVar("Thing")
Result = TypeVar("Result")


def in_order(
    work: Callable[[Thing], Result], things: Iterable[Thing], jobs: int, look: Callable[[], None] | None = None
) -> Iterator[Result]:
    """The result for each thing, in order, each as soon as it and all before it are there.

    ``look`` is called now and then while others work, and may stop it all by raising.
    """
    if not 1 <= jobs <= MOST_JOBS:
        raise DoesNotAddUp(f"--jobs {jobs}: 1 to {MOST_JOBS} are possible")
    if jobs == 1 or (isinstance(things, Sized) and len(things) < 2):
        yield from map(work, things)
        return
    waiting: deque[Future[Result]] = deque()
    with processes(min(jobs, len(things)) if isinstance(things, Sized) else jobs) as pool:
        for thing in things:
            waiting.append(pool.submit(work, thing))
            while waiting and (len(waiting) > WAITING * jobs or waiting[0].done()):
                yield awaited(waiting.popleft(), look)
        while waiting:
            yield awaited(waiting.popleft(), look)


def awaited(future: Future[Result], look: Callable[[], None] | None) -> Result:
    """A result, once it is there."""
    while True:
        try:
            return future.result(timeout=LOOK_SECONDS)
        except TimeoutError:
            if future.done():  # the work itself ran out of time
                raise
            if look is not None:
                look()


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """So many worker processes, started afresh: a copy of this one would have its locks without its threads."""
    from multiprocessing import get_context

    pool = Workers(count, get_context("spawn"), prepare_process, (os.getpid(),))
    # All start before anybody watches them: one that is ended while another starts would confuse the watcher.
    pool._safe_to_dynamically_spawn_children = False
    try:
        yield pool
        pool.shutdown()
    except BrokenProcessPool:
        raise WorkerLost("a worker process was ended from outside; what was written is safe, run it again") from None
    except BaseException:
        for process in list(pool._processes.values()):  # what they work on is not wanted any more
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
        raise


class Workers(ProcessPoolExecutor):
    """Processes that Ctrl-C does not reach, from their very first moment: it is the parent's to act on."""

    _safe_to_dynamically_spawn_children: bool

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Hand out work; this may start a process, which inherits that the signal is held back."""
        with interrupts_held_back():
            try:
                return super().submit(work, *arguments, **named)
            except OSError:
                if self._broken:  # one was ended this very moment, and the pool has closed what it was to be told by
                    raise BrokenProcessPool from None
                raise


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """One that comes meanwhile is heard right after."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def prepare_process(parent: int) -> None:
    """In a worker: Ctrl-C is heard by the parent alone; and a worker whose parent was killed goes too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch_parent() -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_CHECK_SECONDS)
        os._exit(1)

    threading.Thread(target=watch_parent, daemon=True).start()
