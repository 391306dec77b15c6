"""Sample puzzles of every game and every task for the sheets, and deliberately absurd ones."""

from __future__ import annotations

from typing import Any

import solver
from puzzles.puzzle import Collection, Puzzle, Task
from puzzles.sheet.block import Numbered
from solver import Position
from solver.notation.source import load, starting_position

ONE = "the-game/1 | up: 91 58 | down: 26 16 | 1*: 18 31 41 42 47 49 67 93 | draw: 51 59"
ONE_SOLUTION = "93@up1 18@down1 +51 +59; 59@up2 49@up2 51@up2 41@up2 31@up2 42@up2 47@up2 67@up2"
TWO = "the-game/2 | up: 57 71 | down: 43 30 | 1*: 47 58 61 70 81 88 90 | 2: 5 6 12 33 20 44 53 | draw: 25 98 3 99"
TWO_SOLUTION = """
1: 61@up2 47@up1 +25 +98; 2: 53@down1 44@down1 +3 +99; 1: 25@down2; 2: 20@down2; 1: 70@up2; 2: 12@down2; 1: 81@up2
2: 6@down2; 1: 88@up2; 2: 5@down2; 1: 90@up2; 2: 3@down2; 1: 98@up2; 2: 33@down1; 1: 58@up1; 2: 99@up1
"""
FIVE = (
    "the-game/5 | up: 64 62 | down: 47 28 | 1: 13 70 90 | 2: 14 19 30 | 3*: 12 37 54 | 4: 3 26 72 | 5: 40 59 66"
    " | draw: 77 5"
)
FIVE_SOLUTION = """
3: 54@up1 37@down1 +77 +5; 4: 26@down2; 5: 66@up2; 1: 70@up2; 2: 30@down1; 3: 77@up2; 4: 3@down2; 5: 40@down1 59@up1
1: 13@down2; 2: 19@down1; 3: 12@down2; 4: 72@up1; 1: 90@up1; 2: 14@down1; 3: 5@down1
"""
EXTREME = (
    "the-game-extreme/2 | commands: 37=stop 40=skull 44=three 51=silence 52=no-trick 53=one-pile 54=draw-one 61=skull"
    " | up: 51 17 | down: 88 100 | 1*: 37 40 44 52 61 70 71 | 2: 41 53 54 80 81 | draw: 60 62 63"
)
EXTREME_SOLUTION = """
1: 37@up2 +60; 2: 41@up1 81@down1 +62 +63; 1: 40@up2 44@up2 52@up1; 2: 80@down1; 1: 71@down1; 2: 53@up1; 1: 70@down1
2: 63@down1; 1: 61@down1 60@down1; 2: 62@down2; 2: 54@down1
"""
EASY = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"
EASY_SOLUTION = "1: b5@down; 2: r3@down; 1: y9@up; 2: g2@down; 1: s1@down"
SAFE = "quick-and-easy/2 | up: b10 | down: r10 | 1*: y4 g7 | 2: s1 g10 | draw?: b1 y2 r7"
SAFE_SOLUTION = "1: g7@down +b1; 2: g10@down s1@down +y2 +r7; 1: b1@up y4@up; 2: y2@up r7@up"
LOST = "quick-and-easy/1 | up: g8 | down: b2 | 1*: r5 s1 | draw: y9 g1 g2 r1 r9 s5"
DUEL = (
    "face-to-face | A.up: 50 | A.down: 12 | B.up: 30 | B.down: 20 | A*: 51 40 3 11 | B: 31 32 19 45"
    " | A.draw: 53 | B.draw: 33 9"
)
DUEL_SOLUTION = """
A: 11@A.down 3@A.down 40@B.down +53; B: 32@B.down 19@B.down 45@B.up 31@A.down +33 +9; A: 53@A.up 51@B.down
"""
CUSTOM = (
    "the-game/1 ups=3 downs=1 trick=7 highest=50 | up: 20 31 44 | down: 12 | 1*: 13 24 37 38 45 10 3 40 | draw: 46 5"
)
CUSTOM_SOLUTION = "37@up3 10@down +46 +5; 5@down; 3@down; 38@up3; 40@up3; 45@up3; 46@up3; 24@up2; 13@up1"


def puzzle(name: str, position: str | Position, task: str, solution: str = "", **more: Any) -> Puzzle:
    """A puzzle from texts; ``turns`` is the task's number."""
    found = position if isinstance(position, Position) else starting_position(load(position))
    line = solver.parse_line(solution) if solution else ()
    return Puzzle(id=name, position=found, task=Task(task, more.pop("turns", None)), solution=line, **more)


