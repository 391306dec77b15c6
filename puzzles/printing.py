"""A collection onto paper: which puzzles, in which format, into which files."""

from __future__ import annotations

from collections.abc import Collection as Container
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from puzzles.answers.why import WhyNot
from puzzles.book import Book, in_chapters, paragraphs, spoken
from puzzles.generate.titles import title_in
from puzzles.options import Option
from puzzles.puzzle import LEVELS, Collection, Puzzle
from puzzles.quality.features import Quality, Wrong
from puzzles.quality.options import told_of
from puzzles.sheet.block import Numbered
from puzzles.sheet.drawing import Page, Text
from puzzles.sheet.metrics import is_known
from puzzles.sheet.pages import GRIDS, PAPERS, Layout, pages_of
from puzzles.sheet.words import LANGUAGES, capital, credit_text, words
from solver.errors import DoesNotAddUp, TenbackError, Unreadable, quoted
from solver.files import write_bytes
from solver.rules.games import game_named
from solver.search.limits import Limits

FORMATS = ("pdf", "svg", "png", "html")
LEAST_DOTS, MOST_DOTS = 30, 1200
MOST_PICTURES = 200  # files of one printing
SECONDS = 20.0  # for the reasons of one puzzle that asks for an option
MOST_CARDS = 40  # left; where there are more, a position has too many turns to look at each of them


@dataclass(frozen=True)
class SheetOptions:
    """How to print.  ``None``: the format that the file's name ends in, the language that the collection is in."""

    format: str | None = None
    language: str | None = None
    paper: str = "a4"
    per_page: int = 2
    puzzles: bool = True
    answers: bool = True
    dots_per_inch: int = 150  # of a PNG
    reasons: bool = True  # in the answers: why first turns that tempt fail
    book: Book | None = None  # chapters to print the puzzles in


@dataclass(frozen=True)
class Printed:
    """What was written: the files, how many pages and puzzles, and which letters the PDF's fonts do not have."""

    files: tuple[Path, ...]
    pages: int
    puzzles: int
    missing: str = ""


def print_collection(
    collection: Collection,
    path: str | Path,
    options: SheetOptions | None = None,
    chosen: Sequence[Numbered] | None = None,
) -> Printed:
    """Print a collection, or those of its puzzles that were chosen, into one file, or one file a page (SVG, PNG)."""
    path, options = Path(path), options or SheetOptions()
    kind = format_of(path, options.format)
    refuse_bad_options(options)
    chosen = numbered(collection) if chosen is None else chosen
    if not chosen:
        raise DoesNotAddUp(f"{quoted(collection.title)}: there is no puzzle to print")
    language = options.language or (collection.language if collection.language in LANGUAGES else "en")
    if kind == "html":
        return Printed((write(path, page_of(collection, chosen, language, options.book).encode()),), 1, len(chosen))
    layout = Layout(language, options.paper, options.per_page, options.puzzles, options.answers)
    if options.book is not None:
        collection = titled(collection, options.book, language)
        pages = pages_of_book(options.book, collection, chosen, layout, options.reasons)
    else:
        pages = pages_of(collection, prepared(chosen, collection, layout, options.reasons), layout)
    files = written(kind, pages, path, collection, layout, options.dots_per_inch)
    return Printed(files, len(pages), len(chosen), "" if kind == "svg" else missing_letters(pages))


def page_of(collection: Collection, chosen: Sequence[Numbered], language: str, book: Book | None) -> str:
    """The page to play on; in the chapters of a book, if there is one."""
    from puzzles.page import PageChapter, page_html

    puzzles, chapters = [item.puzzle for item in chosen], list[PageChapter]()
    if book is not None:
        collection, filled, puzzles = titled(collection, book, language), in_chapters(book, puzzles), []
        for chapter, found in filled:
            title = {known: spoken(chapter.title, known) for known in LANGUAGES}
            lesson = {known: paragraphs(spoken(chapter.lesson, known)) for known in LANGUAGES}
            chapters.append(PageChapter(len(puzzles), title, lesson))
            puzzles += found
    return page_html(replace(collection, puzzles=tuple(puzzles)), language, chapters=chapters)


def prepared(chosen: Iterable[Numbered], collection: Collection, layout: Layout, reasons: bool) -> list[Numbered]:
    """The puzzles with their credits, and with reasons where answers are to have them."""
    items = [credited(item, collection, layout.language) for item in chosen]
    if reasons and layout.answers:
        items = [item._replace(wrongs=tempting(item.puzzle), options=told_options(item.puzzle)) for item in items]
    return items


