"""What may be asked, and how it is read: strictly, with one clear message for whatever is wrong."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from solver.analysis.count import MOST_STATES
from solver.analysis.orders import MOST_ORDERS
from solver.errors import Unreadable
from solver.notation.jsonform import parse_json, shaped

DEEPEST = 32  # a position in JSON is four levels deep

Source = Annotated[
    str | dict[str, Any],
    Meta(description="A deal or a position: its text form, its JSON as text, or its JSON as an object."),
]
PlayedLine = Annotated[
    str | list[Any] | dict[str, Any],
    Meta(description="A line of play: its text form, its JSON as text, a list of turns, or an object with turns."),
]
Overrides = Annotated[
    dict[str, int | None],
    Meta(description="Numbers of the rules to change, as with --set on the command line.", max_length=16),
]
Seconds = Annotated[
    float | None,
    Meta(description="Seconds to search; more than the server grants counts as what it grants."),
]
Megabytes = Annotated[
    int | None,
    Meta(description="Megabytes for the tables of the search; more than the server grants counts as what it grants."),
]

Required = Annotated[
    str,
    Meta(
        description="Team games: conditions on a win, such as tricks<=1; last=37 (docs/stipulations.md).",
        max_length=500,
    ),
]


class Request(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What is not named here is refused by name."""


class TableRequest(Request):
    """About a deal or a position."""

    position: Source


class ShowRequest(TableRequest):
    """A deal or position to be read and given back in JSON."""

    set: Overrides = {}


class VerifyRequest(TableRequest):
    """A line of play to be refereed."""

    line: PlayedLine
    require: Required | None = None


class StepsRequest(TableRequest):
    """A position and a line of play: the table after each turn."""

    line: PlayedLine = "-"
    set: Overrides = {}
    board: Annotated[bool, Meta(description="Add what the page needs to draw the table.")] = False


class SolveRequest(TableRequest):
    """Can it be won?"""

    goal: Annotated[
        str,
        Meta(
            description="win, cards-left, turns, tricks or most-tricks; in Face to Face also win-in:N, helpwin, "
            "helpwin:B or selfstuck.",
            max_length=40,
        ),
    ] = "win"
    require: Required | None = None
    refute: Annotated[str, Meta(description="Face to Face: a turn; what answers it?", max_length=2000)] | None = None
    any_starter: Annotated[bool, Meta(description="Let the best player begin.")] = False
    set: Overrides = {}
    time_limit: Seconds = None
    memory_limit: Megabytes = None


class AnalyzeRequest(TableRequest):
    """What is each choice worth?  With a line: where was the game lost?  With an unknown order: in which share?"""

    line: PlayedLine | None = None
    require: Required | None = None
    count: Annotated[bool, Meta(description="Count winning lines at all.")] = True
    states: Annotated[int, Meta(description="Count through at most so many states.", ge=1, le=2_000_000)] = MOST_STATES
    orders: Annotated[
        int, Meta(description="Unknown order: go through all if at most so many, else sample.", ge=1, le=100_000)
    ] = MOST_ORDERS
    seed: Annotated[int, Meta(description="Unknown order: which sample.", ge=0, lt=2**20)] = 1
    confidence: Annotated[float, Meta(description="Unknown order: of the interval.", ge=0.5, lt=1)] = 0.95
    most_choices: Annotated[int, Meta(description="List at most so many choices, the best first.", ge=1, le=5000)] = (
        1000
    )
    set: Overrides = {}
    time_limit: Seconds = None
    memory_limit: Megabytes = None


Record = Annotated[str, Meta(description="A game as one line: deal, seats, turns so far, as in docs/play.md.")]


class MatchRequest(Request):
    """A game that people play: what does a seat see of it?"""

    record: Record
    seat: Annotated[int | str | None, Meta(description="The person who looks, by name; else who moves next.")] = None
    board: Annotated[bool, Meta(description="Add what the page needs to draw the table.")] = False


class ReplyRequest(MatchRequest):
    """The same, after the computer that is to move has played its turn."""


class CounselRequest(Request):
    """A game that people play: what are the turns of the person to move worth?"""

    record: Record


class CostRequest(CounselRequest):
    """The same for a turn that was played: what did it cost against the best?"""

    turn: Annotated[int, Meta(description="Which turn, from 1 on; of a computer only when the game is over.", ge=1)]


class ReviewRequest(CounselRequest):
    """A game that is over, looked back at: turns from ``first`` to ``last``, so that the page can tell how it goes."""

    first: Annotated[int, Meta(description="The first turn, from 1 on.", ge=1)] = 1
    last: Annotated[int, Meta(description="The last turn; without it, that of the game.", ge=1)] | None = None


REQUESTS: dict[str, type[Request]] = {
    "solve": SolveRequest,
    "analyze": AnalyzeRequest,
    "verify": VerifyRequest,
    "show": ShowRequest,
    "steps": StepsRequest,
    "match": MatchRequest,
    "reply": ReplyRequest,
    "counsel": CounselRequest,
    "cost": CostRequest,
    "review": ReviewRequest,
}
SEARCHES = ("solve", "analyze")
PLAYERS = ("reply", "counsel", "cost", "review")  # need the compiled player, and little time


# --- reading


def strict_json(text: str | bytes) -> Any:
    """Read JSON that nobody here has written: it is not nested more than can be meant."""
    value = parse_json(text)
    if depth_of(value) > DEEPEST:
        raise Unreadable(f"not JSON that can be meant: it is nested more than {DEEPEST} levels deep")
    return value


def depth_of(value: Any) -> int:
    """How deeply a JSON value is nested; looked at level by level, so that no depth is too much for the stack."""
    level, depth = [value], 0
    while level:
        depth += 1
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer if isinstance(outer, list) else ())
        ]
    return depth


def read_request(kind: str, body: bytes) -> Request:
    """The request of a kind that a body says."""
    if not body.strip():
        raise Unreadable('the request is empty: an object such as {"position": "the-game/2 #17"} is needed')
    request = shaped(strict_json(body), REQUESTS[kind], "request")
    if isinstance(request, SolveRequest | AnalyzeRequest):
        refuse_impossible_limits(request)
    if isinstance(request, TableRequest) and isinstance(request.position, str) and not request.position.strip():
        raise Unreadable("position is empty: a deal or a position is needed")
    return request


def refuse_impossible_limits(request: SolveRequest | AnalyzeRequest) -> None:
    """Limits that no search can keep to."""
    from solver.search.limits import LEAST_MEMORY_MB

    if request.time_limit is not None and not 0 < request.time_limit < float("inf"):
        raise Unreadable(f"time_limit {request.time_limit:g}: a positive number of seconds is needed")
    if request.memory_limit is not None and request.memory_limit < 2 * LEAST_MEMORY_MB:
        raise Unreadable(f"memory_limit {request.memory_limit}: at least {2 * LEAST_MEMORY_MB} megabytes are needed")
