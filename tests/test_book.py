"""Books: every example of a lesson is decided, every puzzle is in one chapter, and the pages are whole."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from puzzles.book import MORE, Book, Chapter, in_chapters, load_book, shipped_book, shipped_collection
from puzzles.canonical import canonical_key
from puzzles.checking.check import unsound
from puzzles.generate.titles import title_in
from puzzles.printing import SheetOptions, hints_of, pages_of_book, print_collection, titled
from puzzles.puzzle import Collection, Puzzle
from puzzles.sheet.drawing import Box, Text
from puzzles.sheet.pages import Layout
from puzzles.sheet.words import LANGUAGES
from puzzles.tasks import TASKS
from puzzles.themes import THEMES, themes_of
from solver.errors import TenbackError
from tests.docs import blocks
from tests.sheet_samples import COLLECTION, SAMPLES, numbered
from tests.test_sheet_print import pdf_texts

BOOK = shipped_book()
EXAMPLES = [chapter.example for chapter in BOOK.chapters if chapter.example is not None]


@cache
def shipped_keys() -> set[str]:
    """What names the puzzles of the book apart from how they are written."""
    return {canonical_key(puzzle) for puzzle in shipped_collection().puzzles}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_the_solver_decides_every_example(example: Puzzle) -> None:
    """It is solved as it says, in as few ways as it says, shows what it says, and is no puzzle of the collection."""
    assert example.solution
    assert example.unique != "none" or example.task.kind.asks_where
    assert not unsound(example, 60.0)
    assert themes_of(example) == example.themes
    assert canonical_key(example) not in shipped_keys()


@pytest.mark.parametrize("chapter", BOOK.chapters, ids=lambda chapter: chapter.title["en"])
def test_chapters_speak_both_languages_and_show_what_they_teach(chapter: Chapter) -> None:
    for said in (chapter.title, chapter.lesson, *([chapter.remark] if chapter.remark else [])):
        assert set(said) == set(LANGUAGES)
        assert all(said.values())
    assert set(chapter.themes) <= set(THEMES)
    assert set(chapter.tasks) <= set(TASKS)
    example = chapter.example
    if example is not None and not chapter.levels and not example.require:
        assert chapter.fits(example)


def test_the_lessons_cover_every_theme_and_game() -> None:
    taught = {theme for chapter in BOOK.chapters for theme in chapter.themes}
    games = {game for chapter in BOOK.chapters for game in chapter.games}
    own = {"gift", "no-gift", "deny-the-refill", "poison", "put-out-the-fire", "cover-the-command", "stop-short"}
    assert taught | own == set(THEMES)  # the rest have games of their own, which have chapters
    assert games == {"face-to-face", "the-game-on-fire", "the-game-extreme"}


def test_every_shipped_puzzle_is_in_one_chapter_gentle_first() -> None:
    puzzles = shipped_collection().puzzles
    filled = in_chapters(BOOK, puzzles)
    assert sorted(puzzle.id for _, found in filled for puzzle in found) == sorted(puzzle.id for puzzle in puzzles)
    for chapter, found in filled:
        ratings = [puzzle.rating for puzzle in found if puzzle.rating is not None]
        assert ratings == sorted(ratings)
        assert len(found) >= 5 or not chapter.chooses
    last, hardest = filled[-1] if filled[-1][0] is not MORE else filled[-2]
    assert last.levels == ("hard", "fiendish")
    assert {puzzle.level for puzzle in hardest} == {"hard", "fiendish"}


def test_what_fits_nowhere_goes_to_a_chapter_at_the_end_or_to_the_one_that_asks_for_nothing() -> None:
    title = {"en": "Duels"}
    duels = Chapter(title, {}, {}, games=("face-to-face",))
    rest = Chapter({"en": "All"}, {}, {})
    for chapters, named in (((duels,), ["Duels", "More puzzles"]), ((rest, duels), ["All", "Duels"])):
        filled = in_chapters(Book(title, {}, chapters), SAMPLES)
        assert [chapter.title["en"] for chapter, _ in filled] == named
        assert sum(len(found) for _, found in filled) == len(SAMPLES)
    assert [chapter for chapter, _ in in_chapters(Book(title, {}, (duels, rest)), SAMPLES[:1])] == [rest]


# --- pages


def book_of(language: str, paper: str, path: Path) -> list[str]:
    """The pages of a small book of all games, as texts."""
    puzzles = tuple(replace(puzzle, themes=("set-up",)) for puzzle in SAMPLES[:5])
    options = SheetOptions(language=language, paper=paper, reasons=False, book=BOOK)
    print_collection(Collection("Small", puzzles, "somebody"), path, options)
    return pdf_texts(path)


@pytest.mark.parametrize(("language", "paper"), [("en", "a5"), ("de", "a4")])
def test_a_book_has_title_contents_lessons_hints_and_answers(language: str, paper: str, tmp_path: Path) -> None:
    pages = book_of(language, paper, tmp_path / "book.pdf")
    en = language == "en"
    assert BOOK.title[language] in pages[0]
    assert ("5 puzzles in" if en else "5 Aufgaben in") in pages[0]
    (contents,) = [page for page in pages[1:4] if ("Contents" if en else "Inhalt") in page]
    for heading in ("Hints", "Answers") if en else ("Tipps", "Lösungen"):
        at = next(number for number, page in enumerate(pages) if heading in page and number > 3)
        assert f"{heading} {at + 1}" in contents
    text = " ".join(pages)
    assert text.count("A worked example" if en else "Ein Beispiel") == len(
        [
            1
            for chapter, _ in in_chapters(BOOK, [replace(one, themes=("set-up",)) for one in SAMPLES[:5]])
            if chapter.example
        ]
    )
    assert ("Why not?" if en else "Warum nicht?") in text


@pytest.mark.parametrize("paper", ["a4", "a5", "letter"])
def test_nothing_of_a_book_leaves_the_page(paper: str) -> None:
    for language in LANGUAGES:
        layout = Layout(language, paper)
        collection = titled(COLLECTION, BOOK, language)
        for page in pages_of_book(BOOK, collection, numbered(COLLECTION), layout, reasons=False):
            for shape in page.shapes:
                if isinstance(shape, Text):
                    assert shape.left >= 0
                    assert shape.left + shape.width <= page.width, shape.text
                    assert shape.y <= page.height
                elif isinstance(shape, Box):
                    assert shape.x + shape.width <= page.width
                    assert shape.y + shape.height <= page.height


def test_hints_name_no_card_and_both_languages_have_them() -> None:
    for puzzle in SAMPLES[:4]:
        for language in LANGUAGES:
            said = hints_of(puzzle, language)
            assert said
            cards = {str(card) for hand in puzzle.position.hands for card in hand}
            assert not cards & {word.strip(".,") for text in said for word in text.split()}


def test_the_chapters_of_the_formats_page_are_read(tmp_path: Path) -> None:
    file = tmp_path / "chapters.toml"
    file.write_text(blocks("formats.md", "toml")[1], encoding="utf-8")
    book = load_book(file)
    assert [chapter.title["en"] for chapter in book.chapters] == ["Partners", "All the others"]
    assert book.chapters[0].example is not None
    assert not unsound(book.chapters[0].example, 60.0)


def test_neutral_titles_are_translated() -> None:
    shipped = [puzzle.title for puzzle in shipped_collection().puzzles]
    assert all(title_in(title_in(title, "de"), "en") == title for title in shipped)
    assert all(" und " in title_in(title, "de") for title in shipped)


# --- files


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("format = 2\n[[chapter]]\ntitle.en = 'A'", "format .?2.? is not known"),
        ("[[chapter]]\ntitle.en = 'A'", "format"),
        ("format = 1", "has no chapter"),
        ("format = 1\n[[puzzle]]\nid = 'x'", "is a collection"),
        ("format = 1\n[[chapter]]\ntitle = {}", "chapter 1: it has no title"),
        ("format = 1\n[[chapter]]\ntitle.en = 'A'\ntasks = ['dance']", "chapter 1: "),
        ("format = 1\n[[chapter]]\ntitle.en = 'A'\ngames = ['chess']", "chapter 1: "),
        ("format = 1\n[[chapter]]\ntitle.en = 'A'\nlevels = ['mad']", "levels"),
        ("format = 1\n[[chapter]]\ntitle.fr = 'A'", "title"),
        (
            "format = 1\n[[chapter]]\ntitle.en = 'A'\n[chapter.example]\nid = 'x'\ntask = 'win'\nposition = '?'",
            "chapter 1: ",
        ),
    ],
)
def test_bad_chapters_are_refused_by_name(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TenbackError, match=said) as error:
        load_book(path)
    assert "mine.toml" in str(error.value)
    assert "\n" not in str(error.value)
