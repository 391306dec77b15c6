"""Find the one turn that still wins.  Its solution: that turn, and a line that wins after it."""

from puzzles.tasks.kind import TaskKind

ONLY_TURN = TaskKind(
    name="only-turn",
    number=2,
    team=True,
    duel=True,
    asks="first-turn",
    aim="win",
    title="The only turn",
    unsolvable="the position cannot be won",
    question={
        "": ("Only one turn still wins. Find it.", "Nur noch ein einziger Zug gewinnt. Finde ihn."),
        "team": (
            "Only one turn of player {player} still wins. Find it.",
            "Nur noch ein einziger Zug von Spieler {player} gewinnt. Findet ihn.",
        ),
        "duel": (
            "Only one turn of {player} still wins. Find it.",
            "Nur noch ein einziger Zug von {player} gewinnt. Finde ihn.",
        ),
    },
    short=("the only turn", "der einzige Zug"),
)
