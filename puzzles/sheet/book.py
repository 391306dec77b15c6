"""A book: title page, contents, chapters with their lessons and puzzles, hints and answers at the back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from puzzles.book import paragraphs
from puzzles.puzzle import Collection
from puzzles.sheet.answers import Row, column_block, columns_of, hint_row, told_rows
from puzzles.sheet.block import Numbered, asked_parts, meta_block
from puzzles.sheet.cards import Style, card_block
from puzzles.sheet.drawing import GREY, HAIR, INK, Block, Box, Mark, Page, Shape, Text, beside, paragraph, stacked
from puzzles.sheet.metrics import wrapped
from puzzles.sheet.pages import (
    HEAD,
    MARGIN,
    Content,
    Layout,
    answer_contents,
    column_contents,
    numbered_pages,
    puzzle_contents,
)
from puzzles.sheet.words import capital, counted, credit_text, words
from solver import Card, deal

TITLE, PART = 20.0, 12.0  # points: a chapter's title, a heading inside it
WIDE = 150.0  # millimetres between the margins: what is narrower has smaller letters
LEADING = 1.4
COVER_CARDS = (47, 37, 48)  # ten back, and on


class BookPart(NamedTuple):
    """A chapter that is to be printed."""

    title: str
    lesson: str
    remark: str
    example: Numbered | None
    items: Sequence[Numbered]


class Front(NamedTuple):
    """What stands before the chapters."""

    title: str
    preface: str


class ContentsEntry(NamedTuple):
    """A line of the contents."""

    title: str
    remark: str
    page: int


def book_pages(front: Front, parts: Sequence[BookPart], collection: Collection, layout: Layout) -> list[Page]:
    """All pages; the first one has no head and no foot."""
    chapters = [list(chapter_contents(number, part, layout)) for number, part in enumerate(parts, start=1)]
    back = list(back_contents([item for part in parts for item in part.items], layout))
    listed = list(contents_of(front, parts, chapters, back, 0, layout))  # to see how many pages they take
    listed = list(contents_of(front, parts, chapters, back, 1 + len(listed), layout))
    inner = [content for chapter in chapters for content in chapter]
    pages = numbered_pages([cover(front, parts, collection, layout), *listed, *inner, *back], collection, layout)
    return [cover_page(pages[0], front, parts, collection, layout), *pages[1:]]


def reading_size(width: float) -> float:
    """The size of what is to be read, in points."""
    return 10.5 if width > WIDE else 9.0


# --- title page


def cover_page(page: Page, front: Front, parts: Sequence[BookPart], collection: Collection, layout: Layout) -> Page:
    """The title page without head and foot."""
    return Page(page.width, page.height, cover(front, parts, collection, layout).shapes, page.marks)


def cover(front: Front, parts: Sequence[BookPart], collection: Collection, layout: Layout) -> Content:
    """Title, a picture, how much there is, whom to thank."""
    width, height = layout.size
    known = words(layout.language)
    size = 34.0 * layout.width / 184
    rules = deal("the-game", 1, 1).position().rules
    cards = beside([card_block(Card(number), rules, layout.width / 7, layout.language) for number in COVER_CARDS], 4.0)
    title = paragraph(wrapped(front.title, layout.width, size, "bold"), size, "bold")
    count = known["book.size"].format(n=sum(len(part.items) for part in parts), chapters=len(parts))
    shapes = [*centred_lines(title, width, height * 0.22)]
    shapes += cards.shapes((width - cards.width) / 2, height * 0.45)
    shapes.append(Text(width / 2, height * 0.74, count, 13.0, fill=GREY, anchor="middle"))
    credit = credit_text(collection.author, collection.licence, layout.language)
    shapes.append(Text(width / 2, height - MARGIN - 6.0, credit, 9.0, fill=GREY, anchor="middle"))
    return Content(tuple(shapes), (Mark(front.title, 0.0),))


def centred_lines(block: Block, width: float, top: float) -> Iterator[Shape]:
    """The lines of a paragraph, each in the middle of the page."""
    for shape in block.shapes(0, top):
        if isinstance(shape, Text):
            yield Text(width / 2, shape.y, shape.text, shape.size, shape.font, shape.fill, "middle")


# --- contents


def contents_of(
    front: Front,
    parts: Sequence[BookPart],
    chapters: Sequence[Sequence[Content]],
    back: Sequence[Content],
    before: int,
    layout: Layout,
) -> Iterator[Content]:
    """The preface, and on which page what begins, ``before`` pages being before the first chapter."""
    known, entries, page = words(layout.language), list[ContentsEntry](), before + 1
    for number, (part, pages) in enumerate(zip(parts, chapters, strict=True), start=1):
        size = counted("book.size.chapter.one", "book.size.chapter", len(part.items), layout.language)
        entries.append(ContentsEntry(f"{number}  {part.title}", size, page))
        page += len(pages)
    for content in back:
        entries += [ContentsEntry(mark.title, "", page) for mark in content.marks]
        page += 1
    heading = capital(known["contents"])
    rows = [*text_rows(front.preface, layout.width), Row(paragraph([heading], TITLE, "bold"), 5.0)]
    rows += [Row(entry_block(entry, layout.width), 0.8) for entry in entries]
    return flowing(rows, layout, Mark(heading, MARGIN + HEAD), front.title)


def entry_block(entry: ContentsEntry, width: float) -> Block:
    """A line of the contents: what, how much of it, on which page."""
    size, y, height = reading_size(width), 4.0, 5.2
    shapes: list[Shape] = [
        Text(0, y, entry.title, size),
        Text(width - 14.0, y, entry.remark, size * 0.8, fill=GREY, anchor="end"),
        Text(width, y, str(entry.page), size, "bold", anchor="end"),
        Box(0, height, width, 0.15, fill=HAIR),
    ]
    return Block(width, height, tuple(shape for shape in shapes if not isinstance(shape, Text) or shape.text))


# --- chapters


def chapter_contents(number: int, part: BookPart, layout: Layout) -> Iterator[Content]:
    """A chapter: its lesson and example, and on the pages after them its puzzles."""
    rows = [
        Row(paragraph([capital(words(layout.language)["chapter"].format(n=number))], PART, "bold", GREY), 0.0),
        Row(paragraph(wrapped(part.title, layout.width, TITLE, "bold"), TITLE, "bold"), 0.6),
        *text_rows(part.lesson, layout.width),
        *([] if part.example is None else example_rows(part.example, layout)),
        *text_rows(part.remark, layout.width),
    ]
    mark = Mark(f"{number}. {part.title}", MARGIN + HEAD)
    yield from flowing(rows, layout, mark, part.title)
    for content in puzzle_contents(part.items, layout):
        yield content._replace(head=part.title)


def text_rows(text: str, width: float) -> list[Row]:
    """Paragraphs to be read."""
    size = reading_size(width)
    lines = (wrapped(one, width, size) for one in paragraphs(text))
    return [Row(paragraph(one, size, leading=LEADING), 2.2) for one in lines]


def example_rows(item: Numbered, layout: Layout) -> list[Row]:
    """The table of a lesson, how it is solved, and why other turns fail."""
    known, width = words(layout.language), layout.width
    style = Style(layout.language, 0.95, 0.75 if width > WIDE else 0.55, dense=True)
    asked = stacked([meta_block(item, width, style), *asked_parts(item.puzzle, width, style)], style.gap(2.4))
    return [
        Row(heading_block(known["example"], width), 4.0),
        Row(asked, 1.6),
        Row(heading_block(known["solved-so"], width), 3.0),
        *(Row(row, 0.4) for row in told_rows(item, width, layout.language)),
    ]


def heading_block(text: str, width: float) -> Block:
    """A heading inside a chapter, with a line below it."""
    words_of = paragraph([capital(text)], PART, "bold")
    return Block(
        width, words_of.height + 0.8, (*words_of.at(0, 0), Box(0, words_of.height + 0.3, width, 0.3, fill=INK))
    )


def flowing(rows: Iterable[Row], layout: Layout, mark: Mark, head: str) -> Iterator[Content]:
    """Rows below each other, on as many pages as they take."""
    fitting = [
        row if row.block.height <= layout.height else Row(row.block.scaled(layout.height / row.block.height), 0.0)
        for row in rows
    ]
    for index, column in enumerate(columns_of(fitting, layout.height)):
        shapes = tuple(column_block(column).shapes(MARGIN, MARGIN + HEAD))
        yield Content(shapes, () if index else (mark,), head)


# --- hints and answers


def back_contents(items: Sequence[Numbered], layout: Layout) -> Iterator[Content]:
    """The hints, and then the answers."""
    hinted = [hint_row(item, layout.column, layout.language) for item in items if item.hints]
    if hinted:
        yield from column_contents("hints", hinted, layout)
    if layout.answers:
        yield from answer_contents(items, layout)
