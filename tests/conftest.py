"""What holds for all tests: signals as at a terminal, and the kernels compiled once.

Compiled before any worker starts, so that no test's time or timeout depends on who came first.
"""

from __future__ import annotations

import signal

import pytest

from solver.kernels.ready import make_all_ready


def pytest_configure(config: pytest.Config) -> None:
    hear_signals()
    if not hasattr(config, "workerinput"):  # in the process that starts the workers, not in each of them
        make_all_ready()


def hear_signals() -> None:
    """Under nohup, or in the background of a script, signals are ignored, and what tests start would inherit that."""
    for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, usual)
