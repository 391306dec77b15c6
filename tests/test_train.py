"""Learning: the same from the same seed, however often it was interrupted; it improves play; files nobody touched."""

from __future__ import annotations

import json
import math
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from solver.errors import DoesNotAddUp, TenbackError, Unreadable
from solver.hidden.games import Seats
from solver.hidden.nets import Value, fitting, fresh_net, net_bytes, read_value, write_value
from solver.hidden.strengths import INSTANT, QUICK, Strength
from solver.hidden.training import Course, Training
from solver.rules.game import Rules
from solver.rules.games import game_named
from solver.table.view import OWN
from tests.command import TIMEOUT, Completed, environment, forked

SMALL = "the-game highest=30 ups=1 downs=1 hand=5"
NUMBERS = {"highest": 30, "ups": 1, "downs": 1, "hand": 5}
GAMES = 480  # enough to fill the memory with the first 2000 tables, and to learn from them


def course(games: int = GAMES, seed: int = 1, numbers: dict[str, int | None] | None = None) -> Course:
    return Course(Rules.of(game_named("the-game"), 1, numbers or dict(NUMBERS)), games, seed, trained_on=SMALL)


@pytest.fixture(scope="module")
def whole() -> Training:
    """A short course, run in one go."""
    training = Training(course())
    training.run()
    return training


# --- the same command gives the same weights


def test_the_same_seed_gives_the_same_weights_and_history(whole: Training) -> None:
    again = Training(course())
    again.run()
    assert net_bytes(again.net) == net_bytes(whole.net)
    assert again.history == whole.history
    assert net_bytes(whole.net) != net_bytes(fresh_net(whole.course.shape, 1))
    assert whole.games == GAMES == whole.history[-1]["games"]


def test_a_course_can_go_on_from_given_weights(whole: Training, tmp_path: Path) -> None:
    """It begins with them, leaves the file as it is, and refuses those of another shape."""
    before = tmp_path / "before.json"
    write_value(before, whole.value())
    out = tmp_path / "after.json"
    done = forked("train", SMALL, "--games", "32", "--start", str(before), "--output", str(out))
    assert done.returncode == 0, done.stderr
    after = read_value(out)
    assert net_bytes(after.net) == net_bytes(whole.net)  # too few games to learn anything new from
    assert f"--start {before}" in after.record.command
    done = forked("train", "the-game", "--games", "32", "--start", str(before), "--output", str(tmp_path / "x.json"))
    assert done.returncode == 2
    assert b"shape" in done.stderr


def test_learning_from_a_search_is_the_same_from_the_same_seed_and_after_a_rest(
    whole: Training, tmp_path: Path
) -> None:
    later = replace(course(games=320), start=whole.value(), search=True)
    learned, again = Training(later), Training(later)
    learned.run()
    again.run(until=160)
    again.save(tmp_path / "kept")
    resumed = Training(later)
    resumed.resume(tmp_path / "kept")
    resumed.run()
    assert net_bytes(resumed.net) == net_bytes(learned.net) != net_bytes(whole.net)
    by_value = Training(replace(later, search=False))
    by_value.run()
    assert net_bytes(by_value.net) != net_bytes(learned.net)
    with pytest.raises(DoesNotAddUp, match="another course"):
        Training(replace(later, search=False)).resume(tmp_path / "kept")


def test_a_search_needs_weights_to_begin_with(tmp_path: Path) -> None:
    done = forked("train", SMALL, "--games", "32", "--search", "--output", str(tmp_path / "x.json"))
    assert done.returncode == 2
    assert b"--search needs --start" in done.stderr


def test_a_course_at_some_tables_only(whole: Training) -> None:
    """The tables that are named, and others are not asked; it is another course than one at all tables."""
    alone = Training(replace(course(), players=(1,)))
    alone.run(until=64)
    assert {table.problem.players for table in alone.tables} == {1}
    assert alone.course.identity != whole.course.identity
    with pytest.raises(DoesNotAddUp, match="players 6: 1 to 5 are possible"):
        replace(course(), players=(4, 5, 6))


def test_another_seed_or_number_of_games_gives_others(whole: Training) -> None:
    for other in (course(seed=2), course(games=GAMES - 1)):
        training = Training(other)
        training.run()
        assert training.games == other.games
        assert net_bytes(training.net) != net_bytes(whole.net)


