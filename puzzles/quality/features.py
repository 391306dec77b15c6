"""Quality as named features: what makes a puzzle worth printing, whatever its level.

    choices   different first turns
    tries     wrong first turns that no one sentence refutes
    surprise  how far the right first turns are from what one thinks of first, in bits
    economy   1 where no card, and no two cards, could be taken away and leave the same puzzle; else 0
    purity    one key idea: 1 divided by the number of themes; 0 where there are commands and none of them matters
    tail      turns of the solution after the last one at which a turn that looks reasonable fails

Everything but ``economy`` is worked out from the position in which the solution begins; a played game is looked at from
before the turn that lost it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from puzzles.answers.answer import answer
from puzzles.answers.task_judge import TaskJudge
from puzzles.answers.unique import name_of
from puzzles.answers.why import WhyNot, why_not
from puzzles.puzzle import LEVELS, Level, Puzzle, start_of_solution
from puzzles.quality.minimal import is_minimal, is_minimal_in_two, sound_of
from puzzles.quality.options import option_quality
from puzzles.rating.features import PLAUSIBLE, surprise
from puzzles.rating.viewer import WRONG, TurnsView, viewer_of
from puzzles.themes import themes_of
from solver import DoesNotAddUp, Position, Rules, Turn
from solver.search.limits import Limits

LEAST_CHOICES = 3  # different first turns of any puzzle; from medium up:
LEAST_CHOICES_LATER, LEAST_TRIES, LEAST_TRIES_LATER = 5, 1, 2
MEDIUM, HARD = LEVELS.index("medium"), LEVELS.index("hard")
DIGITS = 4


@dataclass(frozen=True)
class Wrong:
    """A first turn that fails, what it costs more than the cheapest turn, and why it fails where that is known."""

    turn: Turn
    excess: int
    why: WhyNot | None

    @property
    def is_try(self) -> bool:
        """Does it take a line to refute it?"""
        return self.why is not None and not self.why.in_one_sentence


class Quality:
    """The features of one puzzle, each worked out when it is asked for."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.start = start_of_solution(puzzle.position, puzzle.played, puzzle.lost_at)
        self.task_judge = TaskJudge(self.start, puzzle.task, Limits())

    def features(self) -> dict[str, float]:
        """All of them by name."""
        found: dict[str, float] = {
            "choices": self.choices,
            "tries": self.tries,
            "surprise": self.surprise,
            "economy": self.economy,
            "purity": self.purity,
            "tail": self.tail,
        }
        return {name: round(float(value), DIGITS) for name, value in found.items()}

    @cached_property
    def choices(self) -> int:
        """Different first turns; none where they are too many to list."""
        return len(self.task_judge.judged(self.start, 0) or ())

    @cached_property
    def tries(self) -> int:
        """Wrong first turns that no one sentence refutes."""
        return sum(wrong.is_try for wrong in self.wrongs)

    @cached_property
    def surprise(self) -> float:
        """How far the right first turns are from what one thinks of first."""
        return 0.0 if self.view is None else surprise(self.view)

    @cached_property
    def economy(self) -> bool:
        """Is every card needed, and of every two at least one?"""
        sound = sound_of(self.puzzle)
        return is_minimal(sound) and is_minimal_in_two(sound)

    @cached_property
    def purity(self) -> float:
        """One key idea, and commands that matter."""
        return 1 / max(len(themes_of(self.puzzle)), 1) if self.commands_matter else 0.0

    @cached_property
    def tail(self) -> int:
        """Turns of the solution after the last chance to err."""
        viewer, position = viewer_of(self.start, self.puzzle.task), self.start
        line = self.puzzle.solution if self.puzzle.task.kind.whole_line else self.puzzle.solution[:1]
        since = 0
        for number, turn in enumerate(line):
            view = None if viewer.is_over(position) else viewer.view(position, number)
            since = 0 if view is not None and (not view.solver_moves or can_err(view)) else since + 1
            position = position.after(turn)
        return since

    # --- what they are made of

    @cached_property
    def view(self) -> TurnsView | None:
        """The turns of the first position with their prices."""
        return viewer_of(self.start, self.puzzle.task).view(self.start, 0)

    @cached_property
    def lost(self) -> Wrong | None:
        """Of a played game: the turn that lost it."""
        if self.puzzle.lost_at is None:
            return None
        turn = self.puzzle.played[self.puzzle.lost_at - 1]
        return Wrong(turn, 0, why_not(self.task_judge, self.start.after(turn), 1))

    @cached_property
    def wrongs(self) -> list[Wrong]:
        """The first turns that fail, the cheapest first, each with its reason."""
        return list(self.cheapest_wrongs())

    def cheapest_wrongs(self) -> Iterator[Wrong]:
        """The first turns that fail, the cheapest first; of turns that no card left can tell apart, the first.

        A reason is looked for when its turn comes, since it may take a search.
        """
        if self.view is None:
            return
        view = self.view
        failing = [at for at in range(len(view)) if not view.is_right(at) and view.right[at] == WRONG]
        turns = sorted(((view.excess(at), view.turn(at), at) for at in failing), key=by_price)
        for excess, turn, at in turns:
            why = why_not(self.task_judge, view.after(at), 1)
            if why is not None and why.order:  # the cards are drawn as the reason says
                turn = turn._replace(drawn=why.order[: len(turn.drawn or ())])
            yield Wrong(turn, excess, why)

    @cached_property
    def commands_matter(self) -> bool:
        """Would the puzzle be another one without its commands?  True where there are none."""
        rules = self.start.rules
        if not rules.commands:
            return True
        plain = without_commands(self.start)
        if plain.outcome is not None:
            return True
        firsts = TaskJudge(plain, self.puzzle.task, Limits()).solving_choices(plain, 0)
        found = None if firsts is None else [name_of(rules, first.turn) for first in firsts]
        return found != [name_of(rules, self.puzzle.solution[0]._replace(player=self.start.player))]


