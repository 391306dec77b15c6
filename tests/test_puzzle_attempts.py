"""The log of attempts, the points fitted to it, and the study with synthetic solvers."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path
from random import Random

import msgspec
import pytest

from bench.skill_study import SKILLS, report, some_of_each, study
from puzzles.play.session import Session
from puzzles.puzzle import Puzzle
from puzzles.rating.attempts import Attempt, add_attempts, read_attempts
from puzzles.rating.features import NAMES
from puzzles.rating.fit import FITTED, fit, too_small
from puzzles.rating.rate import WEIGHTS, rate
from puzzles.verbs.play import play
from puzzles.verbs.rate import rate as rate_verb
from solver.errors import TenbackError
from tests.command import forked
from tests.played import FILE, puzzles
from tests.test_puzzle_daily import run

MOST_CARDS = 7  # of puzzles that synthetic solvers are tried on
SOLVE = "b5 e r3 d e y9 e g2 e s1 e\n"


def played(tmp_path: Path, typed: str, name: str = "quick-win") -> Attempt:
    """The attempt that the log gets when this is typed."""
    log = tmp_path / "attempts.jsonl"
    run(play, str(FILE), name, "--plain", "--log", str(log), typed=typed)
    return read_attempts(log)[-1]


def made(key: str = "k", clean: bool = True, **features: float) -> Attempt:
    """An attempt out of thin air."""
    return Attempt(
        id="x",
        key=key,
        game="the-game",
        task="win",
        rating=50,
        features=dict.fromkeys(NAMES, 0.0) | features,
        attempts=1,
        wrong_turns=int(not clean),
        hints=0,
        shown=False,
        seconds=1.0,
        result="solved" if clean else "left",
    )


# --- the log


def test_a_clean_solve_is_one_line(tmp_path: Path) -> None:
    one = played(tmp_path, SOLVE)
    puzzle = puzzles()["quick-win"]
    assert (one.id, one.game, one.task, one.result) == ("quick-win", "quick-and-easy", "win", "solved")
    assert (one.attempts, one.wrong_turns, one.hints, one.shown, one.is_clean) == (1, 0, 0, False, True)
    assert (one.rating, one.features) == (rate(puzzle).value, rate(puzzle).features)
    text = (tmp_path / "attempts.jsonl").read_text()
    told = set(json.loads(text))
    assert told == {*Attempt.__struct_fields__} - {"solver"}
    assert text.count("\n") == 1


def test_wrong_turns_hints_and_a_look_at_the_solution_are_counted(tmp_path: Path) -> None:
    one = played(tmp_path, "hint\ns1 down\nend\nundo\nundo\n" + SOLVE)
    assert (one.result, one.attempts, one.wrong_turns, one.hints) == ("solved", 2, 1, 1)
    assert not one.is_clean
    two = played(tmp_path, "solution\nquit\n")
    assert (two.result, two.shown, two.wrong_turns, two.attempts) == ("left", True, 0, 1)
    assert len(read_attempts(tmp_path / "attempts.jsonl")) == 2


def test_named_turns_of_a_played_game_count() -> None:
    lost = next(one for one in puzzles().values() if one.task.kind.asks_where)
    session = Session(lost)
    wrong = 1 if session.lost_at != 1 else 2
    session.name_turn(wrong)
    assert (session.attempts, session.wrong_turns) == (1, 1)
    assert session.lost_at is not None
    session.name_turn(session.lost_at)
    assert (session.attempts, session.wrong_turns) == (2, 1)


def test_nothing_is_written_unless_asked(tmp_path: Path) -> None:
    run(play, str(FILE), "quick-win", "--plain", typed=SOLVE)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("cut", [1, 20, 200])
def test_a_torn_last_line_is_left_out_and_closed(tmp_path: Path, cut: int) -> None:
    log = tmp_path / "log.jsonl"
    add_attempts(log, [made("a"), made("b")])
    log.write_bytes(log.read_bytes()[:-cut])
    assert [one.key for one in read_attempts(log)] == (["a", "b"] if cut == 1 else ["a"])
    add_attempts(log, [made("c")])
    assert [one.key for one in read_attempts(log)] == (["a", "b", "c"] if cut == 1 else ["a", "c"])


BAD = {
    "no JSON": (b"nonsense\n{}\n", "line 1: no attempt"),
    "another object": (b'{"id": "x"}\n', "line 1: no attempt: Object missing required field"),
    "a wrong result": (
        msgspec.json.encode(made()).replace(b'"solved"', b'"won"') + b"\n",
        "line 1: no attempt: Invalid enum value 'won'",
    ),
    "features of another version": (
        msgspec.json.encode(made()).replace(b'"trap"', b'"trip"') + b"\n",
        "line 1: the features lack trap",
    ),
    "a rating too high": (
        msgspec.json.encode(made()).replace(b'"rating":50', b'"rating":101') + b"\n",
        "line 1: rating 101: 0 to 100 are possible",
    ),
    "fewer than no hints": (
        msgspec.json.encode(made()).replace(b'"hints":0', b'"hints":-1') + b"\n",
        "line 1: hints -1: that is too few",
    ),
    "nothing": (b"", "has no attempts"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_log_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    content, said = BAD[name]
    log = tmp_path / "log.jsonl"
    log.write_bytes(content)
    with pytest.raises(TenbackError) as caught:
        read_attempts(log)
    assert said in str(caught.value)
    assert "log.jsonl" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("puzzle", "rate", "--fit", "not-there.jsonl"), "'not-there.jsonl' cannot be read"),
        (("puzzle", "rate", "--fit", "x.jsonl", "--write"), "--fit reads logs of attempts"),
        (("puzzle", "play", "--log", "not/there.jsonl"), "--log 'not/there.jsonl' cannot be written"),
    ],
)
def test_bad_input_is_one_line_and_status_2(words: tuple[str, ...], said: str) -> None:
    done = forked(*words)
    assert done.returncode == 2
    assert said in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1


# --- the fit


def synthetic(weights: dict[str, float], seed: int, count: int = 150, each: int = 20) -> list[Attempt]:
    """Attempts by people for whom a puzzle is as hard as these weights say."""
    rng, log = Random(seed), list[Attempt]()
    for number in range(count):
        features = {name: rng.uniform(0, 3) for name in FITTED}
        score = sum(weights.get(name, 0.0) * value for name, value in features.items())
        chance = 1 / (1 + exp(3 - score))
        key = f"{rng.random()} {number}"
        log += [made(key, rng.random() >= chance, **features) for _ in range(each)]
    return log


def test_a_fit_finds_the_order_of_the_weights_that_made_a_log() -> None:
    weights = {"surprise": 1.5, "trap": 0.8, "detour": 0.4}
    found = fit(synthetic(weights, 1))
    ranked = sorted(found.points, key=lambda name: -found.points[name])
    assert ranked[:3] == ["surprise", "trap", "detour"]
    assert all(points >= 0 for points in found.points.values())
    assert max(points for name, points in found.points.items() if name not in weights) < found.points["detour"]
    assert 1.3 < found.points["surprise"] / found.points["trap"] < 2.7
    assert found.fitted > 0.8
    assert found.now == 0.0  # all of them were rated alike


def test_more_of_a_feature_never_makes_a_puzzle_easier() -> None:
    found = fit(synthetic({"surprise": -1.0, "trap": 2.0}, 2))
    assert found.points["surprise"] == 0.0
    assert found.points["trap"] > 0


def test_the_order_of_a_log_makes_no_difference() -> None:
    log = synthetic({"trap": 1.0}, 3, 40, 5)
    mixed = Random(4).sample(log, len(log))
    assert fit(log) == fit(mixed)


def test_a_small_log_is_told_to_be_small(tmp_path: Path) -> None:
    assert too_small([made()]) == "1 attempts at 1 puzzles are too few to fit anything to: 100 at 30 are the least"
    alike = [made(str(number % 40)) for number in range(200)]
    assert "200 of 200 attempts solved the puzzle at once" in (too_small(alike) or "")
    log = tmp_path / "log.jsonl"
    add_attempts(log, [made()])
    status, text = run(rate_verb, "--fit", str(log), "--json")
    assert status == 1
    assert json.loads(text)["fit"] is None
    assert "too few" in json.loads(text)["reason"]


def test_the_verb_tells_both_and_changes_nothing(tmp_path: Path) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    log = synthetic({"trap": 1.0}, 5, 40, 6)
    add_attempts(one, log[:100])
    add_attempts(other, log[100:])
    status, text = run(rate_verb, "--fit", str(one), str(other))
    assert status == 0
    assert "240 attempts at 40 puzzles" in text
    assert "n = 40 puzzles" in text
    assert all(len(line) <= 80 for line in text.splitlines())
    told = json.loads(run(rate_verb, "--fit", str(one), str(other), "--json")[1])
    assert told["fit"]["points_now"] == WEIGHTS
    assert set(told["fit"]["points"]) == set(WEIGHTS)


# --- the study


def small_ones() -> list[Puzzle]:
    """Puzzles that are thought through in no time."""
    return [one for one in puzzles().values() if one.position.cards_left <= MOST_CARDS]


def test_the_study_writes_a_log_and_tells_its_tables(tmp_path: Path) -> None:
    some = small_ones()
    log = study(some, 3)
    assert {one.solver for one in log} == {skill.name for skill in SKILLS}
    assert {one.id for one in log} == {one.id for one in some}
    assert {one.result for one in log} == {"solved", "left"}
    assert log == study(some, 3)
    path = tmp_path / "study.jsonl"
    add_attempts(path, log)
    assert read_attempts(path) == log
    told = "\n".join(report(log))
    assert "| three turns ahead |" in told
    assert "| all | " in told


def test_a_study_takes_so_many_of_each_level() -> None:
    some = some_of_each(tuple(puzzles().values()), 2)
    levels = [one.level for one in some]
    assert max(levels.count(level) for level in levels) == 2


def test_who_looks_ahead_solves_more_than_who_is_careless() -> None:
    log = study(small_ones(), 20)
    solved = {skill.name: sum(one.is_clean for one in log if one.solver == skill.name) for skill in SKILLS}
    assert solved["careless"] < solved["one turn ahead"] <= solved["three turns ahead"]
