"""Who plays with whom: what a team shares and what opponents have each for themselves.

Whoever wants to know whose a deck or a pile is, what players are called or how a game ends asks the sides of its rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

Player = int | str  # 1, 2, … in the team games; "A", "B" in Face to Face


class Outcome(NamedTuple):
    """How a game ended: who won (None: the team lost, True in ``won`` if the team did), by which rule."""

    won: bool  # by the team, or in Face to Face by the player who would be to move
    winner: Player | None
    rule: str
    text: str


class Sides(Protocol):
    """What differs between a team and opponents."""

    @property
    def deck_owners(self) -> tuple[int | None, ...]:
        """The seat that each deck, with its draw pile and its piles, belongs to; None: to everybody."""

    @property
    def least_players(self) -> int:
        """How many play at least, and where nobody says how many."""

    @property
    def passes_over(self) -> bool:
        """Is a player passed over who has no cards and can draw none any more?"""

    def names(self, players: int) -> tuple[Player, ...]:
        """The players' names by seat."""

    def called(self, name: Player) -> str:
        """A player in a sentence."""

    def outcome(
        self, names: Sequence[Player], mover: int, left: Sequence[int], is_stuck: Callable[[], bool]
    ) -> Outcome | None:
        """How the game has ended, or None: by the cards left of each deck, and whether the mover has no turn."""

    def winner(self, names: Sequence[Player], mover: int, won: bool) -> Player | None:
        """Who wins, by name, where the position is won or lost for the player to move; None in a team."""


@dataclass(frozen=True)
class Team:
    """One deck, common piles; all win or lose together."""

    deck_owners: tuple[int | None, ...] = (None,)
    least_players: int = 1
    passes_over: bool = True

    def names(self, players: int) -> tuple[Player, ...]:
        """1, 2, …"""
        return tuple(range(1, players + 1))

    def called(self, name: Player) -> str:
        """``player 1``."""
        return f"player {name}"

    def outcome(
        self, names: Sequence[Player], mover: int, left: Sequence[int], is_stuck: Callable[[], bool]
    ) -> Outcome | None:
        """Won: everything laid.  Lost: the player to move cannot lay the minimum."""
        (cards,) = left
        if cards == 0:
            return Outcome(True, None, "won", "every card is laid: won")
        if not is_stuck():
            return None
        return Outcome(False, None, "stuck", f"player {names[mover]} cannot lay the minimum: lost, {cards} left")

    def winner(self, names: Sequence[Player], mover: int, won: bool) -> Player | None:
        """Nobody by name."""
        return None


@dataclass(frozen=True)
class Opponents:
    """A deck, a draw pile and piles each; the one who lays everything wins, and so does the one who is not stuck."""

    deck_owners: tuple[int | None, ...] = (0, 1)
    least_players: int = 2
    passes_over: bool = False  # such a player has won

    def names(self, players: int) -> tuple[Player, ...]:
        """A and B."""
        return ("A", "B")

    def called(self, name: Player) -> str:
        """``A``."""
        return str(name)

    def outcome(
        self, names: Sequence[Player], mover: int, left: Sequence[int], is_stuck: Callable[[], bool]
    ) -> Outcome | None:
        """Won by whoever has laid everything, or whose opponent cannot lay the minimum."""
        for seat, name in enumerate(names):
            if left[seat] == 0:
                return Outcome(seat == mover, name, "won", f"{name} has laid every card: {name} wins")
        if not is_stuck():
            return None
        other = names[1 - mover]
        return Outcome(False, other, "stuck", f"{names[mover]} cannot lay the minimum: {other} wins")

    def winner(self, names: Sequence[Player], mover: int, won: bool) -> Player | None:
        """The mover or the other one."""
        return names[mover if won else 1 - mover]


TEAM, OPPONENTS = Team(), Opponents()
