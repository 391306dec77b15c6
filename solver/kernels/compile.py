"""How kernels are marked.  In the process that makes machine code (``build``) a mark makes what numba compiles.

Everywhere else numba is not even loaded: an entry is machine code, loaded when it is first called; what is not an
entry stays plain Python, which nothing but a test calls.

A kernel makes no arrays: they are all given by the caller.  So numba need not count who uses which array; the counting
is atomic and took four fifths of the time of the exhaustive search.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")

Make = Callable[[Callable[..., Any], str], Any]

makers: list[Make] = []  # one, in the process that makes machine code


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel that Python calls: its annotations say what it takes, arrays with their number of dimensions."""
    if makers:
        return _made(function, "entry")
    from solver.kernels.call import Entry

    return cast(Callable[P, R], Entry(function))


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel that other kernels call."""
    return _made(function, "kernel")


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """A helper compiled into its callers: a problem is a hundred words, too many for each call."""
    return _made(function, "inlined")


def instruction(function: Callable[P, R]) -> Callable[P, R]:
    """What the machine does in one instruction; written out in Python for the reader (see ``instructions``)."""
    return _made(function, "instruction")


def _made(function: Callable[P, R], kind: str) -> Callable[P, R]:
    return cast(Callable[P, R], makers[0](function, kind)) if makers else function
