"""Errors by whose fault it is.  Each message is one line that quotes the culprit and, where there is one, a remedy."""

from __future__ import annotations


class TenbackError(ValueError):
    """Whatever was given to tenback cannot be used; the message says what and why."""


class Unreadable(TenbackError):
    """The input cannot be read: not the notation, not the JSON, not a file."""


class DoesNotAddUp(TenbackError):
    """The input can be read, but its cards, piles or rules contradict each other."""


class AgainstTheRules(TenbackError):
    """A play or a turn breaks a rule of the game."""


def quoted(culprit: object, limit: int = 60) -> str:
    """Quote what was given, cut to a length that fits in one line."""
    text = repr(str(culprit))
    return text if len(text) <= limit else text[: limit - 2] + "…'"
