"""What the server grants: to one request, and to all of them together."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field

from solver.errors import DoesNotAddUp

KIB = 1 << 10
USUAL_SECONDS = 10.0  # of a search whose asker does not say
SHORT_TRY = 0.3  # seconds that a search gets at once while the long lane is busy
GRACE = 15.0  # seconds after its time limit before a worker is killed, at most: see grace_for
LIGHT_SECONDS = 8.0  # for what needs no search
PLAYER_SECONDS = 30.0  # for a turn of a computer, or counsel: they take a second, whatever the clock says
CANCEL_SECONDS = 2.0  # for a worker to notice that nobody waits any more
QUEUE_SECONDS = 60.0  # the longest wait for a worker
KEEP_ALIVE_SECONDS = 5
LEAST_MEMORY_MB = 64
MOST_SECONDS = 3600.0
MOST_JOBS = 64


def usual_jobs() -> int:
    """A processor is left for the event loop and the quick questions."""
    return min(4, max(1, (os.cpu_count() or 2) - 1))


def grace_for(seconds: float) -> float:
    """How long a worker may go on after its time limit: searches look at the clock only now and then.

    >>> grace_for(0.3), grace_for(60)
    (4.6, 15.0)
    """
    return min(GRACE, 4 + 2 * seconds)


@dataclass(frozen=True)
class Allowance:
    """The limits of a server; ``client_seconds`` for sending a request, and for taking an answer."""

    seconds: float = 60.0
    memory_mb: int = 512
    body_bytes: int = 64 * KIB
    jobs: int = field(default_factory=usual_jobs)
    waiting: int = 64
    connections: int = 512
    client_seconds: float = 10.0

    def __post_init__(self) -> None:
        for name, value, least, most in (
            ("--time-limit", self.seconds, 0.1, MOST_SECONDS),
            ("--memory-limit", self.memory_mb, LEAST_MEMORY_MB, 1 << 20),
            ("--max-body", self.body_bytes / KIB, 1, 256),
            ("--jobs", self.jobs, 1, MOST_JOBS),
            ("--queue", self.waiting, 0, 10_000),
            ("--connections", self.connections, 8, 10_000),
            ("--client-timeout", self.client_seconds, 0.1, MOST_SECONDS),
        ):
            if not (math.isfinite(value) and least <= value <= most):
                raise DoesNotAddUp(f"{name} {value:g}: {least:g} to {most:g} are possible")

    def seconds_for(self, asked: float | None) -> float:
        """What is asked for, but no more than the server grants."""
        return min(USUAL_SECONDS if asked is None else asked, self.seconds)

    def memory_for(self, asked: int | None) -> int:
        """The same for megabytes."""
        return self.memory_mb if asked is None else min(asked, self.memory_mb)