@pytest.mark.parametrize("stops", [(32,), (96, 352), (448, 480)])
def test_put_away_and_taken_up_is_uninterrupted(whole: Training, tmp_path: Path, stops: tuple[int, ...]) -> None:
    kept = tmp_path / "course.kept"
    for stop in stops:
        training = Training(course())
        if kept.exists():
            training.resume(kept)
        training.run(until=stop)
        training.save(kept)
    last = Training(course())
    last.resume(kept)
    assert last.games == stops[-1]
    last.run()
    assert net_bytes(last.net) == net_bytes(whole.net)
    assert last.history == whole.history


def test_a_map_of_commands_a_game_is_reproducible_too(tmp_path: Path) -> None:
    rules = Rules.of(game_named("the-game-extreme"), 1, {"highest": 30})
    first, second = (Training(Course(rules, 96, 3, random_commands=True)) for _ in range(2))
    first.run()
    second.run(until=32)
    second.save(tmp_path / "kept")
    third = Training(Course(rules, 96, 3, random_commands=True))
    third.resume(tmp_path / "kept")
    third.run()
    assert net_bytes(third.net) == net_bytes(first.net)
    assert [table.lately for table in third.tables] == [table.lately for table in first.tables]


# --- learning improves play

IMPROVING: dict[str, int | None] = {"highest": 50, "hand": 5, "ups": 1}
Won = npt.NDArray[np.bool_]
FRESH_DEALS = (1, 600)  # the course plays others: see FIRST_DEAL


@pytest.fixture(scope="module")
def learned() -> Training:
    training = Training(course(3000, numbers=IMPROVING))
    training.run()
    return training


def won(players: int, strength: Strength, value: Value | None) -> Won:
    rules = Rules.of(game_named("the-game"), players, IMPROVING)
    return np.asarray(Seats(rules, OWN, strength, value).play(*FRESH_DEALS).left == 0)


def clearly_better(more: Won, less: Won) -> bool:
    """Of the deals that one of them wins, far more than half are won by the first: by four standard deviations."""
    gained, lost = int(np.sum(more & ~less)), int(np.sum(less & ~more))
    return gained - lost > 4 * math.sqrt(gained + lost)


