"""A puzzle's rating: 0 to 100, from features that model how people solve, with fixed published weights.

    points = the sum of weight × feature, over WEIGHTS
    points × a third if greedy play solves the puzzle, all of them if it fails half of the time, evenly in between
    rating = 20 × points / start                            below ``start``
             20 + 80 × (1 - 2 ** (-(points - start) / half))  from there on
    rating at most 19 if greedy play solves the puzzle, and 16 more for each tenth of the time that it fails

``start`` and ``half`` belong to the task (its ``Scale``): from ``start`` points on a puzzle is not gentle any more, and
``half`` points more bring it to 60, the least rating that is hard.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum

from puzzles.puzzle import HIGHEST_RATING, LEVELS, Level, Puzzle, level_of
from puzzles.rating.features import features_of
from puzzles.tasks import known_tasks
from solver.errors import DoesNotAddUp

# Points for each unit of a feature.
WEIGHTS: Mapping[str, float] = {
    "surprise": 1.0,
    "greedy": 2.0,
    "trap": 0.2,
    "plausible": 0.15,
    "detour": 0.4,
    "tricks": 0.3,
    "cards": 0.06,
    "unseen": 0.06,
}
EASY = HIGHEST_RATING // len(LEVELS)  # the least rating that is not gentle
GENTLEST = EASY - 1  # the most that a puzzle gets which greedy play solves
FAILING = 160  # as much more as greedy play fails of the time


@dataclass(frozen=True)
class Rating:
    """The rating, and what it is made of; ``cut``: the walk was cut off, or a turn was left undecided."""

    value: int
    features: Mapping[str, float]
    cut: bool = False

    @property
    def level(self) -> Level:
        """The named level."""
        return level_of(self.value)


def rate(puzzle: Puzzle) -> Rating:
    """How hard a puzzle is for people.

    States are counted, not seconds, so that a puzzle's rating is the same everywhere.
    """
    found, cut = features_of(puzzle)
    return Rating(rating_of(puzzle, found), found, cut)


def rating_of(puzzle: Puzzle, features: Mapping[str, float]) -> int:
    """The rating that these features make."""
    greedy = features["greedy"]
    points = fsum(weight * features[name] for name, weight in WEIGHTS.items()) * (1 + 2 * min(2 * greedy, 1)) / 3
    game = puzzle.position.rules.game
    scale = puzzle.task.kind.scale_in(game)
    if scale is None:
        raise DoesNotAddUp(f"task {puzzle.task}: {game.name} knows {', '.join(known_tasks(game))}")
    start, half = scale
    rating = EASY * points / start
    if points > start:
        rating = HIGHEST_RATING - (HIGHEST_RATING - EASY) * 2 ** (-(points - start) / half)
    return round(min(rating, GENTLEST + FAILING * greedy))
