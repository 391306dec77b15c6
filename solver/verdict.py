"""Verdicts as types, none of which can be mistaken for another.

``Winnable`` holds a line that the referee has accepted, ``Unwinnable`` a reason, ``Unknown`` the limit that was hit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from solver.referee import judge
from solver.rules.game import Player
from solver.shown import as_html
from solver.table.line import Line
from solver.table.position import Position

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

    def __str__(self) -> str:
        """One line for people; ``repr`` is the one that reads back."""
        return f"{self.name}: {self.summary}"

    def _repr_html_(self) -> str:
        """The verdict and its line drawn, for a notebook."""
        return as_html(self)

    @property
    def cards_left(self) -> int:
        """Cards that the line leaves (in Face to Face: to the player to move)."""
        return left_after(self.position, self.line)

    @property
    def winner(self) -> Player | None:
        """Face to Face: who wins with best play, where it is known."""
        return None

    @property
    def explanation(self) -> str | None:
        """Why the verdict is not ``winnable``."""
        return None

    @property
    def summary(self) -> str:
        """What there is to say beside the name, in one line: in how many turns, or why not."""
        wins = "" if self.winner is None else f"{self.winner} wins"
        turns = f"{len(self.line)} turn{'' if len(self.line) == 1 else 's'}"
        if self.explanation is None:
            return f"{wins} in {turns}" if wins else turns
        left = f"{self.cards_left} card{'' if self.cards_left == 1 else 's'} left"
        best = f"; {left} at best{'' if self.optimal else ' so far'}" if self.goal == "cards-left" else ""
        return f"{wins}: {self.explanation}" if wins else f"{self.explanation}{best}"


@dataclass(frozen=True)
class Winnable(Verdict):
    """It can be won: ``line`` lays every card.  Can only be made of a line that the referee accepts."""

    name = "winnable"

    def __post_init__(self) -> None:
        judgement = judge(self.position, self.line)
        if not (judgement.legal and judgement.complete and judgement.winner == self.winner):
            raise AssertionError(
                f"an engine claims a win that the referee refuses: {judgement.reason}: {self.position!r}"
            )

    @property
    def winner(self) -> Player | None:
        """Face to Face: the player to move."""
        rules = self.position.rules
        return rules.game.sides.winner(rules.player_names, self.position.to_move, won=True)


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
    def winner(self) -> Player | None:
        """Face to Face: the opponent of the player to move."""
        rules = self.position.rules
        return rules.game.sides.winner(rules.player_names, self.position.to_move, won=False)

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


def left_after(position: Position, line: Line) -> int:
    """Cards that a line leaves of the deck of the player to move: in the team games of all."""
    rules, mover = position.rules, position.to_move
    mates = [name for seat, name in enumerate(rules.player_names) if rules.deck_of(seat) == rules.deck_of(mover)]
    return position.held_by(mover) - sum(len(turn.plays) for turn in line if turn.player in (None, *mates))


def refuse_illegal_line(verdict: Verdict) -> None:
    """A best line so far may be short, but never illegal."""
    judgement = judge(verdict.position, verdict.line)
    if not judgement.legal or (verdict.winner is not None and judgement.winner not in (None, verdict.winner)):
        raise AssertionError(
            f"an engine gives a line that the referee refuses: {judgement.reason}: {verdict.position!r}"
        )


def verdict_to_json(verdict: Verdict) -> dict[str, Any]:
    """A verdict in the form that scripts rely on."""
    from solver.notation.jsonform import line_to_json
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
    if verdict.position.rules.game.is_duel:
        data["winner"] = verdict.winner
    return data if verdict.goal == "win" else data | {"bound": verdict.bound}
