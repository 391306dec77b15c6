"""Drawings that a notebook shows by itself and a terminal can print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solver.table.line import Turn
from solver.table.position import Position

if TYPE_CHECKING:
    from rich.console import RenderableType  # loaded only where something is drawn


class Drawing:
    """A position or a line of play, drawn when it is looked at."""

    def __init__(self, thing: Position | Sequence[Turn]) -> None:
        self.thing = thing

    def _repr_html_(self) -> str:
        from solver.show.draw import as_html

        return as_html(self._drawing())

    def __str__(self) -> str:
        from solver.show.draw import as_text

        return as_text(self._drawing())

    def _drawing(self) -> RenderableType:
        from solver.show.draw import draw_line, draw_position

        return draw_position(self.thing) if isinstance(self.thing, Position) else draw_line(self.thing)


def drawn(thing: Position | Sequence[Turn]) -> Drawing:
    """A position or a line of play, drawn.

    >>> from solver.table.line import parse_line
    >>> print(drawn(parse_line("1: 37@up1 48@up1 +44; 2: 5@down2")))
    1. 1: 37@up1  48@up1 draws 44
    2. 2: 5@down2
    """
    return Drawing(thing)
