"""Games looked back at: chances, costs, luck and the exact verdicts beside them; in words, JSON and pictures."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from puzzles.match import Match, format_record
from puzzles.play.reviewing import review_text, reviewed
from puzzles.play.words import LANGUAGES, Language
from solver import analyze_line, load
from solver.analysis.review import LEAST_MISTAKE, Review, review
from solver.search.limits import Limits, Progress
from solver.table.line import format_line
from tests.command import tenback
from tests.games import typed_game

SMALL = "quick-and-easy/2 #5"
DUEL = "face-to-face highest=16 #2"


@cache
def review_of(deal: str, seats: str, side: int = 0, samples: int = 20) -> tuple[Match, Review]:
    _, match = typed_game(deal, seats)
    return match, review(match.start, match.line, side, samples=samples)


@pytest.mark.parametrize(
    ("deal", "seats"),
    [
        (SMALL, "person quick"),
        ("the-game/2 highest=40 #3", "person person"),
        ("face-to-face highest=16 #2", "person instant"),
    ],
)
def test_chance_luck_and_cost_add_up_to_the_result(deal: str, seats: str) -> None:
    match, found = review_of(deal, seats)
    assert len(found.turns) == len(match.line)
    assert found.limit is None
    assert all(0 <= chance <= 1 for chance in found.before if chance is not None)
    costs = [turn.cost for turn in found.turns]
    assert all(cost is not None and 0 <= cost.chance <= cost.best.chance for cost in costs)
    before, chosen, luck = ([value or 0.0 for value in row] for row in (found.before, found.chosen, found.luck))
    cost = sum(before[at] - chosen[at] for at in range(len(chosen)))
    assert before[0] + sum(luck) - cost == pytest.approx(found.result)
    outcome = match.outcome
    assert outcome is not None
    assert found.result == float(outcome.won if outcome.winner is None else outcome.winner == "A")


def test_the_exact_verdicts_are_those_of_the_analysis() -> None:
    match, found = review_of(SMALL, "person quick")
    exact = analyze_line(match.start, match.line)
    assert found.possible == (*(turn.before for turn in exact.turns), exact.turns[-1].after)
    assert found.possible[-1] == "unwinnable"


def test_opponents_are_looked_at_from_one_side() -> None:
    _, a = review_of(DUEL, "person instant")
    b = replace(a, side=1)
    assert [1 - chance for chance in a.before] == pytest.approx(list(b.before))  # type: ignore[operator]
    swapped = {"winnable": "unwinnable", "unwinnable": "winnable"}
    assert tuple(swapped.get(verdict, verdict) for verdict in a.possible) == b.possible


def test_mistakes_against_an_opponent_have_reasons_too() -> None:
    _, found = review_of(DUEL, "person instant")
    reasons = [turn.cost.why for turn in found.mistakes if turn.cost is not None]
    assert reasons
    assert all(reasons)


def test_a_terrible_turn_is_the_dearest_mistake() -> None:
    match = Match("the-game/1 #17", ("person",))
    hand = match.turn.hand
    terrible = match.lay(hand[0], "down1").lay(hand[-1], "up1").end_turn()
    good = terrible.played(next(iter(terrible.position.legal_turns)))
    found = review(match.start, good.line, samples=20)
    assert found.mistakes
    assert found.mistakes[0].played.number == 1
    cost = found.mistakes[0].cost
    assert cost is not None
    assert cost.points > 10 * LEAST_MISTAKE
    assert cost.why
    assert found.result is None  # it is not over


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_words(language: Language) -> None:
    _, found = review_of(SMALL, "person quick")
    text = review_text(found, language)
    assert text.count("●") == len(found.before)
    assert max(map(len, text.split("\n"))) <= 80
    (exact,) = (line for line in text.split("\n") if line.lstrip().startswith(("exact", "exakt")))
    assert len(exact.split()[1]) == len(found.possible)
    assert ("Die Karten" in text or "die Karten" in text) == (language == "de")


def test_it_can_be_stopped_and_says_so() -> None:
    _, match = typed_game(SMALL, "person quick")

    def stop(progress: Progress) -> None:
        if progress.stage.startswith("turn 3 "):
            raise KeyboardInterrupt

    found = review(match.start, match.line, limits=Limits(watch=stop), samples=10)
    assert found.limit == "interrupted"
    assert [turn.cost is None for turn in found.turns[:3]] == [False, False, True]
    assert "interrupted" in review_text(found, "en")


# --- from the command line


def test_a_game_from_anywhere(tmp_path: Path) -> None:
    deal = "quick-and-easy/1 highest=3 #3"
    _, match = typed_game(deal, "person")
    record = format_record(match)
    data = json.loads(tenback("review", record, "--json").stdout)
    assert data["game"] == record
    assert {"possible", "start", "end", "luck", "turns", "mistakes", "limit", "side"} <= data.keys()
    assert {"player", "plays", "before", "chance", "cost", "best", "why", "luck", "possible"} <= data["turns"][0].keys()
    (tmp_path / "game.txt").write_text(record + "\n")
    text = tenback("review", str(tmp_path / "game.txt")).stdout.decode()
    assert text.startswith("The chance to win before each turn")
    (tmp_path / "line.txt").write_text(format_line(match.line))
    assert tenback("review", deal, str(tmp_path / "line.txt")).stdout.decode() == text
    for name, begins in (("a.svg", b"<?xml"), ("a.png", b"\x89PNG")):
        done = tenback("review", record, "-o", str(tmp_path / name))
        assert (done.returncode, done.stderr) == (0, b"")
        assert (tmp_path / name).read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        (["no-such-file"], "no-such-file"),
        (["quick-and-easy/1 #3 | line: -"], "nothing was played"),
        (["quick-and-easy/1 #3 | line: 1: y9@up"], "turn 1"),
        (["quick-and-easy/1 #3", "1: y9@up"], "turn 1"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], culprit: str) -> None:
    done = tenback("review", *arguments)
    assert done.returncode == 2
    assert done.stderr.decode().count("\n") == 1
    assert culprit in done.stderr.decode()


@pytest.mark.slow
def test_a_game_of_98_cards_within_a_minute() -> None:
    for deal, seats in (("the-game/1 #17", "person"), ("the-game/5 #3", "person quick quick quick quick")):
        _, match = typed_game(deal, seats)
        assert load(deal).rules.players == len(match.seats)
        began = time.process_time()
        found = reviewed(match)
        assert time.process_time() - began < 60
        assert all(turn.cost is not None for turn in found.turns)