def quality_of(puzzle: Puzzle) -> dict[str, float]:
    """The features by name; a puzzle without a solution gets that of the solver."""
    if puzzle.task.kind.asks_option:
        return option_quality(puzzle)
    if not puzzle.solution:
        found = answer(puzzle.position, puzzle.task, puzzle.played)
        if not found.solution:
            raise DoesNotAddUp(f"task {puzzle.task}: no solution is known, so its quality is not either")
        puzzle = replace(puzzle, solution=found.solution, lost_at=found.value if puzzle.played else None)
    return Quality(puzzle).features()


def by_price(wrong: tuple[int, Turn, int]) -> tuple[object, ...]:
    """Cheap turns first, of those the short ones."""
    excess, turn, _ = wrong
    return excess, len(turn.plays), turn.plays


def can_err(view: TurnsView) -> bool:
    """Is there a wrong turn that looks reasonable?"""
    return any(view.right[at] == WRONG and view.excess(at) <= PLAUSIBLE for at in view.near)


def without_commands(position: Position) -> Position:
    """The same table with plain cards."""
    rules = position.rules
    plain = Rules.of(rules.game, rules.players, rules.overrides(), {})
    return replace(position, rules=plain)


# --- what is worth printing


def worth_printing(quality: Quality, level: Level) -> bool:
    """Something to find at the start; from medium up real choices, tries, and no tail longer than a round."""
    if quality.choices < LEAST_CHOICES or not quality.wrongs:
        return False
    if LEVELS.index(level) < MEDIUM:
        return True
    tries = LEAST_TRIES_LATER if LEVELS.index(level) >= HARD else LEAST_TRIES
    rules = quality.start.rules
    return (
        quality.choices >= LEAST_CHOICES_LATER
        and quality.tries >= tries
        and quality.tail <= rules.players // len(rules.deck_owners)
    )
