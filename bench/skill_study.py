"""Does the scale order puzzles as solvers of graded skill find them?

    python -m bench.skill_study puzzles/collection/*.toml [--log attempts.jsonl] [--each 20] [--attempts 20]

Synthetic solvers attempt up to ``--each`` puzzles of each level, ``--attempts`` times each; what they did is a log as
``tenback puzzle play --log`` writes it.  They are not those of the rating (``bench.thinkers`` says how they think):
what a play costs them is the way that it moves its pile, in numbers, and their skill is how many turns they look ahead;
the rating counts places, and how many tables it takes to see a failure.  One more, the hidden-card player, knows its
own hand alone; it is left out where it cannot play: in Face to Face, of played games, options and unknown orders.
Shared with the rating are the rules and the exact judge, who says whether a turn that was played was right.  Where an
option is asked for, a solver plays out some of the tables, each once, and names one that it won, or any other.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from pathlib import Path
from random import Random

import msgspec
import numpy as np

from bench.thinkers import SEEN, Thinker, Thought, chances
from puzzles.answers.option_judge import OptionJudge
from puzzles.answers.task_judge import TaskJudge
from puzzles.canonical import canonical_key
from puzzles.files.collection import load_collection
from puzzles.puzzle import LEVELS, Puzzle, Task, level_of, start_of_solution
from puzzles.rating.attempts import Attempt, add_attempts, attempt_at
from puzzles.rating.fit import rank_correlation
from solver import Position, Turn
from solver.hidden.player import SeatPlayer
from solver.hidden.strengths import QUICK
from solver.search.limits import Limits
from solver.stipulations.position import with_stipulation
from solver.table.view import View

WIN = "win"
SECONDS = 20.0  # for the judge, of one question
RESAMPLES = 1_000
TRIED = 3  # options that a solver plays out who looks no turn ahead; twice as many with each turn more
BY_FEEL = 0.5  # by how many units of logit a turn must look better to be taken twice as often by the hidden-card player


@dataclass(frozen=True)
class Skill:
    """A solver: how many turns it looks ahead, and how far it errs."""

    name: str
    ahead: int
    error: float
    by_feel: bool = False  # it takes what the hidden-card player likes, who knows its own hand alone


SKILLS = (
    Skill("careless", 0, 8.0),
    Skill("hidden-card player", 0, BY_FEEL, by_feel=True),
    Skill("cheapest turn", 0, 2.0),
    Skill("one turn ahead", 1, 2.0),
    Skill("two turns ahead", 2, 2.0),
    Skill("three turns ahead", 3, 2.0),
)


# --- one puzzle


class Undecided(Exception):
    """The judge does not know: nothing is said of the attempt."""


class Attempts:
    """The attempts at one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.start = start_of_solution(puzzle.position, puzzle.played, puzzle.lost_at)
        if puzzle.task.require is not None:
            self.start = with_stipulation(self.start, puzzle.task.require)
        self.thinker = Thinker(puzzle, puzzle.position if puzzle.played else self.start)
        self.judge = TaskJudge(self.start, puzzle.task, Limits(SECONDS))
        self.kept: dict[tuple[Position, int], bool] = {}
        self.minds: dict[tuple[Position, int, Skill], tuple[list[Turn], list[float]]] = {}
        self.replies: dict[tuple[Position, int], Turn] = {}
        self.weights: dict[Skill, list[float]] = {}

    def can_try(self, skill: Skill) -> bool:
        """The hidden-card player lays cards in team games, and needs a draw pile to draw from."""
        kind, position = self.puzzle.task.kind, self.start
        unfit = kind.asks_where or kind.asks_option or kind.every_order or position.rules.game.is_duel
        return not (skill.by_feel and unfit)

    def is_solved(self, skill: Skill, rng: Random) -> bool:
        """One attempt: right turns up to the end?"""
        kind = self.puzzle.task.kind
        if kind.asks_option:
            return self.tried(skill, rng)
        if kind.asks_where:
            return self.named(skill, rng) == self.puzzle.lost_at
        position, done = self.start, 0
        while True:
            turns, weights = self.mind(position, done, skill)
            turn = rng.choices(turns, weights)[0]
            position, done = position.after(turn), done + 1
            if not self.keeps(position, done):
                return False
            if kind.first_turn_only or self.judge.solved(position, done):
                return True
            if kind.is_answered(self.start.rules):
                position, done = position.after(self.reply(position, done)), done + 1

    @cached_property
    def options(self) -> list[Attempts]:
        """The tables to choose from, the right one first."""
        judged = OptionJudge(self.puzzle.position, self.puzzle.task, Limits()).judged
        tables = [one.option.position for one in sorted(judged, key=lambda one: not one.right)]
        return [Attempts(Puzzle(self.puzzle.id, table, Task(WIN))) for table in tables]

    def tried(self, skill: Skill, rng: Random) -> bool:
        """One attempt at an option: some tables are played once; one that is won is winnable, of the others any is."""
        tables = self.options
        some = rng.sample(range(len(tables)), min(TRIED << skill.ahead, len(tables)))
        won = {at for at in some if tables[at].played_out(skill, rng)}
        if won and not self.puzzle.task.kind.wants_loss:
            return 0 in won
        return rng.choice([at for at in range(len(tables)) if at not in won]) == 0

    def played_out(self, skill: Skill, rng: Random) -> bool:
        """Is a table won by whoever plays all of it?"""
        position, done = self.start, 0
        while position.outcome is None:
            turns, weights = self.mind(position, done, skill)
            position, done = position.after(rng.choices(turns, weights)[0]), done + 1
        return position.outcome.won

    def mind(self, position: Position, done: int, skill: Skill) -> tuple[list[Turn], list[float]]:
        """The turns of a table, and how likely each is taken."""
        key = (position, done, skill)
        if key not in self.minds:
            values = felt(position) if skill.by_feel else self.thinker.values(position, done + 1, skill.ahead)
            if not values:
                raise Undecided
            self.minds[key] = [turn for turn, _ in values], chances(values, skill.error)
        return self.minds[key]

    def named(self, skill: Skill, rng: Random) -> int:
        """The first turn of a played game that seems to lose what another would not; else what seems dearest."""
        if skill not in self.weights:
            self.weights[skill] = self.blame(skill)
        weights = self.weights[skill]
        return rng.choices(range(1, len(weights) + 1), weights)[0]

    def blame(self, skill: Skill) -> list[float]:
        """How likely each turn of a played game is named."""
        position, regrets = self.puzzle.position, list[float]()
        for done, turn in enumerate(self.puzzle.played, start=1):
            values = self.thinker.values(position, done, skill.ahead)
            played = self.thinker.value(position, (turn, self.thinker.way(position, turn)), done, skill.ahead)
            regrets.append(played - min(value for _, value in values))
            position = position.after(turn)
            if regrets[-1] > SEEN / 2:
                break
        blamed = [(turn, -regret) for turn, regret in zip(self.puzzle.played, regrets, strict=False)]
        return [*chances(blamed, skill.error), *[0.0] * (len(self.puzzle.played) - len(blamed))]

    def keeps(self, position: Position, done: int) -> bool:
        """Can the task still be solved?"""
        key = (position, done)
        if key not in self.kept:
            self.judge.limits.begin()
            kept = self.judge.keeps(position, done)
            if kept is None:
                raise Undecided
            self.kept[key] = kept
        return self.kept[key]

    def reply(self, position: Position, done: int) -> Turn:
        """The opponent's best defence."""
        key = (position, done)
        if key not in self.replies:
            self.judge.limits.begin()
            reply = self.judge.reply(position, done)
            if reply is None:
                raise Undecided
            self.replies[key] = reply
        return self.replies[key]


