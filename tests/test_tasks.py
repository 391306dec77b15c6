"""The tasks of puzzles: each in one file, named nowhere else; what seeds promise; a new one, made of two files."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzles.generate.generator import generate
from puzzles.generate.order import PuzzleOrder, of_usual_size, parse_ordered_task
from puzzles.puzzle import Puzzle, Task
from puzzles.rating.rate import rate
from puzzles.tasks import KINDS, TASKS, known_tasks
from solver import DoesNotAddUp, Unreadable, format_position
from solver.decide.questions import QUESTIONS
from solver.rules.games import GAMES
from solver.verdict import GOALS
from tests.strategies import position_of
from tests.test_architecture import PRODUCT, ROOT, modules

# --- named in one place

EXAMPLES = {"puzzles/verbs/generate.py", "puzzles/verbs/rate.py"}  # whose help may show whole commands
GOAL_NAMES = {*GOALS, *(question.partition(":")[0] for question in QUESTIONS)}
KNOW_GOALS = ("solver/", "puzzles/server/")  # where a word such as win is a goal of the solver, not a task


def strings_of(path: Path) -> Iterator[str]:
    """The texts in a Python file, docstrings apart."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value


def strings_in_script(path: Path) -> Iterator[str]:
    """The texts in a JavaScript file, comments apart."""
    code = re.sub(r"(^|\s)//.*", "", path.read_text(encoding="utf-8"))
    return (found[1:-1] for found in re.findall(r'"[^"\n]*"|\'[^\'\n]*\'|`[^`]*`', code))


def tasks_named(place: str, texts: Iterator[str]) -> set[str]:
    """The tasks that texts name: as the whole of one, or, where that is no plain English word, anywhere in it."""
    found = set[str]()
    for text in texts:
        found |= {name for name in TASKS if re.fullmatch(rf"{name}(:.*)?", text)}
        found |= {name for name in TASKS if name != "win" and re.search(rf"(?<![\w-]){name}(?![\w-])", text)}
    return found - GOAL_NAMES if place.startswith(KNOW_GOALS) else found


def test_no_file_but_its_own_names_a_task() -> None:
    """Whoever needs to know something about a task asks its kind: nobody compares names."""
    scripts = sorted((ROOT / "puzzles").rglob("*.js"))
    texts = {path: strings_of(path) for path in PRODUCT} | {path: strings_in_script(path) for path in scripts}
    named = dict[str, set[str]]()
    for path, said in texts.items():
        place = path.relative_to(ROOT).as_posix()
        if not place.startswith("puzzles/tasks/") and (names := tasks_named(place, said)):
            named[place] = names
    assert {place: names for place, names in named.items() if place not in EXAMPLES} == {}


def test_each_task_has_a_file() -> None:
    assert len(TASKS) == len(KINDS)
    files = {path.stem.replace("_", "-") for path in modules("puzzles/tasks")}
    assert files == {*TASKS, "kind", "--init--"}


@pytest.mark.parametrize("name", ["lose", "", "win:2", "WIN", "only_turn"])
def test_an_unknown_task_is_refused(name: str) -> None:
    with pytest.raises(
        Unreadable,
        match=r"is not a task: write one of win, best-score, .*, helpwin:2, fewest-turns:2, .*who-begins, .*, mend$",
    ):
        Task(name)


def test_a_task_is_rated_only_in_its_games() -> None:
    duel = position_of("face-to-face | A.up: 50 | A.down: 12 | B.up: 30 | B.down: 20 | A*: 51 40 3 | B: 31 32 19")
    with pytest.raises(DoesNotAddUp, match="task win: face-to-face knows only-turn, where-lost, win-in, helpwin"):
        rate(Puzzle("", duel, Task("win")))


def test_every_task_speaks_both_languages() -> None:
    for kind in KINDS:
        assert "" in kind.question
        assert set(kind.question) <= {"", "team", "duel", "one", "any"}
        assert all(all(words) for words in (*kind.question.values(), kind.short))


def test_the_first_task_of_a_game_is_its_usual_one() -> None:
    assert [known_tasks(GAMES[game])[0] for game in ("the-game", "face-to-face")] == ["win", "only-turn"]


# --- promises

