"""Advice: what each turn is worth to a seat that does not see all cards, better and better as long as there is time.

What thinks is in ``adviser``, which is loaded when somebody asks: the kernels are not needed before.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from solver.hidden.why import Why
from solver.notation.source import Source
from solver.search.limits import Limits, Watch
from solver.table.line import Play
from solver.table.view import Information, View, information_named

if TYPE_CHECKING:
    from solver.hidden.talk import Said

USUAL_SECONDS = 2.0


@dataclass(frozen=True)
class AdvisedTurn:
    """A turn, the chance to win with it (with an interval of 95 %), and what it costs against the best."""

    plays: tuple[Play, ...]
    chance: float
    interval: tuple[float, float]
    cards_left: float  # in the end, on the average
    cost: float
    samples: int  # redeals that it was tried in
    certain: bool  # nothing is hidden after it: worked out

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.plays))}: {100 * self.chance:.1f} %"


@dataclass(frozen=True)
class Advice:
    """What a seat should play; no turns where it has no legal one."""

    view: View
    information: Information
    turns: tuple[AdvisedTurn, ...]  # the best first
    sure: float | None  # that the first is better than the second, from the redeals that both met
    why: tuple[Why, ...]
    notes: tuple[str, ...]
    samples: int
    seconds: float
    seed: int
    limit: str | None = None
    known: bool = False  # Face to Face: no card was hidden, and ``samples`` are rounds of proof instead of redeals

    @property
    def best(self) -> AdvisedTurn | None:
        """The turn to play."""
        return self.turns[0] if self.turns else None

    def __str__(self) -> str:
        return str(self.best) if self.best else "no legal turn"


def advise(
    source: Source,
    information: Information | str | None = None,
    seconds: float | None = None,
    samples: int | None = None,
    seed: int = 1,
    said: Said | str | None = None,
    weights: Path | None = None,
    watch: Watch | None = None,
) -> Advice:
    """The best turns of the player to move, who knows the own hand (or as much as ``information`` says).

    It thinks for so many seconds, or through so many redeals of the unseen cards: then the same seed gives the same
    answer.  Ctrl-C, or a watcher that raises ``KeyboardInterrupt``, ends it with what is known.

    >>> advice = advise("the-game/2 | up: 90 91 | down: 8 9 | 1*: 7 6 | 2: 80", samples=1)
    >>> advice.turns[0].interval  # nothing is hidden any more
    (1.0, 1.0)
    """
    from solver.hidden.adviser import advised, refuse_bad_numbers

    refuse_bad_numbers(seconds, samples, seed)
    limits = Limits(USUAL_SECONDS if seconds is None and samples is None else seconds, watch=watch)
    asked = information_named(information) if isinstance(information, str) else information
    return advised(source, asked, said, weights, limits, samples, seed)
