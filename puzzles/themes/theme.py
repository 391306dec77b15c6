"""What a theme is: a name, a title in two languages, a sentence, a predicate on the key of a puzzle, its setting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from puzzles.puzzle import Puzzle
from puzzles.rating.key import Key, key_of
from solver.rules.game import Rules


class Setting(NamedTuple):
    """Where alone a theme can be shown."""

    says: str
    holds: Callable[[Rules], bool]


TEAM = Setting("the team games", lambda rules: None in rules.deck_owners)
PARTNERS = Setting("teams of two players or more", lambda rules: None in rules.deck_owners and rules.players > 1)
DUEL = Setting("Face to Face", lambda rules: None not in rules.deck_owners)
COMMANDS = Setting("The Game Extreme", lambda rules: len(rules.game.vocabulary) > 1)
ON_FIRE = Setting("On Fire", lambda rules: any(command.cover_within == 1 for command in rules.game.vocabulary))


@dataclass(frozen=True)
class Theme:
    """A theme; ``shown_by`` looks at the key alone, not at the solution that happens to be written down."""

    name: str
    title_en: str
    title_de: str
    says: str
    shown_by: Callable[[Key], bool]
    only_in: Setting | None = None

    def predicate(self, puzzle: Puzzle) -> bool:
        """Does the puzzle show this theme?"""
        return (self.only_in is None or self.only_in.holds(puzzle.position.rules)) and self.shown_by(key_of(puzzle))
