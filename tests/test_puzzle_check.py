"""``puzzle check``: good puzzles pass, and each kind of bad one is caught with the right message."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

import solver
from puzzles.answers.answer import answer
from puzzles.canonical import reflected
from puzzles.checking.check import (
    Checked,
    Options,
    Report,
    check_collection,
    check_puzzle,
    report_lines,
    report_to_json,
    twice,
)
from puzzles.checking.reachable import reachable
from puzzles.files.collection import parse_task, save_collection
from puzzles.puzzle import Collection, Puzzle
from puzzles.rating.rate import rate
from puzzles.themes import themes_of
from solver import parse_line
from tests.command import TENBACK, environment, forked
from tests.played import reflected_line
from tests.strategies import position_of


def bare(name: str, task: str, position: str, solution: str, unique: str, **more: Any) -> Puzzle:
    """A puzzle without a rating and themes."""
    claims: dict[str, Any] = {"solution": parse_line(solution), "unique": unique, **more}
    return Puzzle(name, position_of(position), parse_task(task), **claims)


def rated(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the rating and the themes that it should have."""
    return replace(puzzle, rating=rate(puzzle).value, themes=themes_of(puzzle))


GOOD = {
    puzzle.id: puzzle
    for puzzle in (
        bare(
            "only",
            "only-turn",
            "quick-and-easy/2 | up: y4 | down: g3 | 1: g5 y6 | 2*: b1 r5",
            "2: r5@up; 1: g5@down; 2: b1@down; 1: y6@up",
            "first-turn",
        ),
        bare(
            "line",
            "win",
            "the-game-extreme/2 | up: 99 61 | down: 18 73 | 1: 20 | 2*: 19 21",
            "2: 21@down2; 1: 20@down2; 2: 19@down2",
            "line",
        ),
        bare(
            "turns",
            "win",
            "the-game-extreme/2 | up: 61 98 | down: 2 52 | 1*: 5 88 | 2: 72 76 90",
            "1: 5@down2; 2: 72@up1 76@up1 90@up1; 1: 88@up2",
            "turns",
        ),
        bare(
            "score",
            "best-score",
            "quick-and-easy/1 | up: y10 | down: g1 | 1*: r1 g3 | draw: g4 b6 r6",
            "1: g3@down +g4; 1: g4@down +b6; 1: r1@down +r6; 1: r6@down",
            "first-turn",
        ),
        bare(
            "lost",
            "where-lost",
            "quick-and-easy/2 | up: y4 | down: g3 | 1: g5 y6 | 2*: b1 r5",
            "2: r5@up; 1: g5@down; 2: b1@down; 1: y6@up",
            "first-turn",
            played=parse_line("2: b1@down; 1: g5@up"),
            lost_at=1,
        ),
        bare(
            "in-one",
            "win-in:1",
            "face-to-face | A.up: 51 | A.down: 44 | B.up: 30 | B.down: 4 | A: 13 46 | B*: 3 13 24 55",
            "B: 3@B.down 13@B.down 55@B.up 24@A.up",
            "line",
        ),
        bare(
            "in-two",
            "win-in:2",
            "face-to-face | A.up: 52 | A.down: 21 | B.up: 43 | B.down: 52 | A: 5 10 17 24 25 53 | B*: 6 13 18 34 47 56"
            " | A.draw: 58 | B.draw: 30 55",
            "B: 34@B.down 18@B.down 13@B.down 6@B.down 47@B.up 56@A.down; A: 25@A.down 24@A.down 17@A.down 10@A.down"
            " 5@A.down 53@B.down; B: 30@B.down 55@A.down",
            "none",
        ),
        bare(
            "helped",
            "helpwin:1",
            "face-to-face | A.up: 34 | A.down: 21 | B.up: 56 | B.down: 6 | A*: 5 10 17 24 25 53 | B: 13 18 30 55"
            " | A.draw: 58",
            "A: 17@A.down 10@A.down 5@A.down 24@A.up 25@A.up 53@A.up",
            "none",
        ),
    )
}


@cache
def good(name: str) -> Puzzle:
    return rated(GOOD[name])


def wrong(puzzle: Puzzle, **options: Any) -> list[str]:
    """What is wrong with a puzzle, as kind and message."""
    findings = check_puzzle(puzzle, Options(**options)).findings
    return [f"{finding.kind}: {finding.message}" for finding in findings if finding.fails]


