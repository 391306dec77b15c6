"""Games in German: no English sentence is left in the help of their verbs, nor in what can go wrong."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzles.command import VERBS, loaded
from puzzles.german import ERRORS, HELP, asks_for_german, in_german
from puzzles.match import format_record
from puzzles.play.reviewing import progress_words
from solver.search.limits import Progress
from tests.command import forked
from tests.test_match import random_match
from tests.test_play import played

ROOT = Path(__file__).parents[1]

# Whoever reads a deal, a line, a record, a request about a game, or plays: their sentences are all there in German.
RAISING = [
    *(ROOT / "solver" / name for name in ("cards.py", "files.py", "hidden/player.py", "hidden/duel_player.py")),
    *(ROOT / "solver" / name for name in ("hidden/strengths.py", "search/limits.py")),
    *(path for folder in ("notation", "rules", "table") for path in sorted((ROOT / "solver" / folder).glob("*.py"))),
    *sorted((ROOT / "puzzles" / "match").glob("*.py")),
    *(
        ROOT / "puzzles" / "play" / f"{name}.py"
        for name in ("game", "game_terminal", "hints", "reading", "talk", "words")
    ),
    *(ROOT / "puzzles" / "verbs" / f"{name}.py" for name in ("play_game", "review")),
    ROOT / "puzzles" / "server" / "matches.py",
]
ERROR_NAMES = {"Unreadable", "DoesNotAddUp", "AgainstTheRules", "HiddenCards", "type(error)"}

ENGLISH = re.compile(
    r"\b(the|is|are|were|not|with|where|which|each|card|cards|game|games|deal|player|players|pile|piles|turn|write|"
    r"there|here|how|what|who|of|and|or|to|show|message|exit|options|arguments|default|required|usage|examples|left|"
    r"laid|got|extra|argument|hidden|cannot|must|needed|such|as|any|no|possible|missing)\b",
    re.IGNORECASE,
)


def template(node: ast.expr) -> str | None:
    """A sentence with its blanks as {}; None where it is not written down at this place."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join("{}" if isinstance(part, ast.FormattedValue) else str(part.value) for part in node.values)  # type: ignore[attr-defined]
    return None


