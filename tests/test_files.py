"""Files that people name are written whole or not at all, by every verb that writes one."""

from __future__ import annotations

import csv
import errno
import io
import os
import shlex
import stat
from pathlib import Path

import pytest

from solver.errors import Unreadable
from solver.files import refuse_unwritable, write_bytes, write_text, writing
from solver.survey.export import write_csv
from tests.command import forked, shell
from tests.played import FILE

WON = "quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1"


def test_a_new_file_gets_the_usual_rights_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    new, old, link = tmp_path / "new", tmp_path / "old", tmp_path / "link"
    old.write_text("before")
    old.chmod(0o640)
    link.symlink_to(old)
    mask = os.umask(0o027)
    try:
        write_text(new, "größer\r\n")
        write_text(link, "after")
    finally:
        os.umask(mask)
    assert new.read_bytes() == "größer\r\n".encode()
    assert [stat.S_IMODE(path.stat().st_mode) for path in (new, old)] == [0o640, 0o640]
    assert link.is_symlink()
    assert old.read_text() == "after"
    assert len(list(tmp_path.iterdir())) == 3


ERRORS = [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt(), MemoryError()]


@pytest.mark.parametrize("error", ERRORS, ids=repr)
def test_whatever_goes_wrong_the_old_file_stays(tmp_path: Path, error: BaseException) -> None:
    path = tmp_path / "kept.txt"
    path.write_text("good")

    def write_half() -> None:
        with writing(path) as file:
            file.write(b"half")
            raise error

    expected = Unreadable if isinstance(error, OSError) else type(error)
    with pytest.raises(expected) as raised:
        write_half()
    assert path.read_text() == "good"
    assert list(tmp_path.iterdir()) == [path]
    if expected is Unreadable:
        said = "cannot be written: No space left on device; the file that is there stays as it was"
        assert str(raised.value).endswith(said)


def test_a_disk_that_is_full_only_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(Unreadable, match="No space left on device"):
        write_bytes(tmp_path / "new", b"text")
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_written_is_one_error(tmp_path: Path) -> None:
    folder, locked = tmp_path / "folder", tmp_path / "locked"
    folder.mkdir()
    locked.write_text("good")
    locked.chmod(0o444)
    for path, words in (
        (folder, "it is a folder"),
        (tmp_path / "nowhere" / "x", "No such file or directory"),
        (tmp_path / ("x" * 300), "File name too long"),
        (Path("a\0b"), "a zero byte in its name"),
        (Path("/dev/full"), "No space left on device"),
    ):
        with pytest.raises(Unreadable, match=words):
            write_bytes(path, b"text")
    if os.geteuid() != 0:  # for whom nothing is protected
        with pytest.raises(Unreadable, match="write-protected"):
            write_bytes(locked, b"text")
    assert locked.read_text() == "good"


def test_pipes_and_streams_are_written_to_as_they_are(tmp_path: Path) -> None:
    """A pipe is not replaced by a file, and what the command says stands behind what it wrote."""
    picture = f"tenback puzzle print {shlex.quote(str(FILE))} --format svg --only quick-win --no-answers"
    script = f"{picture} -o /dev/stdout > $1/out; {picture} -o >(cat > $1/pipe) > /dev/null; wait $!"
    done = shell(script, str(tmp_path))
    assert done.stderr == b""
    out, pipe = ((tmp_path / name).read_bytes() for name in ("out", "pipe"))
    assert pipe.startswith((b"<svg", b"<?xml"))
    assert out.startswith(pipe)
    assert out.removeprefix(pipe) == b"/dev/stdout: 1 page, 1 puzzle\n"


WRITERS = {
    "out.dot": ("graph", WON, "-o"),
    "out.svg": ("graph", WON, "-o"),
    "out.pdf": ("puzzle", "print", str(FILE), "-o"),
    "out.jsonl": ("puzzle", "convert", str(FILE)),
    "out.png": ("survey", "quick-and-easy", "--deals", "1:2", "--jobs", "1", "--plot"),
}


@pytest.mark.slow
def test_a_disk_without_room_leaves_every_file_as_it_was(tmp_path: Path) -> None:
    """``ulimit -f 0``: no file can grow."""
    calls = [shlex.join(["tenback", *words, name]) for name, words in WRITERS.items()]
    for name, words in WRITERS.items():
        assert forked(*words, str(tmp_path / name)).returncode == 0  # and the kernels are compiled
        (tmp_path / name).write_text("good")
    tries = "\n".join(f"{call} 2>&1 > /dev/null; echo status $?" for call in calls)
    done = shell(f"cd $1; ulimit -f 0; {{ {tries}\n}} | cat", str(tmp_path))
    lines = done.stdout.decode().splitlines()
    assert lines[1::2] == ["status 2"] * len(WRITERS), lines
    assert all("cannot be written: File too large; the file" in line for line in lines[::2]), lines
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == dict.fromkeys(WRITERS, "good")


def test_no_cell_of_text_is_a_formula() -> None:
    """A title such as ``=HYPERLINK(…)`` in somebody's store is text in every spreadsheet; numbers stay numbers."""
    texts = ["=1+1", "+1", "-1", "@sum", "\t=1", "plain", "a=b"]
    file = io.BytesIO()
    write_csv(iter([(text, -1, None) for text in texts]), file, "deals")
    _, *rows = csv.reader(io.StringIO(file.getvalue().decode(), newline=""))
    assert rows == [[f"'{text}", "-1", ""] for text in texts[:5]] + [[text, "-1", ""] for text in texts[5:]]


# --- reading


def test_a_pipe_without_a_writer_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for words in (("show", str(tmp_path / "pipe")), ("solve", "--lines", str(tmp_path / "pipe"))):
        done = forked(*words)
        assert done.returncode == 2
        assert done.stderr.endswith(b"cannot be read: it is a pipe that nobody writes to\n")


def test_pipes_with_a_writer_are_read_however_slow_it_is(tmp_path: Path) -> None:
    won = shlex.quote(WON)
    script = f"""
    mkfifo $1/pipe; (sleep 0.2; echo {won}) > $1/pipe & tenback show $1/pipe --json
    tenback show <(sleep 2.5; echo {won}) --json
    echo {won} | tenback show /dev/stdin --json
    tenback solve --lines <(echo {won}; sleep 0.2; echo {won}) | cut -c 1-14
    tenback show <(true)"""
    done = shell(script, str(tmp_path))
    one, two, three, *rows = done.stdout.splitlines()
    assert one == two == three
    assert rows == [b"   1  winnable", b"   2  winnable"]
    assert done.stderr.endswith(b"the input is empty: a deal or a position is needed\n")


def test_what_could_not_be_written_in_the_end_is_refused_before_the_work(tmp_path: Path) -> None:
    for path, why in (
        (tmp_path, "it is a folder"),
        (tmp_path / "none" / "a.svg", "there is no folder"),
    ):
        with pytest.raises(Unreadable, match=why):
            refuse_unwritable(path)
    for path in (tmp_path / "new.svg", Path("/dev/null"), Path("/dev/stdout")):
        refuse_unwritable(path)
    graph = shell("tenback graph 'the-game/2 #17' -o none/a.svg")  # a search that would take minutes
    assert (graph.returncode, graph.stdout) == (2, b"")
    assert b"there is no folder 'none'" in graph.stderr
