"""Points fitted to a log of attempts: which weights of the features would order what people found hard?

An attempt is *clean* if the puzzle was solved at once, without hints.  The chance of an attempt that is not clean is
modelled as logistic in a sum of weight × feature, no weight below zero, so that more of any feature never makes a
puzzle easier.  The weights are those that make the log most likely, with a slight pull towards zero; ``insight`` is
fitted along with the points, since a rating counts it too.  How well a scale orders a log is Spearman's rank
correlation between it and the share of attempts at each puzzle that were not clean.  A fitted scale is judged by
puzzles that it has not seen: they are dealt into folds by their keys, and each fold is rated by the fit to the others.
Nothing that is shipped changes by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from puzzles.rating.attempts import Attempt
from puzzles.rating.rate import WEIGHTS

FITTED = ("insight", *WEIGHTS)
LEAST_PUZZLES, LEAST_ATTEMPTS = 30, 100  # fewer say too little
LEAST_OF_EACH = 10  # attempts that were clean, and that were not
FOLDS = 5
PULL = 1.0  # towards zero: the weight of one attempt, for features of spread 1

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Fit:
    """Points for each feature, now and fitted, and how well each orders the log.

    ``now`` and ``fitted`` are rank correlations, the fitted one by puzzles left out; ``points`` are scaled so that the
    puzzles of the log have as many points as now on the average.  ``insight`` is how many of these points a unit of
    insight is worth.
    """

    puzzles: int
    attempts: int
    clean: int
    points: Mapping[str, float]
    insight: float
    now: float
    fitted: float


def too_small(log: Sequence[Attempt]) -> str | None:
    """Why nothing can be fitted to a log; None where something can."""
    puzzles, clean = len({one.key for one in log}), sum(one.is_clean for one in log)
    if puzzles < LEAST_PUZZLES or len(log) < LEAST_ATTEMPTS:
        return (
            f"{len(log)} attempts at {puzzles} puzzles are too few to fit anything to:"
            f" {LEAST_ATTEMPTS} at {LEAST_PUZZLES} are the least"
        )
    if min(clean, len(log) - clean) < LEAST_OF_EACH:
        return (
            f"{clean} of {len(log)} attempts solved the puzzle at once: to tell hard from easy,"
            f" {LEAST_OF_EACH} that did and {LEAST_OF_EACH} that did not are the least"
        )
    return None


def fit(log: Sequence[Attempt]) -> Fit:
    """The points that suit a log best; the log is large enough (``too_small``)."""
    table = LoggedFeatures(log)
    weights = table.weights(np.ones(len(table.keys), bool))
    held_out = np.zeros(len(table.keys))
    for number in range(FOLDS):
        fold = table.folds == number
        if fold.any() and not fold.all():
            held_out[fold] = table.features[fold] @ table.weights(~fold)
    points = dict(zip(FITTED, weights.tolist(), strict=True))
    present = table.features[:, 1:] @ np.array([WEIGHTS[name] for name in FITTED[1:]])
    mean = float((table.features[:, 1:] @ weights[1:]).mean())
    scale = float(present.mean()) / mean if mean > 0 else 1.0
    insight = points.pop("insight") * scale
    return Fit(
        puzzles=len(table.keys),
        attempts=len(log),
        clean=sum(one.is_clean for one in log),
        points={name: round(weight * scale, 3) for name, weight in points.items()},
        insight=round(insight, 3),
        now=rank_correlation(table.ratings, table.missed / table.count),
        fitted=rank_correlation(held_out, table.missed / table.count),
    )


class LoggedFeatures:
    """A log by puzzles: features, rating, how many attempts, how many of them not clean; a fold for each."""

    def __init__(self, log: Sequence[Attempt]) -> None:
        by_key: dict[str, list[Attempt]] = {}
        for one in log:
            by_key.setdefault(one.key, []).append(one)
        self.keys = sorted(by_key)  # so that the order of the log makes no difference
        rows = [by_key[key] for key in self.keys]
        self.features: Numbers = np.array([[row[0].features[name] for name in FITTED] for row in rows])
        self.ratings: Numbers = np.array([float(row[0].rating) for row in rows])
        self.count: Numbers = np.array([float(len(row)) for row in rows])
        self.missed: Numbers = np.array([float(sum(not one.is_clean for one in row)) for row in rows])
        self.folds = np.arange(len(self.keys)) % FOLDS

    def weights(self, chosen: npt.NDArray[np.bool_]) -> Numbers:
        """The weights that make the attempts at these puzzles most likely, none below zero."""
        from scipy.optimize import minimize

        spread = self.features[chosen].std(axis=0)
        spread = np.where(spread > 0, spread, 1.0)
        features, count, missed = self.features[chosen] / spread, self.count[chosen], self.missed[chosen]

        def cost(at: Numbers) -> tuple[float, Numbers]:
            score = at[0] + features @ at[1:]
            likely = missed @ np.logaddexp(0, -score) + (count - missed) @ np.logaddexp(0, score)
            wrong = count / (1 + np.exp(-np.clip(score, -500, 500))) - missed
            pulled = np.concatenate([[0.0], PULL * at[1:]])
            slope = np.concatenate([[wrong.sum()], features.T @ wrong]) + pulled
            return float(likely + PULL * (at[1:] @ at[1:]) / 2), slope

        bounds = [(None, None), *[(0.0, None)] * len(FITTED)]
        found = minimize(cost, np.zeros(1 + len(FITTED)), jac=True, method="L-BFGS-B", bounds=bounds)
        weights: Numbers = found.x[1:] / spread
        return weights


def rank_correlation(one: Numbers, other: Numbers) -> float:
    """Spearman's; nought where one of them says the same of everything."""
    from scipy.stats import spearmanr

    if len(set(one.tolist())) < 2 or len(set(other.tolist())) < 2:
        return 0.0
    return round(float(spearmanr(one, other).statistic), 3)


def fit_lines(found: Fit) -> list[str]:
    """A fit in words."""
    missed = found.attempts - found.clean
    lines = [f"{found.attempts} attempts at {found.puzzles} puzzles, {missed} of them not solved at once without help"]
    lines += ["", f"{'feature':<10} {'points now':>10} {'fitted':>8}"]
    lines += [f"{name:<10} {WEIGHTS[name]:>10g} {points:>8g}" for name, points in found.points.items()]
    lines += [f"{'insight':<10} {'':>10} {found.insight:>8g}", ""]
    lines += [f"rank correlation with the share not solved at once (n = {found.puzzles} puzzles):"]
    lines += [f"  the rating now {found.now:.2f}; the fit, by puzzles left out, {found.fitted:.2f}"]
    return [*lines, "Nothing was changed: shipped ratings stay as they are."]
