"""The draw pile's cards are known, not their order: find the one turn that wins in every order.

Its solution: that turn, and a line that wins after it in one order, which its draws name.
"""

from puzzles.tasks.kind import TaskKind

SAFE_TURN = TaskKind(
    name="safe-turn",
    number=7,
    team=True,
    duel=False,
    asks="first-turn",
    aim="win",
    every_order=True,
    cards=(6, 11),
    title="Come what may",
    unsolvable="no turn leaves a win in every order of the draw pile",
    question={
        "": (
            "Nobody knows the order of the draw pile. Find the one turn after which every card can be laid"
            " whatever the order is, by somebody who then knows it.",
            "Niemand kennt die Reihenfolge des Nachziehstapels. Finde den einzigen Zug, nach dem sich in jeder"
            " Reihenfolge alle Karten ablegen lassen, wenn man sie dann kennt.",
        ),
        "team": (
            "Nobody knows the order of the draw pile. Find the one turn of player {player} after which every card can"
            " be laid whatever the order is, by a team that then knows it.",
            "Niemand kennt die Reihenfolge des Nachziehstapels. Findet den einzigen Zug von Spieler {player}, nach dem"
            " sich in jeder Reihenfolge alle Karten ablegen lassen, wenn man sie dann kennt.",
        ),
    },
    short=("the safe turn", "der sichere Zug"),
)
