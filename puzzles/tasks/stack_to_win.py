"""The draw pile is known, not its order: put it so that the game can be won.  Its answer: the order."""

from puzzles.tasks.kind import TaskKind

STACK_TO_WIN = TaskKind(
    name="stack-to-win",
    number=9,
    team=True,
    duel=False,
    asks="option",
    aim="win",
    option="order",
    cards=(4, 10),
    title="Stack the pile",
    unsolvable="in no order of the draw pile can the position be won",
    question={
        "": (
            "Put the draw pile in the one order in which every card can be laid.",
            "Bring den Nachziehstapel in die eine Reihenfolge, in der sich alle Karten ablegen lassen.",
        ),
        "team": (
            "Put the draw pile in the one order in which you can lay every card together.",
            "Bringt den Nachziehstapel in die eine Reihenfolge, in der ihr gemeinsam alle Karten ablegen könnt.",
        ),
    },
    short=("stack to win", "Stapel zum Sieg"),
    answered={
        "answer": ("The order that wins: {answer}.", "Die Reihenfolge, die gewinnt: {answer}."),
        "other": ("In the order {answer}:", "In der Reihenfolge {answer}:"),
        "pick": (
            "Choose the cards in the order in which they are drawn.",
            "Wähle die Karten in der Reihenfolge, in der sie gezogen werden.",
        ),
        "hint": (
            "Which card must come first so that the next turn does not waste a pile? Which can wait?",
            "Welche Karte muss zuerst kommen, damit der nächste Zug keinen Stapel verdirbt? Welche kann warten?",
        ),
        "part": ("The card drawn first is {answer}.", "Zuerst gezogen wird {answer}."),
    },
)
