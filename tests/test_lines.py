"""``tenback solve``, for one deal and for many lines of them, through the real command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

import solver
from tests.command import TENBACK, TIMEOUT, forked


def answers(*arguments: str, text: str | bytes) -> tuple[list[dict[str, Any]], int]:
    """The answers of ``solve --lines`` and the exit status."""
    done = forked("solve", "--lines", "--json", *arguments, stdin=text.encode() if isinstance(text, str) else text)
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode


WON = "quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1"
LOST = "quick-and-easy/1 | up: r7 | down: b7 | 1*: g7"


def test_the_answer_has_the_promised_form() -> None:
    done = forked("solve", WON, "--json")
    answer = json.loads(done.stdout)
    assert done.returncode == 0
    assert list(answer) == [
        "game", "players", "verdict", "goal", "cards_left", "optimal",
        "turns", "engine", "reason", "states", "seconds", "version",
    ]  # fmt: skip
    assert answer["verdict"] == "winnable"
    assert answer["turns"][0]["player"] == 1
    assert solver.verify(WON, json.dumps(answer)).complete
    lost = forked("solve", LOST, "--json")
    assert lost.returncode == 1
    assert json.loads(lost.stdout)["reason"]


def test_every_way_to_name_a_deal() -> None:
    deck = " ".join(str(card) for card in solver.deal("the-game", 2, 5).decks[0])
    ways = [
        ["the-game/2 #5"],
        ["--game", "the-game", "--players", "2", "--deal", "5"],
        ["--game", "the-game", "--players", "2", "--deck", deck],
    ]
    turns = [json.loads(forked("solve", *way, "--json").stdout)["turns"] for way in ways]
    assert turns[0] == turns[1] == turns[2]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--game", "the-game"],
        ["--game", "the-game", "--deal", "1", "--deck", "2 3"],
        [WON, "--game", "the-game"],
        ["--game", "face-to-face", "--deck", "2 3"],
        ["--game", "the-game", "--deal", "0"],
        [WON, "--time-limit", "0"],
        [WON, "--time-limit", "nan"],
        [WON, "--memory-limit", "-1"],
        [WON, "--goal", "glory"],
        [WON, "--engine", "steam"],
        ["--lines", "--jobs", "0"],
        ["quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 | draw?: s1 g1"],
    ],
)
def test_what_cannot_be_asked_is_one_line_and_status_2(arguments: list[str]) -> None:
    done = forked("solve", *arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.startswith(b"tenback: ")
    assert done.stderr.count(b"\n") == 1


def test_lines_are_answered_in_order_and_bad_ones_in_their_place() -> None:
    good, bad = (
        [
            WON,
            json.dumps(
                {"game": "quick-and-easy", "players": 1, "piles": {"up": "r7", "down": "b7"}, "hands": {"1": ["g7"]}}
            ),
        ],
        "nonsense",
    )
    text = "\n".join([good[0], bad, good[1], "", "quick-and-easy/2 #3"]) + "\n"
    for jobs in ("1", "2"):
        found, status = answers("--jobs", jobs, text=text)
        assert status == 2
        assert [answer.get("verdict", "error") for answer in found] == [
            "winnable", "error", "unwinnable", "error", "winnable",
        ]  # fmt: skip
        assert "nonsense" in found[1]["error"]
        assert [answer.get("line") for answer in found] == [None, 2, None, 4, None]


MANY = f"{WON}\nnonsense\n{LOST}\n"


def test_lines_come_from_a_file_from_standard_input_or_from_the_text_itself(tmp_path: Path) -> None:
    file = tmp_path / "deals.txt"
    file.write_text(MANY)
    for source, stdin in (([str(file)], b""), (["-"], MANY.encode()), ([], MANY.encode()), ([MANY], b"")):
        done = forked("solve", *source, "--lines", "--json", stdin=stdin)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        assert [answer.get("verdict", answer.get("line")) for answer in found] == ["winnable", 2, "unwinnable"]
        assert done.returncode == 2
    missing = forked("solve", str(tmp_path / "none.txt"), "--lines")
    assert (missing.returncode, missing.stdout) == (2, b"")
    assert b"cannot be read: No such file" in missing.stderr


def test_without_json_there_is_one_short_row_a_deal() -> None:
    done = forked("solve", "--lines", stdin=MANY.encode())
    rows = [row.split(maxsplit=2) for row in done.stdout.decode().splitlines()]
    assert [row[:2] for row in rows] == [["1", "winnable"], ["2", "error"], ["3", "unwinnable"]]
    assert [rows[0][2], rows[2][2]] == ["2 turns", "player 1 cannot lay the minimum: lost, 1 left"]
    assert "'nonsense' is not a game" in rows[1][2]
    assert done.returncode == 2


@pytest.mark.parametrize("verb", ["solve", "show", "analyze"])
def test_a_file_of_many_deals_points_to_lines(verb: str, tmp_path: Path) -> None:
    file = tmp_path / "deals.txt"
    as_json = json.dumps({"game": "the-game", "players": 1, "deck": [str(card) for card in range(2, 100)]})
    for text in (MANY, f"{as_json}\n{as_json}\n"):
        file.write_text(text)
        done = forked(verb, str(file))
        assert done.returncode == 2
        assert b"tenback solve FILE --lines" in done.stderr


def test_deals_typed_at_a_terminal_are_asked_for() -> None:
    """Without a file, the command says what it is waiting for."""
    screen, keyboard = os.openpty()
    process = subprocess.Popen(
        [TENBACK, "solve", "--lines"], stdin=keyboard, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    os.write(screen, WON.encode() + b"\n\x04")
    output, said = process.communicate(timeout=TIMEOUT)
    assert output.split()[:2] == [b"1", b"winnable"]
    assert said == b"tenback: reading deals from the terminal, one a line; Ctrl-D ends\n"


@pytest.mark.parametrize("option", [["--game", "the-game"], ["--deal", "3"], ["--players", "2"], ["--deck", "2 3"]])
def test_a_deal_named_by_options_is_not_one_of_many_lines(option: list[str]) -> None:
    done = forked("solve", "--lines", *option)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"--lines reads whole deals" in done.stderr


def test_lines_without_a_bad_one_end_with_status_0() -> None:
    text = "".join(f"quick-and-easy/2 #{number}\n" for number in range(1, 30))
    one, two = answers(text=text), answers("--jobs", "2", text=text)
    assert one[1] == two[1] == 0
    assert [answer["turns"] for answer in one[0]] == [answer["turns"] for answer in two[0]]


def test_hostile_lines() -> None:
    text = b"\xff\xfe\n" + b"x" * (3 << 20) + b"\n" + b"[" * 100_000 + b"\n" + WON.encode()
    found, status = answers(text=text)
    assert status == 2
    assert ["error" in answer for answer in found] == [True, True, True, False]


def test_settings_hold_for_every_line() -> None:
    found, _ = answers("--set", "hand=3", text="the-game/1 #1\n")
    assert found[0]["verdict"] == "unwinnable"


def test_ctrl_c_gives_unknown_and_the_best_line() -> None:
    source = "the-game/1 hand=5 #3"  # seven million states
    screen, stderr = os.openpty()
    process = subprocess.Popen([TENBACK, "solve", source, "--json"], stdout=subprocess.PIPE, stderr=stderr)
    seen = b""
    while b"states" not in seen:  # the search is under way, and says so
        seen += os.read(screen, 1024)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 3
    answer = json.loads(output)
    assert answer["verdict"] == "unknown"
    assert "interrupted" in answer["reason"]
    assert solver.verify(source, output.decode()).legal
