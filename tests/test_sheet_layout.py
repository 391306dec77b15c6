"""Sheets as drawings: everything is on the page, inside the margins, and nothing runs into anything else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from puzzles.puzzle import LEVELS, Collection, Puzzle, Task
from puzzles.sheet.drawing import GREY, Box, Page, Path, Shape, Text
from puzzles.sheet.metrics import BOLD, MM, REGULAR, folded, shortened, text_width, wrapped
from puzzles.sheet.pages import GRIDS, MARGIN, PAPERS, Layout, pages_of
from puzzles.sheet.words import LANGUAGES, WORDS, words
from puzzles.themes import THEMES
from solver import Position
from solver.rules.commands import COMMANDS
from tests.sheet_samples import COLLECTION, SAMPLES, absurd, numbered
from tests.strategies import positions

SLACK = 0.02  # millimetres
ASCENT, DESCENT = 0.76, 0.22  # of the font's size: how far letters reach above and below the line they stand on
SMALLEST_LETTERS = 4.5  # points, in puzzles that are not absurd


def pages(collection: Collection, language: str = "en", paper: str = "a4", per_page: int = 2) -> list[Page]:
    return pages_of(collection, numbered(collection), Layout(language, paper, per_page))


@cache
def absurd_collection() -> Collection:
    return absurd()


def texts(page: Page) -> list[Text]:
    return [shape for shape in page.shapes if isinstance(shape, Text)]


def said(page: Page) -> str:
    return " ".join(text.text for text in texts(page))


# --- nothing outside, nothing on top of each other


@dataclass(frozen=True)
class Extent:
    """The rectangle that a shape covers."""

    left: float
    top: float
    right: float
    bottom: float


def extent(shape: Shape) -> Extent:
    """What a shape covers, its line included; of a curve, what its control points span."""
    if isinstance(shape, Text):
        size = shape.size * MM
        return Extent(shape.left, shape.y - ASCENT * size, shape.left + shape.width, shape.y + DESCENT * size)
    half = shape.line / 2 if shape.stroke else 0.0
    if isinstance(shape, Box):
        right, bottom = shape.x + shape.width, shape.y + shape.height
        return Extent(shape.x - half, shape.y - half, right + half, bottom + half)
    xs = [value for _, values in shape.steps for value in values[0::2]]
    ys = [value for _, values in shape.steps for value in values[1::2]]
    return Extent(min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half)


def overlap(one: Extent, other: Extent) -> bool:
    apart = one.right <= other.left + SLACK or other.right <= one.left + SLACK
    return not (apart or one.bottom <= other.top + SLACK or other.bottom <= one.top + SLACK)


def inside(inner: Extent, outer: Extent) -> bool:
    across = outer.left - SLACK <= inner.left and inner.right <= outer.right + SLACK
    return across and outer.top - SLACK <= inner.top and inner.bottom <= outer.bottom + SLACK


def ink(text: Text) -> Extent:
    """The part of a line of text that has ink in most letters: from the capitals' height to the line it stands on."""
    whole = extent(text)
    height = whole.bottom - whole.top
    return Extent(whole.left, whole.top + 0.05 * height, whole.right, whole.bottom - 0.24 * height)


def is_frame(shape: Shape) -> bool:
    """The edge of a card that lies on top (those below it are grey, and are covered)."""
    return isinstance(shape, Box) and shape.stroke is not None and shape.stroke != GREY


def refuse_ugly(page: Page) -> None:
    """What a reader would call broken."""
    room = Extent(MARGIN - 0.5, MARGIN - 3, page.width - MARGIN + 0.5, page.height - MARGIN + 1)
    for shape in page.shapes:
        assert inside(extent(shape), room), f"outside of the margins: {shape}"
    lines = sorted(((ink(text), text) for text in texts(page)), key=lambda line: line[0].top)
    for index, (one, text) in enumerate(lines):
        for other, neighbour in lines[index + 1 :]:
            if other.top >= one.bottom:
                break
            assert not overlap(one, other), f"{text.text!r} runs into {neighbour.text!r}"
    frames = [extent(shape) for shape in page.shapes if is_frame(shape)]
    for one, text in lines:
        for frame in frames:
            assert not overlap(one, frame) or inside(one, frame), f"{text.text!r} runs over an edge"


