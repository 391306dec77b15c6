"""The shuffle behind numbered deals, version 1: the same deck for everyone, for ever, on every platform.

Specified with test vectors in docs/deals.md.  SplitMix64 gives the 64-bit numbers, Lemire's multiplication with
rejection makes them unbiased below a bound, Fisher-Yates shuffles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

SHUFFLE_VERSION = 1
GREATEST_NUMBER = 2**53 - 1  # so that a deal's number survives every JSON reader

DECK, SECOND_DECK, COMMAND_MAP = 0, 1, 2  # streams: what a deal's random numbers are used for
STREAMS = 4

_WORD = 2**64 - 1
_HALF = 2**32

T = TypeVar("T")


def mix(z: int) -> int:
    """SplitMix64's finaliser: every bit of the result depends on every bit of ``z``."""
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _WORD
    return z ^ (z >> 31)


class SplitMix64:
    """The generator, started for one stream of one deal."""

    def __init__(self, number: int, stream: int) -> None:
        self._state = mix((STREAMS * number + stream) & _WORD)

    def next(self) -> int:
        """The next 64-bit number."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        return mix(self._state)

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1, each equally likely."""
        while True:
            product = (self.next() >> 32) * bound
            if product % _HALF >= _HALF % bound:
                return product // _HALF


def shuffled(items: Sequence[T], number: int, stream: int) -> tuple[T, ...]:
    """The items in the order that this stream of this deal puts them in."""
    generator, deck = SplitMix64(number, stream), list(items)
    for last in range(len(deck) - 1, 0, -1):
        other = generator.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)
