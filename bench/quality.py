"""What an editor would count in a collection: titles, first turns, tries, tails, twins, economy, purity, lost games.

    python -m bench.quality puzzles/collection/*.toml [--each]

Authors can run it on theirs.  ``--each`` also prints the features of every puzzle.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from puzzles.checking.twins import twins_among
from puzzles.files.collection import load_collection
from puzzles.puzzle import LEVELS, Puzzle, turns_of_loser
from puzzles.quality.features import Quality, worth_printing
from puzzles.rating.features import Walk, greedy_wrong
from puzzles.rating.viewer import viewer_of
from puzzles.themes import THEMES

FEW = 3  # first turns: the least that a puzzle has


def share(part: int, whole: int) -> str:
    """``87 of 234 (37 %)``."""
    return f"{part} of {whole}" + (f" ({100 * part / whole:.0f} %)" if whole else "")


def tells_its_theme(puzzle: Puzzle) -> bool:
    """Does the title name a theme of the puzzle, in English or German?"""
    titles = [title for name in puzzle.themes for title in (THEMES[name].title_en, THEMES[name].title_de)]
    return any(title.lower() in puzzle.title.lower() for title in titles)


def is_numbered(puzzle: Puzzle) -> bool:
    """Is the title one that others have too, told apart by a number?"""
    return puzzle.title.rpartition(" ")[2].isdigit()


def after_greed(puzzle: Puzzle) -> tuple[int, int]:
    """Turns of the solution after the last one at which greedy play can err, and all its turns."""
    viewer = viewer_of(puzzle.position, puzzle.task)
    walk, position, since = Walk(viewer), puzzle.position, 0
    for number, turn in enumerate(puzzle.solution):
        view = walk.view(position, number)
        since = 0 if view is not None and greedy_wrong(view) else since + 1
        position = position.after(turn)
    return since, len(puzzle.solution)


def constant_guess(puzzles: Iterable[Puzzle]) -> tuple[int, str, int]:
    """How often the best constant guess is right in the lost games: a number, or one counted from the end."""
    lost, guesses = 0, Counter[str]()
    for puzzle in puzzles:
        if puzzle.lost_at is not None:
            lost += 1
            guesses[f"turn {puzzle.lost_at}"] += 1
            guesses[f"{len(puzzle.played) - puzzle.lost_at} before the last"] += 1
    guess, right = guesses.most_common(1)[0] if guesses else ("-", 0)
    return right, guess, lost


def counts(puzzles: Sequence[Puzzle], qualities: Sequence[Quality]) -> Iterable[tuple[str, str]]:
    """Every count, with its name."""
    known = list(zip(puzzles, qualities, strict=True))
    team = [(puzzle, quality) for puzzle, quality in known if None in puzzle.position.rules.deck_owners]
    commanded = [quality for puzzle, quality in known if puzzle.position.rules.commands]
    lines = [puzzle for puzzle, _ in team if puzzle.task.kind.whole_line]
    tails = [after_greed(puzzle) for puzzle in lines]
    right, guess, lost = constant_guess(puzzles)
    yield "titles that name a theme", share(sum(map(tells_its_theme, puzzles)), len(puzzles))
    yield "titles with a number", share(sum(map(is_numbered, puzzles)), len(puzzles))
    yield f"exactly {FEW} first turns", share(sum(quality.choices == FEW for quality in qualities), len(puzzles))
    yield "team puzzles without a try", share(sum(not quality.tries for _, quality in team), len(team))
    yield "turns after greed can no longer err", share(sum(a for a, _ in tails), sum(b for _, b in tails))
    yield "twins", str(sum(1 for found in twins_among(puzzles) if found))
    yield "commands that do not matter", share(sum(not one.commands_matter for one in commanded), len(commanded))
    yield "not minimal in two cards", share(sum(not quality.economy for quality in qualities), len(puzzles))
    yield f"lost games that '{guess}' solves", share(right, lost)
    once = [
        puzzle
        for puzzle in puzzles
        if puzzle.lost_at and turns_of_loser(puzzle.position, len(puzzle.played), puzzle.lost_at) < 2
    ]
    yield "lost games in which the loser moved once", share(len(once), lost)
    worth = sum(worth_printing(quality, puzzle.level or LEVELS[0]) for puzzle, quality in known)
    yield "worth printing", share(worth, len(puzzles))
    by_level = defaultdict[str, list[int]](list)
    for puzzle, quality in known:
        by_level[str(puzzle.level)].append(quality.tries)
    for level in LEVELS:
        tries = by_level[level]
        yield f"{level}: puzzles, tries on the average", f"{len(tries)}, {sum(tries) / max(len(tries), 1):.1f}"


def main() -> None:
    """Count, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--each", action="store_true", help="the features of every puzzle too")
    arguments = parser.parse_args()
    puzzles = [puzzle for path in arguments.files for puzzle in load_collection(path).puzzles]
    qualities = [Quality(puzzle) for puzzle in puzzles]
    if arguments.each:
        for puzzle, quality in zip(puzzles, qualities, strict=True):
            told = ", ".join(f"{name} {value:g}" for name, value in quality.features().items())
            print(f"{puzzle.id} {puzzle.task} {puzzle.level}: {told}", flush=True)
    print(f"| {len(puzzles)} puzzles | |\n| --- | --- |")
    for name, value in counts(puzzles, qualities):
        print(f"| {name} | {value} |", flush=True)


if __name__ == "__main__":
    main()
