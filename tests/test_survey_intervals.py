"""Intervals and tests against published values, and their coverage by simulation."""

from __future__ import annotations

import numpy as np
import pytest

from solver.errors import DoesNotAddUp, Unreadable
from solver.survey.intervals import DealShare, Method, Pairs, binomial_interval, method_named

# Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998), table I.
NEWCOMBE: list[tuple[int, int, Method, float, float]] = [
    (81, 263, "wilson", 0.2553, 0.3662),
    (15, 148, "wilson", 0.0624, 0.1605),
    (0, 20, "wilson", 0.0000, 0.1611),
    (1, 29, "wilson", 0.0061, 0.1718),
    (81, 263, "clopper-pearson", 0.2527, 0.3676),
    (15, 148, "clopper-pearson", 0.0578, 0.1617),
    (0, 20, "clopper-pearson", 0.0000, 0.1684),
    (1, 29, "clopper-pearson", 0.0009, 0.1776),
]


@pytest.mark.parametrize(("successes", "trials", "method", "low", "high"), NEWCOMBE)
def test_published_intervals(successes: int, trials: int, method: Method, low: float, high: float) -> None:
    found = binomial_interval(successes, trials, method, 0.95)
    assert found == pytest.approx((low, high), abs=0.00006)


def test_no_loss_in_a_million() -> None:
    """Where nothing is lost the exact interval has a closed form."""
    low, high = DealShare(10**6, 0).interval()
    assert high == 1.0
    assert low == pytest.approx(0.025 ** (1 / 10**6), rel=1e-12)


def test_an_unknown_counts_once_as_lost_and_once_as_won() -> None:
    for method in ("clopper-pearson", "wilson"):
        low, high = DealShare(70, 20, 10).interval(method_named(method))
        assert low == DealShare(70, 30).interval(method_named(method))[0]
        assert high == DealShare(80, 20).interval(method_named(method))[1]


def test_nothing_decided_says_nothing() -> None:
    assert DealShare(0, 0).interval() == (0.0, 1.0)
    assert DealShare(0, 0, 5).interval() == (0.0, 1.0)
    assert DealShare(0, 0, 5).of_decided is None


@pytest.mark.parametrize("method", ["clopper-pearson", "wilson"])
@pytest.mark.parametrize("truth", [0.02, 0.15, 0.5, 0.85, 0.998])
def test_coverage_by_simulation(method: Method, truth: float) -> None:
    """The exact interval covers the truth at least as often as it says; Wilson's about as often."""
    trials, samples = 60, 20_000
    intervals = np.array([binomial_interval(successes, trials, method, 0.95) for successes in range(trials + 1)])
    drawn = np.random.default_rng(7).binomial(trials, truth, samples)
    low, high = intervals[drawn].T
    covered = np.mean((low <= truth) & (truth <= high))
    noise = 3 * (0.95 * 0.05 / samples) ** 0.5
    assert covered >= (0.95 if method == "clopper-pearson" else 0.88) - noise


def test_coverage_with_unknowns_that_are_anything_but_random() -> None:
    """Lost deals stay unknown six times as often as won ones: the interval still covers the truth."""
    generator, truth, trials, samples = np.random.default_rng(8), 0.8, 60, 2_000
    covered = 0
    for _ in range(samples):
        won = generator.random(trials) < truth
        unknown = generator.random(trials) < np.where(won, 0.05, 0.3)
        share = DealShare(int(np.sum(won & ~unknown)), int(np.sum(~won & ~unknown)), int(np.sum(unknown)))
        low, high = share.interval("wilson")
        covered += low <= truth <= high
    assert covered / samples >= 0.95


# --- pairs


def test_published_value_of_the_test_for_pairs() -> None:
    """Fagerland, Lydersen, Laake, The McNemar test for binary matched-pairs data, BMC Medical Research Methodology 13
    (2013): airway hyper-responsiveness, 1 and 7 discordant pairs, exact p = 0.070."""
    assert Pairs(both=1, only_first=1, only_second=7, neither=12).p_value == pytest.approx(0.0703, abs=0.00005)
    assert Pairs(both=1, only_first=7, only_second=1, neither=12).p_value == pytest.approx(0.0703, abs=0.00005)


def test_unknown_pairs_speak_against_a_difference() -> None:
    clear = Pairs(50, 20, 2, 10)
    assert clear.p_value < 0.001
    for doubtful in (Pairs(50, 20, 2, 10, maybe_second=8, unknown=8), Pairs(50, 20, 2, 10, maybe_first=3, unknown=3)):
        assert doubtful.p_value >= clear.p_value
    assert Pairs(50, 20, 2, 10, maybe_second=18, unknown=18).p_value == 1.0
    assert Pairs(50, 0, 0, 10).p_value == 1.0


def test_the_p_value_with_unknowns_is_no_smaller_than_any_way_they_may_turn_out() -> None:
    for first, second, maybe_first, maybe_second in [(5, 1, 2, 3), (1, 9, 3, 0), (4, 4, 1, 1), (0, 6, 0, 2)]:
        bound = Pairs(9, first, second, 9, maybe_first, maybe_second, maybe_first + maybe_second).p_value
        for more in range(maybe_first + 1):
            for other in range(maybe_second + 1):
                assert Pairs(9, first + more, second + other, 9).p_value <= bound + 1e-12


def test_bad_input() -> None:
    with pytest.raises(Unreadable, match="'bayes'"):
        method_named("bayes")
    with pytest.raises(DoesNotAddUp, match="confidence"):
        binomial_interval(1, 2, "wilson", 1.5)
