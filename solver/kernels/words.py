"""How the arguments of a kernel lie in a row of 64-bit words: the one thing that its maker and its caller share.

A number or a truth value is one word.  An array is what numba makes of it: two words that are 0 here (who counts its
users), its size, the size of an item, its address, its shape, its strides.  A named tuple is its fields in order.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt


class Array(NamedTuple):
    """What an annotation says of an array, which lies in memory without gaps."""

    dtype: np.dtype[Any]
    dimensions: int


def hints_of(what: Callable[..., Any]) -> list[Any]:
    """What the annotations say of the arguments of a function, or of the fields of a named tuple."""
    hints = typing.get_type_hints(what, include_extras=True)
    return [as_array(hint) for name, hint in hints.items() if name != "return"]


def as_array(hint: Any) -> Any:
    """An annotation with the type of the items and a number of dimensions, read; any other as it is."""
    if typing.get_origin(hint) is not typing.Annotated:
        return hint
    _, item, dimensions = typing.get_args(hint)
    return Array(np.dtype(item), dimensions)


def results_in(function: Callable[..., Any]) -> int:
    """How many words come back."""
    returned = typing.get_type_hints(function)["return"]
    return 0 if returned is type(None) else max(len(typing.get_args(returned)), 1)


def words_of(hint: Any, value: Any) -> Iterator[int]:
    """An argument as words."""
    if isinstance(hint, Array):
        yield from array_words(hint, value)
    elif hasattr(hint, "_fields"):
        for inner, part in zip(cached_hints(hint), value, strict=True):
            yield from words_of(inner, part)
    else:
        yield int(value)


def array_words(hint: Array, array: npt.NDArray[Any]) -> tuple[int, ...]:
    """An array as words."""
    if array.dtype != hint.dtype or array.ndim != hint.dimensions or not array.flags.c_contiguous:
        raise TypeError(f"an array {array.dtype} {array.shape} where a kernel takes {hint}")
    address = array.__array_interface__["data"][0]
    return (0, 0, array.size, array.itemsize, address, *array.shape, *array.strides)


def cached_hints(named_tuple: Any) -> list[Any]:
    """``hints_of``, found out once."""
    if named_tuple not in _HINTS:
        _HINTS[named_tuple] = hints_of(named_tuple)
    return _HINTS[named_tuple]


_HINTS: dict[Any, list[Any]] = {}
