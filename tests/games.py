"""Games for the tests of ``tenback play``: what people would have to type, and what comes of it."""

from __future__ import annotations

from puzzles.match import Match
from puzzles.match.computers import Computers

ENTER = ""


def typed_game(deal: str, seats: str, is_open: bool = False, strength: str = "instant") -> tuple[list[str], Match]:
    """The lines that people type who play as a computer would, and the game in the end."""
    computers, match = Computers(), Match(deal, tuple(seats.split()), is_open)
    lines, looking = list[str](), None
    while match.outcome is None:
        if match.waits_for_computer:
            match = match.played(computers.turn(match))
            continue
        seat = match.position.to_move
        if len(match.people) > 1 and not is_open and seat != looking:
            lines += [ENTER] if looking is None else [ENTER, ENTER]
            looking = seat
        turn = computers.choose(match.view(seat), strength)
        lines.append(" ".join(f"{play.card} {play.pile}" for play in turn.plays))
        match = match.played(turn)
        if is_open_turn(match):
            lines[-1] += " end"
    return lines, match


def is_open_turn(match: Match) -> bool:
    """Did the last turn not end by itself, as one does that lays the last card of a hand that draws no more?"""
    before = match.positions[-2]
    left = len(before.hand) - len(match.line[-1].plays)
    return bool(left or before.draw.cards)
