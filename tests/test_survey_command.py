"""``tenback survey`` as people and scripts use it."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cli
import solver
from bench.winnability import LIST, PARTS, filled, write_list
from solver.survey.plan import plan_of_text
from tests.command import TENBACK, TIMEOUT, environment
from tests.docs import lines, page
from tests.surveys import close_stores, survey

SMALL = ("the-game", "--set", "highest=25", "--set", "ups=1", "--set", "downs=1", "--set", "hand=3")


@dataclass(frozen=True)
class Answer:
    """What a command wrote, and its status."""

    status: object
    out: str
    err: str


def inside(*words: str) -> Answer:
    """Run the command in this process, where the libraries are loaded already."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = cli.run(words)
    return Answer(status, out.getvalue(), err.getvalue())


def answer_of(done: Answer) -> Any:
    assert done.err == ""
    assert done.status == 0
    return json.loads(done.out)


def test_json_as_laid_down() -> None:
    found = answer_of(inside("survey", *SMALL, "--deals", "1:40", "--json"))
    rules = "the-game/1 highest=25 ups=1 downs=1 hand=3"
    names = {number: solver.solve(f"{rules} #{number}").name for number in range(1, 41)}
    lost = [number for number, name in names.items() if name == "unwinnable"]
    assert found["lost_deals"] == lost
    assert (found["won"], found["lost"], found["unknown"]) == (40 - len(lost), len(lost), 0)
    assert found["share"] == found["won"] / 40
    low, high = found["interval"]
    assert low < found["share"] < high
    assert (found["confidence"], found["method"]) == (0.95, "clopper-pearson")
    assert found["seconds"] > 0


def test_options_may_stand_before_the_game_and_the_verb_may_be_written_out() -> None:
    plain = answer_of(inside("survey", *SMALL, "--deals", "1:10", "--json"))
    for words in (("--deals", "1:10", "--json", *SMALL), ("run", *SMALL, "--deals", "1:10", "--json")):
        assert answer_of(inside("survey", *words))["lost_deals"] == plain["lost_deals"]


def test_wilson_on_request() -> None:
    found = answer_of(inside("survey", *SMALL, "--deals", "1:40", "--interval", "wilson", "--json"))
    assert found["method"] == "wilson"


def test_text_for_people_and_the_report(tmp_path: Path) -> None:
    store, plot = tmp_path / "s.db", tmp_path / "s.svg"
    text = inside("survey", *SMALL, "--deals", "1:60", "--store", str(store)).out
    assert re.search(r"won \d+, lost \d+, unknown 0", text)
    assert "95 % interval" in text
    assert re.search(r"lost \d+: ", text)
    report = inside("survey", "report", str(store), "--plot", str(plot)).out
    assert "highest=25" in report
    assert plot.read_text().startswith("<?xml")
    assert answer_of(inside("survey", "report", str(store), "--json"))[0]["deals"] == [1, 60]
    assert inside("survey", "report", str(store), "--markdown").out.startswith("| game |")


def test_a_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    store, plot = tmp_path / "s.db", tmp_path / "curve.png"
    words = ("survey", *SMALL[:-2], "--sweep", "hand=2:4", "--deals", "1:60", "--store", str(store))
    found = answer_of(inside(*words, "--plot", str(plot), "--json"))
    assert found["sweep"] == "hand"
    assert [one["value"] for one in found["surveys"]] == [2, 3, 4]
    shares = [one["share"] for one in found["surveys"]]
    assert shares == sorted(shares)
    assert plot.read_bytes().startswith(b"\x89PNG")
    table = inside(*words).out
    assert table.count("\n") == 4
    players = answer_of(inside("survey", *SMALL, "--sweep", "players=1:2", "--deals", "1:20", "--json"))
    assert [one["players"] for one in players["surveys"]] == [1, 2]


def test_a_comparison() -> None:
    rules = "the-game/1 highest=25 ups=1 downs=1"
    words = ("survey", "compare", f"{rules} hand=3", f"{rules} hand=4", "--deals", "1:60")
    found = answer_of(inside(*words, "--json"))
    assert sum(found[key] for key in ("both", "only_first", "only_second", "neither", "unknown")) == 60
    assert found["only_second"] > found["only_first"]
    assert found["p_value"] < 0.01
    assert "McNemar" in inside(*words).out


