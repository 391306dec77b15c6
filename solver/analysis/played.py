"""A game that was played, turn by turn: was it still won, which turn lost it, and what would have won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from solver.analysis.analyze import prepare, refuse_unknown_order
from solver.analysis.choices import UNKNOWN, UNWINNABLE, WINNABLE
from solver.errors import AgainstTheRules
from solver.notation.source import Source, position_of
from solver.referee import judge
from solver.rules.game import Player
from solver.search.compiled import now
from solver.search.limits import Limits, Watch, limits_of
from solver.shown import as_html
from solver.table.line import Line, Turn
from solver.table.position import Position
from solver.verdict import Winnable

if TYPE_CHECKING:
    from solver.analysis.judge import TeamJudge

COUNTED_STATES = 2_000_000  # for the winning choices of all turns together


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
        names, mover = self.position.rules.player_names, self.position.to_move
        if not self.position.rules.game.is_duel or self.after == UNKNOWN:
            return None
        return names[mover] if self.after == WINNABLE else names[1 - mover]


@dataclass(frozen=True)
class Played:
    """A whole game: its turns, the first one that lost a win, and the line that would have won instead of it."""

    position: Position
    turns: tuple[PlayedTurn, ...]
    end: Position
    better: Line = ()
    limit: str | None = None
    seconds: float = 0.0

    def __str__(self) -> str:
        """One line for people: where it was lost, if it was."""
        if (losing := self.first_losing) is not None:
            return f"turn {losing.number} gave the win away: {' '.join(map(str, losing.turn.plays))}"
        if any(UNKNOWN in (turn.before, turn.after) for turn in self.turns):
            return "where it was lost, if it was, is not known"
        if self.verdict == UNWINNABLE and not self.position.rules.game.is_duel:
            return "it could not be won from the start"
        return "no turn gave a win away"

    def _repr_html_(self) -> str:
        """A table, for a notebook."""
        return as_html(self)

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
    time_limit: float | None = None,
    watch: Watch | None = None,
    memory_limit: int | None = None,
) -> Played:
    """Look at a played game turn by turn; an illegal turn is refused by number and rule."""
    position = position_of(thing)
    refuse_unknown_order(position)
    judgement = judge(position, tuple(line))
    if not judgement.legal:
        raise AgainstTheRules(judgement.reason)
    prepare(position)
    began, limits = now(), limits_of(time_limit, memory_limit, watch)
    positions = [position]
    for turn in line:
        positions.append(positions[-1].after(turn))
    with limits.hearing():
        if position.rules.game.is_duel:
            from solver.analysis.played_duel import look_at_duel

            played = look_at_duel(positions, tuple(line), limits)
        else:
            played = look_at(positions, tuple(line), limits)
    return replace(played, seconds=now() - began)


def look_at(positions: list[Position], line: Line, limits: Limits) -> Played:
    """A team game: from the end to the beginning, since what could be won late could be won before."""
    from solver.analysis.judge import TeamJudge

    team = TeamJudge(positions[0], limits)
    better: Line = ()
    verdicts = [UNKNOWN] * len(positions)
    counts: list[tuple[int | None, int | None]] = [(None, None)] * len(line)
    for at in range(len(positions) - 1, -1, -1):
        if limits.cancelled:
            break
        verdicts[at] = team.verdict(positions[at])
        if verdicts[at] == WINNABLE:
            verdicts[:at] = [WINNABLE] * at
            break
    lost_at = losing_turn(verdicts)
    better = () if lost_at is None else line_that_wins(team, positions[lost_at])
    for at in range(len(line) - 1, -1, -1):
        if verdicts[at] == WINNABLE and team.decider.states < COUNTED_STATES and limits.left > 0:
            counts[at] = team.winning_choices(positions[at], COUNTED_STATES)
    limit = str(limits.reached) if limits.left <= 0 else None
    turns = tuple(
        PlayedTurn(at + 1, turn, positions[at], verdicts[at], verdicts[at + 1], *counts[at])
        for at, turn in enumerate(line)
    )
    return Played(positions[0], turns, positions[-1], better, limit)


def losing_turn(verdicts: list[str]) -> int | None:
    """The index of the turn that lost a win, if that is known."""
    return next((at for at, pair in enumerate(pairwise(verdicts)) if pair == (WINNABLE, UNWINNABLE)), None)


def line_that_wins(team: TeamJudge, position: Position) -> Line:
    """A winning line, which the referee looks at before anybody else does."""
    from solver.decide.ladder import FEW_CARDS

    line = team.winning_line(position) if position.cards_left <= FEW_CARDS else None
    return solved_line(position, team.limits) if line is None else Winnable(position, line).line


def solved_line(position: Position, limits: Limits) -> Line:
    """The solver's winning line, within what is left of the limits; empty where it finds none in time."""
    from solver.decide.solve import solve

    verdict = solve(position, limits=limits)
    return verdict.line if isinstance(verdict, Winnable) else ()