@pytest.mark.parametrize("per_page", GRIDS)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_off_or_printed_over(language: str, paper: str, per_page: int) -> None:
    for page in pages(COLLECTION, language, paper, per_page):
        assert (page.width, page.height) == PAPERS[paper]
        refuse_ugly(page)


@pytest.mark.parametrize(
    ("language", "paper", "per_page"), [("en", "a4", 1), ("de", "letter", 2), ("en", "letter", 4), ("de", "a4", 6)]
)
def test_what_is_absurd_fits_too(language: str, paper: str, per_page: int) -> None:
    for page in pages(absurd_collection(), language, paper, per_page):
        refuse_ugly(page)


def test_the_checks_see_what_is_broken() -> None:
    """A text moved by a few millimetres is noticed, or the tests above would say nothing."""
    (page, *_) = pages(COLLECTION)
    title = next(shape for shape in page.shapes if isinstance(shape, Text) and shape.text == "Ten back")
    for x, y in ((-20.0, title.y), (title.x, title.y + 4), (title.x + 60, title.y + 26)):
        moved = Text(x, y, title.text, title.size, title.font)
        with pytest.raises(AssertionError):
            refuse_ugly(Page(page.width, page.height, (*page.shapes, moved)))


@given(positions(), st.sampled_from(sorted(GRIDS)), st.sampled_from(sorted(LANGUAGES)), st.text(max_size=80))
@settings(max_examples=60, deadline=None)
def test_any_position_can_be_printed(position: Position, per_page: int, language: str, title: str) -> None:
    puzzle = Puzzle("any", position, Task("helpwin", 3) if position.rules.game.is_duel else Task("win"), title=title)
    for page in pages(Collection(title, (puzzle,)), language, "letter", per_page):
        refuse_ugly(page)


@pytest.mark.parametrize("per_page", GRIDS)
def test_letters_stay_legible(per_page: int) -> None:
    for page in pages(COLLECTION, "de", "letter", per_page):
        assert min(text.size for text in texts(page)) >= SMALLEST_LETTERS


# --- what is on the page


def test_so_many_puzzles_a_page() -> None:
    plain = Collection("Plain", tuple(SAMPLES[index] for index in (0, 3, 2, 0, 3, 2, 0)))
    for per_page, first in ((1, 1), (2, 2), (4, 4), (6, 6)):
        found = pages(plain, per_page=per_page)
        assert [mark.title for mark in found[0].marks] == [
            f"{number}. {puzzle.title}" for number, puzzle in enumerate(plain.puzzles[:first], start=1)
        ]


def test_a_puzzle_that_would_get_too_small_takes_more_room() -> None:
    collection = Collection("", (SAMPLES[0], absurd_collection().puzzles[1], SAMPLES[0]))
    found = pages(collection, per_page=6)
    assert [len(page.marks) for page in found] == [1, 1, 1, 1]


def test_every_card_is_shown() -> None:
    for puzzle in (*SAMPLES, *absurd_collection().puzzles):
        found = pages_of(Collection("", (puzzle,)), numbered(Collection("", (puzzle,))), Layout(answers=False))
        shown = [text.text for page in found for text in texts(page) if text.font == "bold"]
        position = puzzle.position
        cards = [*(top for top in position.tops if top), *(card for hand in position.hands for card in hand)]
        cards += [card for pile in position.draws for card in pile.cards]
        for card in cards:
            assert str(card.number) in shown
            shown.remove(str(card.number))


def test_the_draw_pile_is_listed_in_order() -> None:
    (page, *_) = pages(Collection("", (SAMPLES[0],)))
    order = [text.text for text in texts(page)]
    start = order.index("Draw pile")
    assert order[start : start + 4] == ["Draw pile", "2 cards, next first", "51", "59"]


def test_the_player_to_move_is_marked() -> None:
    five = next(puzzle for puzzle in SAMPLES if puzzle.id == "five")
    (page, *_) = pages(Collection("", (five,)))
    order = [text.text for text in texts(page)]
    assert order[order.index("to move") - 1] == "Player 3"
    assert order.count("to move") == 1


def pips_of(page: Page) -> list[str | None]:
    """The fills of the discs that show the level."""
    discs = [
        shape for shape in page.shapes if isinstance(shape, Box) and shape.width == shape.height == 2 * shape.radius
    ]
    return [disc.fill for disc in discs][:5]


