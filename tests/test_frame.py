"""The frame around every verb: no crash reads as a verdict, no stream that is missing or full makes a difference."""

from __future__ import annotations

import os
import re
import stat
import subprocess
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

import cli
from puzzles import command
from tests.command import TENBACK, TIMEOUT, Completed, forked, shell, tenback
from tests.played import FILE

WON = "quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1"
LOST = "quick-and-easy/1 | up: r7 | down: b7 | 1*: g7"
UNORDERED = "quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 | draw?: s1 g1"

# --- crashes


def endless() -> None:
    endless()


def raising(error: BaseException) -> Callable[[], None]:
    def crash() -> None:
        raise error

    return crash


CRASHES: dict[str, Callable[[], None]] = {
    "ZeroDivisionError": raising(ZeroDivisionError("division by zero")),
    "MemoryError": raising(MemoryError()),
    "RecursionError": endless,
    "BrokenProcessPool": raising(BrokenProcessPool("a child went")),
    "BrokenPipeError": raising(BrokenPipeError(32, "Broken pipe")),
    "OSError": raising(OSError(28, "No space left on device")),
    "EOFError": raising(EOFError("Ran out of input")),
    "SystemExit": raising(SystemExit(1)),
    "GeneratorExit": raising(GeneratorExit()),
    "UnicodeError": raising(UnicodeError("two\nlines \x1b[31m")),
    "ImportError": raising(ImportError("no such library")),
}
EXAMPLES = ("tenback games",)
crash: list[Callable[[], None]] = []


def broken() -> None:
    """A verb with a bug."""
    crash[-1]()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder for this test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setitem(command.VERBS, "games", "tests.test_frame:broken")
    return tmp_path / "tenback" / "crashes"


