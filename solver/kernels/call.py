"""Call a kernel: lay out its arguments as words, hand them to the machine code, take back what it returns."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from typing import Any

from solver.kernels.words import hints_of, results_in, words_of

CODE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Entry:
    """A kernel that Python calls.  The interpreter's lock is free while it runs."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.code: Callable[[Any], None] | None = None

    @functools.cached_property
    def hints(self) -> list[Any]:
        """What it takes."""
        return hints_of(self.function)

    @functools.cached_property
    def results(self) -> int:
        """How many words it returns."""
        return results_in(self.function)

    def __call__(self, *arguments: Any) -> Any:
        if self.code is None:
            self.code = self.load()
        words = [word for hint, value in zip(self.hints, arguments, strict=True) for word in words_of(hint, value)]
        row = (ctypes.c_int64 * (len(words) + self.results))(*words)
        self.code(row)
        if self.results == 1:
            return row[len(words)]
        return tuple(row[len(words) :]) if self.results else None

    def load(self) -> Callable[[Any], None]:
        """Find the machine code; make it if this is the first time on this machine."""
        from solver.kernels.ready import address_of

        return CODE(address_of(self.function.__module__.rpartition(".")[2], self.function.__name__))
