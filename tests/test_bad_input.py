"""Bad input: one clear line on standard error that names the culprit, status 2, nothing else."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import TENBACK, TIMEOUT, Completed, environment, forked, shell

DECK = [str(number) for number in range(2, 100)]


def check_refused(done: Completed, culprit: str) -> None:
    """Status 2, nothing on standard output, one line that names the culprit."""
    message = done.stderr.decode("utf-8")
    assert "Traceback" not in message
    assert message.startswith("tenback: "), message
    assert message.endswith("\n")
    assert message.count("\n") == 1, message
    assert len(message) < 600
    assert culprit in message
    assert done.stdout == b""
    assert done.returncode == 2


def table(**changes: object) -> str:
    """A deal of The Game with something changed."""
    return json.dumps({"game": "the-game", "players": 1, "deck": DECK, **changes})


# --- cards, hands, piles

WRONG_CARDS = {
    "duplicate card": (table(deck=[*DECK[:-1], "44"]), "card 44 is in the deck twice"),
    "missing card": (table(deck=DECK[1:]), "card 2 is missing from the deck"),
    "unknown card": (table(deck=[*DECK[:-1], "100"]), "card 100 in the deck is not in this game"),
    "no card at all": (table(deck=[*DECK[:-1], "queen"]), "'queen' is not a card"),
    "true as a card": (table(deck=[True, *DECK]), "got `bool` - at `$.deck[0]`"),
    "a fraction as a card": (table(deck=[2.5, *DECK]), "got `float` - at `$.deck[0]`"),
    "deck too short": (table(deck=["44", "3", "97"]), "card 2 is missing from the deck (and 94 more)"),
    "no deck": (table(deck=[]), "0 of 98 cards given"),
    "hand too big": ("the-game hand=2 | up: 17 - | 1: 5 6 7", "the hand of player 1 has 3 cards; a full hand is 2"),
    "illegal pile": ('{"game": "the-game", "piles": {"left": "5"}}', "'left' is not a pile of this game"),
    "pile shows a card in hand": ("the-game | up: 17 - | 1: 17", "card 17 is on top of up1 and in another place too"),
    "two decks": ('{"game": "the-game", "decks": {"A": [], "B": []}}', "a deal of the-game has one deck"),
    "more hidden than unseen": (
        "the-game/2 | up: 17 - | 1*: 5 | 2: ?6 | draw: ?91",
        "6 in the hand of player 2 and 91 in the draw pile are hidden, but only 96 cards are unseen",
    ),
    "absurdly many hidden": ("the-game/2 | up: 17 - | 1*: 5 | draw: ?999999999", "999999999 hidden cards"),
    "fewer than none hidden": ("the-game/2 | up: 17 - | 1*: 5 | draw: ?-1", "-1 hidden cards"),
    "laid and in hand": (
        "the-game/2 | up: 17 - | 1: 5 | 2: ?6 | laid: 5",
        "card 5 is in the hand of player 1 and in",
    ),
    "laid twice": ("the-game/2 | up: 17 - | 1*: 5 | 2: ?6 | laid: 7 7", "card 7 is in laid twice"),
    "laid, but not in the game": (
        "the-game/2 | up: 17 - | 1*: 5 | 2: ?6 | laid: 100",
        "card 100 in laid is not in",
    ),
    "nobody there to look": ("the-game/2 seat=3 | up: 17 - | 1*: 5 | 2: ?6", "'3' is not a player at this table"),
    "hidden from its owner": (
        "the-game/2 | up: 17 - | 1*: ?5 | 2: 6",
        "the hand of player 1 is hidden, and it is",
    ),
    "hidden top": ("the-game/2 | up: ?1 - | 1*: 5 | 2: ?6", "the top card of a pile is never hidden"),
    "nobody there to move": (table(to_move=2), "'2' is not a player at this table"),
    "true to move": (table(to_move=True), "at `$.to_move`"),
}


@pytest.mark.parametrize(("text", "culprit"), WRONG_CARDS.values(), ids=WRONG_CARDS.keys())
def test_wrong_cards(text: str, culprit: str) -> None:
    check_refused(forked("show", text), culprit)


# --- contradictory rules, from every side they can come from

WRONG_RULES = {
    "minimum above the hand": ({"minimum": 9}, "minimum=9: more than the hand of 8"),
    "no piles": ({"ups": 0, "downs": 0}, "ups=0 downs=0: there must be at least one pile"),
    "highest 3": ({"highest": 3}, "hand=8: 1 × 8 cards cannot be dealt from 2 (highest=3)"),
    "negative": ({"hand": -1}, "hand=-1: must be 1 to 126"),
    "huge": ({"highest": 999999999}, "highest=999999999: must be 2 to 127"),
    "minimum above maximum": ({"maximum": 1}, "minimum=2: more than maximum=1"),
    "unknown": ({"wings": 2}, "'wings' is not a number of the-game"),
}


@pytest.mark.parametrize(("rules", "culprit"), WRONG_RULES.values(), ids=WRONG_RULES.keys())
def test_contradictory_rules(rules: dict[str, int], culprit: str, tmp_path: Path) -> None:
    settings = [f"{name}={value}" for name, value in rules.items()]
    check_refused(forked("deal", "the-game", *(word for setting in settings for word in ("--set", setting))), culprit)
    check_refused(forked("show", table(rules=rules)), culprit)
    check_refused(forked("show", f"the-game {' '.join(settings)} #1"), culprit)
    file = tmp_path / "rules.toml"
    file.write_text('game = "the-game"\n[rules]\n' + "".join(f"{setting}\n" for setting in settings))
    check_refused(forked("rules", str(file)), culprit)


ABSURD = {
    "players true": (table(players=True), "at `$.players`"),
    "players text": (table(players="two"), "at `$.players`"),
    "players huge": (table(players=10**30), "is played by 1 to 5"),
    "players of 5000 digits": (
        table().replace('"players": 1', '"players": ' + "9" * 5000),
        "Integer value out of range",
    ),
    "hand true": (table(rules={"hand": True}), "hand='True': a whole number is needed"),
    "hand a fraction": (table(rules={"hand": 7.5}), "hand='7.5': a whole number is needed"),
    "hand NaN": (table(rules={"hand": float("nan")}), "not JSON"),
    "hand infinite": (table().replace('"players": 1', '"players": 1e999'), "Number out of range"),
    "hand a list": (table(rules={"hand": [[[1]]]}), "hand='[[[1]]]': a whole number is needed"),
    "rules a list": (table(rules=[5]), "at `$.rules`"),
    "unknown key": (table(colour="blue"), "unknown field `colour`"),
    "very long key": (table(**{"k" * 50_000: 1}), "unknown field `kkk"),
    "game a number": ('{"game": 5}', "at `$.game`"),
    "no such game": ('{"game": "chess"}', "'chess' is not a game"),
    "a list": ("[1, 2]", "an object with a game"),
    "broken JSON": ('{"game": "the-game"', "not JSON"),
    "control characters": ('{"game": "the-game", "piles": {"\\u001b[31m\\n": 5}}', "is not a pile of this game"),
    "commands where there are none": (table(commands={"37": "stop"}), "the cards of the-game carry none"),
    "no such command": ("the-game-extreme #1 | commands: 37=jump", "'jump' on card 37 is none of"),
    "deal 0": ("the-game #0", "deal 0: deals are numbered 1 to"),
    "deal 2^53": ("the-game #9007199254740992", "deals are numbered 1 to 9007199254740991"),
    "empty text": ("", "the input is empty"),
    "blank text": (" \n ", "the input is empty"),
}


@pytest.mark.parametrize(("text", "culprit"), ABSURD.values(), ids=ABSURD.keys())
def test_absurd_tables(text: str, culprit: str) -> None:
    check_refused(forked("show", text), culprit)


@pytest.mark.parametrize(
    ("arguments", "culprit"),
    [
        (["deal", "the-game", "0"], "deal 0: deals are numbered 1 to"),
        (["deal", "the-game", "9007199254740991:9007199254740992"], "deal 9007199254740992: deals are numbered 1 to"),
        (["deal", "the-game", "5:1"], "'5:1': the range is reversed"),
        (["deal", "the-game", "one"], "'one' is not a deal's number"),
        (["deal", "the-game", "1:"], "'1:' is not a deal's number"),
        (["deal", "the-game", "9" * 5000], "is not a deal's number"),
        (["deal", "the-game", "--players", "x"], "Invalid value for '--players'"),
        (["deal", "the-game", "--players", "0"], "players=0: the-game is played by 1 to 5"),
        (["deal", "the-game", "--set", "hand"], "--set 'hand': write name=value"),
        (["deal", "the-game", "--set", "hand=five"], "'hand=five': a whole number is needed"),
        (["deal", "the-game", "--set", "hand=\x1b[31m"], "'hand=\\x1b[31m': a whole number is needed"),
        (["deal", "the-game", "--set", "hand=" + "9" * 5000], "a whole number is needed"),
        (["deal", "the-game", "--commands", "printed"], "--commands 'printed': placeholder or random"),
        (["deal", "the-game", "--commands", "random"], "the cards of the-game carry none"),
        (["rules", "chess"], "'chess' is not a game"),
        (["rules", "chess.toml"], "'chess.toml' cannot be read: No such file or directory"),
        (["rules"], "Missing argument 'GAME'"),
        (["sing"], "No such command 'sing'"),
        (["sing" * 5000], "No such command"),
        (["games", "--loud"], "No such option: --loud"),
        (["verify", "-", "-"], "only one of position and line can come from standard input"),
        (["verify", "the-game #1", "missing.txt"], "'missing.txt' is neither a file nor a line of play"),
        (["verify", "the-game #1", "x@up1"], "'x' is not a card"),
        (["verify", "the-game #1", '{"turns": 5}'], "line: Expected `array`, got `int`"),
        (["verify", "the-game #1", ""], "the input is empty"),
        (["show", "missing.json"], "'missing.json' is neither a file nor a deal or position in text form"),
        (["show", "name\n" * 300], "is neither a file nor a deal or position in text form"),
    ],
)
def test_bad_arguments(arguments: list[str], culprit: str) -> None:
    check_refused(forked(*arguments), culprit)


def test_arguments_that_are_no_text() -> None:
    check_refused(forked("show", b"\xff\xfe\x80"), "is neither a file nor")


# --- files

GARBAGE = random.Random(1).randbytes(5000)
FILES = {
    "empty": (b"", "the input is empty"),
    "blank": (b"\n \n", "the input is empty"),
    "binary": (GARBAGE, "is not text (UTF-8)"),
    "zero bytes": (b'{"game"\0}', "it has a zero byte"),
    "invalid UTF-8": (b'{"game": "\xff\xfe"}', "is not text (UTF-8)"),
    "UTF-16": ('{"game": "the-game"}'.encode("utf-16"), "is not text (UTF-8)"),
    "other text": (b"Dear diary,\nI won.\n", "does not start with a game's name"),
    "deep lists": (b"[" * 200_000, "not JSON"),
    "deep objects": (b'{"game":' * 30_000, "not JSON"),
    "deep inside": (b'{"game":"the-game","draw":' + b"[" * 900 + b"]" * 900 + b"}", "draw: Expected"),
    "very many sections": (b"the-game" + b"".join(b"|%d:5" % n for n in range(30_000)), "players=30000"),
    "very many cards": (b"the-game | deck: " + b"5 " * 120_000, "card 5 is in the deck twice"),
    "very many settings": (b"the-game " + b"hand=5 " * 30_000, "hand is set twice"),
}


@pytest.mark.parametrize(("content", "culprit"), FILES.values(), ids=FILES.keys())
def test_bad_files(content: bytes, culprit: str, tmp_path: Path) -> None:
    file = tmp_path / "input.json"
    file.write_bytes(content)
    check_refused(forked("show", str(file)), culprit)


@pytest.mark.parametrize("kind", ["empty", "binary", "deep lists", "invalid UTF-8"])
def test_bad_standard_input(kind: str) -> None:
    content, culprit = FILES[kind]
    check_refused(forked("show", "-", stdin=content), culprit)
    check_refused(forked("verify", "the-game #1", "-", stdin=content), "empty" if kind == "empty" else culprit)


RULES_FILES = {
    "not TOML": (b"game = ", "Invalid value"),
    "no game": (b"players = 2", "missing required field `game`"),
    "no such game": (b'game = "chess"', "'chess' is not a game"),
    "unknown key": (b'game = "the-game"\nwings = 2', "unknown field `wings`"),
    "hand true": (b'game = "the-game"\n[rules]\nhand = true', "hand='True': a whole number is needed"),
    "hand NaN": (b'game = "the-game"\n[rules]\nhand = nan', "hand='nan': a whole number is needed"),
    "hand text": (b'game = "the-game"\n[rules]\nhand = "five"', "hand='five': a whole number is needed"),
    "players of 5000 digits": (b'game = "the-game"\nplayers = ' + b"9" * 5000, "a line of more than 1000 characters"),
    "twice": (b'game = "the-game"\n[rules]\nhand = 5\nhand = 6', "overwrite"),
    "deep lists": (b'game = "the-game"\nx = ' + b"[\n" * 50_000, "recursion"),
    "deep keys": (b"a." * 100_000 + b"b = 1", "a line of more than 1000 characters"),
    "commands elsewhere": (b'game = "the-game"\n[commands]\n37 = "stop"', "the cards of the-game carry none"),
    "no such command": (b'game = "the-game-extreme"\n[commands]\n37 = "jump"', "'jump' on card 37 is none of"),
    "binary": (GARBAGE, "is not text (UTF-8)"),
}


@pytest.mark.parametrize(("content", "culprit"), RULES_FILES.values(), ids=RULES_FILES.keys())
def test_bad_rules_files(content: bytes, culprit: str, tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_bytes(content)
    check_refused(forked("deal", str(file), "1"), culprit)


def test_directories_and_missing_files(tmp_path: Path) -> None:
    check_refused(forked("show", str(tmp_path)), "cannot be read: Is a directory")
    check_refused(forked("rules", f"{tmp_path}/"), "cannot be read: Is a directory")
    check_refused(forked("show", str(tmp_path / "missing")), "is neither a file nor")
    check_refused(forked("show", "a" * 5000), "is neither a file nor")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_closed_permissions(tmp_path: Path) -> None:
    file = tmp_path / "closed.json"
    file.write_text(table())
    file.chmod(0)
    check_refused(forked("show", str(file)), "cannot be read: Permission denied")


# --- closed streams


def test_closed_standard_input() -> None:
    check_refused(shell("tenback show - <&-"), "standard input is closed")
    check_refused(shell("tenback verify 'the-game #1' - <&-"), "standard input is closed")


def test_closed_standard_output() -> None:
    check_refused(shell("tenback games >&-"), "standard output is closed")


def test_full_disk() -> None:
    check_refused(shell("tenback games >/dev/full"), "standard output: No space left on device")
    check_refused(shell("tenback show 'the-game #1' >/dev/full"), "standard output: No space left on device")


def test_closed_pipe() -> None:
    done = shell("set -o pipefail; tenback deal the-game 1:100000 | head -n 1 >&2; exit ${PIPESTATUS[0]}")
    first, end = done.stderr.decode().split("\n")
    assert first.startswith("the-game/1 | deck: 26 65 71")
    assert end == ""
    assert done.returncode == 141


def test_closed_standard_error() -> None:
    done = shell("tenback rules chess 2>&-")
    assert (done.stdout, done.stderr, done.returncode) == (b"", b"", 2)


# --- numbers, and names that come twice

TWINS = {
    '{"game": "the-game", "players": 1, "players": 2, "deck": []}': "'players' is there twice",
    '{"game": "the-game", "piles": {"up1": "5", "up1": "9"}}': "'up1' is there twice",
    '{"game": "the-game", "rules": {"hand": 5, "h\\u0061nd": 6}, "deck": []}': "'hand' is there twice",
}


@pytest.mark.parametrize("text", TWINS)
def test_no_name_comes_twice_in_json(tmp_path: Path, text: str) -> None:
    (tmp_path / "deal.json").write_text(text)
    (tmp_path / "puzzles.jsonl").write_text('{"format": 1}\n' + text)
    check_refused(forked("show", text), TWINS[text])
    check_refused(forked("show", str(tmp_path / "deal.json")), TWINS[text])
    check_refused(forked("verify", "the-game #1", '{"turns": [], "turns": []}'), "'turns' is there twice")
    check_refused(forked("puzzle", "print", str(tmp_path / "puzzles.jsonl"), "-o", "x.pdf"), TWINS[text])


def test_no_rules_file_says_a_thing_twice(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text('game = "the-game"\nplayers = 1\nplayers = 2\n')
    check_refused(forked("deal", str(tmp_path / "rules.toml"), "1"), "rules.toml")


@pytest.mark.parametrize("players", ["0", "-1"])
def test_nobody_plays_with_nobody(players: str) -> None:
    culprit = f"players={players}: the-game is played by 1 to 5"
    check_refused(forked("solve", "--game", "the-game", "--deal", "1", "--players", players), culprit)
    check_refused(forked("solve", "--game", "the-game", "--deck", "5", "--players", players), culprit)
    check_refused(forked("deal", "the-game", "1", "--players", players), culprit)
    check_refused(forked("survey", "the-game", "--deals", "1:2", "--players", players), culprit)
    check_refused(forked("puzzle", "generate", "the-game", "--players", players), culprit)


@pytest.mark.parametrize("digit", ["²", "٣", "①"])
def test_a_digit_is_one_of_ten(digit: str) -> None:
    """``str.isdigit`` knows hundreds, of which ``int`` reads some."""
    for words in (
        ("survey", "the-game", "--deals", "1:2", "--sweep", f"hand={digit}:3"),
        ("survey", "the-game", "--deals", f"1:{digit}"),
        ("deal", "the-game", digit),
        ("deal", "the-game", "1", "--set", f"hand={digit}"),
        ("show", f"the-game/{digit} #1"),
        ("show", f"the-game/1 #{digit}"),
        ("show", f"the-game | {digit}*: 5"),
        ("show", f"the-game | up: {digit} 1"),
        ("solve", "face-to-face #1", "--goal", f"win-in:{digit}"),
        ("puzzle", "generate", "the-game", "--size", f"{digit}:9"),
        ("puzzle", "generate", "face-to-face", "--task", f"win-in:{digit}"),
    ):
        check_refused(forked(*words), digit)


# --- the huge: in little memory

MEASURE = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(done.returncode)
"""
MOST_MEGABYTES = 150


