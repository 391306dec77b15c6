"""A book of puzzles: chapters, each with a lesson and a worked example, and which puzzles go into which chapter.

Chapters are data, a TOML file (``docs/formats.md``), and know nothing of one collection: they choose by theme, task,
game and level, so that the same chapters make a book of any collection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from puzzles.daily import shipped_puzzles
from puzzles.files.collection import (
    MOST_TOML_BYTES,
    load_collection,
    parse_toml,
    puzzle_of,
    refuse_other_format,
)
from puzzles.files.shapes import PuzzleShape, Words, shaped
from puzzles.puzzle import HIGHEST_RATING, Collection, Level, Puzzle
from puzzles.tasks import kind_named
from solver.errors import DoesNotAddUp, TenbackError, Unreadable, quoted
from solver.notation.source import read_file
from solver.rules.games import game_named

Said = dict[Annotated[str, Meta(pattern="^(en|de)$")], Words]  # the same in one language or both
MOST_CHAPTERS = 100
SHIPPED = "chapters.toml"


class ChapterShape(msgspec.Struct, forbid_unknown_fields=True):
    """A chapter in its file."""

    title: Said
    lesson: Said = {}
    remark: Said = {}
    themes: list[str] = []
    tasks: list[str] = []
    games: list[str] = []
    levels: list[Level] = []
    example: PuzzleShape | None = None


class BookShape(msgspec.Struct, forbid_unknown_fields=True):
    """The whole file."""

    format: Literal[1]
    title: Said = {}
    preface: Said = {}
    author: Words = ""
    licence: Words = ""
    chapter: Annotated[list[ChapterShape], Meta(max_length=MOST_CHAPTERS)] = []


@dataclass(frozen=True)
class Chapter:
    """What a chapter teaches, and which puzzles fit it: one of its themes, tasks, games and levels, where it has any.

    One that names none of them takes what fits no other.
    """

    title: Mapping[str, str]
    lesson: Mapping[str, str]
    remark: Mapping[str, str]  # below the example
    themes: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    games: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    example: Puzzle | None = None

    @property
    def chooses(self) -> bool:
        """Does it ask for anything?"""
        return bool(self.themes or self.tasks or self.games or self.levels)

    def fits(self, puzzle: Puzzle) -> bool:
        """Does the puzzle have all that the chapter asks for?"""
        return (
            (not self.themes or any(theme in puzzle.themes for theme in self.themes))
            and (not self.tasks or puzzle.task.name in self.tasks)
            and (not self.games or puzzle.position.rules.game.name in self.games)
            and (not self.levels or puzzle.level in self.levels)
        )


@dataclass(frozen=True)
class Book:
    """Chapters in the order in which they are read, and what stands before them."""

    title: Mapping[str, str]
    preface: Mapping[str, str]
    chapters: tuple[Chapter, ...]
    author: str = ""
    licence: str = ""


MORE = Chapter({"en": "More puzzles", "de": "Weitere Aufgaben"}, {}, {})


def spoken(said: Mapping[str, str], language: str) -> str:
    """The words in a language, or in the one there is."""
    return said.get(language) or next(iter(said.values()), "")


def paragraphs(text: str) -> list[str]:
    """A text in its paragraphs, which an empty line divides."""
    return [part for part in text.split("\n\n") if part.strip()]


# --- reading


def load_book(source: str | Path) -> Book:
    """The chapters in a file; what does not add up is said of its chapter."""
    data = parse_toml(read_file(Path(source), MOST_TOML_BYTES, "make it shorter"), source)
    if "puzzle" in data:
        raise Unreadable(f"{quoted(source)} is a collection: a book's chapters begin with [[chapter]]")
    refuse_other_format({"format": data.get("format")}, quoted(source))
    shape = shaped(data, BookShape, quoted(source))
    if not shape.chapter:
        raise Unreadable(f"{quoted(source)} has no chapter: each begins with [[chapter]]")
    chapters = []
    for number, one in enumerate(shape.chapter, start=1):
        try:
            chapters.append(chapter_of(one))
        except TenbackError as error:
            raise type(error)(f"{quoted(source)}: chapter {number}: {error}") from None
    return Book(shape.title, shape.preface, tuple(chapters), shape.author, shape.licence)


def chapter_of(shape: ChapterShape) -> Chapter:
    """A chapter in its own terms.  Themes may be the author's own; tasks and games that nobody knows choose nothing."""
    for task in shape.tasks:
        kind_named(task)
    for game in shape.games:
        game_named(game)
    if not shape.title:
        raise DoesNotAddUp("it has no title: write title.en, title.de or both")
    return Chapter(
        shape.title,
        shape.lesson,
        shape.remark,
        tuple(shape.themes),
        tuple(shape.tasks),
        tuple(shape.games),
        tuple(shape.levels),
        None if shape.example is None else puzzle_of(shape.example),
    )


@cache
def shipped_book() -> Book:
    """The chapters that come with tenback."""
    with as_file(files("puzzles") / "collection" / "book" / SHIPPED) as path:
        return load_book(path)


BESIDE_THE_CALENDAR = ("stipulated", "options")  # folders of puzzles that are not among those of the day


def shipped_collection() -> Collection:
    """All puzzles that come with tenback, those with stipulations and options too, to make a book of."""
    puzzles = list(shipped_puzzles())
    for folder in (files("puzzles") / "collection" / kind for kind in BESIDE_THE_CALENDAR):
        for name in sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".toml")):
            with as_file(folder / name) as path:
                puzzles += load_collection(path).puzzles
    return Collection("tenback", tuple(puzzles), author="tenback", licence="CC0-1.0")


# --- which puzzle goes where


def in_chapters(book: Book, puzzles: Iterable[Puzzle]) -> list[tuple[Chapter, tuple[Puzzle, ...]]]:
    """The chapters that have puzzles, gentle puzzles first in each.

    From gentle to fiendish, each puzzle goes to the chapter that it fits and that has the fewest yet; a chapter that
    asks for its level goes before the others.  What fits none goes to the chapter that asks for nothing, or to one more
    at the end.
    """
    chapters = book.chapters if any(not chapter.chooses for chapter in book.chapters) else (*book.chapters, MORE)
    rest = next(at for at, chapter in enumerate(chapters) if not chapter.chooses)
    filled: list[list[Puzzle]] = [[] for _ in chapters]
    for puzzle in sorted(puzzles, key=hardness):
        fitting = [at for at, chapter in enumerate(chapters) if chapter.chooses and chapter.fits(puzzle)]
        at = min(fitting, key=rank(chapters, filled), default=rest)
        filled[at].append(puzzle)
    return [(chapter, tuple(found)) for chapter, found in zip(chapters, filled, strict=True) if found]


def rank(chapters: Sequence[Chapter], filled: Sequence[Sequence[Puzzle]]) -> Callable[[int], tuple[bool, int]]:
    """Chapters that ask for a level first, then those with the fewest puzzles."""
    return lambda at: (not chapters[at].levels, len(filled[at]))


def hardness(puzzle: Puzzle) -> int:
    """How hard a puzzle is; one that is not rated comes last."""
    return HIGHEST_RATING + 1 if puzzle.rating is None else puzzle.rating
