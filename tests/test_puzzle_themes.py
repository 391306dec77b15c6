"""Themes: each example with exactly the themes it shows, and so a negative of all others; the same in any form."""

from __future__ import annotations

from collections import Counter

import pytest

import solver
from puzzles.canonical import symmetries
from puzzles.daily import shipped_puzzles
from puzzles.files.collection import parse_task
from puzzles.puzzle import Puzzle, Task
from puzzles.rating.key import key_of
from puzzles.themes import THEMES, themes_of
from solver.table.line import parse_line

DUEL = "face-to-face highest=16 hand=4"
LAST_CARD = "quick-and-easy-pro/3 | up: y5 | down: b1 | 1: s1 r9 | 2: b2 r4 | 3*: b6 g6"
LAST_CARD_THEMES = (
    *("trick-chain", "set-up", "colour-switch", "last-card"),
    *("holding-back", "refused-trick", "quiet-first", "near-miss"),
)
EXAMPLES = [
    ("win", "the-game/1 | up: 20 99 | down: 2 3 | 1*: 30 31", ()),
    ("win", "the-game/1 | up: 30 99 | down: 2 3 | 1*: 10 20 | draw: 21", ("trick-chain",)),
    ("win", "quick-and-easy/2 | up: r6 | down: b3 | 1: s3 r7 | 2*: g2 r9 | draw: b10",
     ("set-up", "waiting-for-a-draw", "hand-over")),
    ("best-score", "quick-and-easy-pro/3 | up: g7 | down: r1 | 1*: y1 r2 | 2: b5 r8 | 3: b6",
     ("trick-chain", "hand-over")),
    ("best-score", "quick-and-easy-pro/3 | up: s6 | down: g1 | 1: r5 | 2*: s7 y9 | 3: s5", ("set-up", "hand-over")),
    ("best-score", "quick-and-easy-pro/3 | up: y5 | down: b6 | 1*: s1 r9 | 2: b2 r4 | 3: g6",
     ("set-up", "colour-switch", "hand-over")),
    ("win", LAST_CARD,
     LAST_CARD_THEMES),
    ("best-score", "quick-and-easy-pro/3 | up: s9 | down: r2 | 1: y6 r8 | 2: s7 y7 | 3*: b1 r9",
     ("holding-back", "refused-trick")),
    ("win", "quick-and-easy-pro/3 | up: g9 | down: s9 | 1*: y1 s7 | 2: y2 g5 | 3: r1 g4 | draw: s4 s5",
     ("holding-back", "quiet-first", "sacrifice")),
    ("best-score", "the-game/2 | up: 99 92 | down: 15 2 | 1*: 3 10 52 | 2: 38", ("one-more", "hand-over")),
    ("best-score", "the-game/2 | up: 94 88 | down: 14 25 | 1: 26 65 | 2*: 16 91", ("hand-over",)),
    ("win", "the-game/2 | up: 98 16 | down: 2 61 | 1*: 85 90 96 99 | 2: 94", ("hand-over", "near-miss")),
    ("only-turn", "the-game-extreme/1 | up: 99 53 | down: 3 17 | 1*: 2 4 67 75 95", ("holding-back", "near-miss")),
    ("best-score", "the-game-extreme/2 | up: 99 58 | down: 54 31 | 1: 44 | 2*: 17 33 40", ("hand-over", "quiet-first")),
    ("best-score", "the-game-extreme/2 | up: 94 99 | down: 6 49 | 1: 39 70 | 2*: 34 47",
     ("one-more", "hand-over", "cover-the-command")),
    ("win", "the-game-extreme/1 | up: 93 43 | down: 2 18 | 1*: 54 65 95 | draw: 59 72 49",
     ("set-up", "cover-the-command", "stop-short")),
    ("only-turn", "the-game-on-fire/2 | up: 94 73 | down: 3 9 | 1: 61 65 66 | 2*: 56 75 78",
     ("set-up", "one-more", "hand-over", "put-out-the-fire")),
    ("only-turn", "the-game-on-fire/2 | up: 81 96 | down: 5 50 | 1*: 4 23 40 | 2: 16 28 45", ("hand-over",)),
    ("only-turn", f"{DUEL} | A.up: 2 | A.down: 15 | B.up: 2 | B.down: 17 | A: 3 10 | B*: 8 11 13", ("one-more",)),
    ("only-turn", f"{DUEL} | A.up: 11 | A.down: 10 | B.up: 10 | B.down: 8 | A: 9 | B*: 3 8", ("gift",)),
    ("only-turn", f"{DUEL} | A.up: 4 | A.down: 17 | B.up: 16 | B.down: 2 | A*: 3 9 | B: 8 11 13 | A.draw: 4",
     ("no-gift",)),
    ("only-turn", f"{DUEL} | A.up: 14 | A.down: 7 | B.up: 12 | B.down: 17 | A*: 5 10 | B: 2 5", ("gift", "poison")),
    ("only-turn", "face-to-face highest=20 hand=4 | A.up: 15 | A.down: 19 | B.up: 11 | B.down: 9 | A*: 5 8 |"
     " B: 14 16 17 | A.draw: 10 2 13 | B.draw: 12", ("gift", "deny-the-refill")),
]  # fmt: skip


