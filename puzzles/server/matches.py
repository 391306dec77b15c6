"""Games that people play on the page.  The page keeps the game as its record and sends it with every question; the
server keeps nothing, and says only what the seat that looks may know (``puzzles.match.seen``)."""

from __future__ import annotations

from functools import cache
from typing import Any

from puzzles.match import PERSON, Match, parse_record
from puzzles.match.computers import Computers
from puzzles.match.seen import seen_to_json
from puzzles.page.tables import position_data, table_of
from puzzles.server.requests import MatchRequest, ReplyRequest
from solver.errors import DoesNotAddUp, quoted
from solver.table.view import View


def looked(request: MatchRequest) -> dict[str, Any]:
    """The game as a person at it sees it."""
    return seen_by(parse_record(request.record), request)


def replied(request: ReplyRequest) -> dict[str, Any]:
    """The same after the turn of the computer that is to move."""
    match = parse_record(request.record)
    return seen_by(match.played(computers().turn(match)), request)


@cache
def computers() -> Computers:
    """They answer the same question in the same way, whatever they were asked before."""
    return Computers()


def seen_by(match: Match, request: MatchRequest) -> dict[str, Any]:
    """What the page is told: ``start`` and the line are what its board is made of."""
    seat = seat_of(match, request.seat)
    start = match.start if match.is_open else View.of(match.start, seat)
    data = seen_to_json(match, seat) | {"start": position_data(start)}
    return data | ({"board": table_of(match.rules)} if request.board else {})


def seat_of(match: Match, name: int | str | None) -> int:
    """Who looks: a person, by name, or who moves next.  Nobody looks from the seat of a computer."""
    people, players = match.people, match.rules.players
    if not people:
        raise DoesNotAddUp(f"seats: nobody looks on; at least one seat is for a {PERSON}")
    if name is None:
        mover = match.position.to_move
        return min(people, key=lambda seat: (seat - mover) % players)
    for seat in people:
        if str(match.rules.player_names[seat]) == str(name):
            return seat
    raise DoesNotAddUp(f"seat {quoted(str(name))}: no {PERSON} sits there")
