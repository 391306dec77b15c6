"""Face to Face: both work for the mover.  Its solution: a line in which the mover wins, in as few turns as can be."""

from puzzles.tasks.kind import TaskKind

HELPWIN = TaskKind(
    name="helpwin",
    number=5,
    team=False,
    duel=True,
    asks="line",
    aim="win",
    turns="optional",
    helped=True,
    cards=(9, 13),
    title="With a little help",
    unsolvable="{player} does not win{within} with the opponent's help",
    question={
        "": (
            "Both work together so that {player} wins in {n} turns of their own. {player} moves first.",
            "Beide helfen mit, dass {player} in {n} eigenen Zügen gewinnt. {player} beginnt.",
        ),
        "one": ("{player} moves and wins with this very turn.", "{player} zieht und gewinnt mit diesem Zug."),
        "any": (
            "Both work together so that {player} wins as soon as can be. {player} moves first.",
            "Beide helfen mit, dass {player} so schnell wie möglich gewinnt. {player} beginnt.",
        ),
    },
    short=("help to win", "Hilfssieg"),
)
