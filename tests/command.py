"""The installed command ``tenback``, run as a user runs it: in a process of its own."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TextIO

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
    closed: Sequence[str] = (),
    at_terminal: bool = False,
    columns: int | None = None,
) -> Completed:
    """The same in a child of a process that has imported the command already: for tests by the dozen.

    ``closed``: standard streams that are not there, by their names in ``sys``.  ``at_terminal``: standard error is one.
    """
    requests, answers = _forks()
    request = {
        "arguments": [os.fsencode(word).hex() for word in arguments],
        "stdin": stdin.hex(),
        "columns": columns,
        "closed": list(closed),
        "at_terminal": at_terminal,
    }
    print(json.dumps(request), file=requests, flush=True)
    answer = json.loads(answers.readline())
    written = (bytes.fromhex(answer[name]) for name in ("stdout", "stderr"))
    return subprocess.CompletedProcess(arguments, answer["status"], *written)


@cache
def _forks() -> tuple[TextIO, TextIO]:
    """The process of tests/forks.py, which ends with its requests."""
    theirs, requests = os.pipe()
    answers, ours = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-c", "from tests.forks import serve; serve()", str(theirs), str(ours)],
        cwd=Path(__file__).parents[1],
        env=environment(),
        pass_fds=(theirs, ours),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    os.close(theirs)
    os.close(ours)
    streams = os.fdopen(requests, "w"), os.fdopen(answers, "r")

    def end() -> None:
        for stream in streams:
            stream.close()
        process.wait()

    atexit.register(end)
    return streams