def example(task: str, position: str) -> Puzzle:
    loaded = solver.load(position)
    assert isinstance(loaded, solver.Position)
    return Puzzle("example", loaded, parse_task(task))


@pytest.mark.parametrize(("task", "position", "themes"), EXAMPLES)
def test_an_example_shows_its_themes_and_no_others(task: str, position: str, themes: tuple[str, ...]) -> None:
    assert themes_of(example(task, position)) == themes


def test_every_theme_has_an_example_and_a_counterexample() -> None:
    shown = [set(themes) for _, _, themes in EXAMPLES]
    for name in THEMES.keys() - {"spoiled-win"}:  # it needs a stipulation: see test_puzzle_stipulated
        assert any(name in themes for themes in shown), name
        assert any(name not in themes for themes in shown), name


def test_themes_say_what_they_are_in_two_languages() -> None:
    for name, theme in THEMES.items():
        assert theme.name == name
        assert theme.title_en
        assert theme.title_de
        assert theme.says.endswith(".")


@pytest.mark.parametrize(("task", "position", "themes"), EXAMPLES)
def test_themes_survive_what_changes_only_names(task: str, position: str, themes: tuple[str, ...]) -> None:
    first = example(task, position)
    for symmetry in list(symmetries(first.position.rules))[::37]:  # some of 240 in Quick & Easy, both elsewhere
        turned = Puzzle("turned", symmetry.position(first.position), first.task)
        assert themes_of(turned) == themes, symmetry
    flipped = list(symmetries(first.position.rules))[-1]
    assert flipped.flip
    assert themes_of(Puzzle("flipped", flipped.position(first.position), first.task)) == themes


def test_the_solution_that_is_written_down_does_not_matter() -> None:
    task, position, themes = EXAMPLES[1]
    plain = example(task, position)
    told = Puzzle("told", plain.position, plain.task, solution=parse_line("1: 20@up1 10@up1; 1: 21@up1"), unique="line")
    assert themes_of(told) == themes


def test_the_key_ends_where_several_turns_are_right() -> None:
    free = key_of(example("win", "the-game/1 | up: 20 99 | down: 2 3 | 1*: 30 31"))
    assert len(free.steps) == 1
    assert len(free.steps[0].view.rights) > 1
    forced = key_of(example("win", LAST_CARD))
    assert forced.ends
    assert [len(step.view.rights) for step in forced.steps] == [1] * 6


def test_of_a_lost_game_the_missed_turn_is_the_key() -> None:
    position = solver.load("quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9")
    assert isinstance(position, solver.Position)
    lost = Puzzle("lost", position, Task("where-lost"), played=parse_line("1: s1@down; 2: r3@up"))
    assert key_of(lost).steps[0].position == position
    won = Puzzle("won", position, Task("where-lost"), played=parse_line("1: b5@down"))
    assert key_of(won).steps == ()
    assert themes_of(won) == ()


def test_no_puzzle_shows_a_theme_outside_its_setting() -> None:
    settings = Counter[str]()
    for puzzle in shipped_puzzles():
        for name in puzzle.themes:
            setting = THEMES[name].only_in
            assert setting is None or setting.holds(puzzle.position.rules), puzzle.id
            settings[setting.says if setting is not None else ""] += 1
    assert min(settings.values()) > 0
    assert len(settings) >= 5
