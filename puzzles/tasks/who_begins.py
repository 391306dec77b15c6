"""Nobody is to move yet: who must begin so that the team can win?  Its answer: the player; its solution: such a win."""

from puzzles.tasks.kind import TaskKind

WHO_BEGINS = TaskKind(
    name="who-begins",
    number=8,
    team=True,
    duel=False,
    asks="option",
    aim="win",
    option="beginner",
    cards=(5, 10),
    title="Who begins?",
    unsolvable="whoever begins, the position cannot be won",
    question={
        "": (
            "Who must begin so that together you can lay every card? With anybody else it is lost.",
            "Wer muss beginnen, damit ihr gemeinsam alle Karten ablegen könnt? Mit jedem anderen ist es verloren.",
        ),
    },
    short=("who begins?", "wer beginnt?"),
    answered={
        "answer": ("Player {answer} begins.", "Spieler {answer} beginnt."),
        "other": ("If player {answer} begins:", "Wenn Spieler {answer} beginnt:"),
        "pick": ("Choose who begins.", "Wähle, wer beginnt."),
        "hint": (
            "Ask of each player: who would be stuck, and with which card, if that player began?",
            "Frag bei jedem Spieler: Wer bliebe mit welcher Karte sitzen, wenn dieser Spieler begänne?",
        ),
        "part": ("It is not player {answer}.", "Spieler {answer} ist es nicht."),
    },
)
