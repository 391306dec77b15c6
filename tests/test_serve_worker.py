"""A worker, on its own: what goes wrong in a question is said in the reply, and stays in the worker."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from puzzles.server import printer, worker
from puzzles.server.limits import Allowance, grace_for
from puzzles.server.shapes import ANSWERS
from puzzles.server.worker import Job, Reply, reply_to
from solver.errors import TenbackError
from tests.command import environment

SMALL = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"
HIDDEN = SMALL.replace("draw:", "draw?: b1")
DUEL = "face-to-face | A.up: 10 | B.up: 20 | A*: 11 12 13 | B: 30 31"
SEARCHES: list[tuple[str, dict[str, Any]]] = [
    ("solve", {"position": SMALL}),
    ("solve", {"position": SMALL, "goal": "cards-left"}),
    ("solve", {"position": DUEL}),
    ("solve", {"position": DUEL, "goal": "helpwin"}),
    ("solve", {"position": DUEL, "refute": "A: 11@A.up 12@A.up"}),
    ("analyze", {"position": SMALL}),
    ("analyze", {"position": DUEL}),
    ("analyze", {"position": HIDDEN}),
    ("analyze", {"position": SMALL, "line": "1: s1@down; 2: r3@up"}),
    ("analyze", {"position": DUEL, "line": "A: 11@A.up 12@A.up"}),
]


def asked(kind: str, request: object, **job: Any) -> Reply:
    """The reply to a question, in this process."""
    return reply_to(Job(1, kind, msgspec.Raw(json.dumps(request).encode()), **job), threading.Event())


def raising(error: BaseException) -> Callable[..., dict[str, Any]]:
    def answer(*_: object) -> dict[str, Any]:
        raise error

    return answer


def decided(reply: Reply, kind: str) -> Any:
    """The answer as data, in one of the forms that the schema promises."""
    assert reply.status == "good", reply.message
    data = msgspec.json.decode(reply.answer)
    fits = []
    for form in ANSWERS[kind]:
        try:
            fits.append(msgspec.convert(data, form))
        except msgspec.ValidationError:
            continue
    assert len(fits) == 1
    return data


@pytest.mark.parametrize(("kind", "request_"), SEARCHES)
def test_what_is_given_up_has_the_form_of_an_answer_and_decides_nothing(kind: str, request_: dict[str, Any]) -> None:
    data = decided(asked(kind, request_, given_up="enough"), kind)
    assert data.get("verdict", "unknown") == "unknown"
    assert "enough" in (data.get("reason"), data.get("limit"))
    assert data.get("first_losing_turn") is None
    assert (data.get("won", 0), data.get("lost", 0)) == (0, 0)
    assert all(turn["verdict"] == "unknown" for turn in data.get("turns") or () if "verdict" in turn)


@pytest.mark.parametrize(("kind", "request_"), SEARCHES)
def test_out_of_memory_is_not_known_and_wears_the_worker_out(
    kind: str, request_: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "answer", raising(MemoryError()))
    reply = asked(kind, request_, seconds=1.0)
    data = decided(reply, kind)
    assert data.get("verdict", "unknown") == "unknown"
    assert reply.worn


def test_an_interrupted_search_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "answer", raising(KeyboardInterrupt()))
    reply = asked("solve", {"position": SMALL}, seconds=2.0)
    assert decided(reply, "solve")["reason"] == "the time limit of 2 s was reached"
    assert not reply.worn


def test_a_fault_of_ours_is_told_to_the_server_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "answer", raising(RuntimeError("a bug")))
    reply = asked("show", {"position": SMALL})
    assert (reply.status, reply.message, reply.worn) == ("broken", "RuntimeError: a bug", True)


def test_a_fault_of_the_asker_is_one_printable_line() -> None:
    reply = asked("show", {"position": "the-game/1 | up: \x1b[31m 1"})
    assert reply.status == "bad"
    assert reply.message.isprintable()


def test_an_answer_in_time_is_not_cut() -> None:
    assert not asked("solve", {"position": SMALL}, seconds=30.0).cut
    assert asked("solve", {"position": "the-game/1 ups=1 downs=0 hand=40 minimum=14 trick=3 #9"}, seconds=0.2).cut


def test_the_system_bounds_the_memory() -> None:
    program = "from puzzles.server.worker import set_memory_limit as s\ns(16)\nbytearray(1 << 20)\nbytearray(1 << 30)"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, env=environment(), check=False)
    if sys.platform == "linux":
        assert result.stderr.strip().endswith(b"MemoryError")


def test_pages_are_kept_for_what_they_were_made_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printer, "pages_folder", lambda: tmp_path / "pages")
    collection = tmp_path / "one.toml"
    collection.write_text("format = 1")
    name = printer.digest_of([collection], "en")
    assert printer.kept_page(name) is None
    printer.keep_page(name, "größer")
    assert printer.kept_page(name) == "größer"
    assert printer.digest_of([collection], "en") == name != printer.digest_of([collection], "de")
    collection.write_text("format = 1 # other")
    assert printer.digest_of([collection], "en") != name
    for number in range(20):
        printer.keep_page(f"page{number}", "x")
    assert len(list((tmp_path / "pages").iterdir())) == printer.KEPT_PAGES
    monkeypatch.setattr(printer, "pages_folder", lambda: Path("/proc/nowhere"))
    printer.keep_page(name, "x")  # where nothing can be kept, nothing is
    assert printer.kept_page(name) is None


def test_limits_that_make_no_sense_are_refused_by_name() -> None:
    for name, value in (("seconds", float("inf")), ("memory_mb", 1), ("jobs", 0), ("waiting", -1), ("connections", 1)):
        options: dict[str, Any] = {name: value}
        with pytest.raises(TenbackError):
            Allowance(**options)
    allowance = Allowance(seconds=5, memory_mb=128)
    assert (allowance.seconds_for(None), allowance.seconds_for(9), allowance.seconds_for(0.5)) == (5, 5, 0.5)
    assert (allowance.memory_for(None), allowance.memory_for(10**9), allowance.memory_for(64)) == (128, 128, 64)
    assert grace_for(0) < grace_for(1) < grace_for(100) == grace_for(1000)