def felt(position: Position) -> list[Thought]:
    """What the turns look like to the hidden-card player, who knows its own hand alone: logits, the best first."""
    view = View.of(position, position.to_move)
    found = SeatPlayer(position.rules, QUICK).judge(view)
    clipped = [min(max(one.chance, 1e-6), 1 - 1e-6) for one in found]
    return [(Turn(one.plays, position.player), -log(p / (1 - p))) for one, p in zip(found, clipped, strict=True)]


def log_of(puzzle: Puzzle, attempts: int) -> list[Attempt]:
    """What all solvers did with a puzzle; nothing where something of it is not decided."""
    told = attempt_at(puzzle, attempts=1, wrong_turns=0, hints=0, shown=False, seconds=0.0, solved=True)
    trying, found = Attempts(puzzle), list[Attempt]()
    try:
        for skill in filter(trying.can_try, SKILLS):
            rng = Random(f"{told.key} {skill.name}")
            for _ in range(attempts):
                solved = trying.is_solved(skill, rng)
                result = "solved" if solved else "left"
                found.append(
                    msgspec.structs.replace(told, result=result, wrong_turns=int(not solved), solver=skill.name)
                )
    except Undecided:
        return []
    return found


# --- all of them


def some_of_each(puzzles: Sequence[Puzzle], each: int) -> list[Puzzle]:
    """So many puzzles of each level, or as many as there are: those whose keys come first, as good as chance."""
    ranked = sorted((puzzle for puzzle in puzzles if puzzle.rating is not None), key=canonical_key)
    return [puzzle for level in LEVELS for puzzle in [one for one in ranked if one.level == level][:each]]