def titled(collection: Collection, book: Book, language: str) -> Collection:
    """The collection under the title of the book, and with its author and licence, where it has them."""
    title = spoken(book.title, language) or collection.title
    author, licence = book.author or collection.author, book.licence or collection.licence
    return replace(collection, title=title, author=author, licence=licence)


def pages_of_book(
    book: Book, collection: Collection, chosen: Sequence[Numbered], layout: Layout, reasons: bool
) -> list[Page]:
    """The chosen puzzles in chapters, numbered anew as they come; their hints and answers at the back."""
    from puzzles.sheet.book import BookPart, Front, book_pages

    language, parts, last = layout.language, list[BookPart](), 0
    for chapter, puzzles in in_chapters(book, (item.puzzle for item in chosen)):
        named = (replace(puzzle, title=title_in(puzzle.title, language)) for puzzle in puzzles)
        items = [Numbered(number, puzzle) for number, puzzle in enumerate(named, start=last + 1)]
        last += len(items)
        items = [item._replace(hints=hints_of(item.puzzle, language)) for item in items]
        example = [] if chapter.example is None else [Numbered(0, chapter.example, wrongs=tempting(chapter.example))]
        parts.append(
            BookPart(
                spoken(chapter.title, language),
                spoken(chapter.lesson, language),
                spoken(chapter.remark, language),
                example[0] if example else None,
                prepared(items, collection, layout, reasons),
            )
        )
    return book_pages(Front(collection.title, spoken(book.preface, language)), parts, collection, layout)


def hints_of(puzzle: Puzzle, language: str) -> tuple[str, ...]:
    """What kind of turn to look for, and where; the chapter has told the theme already."""
    from puzzles.play.hints import LAST_LEVEL, NoHint, hint
    from puzzles.play.session import Session

    try:
        session = Session(replace(puzzle, themes=()), language="de" if language == "de" else "en")
        said = [hint(session, level) for level in range(1, LAST_LEVEL)]
    except TenbackError:  # a puzzle that is not as it says is for ``puzzle check`` to tell
        return ()
    return tuple(dict.fromkeys(text for text in said if not isinstance(text, NoHint)))


@lru_cache(maxsize=1024)  # the same puzzles go on paper of several sizes and kinds
def tempting(puzzle: Puzzle) -> tuple[Wrong, ...]:
    """The cheapest first turn that fails, and the cheapest that only a line refutes; none of a puzzle too large.

    Of a played game: the turn that lost it.
    """
    if puzzle.position.cards_left > MOST_CARDS or not puzzle.solution or puzzle.task.kind.asks_option:
        return ()
    try:
        quality = Quality(puzzle)
        if puzzle.task.kind.asks_where:
            return () if quality.lost is None else (quality.lost,)
        found = list[Wrong]()
        for number, wrong in enumerate(quality.cheapest_wrongs()):
            if wrong.why is not None and (number == 0 or wrong.is_try):
                found.append(wrong)
            if wrong.is_try:
                break
    except TenbackError:  # a puzzle that is not as it says is for ``puzzle check`` to tell
        return ()
    return tuple(found)


@lru_cache(maxsize=1024)
def told_options(puzzle: Puzzle) -> tuple[tuple[Option, WhyNot], ...]:
    """Of an option that is asked for: the wrong ones that look fine for longest; or why the right one is lost."""
    if not puzzle.task.kind.asks_option or not puzzle.answer:
        return ()
    try:
        return told_of(puzzle, Limits(SECONDS))
    except TenbackError:  # a puzzle that is not as it says is for ``puzzle check`` to tell
        return ()


def numbered(collection: Collection) -> list[Numbered]:
    """All puzzles with their numbers."""
    return [Numbered(number, puzzle) for number, puzzle in enumerate(collection.puzzles, start=1)]


def credited(item: Numbered, collection: Collection, language: str) -> Numbered:
    """Author and licence of a puzzle, where they are not those at the foot of the page."""
    author = item.puzzle.author if item.puzzle.author != collection.author else ""
    licence = item.puzzle.licence if item.puzzle.licence != collection.licence else ""
    return item._replace(credit=credit_text(author, licence, language))


