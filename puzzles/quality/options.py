"""Quality of a puzzle that asks for an option: enough to choose from, and something that only a line refutes."""

from __future__ import annotations

from puzzles.answers.option_judge import OptionJudge
from puzzles.answers.why import WhyNot
from puzzles.options import Option, option_named
from puzzles.puzzle import Puzzle
from solver.search.limits import Limits

LEAST_OPTIONS = 3  # with two, a coin would do


def tries_of(puzzle: Puzzle) -> int:
    """Wrong options that no one sentence refutes."""
    return sum(not why.in_one_sentence for _, why in refuted(puzzle))


def refuted(puzzle: Puzzle, limits: Limits | None = None) -> list[tuple[Option, WhyNot]]:
    """The wrong options of which it is known why."""
    judge = OptionJudge(puzzle.position, puzzle.task, limits or Limits())
    found = ((judged.option, judge.why_not(judged)) for judged in judge.judged)
    return [(option, why) for option, why in found if why is not None]


def told_of(puzzle: Puzzle, limits: Limits, most: int = 2) -> tuple[tuple[Option, WhyNot], ...]:
    """The wrong options after which most cards can be laid; where a loss is asked for, why the answer is one."""
    if puzzle.task.kind.wants_loss:
        judge = OptionJudge(puzzle.position, puzzle.task, limits)
        answered = judge.judge(option_named(puzzle.position, puzzle.task.kind, puzzle.answer))
        why = judge.why(answered)
        return () if why is None else ((answered.option, why),)
    found = sorted(refuted(puzzle, limits), key=lambda one: -sum(len(turn.plays) for turn in one[1].line))
    return tuple(found[:most])


def option_quality(puzzle: Puzzle) -> dict[str, float]:
    """How many there are to choose from, and how many wrong ones take a line to refute."""
    judge = OptionJudge(puzzle.position, puzzle.task, Limits())
    return {"choices": float(len(judge.options)), "tries": float(tries_of(puzzle))}
