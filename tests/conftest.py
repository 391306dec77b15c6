"""What holds for all tests: signals as at a terminal, the kernels compiled once, a browser and a server for who asks.

Compiled before any worker starts, so that no test's time or timeout depends on who came first.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from solver.kernels.ready import make_all_ready
from tests.browser import chromium, program
from tests.serving import Served, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def pytest_configure(config: pytest.Config) -> None:
    hear_signals()
    if not hasattr(config, "workerinput"):  # in the process that starts the workers, not in each of them
        keep_bytecode(config)
        make_all_ready()


def keep_bytecode(config: pytest.Config) -> None:
    """Where none is written beside the sources, every process that a test starts would compile them anew."""
    if sys.dont_write_bytecode and sys.pycache_prefix is None and config.cache is not None:
        sys.dont_write_bytecode, sys.pycache_prefix = False, str(config.cache.mkdir("bytecode"))
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # python -B has none


def hear_signals() -> None:
    """Under nohup, or in the background of a script, signals are ignored, and what tests start would inherit that."""
    for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, usual)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A real browser; what asks for it is skipped where there is none."""
    with chromium() as running:
        yield running


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    """``tenback serve`` with one worker, for what is looked at in a browser."""
    program()
    with served("--jobs", "1") as running:
        yield running
