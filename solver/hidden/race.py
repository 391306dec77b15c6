"""The turns of a seat in a race: every redeal of the unseen cards tells how good each of them is.

All of them meet the first redeals.  Whenever their number has doubled, those that are surely worse than the first drop
out, half of them at most; what they would have made of the later redeals is told from those that they met, in which
they are compared with the first.  The same seed and number of redeals give the same figures.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from solver.hidden.codec import plays_of
from solver.hidden.player import SeatPlayer
from solver.hidden.strengths import Ahead
from solver.hidden.tables import search_for
from solver.hidden.talk import Said
from solver.kernels import hidden_search
from solver.kernels.hidden_play import SURE
from solver.table.line import Play
from solver.table.view import View

CANDIDATES = 12  # turns that take part
FIRST = 16  # redeals that every turn meets
NORMAL_95 = 1.959963984540054
SURELY_WORSE = 2.0  # deviations from the first


Floats = npt.NDArray[np.float64]


def different(view: View, turns: Sequence[Sequence[Play]]) -> list[int]:
    """Which turns: of those that leave the same table but for the names of like piles, the first."""
    kinds = [(pile.owner or 0, pile.direction) for pile in view.rules.piles]
    found: dict[object, int] = {}
    for turn, plays in enumerate(turns):
        after = view.laid_turn(plays)
        tops = sorted(zip(kinds, (top or (0, "") for top in after.tops), strict=True))
        found.setdefault((tuple(tops), after.hand), turn)
    return list(found.values())


class Race:
    """A race under way; ``redeal`` goes on with it."""

    counted = "redeals"

    def __init__(self, turns: Sequence[tuple[Play, ...]], thought: Floats, certain: npt.NDArray[np.bool_]) -> None:
        self.turns, self.thought = turns, thought
        self.certain = certain  # nothing is hidden after them: it was worked out, and ``thought`` is what came out
        self.wins = certain & (thought > 0.5)
        count = len(turns)
        self.weight = 0.0  # redeals that what was thought counts for
        self.running = np.arange(count)
        self.done, self.next_halving = 0, FIRST
        self.sums, self.squares, self.left = np.zeros(count), np.zeros(count), np.zeros(count)
        self.met = np.zeros(count, np.int64)
        # Of each two turns, in the redeals that both have met: how many, and the sums of differences and their squares.
        self.pairs = np.zeros((count, count), np.int64)
        self.differences, self.difference_squares = np.zeros((count, count)), np.zeros((count, count))

    def __len__(self) -> int:
        return len(self.turns)

    @property
    def is_over(self) -> bool:
        """Would more redeals tell nothing new?"""
        return self.done >= FIRST and bool(self.wins.any() or self.certain.all())

    def meet(self, running: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
        """Deal the unseen cards once more: what these turns make of it, and how many cards they leave."""
        raise NotImplementedError

    def redeal(self) -> None:
        """Deal the unseen cards once more, and play every turn that is still running."""
        running = self.running
        values, left = self.meet(running)
        self.sums[running] += values
        self.squares[running] += values * values
        self.left[running] += left
        self.met[running] += 1
        both, apart = np.ix_(running, running), values[:, None] - values[None, :]
        self.pairs[both] += 1
        self.differences[both] += apart
        self.difference_squares[both] += apart * apart
        self.done += 1
        if self.done >= self.next_halving:
            self.next_halving *= 2
            self.halve()

    def halve(self) -> None:
        """Let those drop out that are surely worse than the first, half of them at most, and two stay."""
        ranking = [turn for turn in self.ranking() if not self.certain[turn]]
        if not ranking:
            return
        least = max(2, (len(self.running) + 1) // 2)
        kept = [t for place, t in enumerate(ranking) if place < least or not self.surely_worse(t, ranking[0])]
        self.running = np.array(sorted(kept), np.int64)

    def surely_worse(self, turn: int, first: int) -> bool:
        """By the redeals that both have met."""
        count = self.pairs[first, turn]
        if count < 2:
            return False
        return bool(self.differences[first, turn] / count > SURELY_WORSE * self.deviation(first, turn))

    # --- what is known so far

    def ranking(self) -> list[int]:
        """The turns, best first; where two are as good, the one that leaves fewer cards."""
        chances, left = self.chances(), self.cards_left()
        return sorted(range(len(self)), key=lambda turn: (-chances[turn], left[turn], turn))

    def measure(self) -> int:
        """The turn with which those are compared that have met fewer redeals."""
        most = self.met == self.met.max()
        return int(np.argmax(np.where(most, self.sums, -1.0)))

    def carried(self, turn: int) -> float:
        """The mean of a turn over all redeals: from those it met, and from what the measure made of the others."""
        measure, met = self.measure(), self.met[turn]
        own = self.sums[turn] / met
        if met == self.met[measure]:
            return float(own)
        return float(self.sums[measure] / self.met[measure] + self.differences[turn, measure] / met)

    def chances(self) -> list[float]:
        """The chance to win with each turn: the mean of its redeals, and what was thought before them as so many."""
        return [self._chance(turn) for turn in range(len(self))]

    def _chance(self, turn: int) -> float:
        if self.certain[turn]:
            return float(self.wins[turn])
        met = int(self.met[turn])
        if not met:
            return float(self.thought[turn])
        mean = min(max(self.carried(turn), 0.0), 1.0)
        return float((self.weight * self.thought[turn] + met * mean) / (self.weight + met))

    def interval(self, turn: int) -> tuple[float, float]:
        """Of 95 %, from the spread of the redeals and one win and one loss more, so that few redeals claim little."""
        if self.certain[turn]:
            return (1.0, 1.0) if self.wins[turn] else (0.0, 0.0)
        measure, chance = self.measure(), self._chance(turn)
        spread = self._variance_of_mean(turn)
        if self.met[turn] < self.met[measure] and self.pairs[turn, measure] > 1:
            spread = self._variance_of_mean(measure) + self.deviation(turn, measure) ** 2
        half = NORMAL_95 * math.sqrt(spread)
        return max(0.0, chance - half), min(1.0, chance + half)

    def _variance_of_mean(self, turn: int) -> float:
        met = int(self.met[turn]) + 2
        mean = (self.sums[turn] + 1) / met
        return float(max((self.squares[turn] + 1) / met - mean * mean, 0.0) / met)

    def cards_left(self) -> list[float]:
        """How many cards are left in the end with each turn, on the average."""
        found = []
        for turn in range(len(self)):
            left = self.left[turn] / max(1, self.met[turn])
            found.append(0.0 if self.wins[turn] else max(1.0, left) if self.certain[turn] else float(left))
        return found

    def deviation(self, one: int, other: int) -> float:
        """The standard deviation of the mean difference between two turns in the redeals that both have met."""
        count = int(self.pairs[one, other])
        mean = self.differences[one, other] / count
        return math.sqrt(max(float(self.difference_squares[one, other] / count - mean * mean), 0.0) / (count - 1))

    def sure(self, first: int, second: int) -> float | None:
        """How probable it is that the first turn is better than the second: paired by redeals, normal distribution."""
        if self.certain[first]:
            return 1.0 if self.wins[first] and not self.wins[second] else 0.5
        if self.pairs[first, second] < 2:
            return 0.5
        ahead, spread = self._chance(first) - self._chance(second), self.deviation(first, second)
        if not spread:
            return 1.0 if ahead > 0 else 0.5
        return 0.5 * (1 + math.erf(ahead / spread / math.sqrt(2)))


class TeamRace(Race):
    """The turns of a seat that plays with others, or alone."""

    def __init__(self, seat: SeatPlayer, view: View, said: Said, ahead: Ahead, seed: int) -> None:
        problem = seat.look(view, said)
        self.player, self.partner = seat.player, seat.partner
        self.search = search_for(problem, ahead.plan(seed))
        count = hidden_search.begin_search(problem, self.player, self.search)
        choices = self.search.alive[:count].tolist()
        turns = [plays_of(view.rules, self.player, choice) for choice in choices]
        taken = different(view, turns)[:CANDIDATES]
        self.choices = np.array([choices[turn] for turn in taken], np.int64)
        logits = self.player.logits[self.choices].astype(float)
        super().__init__([turns[turn] for turn in taken], 1 / (1 + np.exp(-logits)), np.abs(logits) == SURE)
        self.weight = ahead.prior

    def meet(self, running: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
        """A few turns played on by value."""
        search, racing = self.search, self.choices[running]
        search.alive[: len(racing)] = racing
        search.total[racing] = search.left[racing] = 0
        hidden_search.go_on(self.player, self.partner, search, len(racing), self.done, 1)
        return search.total[racing], search.left[racing]
