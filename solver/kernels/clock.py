"""A clock that stands still while kernels are being compiled, so that compiling counts for no limit and no report."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator


class Clock:
    """Seconds of work; stopped by one thread at a time, for all threads."""

    def __init__(self) -> None:
        self.stood_still = 0.0
        self.stopped_at: float | None = None

    def now(self) -> float:
        """Seconds since some moment, without those that the clock stood still."""
        stopped_at = self.stopped_at
        return (time.perf_counter() if stopped_at is None else stopped_at) - self.stood_still

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        """Stand still in here."""
        if self.stopped_at is not None:
            yield
            return
        self.stopped_at = time.perf_counter()
        try:
            yield
        finally:
            lost, self.stopped_at = time.perf_counter() - self.stopped_at, None
            self.stood_still += lost


CLOCK = Clock()
now = CLOCK.now