@pytest.mark.parametrize("players", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_learning_improves_play(learned: Training, players: int) -> None:
    """Against the score, a net that knows nothing, and that net without the help of the score."""
    value = learned.value()
    fresh = Value(fresh_net(value.record.shape, 1), value.record)
    bare = replace(QUICK, width=replace(QUICK.width, alone=0, together=0))
    helped = replace(QUICK, width=replace(QUICK.width, alone=30, together=30))  # as much of the score as in the course
    after = won(players, helped, value)
    assert clearly_better(after, won(players, INSTANT, None))
    assert clearly_better(after, won(players, helped, fresh))
    assert clearly_better(won(players, bare, value), won(players, bare, fresh))


# --- what is written


def test_weights_read_back_and_fit_their_rules(whole: Training, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    write_value(path, whole.value())
    back = read_value(path)
    assert net_bytes(back.net) == net_bytes(whole.net)
    assert back.record == whole.value().record
    assert fitting(whole.course.rules, path).value is not None
    with pytest.raises(DoesNotAddUp, match="has 176 inputs, these rules need 272"):
        fitting(Rules.of(game_named("the-game"), 1), path)


def changed_record(**changes: object) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        path.write_text(json.dumps(json.loads(path.read_text()) | changes))

    return change


def not_a_number(path: Path) -> None:
    """A NaN among the weights, with the digest set right."""
    import hashlib

    numbers = np.frombuffer(path.with_suffix(".net").read_bytes(), "<f4").copy()
    numbers[5] = np.nan
    path.with_suffix(".net").write_bytes(numbers.tobytes())
    changed_record(digest=hashlib.sha256(numbers.tobytes()).hexdigest())(path)


def flipped(path: Path) -> None:
    """One bit of one weight."""
    content = bytearray(path.with_suffix(".net").read_bytes())
    content[1000] ^= 1
    path.with_suffix(".net").write_bytes(bytes(content))


def cut(path: Path) -> None:
    path.with_suffix(".net").write_bytes(path.with_suffix(".net").read_bytes()[:-4])


def grown(path: Path) -> None:
    path.with_suffix(".net").write_bytes(b"\0" * (1 << 25))


def overwritten(content: bytes) -> Callable[[Path], None]:
    def overwrite(path: Path) -> None:
        path.write_bytes(content)

    return overwrite


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


TAMPERED: dict[str, tuple[Callable[[Path], None], str]] = {
    "a bit": (flipped, "another digest"),
    "cut": (cut, "bytes where its shape needs"),
    "huge": (grown, "bytes where its shape needs"),
    "NaN": (not_a_number, "a number in it is none"),
    "another digest": (changed_record(digest="0" * 64), "another digest"),
    "another shape": (changed_record(shape=[176, 95, 32]), "bytes where its shape needs"),
    "a huge shape": (changed_record(shape=[10**9, 10**9, 10**9]), "at most 1024 each"),
    "no shape": (changed_record(shape=None), "not the record of learned weights"),
    "another kind of JSON": (overwritten(b'{"game": "the-game"}'), "not the record"),
    "a list": (overwritten(b"[1, 2]"), "not the record"),
    "no JSON": (overwritten(b"\xff\xfe"), "not the record"),
    "a folder": (a_folder, "directory"),
    "no weights": (lambda path: path.with_suffix(".net").unlink(), "No such file"),
}


@pytest.mark.parametrize("how", TAMPERED)
def test_weights_that_were_tampered_with_are_refused(whole: Training, tmp_path: Path, how: str) -> None:
    path = tmp_path / "mine.json"
    write_value(path, whole.value())
    tamper, words = TAMPERED[how]
    tamper(path)
    with pytest.raises(TenbackError, match=words):
        read_value(path)


def test_a_kept_course_that_was_tampered_with_is_refused(whole: Training, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    half = Training(course())
    half.run(until=64)
    half.save(kept)
    whole_file = kept.read_bytes()
    with np.load(kept) as arrays:
        parts = dict(arrays)
    foreign = {
        "cut": whole_file[: len(whole_file) // 2],
        "empty": b"",
        "text": b"not a course",
        "JSON": b'{"games": 3}',
    }
    for content in foreign.values():
        kept.write_bytes(content)
        with pytest.raises(Unreadable, match="not a course that was put away"):
            Training(course()).resume(kept)
    nudged = parts["net0"].copy()
    nudged[0, 0] = np.nextafter(nudged[0, 0], np.float32(9))
    told = str(parts["told"])
    changed: tuple[tuple[dict[str, Any], str], ...] = (
        ({"net0": nudged}, "another digest"),
        ({"told": np.array(told.replace('"games": 64', '"games": 32'))}, "another digest"),
        ({"net1": parts["net1"][:5]}, "another shape"),
        ({"net1": np.float32(0)}, "another shape"),
        ({"told": np.array("[1, 2]")}, "another course|not a course"),
    )
    for changes, words in changed:
        with kept.open("wb") as file:
            np.savez(file, **{**parts, **changes})
        with pytest.raises(TenbackError, match=words):
            Training(course()).resume(kept)
    kept.write_bytes(whole_file)
    for other in (course(seed=2), course(games=GAMES + 32), course(numbers={**NUMBERS, "hand": 4})):
        with pytest.raises(DoesNotAddUp, match="another course was put away here"):
            Training(other).resume(kept)


# --- the command


def run(folder: Path, *words: str, rules: str = SMALL) -> Completed:
    return forked("train", rules, "--games", str(GAMES), "--output", str(folder / "mine.json"), *words)


def test_the_command_writes_weights_with_their_record(whole: Training, tmp_path: Path) -> None:
    done = run(tmp_path, "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    told = json.loads(done.stdout)
    record = json.loads((tmp_path / "mine.json").read_text())
    assert told["digest"] == record["digest"] == whole.value().record.digest
    assert told["shape"] == record["shape"] == list(whole.course.shape)
    assert record["command"] == f"tenback train '{SMALL}' --games {GAMES} --seed 1"
    assert record["trained_on"] == SMALL
    assert record["history"] == whole.history
    assert not (tmp_path / "mine.kept").exists()
    again = run(tmp_path)  # it is there: nothing to do
    assert again.returncode == 0
    assert b"has just these weights already" in again.stderr
    other = run(tmp_path, "--seed", "2")
    assert other.returncode == 2
    assert b"has other weights" in other.stderr
    flipped(tmp_path / "mine.json")
    assert run(tmp_path).returncode == 2
    forced = run(tmp_path, "--force", "--json")
    assert json.loads(forced.stdout)["digest"] == told["digest"]


def interrupted(folder: Path, stop: int) -> None:
    """Start the command, which keeps the course after every round, and end it by a signal once it has kept one."""
    program = "import solver.verbs.train as t, cli; t.KEEP_EVERY = 0; cli.main()"
    words = ["train", SMALL, "--games", str(GAMES), "--output", str(folder / "mine.json")]
    process = subprocess.Popen(
        [sys.executable, "-c", program, *words], env=environment(), stderr=subprocess.PIPE, stdout=subprocess.PIPE
    )
    end = time.monotonic() + TIMEOUT
    while not (folder / "mine.kept").exists() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    process.send_signal(stop)
    _, said = process.communicate(timeout=TIMEOUT)
    if stop == signal.SIGKILL:
        assert process.returncode == -stop
    else:
        assert process.returncode == 130, said
        assert b"put away" in said
        assert b"the same command goes on from there" in said


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_command_goes_on_after_it_was_stopped(whole: Training, tmp_path: Path, stop: int) -> None:
    interrupted(tmp_path, stop)
    assert not (tmp_path / "mine.json").exists()
    done = run(tmp_path, "--json")
    assert done.returncode == 0
    assert b"goes on after " in done.stderr
    assert json.loads(done.stdout)["digest"] == whole.value().record.digest
    assert not (tmp_path / "mine.kept").exists()


def test_a_rules_file_and_settings(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('game = "the-game"\nname = "Steep"\n[rules]\nhighest = 30\nups = 1\n')
    words = ["--set", "downs=1", "--set", "hand=5", "--games", "32", "--output", str(tmp_path / "a.json")]
    done = forked("train", str(tmp_path / "mine.toml"), *words)
    assert done.returncode == 0, done.stderr
    record = json.loads((tmp_path / "a.json").read_text())
    assert record["trained_on"] == SMALL
    assert record["command"].endswith("mine.toml --set downs=1 --set hand=5 --games 32 --seed 1")


BAD = {
    ("face-to-face",): "face-to-face is no team game",
    ("chess",): "'chess'",
    ("the-game #17",): "only a game with its numbers is needed",
    ("the-game", "--games", "0"): "games 0: 32 to",
    ("the-game", "--games", "-5"): "games -5: 32 to",
    ("the-game", "--games", "1e9"): "'--games'",
    ("the-game", "--seed", "-1"): "seed -1: 0 to",
    ("the-game", "--seed", "99999999999999999999"): "seed 99999999999999999999: 0 to",
    ("the-game", "--set", "hand=0"): "hand=0",
    ("the-game", "--players", "0"): "players 0: 1 to 5 are possible",
    ("the-game", "--players", "5:2"): "the range is reversed; write 2:5",
    ("the-game", "--players", "some"): "'some': write a number of players",
    ("the-game", "--commands", "random"): "the cards of the-game carry none",
    ("the-game", "--commands", "wild"): "'wild': placeholder or random",
    ("the-game", "--output", "missing/mine.json"): "there is no folder 'missing'",
    ("the-game", "--output", "mine.net"): "a .json file, such as 'mine.json'",
    ("the-game", "--output", "folder.json"): "it is a folder",
    ("the-game", "--keep", "folder.json"): "it is a folder",
    ("the-game", "--output", "a.json", "--keep", "a.net"): "that is where the weights go",
    ("the-game", "--output", "other.json"): "not the record of learned weights",
    ("the-game", "--output", "alone.json"): "'alone.net' is there already",
    ("the-game", "--keep", "other.json"): "not a course that was put away",
}


@pytest.mark.parametrize("words", BAD, ids=" ".join)
def test_bad_input_is_one_line_and_status_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "other.json").write_text('{"games": 3}')
    (tmp_path / "alone.net").write_bytes(b"precious")
    before = sorted(os.listdir(tmp_path))
    monkeypatch.chdir(tmp_path)
    done = forked("train", *words)
    assert (done.returncode, done.stdout) == (2, b""), done.stderr
    assert done.stderr.count(b"\n") == 1
    assert BAD[words] in done.stderr.decode()
    assert sorted(os.listdir(tmp_path)) == before


@pytest.mark.skipif(os.geteuid() == 0 or shutil.which("chmod") is None, reason="nothing is write-protected for root")
def test_a_write_protected_folder_is_refused_at_once(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    done = run(tmp_path)
    assert done.returncode == 2
    assert b"write-protected" in done.stderr
