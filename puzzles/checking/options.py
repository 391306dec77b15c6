"""Is the answer of a puzzle that asks for an option the right one, and does its solution win?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from puzzles.answers.answer import TaskAnswer
from puzzles.checking.confirm import contradicted_option
from puzzles.options import option_named
from puzzles.puzzle import Puzzle
from solver import Position
from solver.errors import quoted
from solver.referee import judge
from solver.search.limits import Limits

Fault = tuple[Literal["unique", "solution"], str]


def option_faults(puzzle: Puzzle, found: TaskAnswer, confirm: bool, limits: Limits) -> Iterator[Fault]:
    """What is wrong with what is claimed; ``confirm``: a second engine is asked about every option."""
    if puzzle.unique != "none":
        yield "unique", f"{puzzle.unique} is claimed; task {puzzle.task} claims its one answer by itself"
    if not puzzle.answer:
        yield "solution", "there is no answer"
        return
    option = option_named(puzzle.position, puzzle.task.kind, puzzle.answer)
    if option.text not in [judged.text for judged in found.rights]:
        yield "solution", f"answer {quoted(puzzle.answer)} is wrong; {found.listed_rights()} is right"
        return
    if (fault := fault_of_line(puzzle, option.position)) is not None:
        yield "solution", fault
    if confirm and (wrong := contradicted_option(puzzle.task, found, limits)) is not None:
        yield "unique", wrong


def fault_of_line(puzzle: Puzzle, start: Position) -> str | None:
    """A table that can be won comes with a line that wins it; one that cannot has none."""
    line = puzzle.solution
    if puzzle.task.kind.wants_loss:
        return f"task {puzzle.task} asks for what cannot be won: it has no line of play" if line else None
    if not line:
        return "there is none"
    judgement = judge(start, line)
    if not judgement.legal:
        return f"against the rules: {judgement.reason}"
    return None if judgement.complete else f"it does not end with the win: {judgement.reason}"