def test_levels_show_as_pips_and_words() -> None:
    for index, level in enumerate(LEVELS):
        puzzle = Puzzle("p", SAMPLES[0].position, Task("win"), rating=20 * index)
        (page, *_) = pages(Collection("", (puzzle,)))
        assert level in said(page)
        fills = pips_of(page)
        assert len(fills) == 5
        assert len(set(fills[: index + 1])) == 1
        assert all(fill == "#ffffff" for fill in fills[index + 1 :])
        assert fills[0] != "#ffffff"
    (page, *_) = pages(Collection("", (Puzzle("p", SAMPLES[0].position, Task("win")),)))
    assert not pips_of(page)


def test_only_the_commands_that_occur_are_explained() -> None:
    text = "the-game-extreme/1 | commands: 37=stop 40=skull 50=three | up: 37 1 | down: 100 100 | 1*: 40 41 42"
    position = solver.load(text)
    assert isinstance(position, Position)
    (page, *_) = pages(Collection("", (Puzzle("x", position, Task("win")),)))
    assert words("en")["command.stop.says"] in said(page)  # on a pile
    assert words("en")["command.skull.says"] in said(page)  # in the hand
    assert words("en")["command.three.says"] not in said(page)  # laid, and covered


def test_commands_and_colours_do_not_depend_on_colour() -> None:
    """In Quick & Easy each colour has its letter on the card and another outline; in Extreme each command a symbol."""
    from puzzles.sheet.signs import COLOURS, COMMAND_SIGNS, colour_shape

    outlines = {letter: str([type(shape).__name__ for shape in colour_shape(letter, 5).shapes()]) for letter in COLOURS}
    steps = {
        letter: tuple(len(shape.steps) for shape in colour_shape(letter, 5).shapes() if isinstance(shape, Path))
        for letter in COLOURS
    }
    assert len({(outlines[letter], steps[letter]) for letter in "rgy"}) == 3
    symbols = {command: str(draw()) for command, draw in COMMAND_SIGNS.items()}
    assert len(set(symbols.values())) == len(COMMANDS)
    easy = next(puzzle for puzzle in SAMPLES if puzzle.id == "easy")
    (page, *_) = pages(Collection("", (easy,)))
    letters = [text.text for text in texts(page)]
    assert {letter: letters.count(letter) for letter in "rgbys"} == {"r": 3, "g": 2, "b": 3, "y": 2, "s": 2}


# --- answers


def test_answers_are_on_pages_of_their_own_at_the_end() -> None:
    for language, word in (("en", "Answers"), ("de", "Lösungen")):
        found = pages(COLLECTION, language)
        starts = [index for index, page in enumerate(found) if word in said(page)]
        assert starts
        assert starts == list(range(starts[0], len(found)))
        for page in found[: starts[0]]:
            assert "Back, on, and back twice." not in said(page)
        assert "Back, on, and back twice." in said(found[starts[0]])


def test_answers_only_and_none() -> None:
    chosen = numbered(COLLECTION)
    without = pages_of(COLLECTION, chosen, Layout(answers=False))
    alone = pages_of(COLLECTION, chosen, Layout(puzzles=False))
    assert not any("Answers" in said(page) for page in without)
    assert all("Answers" in said(page) for page in alone)
    assert len(without) + len(alone) == len(pages(COLLECTION))


def test_answers_say_what_is_claimed() -> None:
    (page, *_) = pages_of(COLLECTION, numbered(COLLECTION), Layout(puzzles=False))
    text = said(page)
    for sentence in (
        "There is no other way.",
        "Only this first turn works.",
        "Turn 1 gave the win away.",
        "This would have won:",
        "6 cards are left.",
    ):
        assert sentence in text
    lost = next(puzzle for puzzle in SAMPLES if puzzle.id == "lost")
    assert solver.play_line(lost.position, lost.solution).cards_left == 6


def test_answers_name_themes_and_what_is_unique() -> None:
    known, unknown = next(iter(THEMES.values())), "my-own-theme"
    puzzle = replace(SAMPLES[0], themes=(known.name, unknown))
    collection = Collection("", (puzzle,))
    for language, title in (("en", known.title_en), ("de", known.title_de)):
        (page,) = pages_of(collection, numbered(collection), Layout(language, puzzles=False))
        text = said(page)
        assert f"{title}, {unknown}." in text
        assert words(language)["order-and-like-piles"] in text
    plain = Collection("", (SAMPLES[1],))
    (page,) = pages_of(plain, numbered(plain), Layout(puzzles=False))
    assert words("en")["order-and-like-piles"] not in said(page)