def chosen_puzzles(
    collection: Collection,
    ids: Container[str] = (),
    levels: Container[str] = (),
    games: Container[str] = (),
    name: str = "the collection",
) -> list[Numbered]:
    """Those puzzles that have one of these ids, levels and games; no id, level or game given: any will do."""
    refuse_unknown(ids, [puzzle.id for puzzle in collection.puzzles], "--only", f"no puzzle of {name} has this id")
    refuse_unknown(levels, LEVELS, "--level", f"the levels are {' '.join(LEVELS)}")
    for game in games:
        game_named(game)
    found = [
        item
        for item in numbered(collection)
        if (not ids or item.puzzle.id in ids)
        and (not levels or item.puzzle.level in levels)
        and (not games or item.puzzle.position.rules.game.name in games)
    ]
    if not found:
        asked = " ".join(
            [
                *(f"--only {name}" for name in ids),
                *(f"--level {name}" for name in levels),
                *(f"--game {name}" for name in games),
            ]
        )
        raise DoesNotAddUp(f"{asked}: no puzzle of {name} is like that" if asked else f"{name} has no puzzles")
    return found


def refuse_unknown(given: Iterable[str], known: Container[str], option: str, remark: str) -> None:
    """A name that nothing has is an error rather than an empty sheet."""
    for name in given:
        if name not in known:
            raise Unreadable(f"{option} {quoted(name)}: {remark}")


def refuse_bad_options(options: SheetOptions) -> None:
    """Each option is one of what there is."""
    if options.paper not in PAPERS:
        raise Unreadable(f"--paper {quoted(options.paper)}: the papers are {' '.join(PAPERS)}")
    if options.per_page not in GRIDS:
        raise Unreadable(f"--per-page {options.per_page}: write one of {' '.join(map(str, GRIDS))}")
    if options.language is not None:
        words(options.language)
    if not LEAST_DOTS <= options.dots_per_inch <= MOST_DOTS:
        raise Unreadable(f"--dpi {options.dots_per_inch}: must be {LEAST_DOTS} to {MOST_DOTS}")
    if not (options.puzzles or options.answers):
        raise Unreadable("--no-answers --answers-only: that leaves nothing to print")
    if options.book is not None and not options.puzzles:
        raise Unreadable(
            "--book --answers-only: a book has its puzzles; print the collection itself, or leave --book out"
        )


def format_of(path: Path, wanted: str | None) -> str:
    """The format asked for, or the one that the file's name ends in."""
    kind = wanted if wanted is not None else path.suffix.removeprefix(".").lower()
    if kind not in FORMATS:
        culprit = f"--format {quoted(wanted)}" if wanted is not None else f"{quoted(path.name)}: the name's ending"
        raise Unreadable(f"{culprit} is none of {' '.join(FORMATS)}")
    return kind


# --- files


def written(
    kind: str, pages: Sequence[Page], path: Path, collection: Collection, layout: Layout, dots_per_inch: int
) -> tuple[Path, ...]:
    """The pages in one PDF, or each in a picture of its own: ``out-1.svg``, ``out-2.svg`` …"""
    from puzzles.sheet.pdf import About, pages_pdf, pages_png
    from puzzles.sheet.svg import page_svg

    title = collection.title or capital(words(layout.language)["puzzles"])
    about = About(title, collection.author, layout.language)
    if kind == "pdf":
        return (write(path, pages_pdf(pages, about)),)
    if len(pages) > MOST_PICTURES:
        raise DoesNotAddUp(
            f"{len(pages)} pages would be as many files; {MOST_PICTURES} is the most: print a PDF instead"
        )
    names = (
        [path]
        if len(pages) == 1
        else [path.with_name(f"{path.stem}-{n}{path.suffix}") for n in range(1, len(pages) + 1)]
    )
    if kind == "png":
        pictures: Iterator[bytes] = pages_png(pages, about, dots_per_inch)
    else:
        pictures = (page_svg(page, title, layout.language).encode() for page in pages)
    return tuple(write(name, picture) for name, picture in zip(names, pictures, strict=True))


def write(path: Path, content: bytes) -> Path:
    """Write a file, and say which."""
    write_bytes(path, content)
    return path


def missing_letters(pages: Sequence[Page]) -> str:
    """Letters on the pages that Helvetica does not have: a PDF shows the nearest it has, or a question mark."""
    texts = {shape.text for page in pages for shape in page.shapes if isinstance(shape, Text)}
    return "".join(sorted({letter for text in texts if not is_known(text) for letter in text if not is_known(letter)}))
