"""How values show themselves: they ask here, and whoever can write or draw them says here how.

Who says so may not be loaded yet: then everything public is.
"""

from __future__ import annotations

import sys
from functools import singledispatch
from importlib import import_module

EVERYTHING = "solver.api"


@singledispatch
def as_text(value: object) -> str:
    """A value in the notation, so that it reads back."""
    if newly_loaded():
        return as_text(value)
    raise TypeError(f"nobody writes {type(value).__name__}")


@singledispatch
def as_html(value: object) -> str:
    """A value drawn, for a notebook."""
    if newly_loaded():
        return as_html(value)
    raise TypeError(f"nobody draws {type(value).__name__}")


def newly_loaded() -> bool:
    """Load whoever writes and draws; False if they are there already."""
    if EVERYTHING in sys.modules:
        return False
    import_module(EVERYTHING)
    return True


class DrawnInNotebooks:
    """Shows itself drawn."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return as_html(self)
