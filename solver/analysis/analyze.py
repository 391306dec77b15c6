"""The whole analysis of a position: its verdict, its choices, and how many lines win."""

from __future__ import annotations

from dataclasses import dataclass

from solver.analysis.analyst import analyst_of
from solver.analysis.choices import (
    UNKNOWN,
    UNWINNABLE,
    WINNABLE,
    Choice,
    Choices,
    FirstPlay,
    fewest_of,
    list_choices,
    verdict_of,
    winner_by,
)
from solver.analysis.count import MOST_STATES, NOTHING_WINS, Count, count_winning
from solver.analysis.ranking import ranked
from solver.notation.source import Source, position_of
from solver.rules.game import Player
from solver.search.compiled import now
from solver.search.limits import Limits
from solver.shown import DrawnInNotebooks
from solver.stipulations import Stipulation, asked_of
from solver.table.position import Position

MOST_STIPULATED = 20_000  # states gone through for a stipulation without being asked to: some seconds


@dataclass(frozen=True)
class Analysis(DrawnInNotebooks):
    """What is known of a position and of each choice in it, the best first (``ranking`` says which that is)."""

    position: Position
    verdict: str
    found: Choices
    count: Count
    seconds: float = 0.0
    require: Stipulation | None = None

    def __str__(self) -> str:
        """One line for people."""
        return f"{self.verdict}: {self.summary}" if self.summary else self.verdict

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The different legal turns, the best first."""
        return self.found.choices

    @property
    def first_plays(self) -> tuple[FirstPlay, ...]:
        """What may be laid first."""
        return self.found.first_plays

    @property
    def winning(self) -> tuple[Choice, ...]:
        """The choices that win."""
        return tuple(choice for choice in self.choices if choice.verdict == WINNABLE)

    @property
    def only_move(self) -> Choice | None:
        """The only choice that wins, if there is just one."""
        return next((choice for choice in self.choices if choice.only), None)

    @property
    def cards_left(self) -> int | None:
        """The fewest cards that can be left; None where it is not known, and in Face to Face."""
        if self.winner is not None:
            return None
        if self.position.outcome is not None:
            return self.position.cards_left
        if not self.choices:
            return 0 if self.verdict == WINNABLE else None
        return fewest_of(choice.cards_left for choice in self.choices)

    @property
    def winner(self) -> Player | None:
        """Face to Face: who wins with best play."""
        return winner_by(self.position, self.verdict)

    @property
    def turns(self) -> int | None:
        """Face to Face: in how many turns, if the winner hurries and the loser delays."""
        numbers = [choice.turns for choice in (self.winning if self.verdict == WINNABLE else self.choices)]
        if self.winner is None or None in numbers:
            return None
        known = [number for number in numbers if number is not None]
        return (min if self.verdict == WINNABLE else max)(known, default=0)

    @property
    def summary(self) -> str:
        """``3 of 17 choices win; 1,234 winning lines through 56 positions``."""
        facts = []
        if self.winner is not None:
            facts.append(f"{self.winner} wins with best play" + (f" in {self.turns} turns" if self.turns else ""))
        elif self.verdict == UNWINNABLE and self.cards_left is not None:
            facts.append(f"at best {self.cards_left} card{'' if self.cards_left == 1 else 's'} left")
        if self.choices:
            facts.append(f"{len(self.winning)} of {len(self.choices)} choices win")
        if self.count.lines:
            facts.append(f"{self.count.lines:,} winning lines through {self.count.positions:,} positions")
        return "; ".join(facts)

    @property
    def limit(self) -> str | None:
        """What ran out, if anything did."""
        return self.found.limit or self.count.limit


def analyze(
    thing: Source,
    limits: Limits | None = None,
    *,
    count: bool = True,
    most_states: int = MOST_STATES,
    require: str | Stipulation | None = None,
) -> Analysis:
    """What each choice of a deal or position is worth, and how many lines win.

    ``count``: also count winning lines, going through at most ``most_states`` states.  ``require``: only wins that meet
    a stipulation count; what the others leave is not asked then.

    >>> found = analyze("quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1")
    >>> [(str(choice.turn), choice.verdict, choice.cards_left) for choice in found.choices][:2]
    [('1: b5@down +', 'winnable', 0), ('1: b5@down s1@down +', 'winnable', 0)]
    """
    position = position_of(thing)
    refuse_unknown_order(position)
    prepare(position)
    began, limits = now(), limits or Limits()
    asked = asked_of(require, position)
    if asked is not None and position.outcome is None:
        return analyze_stipulated(position, asked, limits, most_states if count else None)
    with limits.hearing():
        found = list_choices(position, limits)
        verdict = verdict_by(position, found, limits)
        counted = Count(limit="not asked for")
        if verdict == UNWINNABLE:
            counted = NOTHING_WINS
        elif count and found.limit is None:
            counted = count_winning(position, limits, most_states)
            refuse_contradiction(position, verdict, counted)
        found = ranked(position, found, limits)
    return Analysis(position, verdict, found, counted, now() - began)


def analyze_stipulated(position: Position, asked: Stipulation, limits: Limits, most_states: int | None) -> Analysis:
    """The same where only wins count that meet a stipulation."""
    from solver.analysis.stipulated import count_stipulated, stipulated_choices

    began = now()
    with limits.hearing():
        found = stipulated_choices(position, asked, limits)
        verdict = verdict_of(choice.verdict for choice in found.choices) if found.choices else UNKNOWN
        counted = NOTHING_WINS if verdict == UNWINNABLE else Count(limit="not asked for")
        if most_states is not None and verdict != UNWINNABLE:
            counted = count_stipulated(position, asked, limits, min(most_states, MOST_STIPULATED))
            refuse_contradiction(position, verdict, counted)
    return Analysis(position, verdict, found, counted, now() - began, asked)


def prepare(position: Position) -> None:
    """Have compiled what an analysis needs, all of it at once."""
    from solver.search.compiled import make_ready

    make_ready(*analyst_of(position.rules).kernels)


def refuse_unknown_order(position: Position) -> None:
    """What needs the order of the draw pile says what does not."""
    from solver.errors import DoesNotAddUp

    if not all(pile.ordered for pile in position.draws):
        raise DoesNotAddUp("the order of the draw pile is unknown, and this question needs it; ask analyze_orders")


def verdict_by(position: Position, found: Choices, limits: Limits) -> str:
    """The verdict on the position: that of its best choice; where they could not be listed, that of the ladder."""
    if position.outcome is not None:
        return WINNABLE if position.outcome.won else UNWINNABLE
    if found.choices:
        return verdict_of(choice.verdict for choice in found.choices)
    return UNKNOWN if limits.cancelled else analyst_of(position.rules).solved(position, limits)[0]


def refuse_contradiction(position: Position, verdict: str, counted: Count) -> None:
    """Two ways to the same truth: where they part, nobody is believed."""
    from solver.errors import EnginesDisagree

    if counted.lines is not None and verdict != UNKNOWN and (counted.lines > 0) != (verdict == WINNABLE):
        raise EnginesDisagree(f"{verdict}, and {counted.lines} lines that win: {position!r}")
