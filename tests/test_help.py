"""Help: ``-h`` everywhere, examples that can be copied, topics of one screen, errors that name the right help."""

from __future__ import annotations

import re
import shlex
from importlib import import_module

import pytest

import solver
from puzzles.command import EXAMPLES, PUZZLE_EXAMPLES, PUZZLE_VERBS, VERBS
from solver.verbs.topics import TOPICS
from tests.command import Completed, forked

SURVEY_VERBS = [("survey", name) for name in ("run", "report", "export", "merge", "compare")]
ALL = [(name,) for name in VERBS] + [("puzzle",), *(("puzzle", name) for name in PUZZLE_VERBS), *SURVEY_VERBS]


def help_text(done: Completed) -> str:
    assert (done.returncode, done.stderr) == (0, b""), done
    return done.stdout.decode()


def examples_in(text: str) -> list[str]:
    """The lines below ``Examples:``."""
    return [line.strip() for line in text.partition(" Examples:\n")[2].splitlines() if line.strip()]


@pytest.mark.parametrize("verb", ALL, ids=" ".join)
def test_every_verb_has_h_and_one_example_a_line(verb: tuple[str, ...]) -> None:
    text = help_text(forked(*verb, "-h"))
    assert f"Usage: tenback {' '.join(verb)}" in text
    assert "--help" in text
    examples = examples_in(text)
    assert examples
    for example in examples:
        assert "·" not in example
        assert len(example) <= 76, f"{example}: too long for a line"
        assert re.match(rf"tenback {verb[0]} |tenback deal .* \| tenback {verb[0]} |tenback {verb[0]}$", example)
        assert shlex.split(example)
    assert text == help_text(forked(*verb, "--help"))


def test_the_program_itself() -> None:
    text = help_text(forked("-h"))
    assert text == help_text(forked("--help"))
    assert examples_in(text) == list(EXAMPLES)
    assert examples_in(help_text(forked("puzzle", "-h"))) == list(PUZZLE_EXAMPLES)


@pytest.mark.parametrize("verb", ["games", "rules", "deal", "show", "help"])
def test_the_examples_of_quick_verbs_run(verb: str) -> None:
    module = import_module(VERBS[verb].partition(":")[0])
    for example in module.EXAMPLES:
        if "position.json" not in example:
            assert help_text(forked(*shlex.split(example)[1:]))


def test_the_line_in_the_help_of_verify_can_be_read() -> None:
    (example, *_) = examples_in(help_text(forked("verify", "-h")))
    assert len(solver.load_line(shlex.split(example)[-1])) == 2


# --- topics


def test_help_lists_its_topics() -> None:
    text = help_text(forked("help"))
    assert all(f"tenback help {name} " in text for name in TOPICS)


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_is_one_screen(topic: str) -> None:
    lines = help_text(forked("help", topic)).splitlines()
    assert len(lines) <= 23
    assert max(map(len, lines)) <= 80


def test_what_the_topics_show_can_be_read() -> None:
    games = "|".join(solver.GAMES)
    for name in ("notation", "deals"):
        for line in TOPICS[name][1].splitlines():
            match = re.match(rf"\s+((?:{games})(?:/\d| \|).*?)(?:  .*)?$", line)
            if match and " " in match[1]:
                solver.load(match[1])
    (line,) = [line for line in TOPICS["turns"][1].splitlines() if "; 2:" in line]
    assert len(solver.load_line(line)) == 2


def test_a_verb_is_a_topic_too() -> None:
    assert help_text(forked("help", "solve")) == help_text(forked("solve", "--help"))
    assert help_text(forked("help", "puzzle", "play")) == help_text(forked("puzzle", "play", "--help"))
    refused = forked("help", "chess")
    assert refused.returncode == 2
    assert b"'chess' is not a topic: notation piles" in refused.stderr


# --- errors


@pytest.mark.parametrize(
    ("words", "path"),
    [
        (["solve", "--wings"], "tenback solve"),
        (["survey", "run", "--wings"], "tenback survey run"),
        (["survey", "the-game", "--wings"], "tenback survey run"),
        (["puzzle", "play", "--wings"], "tenback puzzle play"),
        (["verify"], "tenback verify"),
        (["fly"], "tenback"),
    ],
)
def test_a_misused_verb_names_its_own_help(words: list[str], path: str) -> None:
    done = forked(*words)
    assert done.returncode == 2
    assert f"({path} --help shows what there is)" in done.stderr.decode()


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("the-game | up: 17 1 | 1*: 5 | draw: rest", "name every card"),
        ("the-game | up: 17 1 | 1*: 5 | draw: ?", "write draw?: and the cards"),
        ("the-game | up: 17 1 | 1*: 5 | draw: 20-30", "card by card, such as 20 21 22"),
        ("the-game | up: 17 1 | 1*: 5 | draw: 20..30", "card by card, such as 20 21 22"),
        ("the-game/2 | up: 17 1 | 1*: 5 | 2?: 9", "as in draw?: 44 3"),
        ("the-game #1:100", "for many deals: tenback deal GAME 1:100"),
        ("the-game | up1: 17 | 1*: 5", "in one, such as up: 17 -"),
        ("the-game | hand: 5 9", "which has up: down: 1: draw:"),
    ],
)
def test_what_is_refused_says_what_to_write_instead(text: str, remedy: str) -> None:
    done = forked("show", text)
    assert (done.returncode, done.stdout) == (2, b"")
    assert remedy in done.stderr.decode()


def test_a_range_where_one_deal_is_asked_for() -> None:
    done = forked("solve", "--game", "the-game", "--deal", "1:100")
    assert done.returncode == 2
    assert b"tenback deal GAME 1:100 | tenback solve --lines" in done.stderr
    assert b"write 1:100" in forked("deal", "the-game", "100:1").stderr
