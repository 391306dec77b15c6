"""The draw pile is known, not its order: put it so that it is lost.  Its answer: the order."""

from puzzles.tasks.kind import TaskKind

STACK_TO_LOSE = TaskKind(
    name="stack-to-lose",
    number=10,
    team=True,
    duel=False,
    asks="option",
    aim="lose",
    option="order",
    cards=(4, 10),
    title="The unlucky pile",
    unsolvable="in every order of the draw pile the position can be won",
    question={
        "": (
            "Every order of the draw pile can be won but one. Find the one that cannot.",
            "Jede Reihenfolge des Nachziehstapels ist zu gewinnen, nur eine nicht. Finde diese eine.",
        ),
        "team": (
            "You can win with every order of the draw pile but one. Find the one with which you cannot.",
            "Ihr könnt mit jeder Reihenfolge des Nachziehstapels gewinnen, nur mit einer nicht. Findet diese eine.",
        ),
    },
    short=("stack to lose", "Stapel zum Verlieren"),
    answered={
        "answer": ("The order that cannot be won: {answer}.", "Die Reihenfolge, die nicht zu gewinnen ist: {answer}."),
        "other": ("In the order {answer}:", "In der Reihenfolge {answer}:"),
        "pick": (
            "Choose the cards in the order in which they are drawn.",
            "Wähle die Karten in der Reihenfolge, in der sie gezogen werden.",
        ),
        "hint": (
            "Which card helps most when it comes early? Let it come late.",
            "Welche Karte hilft am meisten, wenn sie früh kommt? Lass sie spät kommen.",
        ),
        "part": ("The card drawn first is {answer}.", "Zuerst gezogen wird {answer}."),
    },
)