def test_merge_and_export(tmp_path: Path) -> None:
    for name, deals in (("a.db", "1:20"), ("b.db", "21:40")):
        assert inside("survey", *SMALL, "--deals", deals, "--store", str(tmp_path / name)).status == 0
    stores = [str(tmp_path / name) for name in ("all.db", "a.db", "b.db")]
    assert answer_of(inside("survey", "merge", *stores, "--json")) == {"taken": 2, "known": 0, "left_out": []}
    done = inside("survey", "export", stores[0], str(tmp_path / "lost.csv"))
    assert re.fullmatch(r"\d+ rows\n", done.out)


def test_a_rules_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "the-game"\nplayers = 2\n[rules]\nhighest = 30\nhand = 4\n')
    found = answer_of(inside("survey", str(file), "--deals", "1:10", "--json"))
    assert (found["players"], found["rules"]) == (2, {"highest": 30, "hand": 4})


def test_progress_on_a_terminal() -> None:
    ours, theirs = os.openpty()
    words = [TENBACK, "survey", "quick-and-easy", "-p", "2", "--deals", "1:20000", "--json"]
    env = environment({"TERM": "xterm", "COLUMNS": "150"})
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=theirs, env=env)
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    answer, _ = process.communicate(timeout=TIMEOUT)
    assert json.loads(answer)["won"] > 19_000
    assert b"deals a second" in shown


@pytest.mark.parametrize("verb", ["run", "report", "export", "merge", "compare"])
def test_help_shows_an_example(verb: str) -> None:
    text = " ".join(inside("survey", verb, "--help").out.split())
    assert "Examples: tenback survey " in " ".join(text.split())


@pytest.mark.parametrize(
    ("words", "culprit"),
    [
        (("--deals", "10:1"), "'10:1'"),
        (("--deals", "0:5"), "deal 0"),
        (("--deals", "1:9007199254740993"), "9007199254740993"),
        (("--deals", "1:9007199254740991"), "at most"),
        (("--deals", "all"), "'all'"),
        (("--jobs", "0"), "jobs 0"),
        (("--pool", "carts"), "'carts'"),
        (("--chunk", "-1"), "chunk -1"),
        (("--interval", "bayes"), "'bayes'"),
        (("--until-width", "2"), "width 2"),
        (("--state-limit", "0"), "state limit 0"),
        (("--time-limit", "nan"), "time limit nan"),
        (("--commands", "printed"), "'printed'"),
        (("--commands", "random"), "the-game"),
        (("--sweep", "hand"), "'hand'"),
        (("--sweep", "hand=8:2"), "reversed"),
        (("--sweep", "hand=²:3"), "'hand=²:3'"),
        (("--sweep", "hand=2:٣"), "'hand=2:٣'"),
        (("--sweep", "=2:3"), "'=2:3'"),
        (("--sweep", "hands=2:3"), "'hands'"),
        (("--sweep", "players=4:9", "--deals", "1:1"), "players=6"),
        (("--plot", "x.bmp", "--deals", "1:1"), "x.bmp"),
        (("--set", "hand=99"), "hand=99"),
        (("--players", "9"), "players=9"),
        (("--nonsense",), "--nonsense"),
    ],
)
def test_bad_input(words: tuple[str, ...], culprit: str) -> None:
    done = inside("survey", "the-game", *words)
    assert done.status == 2
    assert done.out == ""
    text = done.err
    assert text.startswith("tenback: ")
    assert text.count("\n") == 1
    assert culprit in text


def test_bad_games_and_bad_comparisons() -> None:
    for words, culprit in (
        (("survey", "chess"), "'chess'"),
        (("survey", "compare", "the-game/1", "quick-and-easy/1"), "same deck"),
        (("survey", "compare", "the-game/1", "the-game/1 #3"), "'the-game/1 #3'"),
        (("survey", "report"), "STORE"),
    ):
        done = inside(*words)
        assert done.status == 2
        assert culprit in done.err


