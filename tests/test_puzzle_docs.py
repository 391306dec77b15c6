"""docs/puzzles.md does what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puzzles.answers.unique import MOST_POSITIONS
from puzzles.checking.check import SECONDS, Kind
from puzzles.checking.reachable import TRIES
from puzzles.files.collection import LONGEST_TOML_LINE, MOST_LINES_BYTES, MOST_TOML_BYTES
from puzzles.files.shapes import MOST_PUZZLES, PuzzleShape
from puzzles.puzzle import UNIQUENESS
from puzzles.tasks import TASKS
from tests.command import forked
from tests.docs import blocks, page

PAGE = "puzzles.md"


@pytest.fixture
def first_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with the file that the page shows."""
    file, _option = blocks(PAGE, "toml")
    (tmp_path / "first-steps.toml").write_text(file, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_examples(first_steps: Path) -> None:
    """In order, since one makes the file that the next one reads."""
    for block in blocks(PAGE, "console"):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = example.partition("\n")
            done = forked(*command.split()[1:])
            assert done.stdout.decode() == shown, done.stderr.decode()
    for block in blocks(PAGE, "python"):
        exec(block, {})
    assert (first_steps / "copy.jsonl").read_text() == (first_steps / "first-steps.jsonl").read_text()


def test_the_page_names_everything() -> None:
    text = page(PAGE)
    for word in (*PuzzleShape.__struct_fields__, *TASKS, *UNIQUENESS, *Kind.__args__):  # type: ignore[attr-defined]
        assert f"`{word}" in text, word


def test_the_limits_are_those_of_the_page() -> None:
    text = " ".join(page(PAGE).split())
    for words in (
        f"at most {MOST_TOML_BYTES >> 20} MiB (JSON Lines {MOST_LINES_BYTES >> 20} MiB) and {MOST_PUZZLES:,} puzzles",
        f"at most {LONGEST_TOML_LINE:,} characters",
        f"at most {MOST_POSITIONS:,} positions",
        f"within {TRIES} tries",
        f"after S seconds ({SECONDS:g})",
    ):
        assert words in text, words
