"""Work on many things at once, in processes, with the answers in order; Ctrl-C ends all of it."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from typing import TypeVar

from solver.errors import DoesNotAddUp

MOST_JOBS = 256
WAITING = 4  # things handed out beyond those worked on, for each job
EVERY = 0.2  # seconds between two looks

Thing = TypeVar("Thing")
Result = TypeVar("Result")


def in_order(
    work: Callable[[Thing], Result], things: Sequence[Thing], jobs: int, look: Callable[[], None] | None = None
) -> Iterator[Result]:
    """The result for each thing, in order, each as soon as it and all before it are there.

    ``look`` is called now and then while others work, and may stop it all by raising.
    """
    if not 1 <= jobs <= MOST_JOBS:
        raise DoesNotAddUp(f"--jobs {jobs}: 1 to {MOST_JOBS} are possible")
    if jobs == 1 or len(things) < 2:
        yield from map(work, things)
        return
    pool = ProcessPoolExecutor(jobs, initializer=leave_interrupts_to_the_parent)
    waiting: deque[Future[Result]] = deque()
    try:
        for thing in things:
            waiting.append(pool.submit(work, thing))
            while len(waiting) > WAITING * jobs:
                yield awaited(waiting.popleft(), look)
        while waiting:
            yield awaited(waiting.popleft(), look)
        pool.shutdown()
    except BaseException:
        for process in list(pool._processes.values()):  # what they work on is not wanted any more
            process.terminate()
        pool.shutdown(wait=False, cancel_futures=True)
        raise


def awaited(future: Future[Result], look: Callable[[], None] | None) -> Result:
    """A result, once it is there."""
    while True:
        try:
            return future.result(timeout=EVERY)
        except TimeoutError:
            if future.done():  # the work itself ran out of time
                raise
            if look is not None:
                look()


def leave_interrupts_to_the_parent() -> None:
    """Ctrl-C reaches every process; only the parent is to act on it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
