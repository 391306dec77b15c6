"""A small collection with every game and every task, for the tests of the page."""

from __future__ import annotations

from typing import Any

from puzzles.puzzle import Collection, Puzzle, Task
from solver import Position, load, parse_line

HOSTILE = '</script><script>window.stolen = 1</script><img src=x onerror="window.stolen = 1">{{DATA}}'
BLUE = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"
BLUE_LINE = "1: b5@down; 2: r3@down; 1: y9@up; 2: g2@down; 1: s1@down"


def position(text: str) -> Position:
    found = load(text)
    assert isinstance(found, Position)
    return found


def puzzle(id: str, task: str, text: str, solution: str, **more: Any) -> Puzzle:
    name, _, turns = task.partition(":")
    made = Task(name, int(turns) if turns else None)
    return Puzzle(id, position(text), made, parse_line(solution) if solution else (), **more)


PUZZLES = (
    puzzle("blue", "win", BLUE, BLUE_LINE, title="Blue on blue", rating=10, themes=("trick-chain",), notes="Well."),
    puzzle(
        "ten", "win", "the-game/1 hand=4 | up: 48 51 | down: 60 47 | 1*: 38 41 57 70 | draw: 44",
        "38@down2 57@down1; 70@up1; 41@up2; 44@up2", title="Ten back", rating=30,
    ),
    puzzle(
        "orders", "win",
        "the-game-extreme/1 hand=4 | commands: 40=skull 62=no-trick 41=stop | up: 30 62 | down: 52 90"
        " | 1*: 40 41 61 53 | draw: 42",
        "41@down1; 61@down2; 53@down2; 40@up1 42@up1", title="Orders", rating=50,
    ),
    puzzle(
        "duel", "win-in:2",
        "face-to-face hand=3 | A.up: 50 | A.down: 9 | B.up: 51 | B.down: 8 | A*: 52 53 55 | B: 54 56 5 | A.draw: 12"
        " | B.draw: 3",
        "A: 53@A.up 52@B.down; B: 5@B.down 56@B.up 54@A.down; A: 12@A.down 55@B.down", title="Two turns", rating=70,
    ),
    puzzle(
        "help", "helpwin:2",
        "face-to-face hand=3 | A.up: 50 | A.down: 9 | B.up: 51 | B.down: 8 | A*: 52 40 55 | B: 54 56 5 | A.draw: 12"
        " | B.draw: 3",
        "A: 55@A.up 52@B.down; B: 5@B.down 56@B.up 54@A.down; A: 40@A.down 12@B.down", title="Together", rating=90,
    ),
    puzzle("only", "only-turn", BLUE, BLUE_LINE, title="The only turn"),
    puzzle("lost", "where-lost", BLUE, BLUE_LINE, title="Where?", played=parse_line("1: s1@down; 2: r3@up"), lost_at=1),
    puzzle(
        "score", "best-score",
        "the-game/2 hand=3 ups=1 downs=1 | up: 73 | down: 93 | 1*: 6 30 97 | 2: 60 86 98 | draw: 68",
        "1: 30@down 6@down; 2: 86@up; 1: 97@up; 2: 98@up", title="Damage",
    ),
    puzzle(
        "four", "fewest-turns:4",
        "quick-and-easy/2 | up: b9 | down: b2 | 1: b4 r9 | 2*: b10 g10 | draw: r10 s3",
        "2: b10@down; 1: b4@up r9@down; 2: g10@up r10@down; 1: s3@down", title="No turn to waste", rating=31,
    ),
    puzzle(
        "safe", "safe-turn", "quick-and-easy/2 | up: b10 | down: r10 | 1*: y4 g7 | 2: s1 g10 | draw?: b1 y2 r7",
        "1: g7@down +b1; 2: g10@down s1@down +y2 +r7; 1: b1@up y4@up; 2: y2@up r7@up", title="Come what may", rating=5,
    ),
    puzzle(
        "begins", "who-begins", "quick-and-easy-pro/3 | up: r5 | down: g8 | 1: b3 g3 | 2: b1 y5 | 3: s4 r6",
        "2: y5@down; 3: s4@down; 1: g3@down; 2: b1@down; 3: r6@up; 1: b3@down", title="Who begins?", answer="2",
    ),
    puzzle(
        "stack", "stack-to-win", "quick-and-easy/1 | up: b3 | down: g4 | 1*: b7 r1 | draw?: s2 s1 y5 g7",
        "b7@up; g7@down; y5@down; s1@down; s2@down; r1@down", title="Stack the pile", answer="g7 y5 s1 s2",
    ),
    puzzle(
        "unlucky", "stack-to-lose", "quick-and-easy/1 | up: g5 | down: b10 | 1*: s10 g7 | draw?: g9 r7 y10 y2",
        "", title="The unlucky pile", answer="y10 r7 g9 y2",
    ),
    puzzle(
        "mend", "mend", "quick-and-easy/3 | up: r9 | down: b1 | 1*: b3 g8 | 2: b5 s8 | 3: s4 y8 | draw: y9 y10 g7",
        "1: b3@down; 2: b5@down; 3: s4@down; 1: s8@down; 2: y10@up; 3: g7@down; 1: y9@up; 2: g8@down; 3: y8@up",
        title="Mend it", answer="g8 s8",
    ),
    puzzle("hostile", "win", BLUE.replace("y9", "g9"), BLUE_LINE.replace("y9", "g9"), title=HOSTILE, author=HOSTILE,
           notes=HOSTILE, source=HOSTILE),
)  # fmt: skip
COLLECTION = Collection(HOSTILE, PUZZLES, author="tenback", licence="CC0-1.0", notes=HOSTILE)
