"""Counting and finding bits with the machine's own instructions; and its hint that memory will be read."""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.kernels.compile import instruction


@instruction
def popcount(word: np.uint64) -> int:
    """How many bits of the word are set."""
    return int(word).bit_count()


@instruction
def lowest_bit(word: np.uint64) -> int:
    """The index of the lowest set bit of a word that is not 0."""
    return (int(word) & -int(word)).bit_length() - 1


@instruction
def highest_bit(word: np.uint64) -> int:
    """The index of the highest set bit of a word that is not 0."""
    return int(word).bit_length() - 1


@instruction
def prefetch(array: np.ndarray[Any, Any], row: int) -> None:
    """Begin to load the cache line at which this row of a two-dimensional array starts."""
