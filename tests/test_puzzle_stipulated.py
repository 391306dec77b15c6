"""Puzzles with a stipulation: read and written, answered, checked, played, rated, said and made."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import solver
from puzzles.answers.answer import answer
from puzzles.canonical import canonical_key
from puzzles.checking.check import Options, check_collection, check_puzzle
from puzzles.daily import shipped_puzzles
from puzzles.files.collection import load_collection, load_puzzle, puzzle_from_json, puzzle_to_json, save_collection
from puzzles.generate import PuzzleOrder
from puzzles.generate.offer import offers
from puzzles.page.export import collection_data
from puzzles.play.session import Session
from puzzles.puzzle import Collection, Puzzle, Task
from puzzles.quality.candidate import Size
from puzzles.rating.rate import rate
from puzzles.sheet.words import task_text
from puzzles.themes import themes_of
from solver.errors import DoesNotAddUp, Unreadable
from solver.stipulations import stipulation_of
from solver.stipulations.position import with_stipulation
from tests.test_page_data import seen_by_both
from tests.test_stipulations import TEAM_TABLES, some_asked

TEXT = """
id = "asked-001"
task = "win"
require = "last=91"
position = "the-game/2 | up: 86 97 | down: 67 3 | 1*: 22 24 33 36 38 46 | 2: 91"
solution = "1: 36@down1 46@down1 38@down1 33@down1 24@down1 22@down1; 2: 91@up1"
unique = "line"
"""


def puzzle() -> Puzzle:
    return load_puzzle(TEXT)


def test_it_reads_back(tmp_path) -> None:  # type: ignore[no-untyped-def]
    assert puzzle_from_json(puzzle_to_json(puzzle())) == puzzle()
    assert puzzle_to_json(puzzle())["require"] == "last=91"
    file = tmp_path / "asked.toml"
    save_collection(Collection("Asked", (puzzle(),)), file)
    assert load_collection(file).puzzles == (puzzle(),)
    other = replace(puzzle(), task=replace(puzzle().task, require=stipulation_of("last=22", puzzle().position)))
    save_collection(Collection("Asked", (other,)), file)
    assert load_collection(file).puzzles[0].require == "last=22"
    assert canonical_key(puzzle()) != canonical_key(other)


def test_a_stipulation_that_does_not_fit_is_refused() -> None:
    with pytest.raises(DoesNotAddUp, match="require: last=86: card 86 is laid already"):
        load_puzzle(TEXT.replace("last=91", "last=86"))
    with pytest.raises(Unreadable, match="require: 'soon' is not a condition"):
        load_puzzle(TEXT.replace("last=91", "soon"))
    with pytest.raises(DoesNotAddUp, match="only a whole line that wins"):
        answer(puzzle().position, Task("only-turn", require=puzzle().task.require))


def test_check_judges_by_it() -> None:
    options = Options(confirm=True)
    assert check_puzzle(puzzle(), options).ok
    early = solver.parse_line("1: 36@down1; 2: 91@up1; 1: 46@down1 38@down1 33@down1 24@down1 22@down1")
    (finding,) = [one for one in check_puzzle(replace(puzzle(), solution=early)).findings if one.kind == "solution"]
    assert "last=91 is not met" in finding.message
    plain = replace(puzzle(), task=Task("win"), position=solver.load(TEXT.split('position = "')[1].split('"')[0]))  # type: ignore[arg-type]
    assert [one.kind for one in check_puzzle(plain).findings if one.fails] == ["unique"]
    impossible = load_puzzle(TEXT.replace("last=91", "last=36; tricks=0"))
    assert "task" in [one.kind for one in check_puzzle(impossible).findings if one.fails]


def test_play_judges_by_it() -> None:
    session = Session(puzzle())
    for play in solver.parse_line("36@down1")[0].plays:
        session.lay(play.card, play.pile)
    session.end_turn()
    assert session.line
    assert session.state != "solved"
    assert session.task_judge.keeps(session.position, 1) is False
    after = puzzle().position.after(puzzle().solution[0])
    assert session.task_judge.keeps(after, 1) is True
    assert session.task_judge.reached(after.after(puzzle().solution[1]), 2)


def test_it_is_said_rated_and_has_a_theme() -> None:
    assert task_text(puzzle(), "en") == "Together, lay every card. Condition: the 91 comes last."
    assert task_text(puzzle(), "de") == "Legt gemeinsam alle Karten ab. Bedingung: die 91 kommt zuletzt."
    assert rate(puzzle()).value == rate(puzzle()).value > 0
    assert "spoiled-win" in themes_of(puzzle())
    assert "near-miss" not in themes_of(puzzle())
    (shown,) = collection_data(Collection("Asked", (puzzle(),)), "de")["puzzles"]
    assert shown["asks"]["de"] == task_text(puzzle(), "de")
    assert shown["require"] == {"en": "the 91 comes last", "de": "die 91 kommt zuletzt"}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TEAM_TABLES)
def test_the_first_turns_that_solve_it_are_those_of_brute_force(name: str, players: int) -> None:
    for position, asked, winning in some_asked(f"puzzle {name} {players}", name, players, 3):
        firsts = {frozenset(step.card for step in line if step.turn == 1) for line in winning}
        answered = answer(position, Task("win", require=asked))
        assert answered.solvable == bool(winning), (asked, position)
        assert {frozenset(play.card for play in first.plays) for first in answered.firsts} == firsts, (asked, position)
        if answered.unique == "line":
            assert len({tuple(sorted((step.turn, step.card) for step in line)) for line in winning}) == 1


# --- the page


@pytest.mark.parametrize(
    "require",
    [
        "tricks>=1; last=91",
        "before=46:36; cards:down1<=6",
        "turns=2; ender=2",
        "first=36; ends=up1:91",
        "length<=6; untouched=up2",
        "lays:1>=6; turn=91:2; on=36:down1",
    ],
)
def test_the_page_judges_by_it(require: str) -> None:
    asked = stipulation_of(require, puzzle().position)
    assert seen_by_both(Puzzle("asked", with_stipulation(puzzle().position, asked), Task("win", require=asked)), 20)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TEAM_TABLES)
def test_the_page_judges_random_stipulations_of_every_game(name: str, players: int) -> None:
    for position, asked, winning in some_asked(f"page {name} {players}", name, players, 6):
        if winning:
            shown = Puzzle("asked", with_stipulation(position, asked), Task("win", require=asked))
            assert seen_by_both(shown, 30)


# --- shipped


SHIPPED = Path(__file__).parents[1] / "puzzles" / "collection" / "stipulated" / "stipulations.toml"


def test_shipped_puzzles_are_of_every_team_game() -> None:
    puzzles = load_collection(SHIPPED).puzzles
    assert {one.position.rules.game.name for one in puzzles} == {name for name, _ in TEAM_TABLES}
    assert all(one.require and one.unique != "none" and one.rating is not None for one in puzzles)
    assert not {one.id for one in puzzles} & {one.id for one in shipped_puzzles()}


@pytest.mark.slow
def test_the_page_judges_shipped_puzzles() -> None:
    for one in load_collection(SHIPPED).puzzles:
        assert seen_by_both(one, 30)


@pytest.mark.slow
def test_shipped_puzzles_are_as_they_say_and_make_the_point() -> None:
    report = check_collection(load_collection(SHIPPED), Options(strict=True, confirm=True))
    assert report.ok, [one for one in report.puzzles if not one.ok]
    for one in load_collection(SHIPPED).puzzles:
        plain = answer(solver.load(solver.format_position(one.position)), Task("win"))  # type: ignore[arg-type]
        assert len(plain.firsts) >= 3, one.id


def test_generated_puzzles_make_the_point() -> None:
    order = PuzzleOrder("the-game", Task("win"), 2, size=Size(6, 8), require="last=?")
    (made,) = [one for number in range(1, 4) for one in offers(order, number)][:1]
    assert made.task.require is not None
    assert order.is_required(made)
    plain = answer(solver.load(solver.format_position(made.position)), Task("win"))  # type: ignore[arg-type]
    assert len(plain.firsts) >= 3
    assert len(answer(made.position, made.task).firsts) == 1
    assert check_puzzle(replace(made, id="made-001"), Options(strict=True)).ok
