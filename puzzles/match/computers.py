"""Computers at the seats of a game.  A computer is given the view of its seat and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from puzzles.match.match import PERSON, Match
from solver.errors import DoesNotAddUp
from solver.rules.game import Rules
from solver.table.line import Turn
from solver.table.position import Position
from solver.table.view import View

if TYPE_CHECKING:
    from solver.hidden.talk import Said

SEED = 1
PROVES = "strong"  # who looks for a proof where all cards lie open
PROOF_SECONDS = 0.2  # with the rest a computer answers within a second


class TurnChooser(Protocol):
    """Whoever can choose a turn from what a seat knows."""

    def choose(self, view: View) -> Turn | None:
        """The turn to play; None where there is none."""


class Computers:
    """The computers of a table, made when they are first asked.

    The same view gives the same turn; only a proof that is looked for where all cards lie open depends on the time.
    """

    def __init__(self, seed: int = SEED) -> None:
        self.seed = seed
        self._players: dict[tuple[Rules, str], TurnChooser] = {}

    def turn(self, match: Match) -> Turn:
        """What the computer to move plays."""
        if not match.waits_for_computer:
            raise DoesNotAddUp("no computer is to move")
        if match.is_open and match.mover == PROVES and (turn := proved_turn(match.position)) is not None:
            return turn
        return self.choose(match.view(match.position.to_move), match.mover, match.said)

    def choose(self, view: View, strength: str, said: Said | None = None) -> Turn:
        """What a computer of this strength would play who sees this, and hears what the others say."""
        from solver.hidden.player import SeatPlayer

        key = view.rules, strength
        if key not in self._players:
            from solver.hidden.duel_player import player_of
            from solver.hidden.strengths import strength_named

            self._players[key] = player_of(view.rules, strength_named(strength), self.seed)
        player = self._players[key]
        if said is None:
            return player.choose(view) or next(iter(view.legal_turns))
        assert isinstance(player, SeatPlayer)  # opponents do not talk
        return player.choose(view, said) or next(iter(view.legal_turns))

    def answered(self, match: Match) -> Match:
        """The game after the turns of all computers that come before a person, or before the end."""
        while match.waits_for_computer:
            match = match.played(self.turn(match))
        return match


def proved_turn(position: Position) -> Turn | None:
    """The first turn of a win that is proved, where one is found in time; all cards of the table are looked at."""
    from solver.decide.solve import solve
    from solver.verdict import Winnable

    verdict = solve(position, time_limit=PROOF_SECONDS)
    return Turn(verdict.line[0].plays, position.player) if isinstance(verdict, Winnable) and verdict.line else None


def usual_seats(players: int, sitter: str) -> tuple[str, ...]:
    """A person at the first seat, computers at the others."""
    return (PERSON, *(sitter,) * (players - 1))
