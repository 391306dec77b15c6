"""The command as people use it: every verb, its exit status, its colours, its completion."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import solver
from solver.rules.games import GAMES
from solver.rules.rulings import rules_of
from solver.version import __version__
from tests.command import TENBACK, TIMEOUT, Completed, environment, forked, shell, tenback

VERBS = (
    "help",
    "games",
    "rules",
    "deal",
    "show",
    "solve",
    "verify",
    "analyze",
    "advise",
    "graph",
    "survey",
    "train",
    "warm",
    "puzzle",
    "serve",
)
POSITION = "quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1"
POSITION_JSON = json.dumps(
    {"game": "quick-and-easy", "piles": {"up": "r7", "down": "b4"}, "hands": {"1": ["b5", "s1"]}, "draw": []}
)
WIN, BROKEN, UNFINISHED = "1: b5@down s1@down", "1: b5@up", "1: b5@down"
WIN_JSON = '{"turns": [{"player": 1, "plays": [["b5", "down"], ["s1", "down"]]}]}'
BOXES, COLOURS = "╭", "\x1b["


def text_of(done: Completed, status: int = 0) -> str:
    """What was printed, where nothing went wrong."""
    assert done.stderr == b""
    assert done.returncode == status
    return done.stdout.decode("utf-8")


def json_of(done: Completed, status: int = 0) -> Any:
    """The one line of JSON that was printed."""
    text = text_of(done, status)
    assert text.count("\n") == 1
    return json.loads(text)


# --- the frame


def test_version() -> None:
    assert text_of(tenback("--version")) == f"tenback {__version__}\n"
    assert solver.__version__ == __version__


def test_help_of_the_program_lists_the_verbs() -> None:
    text = text_of(forked("--help"))
    for verb in VERBS:
        assert re.search(rf"\b{verb}\b", text)


def test_no_verb_shows_the_help_and_is_an_error() -> None:
    done = forked()
    assert done.returncode == 2
    assert b"Usage: tenback" in done.stdout + done.stderr


HEAVY = ("solver.api", "numba", "ortools", "networkx", "matplotlib", "numpy", "scipy", "pandas")
WHAT_IS_LOADED = f"""
import sys, cli
sys.argv = ["tenback", *sys.argv[1:]]
try:
    cli.main()
finally:
    print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)
