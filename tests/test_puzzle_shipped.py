"""The puzzles that come with tenback: each as it says, of every game, task and level, and unique by other means."""

from __future__ import annotations

from collections import Counter

import pytest

from puzzles.canonical import canonical_key
from puzzles.checking.check import Options, check_puzzle
from puzzles.checking.twins import twins_among
from puzzles.daily import shipped_puzzles
from puzzles.generate.accepted import MOST_GUESSED, guesses_of
from puzzles.generate.mistake import LEAST_OF_LOSER
from puzzles.puzzle import LEVELS, Puzzle, Task, turns_of_loser
from puzzles.quality.features import Quality, worth_printing
from puzzles.quality.minimal import is_minimal, sound_of
from puzzles.tasks import known_tasks
from solver import GAMES, Position, play_line
from tests import brute_puzzle
from tests.brute_puzzle import Twin, table_after

SHIPPED = shipped_puzzles()
TEAM = [puzzle for puzzle in SHIPPED if not puzzle.position.rules.game.is_duel]
MANY_TURNS = 10_000  # that patient brute force looks at
IN_FILES_OF_THEIR_OWN = (
    "fewest-turns",
    "safe-turn",
    "who-begins",
    "stack-to-win",
    "stack-to-lose",
    "mend",
)  # beside the stipulations
BY_BRUTE_FORCE, BY_PATIENCE = 100, 130  # at least so many puzzles are small enough


def test_there_are_enough_of_every_game_task_and_level() -> None:
    assert len(SHIPPED) >= 240
    assert {puzzle.level for puzzle in SHIPPED} == set(LEVELS)
    kinds = {(puzzle.position.rules.game.name, puzzle.task.name, puzzle.level) for puzzle in SHIPPED}
    tasks = {(name, task) for name, game in GAMES.items() for task in known_tasks(game)}
    assert {kind[:2] for kind in kinds} == {kind for kind in tasks if kind[1] not in IN_FILES_OF_THEIR_OWN}
    games = {(puzzle.position.rules.game.name, puzzle.level) for puzzle in SHIPPED}
    assert {(name, level) for name in GAMES for level in LEVELS[:2]} <= games  # a game may have no hard ones
    assert {puzzle.position.rules.players for puzzle in TEAM} == {1, 2, 3, 4, 5}


def test_each_is_complete_and_no_two_are_the_same() -> None:
    for puzzle in SHIPPED:
        assert all((puzzle.id, puzzle.title, puzzle.solution, puzzle.author, puzzle.source)), puzzle.id
        assert puzzle.licence == "CC0-1.0"
        assert puzzle.rating is not None
        assert puzzle.unique != "none", puzzle.id
    assert len({puzzle.id for puzzle in SHIPPED}) == len(SHIPPED)
    assert len({canonical_key(puzzle) for puzzle in SHIPPED}) == len(SHIPPED)


def test_no_two_are_twins_and_lost_games_cannot_be_guessed() -> None:
    assert [found for found in twins_among(SHIPPED) if found] == []
    lost = [puzzle for puzzle in SHIPPED if puzzle.lost_at is not None]
    guesses = Counter(guess for puzzle in lost for guess in guesses_of(puzzle))
    assert max(guesses.values()) * 100 <= MOST_GUESSED * len(lost)
    for puzzle in lost:
        assert turns_of_loser(puzzle.position, len(puzzle.played), puzzle.lost_at or 0) >= LEAST_OF_LOSER, puzzle.id


@pytest.mark.parametrize("part", range(4))
def test_each_is_worth_printing(part: int) -> None:
    for puzzle in SHIPPED[part::4]:
        assert worth_printing(Quality(puzzle), puzzle.level or LEVELS[-1]), puzzle.id


def wrong(puzzles: tuple[Puzzle, ...], options: Options) -> list[str]:
    """What a check finds."""
    checked = (check_puzzle(puzzle, options) for puzzle in puzzles)
    return [f"{one.id}: {finding.message}" for one in checked for finding in one.findings]


@pytest.mark.parametrize("part", range(8))
def test_a_quick_look_at_some_of_them(part: int) -> None:
    """One of eight; all of them below."""
    assert wrong(SHIPPED[part::64], Options(strict=True)) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_of_none_a_card_could_be_taken_away(part: int) -> None:
    for puzzle in SHIPPED[part::8]:
        assert is_minimal(sound_of(puzzle)), puzzle.id


# --- unique by other means


def solved_from(puzzle: Puzzle) -> tuple[Position, Task]:
    """Where the solution begins, and what is asked there: after a mistake that is not made, to win."""
    if puzzle.task.name != "where-lost":
        return puzzle.position, puzzle.task
    assert puzzle.lost_at is not None
    task = Task("only-turn" if puzzle.position.rules.game.is_duel else "win")
    return play_line(puzzle.position, puzzle.played[: puzzle.lost_at - 1]), task


def confirmed(puzzle: Puzzle) -> bool:
    """By brute force: is the first turn of the solution the only one that solves it?  False if there is too much."""
    position, task = solved_from(puzzle)
    twin = Twin(position, task)
    try:
        solving = twin.solving(twin.start, 0)
        forced = twin.forced() if position.rules.game.is_duel and task.name != "helpwin" else None
        lines = None if forced is not None or puzzle.unique != "line" else twin.some_lines()
    except brute_puzzle.TooMuch:
        return False
    if puzzle.unique in ("line", "first-turn"):
        assert [way.table for way in solving] == [table_after(position, puzzle.solution[0])], puzzle.id
    if puzzle.unique == "line":
        assert forced is True or (lines is not None and len(lines) == 1), puzzle.id
    return True


@pytest.mark.slow
def test_brute_force_confirms_the_small_ones() -> None:
    assert sum(confirmed(puzzle) for puzzle in SHIPPED) >= BY_BRUTE_FORCE


@pytest.mark.slow
def test_patient_brute_force_confirms_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brute_puzzle, "MOST_LOOKED_AT", MANY_TURNS)
    assert sum(confirmed(puzzle) for puzzle in SHIPPED) >= BY_PATIENCE


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_each_is_as_it_says_and_the_other_engine_agrees(part: int) -> None:
    """The whole check; of the team games CP-SAT is asked about every first turn."""
    assert wrong(SHIPPED[part::8], Options(strict=True, confirm=True)) == []
