"""What solves a task, and how unique it is: against a plain twin on small random positions of every game."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

import solver
from puzzles.answers.answer import TaskAnswer, TaskJudge, answer
from puzzles.answers.task_judge import MOST_OWN_TURNS
from puzzles.puzzle import Task
from solver import Position, parse_line
from solver.reasons import InWords
from solver.referee import judge
from solver.search.limits import Limits
from tests.brute_puzzle import TooMuch, Twin, table_after, tidy
from tests.naive import table_of
from tests.strategies import GAME_NAMES, position_of, random_position, random_rules

ROUNDS = 16
MANY_ROUNDS = 400

TEAM = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"
DUEL = "face-to-face | A.up: 10 | B.up: 20 | A*: 11 12 13 | B: 30 31"


def small(rng: Random, name: str, most: int) -> Position:
    """A position that is not over, with a known draw pile and not many cards left."""
    while True:
        position = random_position(rng, name, rules=random_rules(rng, name))
        known = all(pile.ordered for pile in position.draws)
        if known and 1 < position.cards_left <= most and position.outcome is None:
            return position


def agrees(position: Position, task: Task, another: Twin) -> bool:
    """Everything that is said of a task, against the twin; False if the twin has no patience."""
    twin = Twin(position, task, another)
    try:
        expected = {way.table for way in twin.solving(twin.start, 0)}
        found = answer(position, task)
        if task.name == "best-score" and twin.value() == 0:
            assert (found.solvable, found.value) == (False, 0), position
            return True
        assert found.solvable is bool(expected), (position, task)
        assert found.limit is None
        assert found.all_firsts
        assert {table_after(position, choice.turn) for choice in found.firsts} == expected, (position, task)
        assert len(found.firsts) == len(expected)
        if expected:
            check_solution(position, task, found, twin)
            check_uniqueness(position, task, found, twin)
    except TooMuch:
        return False
    return True


def check_solution(position: Position, task: Task, found: TaskAnswer, twin: Twin) -> None:
    """The solution begins with a right turn, is legal, and ends as it should; the value is right."""
    judgement = judge(position, found.solution)
    assert judgement.legal
    assert table_after(position, found.solution[0]) in {way.table for way in twin.solving(twin.start, 0)}
    if task.name == "best-score":
        assert judgement.cards_left == found.value == twin.value()
    elif not twin.duel:
        assert judgement.won
    else:
        assert judgement.winner == position.player
        if task.name in ("win-in", "helpwin"):
            assert found.value is not None
            assert len(found.solution) == 2 * found.value - 1 == twin.value()


def check_uniqueness(position: Position, task: Task, found: TaskAnswer, twin: Twin) -> None:
    """Never more than is true; and all that is true, where a turn can be named in one way only."""
    first = len(found.firsts) == 1
    assert found.shows("none")
    assert found.shows("first-turn") == first
    if twin.duel and task.name != "helpwin":
        assert found.unique == ("line" if twin.forced() else "first-turn" if first else "none"), (position, task)
        return
    lines = twin.some_lines()
    assert (found.unique == "line") == (len(lines) == 1), (position, task)
    sets, plain = twin.turn_sets()
    if found.shows("turns"):
        assert len(twin.card_sets()) == 1, (position, task)
    if plain:
        assert found.shows("turns") == (len(sets) == 1), (position, task)
    if not found.shows("turns"):
        assert found.unique == ("first-turn" if first else "none")


def check_many(name: str, seed: str, rounds: int, most: int) -> int:
    """Small random positions of a game, every task of it; how many the twin had the patience for."""
    rng, seen = Random(seed), 0
    duel = [Task("only-turn"), Task("helpwin"), Task("win-in", 1), Task("win-in", 2)]
    for _ in range(rounds):
        position = small(rng, name, most)
        tasks = duel if position.rules.game.is_duel else [Task("win"), Task("best-score"), Task("only-turn")]
        twin = Twin(position, tasks[0])
        seen += sum(agrees(position, task, twin) for task in tasks)
    return seen


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_game(name: str) -> None:
    assert check_many(name, name, ROUNDS, most=8 if name == "face-to-face" else 6) > ROUNDS


@pytest.mark.slow
@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_game_many_times(name: str) -> None:
    assert check_many(name, f"many {name}", MANY_ROUNDS, most=10 if name == "face-to-face" else 7) > MANY_ROUNDS


def test_all_kinds_of_uniqueness_are_met() -> None:
    """So that the tests here have tested something."""
    rng, seen = Random(5), set()
    for _ in range(150):
        name = rng.choice(GAME_NAMES)
        position = small(rng, name, 7)
        seen.add(answer(position, Task("helpwin" if name == "face-to-face" else "win")).unique)
        if len(seen) == 4:
            return
    assert seen == {"none", "first-turn", "turns", "line"}


# --- where was it lost


def random_line(rng: Random, position: Position, turns: int) -> tuple[solver.Line, list[Position]]:
    """Some turns at random, and the positions they pass."""
    from tests.strategies import random_turn

    line, passed = [], [position]
    for _ in range(turns):
        turn = random_turn(rng, passed[-1])
        if turn is None:
            break
        line.append(turn)
        passed.append(passed[-1].after(turn))
    return tuple(line), passed


@pytest.mark.parametrize("name", GAME_NAMES)
def test_where_it_was_lost(name: str) -> None:
    rng, met = Random(f"lost {name}"), 0
    for _ in range(60):
        position = small(rng, name, 6)
        line, passed = random_line(rng, position, 4)
        try:
            lost_at = losing_turn(passed)
        except TooMuch:
            continue
        found = answer(position, Task("where-lost"), line)
        assert found.value == lost_at, (position, line)
        assert found.solvable is (lost_at is not None)
        if lost_at is None:
            continue
        met += 1
        before = passed[lost_at - 1]
        twin = Twin(before, Task("where-lost"))
        assert {table_after(before, choice.turn) for choice in found.firsts} == {
            way.table for way in twin.solving(twin.start, 0)
        }
        check_solution(before, Task("where-lost"), found, twin)
    assert met > 3


def losing_turn(passed: list[Position]) -> int | None:
    """The first turn after which whoever played it did not win any more, counted from 1."""
    for number, (before, after) in enumerate(pairwise(passed), start=1):
        twin = Twin(before, Task("where-lost"))
        if twin.keeps(twin.start, 0) and not twin.keeps(tidy(table_of(after)), 1):
            return number
    return None


# --- the judge


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_keeper_knows_later_positions(name: str) -> None:
    rng = Random(f"keeper {name}")
    duel = solver.GAMES[name].is_duel
    for _ in range(15):
        position = small(rng, name, 6)
        task = rng.choice(
            [Task("only-turn"), Task("win-in", 2), Task("helpwin", 2)] if duel else [Task("win"), Task("best-score")]
        )
        task_judge, twin = TaskJudge(position, task), Twin(position, task)
        line, passed = random_line(rng, position, 3)
        try:
            for done, later in enumerate(passed):
                table = tidy(table_of(later))
                expected = twin.keeps(table, done)
                assert task_judge.keeps(later, done) is expected, (position, task, line, done)
                if later.outcome is None:
                    choices = task_judge.solving_choices(later, done)
                    assert choices is not None
                    assert {table_after(later, choice.turn) for choice in choices} == {
                        way.table for way in twin.solving(table, done)
                    }
                if task.name != "only-turn":
                    assert task_judge.solved(later, done) is (twin.is_end(table) and expected)
                elif done:
                    assert task_judge.solved(later, done) is expected
        except TooMuch:
            continue


def test_the_best_defence_holds_out_longest_or_defeats_the_task() -> None:
    rng, met = Random("defence"), 0
    for _ in range(60):
        position = small(rng, "face-to-face", 8)
        task = Task("win-in", 2) if rng.random() < 0.5 else Task("only-turn")
        task_judge, twin = TaskJudge(position, task), Twin(position, task)
        assert task_judge.reply(position, 0) is None  # it is the hero's turn
        _, passed = random_line(rng, position, 1)
        after = passed[1]
        if after.outcome is not None:
            assert task_judge.reply(after, 1) is None
            continue
        try:
            reply = task_judge.reply(after, 1)
            assert reply is not None
            replies = twin.ways(tidy(table_of(after)))
            reached = table_after(after, reply)
            if any(not twin.keeps(table, 2) for table in replies):
                assert not twin.keeps(reached, 2)
            else:
                assert twin.hero_needs(reached, False) == max(twin.hero_needs(table, False) for table in replies)
        except TooMuch:
            continue
        met += 1
    assert met > 15


def test_nobody_defends_where_everybody_helps() -> None:
    position = position_of(DUEL)
    after = position.after(parse_line("11@A.up 12@A.up")[0])
    assert TaskJudge(position, Task("helpwin", 1)).reply(after, 1) is None
    team = position_of(TEAM)
    assert TaskJudge(team, Task("win")).reply(team.after(parse_line("b5@down")[0]), 1) is None


# --- what is refused, and what is not known


@pytest.mark.parametrize(
    ("position", "task", "words"),
    [
        (TEAM, Task("win-in", 2), "task win-in:2: quick-and-easy knows win"),
        (DUEL, Task("win"), "task win: face-to-face knows only-turn"),
        (DUEL, Task("win-in"), "say in how many turns"),
        (DUEL, Task("win-in", 0), "the number of turns is 1 to"),
        (DUEL, Task("helpwin", MOST_OWN_TURNS + 1), "the number of turns is 1 to"),
        (TEAM, Task("win", 3), "win has no number of turns"),
        (TEAM.replace("draw:", "draw?:") + " b1", Task("win"), "order of the draw pile is unknown"),
    ],
)
def test_a_task_that_does_not_fit_is_refused(position: str, task: Task, words: str) -> None:
    with pytest.raises(solver.DoesNotAddUp, match=words):
        answer(position_of(position), task)


def test_a_played_game_belongs_to_where_lost_only() -> None:
    with pytest.raises(solver.DoesNotAddUp, match="only where-lost has a played game"):
        answer(position_of(TEAM), Task("win"), parse_line("1: b5@down"))


def test_what_is_not_decided_in_time_is_not_known() -> None:
    """No time at all: nothing is claimed, neither yes nor no nor unique."""
    duel = solver.deal("face-to-face", 2, 1).position()
    found = answer(duel, Task("only-turn"), limits=Limits(0.001))
    assert found.solvable is None
    assert (found.unique, found.value, found.firsts) == ("none", None, ())
    assert found.limit is not None


def test_uniqueness_is_not_claimed_past_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    position = position_of("quick-and-easy/1 | up: r7 | down: b4 | 1*: b5")
    whole = answer(position, Task("win"))
    monkeypatch.setattr("puzzles.answers.unique.MOST_POSITIONS", 0)
    cut = answer(position, Task("win"))
    assert whole.unique == "line"
    assert cut.unique == "first-turn"
    assert cut.limit is not None


def test_a_game_that_is_over_has_nothing_to_solve() -> None:
    position = position_of("quick-and-easy/1 | up: r7 | down: r4 | 1*: b5")
    assert position.outcome is not None
    assert answer(position, Task("best-score")) == TaskAnswer(False)


def test_an_undecided_helpwin_is_no_no(monkeypatch: pytest.MonkeyPatch) -> None:
    position = solver.deal("face-to-face", 2, 1).position()
    cut = solver.helpwin("face-to-face | A.up: 10 | B.up: 20 | A*: 11 12 13 | B: 30 31")
    cut = replace(cut, yes=None, line=(), bound=None, reason=InWords("the time limit was reached"))
    monkeypatch.setattr("puzzles.answers.task_judge.helpwin", lambda *asked, **limits: cut)
    task_judge = TaskJudge(position, Task("helpwin"))
    assert task_judge.keeps(position, 0) is None
    assert task_judge.reached(position, 0) is False


def test_a_helpwin_that_is_out_of_reach_is_a_no() -> None:
    position = position_of("face-to-face | A.up: 58 | A.down: 3 | B.up: 57 | B.down: 4 | A*: 20 21 | B: 30 31")
    task_judge = TaskJudge(position, Task("helpwin"))
    assert task_judge.keeps(position, 0) is False
