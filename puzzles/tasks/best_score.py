"""A lost position: leave as few cards as possible.  Its solution: whole turns that leave no more than can be."""

from puzzles.tasks.kind import TaskKind

BEST_SCORE = TaskKind(
    name="best-score",
    number=1,
    team=True,
    duel=False,
    asks="line",
    aim="fewest-left",
    title="As few as can be",
    unsolvable="the position can be won: its task is win, not best-score",
    question={
        "": (
            "This cannot be won. Leave as few cards as you can.",
            "Das ist nicht zu gewinnen. Lass so wenige Karten übrig, wie es geht.",
        ),
        "team": (
            "This cannot be won. Together, leave as few cards as you can.",
            "Das ist nicht zu gewinnen. Lasst gemeinsam so wenige Karten übrig, wie es geht.",
        ),
    },
    short=("leave as few as possible", "möglichst wenige übrig lassen"),
)
