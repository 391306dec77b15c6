"""Features of a puzzle that asks for an option: what the solvers of graded skill make of the tables to choose from.

Each solver plays out tables as it would solve them, and looks how they could be lost (``skill``): no more than
``TRIED[skill]`` options, any of them with equal chances.  A table that it wins is known to be winnable, one
whose failure it sees is known to be lost; of those that it knows nothing of it names any, with equal chances.  So what
is worked out is a chance to fail, as for other tasks.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, log2

from puzzles.answers.option_judge import OptionJudge
from puzzles.options import Option
from puzzles.puzzle import Puzzle, Task
from puzzles.rating.features import MOST_BITS, NAMES, Walk, in_one_form, skilled_play, walked_features
from puzzles.rating.skill import SKILLS, TABLES, SkilledSolver
from puzzles.rating.viewer import viewer_of
from puzzles.rating.viewer_team import BEST_STATES
from puzzles.tasks import known_tasks
from solver.search.limits import Limits

TRIED = (3, 6, 12, 30, 150)  # options that a solver of each skill tries out


class OptionTable:
    """What is seen of the table that one option makes."""

    def __init__(self, option: Option) -> None:
        usual = Task(known_tasks(option.position.rules.game)[0])
        self.puzzle = in_one_form(Puzzle("", option.position, usual))
        self.is_over = option.position.outcome is not None
        self.viewer = None if self.is_over else viewer_of(self.puzzle.position, usual)

    @property
    def cut(self) -> bool:
        """Was something left undecided?"""
        return self.viewer is not None and self.viewer.cut

    def tables(self) -> int:
        """How many tables it takes to see that it is lost."""
        if self.viewer is None:
            return 1
        position = self.puzzle.position
        return SkilledSolver(self.puzzle, self.viewer, Walk(self.viewer).view).tables(position, 0, position.to_move)

    def chances(self) -> list[float]:
        """The chance of a solver of each skill to win it."""
        if self.viewer is None:
            return [0.0] * len(SKILLS)
        walk = Walk(self.viewer)
        solver = SkilledSolver(self.puzzle, self.viewer, walk.view)
        return [1 - skilled_play(walk, solver, skill, only_first=False)[0] for skill in SKILLS]

    def laid_at_best(self) -> float:
        """How many cards can be laid; all of them where it can be won."""
        from solver import solve

        if self.viewer is None:
            return 0.0
        left = solve(self.puzzle.position, goal="cards-left", limits=Limits(states=BEST_STATES)).cards_left
        return float(self.puzzle.position.cards_left - (left or 0))

    def walked(self) -> dict[str, float]:
        """The features of winning it."""
        return walked_features(self.puzzle, self.viewer) if self.viewer is not None else dict.fromkeys(NAMES, 0.0)


def option_features(puzzle: Puzzle) -> tuple[dict[str, float], bool]:
    """The features by name, and whether something was left undecided; all nought where not just one option is right."""
    option_judge = OptionJudge(puzzle.position, puzzle.task, Limits())
    judged = option_judge.judged
    rights = [one for one in judged if one.right]
    if len(rights) != 1 or option_judge.is_lost_as_it_stands is not True:
        return dict.fromkeys(NAMES, 0.0), any(one.right is None for one in judged)
    right, wrongs = OptionTable(rights[0].option), [OptionTable(one.option) for one in judged if not one.right]
    loses = puzzle.task.kind.wants_loss
    fails = missed_loss(right, wrongs) if loses else missed_win(right, wrongs)
    walked = dict.fromkeys(NAMES, 0.0) if loses else right.walked()
    lost = [right] if loses else wrongs
    features = walked | {
        "insight": fsum(fails),
        "surprise": min(log2(len(judged)), MOST_BITS),
        "greedy": fails[0],
        "greedy_turn": 0.0,
        "trap": max(table.laid_at_best() for table in lost),
        "plausible": log2(1 + sum(table.tables() > 1 for table in wrongs)) if not loses else log2(len(judged)),
        "cards": float(puzzle.position.cards_left),
        "unseen": float(sum(len(pile.cards) for pile in puzzle.position.draws)),
    }
    return features, any(table.cut for table in (right, *wrongs))


def share_tried(skill: int, options: int) -> float:
    """The share of the options that a solver tries out."""
    return min(1.0, TRIED[skill] / options)


def missed_win(right: OptionTable, wrongs: Sequence[OptionTable]) -> list[float]:
    """For each skill, the chance to miss the one table that can be won: neither won nor the only one left."""
    seen, chances, fails = [table.tables() for table in wrongs], right.chances(), list[float]()
    for skill in SKILLS:
        tried = share_tried(skill, len(wrongs) + 1)
        left = len(wrongs) + 1 - tried * sum(tables <= TABLES[skill] for tables in seen)
        fails.append((1 - tried * chances[skill]) * (1 - 1 / left))
    return fails


def missed_loss(right: OptionTable, wrongs: Sequence[OptionTable]) -> list[float]:
    """For each skill, the chance to miss the one table that is lost: not seen to be, nor the only one not won."""
    seen, chances = right.tables(), [table.chances() for table in wrongs]
    fails = list[float]()
    for skill in SKILLS:
        tried = share_tried(skill, len(wrongs) + 1)
        named = expected_share(sorted(1 - tried * chance[skill] for chance in chances))
        fails.append((1 - tried * (seen <= TABLES[skill])) * (1 - named))
    return fails


def expected_share(chances: Sequence[float]) -> float:
    """The mean of 1 / (1 + n), n counting what happens, each with its chance.

    >>> expected_share([1.0, 0.5])
    0.41666666666666663
    """
    counts = [1.0]
    for chance in chances:
        counts = [
            (counts[n] * (1 - chance) if n < len(counts) else 0.0) + (counts[n - 1] * chance if n else 0.0)
            for n in range(len(counts) + 1)
        ]
    return fsum(part / (1 + n) for n, part in enumerate(counts))
