"""A played game looked back at: the chance to win turn by turn as hidden cards allowed, and what was possible anyway.

The chance before a turn is that of the best turn found; the turn that was played may cost some of it; what the cards
drawn (and the hands of the others) then add or take is luck.  So the three add up from the first turn to the result:

    chance at the start + luck - cost of all turns = 1 if it was won, 0 if it was lost

Beside it stands, exactly, whether the deal could still be won by somebody who knew the order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.analysis.choices import UNKNOWN, UNWINNABLE, WINNABLE
from solver.analysis.played import PlayedTurn, analyze_line
from solver.hidden.counsel import SAMPLES, Cost, Counsel
from solver.hidden.talk import spoken
from solver.notation.source import Source, position_of
from solver.search.limits import Limits
from solver.table.line import Turn
from solver.table.position import Position
from solver.table.view import OPEN, OWN, Information, View

EXACT_SECONDS = 20.0  # of a review go into what was possible at most
LEAST_MISTAKE = 0.02  # of chance


@dataclass(frozen=True)
class ReviewedTurn:
    """A turn, the exact verdicts before and after it, and what it cost; None: there was no time to find out."""

    played: PlayedTurn
    cost: Cost | None

    @property
    def is_mistake(self) -> bool:
        """Did it cost more than the redeals are unsure of?"""
        return self.cost is not None and self.cost.points >= LEAST_MISTAKE


@dataclass(frozen=True)
class Review:
    """A whole game; chances are those of the team, in Face to Face of player A (``side`` 0) or B."""

    position: Position
    turns: tuple[ReviewedTurn, ...]
    end: Position
    side: int = 0
    limit: str | None = None
    seconds: float = 0.0

    def of_side(self, seat: int, chance: float) -> float:
        """A chance of the player at a seat, from the side that is looked from."""
        is_other = self.position.winner_if(True) is not None and seat != self.side
        return 1 - chance if is_other else chance

    @property
    def before(self) -> tuple[float | None, ...]:
        """The chance before each turn, and at the end."""
        found = [
            None if turn.cost is None else self.of_side(turn.played.position.to_move, turn.cost.best.chance)
            for turn in self.turns
        ]
        return (*found, self.result)

    @property
    def chosen(self) -> tuple[float | None, ...]:
        """The chance with each turn as it was played, before its cards were drawn."""
        return tuple(
            None if turn.cost is None else self.of_side(turn.played.position.to_move, turn.cost.chance)
            for turn in self.turns
        )

    @property
    def luck(self) -> tuple[float | None, ...]:
        """What the cards drawn after each turn added."""
        pairs = zip(self.chosen, self.before[1:], strict=True)
        return tuple(None if now is None or later is None else later - now for now, later in pairs)

    @property
    def result(self) -> float | None:
        """1 won, 0 lost, None where it is not over."""
        if (outcome := self.end.outcome) is None:
            return None
        if outcome.winner is None:
            return float(outcome.won)
        return float(self.position.rules.seat(outcome.winner) == self.side)

    @property
    def mistakes(self) -> tuple[ReviewedTurn, ...]:
        """Turns that cost something, the dearest first."""
        found = [turn for turn in self.turns if turn.is_mistake]
        return tuple(sorted(found, key=lambda turn: -(turn.cost.points if turn.cost else 0)))

    @property
    def possible(self) -> tuple[str, ...]:
        """Exactly: whether the side could win if the order were known, before each turn and at the end."""
        if not self.turns:
            return (UNKNOWN,)
        last = self.turns[-1].played
        found = [(turn.played.position.to_move, turn.played.before) for turn in self.turns]
        return tuple(self.verdict_of_side(*each) for each in (*found, (last.position.to_move, last.after)))

    def verdict_of_side(self, seat: int, verdict: str) -> str:
        """A verdict for the player at a seat, from the side that is looked from."""
        is_other = self.position.winner_if(True) is not None and seat != self.side
        return {WINNABLE: UNWINNABLE, UNWINNABLE: WINNABLE}.get(verdict, verdict) if is_other else verdict


def review(
    thing: Source,
    line: Sequence[Turn],
    side: int = 0,
    limits: Limits | None = None,
    samples: int = SAMPLES,
    information: Information = OWN,
) -> Review:
    """Look back at a played game; an illegal turn is refused by number and rule.

    Chances are those of whoever knew what ``information`` says; with talk, what the partners said before each turn.
    Out of time, or Ctrl-C: what is not known yet stays open.  ``samples``: redeals for each turn.
    """
    position, limits = position_of(thing), limits or Limits()
    seconds = EXACT_SECONDS if limits.seconds is None else min(EXACT_SECONDS, limits.seconds / 2)
    exactly = Limits(seconds, limits.memory_mb, limits.watch)
    played = analyze_line(position, line, exactly, verdicts_only=True)
    limits.cancelled = exactly.cancelled
    counsel, costs = Counsel(position.rules, samples), list[Cost | None]()
    with limits.hearing():
        for turn in played.turns:
            limits.tell(f"turn {turn.number} of {len(played.turns)}", turn.number, 0)
            costs.append(cost_of(counsel, turn.position, turn.turn, information) if limits.left > 0 else None)
    limit = str(limits.reached) if limits.left <= 0 else played.limit
    return Review(position, tuple(map(ReviewedTurn, played.turns, costs)), played.end, side, limit, limits.elapsed)


def cost_of(counsel: Counsel, position: Position, turn: Turn, information: Information) -> Cost:
    """What a turn cost whoever played it, by what that seat saw and heard."""
    view = View.of(position, position.to_move, information)
    said = spoken(View.of(position, position.to_move, OPEN)) if information.partners_speak else None
    return counsel.cost(view, turn.plays, said)