"""


@pytest.mark.parametrize(
    "arguments", [["games"], ["deal", "the-game", "1"], ["verify", POSITION, WIN], ["show", POSITION]]
)
def test_light_verbs_load_nothing_heavy(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WHAT_IS_LOADED, *arguments],
        capture_output=True,
        timeout=TIMEOUT,
        env=environment(),
        check=True,
    )
    assert done.stderr == b"[]\n"


# --- games, rules


def test_games() -> None:
    text = text_of(forked("games"))
    assert [line.split()[0] for line in text.splitlines()] == list(GAMES)


def test_games_in_json() -> None:
    data = json_of(forked("games", "--json"))
    assert [entry["game"] for entry in data] == list(GAMES)
    by_name = {entry["game"]: entry for entry in data}
    assert by_name["the-game"]["rules"]["hand"] == {"1": 8, "2": 7, "3": 6, "4": 6, "5": 6}
    assert by_name["the-game"]["rules"]["maximum"] is None
    assert by_name["face-to-face"]["players"] == [2]


@pytest.mark.parametrize("name", GAMES)
def test_rules_of_every_game(name: str) -> None:
    text = " ".join(text_of(forked("rules", name)).split())
    data = json_of(forked("rules", name, "--json"))
    game = GAMES[name]
    settled = solver.Rules.of(game, 2 if game.is_duel else 1)
    expected = [{"id": rule.id, "kind": rule.kind, "text": rule.text(settled)} for rule in rules_of(settled)]
    assert data == {"game": name, "players": settled.players, "rules": {}, "rulings": expected}
    assert text.startswith(game.title)
    for rule in expected:
        ruling = "(ruling) " if rule["kind"] == "ruling" else ""
        assert f"{rule['id']} {ruling}{rule['text']}" in text


def test_rules_with_players_and_settings() -> None:
    text = text_of(forked("rules", "the-game", "--players", "2", "--set", "minimum=3", "--set", "trick=7"))
    assert "The Game, 2 players" in text
    assert "A full hand is 7 cards" in text
    assert "at least 3;" in text
    assert "exactly 7 lower" in text


@pytest.fixture
def rules_file(tmp_path: Path) -> str:
    file = tmp_path / "three-piles.toml"
    file.write_text('game = "the-game"\nplayers = 2\n[rules]\ndowns = 1\ntrick = 7\nmaximum = "none"\n')
    return str(file)


def test_rules_of_a_rules_file(rules_file: str) -> None:
    text = text_of(forked("rules", rules_file))
    assert "The Game, 2 players" in text
    assert "The piles are up1, up2, down." in text
    assert json_of(forked("rules", rules_file, "--json"))["rules"] == {"downs": 1, "trick": 7}


def test_the_command_line_goes_before_the_rules_file(rules_file: str) -> None:
    data = json_of(forked("rules", rules_file, "--players", "3", "--set", "trick=9", "--json"))
    assert data["rules"] == {"downs": 1, "trick": 9}
    assert data["players"] == 3


# --- deal


def test_deal() -> None:
    text = text_of(forked("deal", "the-game", "17", "--players", "2"))
    assert solver.load(text) == solver.deal("the-game", 2, 17)
    assert text_of(forked("deal", "the-game")) == text_of(forked("deal", "the-game", "1", "-p", "1"))


def test_deal_ranges() -> None:
    for game in GAMES:
        texts = text_of(forked("deal", game, "5:9")).splitlines()
        assert [solver.load(text) for text in texts] == [solver.deal(game, None, number) for number in range(5, 10)]
    data = [json.loads(line) for line in text_of(forked("deal", "face-to-face", "5:6", "--json")).splitlines()]
    assert [solver.load(entry) for entry in data] == [solver.deal("face-to-face", 2, number) for number in (5, 6)]
    assert text_of(forked("deal", "the-game", "5:5")) == text_of(forked("deal", "the-game", "5"))


def test_deal_with_settings_and_rules_file(rules_file: str) -> None:
    text = text_of(forked("deal", rules_file, "3", "--set", "hand=5"))
    assert text.startswith("the-game/2 downs=1 hand=5 trick=7 | deck: ")
    assert solver.load(text) == solver.deal("the-game", 2, 3, {"downs": 1, "hand": 5, "trick": 7})
    assert "maximum=none" in text_of(forked("deal", "quick-and-easy", "3", "--set", "maximum=none"))


def test_deal_with_command_maps(tmp_path: Path) -> None:
    placeholder, random = (
        text_of(forked("deal", "the-game-extreme", "4", "--commands", name)) for name in ("placeholder", "random")
    )
    assert "commands:" not in placeholder
    assert solver.load(random) == solver.load("the-game-extreme commands=random #4")
    file = tmp_path / "extreme.toml"
    file.write_text('game = "the-game-extreme"\n[commands]\n37 = "stop"\n40 = "skull"\n')
    assert "| commands: 37=stop 40=skull |" in text_of(forked("deal", str(file), "4"))


# --- show


def test_show_draws_the_table_plainly_in_a_pipe() -> None:
    text = text_of(forked("show", "the-game/2 #1"))
    assert "The Game · 2 players · 98 cards left · player 1 to move" in text
    assert BOXES in text
    assert COLOURS not in text
    for card in ("1", "100", "26", "47"):
        assert re.search(rf"\b{card}\b", text)
    assert all(line == line.rstrip() for line in text.splitlines())


def test_show_takes_every_form_from_everywhere(tmp_path: Path) -> None:
    as_text, as_json = tmp_path / "position.txt", tmp_path / "position.json"
    as_text.write_text(POSITION + "\n")
    as_json.write_text(POSITION_JSON, encoding="utf-8-sig")
    drawings = {
        text_of(forked("show", POSITION)),
        text_of(forked("show", POSITION_JSON)),
        text_of(forked("show", str(as_text))),
        text_of(forked("show", str(as_json))),
        text_of(forked("show", "-", stdin=POSITION.replace("|", "\n|").encode())),
        text_of(forked("show", "-", stdin=POSITION_JSON.encode())),
    }
    assert len(drawings) == 1


def test_show_text_and_json_read_back() -> None:
    for source in (POSITION, POSITION_JSON, "the-game/2 #1", "face-to-face #3", "the-game-extreme/5 hand=3 #9"):
        thing = solver.load(source)
        assert solver.load(text_of(forked("show", source, "--text"))) == thing
        assert solver.load(json_of(forked("show", source, "--json"))) == thing


def test_show_with_settings() -> None:
    assert text_of(forked("show", "the-game/2 #1", "--set", "hand=5", "--text")).startswith(
        "the-game/2 hand=5 | deck: "
    )
    assert "hand 5" in text_of(forked("show", "the-game/2 #1", "--set", "hand=5"))


def test_show_draws_every_game() -> None:
    for name, game in GAMES.items():
        text = text_of(forked("show", f"{name} #1"))
        assert text.startswith(game.title)
        for pile in solver.deal(name).rules.piles:
            assert re.search(rf"(?<!\w){re.escape(pile.name)} [↑↓]", text)


def test_show_says_what_is_unknown_and_what_is_over() -> None:
    assert "order unknown" in text_of(forked("show", "the-game/1 | up: 17 1 | 1: 5 6 7 8 9 10 11 12 | draw?: 44 3"))
    assert "cannot lay the minimum: lost" in text_of(forked("show", "quick-and-easy | up: r7 | down: b4 | 1: y5"))
    assert "every card is laid: won" in text_of(forked("show", "quick-and-easy | up: r7 | down: b4 | 1: -"))


def test_show_where_only_ascii_can_be_printed() -> None:
    done = tenback("show", "the-game-extreme/1 | up: 19 1 | down: 100 100 | 1: 5 6", env={"PYTHONIOENCODING": "ascii"})
    assert done.stderr == b""
    text = done.stdout.decode("ascii")
    assert "up1 ^" in text
    assert "! stop" in text
    assert "?" not in text


def on_a_terminal(*arguments: str, env: dict[str, str] | None = None) -> str:
    """What ``tenback`` prints on a terminal of its own."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [TENBACK, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment({"TERM": "xterm-256color", "COLUMNS": "100", **(env or {})}),
    )
    os.close(theirs)
    parts = []
    try:
        while part := os.read(ours, 65536):
            parts.append(part)
    except OSError:  # Linux: the other end is closed
        pass
    os.close(ours)
    assert process.wait(timeout=TIMEOUT) == 0
    return b"".join(parts).decode("utf-8")


