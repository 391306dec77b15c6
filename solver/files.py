"""Files that people name: read without waiting for nobody; written whole or not at all.

A full disk or an interruption leaves what was there before.
"""

from __future__ import annotations

import errno
import io
import os
import re
import select
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from solver.errors import Unreadable, quoted

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

PIPE_SECONDS = 2  # for somebody to open the other end of a pipe

# The name of a stream that this process has open: it goes on where the stream is, whatever that leads to.
_DESCRIPTOR = re.compile(r"/dev/(?P<name>stdout|stderr)|/(?:dev|proc/self)/fd/(?P<number>\d{1,9})", re.ASCII)


@contextmanager
def writing(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which takes the place of the one at ``path`` once all of it is on the disk.

    It is written beside that one, under a name of its own; whatever goes wrong, it is removed and the old file stays.
    A pipe, a device, a stream of this process (``/dev/stdout``) has no place to be taken and is written to directly.
    """
    if "\0" in str(path):
        raise Unreadable(f"{quoted(path)} cannot be written: it has a zero byte in its name")
    special = _is_special(path)
    try:
        with _directly(path) if special else _beside(path) as file:
            yield file
    except BrokenPipeError:  # the reader went away: that is the command's to tell, or to be silent about
        raise
    except OSError as error:
        untouched = "; the file that is there stays as it was" if not special and os.path.isfile(path) else ""
        raise Unreadable(f"{quoted(path)} cannot be written: {error.strerror or error}{untouched}") from None


def reading(path: Path) -> BinaryIO:
    """A file to read from.  A pipe that nobody writes to is an error: opened as files are, it would be waited for.

    ``<(command)`` of a shell is a pipe with a writer from the start, however long that one takes.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    raw = _Noticing(handle, "r")
    mode = os.fstat(handle).st_mode
    if stat.S_ISDIR(mode):
        raw.close()
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    file = io.BufferedReader(raw)
    if stat.S_ISFIFO(mode):
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        happened = poll.poll(1000 * PIPE_SECONDS)
        file.peek(1)
        if raw.at_end and not happened:  # a writer that has been there and gone would have happened
            file.close()
            raise OSError(None, "it is a pipe that nobody writes to")
    if hasattr(os, "O_NONBLOCK"):
        os.set_blocking(handle, True)
    return file


class _Noticing(io.FileIO):
    """Notices the end: of a pipe without a writer it comes at once, of one whose writer takes its time it does not."""

    at_end = False

    def readinto(self, buffer: WriteableBuffer, /) -> int | None:
        """Read."""
        count = super().readinto(buffer)
        self.at_end = count == 0
        return count


def write_bytes(path: Path, content: bytes) -> None:
    """All of it or nothing: whoever reads the file meanwhile never sees half of it."""
    with writing(path) as file:
        file.write(content)


def write_text(path: Path, text: str) -> None:
    """The same for text, whose line ends stay as they are."""
    write_bytes(path, text.encode("utf-8"))


def refuse_unwritable(path: Path) -> None:
    """Before long work: what could not be written in the end."""
    if _is_special(path):
        return
    folder = path.parent
    if path.is_dir():
        raise Unreadable(f"{quoted(path)} cannot be written: it is a folder")
    if not folder.is_dir():
        raise Unreadable(f"{quoted(path)} cannot be written: there is no folder {quoted(folder)}")
    if not os.access(folder, os.W_OK) or (path.exists() and not os.access(path, os.W_OK)):
        raise Unreadable(f"{quoted(path)} cannot be written: it is write-protected")


def _is_special(path: Path) -> bool:
    """Is there something that is no file, and no folder either?"""
    if _DESCRIPTOR.fullmatch(str(path)):
        return True
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


@contextmanager
def _directly(path: Path) -> Iterator[BinaryIO]:
    """Open it; a stream of ours goes on behind what was printed so far."""
    ours = _DESCRIPTOR.fullmatch(str(path))
    if ours is None:
        handle = os.open(path, os.O_WRONLY)
    else:
        if sys.stdout is not None:
            sys.stdout.flush()
        handle = os.dup({"stdout": 1, "stderr": 2}[ours["name"]] if ours["name"] else int(ours["number"]))
    with os.fdopen(handle, "wb") as file:
        yield file


@contextmanager
def _beside(path: Path) -> Iterator[BinaryIO]:
    """Write next to the file (a link's target), then rename; an old file's rights stay, a new one gets the usual."""
    target = Path(os.path.realpath(path))
    there = os.path.exists(target)
    if os.path.isdir(target):
        raise IsADirectoryError(None, "it is a folder")
    if there and not os.access(target, os.W_OK):
        raise PermissionError(None, "it is write-protected")
    unfinished = target.with_name(f".tenback-{os.urandom(8).hex()}")
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            if there:
                os.chmod(unfinished, stat.S_IMODE(target.stat().st_mode))
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, target)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise
