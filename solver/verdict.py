"""Verdicts as types, none of which can be mistaken for another.

``Winnable`` holds a line that the referee has accepted, ``Unwinnable`` a reason, ``Unknown`` the limit that was hit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from solver.line import Line
from solver.position import Position
from solver.referee import judge

Goal = Literal["win", "cards-left", "turns"]
GOALS: tuple[Goal, ...] = ("win", "cards-left", "turns")


@dataclass(frozen=True)
class Effort:
    """Which engine answered, and what it cost."""

    engine: str = "dfs"
    states: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Verdict:
    """What is known of a position: the best line found, how many cards it leaves, and the work it took."""

    position: Position
    line: Line
    goal: Goal = "win"
    optimal: bool = False
    effort: Effort = field(default_factory=Effort)
    bound: int | None = None  # proved for the goal: no line leaves fewer cards, or takes fewer turns

    name = "unknown"

    @property
    def cards_left(self) -> int:
        """Cards that the line leaves."""
        return self.position.cards_left - sum(len(turn.plays) for turn in self.line)

    @property
    def explanation(self) -> str | None:
        """Why the verdict is not ``winnable``."""
        return None


@dataclass(frozen=True)
class Winnable(Verdict):
    """It can be won: ``line`` lays every card.  Can only be made of a line that the referee accepts."""

    name = "winnable"

    def __post_init__(self) -> None:
        judgement = judge(self.position, self.line)
        if not (judgement.legal and judgement.complete):
            raise AssertionError(
                f"an engine claims a win that the referee refuses: {judgement.reason}: {self.position!r}"
            )


@dataclass(frozen=True)
class Unwinnable(Verdict):
    """It cannot be won: ``reason`` is a named obstruction, or an exhaustive search and how many states it covered."""

    reason: str = ""
    name = "unwinnable"

    def __post_init__(self) -> None:
        if not self.reason:
            raise AssertionError("an unwinnable verdict needs its reason")
        refuse_illegal_line(self)

    @property
    def explanation(self) -> str:
        """The reason."""
        return self.reason


@dataclass(frozen=True)
class Unknown(Verdict):
    """Not decided: ``limit`` says what ran out.  Never to be read as "no"."""

    limit: str = ""
    name = "unknown"

    def __post_init__(self) -> None:
        if not self.limit:
            raise AssertionError("an unknown verdict needs the limit that was hit")
        refuse_illegal_line(self)

    @property
    def explanation(self) -> str:
        """The limit that was hit."""
        return self.limit


def refuse_illegal_line(verdict: Verdict) -> None:
    """A best line so far may be short, but never illegal."""
    judgement = judge(verdict.position, verdict.line)
    if not judgement.legal:
        raise AssertionError(
            f"an engine gives a line that the referee refuses: {judgement.reason}: {verdict.position!r}"
        )


def verdict_to_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict in the form that scripts rely on."""
    from solver.jsonform import line_to_json
    from solver.version import __version__

    data = {
        "game": verdict.position.rules.game.name,
        "players": verdict.position.rules.players,
        "verdict": verdict.name,
        "goal": verdict.goal,
        "cards_left": verdict.cards_left,
        "optimal": verdict.optimal,
        "turns": line_to_json(verdict.line),
        "engine": verdict.effort.engine,
        "reason": verdict.explanation,
        "states": verdict.effort.states,
        "seconds": round(verdict.effort.seconds, 6),
        "version": __version__,
    }
    return data if verdict.goal == "win" else data | {"bound": verdict.bound}
