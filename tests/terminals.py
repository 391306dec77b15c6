"""A pseudo-terminal with ``tenback`` at it, as a person sits there."""

from __future__ import annotations

import os
import re
import select
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.command import Started

PATIENCE = 120  # seconds until a terminal that stays silent is given up; nothing here should take two


class Terminal:
    """A child at a pseudo-terminal: what it writes is waited for, never guessed at by time."""

    def __init__(self, ours: int, process: Started) -> None:
        self.ours, self.process = ours, process
        self.written, self.read_up_to = "", 0

    def expect(self, pattern: str) -> str:
        """Wait until this comes after what was expected last; everything up to it."""
        deadline = time.monotonic() + PATIENCE
        while not (found := re.compile(pattern).search(self.written, self.read_up_to)):
            assert time.monotonic() < deadline, f"{pattern!r} did not come; last came {self.written[-2000:]!r}"
            assert self.more(), f"the end came before {pattern!r}; last came {self.written[-2000:]!r}"
        begin, self.read_up_to = self.read_up_to, found.end()
        return self.written[begin : found.end()]

    def more(self) -> bool:
        """Read what there is, or wait a little for it; False once the other side has hung up."""
        if not select.select([self.ours], [], [], 1.0)[0]:
            return True
        try:
            part = os.read(self.ours, 65536)
        except OSError:  # Linux says so when the other side is closed
            return False
        self.written += part.decode("utf-8", errors="replace").replace("\r", "")
        return bool(part)

    def type(self, line: str) -> None:
        """Type a line and press return."""
        os.write(self.ours, f"{line}\n".encode())

    def press(self, key: bytes) -> None:
        """Press a key once the child waits for it: a signal just before it waits would be noticed with the next key."""
        state, deadline = Path(f"/proc/{self.process.pid}/stat"), time.monotonic() + PATIENCE
        while state.exists() and state.read_text().rpartition(")")[2].split()[0] != "S":
            assert time.monotonic() < deadline, "the child never waits for a key"
            time.sleep(0.01)
        os.write(self.ours, key)

    def status(self) -> int:
        """Wait for the end; the exit status."""
        deadline = time.monotonic() + PATIENCE
        while self.more():
            assert time.monotonic() < deadline, f"no end; last came {self.written[-2000:]!r}"
        return self.process.wait(timeout=PATIENCE)


@contextmanager
def terminal(*arguments: str, **env: str) -> Iterator[Terminal]:
    """``tenback`` at a pseudo-terminal of its own, in a session of its own, so that Ctrl-C reaches it."""
    ours, theirs = os.openpty()
    wanted = {"TERM": "dumb", "NO_COLOR": "1", "COLUMNS": "100", **env}
    process = Started(*arguments, stdin=theirs, stdout=theirs, stderr=theirs, env=wanted, session=True)
    os.close(theirs)
    try:
        yield Terminal(ours, process)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(ours)
