"""Cards: a number, and in Quick & Easy a colour.  Written ``37`` and ``r7``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from solver.errors import Unreadable, quoted

COLOUR_LETTERS = "rgbys"

_RANGE = re.compile(r"[a-z]?\d{1,4}(?:-|–|:|\.\.+|…)[a-z]?\d{1,4}", re.ASCII)
_CARD = re.compile(rf"([{COLOUR_LETTERS}]?)(0|[1-9]\d{{0,3}})", re.ASCII)


class Card(NamedTuple):
    """A number card; ``colour`` is a letter of ``COLOUR_LETTERS``, or empty where the game has no colours."""

    number: int
    colour: str = ""

    def __str__(self) -> str:
        return f"{self.colour}{self.number}"

    @classmethod
    def parse(cls, text: str | int) -> Card:
        """Read ``37`` or ``r7``."""
        match = _CARD.fullmatch(str(text))
        if match is None or isinstance(text, bool):
            raise Unreadable(f"{quoted(text)} is not a card: {_what_to_write(str(text))}")
        return cls(int(match[2]), match[1])


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by spaces or commas; ``-`` alone stands for none."""
    words = text.replace(",", " ").split()
    return () if words == ["-"] else tuple(Card.parse(word) for word in words)


def format_cards(cards: Iterable[Card]) -> str:
    """Cards as people type them: ``5 9 r7``."""
    return " ".join(map(str, cards))


def _what_to_write(word: str) -> str:
    """Instead of something that is no card but means something."""
    if word.startswith("?"):
        return "name the cards; ?6 alone stands for six hidden ones, draw?: for cards in an unknown order"
    if word.lower() in ("rest", "all", "others", "any", "...", "…"):
        return "name every card; those in no hand and in no draw pile have been laid"
    if _RANGE.fullmatch(word):
        return "write a range out card by card, such as 20 21 22"
    return "write a number such as 37, or a colour and a number such as r7"
