"""Which option is right: each of them decided exactly, and why the others are not.

An option is right if the table that it makes can be won; where a loss is asked for, if it cannot.  What is not decided
within the limits is None, never a no.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from puzzles.answers.why import WhyNot, why_team_loses
from puzzles.options import Option, options_of
from puzzles.puzzle import Task
from solver import Line, Position, Unwinnable, Winnable, solve
from solver.search.limits import Limits


@dataclass(frozen=True)
class JudgedOption:
    """An option, whether it is right, and a line that wins its table where it can be won."""

    option: Option
    right: bool | None
    line: Line = ()

    @property
    def text(self) -> str:
        """How it is written."""
        return self.option.text


class OptionJudge:
    """What is known of the options of one puzzle; each is decided when it is asked for."""

    def __init__(self, position: Position, task: Task, limits: Limits) -> None:
        self.position, self.task, self.limits = position, task, limits

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """All options."""
        return options_of(self.position, self.task.kind)

    @cached_property
    def is_lost_as_it_stands(self) -> bool | None:
        """Of a table that is to be mended: is there something to mend?  True where nothing is."""
        if not self.task.kind.mends:
            return True
        wins, _ = winnable(self.position, self.limits)
        return None if wins is None else not wins

    @cached_property
    def judged(self) -> tuple[JudgedOption, ...]:
        """All options, each decided."""
        return tuple(map(self.judge, self.options))

    def judge(self, option: Option) -> JudgedOption:
        """One option, decided."""
        wins, line = winnable(option.position, self.limits)
        return JudgedOption(option, None if wins is None else wins is not self.task.kind.wants_loss, line)

    def rights_up_to(self, most: int) -> list[JudgedOption] | None:
        """The right options, no more than so many; None as soon as one is not decided."""
        found = list[JudgedOption]()
        for option in self.options:
            judged = self.judge(option)
            if judged.right is None:
                return None
            found += [judged] if judged.right else []
            if len(found) >= most:
                break
        return found

    def why_not(self, judged: JudgedOption) -> WhyNot | None:
        """Why an option is wrong; None where it is right, or no reason is known."""
        return None if judged.right is not False else self.why(judged)

    def why(self, judged: JudgedOption) -> WhyNot | None:
        """Why the table of an option cannot be won, or the line that wins it."""
        if judged.line:
            return WhyNot("wins", line=judged.line)
        return None if judged.right is None else why_team_loses(judged.option.position, self.limits)


def winnable(position: Position, limits: Limits) -> tuple[bool | None, Line]:
    """Can a team win from here, and how?  None: not decided."""
    if position.outcome is not None:
        return position.cards_left == 0, ()
    verdict = solve(position, limits=limits)
    limits.end_where_asked()
    if isinstance(verdict, Winnable):
        return True, verdict.line
    return (False if isinstance(verdict, Unwinnable) else None), ()