NUMBERS = {"win": 0, "best-score": 1, "only-turn": 2, "where-lost": 3, "win-in": 4, "helpwin": 5}
NUMBERS |= {"fewest-turns": 6, "safe-turn": 7}
NUMBERS |= {"who-begins": 8, "stack-to-win": 9, "stack-to-lose": 10, "mend": 11}
MADE = {  # the first puzzle of seed 1: its deal, its rating, its table
    "quick-and-easy win": (2, 30, "up: y9 | down: b10 | 1: y1 r9 | 2*: b2 g10 | draw: r10 s3"),
    "quick-and-easy best-score": (15, 5, "up: r2 | down: y4 | 1: r4 s4 | 2*: r6 b7 | draw: g7 b4"),
    "quick-and-easy only-turn": (2, 27, "up: y9 | down: b10 | 1: y1 r9 | 2*: b2 g10 | draw: r10 s3"),
    "quick-and-easy where-lost": (2, 6, "up: b4 | down: r5 | 1*: b2 b10 | 2: b9 g10 | draw: r9 r10"),
    "quick-and-easy fewest-turns": (2, 31, "up: b9 | down: b2 | 1: b4 r9 | 2*: b10 g10 | draw: r10 s3"),
    "quick-and-easy safe-turn": (5, 5, "up: b10 | down: r10 | 1*: y4 g7 | 2: s1 g10 | draw?: b1 y2 r7"),
    "face-to-face only-turn": (2, 39, "A.up: 42 | A.down: 5 | B.up: 59 | B.down: 33 | A: 5 7 45 54 | B*: 7 13 37 47"),
    "face-to-face where-lost": (
        3,
        28,
        "A.up: 34 | A.down: 38 | B.up: 24 | B.down: 25 | A*: 5 14 40 41 44 51 | B: 13 23 | B.draw: 54 19 28",
    ),
    "face-to-face win-in": (
        3,
        5,
        "A.up: 56 | A.down: 37 | B.up: 54 | B.down: 59 | A: 13 39 54 | B*: 37 42 | B.draw: 17 2",
    ),
    "face-to-face helpwin": (
        4,
        92,
        "A.up: 10 | A.down: 21 | B.up: 25 | B.down: 48 | A*: 15 25 | B: 45 51 | A.draw: 16 3 39 | B.draw: 15 46",
    ),
}


def test_the_numbers_of_tasks_never_change() -> None:
    numbers = {name: kind.number for name, kind in TASKS.items()}
    assert numbers.items() >= NUMBERS.items()
    assert len({*numbers.values()}) == len(numbers), "two tasks would make the same of a deal"
    told = ", ".join(f"`{name}` {number}" for name, number in numbers.items())
    assert f"({told})" in (ROOT / "docs" / "generate.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("ordered", MADE)
def test_what_seeds_have_made_they_make_again(ordered: str) -> None:
    game, task = ordered.split()
    deal, rating, table = MADE[ordered]
    order = PuzzleOrder(game, parse_ordered_task(task), None if game == "face-to-face" else 2)
    (puzzle,) = generate(of_usual_size(order), 1)
    assert puzzle.source.endswith(f"#{2**32 + deal}")
    assert (puzzle.rating, format_position(puzzle.position).partition(" | ")[2]) == (rating, table)


# --- the recipe of CONTRIBUTING.md, followed

NEW_FILE = """
from puzzles.tasks.kind import TaskKind

BEST_TURN = TaskKind(
    name="best-turn",
    number=90,
    team=True,
    duel=False,
    asks="first-turn",
    aim="fewest-left",
    title="The best turn",
    unsolvable="the position can be won",
    question={"": ("Which turn leaves fewest?", "Welcher Zug lässt am wenigsten übrig?")},
    short=("the best turn", "der beste Zug"),
)
"""
USED = """
import puzzles
from puzzles.checking.check import check_puzzle
from puzzles.files.collection import parse_task, puzzle_to_json
from puzzles.generate.order import PuzzleOrder, of_usual_size
from puzzles.generate.generator import generate
from puzzles.page.export import puzzle_data
from puzzles.play import Session
from puzzles.sheet.words import task_name, task_text

(puzzle,) = generate(of_usual_size(PuzzleOrder("quick-and-easy", parse_task("best-turn"), 2)), 1)
assert puzzle_to_json(puzzle)["task"] == "best-turn"
assert [one.message for one in check_puzzle(puzzle).findings if one.fails] == []
assert puzzle_data(puzzle, 100)["kind"]["first"]
session = Session(puzzle)
for play in puzzle.solution[0].plays:
    session.lay(play.card, play.pile)
session.end_turn()
print(puzzles.__path__[0], session.state, task_text(puzzle, "en"), task_name(puzzle.task, "de"), sep="|")
"""


def test_the_recipe_names_files_that_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    recipe = text.partition("## Adding a task")[2].partition("\n## ")[0]
    named = re.findall(r"`((?:puzzles|tests|docs|bench)/[\w./]*)`", recipe)
    assert "puzzles/tasks/__init__.py" in named
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_a_new_task_takes_its_file_and_its_registration(tmp_path: Path) -> None:
    """Generated, written, checked, put on a page, printed and played: a combination that no task had before."""
    copied = shutil.copytree(ROOT / "puzzles", tmp_path / "puzzles", ignore=shutil.ignore_patterns("__pycache__"))
    copied.joinpath("tasks", "best_turn.py").write_text(NEW_FILE, encoding="utf-8")
    register = copied / "tasks" / "__init__.py"
    text = (
        register.read_text(encoding="utf-8")
        .replace("MEND)", "MEND, BEST_TURN)")
        .replace("MEND,\n)", "MEND,\n    BEST_TURN,\n)")
    )
    register.write_text(text.replace("KINDS =", "from puzzles.tasks.best_turn import BEST_TURN\n\nKINDS ="))
    path = {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    run = subprocess.run(
        [sys.executable, "-c", USED], env=os.environ | path, capture_output=True, cwd=tmp_path, timeout=120
    )
    assert run.stdout.decode().strip().split("|") == [
        str(copied),
        "solved",
        "Which turn leaves fewest?",
        "der beste Zug",
    ], run.stderr.decode()
