"""A game that was played, turn by turn: was it still won, which turn lost it, and what would have won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver.analysis.analyst import analyst_of
from solver.analysis.analyze import prepare, refuse_unknown_order
from solver.analysis.choices import UNKNOWN, UNWINNABLE, WINNABLE, winner_by
from solver.errors import AgainstTheRules
from solver.notation.source import Source, position_of
from solver.referee import judge
from solver.rules.game import Player
from solver.search.compiled import now
from solver.search.limits import Limits
from solver.shown import DrawnInNotebooks
from solver.stipulations import Stipulation, asked_of
from solver.table.line import Line, Turn
from solver.table.position import Position
from solver.verdict import Winnable


@dataclass(frozen=True)
class PlayedTurn:
    """One turn of a played game.

    ``before`` and ``after`` are verdicts: team games, can it be won; Face to Face, does the player of this turn win
    with best play.  ``choices`` and ``winning``: how many different turns there were, and how many of them won (None:
    not counted).
    """

    number: int
    turn: Turn
    position: Position
    before: str
    after: str
    choices: int | None = None
    winning: int | None = None

    @property
    def loses(self) -> bool:
        """A win was there, and is not there any more."""
        return self.before == WINNABLE and self.after == UNWINNABLE

    @property
    def only(self) -> bool:
        """There was only one winning choice, and it was played."""
        return self.winning == 1 and self.after == WINNABLE

    @property
    def stands_better(self) -> Player | None:
        """Face to Face: who wins with best play after this turn."""
        return winner_by(self.position, self.after)


@dataclass(frozen=True)
class Played(DrawnInNotebooks):
    """A whole game: its turns, the first one that lost a win, and the line that would have won instead of it."""

    position: Position
    turns: tuple[PlayedTurn, ...]
    end: Position
    better: Line = ()
    limit: str | None = None
    seconds: float = 0.0
    require: Stipulation | None = None

    def __str__(self) -> str:
        """One line for people: where it was lost, if it was."""
        if (losing := self.first_losing) is not None:
            return f"turn {losing.number} gave the win away: {' '.join(map(str, losing.turn.plays))}"
        if any(UNKNOWN in (turn.before, turn.after) for turn in self.turns):
            return "where it was lost, if it was, is not known"
        if self.verdict == UNWINNABLE and winner_by(self.position, self.verdict) is None:
            return "it could not be won from the start"
        return "no turn gave a win away"

    @property
    def verdict(self) -> str:
        """Of the position it began with."""
        if self.turns:
            return self.turns[0].before
        return UNKNOWN if self.end.outcome is None else WINNABLE if self.end.outcome.won else UNWINNABLE

    @property
    def first_losing(self) -> PlayedTurn | None:
        """The first turn that gave a win away."""
        return next((turn for turn in self.turns if turn.loses), None)


def analyze_line(
    thing: Source,
    line: Sequence[Turn],
    limits: Limits | None = None,
    verdicts_only: bool = False,
    require: str | Stipulation | None = None,
) -> Played:
    """Look at a played game turn by turn; an illegal turn is refused by number and rule.

    ``verdicts_only``: without the line that would have won, and without counting winning choices.  ``require``: only
    wins that meet a stipulation count.
    """
    position = position_of(thing)
    refuse_unknown_order(position)
    judgement = judge(position, tuple(line))
    if not judgement.legal:
        raise AgainstTheRules(judgement.reason)
    asked = asked_of(require, position)
    prepare(position)
    began, limits = now(), limits or Limits()
    positions = [position]
    for turn in line:
        positions.append(positions[-1].after(turn))
    with limits.hearing():
        if asked is None:
            played = analyst_of(position.rules).played(positions, tuple(line), limits, verdicts_only)
        else:
            played = as_stipulated(positions, tuple(line), asked, limits, verdicts_only)
    return replace(played, seconds=now() - began, require=asked)


def as_stipulated(
    positions: list[Position], line: Line, asked: Stipulation, limits: Limits, verdicts_only: bool
) -> Played:
    """A team game in which only wins of a certain kind count."""
    from solver.analysis.stipulated import StipulatedJudging
    from solver.analysis.team_played import team_played

    return team_played(StipulatedJudging(positions, line, asked, limits), positions, line, limits, verdicts_only)


def solved_line(position: Position, limits: Limits, require: Stipulation | None = None) -> Line:
    """The solver's winning line, within what is left of the limits; empty where it finds none in time."""
    from solver.decide.solve import solve

    verdict = solve(position, limits=limits, require=require)
    return verdict.line if isinstance(verdict, Winnable) else ()
