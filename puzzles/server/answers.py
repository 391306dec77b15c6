"""A request in, an answer out: the same JSON as the command line's ``--json``.  Runs in a worker process.

A question that had to be given up (out of time, out of memory) gets the same answer with nothing decided: ``unknown``
and why, never an error.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from threading import Event
from typing import Any

from puzzles.server.requests import (
    AnalyzeRequest,
    CounselRequest,
    MatchRequest,
    Request,
    ShowRequest,
    SolveRequest,
    StepsRequest,
    VerifyRequest,
    strict_json,
)
from solver.errors import Unreadable
from solver.notation.source import load, load_text, starting_position, with_overrides
from solver.notation.text import format_position
from solver.search.compiled import now
from solver.search.limits import Limits, Progress
from solver.shown import as_text
from solver.table.deal import Deal
from solver.table.line import Line, parse_line
from solver.table.position import Position

LATE = 0.5  # seconds over time before a search that does not look at the clock itself is interrupted


def limits_for(seconds: float, memory_mb: int, cancelled: Event) -> Limits:
    """The limits of one question; they also end searches that forget the time, and those nobody waits for any more."""
    ends = now() + seconds + LATE

    def watch(_progress: Progress) -> None:
        if cancelled.is_set() or now() > ends:
            raise KeyboardInterrupt  # ends the search with what is known by then

    return Limits(seconds, memory_mb, watch)


def answer(request: Request, limits: Limits) -> dict[str, Any]:
    """What the command line would say: one function for each kind of request."""
    if isinstance(request, SolveRequest):
        return solved(request, limits)
    if isinstance(request, AnalyzeRequest):
        return analyzed(request, limits)
    if isinstance(request, VerifyRequest):
        return verified(request)
    if isinstance(request, StepsRequest):
        return stepped(request)
    if isinstance(request, MatchRequest | CounselRequest):
        from puzzles.server.matches import told

        return told(request)
    assert isinstance(request, ShowRequest)
    return shown(request)


def given_up(request: Request, reason: str) -> dict[str, Any]:
    """The answer to a search that was stopped before it could say anything."""
    if isinstance(request, SolveRequest):
        return unsolved(request, reason)
    assert isinstance(request, AnalyzeRequest)
    return unanalyzed(request, reason)


# --- reading


def thing_of(source: str | Mapping[str, Any], overrides: Mapping[str, int | None]) -> Deal | Position:
    """A deal or position.  Never a file: what a request says is text or data, whatever it looks like."""
    if isinstance(source, Mapping):
        thing = load(source)
    elif source.lstrip()[:1] in ("{", "["):
        thing = load(refuse_list(strict_json(source)))
    else:
        thing = load_text(source)
    return with_overrides(thing if isinstance(thing, Deal) else starting_position(thing), overrides)


def refuse_list(data: Any) -> dict[str, Any]:
    """A deal or a position is an object."""
    if not isinstance(data, dict):
        raise Unreadable("a deal or a position in JSON is an object with a game")
    return data


def position_of(request: ShowRequest | StepsRequest | SolveRequest | AnalyzeRequest) -> Position:
    """The position that a request is about."""
    return starting_position(thing_of(request.position, request.set))


def line_of(source: str | list[Any] | Mapping[str, Any]) -> Line:
    """A line of play; never a file."""
    from solver.notation.jsonform import line_from_json

    if not isinstance(source, str):
        return line_from_json(source)
    if source.lstrip()[:1] in ("{", "["):
        return line_from_json(strict_json(source))
    return parse_line(source) if source.strip() else ()


# --- without a search


def shown(request: ShowRequest) -> dict[str, Any]:
    """``tenback show --json``."""
    from solver.notation.jsonform import to_json

    return to_json(thing_of(request.position, request.set))


def verified(request: VerifyRequest) -> dict[str, Any]:
    """``tenback verify --json``."""
    from solver.decide.verify import judged
    from solver.notation.answers import judgement_to_json
    from solver.stipulations import asked_of

    position = starting_position(thing_of(request.position, {}))
    asked = asked_of(request.require, position)
    judgement, broken = judged(position, line_of(request.line), asked)
    return judgement_to_json(judgement, asked, broken)


def stepped(request: StepsRequest) -> dict[str, Any]:
    """The table at the start and after each legal turn; what breaks a rule is said, not refused."""
    from solver.notation.answers import judgement_to_json
    from solver.notation.jsonform import line_to_json, to_json
    from solver.referee import judge

    thing, line = thing_of(request.position, request.set), line_of(request.line)
    position = starting_position(thing)
    judgement = judge(position, line) if line else None
    steps = [step(position)]
    for turn in line[: judgement.turns] if judgement else ():
        seat, before = position.to_move, position
        position = position.after(turn)
        told = turn._replace(player=before.player, drawn=drawn_by(before, position, seat))
        steps.append(step(position) | {"turn": line_to_json([told])[0]})
    data = {
        "kind": "deal" if isinstance(thing, Deal) else "position",
        "text": as_text(thing),
        "json": to_json(thing),
        "steps": steps,
        "judgement": judgement and judgement_to_json(judgement),
    }
    return data | ({"board": board_of(starting_position(thing))} if request.board else {})


def board_of(position: Position) -> dict[str, Any]:
    """What the page's board is made of."""
    from puzzles.page.tables import board_data

    return board_data(position)


