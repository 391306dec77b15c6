"""Verdicts as types, none of which can be mistaken for another.

``Winnable`` holds a line that the referee has accepted, ``Unwinnable`` a reason, ``Unknown`` the limit that was hit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from solver.reasons import Reason
from solver.referee import judge
from solver.rules.game import Player
from solver.shown import DrawnInNotebooks
from solver.stipulations import Stipulation
from solver.stipulations.telling import told
from solver.table.line import Line
from solver.table.position import Position

Goal = Literal["win", "cards-left", "turns", "tricks", "most-tricks"]
GOALS: tuple[Goal, ...] = get_args(Goal)


@dataclass(frozen=True)
class Effort:
    """Which engine answered, and what it cost."""

    engine: str = "dfs"
    states: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Verdict(DrawnInNotebooks):
    """What is known of a position: the best line found, how many cards it leaves, and the work it took."""

    position: Position
    line: Line
    goal: str = "win"  # one of GOALS, or a question
    optimal: bool = False
    effort: Effort = field(default_factory=Effort)
    bound: int | None = None  # proved for the goal: no line leaves fewer cards, or takes fewer turns
    reason: Reason | None = None  # why it is not ``winnable``
    require: Stipulation | None = None  # what a win had to be like
    chance: float | None = None  # of ``Unknown`` alone, and of Face to Face: an estimate

    name = "unknown"

    def __str__(self) -> str:
        """One line for people; ``repr`` is the one that reads back."""
        return f"{self.name}: {self.summary}"

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
        """Why the verdict is not ``winnable``, in words."""
        return None if self.reason is None else str(self.reason)

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
class Wanted:
    """A goal beyond winning: what a line is to make small, in words and as a number; some are asked of wins only.

    ``largest``: it is to be made large; ``bound`` is then what no line can exceed.
    """

    words: str
    value: Callable[[Verdict], int]
    of_wins_only: bool
    largest: bool = False


def tricks_in(verdict: Verdict) -> int:
    """How many backwards tricks the line plays."""
    return sum(lay.trick for lay in told(verdict.position, verdict.line).lays)


WANTED: Mapping[str, Wanted] = {
    "cards-left": Wanted("cards left", lambda verdict: verdict.cards_left, of_wins_only=False),
    "turns": Wanted("turns", lambda verdict: len(verdict.line), of_wins_only=True),
    "tricks": Wanted("tricks", tricks_in, of_wins_only=True),
    "most-tricks": Wanted("tricks", tricks_in, of_wins_only=True, largest=True),
}


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
        broken = None if self.require is None else self.require.broken_by(self.position, self.line)
        if broken is not None:
            raise AssertionError(f"an engine claims a win that does not meet {broken.text}: {self.position!r}")

    @property
    def winner(self) -> Player | None:
        """Face to Face: the player to move."""
        return self.position.winner_if(won=True)


@dataclass(frozen=True)
class Unwinnable(Verdict):
    """It cannot be won: ``reason`` is a named obstruction, or an exhaustive search and how many states it covered."""

    name = "unwinnable"

    def __post_init__(self) -> None:
        refuse_no_reason(self)
        refuse_illegal_line(self)

    @property
    def winner(self) -> Player | None:
        """Face to Face: the opponent of the player to move."""
        return self.position.winner_if(won=False)


@dataclass(frozen=True)
class Unknown(Verdict):
    """Not decided: ``reason`` says what ran out.  Never to be read as "no".

    ``chance``: Face to Face, how often the player to move wins from tables that look like this one; no verdict.
    """

    name = "unknown"

    def __post_init__(self) -> None:
        refuse_no_reason(self)
        refuse_illegal_line(self)


@dataclass(frozen=True)
class Answered(Verdict):
    """The answer to a question about Face to Face: ``yes``, no, or (None) not decided, and a line that shows it.

    ``goal`` is the question; ``bound`` the proved number of turns, those of both players counted; ``reason`` says why
    it is not a yes.
    """

    yes: bool | None = None

    def __post_init__(self) -> None:
        names = {None: Unknown.name, True: Winnable.name, False: Unwinnable.name}
        object.__setattr__(self, "name", names[self.yes])
        object.__setattr__(self, "optimal", self.bound is not None)
        refuse_illegal_line(self)
        if not self.yes:
            refuse_no_reason(self)

    @property
    def winner(self) -> Player | None:
        """Who wins at the end of the line, if it ends the game."""
        return judge(self.position, self.line).winner


def left_after(position: Position, line: Line) -> int:
    """Cards that a line leaves of the deck of the player to move: in the team games of all."""
    rules, mover = position.rules, position.to_move
    mates = [name for seat, name in enumerate(rules.player_names) if rules.deck_of(seat) == rules.deck_of(mover)]
    return position.held_by(mover) - sum(len(turn.plays) for turn in line if turn.player in (None, *mates))


def refuse_no_reason(verdict: Verdict) -> None:
    """What is not won says why."""
    if verdict.reason is None or not str(verdict.reason):
        raise AssertionError(f"{verdict.name}: the verdict needs its reason")


def refuse_illegal_line(verdict: Verdict) -> None:
    """A best line so far may be short, but never illegal."""
    judgement = judge(verdict.position, verdict.line)
    if not judgement.legal or (verdict.winner is not None and judgement.winner not in (None, verdict.winner)):
        raise AssertionError(
            f"an engine gives a line that the referee refuses: {judgement.reason}: {verdict.position!r}"
        )
