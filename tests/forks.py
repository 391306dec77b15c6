"""A process that has imported the command and forks a child for each request: ``tenback`` without the start-up time.

Requests come as JSON lines on the file descriptor named by the first argument, and go back, done, on the second.  The
child has its own standard streams, which are files, and runs ``cli.main`` as the installed script does.
"""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, BinaryIO

import cli
import puzzles.command  # noqa: F401  (loaded once here, not in every child)
import solver.api
import solver.notation.jsonform
import solver.notation.rulesfile
import solver.referee
import solver.show.draw  # noqa: F401
from tests.command import TIMEOUT


def answer(request: dict[str, Any]) -> dict[str, str | int]:
    """Run one command in a child; its status and what it wrote, byte for byte."""
    with (
        tempfile.TemporaryFile() as stdin,
        tempfile.TemporaryFile() as stdout,
        (Screen if request["at_terminal"] else tempfile.TemporaryFile)() as stderr,
    ):
        stdin.write(bytes.fromhex(request["stdin"]))
        stdin.seek(0)
        child = os.fork()
        if child == 0:
            if request["columns"] is not None:
                os.environ["COLUMNS"] = str(request["columns"])
            words = [os.fsdecode(bytes.fromhex(word)) for word in request["arguments"]]
            run(words, (stdin, stdout, stderr), request["closed"])
        _, status = os.waitpid(child, 0)
        written = [(file.seek(0), file.read().hex())[1] for file in (stdout, stderr)]
    return {"status": os.waitstatus_to_exitcode(status), "stdout": written[0], "stderr": written[1]}


class Screen(io.BytesIO):
    """What a terminal shows, once it is closed; ``fileno`` is the side of the program."""

    def __init__(self) -> None:
        super().__init__()
        self.ours, self.theirs = os.openpty()
        self.reader = threading.Thread(target=self.listen)
        self.reader.start()

    def listen(self) -> None:
        """Until nobody has the terminal open any more."""
        with suppress(OSError):  # Linux says so when the other side is closed
            while heard := os.read(self.ours, 65536):
                self.write(heard)

    def fileno(self) -> int:
        return self.theirs

    def seek(self, place: int, whence: int = 0, /) -> int:
        """All has been written: listen to the end."""
        os.close(self.theirs)
        self.reader.join()
        os.close(self.ours)
        return super().seek(place, whence)


def run(arguments: list[str], streams: tuple[BinaryIO, ...], closed: Sequence[str]) -> None:
    """In the child: become ``tenback``."""
    signal.alarm(TIMEOUT)
    for descriptor, stream in enumerate(streams):
        os.dup2(stream.fileno(), descriptor)
    for name in closed:
        os.close(getattr(sys, name).fileno())
        setattr(sys, name, None)  # as the interpreter finds it
    sys.argv = ["tenback", *arguments]
    status: object = 70
    try:
        cli.main()
    except SystemExit as exit_:
        status = exit_.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status if isinstance(status, int) else 71)


def serve() -> None:
    """Answer requests until there are no more."""
    with os.fdopen(int(sys.argv[1]), "r") as requests, os.fdopen(int(sys.argv[2]), "w") as answers:
        for line in requests:
            print(json.dumps(answer(json.loads(line))), file=answers, flush=True)
