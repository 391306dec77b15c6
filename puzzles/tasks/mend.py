"""A lost position: two cards change places so that it can be won.  Its answer: these two; its solution: a win."""

from puzzles.tasks.kind import TaskKind

MEND = TaskKind(
    name="mend",
    number=11,
    team=True,
    duel=False,
    asks="option",
    aim="win",
    option="swap",
    cards=(5, 10),
    title="Mend it",
    unsolvable="the position can be won as it stands, or no swap mends it",
    question={
        "": (
            "This cannot be won. Swap a card of your hand for one of the draw pile so that it can.",
            "Das ist nicht zu gewinnen. Tausche eine Handkarte mit einer Karte des Nachziehstapels, damit es geht.",
        ),
        "team": (
            "This cannot be won. Swap two cards between two hands so that it can.",
            "Das ist nicht zu gewinnen. Tauscht zwei Karten zwischen zwei Händen, damit es geht.",
        ),
    },
    short=("mend it", "bring es in Ordnung"),
    answered={
        "answer": ("{first} and {last} change places.", "{first} und {last} tauschen die Plätze."),
        "other": ("If {first} and {last} change places:", "Wenn {first} und {last} tauschen:"),
        "pick": ("Choose the two cards that change places.", "Wähle die zwei Karten, die die Plätze tauschen."),
        "hint": (
            "Which card is left over as it stands, and who could use it in time?",
            "Welche Karte bleibt so übrig, und wer könnte sie rechtzeitig brauchen?",
        ),
        "part": ("One of the two cards is {answer}.", "Eine der beiden Karten ist {answer}."),
    },
)
