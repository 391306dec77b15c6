"""How values show themselves: they ask here, and whoever can write or draw them says here how."""

from __future__ import annotations

from functools import singledispatch


@singledispatch
def as_text(value: object) -> str:
    """A value in the notation, so that it reads back."""
    raise TypeError(f"nobody writes {type(value).__name__}")


@singledispatch
def as_html(value: object) -> str:
    """A value drawn, for a notebook."""
    raise TypeError(f"nobody draws {type(value).__name__}")


class DrawnInNotebooks:
    """Shows itself drawn."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return as_html(self)
