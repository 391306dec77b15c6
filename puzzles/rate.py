"""A puzzle's rating: 0 to 100, from features that model how people solve, with fixed published weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from puzzles.features import features_of
from puzzles.puzzle import HIGHEST_RATING, LEVELS, Level, Puzzle, level_of
from solver.search.limits import Limits

# Points for each unit of a feature, and the most that the feature can give.  The most add up to 100.
WEIGHTS: Mapping[str, tuple[float, float]] = {
    "surprise": (4.0, 32.0),
    "greedy": (10.0, 10.0),
    "trap": (1.5, 18.0),
    "plausible": (1.0, 12.0),
    "detour": (1.5, 9.0),
    "tricks": (2.0, 8.0),
    "cards": (0.5, 8.0),
    "unseen": (0.5, 3.0),
}
GENTLEST = HIGHEST_RATING // len(LEVELS) - 1  # the most that a puzzle gets which greedy play solves


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


def rate(puzzle: Puzzle, limits: Limits | None = None) -> Rating:
    """How hard a puzzle is for people.

    States are counted, not seconds, so that a puzzle's rating is the same everywhere.  ``limits`` is taken for the
    sake of callers that have some; time does not change a rating.
    """
    found, cut = features_of(puzzle)
    points = sum(min(found[name] * weight, most) for name, (weight, most) in WEIGHTS.items())
    value = min(max(round(points), 0), HIGHEST_RATING)
    if found["greedy"] == 0 and puzzle.task.name != "where-lost":
        value = min(value, GENTLEST)
    return Rating(value, found, cut)
