"""Lines of play: plays, turns, and their one-line text form.

    1: 37@up1 48@up1 +44 +3; 2: 5@down2 15@down2

A turn is the player (may be left out), the plays ``card@pile``, and the cards drawn ``+card`` (may be left out).
Turns are separated by semicolons.  ``pass`` is a turn that lays nothing: no rule allows it, but it can be written, and
refereed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from solver.cards import Card
from solver.errors import Unreadable, quoted
from solver.rules.game import Player

PASS = "pass"


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
    """Read turns separated by semicolons (or line ends); ``-`` alone is the empty line."""
    if text.strip() == "-":
        return ()
    parts = text.replace("\n", ";").split(";")
    line = tuple(Turn.parse(part) for part in parts if part.strip())
    if not line:
        raise Unreadable("the line is empty: write turns such as 1: 37@up1 48@up1; 2: 5@down2 15@down2")
    return line


def format_line(line: Sequence[Turn]) -> str:
    """A line of play in text form."""
    return "; ".join(map(str, line)) or "-"
