"""Drawings that a notebook shows by itself and a terminal can print.

What they are drawn with is loaded only where something is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from solver.analysis import Analysis, Orders, Played
from solver.shown import as_html
from solver.table.line import Turn
from solver.table.position import Position
from solver.table.start import StartOfTurn
from solver.table.view import View
from solver.verdict import Verdict

if TYPE_CHECKING:
    from rich.console import RenderableType

NOTEBOOK_ROWS = 20


class Drawing:
    """A position or a line of play, drawn when it is looked at."""

    def __init__(self, thing: Position | View | Sequence[Turn]) -> None:
        self.thing = thing

    def _repr_html_(self) -> str:
        return html_of(self._drawing())

    def __str__(self) -> str:
        from solver.show.draw import as_text

        return as_text(self._drawing())

    def _drawing(self) -> RenderableType:
        from solver.show.draw import draw_line, draw_position

        return draw_position(self.thing) if isinstance(self.thing, StartOfTurn) else draw_line(self.thing)


def drawn(thing: Position | View | Sequence[Turn]) -> Drawing:
    """A position or a line of play, drawn.

    >>> from solver.table.line import parse_line
    >>> print(drawn(parse_line("1: 37@up1 48@up1 +44; 2: 5@down2")))
    1. 1: 37@up1  48@up1 draws 44
    2. 2: 5@down2
    """
    return Drawing(thing)


def html_of(drawing: RenderableType) -> str:
    """What a notebook shows."""
    from solver.show import draw

    return draw.as_html(drawing)


@as_html.register
def _position(position: Position) -> str:
    return Drawing(position)._repr_html_()


@as_html.register
def _view(view: View) -> str:
    return Drawing(view)._repr_html_()


@as_html.register
def _verdict(verdict: Verdict) -> str:
    from rich.console import Group

    from solver.show.draw import draw_line

    why = [] if verdict.explanation is None else [verdict.explanation]
    return html_of(Group(f"[bold]{verdict.name}[/bold]", *why, draw_line(verdict.line)))


@as_html.register
def _analysis(found: Analysis) -> str:
    from solver.show.analysis import draw_analysis

    return html_of(draw_analysis(found, NOTEBOOK_ROWS))


@as_html.register
def _played(played: Played) -> str:
    from solver.show.analysis import draw_played

    return html_of(draw_played(played))


@as_html.register
def _orders(found: Orders) -> str:
    from solver.show.analysis import draw_orders

    return html_of(draw_orders(found, NOTEBOOK_ROWS))