def solved_table(log: Sequence[Attempt]) -> list[str]:
    """The share of attempts that solved the puzzle, by solver and level."""
    levels = [level for level in LEVELS if any(level_of(one.rating) == level for one in log)]
    counts = [len({one.key for one in log if level_of(one.rating) == level}) for level in levels]
    heads = [f"{level} ({count})" for level, count in zip(levels, counts, strict=True)]
    rows = ["| solver | " + " | ".join(heads) + " | all |", "| --- |" + " --- |" * (len(levels) + 1)]
    for skill in SKILLS:
        mine = [one for one in log if one.solver == skill.name]
        parts = [[one for one in mine if level_of(one.rating) == level] for level in levels]
        rows.append(f"| {skill.name} | " + " | ".join(f"{share(part):.0%}" for part in (*parts, mine)) + " |")
    return rows


def share(attempts: Sequence[Attempt]) -> float:
    """The share that was solved."""
    return sum(one.is_clean for one in attempts) / max(len(attempts), 1)


def correlation_table(log: Sequence[Attempt]) -> list[str]:
    """Rank correlation between rating and the share not solved, by game and over all, with a bootstrap interval."""
    rows = ["| game | puzzles | rank correlation | 95 % |", "| --- | --- | --- | --- |"]
    games = sorted({one.game for one in log})
    for name in (*games, ""):
        found = by_puzzle([one for one in log if name in ("", one.game)])
        low, high = bootstrap(found)
        value = rank_correlation(found[:, 0], found[:, 1])
        rows.append(f"| {name or 'all'} | {len(found)} | {value:.2f} | {low:.2f} to {high:.2f} |")
    return rows


def by_puzzle(log: Sequence[Attempt]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """[puzzle]: its rating, and the share of attempts that did not solve it."""
    keys = sorted({one.key for one in log})
    groups = [[one for one in log if one.key == key] for key in keys]
    return np.array([(float(group[0].rating), 1 - share(group)) for group in groups]).reshape(len(keys), 2)


def bootstrap(found: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> tuple[float, float]:
    """Where the correlation of as many puzzles drawn with replacement lies, 95 of 100 times."""
    rng = np.random.default_rng(1)
    picks = (rng.integers(0, len(found), len(found)) for _ in range(RESAMPLES))
    values = [rank_correlation(found[pick, 0], found[pick, 1]) for pick in picks]
    return float(np.quantile(values, 0.025)), float(np.quantile(values, 0.975))


def report(log: Sequence[Attempt]) -> list[str]:
    """Both tables."""
    return [*solved_table(log), "", *correlation_table(log)]


def study(puzzles: Sequence[Puzzle], attempts: int, tell: Callable[[str], None] = lambda _: None) -> list[Attempt]:
    """The log of all solvers and puzzles."""
    log = list[Attempt]()
    for number, puzzle in enumerate(puzzles, start=1):
        found = log_of(puzzle, attempts)
        tell(f"{number}/{len(puzzles)} {puzzle.id}{'' if found else ': not decided, left out'}")
        log += found
    return log


def main(arguments: Sequence[str] | None = None) -> None:
    """The study of some collections."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--each", type=int, default=20)
    parser.add_argument("--attempts", type=int, default=20)
    asked = parser.parse_args(arguments)
    puzzles = [puzzle for file in asked.files for puzzle in load_collection(file).puzzles]
    log = study(some_of_each(puzzles, asked.each), asked.attempts, lambda text: print(text, flush=True))
    if asked.log is not None:
        add_attempts(asked.log, log)
    print("\n".join(report(log)))


if __name__ == "__main__":
    main()
