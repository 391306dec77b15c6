"""What cannot be played is refused before anybody sits down to it; and where a solution begins."""

from __future__ import annotations

from puzzles.puzzle import Puzzle, naming, start_of_solution
from solver.errors import DoesNotAddUp
from solver.referee import judge
from solver.table.line import Line
from solver.table.position import Position


def refuse_what_cannot_be_played(puzzle: Puzzle) -> None:
    """A position that is over, or whose draw pile nobody knows, leaves nothing to decide."""
    position = puzzle.position
    if puzzle.task.kind.asks_option:
        from puzzles.answers.task_judge import refuse_misfits

        with naming(puzzle):
            refuse_misfits(position, puzzle.task)
            made = puzzle.start
        refuse_illegal(puzzle, made, puzzle.solution, "its solution")
        return
    if not puzzle.task.kind.every_order and not all(pile.ordered for pile in position.draws):
        raise DoesNotAddUp(f"{puzzle.named}: the order of its draw pile is unknown, so it cannot be played")
    if position.outcome is not None:
        raise DoesNotAddUp(f"{puzzle.named}: the game is over ({position.outcome.text})")
    if puzzle.task.kind.asks_where and not puzzle.played:
        raise DoesNotAddUp(f"{puzzle.named}: no game was played, so no turn of it can be named")
    refuse_illegal(puzzle, position, puzzle.played, "the game that was played")
    if (start := solution_start(puzzle, puzzle.lost_at)) is not None:
        refuse_illegal(puzzle, start, puzzle.solution, "its solution")


def refuse_illegal(puzzle: Puzzle, position: Position, line: Line, words: str) -> None:
    """An author's line must keep to the rules."""
    judgement = judge(position, line)
    if not judgement.legal:
        raise DoesNotAddUp(f"{puzzle.named}: {words} is against the rules: {judgement.reason}")


def solution_start(puzzle: Puzzle, lost_at: int | None) -> Position | None:
    """The position in which the solution begins; None: where-lost, and nobody knows where it was lost."""
    if not puzzle.task.kind.asks_where:
        return puzzle.start
    if lost_at is None or not 1 <= lost_at <= len(puzzle.played):
        return None
    return start_of_solution(puzzle.position, puzzle.played, lost_at)
