"""What a theme is: a name, a title in two languages, a sentence, and a predicate on the key of a puzzle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from puzzles.puzzle import Puzzle
from puzzles.rating.key import Key, key_of


@dataclass(frozen=True)
class Theme:
    """A theme; ``shown_by`` looks at the key alone, not at the solution that happens to be written down."""

    name: str
    title_en: str
    title_de: str
    says: str
    shown_by: Callable[[Key], bool]

    def predicate(self, puzzle: Puzzle) -> bool:
        """Does the puzzle show this theme?"""
        return self.shown_by(key_of(puzzle))
