"""Confidence intervals and the test for pairs, from scipy.  What is not known is counted both ways, never as "no"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from solver.errors import DoesNotAddUp, Unreadable, quoted

Method = Literal["clopper-pearson", "wilson"]
SCIPY_NAMES: dict[Method, Literal["exact", "wilson"]] = {"clopper-pearson": "exact", "wilson": "wilson"}
CONFIDENCE = 0.95


def method_named(name: str) -> Method:
    """A method by its name."""
    for method in SCIPY_NAMES:
        if name == method:
            return method
    raise Unreadable(f"interval {quoted(name)}: one of {' '.join(SCIPY_NAMES)}")


@dataclass(frozen=True)
class DealShare:
    """How many deals were won, lost and left undecided."""

    won: int
    lost: int
    unknown: int = 0

    @property
    def deals(self) -> int:
        """All of them."""
        return self.won + self.lost + self.unknown

    @property
    def of_decided(self) -> float | None:
        """The share of won deals among those decided."""
        decided = self.won + self.lost
        return self.won / decided if decided else None

    def interval(self, method: Method = "clopper-pearson", confidence: float = CONFIDENCE) -> tuple[float, float]:
        """An interval for the share of all deals that can be won: below with every unknown lost, above with every
        unknown won."""
        if self.deals == 0:
            return 0.0, 1.0
        low, _ = binomial_interval(self.won, self.deals, method, confidence)
        _, high = binomial_interval(self.won + self.unknown, self.deals, method, confidence)
        return low, high

    def __add__(self, other: DealShare) -> DealShare:
        return DealShare(self.won + other.won, self.lost + other.lost, self.unknown + other.unknown)


def binomial_interval(successes: int, trials: int, method: Method, confidence: float) -> tuple[float, float]:
    """The two-sided interval for a share."""
    from scipy.stats import binomtest

    if not 0 < confidence < 1:
        raise DoesNotAddUp(f"confidence {confidence}: between 0 and 1")
    found = binomtest(successes, trials).proportion_ci(confidence, SCIPY_NAMES[method])
    return float(found.low), float(found.high)


@dataclass(frozen=True)
class Pairs:
    """The same deals under two sets of rules: how many are won under both, one or neither, or not known."""

    both: int
    only_first: int
    only_second: int
    neither: int
    maybe_first: int = 0  # pairs with an unknown that may be won under the first alone
    maybe_second: int = 0
    unknown: int = 0  # pairs with an unknown

    @property
    def p_value(self) -> float:
        """McNemar's exact test: are deals won under one alone as often as under the other alone?

        Pairs with an unknown are counted in the way that makes the difference look smallest.
        """
        from scipy.stats import binomtest

        first, second = sorted(
            [(self.only_first, self.maybe_first), (self.only_second, self.maybe_second)], reverse=True
        )
        more, fewer = first[0], second[0] + second[1]
        return float(binomtest(more, more + fewer).pvalue) if more > fewer else 1.0

    @property
    def difference(self) -> float | None:
        """Share won under the first minus share won under the second, among the pairs that are known."""
        known = self.both + self.only_first + self.only_second + self.neither
        return (self.only_first - self.only_second) / known if known else None
