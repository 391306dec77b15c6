"""The team games: lay every card in n turns, the fewest that will do.  Its solution: such a line, to the last card."""

from puzzles.tasks.kind import TaskKind

FEWEST_TURNS = TaskKind(
    name="fewest-turns",
    number=6,
    team=True,
    duel=False,
    asks="line",
    aim="win",
    turns="needed",
    cards=(5, 9),
    title="No turn to waste",
    unsolvable="the position cannot be won{within}",
    question={
        "": (
            "Lay every card in {n} turns. It takes no fewer.",
            "Lege alle Karten in {n} Zügen ab. Weniger reichen nicht.",
        ),
        "team": (
            "Together, lay every card in {n} turns of all players. It takes no fewer.",
            "Legt gemeinsam alle Karten ab, in {n} Zügen aller Spieler. Weniger reichen nicht.",
        ),
    },
    short=("all in {n} turns", "alle in {n} Zügen"),
)
