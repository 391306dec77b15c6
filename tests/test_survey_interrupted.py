"""Ctrl-C in a survey: the totals so far on standard output, marked as such; the same command goes on from there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from solver.survey.chunks import DecidedChunk
from solver.survey.store import OpenSurvey
from tests.surveys import contents
from tests.test_survey_command import SMALL, Answer, answer_of, inside

WORDS = ("survey", *SMALL, "--deals", "1:60", "--chunk", "10", "--jobs", "1")
RULES = "the-game/1 highest=25 ups=1 downs=1"


@pytest.fixture
def interrupt(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Ctrl-C comes when the third chunk is decided and not yet written."""
    record, written = OpenSurvey.record, list[DecidedChunk]()

    def interrupted(survey: OpenSurvey, done: DecidedChunk) -> bool:
        written.append(done)
        if len(written) % 100 == 3:
            raise KeyboardInterrupt
        return record(survey, done)

    monkeypatch.setattr(OpenSurvey, "record", interrupted)
    return monkeypatch


def stopped(done: Answer) -> str:
    """What was printed before the end."""
    assert done.status == 130
    assert re.fullmatch(r"tenback: interrupted; [^\n]+\n", done.err)
    return done.out


def test_the_totals_so_far_and_then_the_rest(tmp_path: Path, interrupt: pytest.MonkeyPatch) -> None:
    path, alone = tmp_path / "s.db", tmp_path / "alone.db"
    done = inside(*WORDS, "--store", str(path), "--json")
    found = json.loads(stopped(done))
    assert "the same command goes on from there" in done.err
    first = answer_of(inside(*WORDS, "--deals", "1:20", "--json"))
    assert (found["partial"], first["partial"]) == (True, False)
    assert found["won"] + found["lost"] == 20
    assert found["lost_deals"] == first["lost_deals"]
    assert found["deals"] == [1, 60]
    assert answer_of(inside(*WORDS, "--store", str(path), "--json"))["partial"] is False
    inside(*WORDS, "--store", str(alone))
    assert contents(path) == contents(alone)


def test_in_words(interrupt: pytest.MonkeyPatch) -> None:
    done = inside(*WORDS)
    assert "deals 1 to 60: 20 of 60 decided so far won " in " ".join(stopped(done).split())
    assert "--store FILE" in done.err


def test_before_anything_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    def at_once(survey: OpenSurvey, done: DecidedChunk) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(OpenSurvey, "record", at_once)
    found = json.loads(stopped(inside(*WORDS, "--json")))
    assert (found["won"], found["share"], found["interval"], found["partial"]) == (0, None, [0.0, 1.0], True)
    assert found["states"]["median"] is None
    assert "won 0, lost 0, unknown 0" in stopped(inside(*WORDS))


def test_a_sweep_shows_what_is_done_of_it(interrupt: pytest.MonkeyPatch) -> None:
    words = ("survey", *SMALL[:-2], "--sweep", "hand=3:5", "--deals", "1:20", "--chunk", "10", "--jobs", "1")
    found = json.loads(stopped(inside(*words, "--json")))
    assert [(one["value"], one["partial"]) for one in found["surveys"]] == [(3, False), (4, True)]
    assert found["partial"] is True


def test_the_table_of_a_sweep(interrupt: pytest.MonkeyPatch, tmp_path: Path) -> None:
    words = ("survey", *SMALL[:-2], "--sweep", "hand=3:5", "--deals", "1:30", "--chunk", "20", "--jobs", "1")
    plot = tmp_path / "x.svg"
    assert "0 of 30" in stopped(inside(*words, "--plot", str(plot)))
    assert not plot.exists()


def test_a_comparison_of_the_deals_that_both_have(interrupt: pytest.MonkeyPatch) -> None:
    words = (
        "survey",
        "compare",
        f"{RULES} hand=3",
        f"{RULES} hand=4",
        "--deals",
        "1:20",
        "--chunk",
        "10",
        "--jobs",
        "1",
    )
    assert stopped(inside(*words, "--json")) == ""  # the second had nothing yet


def test_a_comparison_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    record, written = OpenSurvey.record, list[DecidedChunk]()

    def interrupted(survey: OpenSurvey, done: DecidedChunk) -> bool:
        written.append(done)
        if len(written) == 4:
            raise KeyboardInterrupt
        return record(survey, done)

    monkeypatch.setattr(OpenSurvey, "record", interrupted)
    words = ("survey", "compare", f"{RULES} hand=3", f"{RULES} hand=4", "--chunk", "10", "--jobs", "1")
    found = json.loads(stopped(inside(*words, "--deals", "1:20", "--json")))
    assert (found["deals"], found["partial"]) == ([1, 10], True)
    counts = ("both", "only_first", "only_second", "neither", "unknown")
    assert sum(found[name] for name in counts) == 10
    whole = answer_of(inside(*words, "--deals", "1:10", "--json"))
    assert whole["partial"] is False
    assert [whole[name] for name in counts] == [found[name] for name in counts]
    written.clear()
    assert "deals 1 to 10 so far, of 1 to 20" in stopped(inside(*words, "--deals", "1:20"))