def step(position: Position) -> dict[str, Any]:
    """One position: as JSON and as text, and how the game ended, if it did."""
    from solver.notation.jsonform import position_to_json

    outcome = position.outcome
    return {
        "position": position_to_json(position),
        "text": format_position(position),
        "cards_left": position.cards_left,
        "outcome": None if outcome is None else outcome._asdict(),
    }


def drawn_by(before: Position, after: Position, seat: int) -> tuple[Any, ...]:
    """What a turn drew, in the order of the draw pile where that is known."""
    fresh = set(after.hands[seat]) - set(before.hands[seat])
    return tuple(card for card in before.draw.cards if card in fresh)


# --- searches


def solved(request: SolveRequest, limits: Limits) -> dict[str, Any]:
    """``tenback solve --json``."""
    from solver.decide.questions import ask, duel_position, refute
    from solver.decide.solve import solve
    from solver.notation.answers import verdict_to_json

    position = position_of(request)
    if asks_a_question(request):
        duel_position(position)
        turn = request.refute
        found = ask(position, request.goal, limits=limits) if turn is None else refute(position, turn, limits=limits)
        return verdict_to_json(found)
    goal: Any = request.goal
    verdict = solve(
        position,
        goal=goal,
        time_limit=limits.seconds,
        memory_limit=limits.memory_mb,
        any_starter=request.any_starter,
        require=request.require,
        watch=limits.watch,
    )
    return verdict_to_json(verdict)


def asks_a_question(request: SolveRequest) -> bool:
    """Is it one of the questions about Face to Face?  What cannot be asked with it is refused."""
    from solver.decide.questions import is_question

    if request.refute is None and not is_question(request.goal):
        return False
    if request.refute is not None and request.goal != "win":
        raise Unreadable(f"refute asks who wins after the turn: goal {request.goal} cannot be asked with it")
    if request.any_starter or request.require is not None:
        raise Unreadable("any_starter, require: this question is for the Face to Face search alone")
    return True


def unsolved(request: SolveRequest, reason: str) -> dict[str, Any]:
    """Nothing is known."""
    from solver.notation.answers import verdict_to_json
    from solver.reasons import InWords
    from solver.stipulations import asked_of
    from solver.verdict import Answered, Unknown

    position = position_of(request)
    if asks_a_question(request):
        question = request.goal if request.refute is None else "refute"
        return verdict_to_json(Answered(position, (), question, reason=InWords(reason)))
    asked = asked_of(request.require, position)
    return verdict_to_json(Unknown(position, (), request.goal, reason=InWords(reason), require=asked))


def analyzed(request: AnalyzeRequest, limits: Limits) -> dict[str, Any]:
    """``tenback analyze --json``."""
    from solver.analysis import analyze, analyze_line, analyze_orders
    from solver.notation.answers import analysis_to_json, orders_to_json, played_to_json

    position = position_of(request)
    if request.line is not None:
        return played_to_json(analyze_line(position, line_of(request.line), limits, require=request.require))
    if request.require is None and not all(pile.ordered for pile in position.draws):
        orders = analyze_orders(position, request.orders, request.seed, request.confidence, limits)
        return cut_to(request.most_choices, orders_to_json(orders))
    found = analyze(position, limits, count=request.count, most_states=request.states, require=request.require)
    return cut_to(request.most_choices, analysis_to_json(found))


def cut_to(most: int, data: dict[str, Any]) -> dict[str, Any]:
    """The best choices; how many there are is said."""
    choices = data["choices"]
    return data | {"choices": choices[:most], "all_choices": len(choices)}


def unanalyzed(request: AnalyzeRequest, reason: str) -> dict[str, Any]:
    """Nothing is known."""
    from solver.analysis import Analysis, Choices, Count, Orders, Played, PlayedTurn, Share
    from solver.analysis.choices import UNKNOWN
    from solver.notation.answers import analysis_to_json, orders_to_json, played_to_json
    from solver.stipulations import asked_of

    position = position_of(request)
    asked = asked_of(request.require, position)
    if request.line is not None:
        turns, at = [], position
        for number, turn in enumerate(line_of(request.line), start=1):
            turns.append(PlayedTurn(number, turn, at, UNKNOWN, UNKNOWN))
            at = at.after(turn)
        return played_to_json(Played(position, tuple(turns), at, (), reason, require=asked))
    if not all(pile.ordered for pile in position.draws):
        orders = math.prod(math.factorial(len(pile.cards)) for pile in position.draws if not pile.ordered)
        nothing = Share(0, 0, 0, 0.0, (0.0, 1.0))
        found = Orders(position, nothing, (), orders, 0, False, request.confidence, request.seed, reason)
        return cut_to(request.most_choices, orders_to_json(found))
    analysis = Analysis(position, UNKNOWN, Choices((), (), 0, reason), Count(limit=reason), require=asked)
    return cut_to(request.most_choices, analysis_to_json(analysis))
