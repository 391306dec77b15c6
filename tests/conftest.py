"""Compile the kernels once, before any worker starts, so that no test's time or timeout depends on who came first."""

from __future__ import annotations

import pytest

import solver


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # in the process that starts the workers, not in each of them
        solver.solve("the-game/1 hand=3 #1")
        solver.solve("the-game-extreme/1 hand=4 #1", time_limit=1)
        solver.solve("quick-and-easy/1 #8", goal="cards-left")
        solver.solve("the-game/1 #1", goal="turns", time_limit=1)
