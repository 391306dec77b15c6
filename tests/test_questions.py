"""The questions about Face to Face: from Python and from the command line."""

from __future__ import annotations

import json

import pytest

import solver
from solver.decide.questions import is_question
from solver.errors import TenbackError
from solver.search.limits import Limits
from tests.brute_duel import Twin
from tests.command import forked as run
from tests.test_duel import published_but_small

RACE = (
    "face-to-face | A.up: 20 | A.down: 45 | B.up: 18 | B.down: 40 | A*: 5 22 30 41 50 57 | B: 3 19 25 33 47 58"
    " | A.draw: 8 12 26 35 48 | B.draw: 6 15 28 38 52"
)
GOOD_TURN = "A: 41@A.down 22@A.up 30@A.up 50@A.up 57@A.up 5@B.up"
BAD_TURN = "A: 22@A.up 30@A.up"


def test_the_answers_are_the_twins() -> None:
    for seed in range(30):
        position = published_but_small(f"questions {seed}", 7)
        twin = Twin(position)
        winner, turns = twin.outcome()
        for most in (1, 3):
            expected = winner == position.player and turns <= most
            assert solver.win_in(position, most).yes is expected
        for answer, fewest in (
            (solver.helpwin(position), twin.helpwin(0)),
            (solver.helpwin(position, "B"), twin.helpwin(1)),
            (solver.selfstuck(position), twin.selfstuck()),
        ):
            assert (answer.yes, answer.bound) == (fewest is not None, fewest), repr(position)
            assert answer.yes or answer.reason


def test_a_turn_is_refuted_or_stands() -> None:
    good, bad = solver.refute(RACE, GOOD_TURN), solver.refute(RACE, BAD_TURN)
    assert (good.name, good.winner) == ("winnable", "A")
    assert (bad.name, bad.winner) == ("unwinnable", "B")
    assert str(bad.line[0]).startswith(BAD_TURN)
    assert bad.explanation == f"refuted by {bad.line[1]}: B wins"


def test_an_interrupted_question_is_unknown() -> None:
    def stop(_: object) -> None:
        raise KeyboardInterrupt

    answer = solver.selfstuck(solver.deal("face-to-face", 2, 1), limits=Limits(memory_mb=16, watch=stop))
    assert (answer.name, answer.explanation) == ("unknown", "interrupted")


@pytest.mark.parametrize(
    ("question", "complaint"),
    [
        ("win-in:0", "win-in:0"),
        ("win-in:1000", "1 to 249"),
        ("win-in:x", "'win-in:x'"),
        ("win-in", "'win-in'"),
        ("helpwin:C", "helpwin:C"),
        ("helpwin:", "'helpwin:'"),
        ("selfstuck:B", "'selfstuck:B'"),
    ],
)
def test_wrong_questions_are_refused(question: str, complaint: str) -> None:
    assert is_question(question)
    with pytest.raises(TenbackError, match=complaint):
        solver.ask(RACE, question)


def test_wrong_turns_and_games_are_refused() -> None:
    for turn, complaint in (("A: 22@A.up 3@A.up", "3@A.up"), ("B: 3@B.up 19@B.up", "turn of player A"), ("-", "0 are")):
        with pytest.raises(TenbackError, match=complaint):
            solver.refute(RACE, turn)
    with pytest.raises(TenbackError, match="no opponents"):
        solver.helpwin("the-game/1 #1")


def test_the_command_answers_in_the_form_of_solve() -> None:
    result = run("solve", RACE, "--goal", "win-in:3", "--json")
    answer = json.loads(result.stdout)
    assert (result.returncode, answer["verdict"], answer["winner"], answer["bound"]) == (0, "winnable", "A", 3)
    assert set(json.loads(run("solve", RACE, "--json").stdout)) < set(answer)
    refused = run("solve", RACE, "--refute", BAD_TURN)
    assert refused.returncode == 1
    assert "refuted by B: " in " ".join(refused.stdout.decode().split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("the-game/1 #1", "--goal", "selfstuck"),
        ("the-game/1 #1", "--refute", "1: 5@up1 6@up1"),
        (RACE, "--goal", "win-in:0"),
        (RACE, "--refute", "A: 22@A.up 3@A.up"),
        (RACE, "--refute", GOOD_TURN, "--goal", "turns"),
        (RACE, "--goal", "helpwin", "--engine", "cpsat"),
        ("--lines", "--goal", "helpwin"),
    ],
)
def test_wrong_use_is_one_line_and_status_2(arguments: tuple[str, ...]) -> None:
    result = run("solve", *arguments)
    assert (result.returncode, result.stdout, len(result.stderr.splitlines())) == (2, b"", 1)