def test_samples_are_true() -> None:
    """The line of every sample that is to be won is legal and wins; what is said to be unique is."""
    from puzzles.answers.answer import answer

    for puzzle in SAMPLES:
        if puzzle.task.name != "best-score" and not puzzle.task.kind.wants_loss:
            verified = solver.verify(puzzle.start if puzzle.answer else puzzle.position, puzzle.solution)
            assert verified.complete, (puzzle.id, verified)
        if puzzle.unique != "none" or puzzle.task.name == "only-turn":
            found = answer(puzzle.position, puzzle.task)
            assert len(found.firsts) == 1
            assert puzzle.unique in ("none", found.unique)


def test_long_answers_go_on_in_the_next_column() -> None:
    found = pages_of(absurd_collection(), numbered(absurd_collection()), Layout(puzzles=False, per_page=1))
    counters = [
        text.text for page in found for text in texts(page) if text.text.endswith(".") and text.text[:-1].isdigit()
    ]
    long = next(puzzle for puzzle in absurd_collection().puzzles if puzzle.id == "long")
    assert [f"{number}." for number in range(5, 5 + len(long.solution))] == counters[-len(long.solution) :]


# --- head and foot


def test_head_and_foot() -> None:
    found = pages(COLLECTION, "de")
    for number, page in enumerate(found, start=1):
        assert "First steps" in said(page)
        assert f"Seite {number} von {len(found)}" in said(page)
        assert "von tenback · Lizenz CC0-1.0" in said(page)


def test_a_long_title_is_cut_with_an_ellipsis() -> None:
    (page, *_) = pages(absurd_collection())
    head = texts(page)[0]
    assert head.text.endswith("…")
    assert head.width <= page.width - 2 * MARGIN


# --- words and widths


def test_both_languages_say_everything() -> None:
    for key, (english, german) in WORDS.items():
        assert english.count("{") == german.count("{"), key
    assert words("de")["task.win"] == "Lege alle Karten ab."


def test_german_sheets_are_german() -> None:
    text = " ".join(said(page) for page in pages(COLLECTION, "de"))
    for german in ("leicht", "teuflisch", "Spieler 2", "am Zug", "Nachziehstapel", "aufsteigend", "Totenkopf", "gelb"):
        assert german in text
    known = {word for line in words("de").values() for word in line.split()}
    english = {word for line in words("en").values() for word in line.split() if len(word) > 3 and word not in known}
    titles = {word for puzzle in SAMPLES for word in f"{puzzle.title} {puzzle.notes} {puzzle.id}".split()} | {
        "First",
        "steps",
    }
    assert not (english - titles) & set(text.split())


def test_widths_are_those_of_the_fonts() -> None:
    metrics = pytest.importorskip("reportlab.pdfbase.pdfmetrics")
    for table, name in ((REGULAR, "Helvetica"), (BOLD, "Helvetica-Bold")):
        assert len(table) > 200
        for letter, width in table.items():
            assert metrics.stringWidth(letter, name, 1000) == pytest.approx(width), (name, letter)


@given(st.text(max_size=60), st.floats(5, 120), st.sampled_from(["regular", "bold"]))
def test_wrapped_lines_fit_and_lose_nothing(text: str, width: float, font: str) -> None:
    assert font in ("regular", "bold")
    lines = wrapped(text, width, 9.0, "bold" if font == "bold" else "regular")
    for line in lines:
        assert text_width(line, 9.0, "bold" if font == "bold" else "regular") <= width + 1e-9
    kept = "".join(letter for letter in text if letter.isprintable() and not letter.isspace())
    assert "".join("".join(lines).split()) == kept
    assert all(one and two for one, two in pairwise(lines))


@given(st.text(max_size=60), st.floats(8, 120))
def test_shortened_texts_fit(text: str, width: float) -> None:
    assert text_width(shortened(text, width, 9.0), 9.0) <= width + 1e-9


def test_letters_that_are_lacking_are_folded() -> None:
    assert folded("Größe – „Żółw“…") == "Größe – „Zólw“…"
    assert folded("日本") == "??"