def raised(path: Path) -> Iterator[str]:
    """Every sentence that a file raises."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
            words = template(node.exc.args[0])
            if ast.unparse(node.exc.func) in ERROR_NAMES and words is not None:
                yield words


def faults() -> Iterator[str]:
    """What the referee says."""
    for node in ast.walk(ast.parse((ROOT / "solver" / "referee.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Fault":
            words = template(node.args[1])
            if words is not None:
                yield words


def test_whatever_can_go_wrong_is_there_in_german() -> None:
    told = {words for path in RAISING for words in raised(path)} | set(faults())
    assert len(told) > 120
    filled = {re.sub(r"[{][^}]*[}]", "X", words) for words in told} - {"X"}  # X: a sentence from elsewhere
    assert not {words for words in filled if in_german(words) == words and words not in ("X: X", "line X: X")}


def test_german_sentences_have_the_blanks_of_the_english_ones() -> None:
    for english, german in ERRORS.items():
        assert german.count("{}") in (english.count("{}") + english.count("{1}"), 0), english


@pytest.mark.parametrize("verb", list(HELP))
def test_help_in_german(verb: str) -> None:
    assert verb in VERBS
    for words in (
        (verb, "--language", "de", "--help"),
        (verb, "--help", "--language=de"),
        ("help", verb, "--language", "de"),
    ):
        done = forked(*words)
        assert (done.returncode, done.stderr) == (0, b"")
        text = done.stdout.decode().partition(" Beispiele:")[0]
        assert "Aufruf: tenback" in text
        assert not english_words(text), text
    assert "Usage: tenback" in forked(verb, "--help").stdout.decode()


def english_words(text: str) -> set[str]:
    """English words that are nothing else: no option, no name of a file, no culprit in quotes."""
    names = r"\b(the-game|face-to-face|quick-and-easy|Face to Face)[\w-]*|`[^`]*`|--?[\w-]+|<\w+>"
    plain = re.sub(rf"'[^']*'|{names}|[\w-]+(@|/|#|=|:\s*\d)\S*", " ", text)
    return {word.lower() for word in ENGLISH.findall(plain)}


BAD = (
    ["chess"],
    ["the-game", "--players", "9"],
    ["the-game", "--players", "x"],
    ["the-game/2 #17", "--deal", "3"],
    ["the-game/2 #17", "--people", "3"],
    ["the-game/2 #17", "--seats", "person dog"],
    ["the-game/2 #17", "--seats", "quick quick"],
    ["the-game/2 #17", "--seats", "person"],
    ["the-game/1 #17", "--talk"],
    ["the-game/2 | 1*: 5 | 2: ?6 | draw: ?40"],
    ["the-game/2 | up: 5 | 1*: 7"],
    ["the-game/1 | 1*: 5 x | draw: 3"],
    ["the-game/1 | 1*: 5 5 | draw: 3"],
    ["the-game", "--set", "hand"],
    ["the-game", "--set", "hand=99"],
    ["the-game", "--deal", "0"],
    ["the-game", "--deal", "1:3"],
    ["--resume"],
    ["--review", "7"],
    ["--review", "x"],
    ["--import", "no-such-file"],
    ["--export", "no-such-folder/x"],
    ["the-game", "--strength", "mighty", "--players", "2"],
    ["--nonsense"],
    ["--people"],
    ["a", "b"],
    ['{"game": "the-game"'],
    ['{"game": "the-game", "piles": 3}'],
)


@pytest.mark.parametrize("arguments", BAD, ids=" ".join)
def test_what_goes_wrong_in_german(arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TENBACK_DATA", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    status, message = loaded(["play", *arguments, "--language", "de"])()
    assert status == 2
    assert not english_words(message), message
    assert loaded(["play", *arguments])() != (2, message)


@pytest.mark.parametrize(
    "arguments",
    [
        ["no-such-file"],
        [],
        ["quick-and-easy/1 #3 | line: -"],
        ["quick-and-easy/1 #3 | line: 1: y9@up"],
        ["quick-and-easy/1 #3", "1: y9@up"],
        ["the-game/1 #17 | line: 1: 15@up1"],
        ["the-game/1 #17 | line: 1: 17@up1 15@up1"],
        ["the-game/2 #17 | line: 2: 17@up1 15@up1"],
        ["the-game/1 #17 | line: 1: 15@up9 17@up1"],
        ["the-game/1 #17 | line: 1: 15@up1 17@up1 | result: won"],
        ["the-game/1 #17 | look: up | line: 1: 15@up1 17@up1"],
        ["the-game/1 #17 | line: 1: 15@up1 17@up1", "--time-limit", "x"],
    ],
    ids=" ".join,
)
def test_what_goes_wrong_in_a_review_in_german(arguments: list[str]) -> None:
    status, message = loaded(["review", *arguments, "--language", "de"])()
    assert status == 2
    assert not english_words(message), message


def test_saved_games_are_listed_in_german(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text(format_record(random_match("quick-and-easy/2 #3", 1)) + "\n")
    done = played(tmp_path, "--import", str(tmp_path / "games.txt"), "--games", "--language", "de")
    assert done.stdout.decode().startswith(
        "1 Partie aufgenommen\n   1  quick-and-easy/2 #3 · person person · verloren, "
    )
    done = played(tmp_path / "none", "--games", "--language", "de")
    assert done.stderr.decode() == "tenback: noch ist keine Partie gesichert\n"


def test_who_asks_for_german() -> None:
    assert asks_for_german(["play", "--language", "de"])
    assert asks_for_german(["play", "--language=de", "--help"])
    assert not asks_for_german(["play", "--language", "en"])
    assert not asks_for_german(["play", "de", "--language"])
    assert progress_words("de")(Progress("turn 3 of 9", 0, 2.0, 0, 0), 80).startswith("Zug 3 von 9, 2 s, Strg-C")