def test_colours_on_a_terminal_and_none_where_they_are_not_wanted() -> None:
    colourful = on_a_terminal("show", POSITION)
    assert BOXES in colourful
    assert "\x1b[1;31m" in colourful or "\x1b[31m" in colourful  # the red 7
    sober = on_a_terminal("show", POSITION, env={"NO_COLOR": "1"})
    assert BOXES in sober
    assert not re.search(r"\x1b\[[\d;]*3\d", sober)
    dumb = on_a_terminal("show", POSITION, env={"TERM": "dumb"})
    assert COLOURS not in dumb


# --- verify


@pytest.mark.parametrize("position", [POSITION, POSITION_JSON])
@pytest.mark.parametrize("line", [WIN, WIN_JSON])
def test_verify_from_arguments_files_and_standard_input(position: str, line: str, tmp_path: Path) -> None:
    files = tmp_path / "position", tmp_path / "line"
    files[0].write_text(position)
    files[1].write_text(line)
    won = "legal: every card is laid: won\n"
    assert text_of(forked("verify", position, line)) == won
    assert text_of(forked("verify", *map(str, files))) == won
    assert text_of(forked("verify", "-", line, stdin=position.encode())) == won
    assert text_of(forked("verify", position, "-", stdin=line.encode())) == won


def test_verify_statuses() -> None:
    assert text_of(forked("verify", POSITION, WIN)) == "legal: every card is laid: won\n"
    assert text_of(forked("verify", POSITION, UNFINISHED), status=1).startswith("legal: 1 card left")
    broken = text_of(forked("verify", POSITION, BROKEN), status=1)
    assert broken.startswith("illegal: turn 1, play 1: b5 on up")
    assert broken.endswith("(rule: follow)\n")


def test_verify_in_json() -> None:
    won = json_of(forked("verify", POSITION, WIN, "--json"))
    assert won == {
        "legal": True,
        "complete": True,
        "won": True,
        "winner": None,
        "cards_left": 0,
        "turns": 1,
        "reason": "every card is laid: won",
        "violation": None,
    }
    broken = json_of(forked("verify", POSITION, BROKEN, "--json"), status=1)
    assert broken["violation"] == {"turn": 1, "play": 1, "rule": "follow"}
    assert not broken["legal"]
    assert not json_of(forked("verify", POSITION, UNFINISHED, "--json"), status=1)["complete"]


def test_verify_of_a_numbered_deal() -> None:
    position = solver.deal("the-game", 1, 1).position()
    turn = next(iter(position.legal_turns))
    assert text_of(forked("verify", "the-game #1", str(turn)), status=1).startswith("legal: ")


# --- completion


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_completion_scripts(name: str) -> None:
    script = text_of(forked(env={"_TENBACK_COMPLETE": f"source_{name}"}))
    assert "tenback" in script
    assert f"_TENBACK_COMPLETE=complete_{name}" in script


def test_show_completion_in_a_shell() -> None:
    done = shell("tenback --show-completion")
    assert b"complete -o default -F _tenback_completion tenback" in done.stdout


def completions(words: str) -> list[str]:
    """What bash is offered for the last of these words."""
    count = len(words.split(" ")) - 1
    env = {"_TENBACK_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(count)}
    return text_of(forked(env=env)).split()


def test_completion_of_verbs_games_and_settings() -> None:
    assert set(VERBS) <= set(completions("tenback "))
    assert completions("tenback rules q") == ["quick-and-easy", "quick-and-easy-pro"]
    assert completions("tenback deal the-game-") == ["the-game-extreme", "the-game-on-fire"]
    assert completions("tenback deal the-game --set h") == ["highest=", "hand="]


def test_completion_for_zsh_and_fish() -> None:
    zsh = {"_TENBACK_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": "tenback rules f"}
    assert "face-to-face" in text_of(forked(env=zsh))
    fish = {**zsh, "_TENBACK_COMPLETE": "complete_fish", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    assert text_of(forked(env=fish)).startswith("face-to-face\t")
