"""Pages: puzzles in a grid, answers in columns behind them, a running head and foot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from puzzles.puzzle import Collection
from puzzles.sheet.answers import Row, answer_rows, last_rows, pages_of_columns
from puzzles.sheet.block import Numbered, puzzle_block, title_of
from puzzles.sheet.cards import Style
from puzzles.sheet.drawing import GREY, HAIR, INK, Block, Box, Mark, Page, Shape, Text
from puzzles.sheet.metrics import shortened, text_width
from puzzles.sheet.words import capital, credit_text, words

PAPERS = {"a4": (210.0, 297.0), "a5": (148.0, 210.0), "letter": (215.9, 279.4)}
GRIDS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}  # columns and rows
MARGIN, HEAD, FOOT, GUTTER = 13.0, 8.0, 7.0, 7.0
LARGEST = {1: 1.5, 2: 1.15, 4: 0.95, 6: 0.9}  # cards
TEXT = {1: 1.15, 2: 1.0, 4: 0.9, 6: 0.82}
SMALLEST, STEP = 0.5, 0.05
LOOSE = 0.4  # how far up the steps from the smallest to the largest cards a puzzle is set loosely
PAGE_TEXTS = 8.0  # points
ANSWERS_HEAD = 11.0
NARROWEST_COLUMN = 50.0  # of answers: as many stand beside each other as this allows


@dataclass(frozen=True)
class Layout:
    """Which paper, how many puzzles a page, which language, what is left out."""

    language: str = "en"
    paper: str = "a4"
    per_page: int = 2
    puzzles: bool = True
    answers: bool = True

    @property
    def size(self) -> tuple[float, float]:
        """The paper's width and height."""
        return PAPERS[self.paper]

    @property
    def width(self) -> float:
        """The width between the margins."""
        return self.size[0] - 2 * MARGIN

    @property
    def height(self) -> float:
        """The height between head and foot."""
        return self.size[1] - 2 * MARGIN - HEAD - FOOT

    @property
    def cell(self) -> tuple[float, float]:
        """The room of one puzzle."""
        columns, rows = GRIDS[self.per_page]
        return (self.width - GUTTER * (columns - 1)) / columns, (self.height - GUTTER * (rows - 1)) / rows

    @property
    def columns(self) -> int:
        """How many columns of answers there are."""
        return int((self.width + GUTTER) // (NARROWEST_COLUMN + GUTTER))

    @property
    def column(self) -> float:
        """The width of a column of answers."""
        return (self.width - GUTTER * (self.columns - 1)) / self.columns


class Content(NamedTuple):
    """What is between head and foot of a page, where a reader may want to go, and what the head says."""

    shapes: tuple[Shape, ...]
    marks: tuple[Mark, ...] = ()
    head: str = ""  # nothing: the collection's title


def pages_of(collection: Collection, chosen: Sequence[Numbered], layout: Layout) -> list[Page]:
    """All pages: the puzzles, and then their answers."""
    contents: list[Content] = []
    if layout.puzzles:
        contents += puzzle_contents(chosen, layout)
    if layout.answers:
        contents += answer_contents(chosen, layout)
    return numbered_pages(contents, collection, layout)


def numbered_pages(contents: Sequence[Content], collection: Collection, layout: Layout) -> list[Page]:
    """The pages with their numbers."""
    count = len(contents)
    return [framed(content, collection, layout, number, count) for number, content in enumerate(contents, start=1)]


# --- puzzles


def puzzle_contents(chosen: Sequence[Numbered], layout: Layout) -> Iterator[Content]:
    """The puzzles in a grid, in order; one that would get too small takes a row, or a page."""
    columns, rows = GRIDS[layout.per_page]
    shapes: list[Shape] = []
    marks: list[Mark] = []
    at = 0  # the next free cell
    for item in chosen:
        block, cells = fitted(item, layout)
        at = -(-at // min(cells, columns)) * min(cells, columns)
        if at + cells > columns * rows:
            yield Content(tuple(shapes), tuple(marks))
            shapes, marks, at = [], [], 0
        x, y = place(at, layout)
        shapes += dividers(at, layout)
        shapes += block.shapes(x, y)
        marks.append(Mark(f"{item.number}. {title_of(item.puzzle, item.number, layout.language)}", y))
        at += cells
    if shapes:
        yield Content(tuple(shapes), tuple(marks))


def place(at: int, layout: Layout) -> tuple[float, float]:
    """The corner of a cell."""
    columns, _ = GRIDS[layout.per_page]
    width, height = layout.cell
    return MARGIN + (at % columns) * (width + GUTTER), MARGIN + HEAD + (at // columns) * (height + GUTTER)


def dividers(at: int, layout: Layout) -> list[Shape]:
    """A hair line above every row but the first."""
    columns, _ = GRIDS[layout.per_page]
    if at < columns or at % columns:
        return []
    _, y = place(at, layout)
    return [Box(MARGIN, y - GUTTER / 2, layout.width, 0.15, fill=HAIR)]


def fitted(item: Numbered, layout: Layout) -> tuple[Block, int]:
    """A puzzle as large as its room allows, and how many cells it takes: one, a row of them, or all of a page."""
    columns, rows = GRIDS[layout.per_page]
    width, height = layout.cell
    for cells, room in (
        (1, (width, height)),
        (columns, (layout.width, height)),
        (columns * rows, (layout.width, layout.height)),
    ):
        block = largest(item, room, layout)
        if block is not None:
            return block, cells
    return shrunk(item, layout), columns * rows


def largest(item: Numbered, room: tuple[float, float], layout: Layout) -> Block | None:
    """The puzzle with the largest cards that fit; set densely only where they would be much smaller otherwise."""
    steps = round((LARGEST[layout.per_page] - SMALLEST) / STEP) + 1
    loose, block = climbed(item, room, layout, steps, dense=False)
    if loose < steps * LOOSE:
        dense, other = climbed(item, room, layout, steps, dense=True)
        block = other if dense > loose else block
    return block


def climbed(
    item: Numbered, room: tuple[float, float], layout: Layout, steps: int, dense: bool
) -> tuple[int, Block | None]:
    """How many steps of size a puzzle can be given, and what it looks like then; 0: it does not fit at all."""
    width, height = room
    best: Block | None = None
    low, high, middle = 1, steps, 1  # the smallest first: where it does not fit, nothing does
    while low <= high:
        style = Style(layout.language, TEXT[layout.per_page], SMALLEST + STEP * (middle - 1), dense)
        block = puzzle_block(item, width, style)
        if block.height <= height and block.width <= width + 0.01:
            best, low = block, middle + 1
        elif best is None:
            return 0, None
        else:
            high = middle - 1
        middle = (low + high + 1) // 2
    return high, best


def shrunk(item: Numbered, layout: Layout) -> Block:
    """A puzzle that even a page is too small for: all of it made smaller until it fits."""
    scale = 1.0
    while True:
        scale *= 0.92
        style = Style(layout.language, TEXT[layout.per_page], SMALLEST, dense=True)
        block = puzzle_block(item, layout.width / scale, style).scaled(scale)
        if block.height <= layout.height:
            return block


# --- answers


def answer_contents(chosen: Sequence[Numbered], layout: Layout) -> Iterator[Content]:
    """The answers in columns."""
    rows = [row for item in chosen for row in answer_rows(item, layout.column, layout.language)]
    rows += last_rows([item.puzzle for item in chosen], layout.column, layout.language)
    return column_contents("answers", rows, layout)


def column_contents(heading: str, rows: Sequence[Row], layout: Layout) -> Iterator[Content]:
    """Rows in columns below a heading, those of the last page equally long."""
    title = Text(MARGIN, MARGIN + HEAD + 5.0, capital(words(layout.language)[heading]), 16.0, "bold")
    top, width = MARGIN + HEAD + ANSWERS_HEAD, layout.column
    for index, columns in enumerate(pages_of_columns(rows, layout.height - ANSWERS_HEAD, layout.columns)):
        shapes: list[Shape] = [title]
        for side, column in enumerate(columns):
            shapes += column.shapes(MARGIN + side * (width + GUTTER), top)
        yield Content(tuple(shapes), () if index else (Mark(title.text, MARGIN + HEAD),))


# --- head and foot


def framed(content: Content, collection: Collection, layout: Layout, page: int, pages: int) -> Page:
    """A page with its running head and foot."""
    width, height = layout.size
    shapes = (*head(content.head or collection.title, layout), *content.shapes, *foot(collection, layout, page, pages))
    return Page(width, height, shapes, content.marks)


def head(said: str, layout: Layout) -> list[Shape]:
    """The collection's title, or that of a part of it, over a line."""
    title = shortened(said or words(layout.language)["puzzles"].capitalize(), layout.width, 10.0, "bold")
    y = MARGIN + 2.5
    return [Text(MARGIN, y, title, 10.0, "bold"), Box(MARGIN, y + 1.8, layout.width, 0.35, fill=INK)]


def foot(collection: Collection, layout: Layout, page: int, pages: int) -> list[Shape]:
    """Author and licence, and the page."""
    y = layout.size[1] - MARGIN
    number = words(layout.language)["page"].format(page=page, pages=pages)
    room = layout.width - text_width(number, PAGE_TEXTS) - 8.0
    left = shortened(credit_text(collection.author, collection.licence, layout.language), room, PAGE_TEXTS)
    right = Text(MARGIN + layout.width, y, number, PAGE_TEXTS, fill=GREY, anchor="end")
    return [Text(MARGIN, y, left, PAGE_TEXTS, fill=GREY), right] if left else [right]
