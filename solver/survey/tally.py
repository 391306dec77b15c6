"""Counts of large samples in little room: how many deals took how many states, or microseconds.

A histogram with 16 steps to each doubling, so that a percentile is right to one part in sixteen; up to 32 every value
has its own step.  Whole numbers only: the same counts on every machine, and two histograms add up.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from solver.errors import Unreadable, quoted

FINE = 4  # bits kept beside the leading one
EXACT = 1 << FINE + 1  # below this every value is its own step

HIGHEST_STEP = (63 - FINE << FINE) + (1 << FINE)  # no number of 64 bits falls on a higher one
STEP = re.compile(r"\d{1,4}", re.ASCII)

Counts = dict[int, int]


def step_of(value: int) -> int:
    """The step that a value falls on."""
    if value < EXACT:
        return value
    shift = value.bit_length() - 1 - FINE
    return (shift << FINE) + (value >> shift)


def highest_of(step: int) -> int:
    """The highest value that falls on a step."""
    if step < EXACT:
        return step
    shift = (step >> FINE) - 1
    return ((step - (shift << FINE) + 1) << shift) - 1


def histogram(values: Iterable[int] | npt.NDArray[np.int64]) -> Counts:
    """How many values fall on each step."""
    distinct, counts = np.unique(np.fromiter(values, np.int64), return_counts=True)
    found: Counts = {}
    for value, count in zip(distinct.tolist(), counts.tolist(), strict=True):
        step = step_of(value)
        found[step] = found.get(step, 0) + count
    return found


def add(total: Counts, more: Counts) -> None:
    """Add one histogram to another."""
    for step, count in more.items():
        total[step] = total.get(step, 0) + count


def percentiles(counts: Counts, shares: Iterable[float] = (0.5, 0.95, 0.99, 1.0)) -> list[int]:
    """For each share the least step's highest value that at least so many do not exceed; of nothing, nothing."""
    total, found = sum(counts.values()), list[int]()
    for share in shares:
        reached = 0
        for step in sorted(counts):
            reached += counts[step]
            if reached >= share * total:
                found.append(highest_of(step))
                break
    return found


def to_text(counts: Counts) -> str:
    """As JSON, steps in order, those without a count left out."""
    return json.dumps({str(step): counts[step] for step in sorted(counts) if counts[step]}, separators=(",", ":"))


def from_text(text: str) -> Counts:
    """Back from JSON; steps beyond every number of 64 bits and counts that are none are refused."""
    found = json.loads(text)
    if not isinstance(found, dict):
        raise Unreadable(f"{quoted(text)} is no tally")
    for step, count in found.items():
        if not (STEP.fullmatch(step) and int(step) <= HIGHEST_STEP and type(count) is int and count > 0):
            raise Unreadable(f"step {quoted(step)} with a count of {quoted(count)} is no part of a tally")
    return {int(step): count for step, count in found.items()}