@pytest.mark.parametrize("name", GOOD)
def test_a_good_puzzle_passes(name: str) -> None:
    assert wrong(good(name), strict=True) == []


def test_a_good_collection_passes() -> None:
    report = check_collection(Collection("Good", (good("only"), good("line"))))
    assert report.ok
    assert list(report_lines(report)) == ["2 puzzles checked: all as they say"]
    report = check_collection(Collection("Twice", (good("line"), good("line"))))
    assert [puzzle.ok for puzzle in report.puzzles] == [False, False]  # one id
    assert report.failed == 2


# --- bad puzzles, each by the one thing that is wrong with it


def bad(name: str, **changes: Any) -> Puzzle:
    return replace(good(name), **changes)


SEVERAL = bare(
    "several",
    "win",
    "quick-and-easy/2 | up: y9 | down: y8 | 1*: g4 b7 | 2: b3 s10",
    "1: g4@down; 2: b3@down; 1: b7@down; 2: s10@up",
    "first-turn",
)
UNREACHABLE = "quick-and-easy/2 | up: y4 | down: g3 | 1: g5 | 2*: b1 r5 | draw: y6"


# What is wrong: the puzzle, and the message that says so; made when it is needed, since rating it takes time.
BAD: dict[str, Callable[[], tuple[Puzzle, str]]] = {
    "a second solution": lambda: (SEVERAL, "unique: first-turn is claimed, but 3 first turns solve it: 1: g4@down;"),
    "a line claimed": lambda: (
        bad("only", unique="line"),
        "unique: line is claimed, but only first-turn is true: later",
    ),
    "turns claimed": lambda: (bad("only", unique="turns"), "unique: turns is claimed, but only first-turn is true"),
    "a line of several": lambda: (
        bad("in-two", unique="line"),
        "unique: line is claimed, but 113 first turns solve it",
    ),
    "a wrong rating": lambda: (bad("only", rating=100), f"rating: 100 is claimed; it is {good('only').rating}"),
    "the last turn missing": lambda: (
        bad("only", solution=good("only").solution[:-1]),
        "solution: it does not end with the win: 1 card",
    ),
    "one card too many left": lambda: (
        bad("score", solution=good("score").solution[:-1]),
        "solution: it leaves 2; 1 can be reached",
    ),
    "no solution": lambda: (bad("only", solution=()), "solution: there is none"),
    "an illegal play": lambda: (
        bad("only", solution=parse_line("2: r5@down")),
        "solution: against the rules: turn 1, play 1: r5 on down (top g3)",
    ),
    "another draw": lambda: (
        bad("score", solution=parse_line("1: g3@down +b6")),
        "solution: against the rules: turn 1: drawn were g4, not b6",
    ),
    "too long": lambda: (
        bad("in-one", task=parse_task("win-in:2")),
        "task: task win-in:2: it takes 1 turn",
    ),
    "too short": lambda: (
        bad("in-two", task=parse_task("win-in:1")),
        "task: B does not win in 1 turn against every defence",
    ),
    "help not needed so long": lambda: (
        bad("helped", task=parse_task("helpwin:2")),
        "task: task helpwin:2: it takes 1 turn",
    ),
    "poor play": lambda: (
        bad("in-two", solution=good("in-two").solution[:1]),
        "solution: it does not end with the win: ",
    ),
    "another losing turn": lambda: (
        bad("lost", lost_at=2),
        "task: lost_at = 2, but it was turn 1 that gave the win away",
    ),
    "no losing turn named": lambda: (bad("lost", lost_at=None), "task: where-lost needs lost_at"),
    "no losing turn": lambda: (
        bad("lost", played=good("lost").solution[:1]),
        "task: no turn of the game played gave a win away",
    ),
    "no game": lambda: (bad("lost", played=()), "task: where-lost needs the game that was played"),
    "an illegal game": lambda: (
        bad("lost", played=parse_line("2: r5@down")),
        "task: the game played is against the rules: turn 1, play 1",
    ),
    "a game too many": lambda: (
        bad("only", played=good("only").solution),
        "task: task only-turn: only where-lost has played",
    ),
    "several only turns": lambda: (
        rated(replace(SEVERAL, unique="none", task=parse_task("only-turn"))),
        "task: 3 turns win, not one",
    ),
    "a score that is a win": lambda: (
        bad("only", task=parse_task("best-score")),
        "task: the position can be won: its task is win",
    ),
    "a win that is none": lambda: (bad("score", task=parse_task("win")), "task: the position cannot be won"),
    "the wrong game's task": lambda: (
        bad("only", task=parse_task("win-in:2")),
        "task: task win-in:2: quick-and-easy knows win",
    ),
    "a game that is over": lambda: (
        bad("only", position=position_of("quick-and-easy/1 | up: r7 | down: r4 | 1*: b5")),
        "position: the game is over: player 1 cannot lay the minimum",
    ),
    "unreachable": lambda: (
        bare("unreachable", "win", UNREACHABLE, "2: r5@up", "none"),
        "reachable: no game leads to this position: player 1 holds 1 cards, not a full hand of 2",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_puzzle_is_caught(what: str) -> None:
    puzzle, message = BAD[what]()
    found = wrong(puzzle)
    assert any(line.startswith(message) for line in found), found


def test_one_mistake_is_one_finding() -> None:
    """Where it is known what is wrong, nothing else is said of it."""
    for what in (
        "a second solution",
        "a line claimed",
        "a wrong rating",
        "one card too many left",
        "another losing turn",
    ):
        puzzle, message = BAD[what]()
        found = wrong(puzzle)
        assert len(found) == 1, (what, found)
        assert found[0].startswith(message)


# --- what is there twice


def doubles(*puzzles: Puzzle) -> list[list[str]]:
    return [[finding.message for finding in findings] for findings in twice(puzzles)]


def test_a_reflected_puzzle_is_a_duplicate() -> None:
    one = good("line")
    line = reflected_line(one.position, one.solution)
    other = replace(one, id="other", position=reflected(one.position), solution=line)
    assert check_puzzle(other).ok  # by itself it is a good puzzle, with the same rating and themes
    assert doubles(one, other) == [[], ["the same puzzle as line, reflected"]]


def test_other_duplicates() -> None:
    one = good("line")
    piles = position_of("the-game-extreme/2 | up: 61 99 | down: 73 18 | 1: 20 | 2*: 19 21")
    names = position_of("the-game-extreme/2 | up: 99 61 | down: 18 73 | 1*: 19 21 | 2: 20")
    found = doubles(
        one,
        replace(one, id="again"),
        replace(one, id="piles", position=piles),
        replace(one, id="names", position=names),
    )
    assert found[:3] == [[], ["the same puzzle as line"], ["the same puzzle as line, like piles exchanged"]]
    assert found[3][0].startswith("the same puzzle as line, but for names of piles, players or colours")
    colours = position_of("quick-and-easy/2 | up: r4 | down: b3 | 1: b5 r6 | 2*: g1 y5")
    assert len(doubles(good("only"), replace(good("only"), id="colours", position=colours))[1]) == 1
    assert doubles(good("only"), good("lost")) == [[], ["the same table as only"]]  # another puzzle, but a twin


def test_ids_are_unique() -> None:
    one, other = good("line"), replace(good("only"), id="line")
    assert doubles(one, other) == [["1 other puzzle has this id too; give each puzzle its own"]] * 2


# --- notes


def test_what_is_left_out_or_not_shown_is_a_note_unless_the_check_is_strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puzzles.checking.reachable.reachable", partial(reachable, tries=0))
    puzzle = GOOD["only"]
    checked = check_puzzle(puzzle)
    assert checked.ok
    assert {finding.kind for finding in checked.findings} >= {"reachable", "rating"}
    assert "not shown that a game leads to this position" in checked.findings[0].message
    assert not check_puzzle(puzzle, Options(strict=True)).ok
    lines = list(report_lines(Report("", (checked,))))
    assert "only: note: rating: it has none" in lines
    assert lines[-1] == "1 puzzle checked: all as they say"


def test_what_cannot_be_decided_in_time_fails() -> None:
    deal = solver.deal("face-to-face", 2, 1).position()
    puzzle = Puzzle("long", deal, parse_task("win-in:20"), unique="line")
    found = wrong(puzzle, seconds=0.05)
    assert any(line.startswith("task: not decided: ") for line in found), found


# --- a second opinion


@pytest.mark.parametrize("name", ["only", "line", "lost"])
def test_another_engine_agrees(name: str) -> None:
    assert wrong(good(name), confirm=True) == []


def test_another_engine_would_object(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the first engine saw only one of several solutions, CP-SAT would see another."""

    def blind(*arguments: Any) -> Any:
        found = answer(*arguments)
        return replace(found, firsts=found.firsts[:1], unique="first-turn")

    monkeypatch.setattr("puzzles.checking.check.answer", blind)
    found = wrong(SEVERAL, confirm=True)
    assert any(line.startswith("unique: CP-SAT says that 1: ") and line.endswith(" wins") for line in found), found


# --- the command


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A good and a bad collection."""
    folder = tmp_path_factory.mktemp("collections")
    save_collection(Collection("Good", (good("only"), good("line"), good("turns"))), folder / "good.toml")
    save_collection(Collection("Bad", (good("only"), bad("line", rating=99), SEVERAL)), folder / "bad.toml")
    return folder


def heading_lines(path: Path) -> list[int]:
    """The lines on which the puzzles of a file begin, as anybody would find them."""
    return [number for number, line in enumerate(path.read_text().splitlines(), start=1) if line == "[[puzzle]]"]


def test_status_and_words(folder: Path) -> None:
    done = forked("puzzle", "check", str(folder / "good.toml"))
    assert (done.returncode, done.stdout, done.stderr) == (0, b"3 puzzles checked: all as they say\n", b"")
    done = forked("puzzle", "check", str(folder / "bad.toml"))
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 1
    at = [f"{folder / 'bad.toml'}:{line}" for line in heading_lines(folder / "bad.toml")]
    assert lines[0].startswith(f"{at[1]}: line: rating: 99 is claimed; it is ")
    assert lines[1].startswith(f"{at[2]}: several: unique: first-turn is claimed, but 3 first turns solve it: ")
    assert lines[-1] == "3 puzzles checked, 2 wrong"


def test_json(folder: Path) -> None:
    done = forked("puzzle", "check", str(folder / "bad.toml"), "--json")
    report = json.loads(done.stdout)
    assert done.returncode == 1
    assert (report["ok"], report["checked"], report["failed"], report["title"]) == (False, 3, 2, "Bad")
    assert [(puzzle["id"], puzzle["ok"]) for puzzle in report["puzzles"]] == [
        ("only", True),
        ("line", False),
        ("several", False),
    ]
    assert report["puzzles"][1]["findings"][0]["kind"] == "rating"
    lines = heading_lines(folder / "bad.toml")
    assert [(puzzle["file"], puzzle["line"]) for puzzle in report["puzzles"]] == [
        (str(folder / "bad.toml"), line) for line in lines
    ]
    assert report_to_json(Report("", (Checked("x"),)))["ok"] is True


def test_several_jobs_and_files(folder: Path) -> None:
    both = [str(folder / "good.toml"), str(folder / "bad.toml")]
    one, two = (forked("puzzle", "check", *both, "--jobs", jobs).stdout.decode() for jobs in ("1", "2"))
    assert one == two
    (good_line, *_), (bad_line, *_) = (heading_lines(Path(file)) for file in both)
    place, other = f"{both[0]}:{good_line}", f"{both[1]}:{bad_line}"
    assert f"{place}: only: id: {other} has this id too; give each puzzle its own" in one.splitlines()
    assert f"{other}: only: id: {place} has this id too; give each puzzle its own" in one.splitlines()
    assert f"{other}: only: duplicate: the same puzzle as {place}: only" in one.splitlines()
    assert one.splitlines()[-1] == "6 puzzles checked, 5 wrong"


def test_a_file_that_is_named_twice_is_refused(folder: Path) -> None:
    done = forked("puzzle", "check", str(folder / "good.toml"), f"{folder}/./good.toml")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"the same file as" in done.stderr


def test_the_same_puzzle_under_another_id_is_named_with_its_place(folder: Path) -> None:
    path = folder / "again.jsonl"
    save_collection(Collection("", (replace(good("line"), id="renamed"),)), path)
    said = forked("puzzle", "check", str(folder / "good.toml"), str(path)).stdout.decode().splitlines()
    first = f"{folder / 'good.toml'}:{heading_lines(folder / 'good.toml')[1]}"
    assert said[0] == f"{path}:2: renamed: duplicate: the same puzzle as {first}: line"


def test_strict(folder: Path) -> None:
    path = folder / "unrated.toml"
    save_collection(Collection("Unrated", (GOOD["line"],)), path)
    assert forked("puzzle", "check", str(path)).returncode == 0
    assert forked("puzzle", "check", str(path), "--strict").returncode == 1


def test_an_illegal_position_is_a_finding_of_its_puzzle(folder: Path) -> None:
    path = folder / "illegal.toml"
    text = (folder / "good.toml").read_text().replace("down: 18 73 | 1: 20", "down: 18 73 | 1: 18")
    path.write_text(text)
    done = forked("puzzle", "check", str(path))
    assert done.returncode == 1
    place = f"{path}:{heading_lines(path)[1]}"
    assert done.stdout.decode().splitlines() == [
        f"{place}: line: position: position: card 18 is on top of down1 and in another place too",
        "3 puzzles checked, 1 wrong",
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("format = 2", "format '2' is not known"),
        ("format = 1\nwhat = 3", "unknown field `what`"),
        ("nonsense", "Expected '=' after a key"),
        ("", "begins with format = 1"),
        ("format = 1\nx = " + "[" * 5000, "more than"),
        ("#" * (3 << 20), "longer than 2 MiB"),
        ("format = 1\n[[puzzle]]\nid = 3\ntask = 'win'\nposition = 'x'", "Expected `str`, got `int`"),
        ("\x00", "zero byte"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line_and_status_2(content: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(content)
    done = forked("puzzle", "check", str(path))
    assert (done.returncode, done.stdout) == (2, b"")
    message = done.stderr.decode()
    assert message.startswith("tenback: ")
    assert message.count("\n") == 1
    assert words in message


@pytest.mark.parametrize(
    "arguments", [["no-such-file.toml"], ["--jobs", "0"], ["--time-limit", "0"], ["--time-limit", "nan"]]
)
def test_bad_arguments(arguments: list[str], folder: Path) -> None:
    given = arguments if len(arguments) == 1 else [str(folder / "good.toml"), *arguments]
    done = forked("puzzle", "check", *given)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1


def test_progress_on_a_terminal_and_not_in_a_pipe(folder: Path) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [TENBACK, "puzzle", "check", str(folder / "good.toml")],
        stdout=subprocess.PIPE,
        stderr=theirs,
        stdin=subprocess.DEVNULL,
        env=environment({"TERM": "xterm"}),
    )
    out, _ = process.communicate(timeout=60)
    os.close(theirs)
    shown = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert "checked 3 of 3, 0 wrong" in shown
    assert out == b"3 puzzles checked: all as they say\n"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_check_says_so(jobs: str, tmp_path: Path) -> None:
    """Ctrl-C in the middle of a long puzzle: no report that could be mistaken for one, and status 130."""
    path = tmp_path / "long.toml"
    deals = [solver.deal("face-to-face", 2, number).position() for number in (1, 2, 3)]
    long = [Puzzle(f"long-{number}", deal, parse_task("win-in:20")) for number, deal in enumerate(deals)]
    save_collection(Collection("Long", (GOOD["line"], *long)), path)
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [TENBACK, "puzzle", "check", str(path), "--jobs", jobs],
        stdout=subprocess.PIPE,
        stderr=theirs,
        stdin=subprocess.DEVNULL,
        env=environment({"TERM": "xterm"}),
        start_new_session=True,
    )
    os.close(theirs)
    try:
        shown = ""
        while "checked 1 of 4" not in shown:  # now it is at the long ones
            shown += os.read(ours, 1 << 12).decode()
        os.killpg(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        assert (process.returncode, out) == (130, b"")
        assert os.read(ours, 1 << 16).decode().endswith("tenback: interrupted\r\n")
    finally:
        process.kill()
        process.wait()
        os.close(ours)


# --- convert and schema


def test_convert_there_and_back(folder: Path, tmp_path: Path) -> None:
    lines, again = tmp_path / "good.jsonl", tmp_path / "again.toml"
    done = forked("puzzle", "convert", str(folder / "good.toml"), str(lines))
    assert (done.returncode, done.stdout) == (0, b"3 puzzles\n")
    assert forked("puzzle", "convert", str(lines), str(again)).returncode == 0
    assert again.read_text() == (folder / "good.toml").read_text()
    done = forked("puzzle", "convert", str(lines), str(tmp_path / "good.txt"))
    assert done.returncode == 2
    assert b"must end in .toml" in done.stderr
    done = forked("puzzle", "convert", str(lines), str(tmp_path / "none" / "good.toml"))
    assert done.returncode == 2
    assert b"cannot be written" in done.stderr


def test_schema_is_printed() -> None:
    done = forked("puzzle", "schema")
    assert done.returncode == 0
    assert json.loads(done.stdout)["$defs"]["PuzzleShape"]["required"] == ["id", "position", "task"]
