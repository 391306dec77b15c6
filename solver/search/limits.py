"""Limits on a search: seconds and memory asked for beforehand, and a watcher told how it goes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from solver.errors import DoesNotAddUp
from solver.kernels.clock import now

DEFAULT_MEMORY_MB = 2048
LEAST_MEMORY_MB = 16
MOST_MEMORY_MB = 1 << 20

INTERRUPTED = "interrupted"  # what a search that heard Ctrl-C names as its limit


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


@dataclass(frozen=True)
class Limits:
    """What a search may take.  Made once; the clock runs from then on, but not while kernels are compiled."""

    seconds: float | None = None
    memory_mb: int = DEFAULT_MEMORY_MB
    watch: Watch | None = None
    began: float = field(default_factory=now)

    def __post_init__(self) -> None:
        if self.seconds is not None and not (math.isfinite(self.seconds) and self.seconds > 0):
            raise DoesNotAddUp(f"time limit {self.seconds}: a positive number of seconds is needed")
        if not LEAST_MEMORY_MB <= self.memory_mb <= MOST_MEMORY_MB:
            raise DoesNotAddUp(f"memory limit {self.memory_mb}: {LEAST_MEMORY_MB} to {MOST_MEMORY_MB} MB are possible")

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return now() - self.began

    @property
    def left(self) -> float:
        """Seconds left; infinite where there is no limit."""
        return math.inf if self.seconds is None else self.seconds - self.elapsed

    @property
    def out_of_time(self) -> str:
        """How a search says that the time is up."""
        return f"the time limit of {self.seconds or 0:g} s was reached"

    @property
    def states_ran_out(self) -> bool:
        """Never here: a survey, which limits states as well, knows better."""
        return False

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
        """Tell the watcher, if there is one."""
        self.note(stage, states)
        if self.watch is not None:
            self.watch(Progress(stage, states, self.elapsed, deepest, size, best, bound))

    def note(self, stage: str, states: int) -> None:
        """Nothing to note here: a survey counts what each stage has used."""


def limits_of(time_limit: float | None, memory_limit: int | None, watch: Watch | None = None) -> Limits:
    """Limits as they are asked for; what is not said is as usual."""
    return Limits(time_limit, DEFAULT_MEMORY_MB if memory_limit is None else memory_limit, watch)
