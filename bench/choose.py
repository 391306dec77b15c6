"""The shipped collection, chosen from pools of generated puzzles: as even over tasks, levels and tables as they allow.

    python -m bench.choose POOLS puzzles/collection
    python -m bench.choose POOLS puzzles/collection --add

POOLS is a folder of collections that ``tenback puzzle generate`` made (puzzles/collection/README.md has the commands).
Ratings and themes are worked out anew.  Of each game, task and level a few are taken: by turns from tables of each
size, of each the strongest uniqueness, then the most themes, first.  With ``--add`` what is there stays, with its ids,
and everything that is as good joins it: sound, minimal, worth printing, no twin, no lost game that a constant guess
solves.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, zip_longest
from pathlib import Path
from typing import NamedTuple

from puzzles.canonical import canonical_key
from puzzles.checking.check import Options, check_puzzle
from puzzles.files.collection import load_collection, save_collection
from puzzles.generate.accepted import Accepted
from puzzles.generate.titles import free_title
from puzzles.puzzle import LEVELS, UNIQUENESS, Collection, Puzzle
from puzzles.quality.features import Quality, worth_printing
from puzzles.quality.minimal import is_minimal, sound_of
from puzzles.rating.rate import rate
from puzzles.themes import themes_of


class Shelf(NamedTuple):
    """One file of the collection."""

    title: str
    games: tuple[str, ...]
    prefix: str  # of the ids
    each: int  # puzzles of a game, task and level


SHELVES = {
    "the-game.toml": Shelf("The Game: ends of deals", ("the-game",), "tg", 3),
    "extreme.toml": Shelf("The Game Extreme: commands at the end", ("the-game-extreme",), "ex", 2),
    "on-fire.toml": Shelf("The Game On Fire: what burns at the end", ("the-game-on-fire",), "fi", 2),
    "quick-and-easy.toml": Shelf(
        "Quick & Easy: colours and numbers", ("quick-and-easy", "quick-and-easy-pro"), "qe", 2
    ),
    "face-to-face.toml": Shelf("Face to Face: two opponents", ("face-to-face",), "ff", 3),
}


def different(puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """No puzzle twice, in whatever form; each minimal, with its rating and themes of today."""
    seen = set[str]()
    for puzzle in puzzles:
        key = canonical_key(puzzle)
        if key not in seen and is_minimal(sound_of(puzzle)):
            seen.add(key)
            yield replace(puzzle, rating=rate(puzzle).value, themes=themes_of(puzzle))


def taken(puzzles: Iterable[Puzzle], each: int) -> Iterator[Puzzle]:
    """A few of each game, task and level."""
    groups = defaultdict[tuple[str, str, str | None], list[Puzzle]](list)
    for puzzle in puzzles:
        groups[puzzle.position.rules.game.name, puzzle.task.name, puzzle.level].append(puzzle)
    for number, group in enumerate(groups.values()):
        tables = defaultdict[int, list[Puzzle]](list)
        for puzzle in sorted(group, key=worth):
            tables[puzzle.position.rules.players].append(puzzle)
        first = number % len(tables)  # each group begins with another table
        by_turns = zip_longest(*(tables[players] for players in (*sorted(tables)[first:], *sorted(tables)[:first])))
        yield from islice((puzzle for row in by_turns for puzzle in row if puzzle is not None), each)


def worth(puzzle: Puzzle) -> tuple[int, int, int, str]:
    """The best first."""
    return -UNIQUENESS.index(puzzle.unique), -len(puzzle.themes), puzzle.rating or 0, puzzle.source


def shelved(puzzles: Iterable[Puzzle], prefix: str) -> Iterator[Puzzle]:
    """Gentle ones first, with ids and titles of their own."""
    titles = set[str]()
    for number, puzzle in enumerate(sorted(puzzles, key=lambda puzzle: (puzzle.rating, worth(puzzle))), start=1):
        title = free_title(canonical_key(puzzle), "en", titles)
        titles.add(title)
        yield replace(puzzle, id=f"{prefix}-{number:03}", title=title)


def joined(there: Sequence[Puzzle], pool: Iterable[Puzzle], prefix: str) -> list[Puzzle]:
    """What is there, and what may join it, gentle ones first; new ones get ids and titles of their own."""
    accepted = Accepted(there)
    number = max((int(puzzle.id.rpartition("-")[2]) for puzzle in there), default=0)
    found = list(there)
    for puzzle in pool:
        key = canonical_key(puzzle)
        if key in accepted.keys or accepted.known.twins_of(puzzle) or accepted.is_guessed(puzzle):
            continue
        if not worth_printing(Quality(puzzle), puzzle.level or LEVELS[0]):
            continue
        if check_puzzle(puzzle, Options(strict=True)).findings or not is_minimal(sound_of(puzzle)):
            continue
        number += 1
        title = free_title(key, "en", accepted.titles)
        found.append(replace(puzzle, id=f"{prefix}-{number:03}", title=title))
        accepted.add(found[-1])
    return sorted(found, key=lambda puzzle: puzzle.rating or 0)


def add(pool: Sequence[Puzzle], folder: Path) -> None:
    """Add to each file what is as good."""
    for name, shelf in SHELVES.items():
        before = load_collection(folder / name)
        fresh = [puzzle for puzzle in pool if puzzle.position.rules.game.name in shelf.games]
        chosen = tuple(joined(before.puzzles, fresh, shelf.prefix))
        (folder / name).unlink()  # else only what is new would be written
        save_collection(replace(before, puzzles=chosen), folder / name)
        say(name, chosen)


def say(name: str, chosen: Sequence[Puzzle]) -> None:
    """How many of each level."""
    levels = Counter(puzzle.level for puzzle in chosen)
    print(f"{name}: {len(chosen)} puzzles:", ", ".join(f"{levels[level]} {level}" for level in LEVELS))


def main() -> None:
    """Read the pools, write the collection."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pools", type=Path)
    parser.add_argument("collection", type=Path)
    parser.add_argument("--add", action="store_true", help="keep what is there")
    arguments = parser.parse_args()
    pool = [puzzle for path in arguments.pools.glob("*.toml") for puzzle in load_collection(path).puzzles]
    pool.sort(key=lambda puzzle: (puzzle.position.rules.players, str(puzzle.task), puzzle.rating, puzzle.source))
    if arguments.add:
        add(pool, arguments.collection)
        return
    for name, shelf in SHELVES.items():
        suitable = different(puzzle for puzzle in pool if puzzle.position.rules.game.name in shelf.games)
        chosen = tuple(shelved(taken(suitable, shelf.each), shelf.prefix))
        path = arguments.collection / name
        path.unlink(missing_ok=True)  # else what is there would be brought up to date
        save_collection(Collection(shelf.title, chosen, author="tenback", licence="CC0-1.0", language="en"), path)
        say(name, chosen)


if __name__ == "__main__":
    main()