SAMPLES = (
    puzzle(
        "one", ONE, "win", ONE_SOLUTION, title="Ten back", rating=34, unique="first-turn",
        notes="Back, on, and back twice.",
    ),
    puzzle("extreme", EXTREME, "win", EXTREME_SOLUTION, title="Seven commands", rating=99),
    puzzle("duel", DUEL, "win-in", DUEL_SOLUTION, turns=2, title="Help that hurts", rating=55),
    puzzle("easy", EASY, "win", EASY_SOLUTION, title="Blue on blue", rating=10, unique="first-turn"),
    puzzle("two", TWO, "win", TWO_SOLUTION, title="Two hands", rating=70),
    puzzle("five", FIVE, "only-turn", FIVE_SOLUTION, title="Five at the table", rating=80),
    puzzle("lost", LOST, "best-score", "s1@down +y9; y9@up +g1", title="Not to be won", rating=45, unique="line"),
    puzzle(
        "where", EASY, "where-lost", EASY_SOLUTION, title="What went wrong?", rating=20,
        played=solver.parse_line("1: s1@down; 2: r3@up"), lost_at=1,
    ),
    puzzle("custom", CUSTOM, "win", CUSTOM_SOLUTION, title="Seven back", rating=60),
    puzzle("help", DUEL, "helpwin", DUEL_SOLUTION, turns=2, title="Together"),
    puzzle("safe", SAFE, "safe-turn", SAFE_SOLUTION, title="Come what may", unique="first-turn"),
    puzzle("four", EASY, "fewest-turns", EASY_SOLUTION, turns=5, title="No turn to waste"),
    puzzle(
        "begins", "quick-and-easy-pro/3 | up: r5 | down: g8 | 1: b3 g3 | 2: b1 y5 | 3: s4 r6", "who-begins",
        "2: y5@down; 3: s4@down; 1: g3@down; 2: b1@down; 3: r6@up; 1: b3@down", title="Who begins?", answer="2",
    ),
    puzzle(
        "stack", "quick-and-easy/1 | up: b3 | down: g4 | 1*: b7 r1 | draw?: s2 s1 y5 g7", "stack-to-win",
        "b7@up; g7@down; y5@down; s1@down; s2@down; r1@down", title="Stack the pile", answer="g7 y5 s1 s2",
    ),
    puzzle(
        "unlucky", "quick-and-easy/1 | up: g5 | down: b10 | 1*: s10 g7 | draw?: g9 r7 y10 y2", "stack-to-lose", "",
        title="The unlucky pile", answer="y10 r7 g9 y2",
    ),
    puzzle(
        "mend", "quick-and-easy/3 | up: r9 | down: b1 | 1*: b3 g8 | 2: b5 s8 | 3: s4 y8 | draw: y9 y10 g7", "mend",
        "1: b3@down; 2: b5@down; 3: s4@down; 1: s8@down; 2: y10@up; 3: g7@down; 1: y9@up; 2: g8@down; 3: y8@up",
        title="Mend it", answer="g8 s8",
    ),
)  # fmt: skip
COLLECTION = Collection("First steps", SAMPLES, author="tenback", licence="CC0-1.0")


def absurd() -> Collection:
    """What no author should do, and what a sheet must bear all the same."""
    deal = solver.deal("the-game", 5, 3)
    game = solver.solve(deal, time_limit=20)
    assert len(game.line) > 30
    start = starting_position(deal)
    many = "the-game/5 ups=4 downs=4 hand=20 highest=127 minimum=3 minimum_empty=2 maximum=9 trick=7 #1"
    puzzles = (
        puzzle(
            "title", start, "win", title="W" * 400, rating=3, notes="bla " * 1500, author="N" * 300, licence="L" * 90
        ),
        puzzle("i" * 64, many, "win", title="A very long title with many words " * 30, rating=93),
        puzzle("letters", "face-to-face #3", "win-in", turns=12, title="Ünïcödé Ωmega Жук 日本語 łódź \x07\n<&>\u202e"),
        puzzle("commands", "the-game-extreme/5 #5", "win", "1: 2@up1 3@nowhere", title="All of them", rating=50),
        Puzzle("long", start, Task("where-lost"), game.line[4:], title="Long", played=game.line, lost_at=5),
        puzzle("colours", "quick-and-easy/5 #5", "win", title="All colours", rating=100),
        puzzle("piles", "face-to-face ups=4 downs=4 hand=20 #5", "helpwin", turns=3, title="Many piles", rating=100),
        puzzle("bare", "the-game/1 ups=1 downs=0 | up: 5 | 1*: 7 8", "win"),
        puzzle("unknown", "the-game/1 | up: 5 1 | 1*: 7 8 | draw?: 9 10 11", "win", title="Unknown order"),
        puzzle("huge", "the-game/1 hand=60 #4", "win", title="A hand of sixty"),
    )
    return Collection("A title that goes on and on " * 12, puzzles, author="Author " * 40, licence="L" * 200)


def numbered(collection: Collection) -> list[Numbered]:
    """All puzzles of a collection, to be printed."""
    return [Numbered(number, each) for number, each in enumerate(collection.puzzles, start=1)]
