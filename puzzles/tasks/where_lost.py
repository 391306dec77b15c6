"""Which turn of a played game gave the win away?  Its solution: a line that would have won from before it."""

from puzzles.tasks.kind import TaskKind

WHERE_LOST = TaskKind(
    name="where-lost",
    number=3,
    team=True,
    duel=True,
    asks="lost-turn",
    aim="win",
    title="Where was it lost?",
    unsolvable="no turn of the game played gave a win away",
    question={
        "": (
            "This is how the game went on. Which turn gave the win away?",
            "So ging die Partie weiter. Welcher Zug hat den Sieg verschenkt?",
        ),
    },
    short=("where was it lost?", "wo ging es verloren?"),
)
