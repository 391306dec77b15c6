"""Does the scale order puzzles as solvers of graded skill find them?

    python -m bench.skill_study puzzles/collection/*.toml [--log attempts.jsonl] [--each 20] [--attempts 20]

Synthetic solvers attempt up to ``--each`` puzzles of each level, ``--attempts`` times each; what they did is a log as
``tenback puzzle play --log`` writes it.  They are not those of the rating.  What a play costs them is the way that it
moves its pile, in numbers; the rating counts the cards that a play shuts out.  They look ahead so many turns, along the
few cheapest turns of each table, add the ways up, fear a lost game only where they see it happen, and judge each turn
with an error, the same for all of them.  What they share with the rating: the rules, that cheap turns come first, that
to look ahead helps, and the exact judge, who says whether a turn that was played was right.  Puzzles with a stipulation
are left out: these solvers do not know what one is.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import permutations
from pathlib import Path
from random import Random

import msgspec
import numpy as np

from puzzles.answers.task_judge import TaskJudge
from puzzles.canonical import canonical_key
from puzzles.files.collection import load_collection
from puzzles.puzzle import LEVELS, Puzzle, level_of, start_of_solution
from puzzles.rating.attempts import Attempt, add_attempts, attempt_at
from puzzles.rating.fit import rank_correlation
from solver import Card, Pile, Position, Turn
from solver.analysis.every_order import in_listed_order, in_the_order
from solver.rules.turns import OpenTurn, is_gift
from solver.search.limits import Limits

SEEN = 200  # tables of a turn under way that a solver looks at
FIRST, NEXT = 40, 8  # turns of the table on hand, and of each later one, that are looked into
RANGE = 100.0  # the way from the lowest card to the highest
WON, LOST = -50.0, 100.0
REFILL = 5.0  # what a card on the opponent's pile is good for
ORDERS = 2  # of a draw pile of unknown order that a solver imagines
SECONDS = 20.0  # for the judge, of one question
RESAMPLES = 1_000


@dataclass(frozen=True)
class Skill:
    """A solver: how many turns it looks ahead, and how far it errs when it judges a turn."""

    name: str
    ahead: int
    error: float


SKILLS = (
    Skill("careless", 0, 10.0),
    Skill("cheapest turn", 0, 2.0),
    Skill("one turn ahead", 1, 2.0),
    Skill("two turns ahead", 2, 2.0),
    Skill("three turns ahead", 3, 2.0),
)

Priced = tuple[Turn, float]


# --- how they think


class Thinker:
    """What all solvers would think of the tables of one puzzle, before they err; each thought once."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.helped = puzzle.task.kind.helped
        self.turns: dict[Position, list[Priced]] = {}
        self.worth: dict[tuple[Position, int], float] = {}

    def turns_of(self, position: Position) -> list[Priced]:
        """The turns that come to mind, the cheapest first."""
        if position not in self.turns:
            self.turns[position] = sorted(cheap_turns(position), key=lambda one: one[1])
        return self.turns[position]

    def value(self, position: Position, priced: Priced, ahead: int) -> float:
        """What a turn seems to cost, with so many more turns thought through."""
        after = position.after(priced[0])
        if after.outcome is not None:
            good = after.outcome.won if after.outcome.winner is None else after.outcome.winner == position.player
            return priced[1] + (WON if good else LOST + after.cards_left)
        if not ahead:
            return priced[1]
        sign = -1.0 if position.rules.game.is_duel and not self.helped else 1.0
        return priced[1] + sign * self.best(after, ahead - 1)

    def best(self, position: Position, ahead: int) -> float:
        """What the best turn seems to cost."""
        key = (position, ahead)
        if key not in self.worth:
            some = self.turns_of(position)[:NEXT]
            self.worth[key] = min((self.value(position, one, ahead) for one in some), default=LOST)
        return self.worth[key]

    def values(self, position: Position, ahead: int) -> list[tuple[Turn, float]]:
        """The turns that are thought about, each with its value."""
        some = self.turns_of(position)
        return [(one[0], self.value(position, one, ahead)) for one in (some[:FIRST] if ahead else some)]


def cheap_turns(position: Position) -> Iterator[Priced]:
    """Turns of a position, found card by card along what is cheapest so far; ``SEEN`` tables are looked at."""
    queue: list[tuple[float, int, OpenTurn]] = [(0.0, 0, position.open_turn)]
    seen, number = set[tuple[object, ...]](), 0
    while queue and number < SEEN:
        price, _, turn = heappop(queue)
        number += 1
        if turn.may_end():
            yield position.ended(turn), price
        for card, pile in turn.plays():
            later = turn.lay(card, pile)
            key = (later.tops, later.hand)
            if key not in seen:
                seen.add(key)
                way = price + way_of(position, position.rules.piles[pile], turn.tops[pile], card)
                heappush(queue, (way, len(seen), later))


