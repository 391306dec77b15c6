"""Errors by whose fault it is.  Each message is one line that quotes the culprit and, where there is one, a remedy."""

from __future__ import annotations

from pathlib import PurePath


class TenbackError(ValueError):
    """Whatever was given to tenback cannot be used; the message says what and why."""


class Unreadable(TenbackError):
    """The input cannot be read: not the notation, not the JSON, not a file."""


class DoesNotAddUp(TenbackError):
    """The input can be read, but its cards, piles or rules contradict each other."""


class AgainstTheRules(TenbackError):
    """A play or a turn breaks a rule of the game."""


class HiddenCards(TenbackError):
    """What was asked needs cards that nobody at this seat sees."""


LONGEST_MESSAGE = 500


class EnginesDisagree(Exception):
    """Two engines contradict each other: a bug in one of them, never the user's fault."""


class RefereeDisagrees(Exception):
    """A player of ours made a turn that the referee does not allow, or gave up too early: a bug, never a result."""


class WorkerLost(Exception):
    """A process that worked for this one was ended from outside: nobody's input, and no verdict."""


def printable(message: str) -> str:
    """A message fit for a terminal: no control characters, whoever wrote them, and no longer than a few lines."""
    clean = "".join(char if char.isprintable() else "�" for char in message[: LONGEST_MESSAGE + 1])
    return clean if len(clean) <= LONGEST_MESSAGE else clean[: LONGEST_MESSAGE - 1] + "…"


def quoted(culprit: object, limit: int = 60) -> str:
    """Quote what was given, cut to a length that fits in one line; of a path the end is kept, which names the file."""
    text = repr(str(culprit))
    if len(text) <= limit:
        return text
    return f"'…{text[2 - limit :]}" if isinstance(culprit, PurePath) else text[: limit - 2] + "…'"
