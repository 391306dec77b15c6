"""The review of a game as a picture.  Needs matplotlib."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.play.words import Language, say
from solver.survey.plot import picture

if TYPE_CHECKING:
    from solver.analysis.review import Review

COLOURS = {"winnable": "#009E73", "unwinnable": "#D55E00", "unknown": "#7F7F7F"}  # of Okabe and Ito
PERCENT = 100


def plot_review(review: Review, path: Path, language: Language) -> None:
    """The chance before each turn, its mistakes, and below it what was possible knowing the order."""
    with picture(path) as axes:
        known = [(at + 1, PERCENT * chance) for at, chance in enumerate(review.before) if chance is not None]
        axes.plot([at for at, _ in known], [chance for _, chance in known], "-", color="#0072B2")
        for turn in review.mistakes:
            at, chance = turn.played.number, review.before[turn.played.number - 1]
            axes.plot([at], [PERCENT * (chance or 0)], "X", color="#D55E00")
        for at, verdict in enumerate(review.possible):
            axes.plot([at + 1], [-6], "s", color=COLOURS[verdict], markersize=4)
        axes.set_ylim(-10, 102)
        axes.set_xlabel(say(language, "review.row.turn"))
        axes.set_ylabel("%")
        axes.set_title(say(language, "review.title"))
