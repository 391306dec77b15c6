"""Generate: deal after deal, until there are as many puzzles as were ordered.

What is found depends on the order, on the puzzles that are there already, and on nothing else.  Candidates are looked
at in the order of their numbers, and each deal gives at most one puzzle; so a run that was cut short goes on behind the
last deal that gave one, and ends as it would have ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from puzzles.generate.accepted import Accepted
from puzzles.generate.offer import offers
from puzzles.generate.order import PuzzleOrder
from puzzles.generate.stream import CANDIDATES
from puzzles.puzzle import LEVELS, Level, Puzzle, Searched
from solver.pool import in_order

PATIENCE = 1_000  # deals in a row without a puzzle: then it is given up


@dataclass(frozen=True)
class GenerateProgress:
    """How a run stands."""

    found: int  # those that were there before included
    wanted: int
    deals: int  # looked at by this run
    searched: Searched | None  # how far it is behind the last puzzle; None: no further
    levels: tuple[tuple[Level, int], ...] = ()  # of those found by this run and before, in the order of the levels


Tell = Callable[[GenerateProgress], None]


def generate(
    order: PuzzleOrder,
    count: int,
    kept: Sequence[Puzzle] = (),
    jobs: int = 1,
    patience: int = PATIENCE,
    tell: Tell | None = None,
    searched: Searched | None = None,
    language: str = "en",
) -> Iterator[Puzzle]:
    """New puzzles, until there are so many of this order; those among ``kept`` count.

    Ends early where so many deals in a row give none.  ``searched``: how far a run got that was stopped.  ``language``:
    that of the titles.
    """
    accepted, known = Accepted(kept, order.tag, language, order.spread), [order.candidate_of(puzzle) for puzzle in kept]
    mine = [candidate for candidate in known if candidate is not None]
    found, last = len(mine), max(mine, default=0)
    levels = Counter(puzzle.level for puzzle, candidate in zip(kept, known, strict=True) if candidate is not None)
    begun = last
    if searched is not None and searched.deals > last:
        begun, accepted.turned_away = searched.deals, searched.turned_away
    if found >= count or begun - last >= patience:
        return
    numbers = range(begun + 1, CANDIDATES)
    results = in_order(partial(first_offer, order), numbers, jobs)
    for deals, (number, puzzle) in enumerate(zip(numbers, results, strict=False), start=1):
        taken = None if puzzle is None else accepted.take(puzzle)
        if taken is not None:
            found, last = found + 1, number
            levels[taken.level] += 1
            yield taken
        if tell is not None:
            mark = None if number == last else Searched(order.text, number, accepted.turned_away)
            by_level = tuple((level, levels[level]) for level in LEVELS if order.accepts_level(level))
            tell(GenerateProgress(found, count, deals, mark, by_level))
        if found >= count or number - last >= patience:
            return


def first_offer(order: PuzzleOrder, candidate: int) -> Puzzle | None:
    """The first puzzle that one deal offers."""
    return next(offers(order, candidate), None)
