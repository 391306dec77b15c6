"""Games that people play on the page.  The page keeps the game as its record and sends it with every question; the
server keeps nothing, and says only what the seat that looks may know (``puzzles.match.seen``)."""

from __future__ import annotations

from functools import cache
from typing import Any

from puzzles.match import PERSON, Match, parse_record
from puzzles.match.computers import Computers
from puzzles.match.seen import seen_to_json
from puzzles.page.tables import position_data, table_of
from puzzles.play.words import LANGUAGES, why_text
from puzzles.server.requests import CostRequest, CounselRequest, MatchRequest, ReplyRequest
from solver.errors import DoesNotAddUp, HiddenCards, quoted
from solver.hidden.counsel import Counsel
from solver.hidden.player import JudgedTurn
from solver.notation.jsonform import plays_to_json
from solver.table.view import View


def told(request: MatchRequest | CounselRequest) -> dict[str, Any]:
    """The answer to any question about a game."""
    if isinstance(request, MatchRequest):
        return replied(request) if isinstance(request, ReplyRequest) else looked(request)
    return cost(request) if isinstance(request, CostRequest) else counsel(request)


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


# --- what turns are worth


def counsel(request: CounselRequest) -> dict[str, Any]:
    """The best turns of the person to move, from what this seat knows."""
    match = parse_record(request.record)
    if match.outcome is not None or match.mover != PERSON:
        raise DoesNotAddUp("no person is to move")
    turns = Counsel(match.rules).turns(match.view(match.position.to_move), match.said)
    return {"turns": [judged(turn) for turn in turns]}


def cost(request: CostRequest) -> dict[str, Any]:
    """What a turn cost.  A computer's turn tells of its hand, so it is not told while the game goes on."""
    match, at = parse_record(request.record), request.turn - 1
    if at >= len(match.line):
        raise DoesNotAddUp(f"turn {request.turn}: {len(match.line)} were played")
    position = match.positions[at]
    if match.outcome is None and match.seats[position.to_move] != PERSON:
        raise HiddenCards(f"turn {request.turn} is a computer's, and the game is not over")
    view = View.of(position, position.to_move, match.information)
    found = Counsel(match.rules).cost(view, match.line[at].plays, match.said_at(position))
    why = [{language: why_text(language, one) for language in LANGUAGES} for one in found.why]
    return {"turn": request.turn, "best": judged(found.best), "chance": found.chance, "cost": found.points, "why": why}


def judged(turn: JudgedTurn) -> dict[str, Any]:
    """A turn and the chance to win with it."""
    return {"plays": plays_to_json(turn.plays), "chance": turn.chance}
