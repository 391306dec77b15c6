"""Rules files: a game of one's own, its name, and its place in headers and surveys."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import solver
from solver.errors import Unreadable
from solver.notation.source import load_custom_game
from solver.survey.plan import plan_of_text
from tests.test_survey_command import answer_of, inside

TEXT = """
game = "the-game"
name = "Kleines Spiel"
players = 2
[rules]
highest = 30
hand = 4
"""
EXTREME = 'game = "the-game-extreme"\n[rules]\nhighest = 50\n[commands]\n37 = "stop"\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT)
    return path


# --- the header of a text


def test_a_header_takes_a_rules_file(file: Path) -> None:
    assert solver.load(f"{file} #17") == solver.load("the-game/2 highest=30 hand=4 #17")
    assert solver.load(f"{file}/3 hand=5 #17") == solver.load("the-game/3 highest=30 hand=5 #17")
    position = "up: 5 1 | down: 31 31 | 1*: 9 7 | 2: 8 | draw: 6"
    assert solver.load(f"{file} | {position}") == solver.load(f"the-game/2 highest=30 hand=4 | {position}")


def test_the_commands_of_the_file_come_along(tmp_path: Path) -> None:
    file = tmp_path / "my games" / "x.toml"
    file.parent.mkdir()
    file.write_text(EXTREME)
    written_out = "the-game-extreme/1 highest=50 #3 | commands: "
    assert solver.load(f"{file}/1 #3") == solver.load(f"{written_out}37=stop")
    assert solver.load(f"{file}/1 #3 | commands: 4=skull") == solver.load(f"{written_out}4=skull")
    assert solver.load(f"{file}/1 commands=random #3") == solver.load(
        "the-game-extreme/1 highest=50 commands=random #3"
    )


def test_the_command_line_takes_it(file: Path) -> None:
    assert answer_of(inside("show", f"{file} #1", "--json"))["rules"] == {"highest": 30, "hand": 4}


def test_headers_that_cannot_be_read(tmp_path: Path) -> None:
    for text, culprit in ((f"{tmp_path}/no.toml/2 #1", "no.toml"), (f"{tmp_path}/no.toml | up: 1", "no.toml")):
        with pytest.raises(Unreadable, match=culprit):
            solver.load(text)


# --- its name


@pytest.mark.parametrize("name", ["", " x", "a\\tb", "a\\nb", "a | b", "x" * 61, "\\u001b[31m"])
def test_names_that_are_no_good(tmp_path: Path, name: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'game = "the-game"\nname = "{name}"\n')
    with pytest.raises(Unreadable, match=r"mine\.toml.*name"):
        load_custom_game(path)


def test_the_rules_show_the_name(file: Path) -> None:
    assert inside("rules", str(file)).out.startswith("Kleines Spiel: The Game, 2 players")
    assert answer_of(inside("rules", str(file), "--json"))["name"] == "Kleines Spiel"
    assert "name" not in answer_of(inside("rules", "the-game", "--json"))


def test_a_survey_shows_the_name(file: Path, tmp_path: Path) -> None:
    store = str(tmp_path / "s.db")
    plain = (
        "survey",
        "the-game",
        "-p",
        "2",
        "--set",
        "highest=30",
        "--set",
        "hand=4",
        "--deals",
        "1:5",
        "--store",
        store,
    )
    assert inside(*plain).out.startswith("the-game/2 highest=30 hand=4, deals")
    done = inside("survey", str(file), "--deals", "1:10", "--store", store)
    assert done.out.startswith("Kleines Spiel: the-game/2 highest=30 hand=4, deals 1 to 10")
    assert "Kleines Spiel (the-game)" in inside("survey", "report", store, "--markdown").out
    (found,) = answer_of(inside("survey", "report", store, "--json"))
    assert (found["game"], found["name"], found["rules"]) == ("the-game", "Kleines Spiel", {"highest": 30, "hand": 4})
    assert inside(*plain).out.startswith("Kleines Spiel: ")  # the same question, however it is asked


def test_a_comparison_takes_a_rules_file(file: Path) -> None:
    words = ("survey", "compare", f"{file}/1 hand=2", "the-game/1 highest=30 hand=4", "--deals", "1:10")
    found = answer_of(inside(*words, "--json"))
    assert sum(found[key] for key in ("both", "only_first", "only_second", "neither", "unknown")) == 10
    assert re.search(r"won under Kleines Spiel: the-game/1 highest=30 hand=2 alone", inside(*words).out)
    assert "no.toml" in inside("survey", "compare", "no.toml", "the-game/1").err


def test_plans_of_files_have_the_map_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(EXTREME)
    plan = plan_of_text(f"{path}/1")
    assert [str(card) for card, _ in plan.rules.commands] == ["37"]
    assert plan_of_text(f"{path}/1 commands=random").random_commands
    with pytest.raises(Unreadable, match="only a game"):
        plan_of_text(f"{path}/1 #17")
    assert json.dumps(plan.title) == '"the-game-extreme/1 highest=50 commands=own"'
