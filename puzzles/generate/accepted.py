"""The puzzles found so far: no two the same, none too much like the others, each with its own id and title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from puzzles.canonical import canonical_key
from puzzles.puzzle import Puzzle
from puzzles.themes import THEMES

ALIKE = 2  # puzzles of one look that are always welcome
SHARE = 6  # beyond that, one of so many
PATIENCE = 12  # puzzles in a row that are turned away for their looks; the next one is taken

PREFIXES = {"the-game-extreme": "extreme", "quick-and-easy": "quick", "quick-and-easy-pro": "pro"}

Look = tuple[object, ...]


class Accepted:
    """What is there already, and whether one more puzzle is welcome."""

    def __init__(self, puzzles: Iterable[Puzzle] = (), tag: str = "") -> None:
        self.tag = tag  # of the order, in new ids
        self.ids, self.titles = set[str](), Counter[str]()
        self.keys, self.firsts, self.looks = set[str](), set[Look](), Counter[Look]()
        self.turned_away = 0
        for puzzle in puzzles:
            self.add(puzzle)

    def add(self, puzzle: Puzzle) -> None:
        """One more puzzle."""
        self.ids.add(puzzle.id)
        self.titles[base_of(puzzle.title)] += 1
        self.keys.add(canonical_key(puzzle))
        self.firsts.add(first_turn(puzzle))
        self.looks[look_of(puzzle)] += 1
        self.turned_away = 0

    def take(self, puzzle: Puzzle) -> Puzzle | None:
        """The puzzle with an id and a title; None if it is there already, or too much like what is there."""
        if canonical_key(puzzle) in self.keys:
            return None
        if self.is_like_others(puzzle) and self.turned_away < PATIENCE:
            self.turned_away += 1
            return None
        named = replace(puzzle, id=self.new_id(puzzle), title=self.new_title(puzzle))
        self.add(named)
        return named

    def is_like_others(self, puzzle: Puzzle) -> bool:
        """The same first turn as another, or a look that is there often enough."""
        often = max(ALIKE, self.looks.total() // SHARE)
        return first_turn(puzzle) in self.firsts or self.looks[look_of(puzzle)] >= often

    def new_id(self, puzzle: Puzzle) -> str:
        """``quick-win-4af02-003``: game, task and order, and the first number that is free."""
        game = puzzle.position.rules.game.name
        prefix, number = "-".join(part for part in (PREFIXES.get(game, game), puzzle.task.name, self.tag) if part), 1
        while (name := f"{prefix}-{number:03}") in self.ids:
            number += 1
        return name

    def new_title(self, puzzle: Puzzle) -> str:
        """What is rarest so far of its themes, two of them together, or else its task; with a number if need be."""
        themes = [THEMES[theme].title_en for theme in puzzle.themes]
        titles = [*themes, *(f"{one} and {other.lower()}" for one, other in combinations(themes, 2))]
        base = min(titles or [puzzle.task.kind.title], key=lambda title: self.titles[title])
        number = self.titles[base] + 1
        return base if number == 1 else f"{base} {number}"


def base_of(title: str) -> str:
    """A title without its number.

    >>> base_of("Trick chain 2")
    'Trick chain'
    """
    base, _, number = title.rpartition(" ")
    return base if base and number.isascii() and number.isdigit() else title


def first_turn(puzzle: Puzzle) -> Look:
    """The cards of the turn to be found, and the directions they go; of a lost game, the turn that lost it too."""
    rules = puzzle.position.rules
    turns = [*puzzle.solution[:1], *(puzzle.played[puzzle.lost_at - 1 : puzzle.lost_at] if puzzle.lost_at else ())]
    piles = ((play.card, rules.piles[rules.pile_index(play.pile)]) for turn in turns for play in turn.plays)
    return puzzle.task.name, *sorted(f"{card} {pile.direction} {pile.owner}" for card, pile in piles)


def look_of(puzzle: Puzzle) -> Look:
    """What a solver would say of it: its themes, how many cards the first turn lays, how many turns it takes."""
    first = len(puzzle.solution[0].plays) if puzzle.solution else 0
    length = len(puzzle.solution) if puzzle.task.kind.whole_line else puzzle.lost_at
    return str(puzzle.task), puzzle.themes, first, length