def test_what_is_not_installed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "s.db"
    assert inside("survey", *SMALL, "--deals", "1:5", "--store", str(store)).status == 0
    for module in ("distributed", "matplotlib", "pyarrow"):
        monkeypatch.setitem(sys.modules, module, None)
    for words, package in (
        (("survey", *SMALL, "--deals", "1:5", "--cluster", "tcp://127.0.0.1:9"), "tenback[cluster]"),
        (("survey", "report", str(store), "--plot", "x.svg"), "tenback[plot]"),
        (("survey", "export", str(store), "x.parquet"), "tenback[parquet]"),
    ):
        done = inside(*words)
        assert done.status == 2
        assert package in done.err
        assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("verb", "extra"),
    [
        (("survey", "run"), "plot"),
        (("survey", "run"), "cluster"),
        (("survey", "report"), "plot"),
        (("survey", "export"), "parquet"),
        (("graph",), "plot"),
        (("puzzle", "print"), "sheets"),
        (("serve",), "serve"),
    ],
)
def test_the_help_names_what_must_be_installed(verb: tuple[str, ...], extra: str) -> None:
    words = re.sub(r"[\s│]+", "", inside(*verb, "--help").out)  # it may be wrapped anywhere
    assert f"tenback[{extra}]" in words


# --- docs/winnability.md

PAGE_COMMANDS = [
    line for name in ("winnability.md", "surveys.md") for line in lines(name, "sh") if line.startswith("tenback survey")
]


def test_the_page_has_commands_and_the_marks_of_its_parts() -> None:
    assert len(PAGE_COMMANDS) >= 10
    for name in PARTS:
        assert f"<!-- {name}: start -->\n" in page("winnability.md")
        assert f"<!-- {name}: end -->\n" in page("winnability.md")


def test_parts_of_the_page_are_filled_in() -> None:
    text = "a\n<!-- x: start -->\nold\n<!-- x: end -->\nb\n"
    assert filled(text, "x", "new\n") == "a\n<!-- x: start -->\nnew\n<!-- x: end -->\nb\n"


@pytest.mark.parametrize("command", PAGE_COMMANDS)
def test_the_commands_of_the_page(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run with two deals and few states, so that only the command itself is tried."""
    monkeypatch.chdir(tmp_path)
    words = re.sub(r" --state-limit \d+", "", re.sub(r"1:\d+", "1:2", command.removeprefix("tenback ")))
    words = re.sub(r"(players|hand)=1:2", r"\1=1:5", words)
    done = inside(*shlex.split(words), "--jobs", "1", "--state-limit", "1000")
    assert done.err == ""
    assert done.status == 0


# --- docs/lost-deals.csv

CHEAP = 2_000  # states of a proof that a test makes again


def lost_deals() -> list[dict[str, str]]:
    with LIST.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_list_of_lost_deals_is_as_told() -> None:
    rows = lost_deals()
    assert len(rows) > 800
    assert list(rows[0]) == ["rules", "verdict", "deal", "states", "reason"]
    assert {row["verdict"] for row in rows} <= {"unwinnable", "unknown"}
    for rules in {row["rules"] for row in rows}:
        assert plan_of_text(rules).title == rules
        deals = [int(row["deal"]) for row in rows if row["rules"] == rules]
        assert deals == sorted(set(deals))
    assert all(row["reason"] or int(row["states"]) > 0 for row in rows)


def test_a_sample_of_lost_deals_is_decided_again() -> None:
    rows = [row for row in lost_deals() if row["verdict"] == "unwinnable" and int(row["states"] or 0) < CHEAP]
    for row in Random(20).sample(rows, 25):
        assert solver.solve(f"{row['rules']} #{row['deal']}").name == "unwinnable"


def test_the_list_takes_the_deals_of_a_store(tmp_path: Path) -> None:
    """Those of the same survey are replaced, those of others stay."""
    path, rules = tmp_path / "list.csv", "quick-and-easy/1"
    other = "the-game/1 hand=6,unknown,184,5,5 states"
    path.write_text(f"rules,verdict,deal,states,reason\n{other}\n{rules},unwinnable,1,5,\n", encoding="utf-8")
    found = survey(rules, (1, 20))
    write_list(path, [found])
    close_stores()
    words = [line.split(",") for line in path.read_text(encoding="utf-8").splitlines()[2:]]
    assert path.read_text(encoding="utf-8").splitlines()[1] == other
    assert [word[2] for word in words] == ["7", "8", "10", "13", "16"]
    assert {word[1] for word in words} == {"unwinnable"}
