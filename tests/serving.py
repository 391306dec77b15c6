"""A server as a user starts it: a process of its own on the loopback address, on any free port, with its workers."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from tests.command import environment

ROOT = Path(__file__).parents[1]
PROGRAM = "import typer; from puzzles.verbs.serve import serve; typer.run(serve)"
ADDRESS = rb"tenback is at http://127\.0\.0\.1:(\d+)/"
COLLECTION = ROOT / "tests" / "data" / "serve.toml"
START_SECONDS = 180  # the first time on a machine the searches are compiled


class Answer(NamedTuple):
    """A response: its status, its headers, and its body as text."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Served:
    """A running server."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process, self.port = process, port

    @property
    def address(self) -> str:
        return f"http://{'127.0.0.1'}:{self.port}"

    def ask(
        self,
        path: str,
        body: object = None,
        method: str | None = None,
        headers: Mapping[str, str] | None = None,
        timeout: float = 60,
    ) -> Answer:
        """One request on a connection of its own; ``body`` is bytes, or data to be sent as JSON."""
        sent = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        kind = {} if body is None else {"content-type": "application/json"}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method or ("GET" if body is None else "POST"), path, sent, {**kind, **(headers or {})})
            response = connection.getresponse()
            return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read().decode())
        finally:
            connection.close()

    def is_well(self) -> bool:
        """Are all workers ready?"""
        return bool(self.ask("/healthz").json["status"] == "ok")

    def has_puzzles(self) -> bool:
        """Is the page of the collection made?"""
        return bool(self.ask("/puzzles/status").json["ready"])

    def wait_until_idle(self, seconds: float = 60) -> None:
        """Until all workers are there and none has anything to do."""
        end = time.monotonic() + seconds
        while (told := self.ask("/healthz").json)["status"] != "ok" or any(told["busy"].values()):
            assert time.monotonic() < end, "the workers do not come to rest"
            time.sleep(0.1)

    def family(self) -> list[psutil.Process]:
        """The server and its workers."""
        server = psutil.Process(self.process.pid)
        return [server, *server.children(recursive=True)]

    def memory_mb(self) -> float:
        """What all of them have in memory."""
        total = 0
        for process in self.family():
            try:
                total += process.memory_info().rss
            except psutil.NoSuchProcess:
                continue
        return total / 2**20

    def stop(self, signum: int = signal.SIGTERM) -> tuple[int, bytes, list[psutil.Process]]:
        """End it: the status, what it wrote on standard error, and the processes that live on."""
        family = self.family()
        self.process.send_signal(signum)
        _, errors = self.process.communicate(timeout=20)
        _, alive = psutil.wait_procs(family, timeout=5)
        return self.process.returncode, errors, alive


@contextmanager
def served(*options: str, ready: bool = True, pattern: bytes = ADDRESS) -> Iterator[Served]:
    """A server with these options, ended when the block is left."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "--port", "0", "--collection", str(COLLECTION), *options],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        match = re.match(pattern, line)
        assert match, (line, process.communicate(timeout=20))
        server, end = Served(process, int(match[1])), time.monotonic() + START_SECONDS
        while ready and not server.is_well():
            assert time.monotonic() < end, "the server does not get ready"
            time.sleep(0.1)
        yield server
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.communicate(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()


def leaks(text: str) -> list[str]:
    """What no response may say: paths of this machine, Python's innards."""
    marks = (str(ROOT), sys.prefix, os.path.expanduser("~") + "/", "site-packages", "Traceback", 'File "', '.py", line')
    return [mark for mark in marks if mark in text]
