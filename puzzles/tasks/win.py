"""Lay every card.  Its solution: a line that lays everything."""

from puzzles.tasks.kind import TaskKind

WIN = TaskKind(
    name="win",
    number=0,
    team=True,
    duel=False,
    asks="line",
    aim="win",
    title="Clear the table",
    unsolvable="the position cannot be won",
    question={
        "": ("Lay every card.", "Lege alle Karten ab."),
        "team": ("Together, lay every card.", "Legt gemeinsam alle Karten ab."),
    },
    short=("lay every card", "alle Karten ablegen"),
)
