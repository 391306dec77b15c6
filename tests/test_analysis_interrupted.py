"""Ctrl-C at any moment of an analysis: what is claimed then is what the whole analysis claims, the rest is unknown."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable
from functools import partial
from random import Random
from typing import TypeVar

import pytest

import solver
from solver.search.limits import Progress, Watch
from tests.command import TENBACK, TIMEOUT
from tests.test_analysis import small
from tests.test_analysis_more import OPEN, played_at_random

TEAM = "the-game/2 #17"
DUEL = (
    "face-to-face | A.up: 21 | A.down: 40 | B.up: 12 | B.down: 50 | A*: 5 22 33 37 39 45 | B: 11 13 14 30 48 51 | "
    "A.draw: 2 7 23 | B.draw: 9 15 44"
)
T = TypeVar("T")
INTERRUPTED = str(solver.Interrupted())
MOST_REPORTS = 12


def ctrl_c_after(reports: int) -> tuple[Watch, list[str]]:
    """A watcher that interrupts at this report, and the stages it has heard of."""
    heard: list[str] = []

    def watch(progress: Progress) -> None:
        heard.append(progress.stage)
        if len(heard) > reports:
            raise KeyboardInterrupt

    return watch, heard


def interrupted_everywhere(work: Callable[[solver.Limits], T], most: int = MOST_REPORTS) -> list[T]:
    """What comes of interrupting at the first report, the second, and so on."""
    found = []
    for reports in range(most):
        watch, heard = ctrl_c_after(reports)
        answer = work(solver.Limits(watch=watch))
        if len(heard) <= reports:
            break
        found.append(answer)
    return found


def endgame(left: int) -> solver.Position:
    """A full deal played by its winning line until so few cards are left."""
    position = solver.load(TEAM)
    assert isinstance(position, solver.Deal)
    table = position.position()
    for turn in solver.solve(table).line:
        if table.cards_left <= left:
            break
        table = table.after(turn)
    return table


@pytest.mark.parametrize("source", ["endgame", pytest.param(DUEL, marks=pytest.mark.slow)], ids=("endgame", "duel"))
def test_choices_claim_nothing_that_is_not_so(source: str) -> None:
    position = endgame(20) if source == "endgame" else solver.load(source)
    found = interrupted_everywhere(lambda limits: solver.analyze(position, limits, most_states=20_000))
    whole = solver.analyze(position, most_states=20_000)
    known = {choice.plays: choice.verdict for choice in whole.choices}
    for answer in found:
        assert answer.limit is not None
        assert answer.verdict in (whole.verdict, "unknown")
        assert all(choice.verdict in (known[choice.plays], "unknown") for choice in answer.choices)
    assert any(INTERRUPTED in str(answer.limit) for answer in found)


def test_a_full_deal_can_be_interrupted() -> None:
    found = interrupted_everywhere(lambda limits: solver.analyze(TEAM, limits), most=2)
    assert [answer.limit for answer in found] == [INTERRUPTED] * 2
    assert {answer.verdict for answer in found} <= {"winnable", "unknown"}


@pytest.mark.parametrize("name", ["the-game", "the-game-extreme", "face-to-face"])
def test_a_played_game_claims_nothing_that_is_not_so(name: str) -> None:
    rng = Random(f"interrupted {name}")
    for _ in range(10):
        position = small(rng, name, most=9)
        line = played_at_random(rng, position)
        whole = solver.analyze_line(position, line)
        look = partial(solver.analyze_line, position, line)
        for answer in interrupted_everywhere(look):
            assert answer.limit == INTERRUPTED
            for cut, known in zip(answer.turns, whole.turns, strict=True):
                assert cut.before in (known.before, "unknown")
                assert cut.after in (known.after, "unknown")
                assert cut.winning in (known.winning, None)
            if answer.better:
                losing = answer.first_losing
                assert losing is not None
                assert solver.verify(losing.position, answer.better).complete


def test_a_better_line_that_was_not_found_in_time_is_not_shown() -> None:
    """The losing turn is known; the search for what would have won is cut off: a partial line wins nothing."""
    rng = Random("no better line")
    deal = solver.load("the-game/1 #3")
    assert isinstance(deal, solver.Deal)
    line = played_at_random(rng, deal.position())
    for answer in interrupted_everywhere(lambda limits: solver.analyze_line(deal, line, limits)):
        assert answer.better == ()


def test_orders_that_were_looked_at_count() -> None:
    found = interrupted_everywhere(lambda limits: solver.analyze_orders(OPEN, limits=limits))
    whole = solver.analyze_orders(OPEN)
    assert [answer.limit for answer in found] == [INTERRUPTED] * len(found)
    assert len({answer.looked_at for answer in found}) > 1
    for answer in found:
        assert answer.looked_at <= whole.looked_at
        assert not answer.exact
        low, high = answer.share.interval
        assert low <= whole.share.share <= high


def test_the_command_tells_what_it_knows() -> None:
    screen, stderr = os.openpty()
    source = "the-game/1 hand=5 #3"
    process = subprocess.Popen([TENBACK, "analyze", source, "--json"], stdout=subprocess.PIPE, stderr=stderr)
    seen = b""
    while b"states" not in seen:
        seen += os.read(screen, 1024)
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=4 * TIMEOUT)
    assert process.returncode == 3
    assert b'"unknown"' in output
    assert INTERRUPTED.encode() in output
