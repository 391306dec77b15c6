"""What the answers look like: the forms of docs/formats.md as types, from which the schema is made.

The answers themselves are made where the command line makes them; the tests hold each of them against these types.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Decided = Literal["winnable", "unwinnable", "unknown"]
Player = int | str
PlayShape = Annotated[tuple[str, str], Meta(description='A card and a pile, such as ["37", "up1"].')]
Huge = Annotated[str | None, Meta(description="A number that may be huge, as text; null: not counted.")]
Asked = Annotated[str | None, Meta(description="The conditions on a win that were asked for.")]
Limit = Annotated[str | None, Meta(description="What ran out, or null.")]


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """Every key is named here."""


class ErrorAnswer(Answer):
    """What is wrong, in one line."""

    error: str


class HealthAnswer(Answer):
    """How the server is: ``starting`` while the searches are made ready."""

    status: Literal["ok", "starting"]
    version: str
    time_limit: Annotated[float, Meta(description="Seconds that a request may search at most.")]
    busy: Annotated[dict[str, int], Meta(description="Workers at work, by lane.")]
    waiting: Annotated[dict[str, int], Meta(description="Questions that wait for a worker, by lane.")]


class GameAnswer(Answer):
    """A game and its published numbers (``hand`` by number of players)."""

    game: str
    title: str
    summary: str
    players: list[int]
    rules: dict[str, Any]


class TableAnswer(Answer, omit_defaults=True):
    """A deal (``deck`` or ``decks``) or a position (``piles``, ``hands``, ``draw``), as in docs/formats.md."""

    game: str
    rules: dict[str, int | None]
    players: int | None = None
    commands: dict[str, str] | None = None
    to_move: Player | None = None
    deck: list[str] | None = None
    decks: dict[str, list[str]] | None = None
    piles: dict[str, str | None] | None = None
    hands: dict[str, list[str]] | None = None
    draw: Any = None


class TurnAnswer(Answer):
    """A turn of a line of play."""

    plays: list[PlayShape]
    player: Player | None = None
    drawn: list[str] | None = None


class SolveAnswer(Answer):
    """A verdict: ``winnable`` with a line, ``unwinnable`` with a reason, ``unknown`` with the limit that was hit."""

    game: str
    players: int
    verdict: Decided
    goal: str
    cards_left: int
    optimal: bool
    turns: list[TurnAnswer]
    engine: str
    reason: str | None
    states: int
    seconds: float
    version: str
    winner: Annotated[Player | None, Meta(description="Face to Face: who wins with best play.")] = None
    bound: Annotated[int | None, Meta(description="Other goals than win: no line is better than this.")] = None
    require: Asked = None
    chance: Annotated[float | None, Meta(description="Face to Face, unknown: an estimate, never a verdict.")] = None


class ChoiceAnswer(Answer):
    """A different legal turn, and its worth with best play afterwards."""

    plays: list[PlayShape]
    verdict: Decided
    cards_left: int | None
    same: int
    only: bool
    winner: Player | None = None
    turns: int | None = None


class FirstPlayAnswer(Answer):
    """A card that may be laid first."""

    play: PlayShape
    verdict: Decided
    cards_left: int | None
    turns: int
    winning: int | None
    same: int


class ChoicesAnswer(Answer):
    """What each choice of a position is worth; ``all_choices`` counts also those that are not listed."""

    verdict: Decided
    cards_left: int | None
    choices: list[ChoiceAnswer]
    all_choices: int
    first_plays: list[FirstPlayAnswer]
    winning_lines: Huge
    winning_plays: Huge
    winning_positions: Huge
    limit: Limit
    seconds: float
    winner: Player | None = None
    turns: int | None = None
    require: Asked = None


class PlayedTurnAnswer(Answer):
    """A turn that was played: could it be won before, and after it?  How many of the choices won?"""

    plays: list[PlayShape]
    before: Decided
    verdict: Decided
    loses: bool
    choices: int | None
    winning: int | None
    player: Player | None = None
    drawn: list[str] | None = None
    stands_better: Annotated[Player | None, Meta(description="Face to Face: who, after this turn.")] = None


class PlayedAnswer(Answer):
    """A played game, turn by turn; ``better`` would have won instead of the first losing turn."""

    verdict: Decided
    first_losing_turn: int | None
    turns: list[PlayedTurnAnswer]
    better: list[TurnAnswer]
    limit: Limit
    seconds: float
    require: Asked = None


class OrderChoiceAnswer(Answer):
    """A first turn, and the share of orders that it leaves winnable."""

    plays: list[PlayShape]
    same: int
    won: int
    lost: int
    unknown: int
    share: float
    interval: tuple[float, float]


class OrdersAnswer(Answer):
    """A draw pile of unknown order: the share of orders that can be won."""

    won: int
    lost: int
    unknown: int
    share: float
    interval: tuple[float, float]
    orders: str
    looked_at: int
    exact: bool
    confidence: float | None
    method: str
    seed: int
    choices: list[OrderChoiceAnswer]
    all_choices: int
    limit: Limit
    seconds: float


class ViolationAnswer(Answer):
    """Where a line breaks which rule."""

    turn: int
    play: int | None
    rule: str


class VerifyAnswer(Answer):
    """What the referee says."""

    legal: bool
    complete: bool
    won: bool | None
    winner: Player | None
    cards_left: int
    turns: int
    reason: str
    violation: ViolationAnswer | None
    require: Asked = None
    broken: Annotated[str | None, Meta(description="The condition that a win does not meet.")] = None


class OutcomeAnswer(Answer):
    """How a game ended."""

    won: bool
    winner: Player | None
    rule: str
    text: str


class StepAnswer(Answer):
    """The table at the start (no ``turn``) or after a turn."""

    position: TableAnswer
    text: str
    cards_left: int
    outcome: OutcomeAnswer | None
    turn: TurnAnswer | None = None


class StepsAnswer(Answer):
    """A line of play, table by table, as far as it is legal; ``judgement`` says how far that is."""

    kind: Literal["deal", "position"]
    text: str
    json: TableAnswer
    steps: list[StepAnswer]
    judgement: VerifyAnswer | None
    board: Annotated[dict[str, Any] | None, Meta(description="What the page needs to draw the first table.")] = None


class OverAnswer(Answer):
    """How a game that people play has ended."""

    won: bool
    winner: Player | None
    text: str


class MatchAnswer(Answer):
    """A game as a seat sees it: no card is in it that the seat may not know."""

    seat: Player
    seats: Annotated[dict[str, str], Meta(description="Who sits where: a person, or the strength of a computer.")]
    open: bool
    said: Annotated[
        dict[str, list[dict[str, str]]] | None,
        Meta(description="What the others say of piles to the person to move; null where nobody talks."),
    ]
    table: dict[str, Any]
    to_move: Player | None
    laid: list[PlayShape]
    line: list[TurnAnswer]
    legal: list[PlayShape]
    may_end: bool
    must_undo: bool
    over: OverAnswer | None
    cards_left: int
    result: str
    undone: int
    hints: int
    start: Annotated[dict[str, Any], Meta(description="The first table, in the numbers of the board.")]
    board: Annotated[dict[str, Any] | None, Meta(description="What the page needs to draw the table.")] = None


class JudgedAnswer(Answer):
    """A turn, and the chance to win with it as the seat sees the table; in Face to Face that of the player to move."""

    plays: list[PlayShape]
    chance: float


class CounselAnswer(Answer):
    """The turns worth thinking about, the best first."""

    turns: list[JudgedAnswer]


class CostAnswer(Answer):
    """A turn that was played: what it cost in chance to win, the best one, and why that is better, by language."""

    turn: int
    best: JudgedAnswer
    chance: float
    cost: float
    why: list[dict[str, str]]


class ReviewedTurnAnswer(TurnAnswer, kw_only=True):
    """A turn looked back at; chances are those of one side, before the turn and with it, null where time ran out."""

    before: float | None
    chance: float | None
    cost: float | None
    best: list[PlayShape] | None
    why: list[dict[str, str]]
    luck: float | None
    mistake: bool
    loses: bool
    possible: str


class ReviewAnswer(Answer):
    """A game looked back at, or some turns of it; what was possible is for somebody who knew the order."""

    first: int
    possible: str
    start: float | None
    end: float | None
    side: Player
    luck: float | None
    turns: list[ReviewedTurnAnswer]
    mistakes: list[int]
    limit: str | None
    seconds: float


ANSWERS: dict[str, tuple[Any, ...]] = {  # the forms an answer may have
    "solve": (SolveAnswer,),
    "analyze": (ChoicesAnswer, PlayedAnswer, OrdersAnswer),
    "verify": (VerifyAnswer,),
    "show": (TableAnswer,),
    "steps": (StepsAnswer,),
    "match": (MatchAnswer,),
    "reply": (MatchAnswer,),
    "counsel": (CounselAnswer,),
    "cost": (CostAnswer,),
    "review": (ReviewAnswer,),
    "games": (list[GameAnswer],),
    "deal": (TableAnswer,),
    "healthz": (HealthAnswer,),
}
