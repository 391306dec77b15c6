"""Counting and finding bits with the machine's own instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic


@intrinsic
def _popcount(typing_context: Any, word: Any) -> Any:
    """How many bits of the word are set, as int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic
def _lowest_bit(typing_context: Any, word: Any) -> Any:
    """The index of the lowest set bit of a word that is not 0, as int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


@intrinsic
def _highest_bit(typing_context: Any, word: Any) -> Any:
    """The index of the highest set bit of a word that is not 0, as int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.uint64), generate


# the decorator hides what a caller sees
popcount: Callable[[np.uint64], int] = _popcount
lowest_bit: Callable[[np.uint64], int] = _lowest_bit
highest_bit: Callable[[np.uint64], int] = _highest_bit
