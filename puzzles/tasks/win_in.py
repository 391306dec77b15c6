"""Face to Face: win in n turns of your own.  Its solution: best play by both, from the first turn to the win."""

from puzzles.tasks.kind import TaskKind

WIN_IN = TaskKind(
    name="win-in",
    number=4,
    team=False,
    duel=True,
    asks="line",
    aim="win",
    turns="needed",
    longer=25,
    title="Win in time",
    unsolvable="{player} does not win{within} against every defence",
    question={
        "": (
            "{player} moves and wins in {n} turns of their own, whatever {other} does.",
            "{player} zieht und gewinnt in {n} eigenen Zügen, was {other} auch tut.",
        ),
        "one": ("{player} moves and wins with this very turn.", "{player} zieht und gewinnt mit diesem Zug."),
    },
    short=("win in {n}", "Sieg in {n}"),
)