@pytest.mark.parametrize("name", CRASHES)
def test_a_crash_is_one_line_a_status_of_its_own_and_a_file(
    name: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    crash.append(CRASHES[name])
    assert cli.run(["games"]) == 70
    said = capsys.readouterr()
    assert said.out == ""
    (report,) = home.iterdir()
    assert said.err.startswith(f"tenback: internal error, please report it: {name}")
    assert said.err.endswith(f" (details: {report})\n")
    assert said.err.count("\n") == 1
    assert "Traceback" in report.read_text()
    assert stat.S_IMODE(report.stat().st_mode) == 0o600
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


def test_ctrl_c_is_no_crash(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    crash.append(raising(KeyboardInterrupt()))
    assert cli.run(["games"]) == 130
    assert capsys.readouterr().err == "tenback: interrupted\n"
    assert not home.exists()


@pytest.mark.parametrize("words", [["--debug", "games"], ["games", "--debug"]])
def test_debug_shows_the_traceback(words: list[str], home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    crash.append(CRASHES["ZeroDivisionError"])
    assert cli.run(words) == 70
    said = capsys.readouterr().err
    assert "Traceback" in said
    assert said.endswith("tenback: internal error, please report it: ZeroDivisionError: division by zero\n")
    assert not home.exists()


def test_a_few_reports_are_kept_and_only_where_nobody_else_can_write(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    crash.append(CRASHES["ZeroDivisionError"])
    home.mkdir(parents=True, mode=0o700)
    for number in range(30):
        (home / f"2020{number:02}.txt").write_text("old")
    cli.run(["games"])
    assert len(list(home.iterdir())) == cli.KEPT_REPORTS
    home.chmod(0o777)
    assert cli.run(["games"]) == 70
    assert capsys.readouterr().err.endswith("(--debug shows the details)\n")
    assert len(list(home.iterdir())) == cli.KEPT_REPORTS


def test_without_a_home_there_is_still_one_line(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    crash.append(CRASHES["ZeroDivisionError"])
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    assert cli.run(["games"]) == 70


def planted(folder: Path, module: str, source: str) -> Completed:
    """Run the command where this stands in place of a library."""
    (folder / f"{module}.py").write_text(source)
    return tenback("games", env={"PYTHONPATH": str(folder), "XDG_STATE_HOME": str(folder / "state")})


def test_an_error_while_loading_is_a_crash_like_any_other(tmp_path: Path) -> None:
    done = planted(tmp_path, "typer", "raise RuntimeError('half installed')")
    assert done.returncode == 70
    assert done.stderr.startswith(b"tenback: internal error, please report it: RuntimeError: half installed (details: ")
    assert done.stderr.count(b"\n") == 1


def test_ctrl_c_while_loading_is_one_line(tmp_path: Path) -> None:
    """Even where a library takes the interruption for something else."""
    interrupted = """
import os, signal, time
try:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(10)
except BaseException:
    raise ImportError("the C extensions cannot be loaded") from None
"""
    done = planted(tmp_path, "typer", interrupted)
    assert (done.stdout, done.stderr, done.returncode) == (b"", b"tenback: interrupted\n", 130)


# --- streams

VERBS: dict[tuple[str, ...], int] = {
    ("games",): 0,
    ("rules", "the-game"): 0,
    ("deal", "the-game", "1"): 0,
    ("show", WON): 0,
    ("solve", WON): 0,
    ("solve", LOST): 1,
    ("solve", "--lines"): 2,
    ("solve", "nonsense"): 2,
    ("verify", WON, "b5@down; s1@down"): 0,
    ("analyze", WON): 0,
    ("analyze", WON, "--line", "b5@down; s1@down"): 0,
    ("analyze", UNORDERED): 0,
    ("survey", "quick-and-easy", "--deals", "1:2", "--jobs", "1"): 0,
    ("puzzle", "check", str(FILE), "--time-limit", "0.1"): 1,
    ("puzzle", "rate", WON): 0,
    ("puzzle", "generate", "quick-and-easy", "-n", "1", "--patience", "1"): 1,
    ("puzzle", "play", str(FILE)): 1,
}
SILENT = [("solve", "nonsense"), ("puzzle", "generate", "quick-and-easy", "-n", "1", "--patience", "1")]


AT_ONCE = (("solve", WON), ("solve", "nonsense"), ("rules", "the-game"))
TIMELESS = [words for words in VERBS if "--time-limit" not in words]


@pytest.mark.parametrize(
    "words",
    [pytest.param(words, marks=() if words in AT_ONCE else pytest.mark.slow) for words in TIMELESS],
    ids=" ".join,
)
def test_a_fork_is_the_command(words: tuple[str, ...]) -> None:
    """What other tests ask of forks holds for the installed command: the same status, the same bytes."""
    command, fork = tenback(*words, stdin=b"nonsense\n"), forked(*words, stdin=b"nonsense\n")
    assert fork.returncode == command.returncode == VERBS[words]
    assert without_times(fork.stdout) == without_times(command.stdout)
    assert without_times(fork.stderr) == without_times(command.stderr)


@pytest.mark.parametrize("words", VERBS, ids=" ".join)
def test_standard_error_need_not_be_there(words: tuple[str, ...]) -> None:
    done = forked(*words, stdin=b"nonsense\n", closed=["stderr"])
    assert (done.returncode, done.stderr) == (VERBS[words], b"")
    assert bool(done.stdout) == (words not in SILENT)


def test_a_full_standard_error_changes_no_status() -> None:
    done = shell(f'tenback solve nonsense 2>/dev/full; echo $?; tenback solve "{WON}" --json 2>&-; echo $?')
    lines = done.stdout.splitlines()
    assert (lines[0], lines[2]) == (b"2", b"0")
    assert b'"verdict":"winnable"' in lines[1]


def test_no_verdict_comes_from_lost_output() -> None:
    done = shell(f'tenback solve "{LOST}" >/dev/full; echo $? >&2; tenback solve "{LOST}" >&-; echo $? >&2')
    assert done.stderr.decode().splitlines() == [
        "tenback: standard output: No space left on device", "2", "tenback: standard output is closed", "2",
    ]  # fmt: skip


def test_a_closed_pipe_is_silence() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([TENBACK, "solve", WON], stdout=writer, stderr=subprocess.PIPE, timeout=TIMEOUT, check=False)
    os.close(writer)
    assert (done.stderr, done.returncode) == (b"", 141)


DRAWERS = [
    ("solve", WON),
    ("analyze", WON),
    ("analyze", WON, "--line", "b5@down; s1@down"),
    ("analyze", UNORDERED),
    ("survey", "quick-and-easy", "--deals", "1:2", "--jobs", "1"),
    ("puzzle", "rate", WON),
]


@pytest.mark.parametrize("words", DRAWERS, ids=" ".join)
def test_standard_output_is_the_answer_whatever_is_drawn_on_the_terminal(words: tuple[str, ...]) -> None:
    """Standard error at a terminal, standard output in a file, as in ``tenback analyze … > file``."""
    plain = forked(*words)
    drawn = forked(*words, at_terminal=True)
    assert drawn.returncode == plain.returncode
    assert b"\x1b" not in drawn.stdout
    assert without_times(drawn.stdout) == without_times(plain.stdout) != b""
    assert b"\x1b" in drawn.stderr


def without_times(answer: bytes) -> bytes:
    """The answer without what differs from run to run."""
    return re.sub(rb"[\d,.]+( s\b|$)|(?m:^microseconds.*$)", b"", answer)
