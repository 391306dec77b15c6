"""The limits of a search: seconds, states, memory, and somebody who watches and may ask to stop."""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from solver.errors import DoesNotAddUp
from solver.kernels.clock import now
from solver.reasons import Interrupted, OutOfStates, OutOfTime, Reason

DEFAULT_MEMORY_MB = 2048
LEAST_MEMORY_MB = 16
MOST_MEMORY_MB = 1 << 20


@dataclass(frozen=True)
class Progress:
    """How a running search stands."""

    stage: str
    states: int
    seconds: float
    deepest: int  # cards laid in the deepest line so far
    bytes: int
    best: int | None = None  # where something is to be made small: the best so far, and what no line can be better than
    bound: int | None = None


Watch = Callable[[Progress], None]


@dataclass
class Limits:
    """What a search may take; every search asks ``left`` between two slices of its work, and stops where nothing is.

    The clock runs from when they are made, but not while kernels are compiled.  A watcher that raises
    ``KeyboardInterrupt`` asks to stop, as Ctrl-C does where it is heard (``hearing``): the search then ends like one
    that is out of time, with what it knows.
    """

    seconds: float | None = None
    memory_mb: int = DEFAULT_MEMORY_MB
    watch: Watch | None = None
    states: int | None = None  # counted over all stages; every stage tells how many it has opened
    began: float = field(default_factory=now)
    cancelled: bool = False
    spent: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.seconds is not None and not (math.isfinite(self.seconds) and self.seconds > 0):
            raise DoesNotAddUp(f"time limit {self.seconds}: a positive number of seconds is needed")
        if not LEAST_MEMORY_MB <= self.memory_mb <= MOST_MEMORY_MB:
            raise DoesNotAddUp(f"memory limit {self.memory_mb}: {LEAST_MEMORY_MB} to {MOST_MEMORY_MB} MB are possible")

    def begin(self) -> None:
        """The next question: everything is counted from now on."""
        self.began, self.cancelled = now(), False
        self.spent.clear()

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return now() - self.began

    @property
    def left(self) -> float:
        """Seconds left: none where another limit is reached, infinitely many where there is no limit."""
        if self.stopped:
            return 0.0
        return math.inf if self.seconds is None else self.seconds - self.elapsed

    @property
    def stopped(self) -> bool:
        """Has another limit than that of time been reached?"""
        return self.cancelled or (self.states is not None and sum(self.spent.values()) >= self.states)

    @property
    def reached(self) -> Reason:
        """The limit that a search names which stops; one that is asked to stop after its time is out of time."""
        if self.cancelled and (self.seconds is None or self.elapsed < self.seconds):
            return Interrupted()
        is_spent = self.stopped and not self.cancelled and self.states is not None
        return OutOfStates(self.states or 0) if is_spent else OutOfTime(self.seconds or 0)

    @property
    def memory_bytes(self) -> int:
        """The memory a search may ask for."""
        return self.memory_mb << 20

    def tell(
        self,
        stage: str,
        states: int,
        deepest: int,
        size: int = 0,
        best: int | None = None,
        bound: int | None = None,
    ) -> None:
        """Tell the watcher, if there is one; and hear whether it wants to go on."""
        self.spent[stage] = states
        if self.watch is not None:
            try:
                self.watch(Progress(stage, states, self.elapsed, deepest, size, best, bound))
            except KeyboardInterrupt:
                self.cancelled = True

    def end_where_asked(self) -> None:
        """For those who want no half answer: where somebody asked to stop, the question ends as by Ctrl-C."""
        if self.cancelled:
            raise KeyboardInterrupt

    @contextmanager
    def hearing(self) -> Iterator[Limits]:
        """Take Ctrl-C for a wish to stop, where nobody else hears it; a second one stops at once."""
        alone = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if not alone or threading.current_thread() is not threading.main_thread():
            yield self
            return

        def hear(_signum: int, _frame: object) -> None:
            self.cancelled = True
            signal.signal(signal.SIGINT, signal.default_int_handler)

        signal.signal(signal.SIGINT, hear)
        try:
            yield self
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def limits_of(time_limit: float | None, memory_limit: int | None, watch: Watch | None = None) -> Limits:
    """Limits as they are asked for; what is not said is as usual."""
    return Limits(time_limit, DEFAULT_MEMORY_MB if memory_limit is None else memory_limit, watch)
