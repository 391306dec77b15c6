"""The file that puzzles are found for: written after each of them, so that nothing is lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from puzzles.files.collection import load_collection, save_collection
from puzzles.generate.order import PuzzleOrder
from puzzles.puzzle import Collection, Puzzle, Searched
from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.files import write_text

SUFFIX = ".toml"


class PuzzleFile:
    """A collection in TOML, to which puzzles are added one by one; ``new``: its head where there is none yet."""

    def __init__(self, path: Path, new: Collection) -> None:
        if path.suffix != SUFFIX:
            raise DoesNotAddUp(f"-o {quoted(path)}: a collection is written in TOML, so its name ends in {SUFFIX}")
        if not path.parent.is_dir():
            raise Unreadable(f"-o {quoted(path)}: there is no folder {quoted(path.parent)}")
        self.path = path
        self.collection = load_collection(path) if path.exists() else new
        self.text: str | None = None

    @property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """What is in it."""
        return self.collection.puzzles

    def searched(self, order: PuzzleOrder) -> Searched | None:
        """How far a run of this order got that was stopped, if there was one.  From now on it is not in the file."""
        mine = [one for one in self.collection.searched if one.order == order.text]
        others = tuple(one for one in self.collection.searched if one.order != order.text)
        self.collection = replace(self.collection, searched=others)
        return mine[0] if mine else None

    def keep_searched(self, searched: Searched) -> None:
        """Note how far a run got, so that nothing is looked at twice."""
        self.collection = replace(self.collection, searched=(*self.collection.searched, searched))
        save_collection(self.collection, self.path)

    def add(self, puzzle: Puzzle) -> None:
        """One more, at the end; whoever reads the file meanwhile sees all of it or the file before."""
        self.collection = replace(self.collection, puzzles=(*self.puzzles, puzzle))
        if self.text is None:  # the head, and whatever else is there, as people wrote it
            save_collection(self.collection, self.path)
            self.text = self.path.read_text(encoding="utf-8")
        else:
            from puzzles.files.rewrite import block_of, join, new_table

            self.text = join([self.text, block_of(new_table(puzzle, self.collection))])
            write_text(self.path, self.text)
