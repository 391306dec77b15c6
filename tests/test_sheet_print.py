"""Sheets as files: PDF, SVG and PNG say the same, are the same bytes every time, and give nothing away."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import typer
from typer.testing import CliRunner

from puzzles.book import shipped_book
from puzzles.printing import SheetOptions, chosen_puzzles, print_collection
from puzzles.puzzle import Collection
from puzzles.sheet.pages import MARGIN, Layout, pages_of
from puzzles.verbs.print import EXAMPLES, print_
from solver.errors import DoesNotAddUp, TenbackError, Unreadable
from tests.sheet_samples import COLLECTION, SAMPLES, absurd, numbered

SVG = "{http://www.w3.org/2000/svg}"
TOML = """
format = 1
title = "Erste Schritte"
author = "tenback"
licence = "CC0-1.0"
language = "de"

[[puzzle]]
id = "blue"
title = "Blau auf Blau"
task = "win"
position = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"
solution = "1: b5@down; 2: r3@down; 1: y9@up; 2: g2@down; 1: s1@down"
rating = 12

[[puzzle]]
id = "seven"
title = "Sieben"
task = "win"
position = "the-game/1 | up: 17 1 | down: 88 100 | 1*: 7 18"
solution = "7@up1 18@up1"
rating = 30
author = "somebody else"
"""


def pdf_texts(path: Path) -> list[str]:
    """The text of each page, as a reader of the PDF could copy it."""
    pdfium = pytest.importorskip("pypdfium2")
    document = pdfium.PdfDocument(path)
    texts = []
    for page in document:
        textpage = page.get_textpage()
        texts.append(" ".join(textpage.get_text_range().split()))
        textpage.close()
        page.close()
    document.close()
    return texts


def svg_texts(path: Path) -> str:
    return " ".join(element.text or "" for element in ElementTree.parse(path).iter(f"{SVG}text"))


# --- what is in the files


def test_a_pdf_has_the_pages_and_the_words(tmp_path: Path) -> None:
    printed = print_collection(COLLECTION, tmp_path / "out.pdf")
    pages = pdf_texts(tmp_path / "out.pdf")
    assert printed.pages == len(pages) == 10
    for puzzle in SAMPLES:
        assert sum(puzzle.title in page for page in pages) >= 2  # the puzzle, and its answer
    assert "Lay every card." in pages[0]
    assert all("Answers" in page for page in pages[-2:])
    assert not any("Answers" in page for page in pages[:-2])


def test_a_german_pdf_has_its_umlauts(tmp_path: Path) -> None:
    print_collection(COLLECTION, tmp_path / "out.pdf", SheetOptions(language="de"))
    text = " ".join(pdf_texts(tmp_path / "out.pdf"))
    for words in ("Lösungen", "grün", "was B auch tut", "Muss noch im selben Zug überdeckt werden."):
        assert words in text


def test_the_same_words_in_every_format(tmp_path: Path) -> None:
    print_collection(COLLECTION, tmp_path / "out.pdf")
    pages = pdf_texts(tmp_path / "out.pdf")
    printed = print_collection(COLLECTION, tmp_path / "out.svg")
    assert [file.name for file in printed.files] == [f"out-{number}.svg" for number in range(1, 11)]
    for file, page in zip(printed.files, pages, strict=True):
        assert sorted(svg_texts(file).replace(" ", "")) == sorted(page.replace(" ", ""))


def test_one_page_is_one_picture_of_the_name_asked_for(tmp_path: Path) -> None:
    chosen = chosen_puzzles(COLLECTION, ids=["one"])
    printed = print_collection(COLLECTION, tmp_path / "out.svg", SheetOptions(answers=False), chosen)
    assert printed.files == (tmp_path / "out.svg",)
    assert "Ten back" in svg_texts(tmp_path / "out.svg")


def test_svg_is_well_formed_and_stands_alone(tmp_path: Path) -> None:
    for file in print_collection(absurd(), tmp_path / "out.svg").files:
        root = ElementTree.parse(file).getroot()
        assert root.get("width") == "210mm"
        assert root.get("viewBox") == "0 0 210 297"
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {"svg", "title", "rect", "path", "text"}
        content = file.read_text(encoding="utf-8")
        assert re.findall(r"https?://[^\"<]*", content) == ["http://www.w3.org/2000/svg"]
        assert "href" not in content


def test_svg_shows_letters_that_a_pdf_lacks(tmp_path: Path) -> None:
    collection = replace(COLLECTION, title="Żółw 日本語", puzzles=SAMPLES[:1])
    printed = print_collection(collection, tmp_path / "out.svg", SheetOptions(answers=False))
    assert "Żółw 日本語" in svg_texts(printed.files[0])
    assert printed.missing == ""
    printed = print_collection(collection, tmp_path / "out.pdf", SheetOptions(answers=False))
    assert "Zólw ???" in pdf_texts(printed.files[0])[0]
    assert set(printed.missing) == set("Żł日本語")


def test_a_png_is_a_picture_of_the_whole_page(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("pypdfium2")
    options = SheetOptions(paper="letter", dots_per_inch=60, answers=False)
    printed = print_collection(COLLECTION, tmp_path / "out.png", options, numbered(COLLECTION)[:2])
    with image.open(printed.files[0]) as picture:
        assert picture.size == (510, 660)
        grey = picture.convert("L")
    left, top, right, bottom = grey.point(lambda level: 255 if level < 200 else 0).getbbox()
    margin = MARGIN / 25.4 * 60
    assert left >= margin - 2
    assert right <= 510 - margin + 2
    assert top >= margin / 2
    assert 600 < bottom <= 660 - margin + 2


def test_paper_sizes(tmp_path: Path) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    for paper, size in (("a4", (595, 842)), ("letter", (612, 792))):
        print_collection(COLLECTION, tmp_path / "out.pdf", SheetOptions(paper=paper))
        document = pdfium.PdfDocument(tmp_path / "out.pdf")
        assert all(tuple(map(round, document.get_page_size(index))) == size for index in range(len(document)))
        document.close()


# --- the same every time


@pytest.mark.parametrize("kind", ["pdf", "svg", "png"])
def test_the_same_puzzles_give_the_same_bytes(tmp_path: Path, kind: str) -> None:
    options = SheetOptions(per_page=4, dots_per_inch=50)
    runs = []
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
        printed = print_collection(COLLECTION, tmp_path / folder / f"{folder}.{kind}", options)
        runs.append([file.read_bytes() for file in printed.files])
    assert runs[0] == runs[1]


def test_a_pdf_says_nothing_of_its_making(tmp_path: Path) -> None:
    pdfium = pytest.importorskip("pypdfium2")
    path = print_collection(COLLECTION, tmp_path / "secret-name.pdf").files[0]
    document = pdfium.PdfDocument(path)
    told = document.get_metadata_dict()
    titles = [mark.get_title() for mark in document.get_toc()]
    document.close()
    assert told["Title"] == "First steps"
    assert told["Author"] == "tenback"
    assert told["CreationDate"] == told["ModDate"] == "D:20000101000000+00'00'"
    assert titles == [*(f"{number}. {puzzle.title}" for number, puzzle in enumerate(SAMPLES, start=1)), "Answers"]
    content = path.read_bytes()
    for leak in (str(tmp_path), "secret-name", str(Path.home())):
        assert leak.encode() not in content


# --- which puzzles


def test_puzzles_keep_their_numbers() -> None:
    assert [item.number for item in chosen_puzzles(COLLECTION, ids=["easy", "two"])] == [4, 5]
    assert [item.puzzle.id for item in chosen_puzzles(COLLECTION, levels=["hard"])] == ["two", "custom"]
    assert [item.puzzle.id for item in chosen_puzzles(COLLECTION, games=["face-to-face"])] == ["duel", "help"]
    both = chosen_puzzles(COLLECTION, levels=["easy", "gentle"], games=["quick-and-easy"])
    assert [item.puzzle.id for item in both] == ["easy", "where"]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"ids": ["nowhere"]}, "--only 'nowhere': no puzzle of the collection has this id"),
        ({"levels": ["leicht"]}, "--level 'leicht': the levels are gentle easy medium hard fiendish"),
        ({"games": ["chess"]}, "'chess' is not a game"),
        ({"games": ["the-game-on-fire"]}, "--game the-game-on-fire: no puzzle of the collection is like that"),
    ],
)
def test_what_is_not_there_is_named(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(TenbackError, match=re.escape(message)):
        chosen_puzzles(COLLECTION, **asked)


def test_other_authors_are_credited(tmp_path: Path) -> None:
    puzzles = (SAMPLES[0], replace(SAMPLES[3], author="somebody else", licence="CC-BY-4.0"))
    collection = replace(COLLECTION, puzzles=(replace(puzzles[0], author="tenback", licence="CC0-1.0"), puzzles[1]))
    print_collection(collection, tmp_path / "out.svg", SheetOptions(answers=False))
    text = svg_texts(tmp_path / "out.svg")
    assert text.count("by somebody else · licence CC-BY-4.0") == 1
    assert text.count("by tenback · licence CC0-1.0") == 1  # at the foot


# --- what cannot be done


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("out.docx", SheetOptions(), "out.docx': the name's ending is none of pdf svg png html"),
        ("out", SheetOptions(), "out': the name's ending is none of pdf svg png html"),
        ("out.pdf", SheetOptions(format="doc"), "--format 'doc' is none of pdf svg png html"),
        ("out.pdf", SheetOptions(paper="a3"), "--paper 'a3': the papers are a4 a5 letter"),
        ("out.pdf", SheetOptions(per_page=3), "--per-page 3: write one of 1 2 4 6"),
        ("out.pdf", SheetOptions(language="fr"), "language 'fr': the languages are en de"),
        ("out.png", SheetOptions(dots_per_inch=5000), "--dpi 5000: must be 30 to 1200"),
        ("out.pdf", SheetOptions(puzzles=False, answers=False), "that leaves nothing to print"),
        ("out.pdf", SheetOptions(puzzles=False, book=shipped_book()), "--book --answers-only: a book has its puzzles"),
        ("nowhere/out.svg", SheetOptions(), "cannot be written: No such file or directory"),
    ],
)
def test_bad_options_are_named(tmp_path: Path, name: str, options: SheetOptions, message: str) -> None:
    with pytest.raises(Unreadable, match=re.escape(message)):
        print_collection(COLLECTION, tmp_path / name, options)
    assert not list(tmp_path.iterdir())


def test_an_empty_collection_is_not_printed(tmp_path: Path) -> None:
    with pytest.raises(DoesNotAddUp, match="no puzzle to print"):
        print_collection(Collection("Nothing"), tmp_path / "out.pdf")


def test_too_many_pictures_are_refused(tmp_path: Path) -> None:
    collection = replace(COLLECTION, puzzles=SAMPLES[:1] * 201)
    with pytest.raises(DoesNotAddUp, match="201 pages would be as many files; 200 is the most"):
        print_collection(collection, tmp_path / "out.svg", SheetOptions(per_page=1, answers=False))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(("kind", "library"), [("pdf", "reportlab"), ("png", "pypdfium2")])
def test_without_the_extra_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, library: str
) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == library]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(DoesNotAddUp, match=re.escape("pip install 'tenback[sheets]'")):
        print_collection(COLLECTION, tmp_path / f"out.{kind}")
    assert not list(tmp_path.iterdir())
    assert print_collection(COLLECTION, tmp_path / "out.svg").pages == 10  # needs no extra


# --- many


def test_many_puzzles_do_not_take_long() -> None:
    """150 puzzles: the layout, whose time is that of the whole."""
    puzzles = tuple(replace(SAMPLES[index % len(SAMPLES)], id=f"p-{index}") for index in range(150))
    collection = replace(COLLECTION, puzzles=puzzles)
    pages = pages_of(collection, numbered(collection), Layout(per_page=4))
    assert sum(len(page.marks) for page in pages) == 151


# --- the command


@pytest.fixture
def command(tmp_path: Path) -> typer.Typer:
    (tmp_path / "steps.toml").write_text(TOML, encoding="utf-8")
    app = typer.Typer()
    app.command("print", epilog="\n".join(EXAMPLES))(print_)
    return app


def test_the_command_prints(command: typer.Typer, tmp_path: Path) -> None:
    source, out = str(tmp_path / "steps.toml"), tmp_path / "out.pdf"
    result = CliRunner().invoke(command, [source, "-o", str(out)])
    assert result.exit_code == 0, result.output
    assert result.output == f"{out}: 2 pages, 2 puzzles\n"
    first, answers = pdf_texts(out)
    assert "Blau auf Blau" in first
    assert "Lege alle Karten ab." in first  # the collection's own language
    assert "von somebody else" in first
    assert "Lösungen" in answers


def test_the_command_chooses(command: typer.Typer, tmp_path: Path) -> None:
    source, out = str(tmp_path / "steps.toml"), tmp_path / "out.svg"
    arguments = [source, "-o", str(out), "--only", "seven", "--no-answers", "--language", "en", "--json"]
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 0, result.output
    assert f'"files":["{out}"],"pages":1,"puzzles":1' in result.output.replace(": ", ":").replace(", ", ",")
    text = svg_texts(out)
    assert "Sieben" in text
    assert "Lay every card." in text
    assert "Blau auf Blau" not in text
    assert text.startswith("Erste Schritte 2 Sieben")  # its number in the collection


def test_the_command_writes_pages_to_play_on(command: typer.Typer, tmp_path: Path) -> None:
    source, out = str(tmp_path / "steps.toml"), tmp_path / "page"
    result = CliRunner().invoke(command, [source, "-o", str(out), "--format", "html", "--only", "blue"])
    assert result.exit_code == 0, result.output
    content = out.read_text(encoding="utf-8")
    assert content.lower().startswith("<!doctype html>")
    assert "Blau auf Blau" in content
    assert "Sieben" not in content


def test_the_command_names_what_is_wrong(command: typer.Typer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for arguments, message in (
        (["steps.toml", "-o", "out.pdf", "--level", "simple"], "--level 'simple'"),
        (["none.toml", "-o", "out.pdf"], "'none.toml' cannot be read"),
        (["steps.toml", "-o", "out.gif"], "'out.gif': the name's ending"),
        (["steps.toml", "-o", "./steps.toml", "--format", "pdf"], "'steps.toml' is what is to be printed itself"),
    ):
        result = CliRunner().invoke(command, arguments)
        assert isinstance(result.exception, TenbackError)
        assert message in str(result.exception)
    assert (tmp_path / "steps.toml").read_text(encoding="utf-8") == TOML