def way_of(position: Position, pile: Pile, top: Card | None, card: Card) -> float:
    """How far a play moves its pile, in parts of the whole range; backwards is below nought."""
    rules = position.rules
    from_number = rules.row_number(pile) if top is None else top.number
    if from_number is None:
        return 0.0
    way = card.number - from_number if pile.direction == "up" else from_number - card.number
    parts = RANGE * way / (rules.highest - rules.lowest)
    return -parts / 2 - REFILL if is_gift(pile, position.to_move) else parts


def chosen(values: Sequence[tuple[Turn, float]], skill: Skill, rng: Random) -> Turn:
    """The turn that seems cheapest to somebody who errs."""
    return min(values, key=lambda one: one[1] + rng.gauss(0, skill.error))[0]


# --- one puzzle


class Undecided(Exception):
    """The judge does not know: nothing is said of the attempt."""


class Attempts:
    """The attempts at one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.thinker = puzzle, Thinker(puzzle)
        self.start = start_of_solution(puzzle.position, puzzle.played, puzzle.lost_at)
        self.judge = TaskJudge(self.start, puzzle.task, Limits(SECONDS))
        self.kept: dict[tuple[Position, int], bool] = {}
        self.thoughts: dict[tuple[Position, int], list[tuple[Turn, float]]] = {}
        self.replies: dict[tuple[Position, int], Turn] = {}

    def is_solved(self, skill: Skill, rng: Random) -> bool:
        """One attempt: right turns up to the end?"""
        kind = self.puzzle.task.kind
        if kind.asks_where:
            return self.named(skill, rng) == self.puzzle.lost_at
        position, done = self.start, 0
        while True:
            turn = chosen(self.values(position, skill.ahead), skill, rng)
            position, done = position.after(turn), done + 1
            if not self.keeps(position, done):
                return False
            if kind.first_turn_only or self.judge.solved(position, done):
                return True
            if kind.is_answered(self.start.rules):
                position, done = position.after(self.reply(position, done)), done + 1

    def values(self, position: Position, ahead: int) -> list[tuple[Turn, float]]:
        """What the turns seem to cost; where the order of the draw pile is unknown, in a few orders on the average."""
        key = (position, ahead)
        if key not in self.thoughts:
            self.thoughts[key] = self.thought(position, ahead)
        if not self.thoughts[key]:
            raise Undecided
        return self.thoughts[key]

    def thought(self, position: Position, ahead: int) -> list[tuple[Turn, float]]:
        """The same, thought for the first time."""
        if position.draw.ordered:
            return self.thinker.values(position, ahead)
        orders = Random(self.puzzle.id).sample(list(permutations(position.draw.cards)), k=ORDERS)
        tables = [in_the_order(position, order) for order in orders]
        some = self.thinker.turns_of(in_listed_order(position))
        some = some[:FIRST] if ahead else some
        means = (
            float(np.mean([self.thinker.value(table, (turn._replace(drawn=None), way), ahead) for table in tables]))
            for turn, way in some
        )
        return [(turn, mean) for (turn, _), mean in zip(some, means, strict=True)]

    def named(self, skill: Skill, rng: Random) -> int:
        """The turn of a played game that seems to have cost most beyond the best."""
        position, regrets = self.puzzle.position, list[float]()
        for turn in self.puzzle.played:
            values = self.values(position, skill.ahead)
            after = position.after(turn)
            way = next((one[1] for one in self.thinker.turns_of(position) if position.after(one[0]) == after), RANGE)
            played = self.thinker.value(position, (turn, way), skill.ahead)
            regrets.append(played - min(value for _, value in values) + rng.gauss(0, skill.error))
            position = after
        return int(np.argmax(regrets)) + 1

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


def log_of(puzzle: Puzzle, attempts: int) -> list[Attempt]:
    """What all solvers did with a puzzle; nothing where something of it is not decided."""
    told = attempt_at(puzzle, attempts=1, wrong_turns=0, hints=0, shown=False, seconds=0.0, solved=True)
    trying, found = Attempts(puzzle), list[Attempt]()
    try:
        for skill in SKILLS:
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
    laid = [puzzle for puzzle in puzzles if not puzzle.task.kind.asks_option]  # these solvers lay cards
    fit = [puzzle for puzzle in laid if puzzle.task.require is None and puzzle.rating is not None]
    ranked = sorted(fit, key=canonical_key)
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
