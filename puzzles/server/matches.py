"""Games that people play on the page.  The page keeps the game as its record and sends it with every question; the
server keeps nothing, and says only what the seat that looks may know (``puzzles.match.seen``)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from puzzles.match import PERSON, Match, parse_record
from puzzles.match.computers import Computers
from puzzles.match.seen import seen_to_json
from puzzles.page.tables import position_data, table_of
from puzzles.play.words import LANGUAGES, why_text
from puzzles.server.requests import CostRequest, CounselRequest, MatchRequest, ReplyRequest, ReviewRequest
from solver.analysis.review import cost_of, review
from solver.errors import DoesNotAddUp, HiddenCards, quoted
from solver.hidden.counsel import Counsel
from solver.hidden.player import JudgedTurn
from solver.hidden.why import Why
from solver.notation.answers import review_to_json
from solver.notation.jsonform import plays_to_json
from solver.search.limits import Limits
from solver.table.view import View

REVIEW_SECONDS = 6.0  # for the turns that one request asks about


def told(request: MatchRequest | CounselRequest) -> dict[str, Any]:
    """The answer to any question about a game."""
    if isinstance(request, MatchRequest):
        return replied(request) if isinstance(request, ReplyRequest) else looked(request)
    if isinstance(request, ReviewRequest):
        return looked_back(request)
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
    found = cost_of(Counsel(match.rules), position, match.line[at], match.information)
    told = {"turn": request.turn, "best": judged(found.best), "chance": found.chance, "cost": found.points}
    return told | {"why": in_all_languages(found.why)}


def in_all_languages(reasons: Sequence[Why]) -> list[dict[str, str]]:
    """Reasons in words, by language."""
    return [{language: why_text(language, why) for language in LANGUAGES} for why in reasons]


def looked_back(request: ReviewRequest) -> dict[str, Any]:
    """Some turns of a game that is over, as ``tenback review --json`` tells them, from the side of the first person."""
    match = parse_record(request.record)
    if match.outcome is None and not match.is_open:
        raise HiddenCards("this game is not over: a review would tell what is hidden")
    last = min(request.last or len(match.line), len(match.line))
    if request.first > last:
        raise DoesNotAddUp(f"turn {request.first}: {last} were played")
    limits, at = Limits(REVIEW_SECONDS), request.first - 1
    side = match.people[0] if match.people else 0
    found = review(match.positions[at], match.line[at:last], side, limits, information=match.information)
    told = review_to_json(found)
    for row, turn in zip(told["turns"], found.turns, strict=True):
        row["why"] = [] if turn.cost is None else in_all_languages(turn.cost.why)
    return told | {"first": request.first, "mistakes": [at + number for number in told["mistakes"]]}


def judged(turn: JudgedTurn) -> dict[str, Any]:
    """A turn and the chance to win with it."""
    return {"plays": plays_to_json(turn.plays), "chance": turn.chance}
