"""The command ``tenback``: the frame around every verb.

Whatever goes wrong is one line on standard error and a status that means just that: no crash reads as a verdict, no
lost output as an answer.  This file loads next to nothing, so that the loading of all else happens within the frame.
"""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, BinaryIO, NoReturn, TextIO, cast

if TYPE_CHECKING:
    from typing_extensions import Buffer

OUTPUT_LOST, FAILED, INTERRUPTED = 2, 70, 130
READER_GONE = 141  # what a shell says of a program that a closed pipe has ended
DEBUG = "--debug"
KEPT_REPORTS = 10


def main() -> NoReturn:
    """Run a verb, and leave with its status."""
    gc.set_threshold(100_000)  # loading the libraries makes many objects and no garbage: a fifth of the start-up time
    status = run(sys.argv[1:])
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, leave_at_once)  # all is said: no traceback out of the clearing up either
    sys.exit(status)


def run(words: Sequence[str]) -> int:
    """Run a verb within the frame; its status."""
    words, debug = without_debug(words)
    if not streams_set_up():
        say("standard output is closed")
        return OUTPUT_LOST
    try:
        with interrupts_ending_it_at_once():
            from puzzles.command import loaded

            command = loaded(words)
        status, message = command()
        sys.stdout.flush()
    except KeyboardInterrupt:
        status, message = INTERRUPTED, "interrupted"
    except OutputLost as lost:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # for the interpreter's last flush, which would fail again
        status, message = lost.status, str(lost)
    except BaseException as error:
        status, message = FAILED, crash_line(error, words, debug)
    if message:
        say(message)
    return status


def without_debug(words: Sequence[str]) -> tuple[list[str], bool]:
    """The words without ``--debug``, which may stand anywhere before a ``--``, and whether it was among them."""
    words = list(words)
    options = words[: words.index("--")] if "--" in words else words
    kept = [word for word in options if word != DEBUG] + words[len(options) :]
    return kept, len(kept) < len(words) or bool(os.environ.get("TENBACK_DEBUG"))


def say(message: str) -> None:
    """One line on standard error, if there is one."""
    try:
        from solver.errors import printable

        line = printable(" ".join(message.split()))
    except BaseException:  # not even that can be loaded
        line = ascii(message)[1:-1]
    with suppress(OSError, ValueError):
        print(f"tenback: {line}", file=sys.stderr, flush=True)


# --- Ctrl-C


@contextmanager
def interrupts_ending_it_at_once() -> Iterator[None]:
    """While nothing has begun that could be lost: an exception in the middle of an import may come out as any other."""
    before = signal.getsignal(signal.SIGINT)
    if before is not signal.default_int_handler:  # ignored, as in the background of a script, or somebody's own
        yield
        return
    signal.signal(signal.SIGINT, leave_at_once)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def leave_at_once(_signum: int, _frame: object) -> None:
    """One line, and gone."""
    with suppress(OSError):
        os.write(2, b"tenback: interrupted\n")
    os._exit(INTERRUPTED)


# --- streams


class OutputLost(Exception):
    """What was to be printed cannot be: the disk is full, or the reader went away, which is no news to anybody."""

    def __init__(self, error: OSError) -> None:
        gone = isinstance(error, BrokenPipeError)
        self.status = READER_GONE if gone else OUTPUT_LOST
        super().__init__("" if gone else f"standard output: {error.strerror or error}")


class Answers(io.FileIO):
    """Standard output, whose failure is told from every other."""

    def write(self, data: Buffer, /) -> int:
        """Write."""
        try:
            return super().write(data)
        except OSError as error:
            raise OutputLost(error) from None


class Notices(io.FileIO):
    """Standard error, which is never the reason for a failure: what it cannot take is lost, and nothing else."""

    def write(self, data: Buffer, /) -> int:
        """Write."""
        try:
            return super().write(data)
        except OSError:
            return memoryview(data).nbytes


def streams_set_up() -> bool:
    """Give all that prints a stream to print to; False where standard output is closed.

    A closed descriptor is opened to nowhere: else the next file that is opened would be taken for standard error.
    """
    is_open = sys.stdout is not None
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # the lowest that is free: this one
    if sys.stderr is None:
        sys.stderr = io.TextIOWrapper(io.BufferedWriter(Notices(2, "w", closefd=False)), "utf-8", "replace")
    elif is_plain(sys.stderr, 2):
        sys.stderr = like(sys.stderr, Notices(2, "w", closefd=False))
    if is_open and is_plain(sys.stdout, 1):
        sys.stdout = like(sys.stdout, Answers(1, "w", closefd=False))
    return is_open


def is_plain(stream: TextIO, descriptor: int) -> bool:
    """Is this the interpreter's own stream, as it was opened?"""
    if not isinstance(stream, io.TextIOWrapper):
        return False
    return type(getattr(stream.buffer, "raw", stream.buffer)) is io.FileIO and stream.fileno() == descriptor


def like(stream: TextIO, raw: io.FileIO) -> TextIO:
    """The same stream, written through ``raw``; a poor terminal gets question marks, not a traceback."""
    stream.flush()
    lines, unbuffered = bool(stream.line_buffering), isinstance(stream.buffer, io.FileIO)  # the latter: python -u
    buffer = cast(BinaryIO, raw if unbuffered else io.BufferedWriter(raw))
    return io.TextIOWrapper(buffer, stream.encoding, "replace", line_buffering=lines, write_through=unbuffered)


# --- crashes


def crash_line(error: BaseException, words: Sequence[str], debug: bool) -> str:
    """The one line on a failure of the program itself; the traceback is printed, or kept in a file."""
    import traceback

    what = f"{type(error).__name__}: {error}".removesuffix(": ")
    kept = None
    with suppress(BaseException):
        trace = "".join(traceback.format_exception(error))
        if debug:
            print(trace, file=sys.stderr, end="")
        else:
            kept = kept_report(f"tenback {' '.join(map(repr, words))}\nPython {sys.version}\n\n{trace}")
    where = "" if debug else f" (details: {kept})" if kept is not None else f" ({DEBUG} shows the details)"
    return f"internal error, please report it: {what[:300]}{where}"


def kept_report(text: str) -> str | None:
    """Put the details into a folder that is this user's alone; where."""
    import time

    folder = reports_folder()
    if folder is None:
        return None
    os.makedirs(folder, mode=0o700, exist_ok=True)
    if hasattr(os, "getuid") and (os.stat(folder).st_uid != os.getuid() or os.stat(folder).st_mode & 0o022):
        return None
    path = os.path.join(folder, time.strftime(f"%Y%m%d-%H%M%S-{os.getpid()}.txt", time.gmtime()))
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
        file.write(text)
    for old in sorted(os.listdir(folder))[:-KEPT_REPORTS]:
        os.unlink(os.path.join(folder, old))
    return path


def reports_folder() -> str | None:
    """Where the details of crashes are kept; None without a home."""
    state = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    return os.path.join(state, "tenback", "crashes") if os.path.isabs(state) else None


if __name__ == "__main__":
    main()
