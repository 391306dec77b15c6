"""Random numbers for generating: the same on every machine, each candidate with its own.

Candidate *i* (from 1) of seed *s* starts from numbered deal s × 2³² + i; what is left to chance on the way comes from
stream 3 of the same number (docs/deals.md), which no deal uses; the first numbers of it are left out, as many as
the number of the task says that is ordered, so that each task makes something else of a deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from solver.errors import DoesNotAddUp
from solver.table.shuffle import GREATEST_NUMBER, SplitMix64

CHANCE = 3  # the stream
CANDIDATES = 2**32  # of a seed
GREATEST_SEED = GREATEST_NUMBER // CANDIDATES - 1

T = TypeVar("T")


def deal_number(seed: int, candidate: int) -> int:
    """The numbered deal that a candidate starts from.

    >>> deal_number(1, 5)
    4294967301
    """
    return seed * CANDIDATES + candidate


def refuse_impossible_seed(seed: int) -> None:
    """Every candidate of a seed is a deal that has a number."""
    if not 0 <= seed <= GREATEST_SEED:
        raise DoesNotAddUp(f"--seed {seed}: seeds are 0 to {GREATEST_SEED}")


class Chance:
    """What is left to chance about one candidate; the first ``skipped`` numbers are left out."""

    def __init__(self, number: int, skipped: int = 0) -> None:
        self._numbers = SplitMix64(number, CHANCE)
        for _ in range(skipped):
            self._numbers.next()

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1."""
        return self._numbers.below(bound)

    def happens(self, percent: int) -> bool:
        """So often out of a hundred times."""
        return self._numbers.below(100) < percent

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self._numbers.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck

    def some(self, items: Sequence[T], most: int) -> list[T]:
        """At most so many of the items, in a random order."""
        deck, taken = list(items), list[T]()
        while deck and len(taken) < most:
            other = self._numbers.below(len(deck))
            deck[other], deck[-1] = deck[-1], deck[other]
            taken.append(deck.pop())
        return taken
