"""Lines of play: plays, turns, and their one-line text form.

    1: 37@up1 48@up1 +44 +3; 2: 5@down2 15@down2

A turn is the player (may be left out), the plays ``card@pile``, and the cards drawn ``+card`` (may be left out).
Turns are separated by semicolons.  What ``tenback solve`` prints reads as a line too: ``1. 1: 37@up1  draws 44 3`` and
what stands around it.  ``pass`` is a turn that lays nothing: no rule allows it, but it can be written, and
refereed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from solver.cards import Card
from solver.errors import Unreadable, quoted
from solver.rules.game import Player

PASS, DRAWS = "pass", "draws"

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")  # as a terminal is told them
_NUMBERED = re.compile(r"(?:^|(?<=\s))\d{1,3}\.\s+(?=(?:\d{1,2}|A|B)\s*:|\S+@)")  # "12. " before a turn
_EFFORT = re.compile(r"\s[\d,]+ states?\b.*", re.DOTALL)  # what is printed below a line
_VERDICT = re.compile(r"\s*(winnable|unwinnable|unknown)\b")


class Play(NamedTuple):
    """One card laid on one pile."""

    card: Card
    pile: str

    def __str__(self) -> str:
        return f"{self.card}@{self.pile}"

    @classmethod
    def parse(cls, text: str) -> Play:
        """Read ``37@up1``."""
        card, at, pile = text.partition("@")
        if not at or not pile:
            raise Unreadable(f"{quoted(text)} is not a play: write card@pile, such as 37@up1")
        return cls(Card.parse(card), pile)


class Turn(NamedTuple):
    """What a player laid, in order, and drew.  ``None``: not told (the rules know)."""

    plays: tuple[Play, ...]
    player: Player | None = None
    drawn: tuple[Card, ...] | None = None

    def __str__(self) -> str:
        words = [] if self.player is None else [f"{self.player}:"]
        words += [str(play) for play in self.plays] or [PASS]
        if self.drawn is not None:
            words += [f"+{card}" for card in self.drawn] or ["+"]
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Turn.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Turn:
        """Read ``1: 37@up1 48@up1 +44 +3``; a lone ``+`` says that nothing was drawn."""
        player, colon, rest = text.partition(":")
        words = (rest if colon else text).replace(",", " ").split()
        if DRAWS in words:
            at = words.index(DRAWS)
            words[at:] = [f"+{card}" for card in words[at + 1 :]]
        plays = [word for word in words if not word.startswith("+") and word != PASS]
        drawn = [word[1:] for word in words if word.startswith("+")]
        if not words:
            raise Unreadable(f"{quoted(text)} is not a turn: write plays such as 37@up1 48@up1")
        return cls(
            plays=tuple(Play.parse(word) for word in plays),
            player=parse_player(player.strip()) if colon else None,
            drawn=tuple(Card.parse(card) for card in drawn if card) if drawn else None,
        )


Line = tuple[Turn, ...]


def parse_player(text: str) -> Player:
    """Read a player's name: a number, or A or B."""
    if text in ("A", "B"):
        return text
    if text.isascii() and text.isdigit() and len(text) <= 2:
        return int(text)
    raise Unreadable(f"{quoted(text)} is not a player: write a number, or A or B in Face to Face")


def parse_line(text: str) -> Line:
    """Read turns separated by semicolons (or line ends), or as ``solve`` prints them; ``-`` alone is the empty line."""
    text = _COLOURS.sub("", text)
    if text.strip() == "-":
        return ()
    if _VERDICT.match(text) or _NUMBERED.search(text):
        return _parse_printed(text)
    parts = text.replace("\n", ";").split(";")
    line = tuple(Turn.parse(part) for part in parts if part.strip())
    if not line:
        raise Unreadable("the line is empty: write turns such as 1: 37@up1 48@up1; 2: 5@down2 15@down2")
    return line


def _parse_printed(text: str) -> Line:
    """The turns in what ``solve`` prints: the verdict above and the effort below them are left out.

    However it was wrapped: a turn goes on until the next number.
    """
    before, *turns = _NUMBERED.split(text)
    if not turns:
        if before.split()[0].rstrip(":") == "winnable":  # won before the first turn
            return ()
        raise Unreadable(f"{quoted(before.split()[0])}: this answer has no line of play in it")
    turns[-1] = _EFFORT.sub("", turns[-1])
    return tuple(Turn.parse(" ".join(turn.split())) for turn in turns)


def format_line(line: Sequence[Turn]) -> str:
    """A line of play in text form."""
    return "; ".join(map(str, line)) or "-"