def check_cheaply_refused(source: str, culprit: str, *verbs: str) -> None:
    """Refused as ever, and measured by a small process of its own, since a child starts with its parent's peak."""
    for verb in verbs:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", MEASURE, TENBACK, *verb.split(), source],
            capture_output=True,
            timeout=TIMEOUT,
            env=environment(),
            check=False,
        )
        check_refused(subprocess.CompletedProcess(done.args, done.returncode, b"", done.stderr), culprit)
        assert int(done.stdout) < MOST_MEGABYTES * 1024


def test_a_sparse_file_of_100_megabytes(tmp_path: Path) -> None:
    file = tmp_path / "huge.json"
    with file.open("wb") as out:
        out.truncate(100 * 2**20)
    check_cheaply_refused(str(file), "is longer than 256 KiB", "show")


def test_100_megabytes_of_json(tmp_path: Path) -> None:
    file = tmp_path / "huge.json"
    with file.open("wb") as out:
        out.write(b'{"game": "the-game", "deck": [')
        for _ in range(100):
            out.write(b'"2", ' * (2**20 // 5))
    check_cheaply_refused(str(file), "is longer than 256 KiB", "show")


def test_an_endless_file() -> None:
    check_cheaply_refused("/dev/zero", "is longer than 256 KiB", "show", "rules", "verify the-game#1")


def test_an_endless_pipe() -> None:
    done = shell('yes "the-game #1" | tenback show -')
    check_refused(done, "'standard input' is longer than 256 KiB")


def test_a_hopeless_hand_of_an_absurd_game_is_seen_at_once() -> None:
    """Going through the subsets of this hand took longer than anybody waits."""
    low = " ".join(map(str, range(2, 21)))
    rules = "the-game/1 hand=20 minimum=20 ups=1 downs=1 trick=0"
    done = forked("solve", f"{rules} | up: 50 | down: 40 | 1*: 45 {low} | draw: 99")
    assert done.returncode == 1
    assert b"cannot lay the minimum" in done.stdout
