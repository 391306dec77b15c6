"""The documentation: what it shows is run, what is generated in it is current, what it links to is there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import solver
from solver.notation.jsonform import line_to_json, to_json
from solver.notation.rulesfile import LONGEST_LINE
from solver.notation.source import MOST_BYTES, load_custom_game
from solver.rules.game import MOST_CARDS, MOST_PILES, PARAMETERS
from solver.rules.games import GAMES
from solver.table.deal import Deal
from solver.table.position import Position
from solver.table.shuffle import GREATEST_NUMBER
from solver.table.view import View
from tests.docs import ROOT, blocks, lines, page, with_rule_table

PAGES = sorted([*(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md")])


def test_there_is_something_to_run() -> None:
    for name, kind, least in (
        ("notation.md", "position", 4),
        ("notation.md", "view", 4),
        ("notation.md", "deal", 6),
        ("notation.md", "line", 3),
        ("notation.md", "same", 5),
        ("formats.md", "json", 8),
        ("formats.md", "json-line", 2),
        ("formats.md", "toml", 1),
    ):
        assert len(lines(name, kind)) >= least


@pytest.mark.parametrize("text", lines("notation.md", "position"))
def test_positions_of_the_notation_page(text: str) -> None:
    position = solver.load(text)
    assert isinstance(position, Position)
    assert solver.format_position(position) == text


@pytest.mark.parametrize("text", lines("notation.md", "view"))
def test_hidden_cards_of_the_notation_page(text: str) -> None:
    view = solver.load(text)
    assert isinstance(view, View)
    assert solver.format_view(view) == text


@pytest.mark.parametrize("text", lines("notation.md", "deal"))
def test_deals_of_the_notation_page(text: str) -> None:
    dealt = solver.load(text)
    assert isinstance(dealt, Deal)
    assert solver.load(solver.format_deal(dealt)) == dealt


@pytest.mark.parametrize("text", lines("notation.md", "line"))
def test_lines_of_the_notation_page(text: str) -> None:
    assert solver.format_line(solver.load_line(text)) == text


@pytest.mark.parametrize("pair", lines("notation.md", "same"))
def test_short_forms_of_the_notation_page(pair: str) -> None:
    short, full = pair.split(" = ")
    assert solver.load(short) == solver.load(full)


@pytest.mark.parametrize("text", lines("formats.md", "json"))
def test_json_of_the_formats_page(text: str) -> None:
    thing = solver.load(text)
    given, written = json.loads(text), to_json(thing)
    for key in ("deck", "decks", "hands", "draw", "piles", "laid", "seat"):
        if key in given:
            assert written[key] == given[key]


@pytest.mark.parametrize("text", lines("formats.md", "json-line"))
def test_json_lines_of_the_formats_page(text: str) -> None:
    given = json.loads(text)
    assert line_to_json(solver.load_line(text)) == (given["turns"] if isinstance(given, dict) else given)


def test_rules_file_of_the_formats_page(tmp_path: Path) -> None:
    text, _ = blocks("formats.md", "toml")  # and the chapters of a book (tests/test_book.py)
    file = tmp_path / "rules.toml"
    file.write_text(text)
    rules = load_custom_game(file).settled()
    assert rules.overrides() == {"highest": 50, "downs": 1, "trick": 7}
    assert sorted(rules.command_of.values()) == ["skull", "stop"]
    assert load_custom_game(file).name == "Steep"


def test_limits_and_numbers_of_the_formats_page() -> None:
    text = page("formats.md")
    for row in (
        f"| cards in a deck | {MOST_CARDS} |",
        f"| piles of each direction | {MOST_PILES} |",
        f"| numbered deals | 1 to {GREATEST_NUMBER} |",
        f"| a file, or standard input | {MOST_BYTES // 1024} KiB of UTF-8 |",
        f"| a line of a rules file | {LONGEST_LINE} characters |",
    ):
        assert row in text
    for name in PARAMETERS:
        assert f"`{name}`" in text


def test_the_bounds_of_the_formats_page() -> None:
    """The corners of the table of numbers: the last that is allowed, and the first that is not."""
    for allowed, refused in (
        ("the-game highest=127 #1", "the-game highest=128 #1"),
        ("quick-and-easy highest=25 #1", "quick-and-easy highest=26 #1"),
        ("the-game ups=4 downs=0 #1", "the-game ups=5 #1"),
        ("the-game hand=98 #1", "the-game hand=99 #1"),
        ("the-game minimum=8 #1", "the-game minimum=9 #1"),
        ("the-game maximum=255 #1", "the-game maximum=256 #1"),
        ("the-game trick=252 #1", "the-game trick=253 #1"),
        ("quick-and-easy colours=5 #1", "quick-and-easy colours=6 #1"),
        ("face-to-face gifts=0 draws=126 #1", "face-to-face draws=0 #1"),
        ("face-to-face gifts=126 #1", "face-to-face gifts=127 #1"),
    ):
        solver.load(allowed)
        with pytest.raises(solver.DoesNotAddUp):
            solver.load(refused)


def test_the_table_of_rules_is_current() -> None:
    text = page("rules.md")
    assert text == with_rule_table(text), "docs/rules.md is not current: run python -m tests.docs"


def test_the_numbers_of_the_rules_page() -> None:
    text = page("rules.md")
    rows = {row[1].strip(): [cell.strip() for cell in row[2:-1]] for row in table_rows(text, columns=1 + len(GAMES))}
    games = list(GAMES.values())
    assert rows["hand"] == [
        ", ".join(str(game.hand_of(count)) for count in range(1, 6 if len(game.hand) > 1 else 2)) for game in games
    ]
    for game, cards, least, most in zip(games, rows["cards"], rows["least a turn"], rows["most a turn"], strict=True):
        assert cards.startswith(f"{game.lowest} to {game.highest}")
        assert least.startswith(str(game.minimum))
        assert least.endswith(str(game.minimum_empty))
        assert most == ("no limit" if game.maximum is None else str(game.maximum))


def table_rows(text: str, columns: int) -> list[list[str]]:
    """The rows of tables with so many columns."""
    rows = [line.split("|") for line in text.splitlines() if line.startswith("|")]
    return [row for row in rows if len(row) == columns + 2]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), f"{path.name} links to {target}"
