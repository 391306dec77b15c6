"""A puzzle's rating: 0 to 100, one scale for all games and tasks, from features that model how people solve.

    points = the sum of weight × feature, over WEIGHTS
    rating = 20 × insight + 19 × (1 - 2 ** (-points / HALF)), at most 100

``insight`` counts the solvers of graded skill that fail (``skill``).  So what greedy play solves is gentle, what needs
a look at the next table is easy, and what 150 tables do not show is fiendish, in every game and task.
The points tell puzzles of one level apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum

from puzzles.puzzle import HIGHEST_RATING, LEVELS, Level, Puzzle, level_of
from puzzles.rating.features import DIGITS, features_of
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
LEVEL = HIGHEST_RATING // len(LEVELS)  # the ratings of one level, and what a unit of insight is worth
WITHIN = LEVEL - 1  # what the points are worth at most
HALF = 6.0  # points that bring half of it


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
    game = puzzle.position.rules.game
    if puzzle.task.name not in known_tasks(game):
        raise DoesNotAddUp(f"task {puzzle.task}: {game.name} knows {', '.join(known_tasks(game))}")
    if puzzle.task.kind.asks_option:
        from puzzles.rating.options import option_features

        seen, cut = option_features(puzzle)
        found = {name: round(value, DIGITS) for name, value in seen.items()}
    else:
        found, cut = features_of(puzzle)
    return Rating(rating_of(found), found, cut)


def rating_of(features: Mapping[str, float], weights: Mapping[str, float] = WEIGHTS) -> int:
    """The rating that these features make."""
    points = fsum(weight * features[name] for name, weight in weights.items())
    return round(min(LEVEL * features["insight"] + WITHIN * (1 - 2 ** (-points / HALF)), HIGHEST_RATING))
