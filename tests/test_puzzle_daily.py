"""The puzzle of the day, and the puzzles that come with tenback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import puzzles.daily as module
import solver
from puzzles.daily import chosen, daily, parse_day, shipped_puzzles
from puzzles.puzzle import Puzzle
from puzzles.verbs import daily as daily_verb
from puzzles.verbs import play as play_verb
from solver.errors import DoesNotAddUp, TenbackError, Unreadable
from tests.played import FILE, puzzles

ALL = tuple(puzzles().values())
DAY = date(2026, 11, 16)


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Puzzle, ...]]:
    """Two files of puzzles as if they came with tenback, and a home of one's own for what was solved."""
    folder = tmp_path / "collection"
    folder.mkdir()
    (folder / "2-second.toml").write_text(FILE.read_text(encoding="utf-8"), encoding="utf-8")
    first = FILE.read_text(encoding="utf-8").split("[[puzzle]]")[:2]
    (folder / "1-first.toml").write_text("[[puzzle]]".join(first).replace("quick-win", "very-first"), encoding="utf-8")
    (folder / "notes.txt").write_text("no puzzles in here")
    monkeypatch.setattr(module, "files", lambda package: tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    shipped_puzzles.cache_clear()
    yield shipped_puzzles()
    shipped_puzzles.cache_clear()


def run(verb: object, *arguments: str, typed: str = "") -> tuple[int, str]:
    """A verb alone: its status and what it printed; what is wrong with the input is raised."""
    app = typer.Typer()
    app.command()(verb)  # type: ignore[type-var]
    done = CliRunner().invoke(app, list(arguments), input=typed)
    if isinstance(done.exception, TenbackError):
        raise done.exception
    return done.exit_code, done.stdout


# --- the choice


@pytest.mark.parametrize("count", [1, 2, 7, len(ALL)])
def test_no_puzzle_comes_twice_until_all_have_been_used(count: int) -> None:
    some = ALL[:count]
    days = [daily(some, DAY + timedelta(days=number)).id for number in range(3 * count)]
    for first in range(2 * count):
        assert len(set(days[first : first + count])) == count
    assert days[:count] == days[count : 2 * count]


def test_the_order_of_the_files_does_not_matter_and_it_is_not_that_of_the_ids() -> None:
    days = [DAY + timedelta(days=number) for number in range(len(ALL))]
    ids = [daily(ALL, day).id for day in days]
    assert ids == [daily(ALL[::-1], day).id for day in days]
    rotations = [sorted(ids)[cut:] + sorted(ids)[:cut] for cut in range(len(ids))]
    assert ids not in rotations


def test_the_choice_is_the_documented_one() -> None:
    """As many puzzles as The Game has cards: their days are in the order of the deck of its deal 1."""
    deck = solver.deal("the-game", players=1, number=1).decks[0]
    cards = [Puzzle(f"p{card.number:02}", ALL[0].position, ALL[0].task) for card in sorted(deck)]
    day = date.fromordinal(len(deck) * 7500)  # a day whose number is a multiple of the count
    for at, card in enumerate(deck):
        assert daily(cards, day + timedelta(days=at)).id == f"p{card.number:02}"
    assert [daily(cards, DAY + timedelta(days=at)).id for at in range(3)] == ["p48", "p85", "p84"]


def test_levels_and_games() -> None:
    assert {puzzle.level for puzzle in chosen(ALL, level="hard")} == {"hard"}
    assert {puzzle.position.rules.game.name for puzzle in chosen(ALL, game="face-to-face")} == {"face-to-face"}
    with pytest.raises(Unreadable, match="level 'brutal': the levels are gentle easy medium hard fiendish"):
        chosen(ALL, level="brutal")
    with pytest.raises(TenbackError, match="chess"):
        chosen(ALL, game="chess")
    with pytest.raises(DoesNotAddUp, match="there is no puzzle of level gentle and game face-to-face"):
        chosen(ALL, "gentle", "face-to-face")
    with pytest.raises(DoesNotAddUp, match="there are no puzzles to choose from"):
        chosen(())


def test_dates() -> None:
    assert parse_day("2026-11-16") == DAY
    assert parse_day("today") in (date.today(), date.today() - timedelta(days=1))
    for text in ("tomorrow", "2026-02-30", "16.11.2026", ""):
        with pytest.raises(Unreadable, match="is not a date: write 2026-11-16"):
            parse_day(text)


# --- the verbs


def test_the_shipped_puzzles_are_those_of_every_file_in_order(shipped: tuple[Puzzle, ...]) -> None:
    assert [puzzle.id for puzzle in shipped] == ["very-first", *puzzles()]


def test_daily_shows_the_puzzle_and_how_to_play_it(shipped: tuple[Puzzle, ...]) -> None:
    status, text = run(daily_verb.daily, "--date", "2026-11-16", "--plain")
    expected = daily(shipped, DAY)
    assert status == 0
    assert text.startswith("2026-11-16\n")
    assert expected.id in text
    assert text.endswith(f"tenback puzzle play {expected.id}\n")


def test_daily_as_json(shipped: tuple[Puzzle, ...]) -> None:
    from puzzles.files.collection import puzzle_from_json

    status, text = run(daily_verb.daily, "--date", "2026-11-16", "--level", "hard", "--json")
    data = json.loads(text)
    assert status == 0
    assert data["date"] == "2026-11-16"
    assert puzzle_from_json(data["puzzle"]) == daily(chosen(shipped, level="hard"), DAY)
    with pytest.raises(Unreadable, match="--play and --json"):
        run(daily_verb.daily, "--json", "--play")


def test_daily_can_be_played(shipped: tuple[Puzzle, ...]) -> None:
    arguments = ("--level", "gentle", "--game", "quick-and-easy-pro", "--plain")
    status, text = run(daily_verb.daily, *arguments, "--play", typed="b5 e r3 d e y9 e g2 e s1 e\n")
    assert status == 0
    assert "1 of 20 solved; tenback puzzle play goes on with the next one." in text
    assert run(play_verb.play, "--daily", *arguments, typed="")[0] == 1


def test_play_goes_on_where_it_left_off(shipped: tuple[Puzzle, ...]) -> None:
    solve = "b5 e r3 d e y9 e g2 e s1 e\n"
    for number, name in enumerate(("very-first", "quick-win"), start=1):
        status, text = run(play_verb.play, "--plain", typed=solve)
        assert status == 0
        assert name in text
        assert f"{number} of 20 solved" in text
    status, text = run(play_verb.play, "--plain", typed="")
    assert status == 1
    assert "team-win" in text


def test_a_shipped_puzzle_by_its_id_alone(shipped: tuple[Puzzle, ...]) -> None:
    status, text = run(play_verb.play, "duel-help", "--plain", typed="quit\n")
    assert status == 1
    assert "duel-help" in text
    with pytest.raises(TenbackError, match="nobody"):
        run(play_verb.play, "nobody")


def test_without_shipped_puzzles_there_is_a_plain_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "files", lambda package: tmp_path)
    shipped_puzzles.cache_clear()
    with pytest.raises(DoesNotAddUp, match="there are no puzzles to choose from"):
        run(daily_verb.daily)
    shipped_puzzles.cache_clear()
