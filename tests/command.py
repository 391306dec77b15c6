"""The installed command ``tenback``, run as a user runs it: in a process of its own."""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, suppress
from functools import cache
from pathlib import Path
from typing import BinaryIO

TENBACK = str(Path(sys.executable).with_name("tenback"))
TIMEOUT = 120  # seconds: for a busy machine that compiles the kernels; nothing here should take one

Completed = subprocess.CompletedProcess[bytes]


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment, without what would colour or widen the output, and with what a test asks for."""
    unwanted = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "TERM", "COLUMNS", "LINES", "PYTHONIOENCODING", "PYTHONUTF8")
    kept = {name: value for name, value in os.environ.items() if name not in unwanted}
    return kept | {"PYTHONIOENCODING": "utf-8"} | dict(changes or {})


def tenback(*arguments: str | bytes, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> Completed:
    """Run ``tenback`` with these arguments and this on standard input."""
    return subprocess.run(
        [TENBACK, *arguments],
        input=stdin,
        capture_output=True,
        timeout=TIMEOUT,
        env=environment(env),
        check=False,
    )


def shell(script: str, *arguments: str) -> Completed:
    """Run a bash script in which ``tenback`` is the command and ``$1`` … are the arguments."""
    return subprocess.run(
        ["bash", "-c", f'tenback() {{ "{TENBACK}" "$@"; }}\n{script}', "bash", *arguments],
        capture_output=True,
        timeout=TIMEOUT,
        env=environment(),
        check=False,
        stdin=subprocess.DEVNULL,
    )


def forked(
    *arguments: str | bytes,
    stdin: bytes = b"",
    env: Mapping[str, str] | None = None,
    closed: Sequence[str] = (),
    at_terminal: bool = False,
    columns: int | None = None,
) -> Completed:
    """The same in a child of a process that has imported the command already, in a tenth of the time.

    ``closed``: standard streams that are not there, by their names in ``sys``.  ``at_terminal``: standard error is one.
    """
    changes = {**(env or {}), **({} if columns is None else {"COLUMNS": str(columns)})}
    with tempfile.TemporaryFile() as source, Screen() if at_terminal else nullcontext() as screen:
        source.write(stdin)
        source.seek(0)
        stderr = None if screen is None else screen.theirs
        running = Started(*arguments, stdin=source.fileno(), stderr=stderr, env=changes, closed=closed)
        stdout, said = running.communicate()
    return subprocess.CompletedProcess(arguments, running.wait(), stdout, said if screen is None else screen.shown)


class Started:
    """A forked ``tenback`` that runs; what it writes to streams that are not given is kept until it ends."""

    def __init__(
        self,
        *arguments: str | bytes,
        stdin: int | None = None,
        stdout: int | None = None,
        stderr: int | None = None,
        env: Mapping[str, str] | None = None,
        closed: Sequence[str] = (),
        session: bool = False,
    ) -> None:
        given = (stdin, stdout, stderr)
        self.kept = [tempfile.TemporaryFile() if stream is None else None for stream in given]  # noqa: SIM115
        request = {
            "arguments": [os.fsdecode(word) for word in arguments],
            "environment": environment(env),
            "changed": list(env or ()),
            "closed": list(closed),
            "folder": os.getcwd(),
            "session": session,
            "seconds": 4 * TIMEOUT,
        }
        streams = [file.fileno() if file else one for file, one in zip(self.kept, given, strict=True)]
        self.pid = _asked("pid", request, [stream for stream in streams if stream is not None])
        self.ending = os.pidfd_open(self.pid)
        self.status: int | None = None

    def poll(self) -> int | None:
        """The status, if it has ended."""
        return self.wait() if self.status is not None or select.select([self.ending], [], [], 0)[0] else None

    def wait(self, timeout: float = TIMEOUT) -> int:
        """Wait for the end; the status."""
        if self.status is None:
            if not select.select([self.ending], [], [], timeout)[0]:
                self.kill()
                raise TimeoutError(f"not over after {timeout} s")
            self.status = _asked("status", {"wait": self.pid})
            os.close(self.ending)
        return self.status

    def communicate(self, timeout: float = TIMEOUT) -> tuple[bytes, bytes]:
        """Wait for the end; what it wrote to streams that were not given."""
        self.wait(timeout)
        for file in filter(None, self.kept):
            file.seek(0)
        written = [file.read() if file else b"" for file in self.kept]
        for file in filter(None, self.kept):
            file.close()
        return written[1], written[2]

    def send_signal(self, number: int) -> None:
        """Send a signal, if it has not ended."""
        if self.status is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


class Screen:
    """A terminal, and what is shown on it."""

    def __enter__(self) -> Screen:
        self.ours, self.theirs = os.openpty()
        self.shown = b""
        self.reader = threading.Thread(target=self.listen)
        self.reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.theirs)
        self.reader.join()
        os.close(self.ours)

    def listen(self) -> None:
        """Until nobody has the terminal open any more."""
        with suppress(OSError):  # Linux says so when the other side is closed
            while part := os.read(self.ours, 65536):
                self.shown += part


def _asked(what: str, request: Mapping[str, object], streams: Sequence[int] = ()) -> int:
    """What the process of tests/forks.py answers: this and nothing else."""
    socket_, answers = _forks()
    message = json.dumps(request).encode()
    socket.send_fds(socket_, [len(message).to_bytes(8)], streams)
    socket_.sendall(message)
    return int(json.loads(answers.readline())[what])


@cache
def _forks() -> tuple[socket.socket, BinaryIO]:
    """The process of tests/forks.py, which ends when nobody asks any more."""
    ours, theirs = socket.socketpair()
    process = subprocess.Popen(
        [sys.executable, "-c", "from tests.forks import serve; serve()", str(theirs.fileno())],
        cwd=Path(__file__).parents[1],
        env=environment(),
        pass_fds=[theirs.fileno()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    theirs.close()
    answers = ours.makefile("rb")

    def end() -> None:
        answers.close()
        ours.close()
        process.wait()

    atexit.register(end)
    return ours, answers
