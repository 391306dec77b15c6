"""The analysis of a position in which only wins of a certain kind count: every turn, and how many lines win so."""

from __future__ import annotations

from collections.abc import Iterator

from solver.analysis.choices import UNKNOWN, UNWINNABLE, WINNABLE, Choice, Choices, best_first
from solver.analysis.count import NOTHING_WINS, Count
from solver.analysis.played import solved_line
from solver.decide.stipulated import by_cpsat
from solver.search.compiled import make_ready
from solver.search.limits import Limits
from solver.search.stipulated import AskedOutcome, AskedTable, OutOfLimits, StipulatedSearch
from solver.stipulations import Stipulation
from solver.table.line import Line
from solver.table.position import Position

QUICK = 300  # states of the depth-first search for each choice before CP-SAT is asked


class StipulatedJudge:
    """Decides tables that come of one position, with one memory."""

    def __init__(self, position: Position, require: Stipulation, limits: Limits) -> None:
        make_ready("search", "analysis")
        self.limits = limits
        self.search = StipulatedSearch(position, require, limits)

    def choices(self, position: Position, require: Stipulation) -> list[Choice] | None:
        """Every different legal turn with its worth; None where the limits do not let them be listed."""
        try:
            return list(self.each_choice(position, require))
        except OutOfLimits:
            return None

    def each_choice(self, position: Position, require: Stipulation, broken_too: bool = True) -> Iterator[Choice]:
        """The same one by one, for those who need not see all; or without those that break the stipulation."""
        table = self.search.table_of(position, require)
        return (self.choice(position, table, one) for one in self.search.outcomes(table, broken_too))

    def choice(self, position: Position, table: AskedTable, outcome: AskedOutcome) -> Choice:
        """One turn."""
        turn, left = self.search.turn(table, outcome), outcome.table.left
        verdict = UNWINNABLE if left is None else self.verdict(position.after(turn), left)
        return Choice(turn, outcome.same, verdict, 0 if verdict == WINNABLE else None)

    def verdict(self, position: Position, require: Stipulation) -> str:
        """Can it still be won so?"""
        if position.outcome is not None:
            return WINNABLE if position.outcome.won and require.is_met else UNWINNABLE
        self.search.most = self.search.states + QUICK
        try:
            return UNWINNABLE if self.search.win(self.search.table_of(position, require)) is None else WINNABLE
        except OutOfLimits:
            if self.limits.left <= 0:
                return UNKNOWN
        finally:
            self.search.most = None
        return by_cpsat(position, "win", require, self.limits, False).name


class StipulatedJudging:
    """A played game in which only wins count that meet a stipulation; for ``team_played``."""

    def __init__(self, positions: list[Position], line: Line, require: Stipulation, limits: Limits) -> None:
        self.positions, self.judge = positions, StipulatedJudge(positions[0], require, limits)
        self.left: list[Stipulation | None] = [require]
        for position, turn in zip(positions, line, strict=False):
            before = self.left[-1]
            self.left.append(None if before is None else before.after(position, turn))

    def verdict(self, at: int) -> str:
        """As what is left lets it be."""
        left = self.left[at]
        return UNWINNABLE if left is None else self.judge.verdict(self.positions[at], left)

    def better(self, at: int) -> Line:
        """The solver's, for what is left to be met."""
        return solved_line(self.positions[at], self.judge.limits, self.left[at])

    def winning_choices(self, at: int) -> tuple[int | None, int | None]:
        """All of them, listed."""
        left = self.left[at]
        found = None if left is None else self.judge.choices(self.positions[at], left)
        if found is None or any(choice.verdict == UNKNOWN for choice in found):
            return None, None
        return len(found), sum(choice.verdict == WINNABLE for choice in found)


def stipulated_choices(position: Position, require: Stipulation, limits: Limits) -> Choices:
    """Every different legal turn, those that break the stipulation too."""
    judge = StipulatedJudge(position, require, limits)
    found = judge.choices(position, require)
    if found is None:
        return Choices((), (), judge.search.states, str(limits.reached))
    unknown = any(choice.verdict == UNKNOWN for choice in found)
    return Choices(best_first(found), (), judge.search.states, str(limits.reached) if unknown else None)


def count_stipulated(position: Position, require: Stipulation, limits: Limits, most: int) -> Count:
    """How many lines win so, and through how many positions, going through at most so many states."""
    search = StipulatedSearch(position, require, limits, most)
    known: dict[object, tuple[int, int]] = {}

    def counted(table: AskedTable) -> tuple[int, int]:
        if search.cards_left(table) == 0:
            won = int(table.left is not None and table.left.is_met)
            known[search.key(table)] = (won, won)
            return won, won
        key = search.key(table)
        if key not in known:
            lines = [(one.same, *counted(one.table)) for one in search.alive(search.outcomes(table))]
            known[key] = sum(line for _, line, _ in lines), sum(same * plays for same, _, plays in lines)
        return known[key]

    try:
        lines, plays = counted(search.start)
    except OutOfLimits:
        reached = str(limits.reached) if limits.left <= 0 else f"more than {most} states"
        return Count(states=search.states, limit=f"not counted: {reached}")
    if not lines:
        return NOTHING_WINS
    return Count(lines, plays, sum(won > 0 for won, _ in known.values()), search.states)
