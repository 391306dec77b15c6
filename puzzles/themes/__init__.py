"""Themes: what a puzzle is about, by one small predicate each, on the turns that no solution can do without."""

from __future__ import annotations

from collections.abc import Mapping

from puzzles.puzzle import Puzzle
from puzzles.themes import commands, duels, greed, hands, tricks
from puzzles.themes.theme import Theme

__all__ = ["THEMES", "Theme", "themes_of"]

THEMES: Mapping[str, Theme] = {
    theme.name: theme for module in (tricks, hands, greed, commands, duels) for theme in module.THEMES
}


def themes_of(puzzle: Puzzle) -> tuple[str, ...]:
    """The names of the themes that a puzzle shows, in the order of ``THEMES``; none where an option is asked for."""
    if puzzle.task.kind.asks_option:
        return ()
    return tuple(name for name, theme in THEMES.items() if theme.predicate(puzzle))
