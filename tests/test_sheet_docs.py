"""The page about sheets: its commands and its Python run, its table is complete, its picture is current."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from puzzles.printing import SheetOptions, print_collection
from puzzles.puzzle import Collection
from puzzles.verbs.print import print_
from tests.docs import ROOT, blocks, lines, page
from tests.sheet_samples import COLLECTION, SAMPLES

STEPS = """
format = 1
title = "First steps"

[[puzzle]]
id = "steps-001"
task = "win"
position = "the-game/1 | up: 17 1 | down: 88 100 | 1*: 7 18"
solution = "7@up1 18@up1"
rating = 5
"""
PICTURE = ROOT / "docs" / "sheet.svg"


def draw_picture(path: Path) -> None:
    """The picture of the page: one puzzle of each game."""
    collection = Collection(COLLECTION.title, SAMPLES[:4], COLLECTION.author, COLLECTION.licence)
    print_collection(collection, path, SheetOptions(per_page=4, answers=False))


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "steps.toml").write_text(STEPS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_commands_of_the_page(steps: Path) -> None:
    app = typer.Typer()
    app.command()(print_)
    commands = lines("sheets.md", "sh")
    assert len(commands) >= 5
    for command in commands:
        tenback, puzzle, verb, *arguments = shlex.split(command)
        assert (tenback, puzzle, verb) == ("tenback", "puzzle", "print")
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 0, (command, result.output, result.exception)
    written = {file.name for file in steps.iterdir()}
    assert written >= {"steps.pdf", "blatt.pdf", "handout.pdf", "one.svg", "pages-1.png", "pages-2.png", "play.html"}


def test_python_of_the_page(steps: Path) -> None:
    (code,) = blocks("sheets.md", "python")
    exec(compile(code, "sheets.md", "exec"), {})
    assert (steps / "easy.svg").exists()


def test_every_option_is_on_the_page() -> None:
    app = typer.Typer()
    app.command()(print_)
    parameters = typer.main.get_command(app).params
    options = {name for parameter in parameters for name in parameter.opts if name.startswith("-")}
    options -= {"--help", "--install-completion", "--show-completion"}
    assert len(options) >= 12
    for option in options:
        assert f"`{option}`" in page("sheets.md"), option


def test_the_picture_is_current(tmp_path: Path) -> None:
    """``python -m tests.test_sheet_docs`` draws it anew."""
    draw_picture(tmp_path / "sheet.svg")
    assert (tmp_path / "sheet.svg").read_bytes() == PICTURE.read_bytes()


if __name__ == "__main__":
    draw_picture(PICTURE)
