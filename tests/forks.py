"""A process that has imported the command and forks a child for each request: ``tenback`` without the start-up time.

Requests are JSON on the socket named by the first argument, with the child's three standard streams beside them: to
start a child, whose number is the answer, or to wait for one, and then it is the status.  The child is a process like
any other, with its own streams, environment, folder, session and terminal; it runs ``cli.main`` as the installed
script does.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import importlib
import io
import json
import os
import signal
import socket
import sys
import termios
from contextlib import suppress
from typing import Any, NoReturn

import cli
import puzzles.command
from solver.kernels.ready import make_all_ready

LOADED = (  # what the verbs import when they run: once here, not in every child
    "llvmlite.binding", "matplotlib.figure", "puzzles.checking.confirm", "puzzles.checking.options",
    "puzzles.generate.mistake", "puzzles.generate.team_candidates", "puzzles.play.game_terminal",
    "puzzles.play.terminal", "puzzles.sheet.pdf", "puzzles.sheet.svg", "rich.markdown", "scipy.stats",
    "solver.analysis.duel_analyst", "solver.analysis.stipulated", "solver.analysis.team_analyst", "solver.api",
    "solver.decide.engines", "solver.graph.draw", "solver.hidden.adviser", "solver.hidden.training",
    "solver.rules.rulings", "solver.show.advice", "solver.show.analysis", "solver.show.draw", "solver.survey.report",
    "typer._adapters", "typer.rich_utils",
)  # fmt: skip
AT_START = ("PYTHONHASHSEED", "PYTHONPATH")  # what only an interpreter that starts would heed


def serve() -> None:
    """Answer requests until there are no more."""
    puzzles.command.command_for(())  # loads every verb
    for name in LOADED:
        with suppress(ModuleNotFoundError):  # an extra that is not installed
            importlib.import_module(name)
    make_all_ready()  # the machine code too
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as requests:
        while (message := socket.recv_fds(requests, 8, 3))[0]:
            length, streams = int.from_bytes(message[0]), message[1]
            request = json.loads(requests.recv(length, socket.MSG_WAITALL))
            if "wait" in request:
                _, status = os.waitpid(request["wait"], 0)
                answer = {"status": os.waitstatus_to_exitcode(status)}
            else:
                answer = {"pid": os.fork()}
                if not answer["pid"]:
                    requests.close()
                    become(request, streams)
            for stream in streams:
                os.close(stream)
            requests.sendall(json.dumps(answer).encode() + b"\n")


def become(request: dict[str, Any], streams: list[int]) -> NoReturn:
    """In the child: be ``tenback``."""
    status: object = 70
    try:
        signal.alarm(request["seconds"])
        if request["session"]:
            os.setsid()
        for descriptor, stream in enumerate(streams):
            os.dup2(stream, descriptor)
            os.close(stream)
        if request["session"] and os.isatty(0):
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # so that Ctrl-C reaches it
        os.chdir(request["folder"])
        os.environ.clear()
        os.environ.update(request["environment"])
        assert not [name for name in AT_START if name in request["changed"]]
        open_streams(request["closed"])
        sys.argv = ["tenback", *request["arguments"]]
        cli.main()
    except SystemExit as exit_:
        status = exit_.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        atexit._run_exitfuncs()
        for written in (sys.stdout, sys.stderr):
            if written is not None:
                written.flush()
        os._exit(status if isinstance(status, int) else 71)


def open_streams(closed: list[str]) -> None:
    """The standard streams as the interpreter opens them when it starts."""
    encoding, _, errors = os.environ["PYTHONIOENCODING"].partition(":")
    for descriptor, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if name in closed:
            os.close(descriptor)
            setattr(sys, name, None)
            continue
        raw = io.FileIO(descriptor, mode, closefd=False)
        stream = io.TextIOWrapper(
            io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw),
            encoding,
            "backslashreplace" if name == "stderr" else errors or "strict",
            line_buffering=name == "stderr" or raw.isatty(),
        )
        stream.mode = mode  # type: ignore[misc]
        setattr(sys, name, stream)
