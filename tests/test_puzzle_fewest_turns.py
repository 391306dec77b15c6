"""Fewest turns as a team: the number is proved, one line alone has it, and page, terminal and files know it."""

from __future__ import annotations

from pathlib import Path

import pytest

import solver
from puzzles.answers.answer import answer
from puzzles.canonical import canonical_key, reflected
from puzzles.checking.check import Options, check_collection, check_puzzle
from puzzles.files.collection import load_collection, puzzle_from_json, puzzle_to_json
from puzzles.play.session import Session
from puzzles.puzzle import Puzzle, Task
from puzzles.sheet.words import task_text
from solver import Position, play_line
from solver.errors import DoesNotAddUp
from solver.notation.answers import analysis_to_json
from tests.page_puzzles import PUZZLES
from tests.strategies import position_of
from tests.test_page_data import seen_by_both

QE_048 = "quick-and-easy/2 | up: y5 | down: y10 | 1*: b4 s6 | 2: r3 r6 | draw: g8 y4 r7 s3"
SHIPPED = Path(__file__).parents[1] / "puzzles" / "collection" / "stipulated" / "fewest-turns.toml"
FOUR = next(one for one in PUZZLES if one.id == "four")


def fewest_by_brute_force(position: Position, known: dict[Position, int | None]) -> int | None:
    """The fewest turns that lay every card, by every turn that the rules allow."""
    if position not in known:
        afters = {position.after(turn) for turn in position.legal_turns} if position.outcome is None else set()
        found = [fewest_by_brute_force(after, known) for after in afters]
        known[position] = 0 if not position.cards_left else min((n + 1 for n in found if n is not None), default=None)
    return known[position]


def test_the_worked_example_has_122_lines_and_one_in_four_turns() -> None:
    position = position_of(QE_048)
    assert analysis_to_json(solver.analyze(position))["winning_lines"] == "122"
    found = answer(position, Task("fewest-turns", 4))
    assert (found.solvable, found.value, found.unique, len(found.solution)) == (True, 4, "line", 4)
    assert fewest_by_brute_force(position, {}) == 4
    assert answer(position, Task("fewest-turns", 3)).solvable is False


@pytest.mark.parametrize(("turns", "said"), [(5, "it takes 4 turns"), (3, "cannot be won in 3 turns")])
def test_a_wrong_number_is_found(turns: int, said: str) -> None:
    claimed = Puzzle(
        "wrong", position_of(QE_048), Task("fewest-turns", turns), answer(position_of(QE_048), Task("win")).solution
    )
    assert any(one.kind == "task" and said in one.message for one in check_puzzle(claimed).findings)


def test_it_has_no_stipulation_of_its_own_to_write() -> None:
    assert "require" not in puzzle_to_json(FOUR)
    assert puzzle_from_json(puzzle_to_json(FOUR)) == FOUR
    mirror = Puzzle("mirror", reflected(position_of(QE_048)), Task("fewest-turns", 4))
    assert canonical_key(mirror) == canonical_key(Puzzle("it", position_of(QE_048), Task("fewest-turns", 4)))
    with pytest.raises(DoesNotAddUp, match="say in how many turns"):
        answer(position_of(QE_048), Task("fewest-turns"))


def test_it_is_said_once() -> None:
    assert task_text(FOUR, "en") == "Together, lay every card in 4 turns of all players. It takes no fewer."
    assert task_text(FOUR, "de") == "Legt gemeinsam alle Karten ab, in 4 Zügen aller Spieler. Weniger reichen nicht."


def test_it_is_played_to_the_end_and_judged_on_the_way() -> None:
    session = Session(FOUR)
    for turn in FOUR.solution:
        for play in turn.plays:
            session.lay(play.card, play.pile)
        session.end_turn()
    assert session.state == "solved"
    longer = solver.solve(position_of(solver.format_position(FOUR.position)), require="turns>=5").line
    assert longer
    assert session.task_judge.keeps(play_line(FOUR.position, longer), len(longer)) is False


def test_the_page_judges_it() -> None:
    assert seen_by_both(FOUR, 30)


def test_shipped_puzzles_are_what_they_say() -> None:
    puzzles = load_collection(SHIPPED).puzzles
    assert len(puzzles) >= 10
    for one in puzzles:
        assert one.task.turns == len(one.solution)


@pytest.mark.slow
def test_shipped_puzzles_pass_a_strict_check_and_brute_force() -> None:
    collection = load_collection(SHIPPED)
    report = check_collection(collection, Options(strict=True))
    assert report.ok, [one for one in report.puzzles if not one.ok]
    for one in collection.puzzles:
        assert seen_by_both(one, 20)
        assert len(answer(position_of(solver.format_position(one.position)), Task("win")).firsts) >= 3
        if one.position.rules.hand == 2:  # few turns to choose from
            assert fewest_by_brute_force(position_of(solver.format_position(one.position)), {}) == one.task.turns
