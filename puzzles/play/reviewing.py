"""The review of a game for people: the curve of the chance to win, the mistakes by size, and how lucky it was."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from puzzles.german import in_german
from puzzles.match import Match
from puzzles.play.game import percent
from puzzles.play.reading import player_name
from puzzles.play.words import Language, say, why_text
from solver.screen import folded

if TYPE_CHECKING:
    from solver.analysis.review import Review
    from solver.search.limits import Progress, Watch

ROWS = 10  # of the plot
MOST_COLUMNS = 64
MOST_MISTAKES = 5
WIDTH = 80
SIGNS = {"winnable": "+", "unwinnable": "-", "unknown": "?"}


def reviewed(match: Match, watch: Watch | None = None, time_limit: float | None = None) -> Review:
    """Look back at a game, from the side of the first person."""
    from solver.analysis.review import review
    from solver.search.limits import Limits

    side = match.people[0] if match.people else 0
    return review(match.start, match.line, side, Limits(time_limit, watch=watch), information=match.information)


def print_review(match: Match, language: Language) -> None:
    """Work it out, telling how it goes, and print it."""
    from solver.show.draw import ASCII, progress_line, stdout_knows_boxes

    if sys.stderr is not None and sys.stderr.isatty():
        with progress_line(progress_words(language)) as watch:
            found = reviewed(match, watch)
    else:
        found = reviewed(match)
    text = review_text(found, language)
    print(text if stdout_knows_boxes() else text.translate(ASCII))


def progress_words(language: Language) -> Callable[[Progress, int], str]:
    """Who says how it goes, in one line."""

    def told(progress: Progress, room: int) -> str:
        stage = progress.stage if language == "en" else in_german(progress.stage)
        return say(language, "review.progress", stage=stage, seconds=f"{progress.seconds:.0f}")[:room]

    return told


def review_text(review: Review, language: Language) -> str:
    """All of it."""
    parts = [*curve(review, language), "", *mistake_lines(review, language), "", *luck_lines(review, language)]
    if review.limit is not None:
        limit = review.limit if language == "en" else in_german(review.limit)
        parts.append(say(language, "review.limit", limit=limit))
    return "\n".join(folded(part, WIDTH, " " * 7) for each in parts for part in each.split("\n"))


# --- the curve


def curve(review: Review, language: Language) -> list[str]:
    """Chance against turns, and below it what somebody who knew the order could still have reached."""
    at = columns(len(review.before))
    chances = [review.before[place] for place in at]
    rows = [say(language, "review.title")]
    for row in range(ROWS, -1, -1):
        label = f"{100 * row // ROWS:>4} %" if row % 5 == 0 else " " * 6
        rows.append(f"{label} │{''.join(cell(chance, row) for chance in chances)}".rstrip())
    rows.append(" " * 7 + "└" + "─" * len(at))
    marks = ["x" if place < len(review.turns) and review.turns[place].is_mistake else " " for place in at]
    rows.append(f"{say(language, 'review.row.mistakes'):>7} {''.join(marks)}".rstrip())
    rows.append(f"{say(language, 'review.row.exact'):>7} {''.join(SIGNS[review.possible[place]] for place in at)}")
    rows.append(f"{say(language, 'review.row.turn'):>7} {ruler(at)}")
    rows.append(say(language, f"review.legend{duel(review)}"))
    return rows


def duel(review: Review) -> str:
    """What the keys of sentences end in that are others for opponents."""
    return "" if review.position.winner_if(True) is None else ".duel"


def columns(count: int) -> list[int]:
    """Which moments have a column: all, or so many of them, the first and the last among them."""
    if count <= MOST_COLUMNS:
        return list(range(count))
    return [round(at * (count - 1) / (MOST_COLUMNS - 1)) for at in range(MOST_COLUMNS)]


def cell(chance: float | None, row: int) -> str:
    """A point of the curve, or nothing."""
    return "●" if chance is not None and round(chance * ROWS) == row else " "


def ruler(at: Sequence[int]) -> str:
    """The numbers of turns, every tenth."""
    text = [" "] * (len(at) + 4)
    for column, place in enumerate(at):
        if place % 10 == 0 and (column == 0 or at[column - 1] % 10 or at[column - 1] < place):
            number = str(place + 1) if not place else str(place)
            text[column : column + len(number)] = number
    return "".join(text).rstrip()


# --- in words


def mistake_lines(review: Review, language: Language) -> list[str]:
    """The dearest turns, each with the better one and why."""
    found = review.mistakes
    if not found:
        return [say(language, "review.no-mistakes")]
    lines = [say(language, "review.mistakes")]
    for turn in found[:MOST_MISTAKES]:
        assert turn.cost is not None
        played = turn.played
        lines.append(
            say(
                language,
                "review.mistake",
                turn=played.number,
                player=player_name(played.position.player, language),
                plays=" ".join(map(str, played.turn.plays)),
                points=round(100 * turn.cost.points),
                best=percent(turn.cost.best.chance),
                chance=percent(turn.cost.chance),
            )
        )
        lines.append("     " + say(language, "game.coach.better", plays=" ".join(map(str, turn.cost.best.plays))))
        lines += [f"       - {why_text(language, why)}" for why in turn.cost.why[:2]]
        if played.loses:
            lines.append("     " + say(language, f"review.gave-away{duel(review)}"))
    if len(found) > MOST_MISTAKES:
        lines.append(say(language, "review.more", n=len(found) - MOST_MISTAKES))
    return lines


def luck_lines(review: Review, language: Language) -> list[str]:
    """Where the result came from: the deal, the cards drawn, the turns chosen."""
    lines = [say(language, f"review.possible.{review.possible[0]}")]
    if review.position.winner_if(True) is not None:
        lines = [say(language, "review.side", player=review.position.rules.player_names[review.side])]
    luck = [value for value in review.luck if value is not None]
    if review.before[0] is None or review.result is None or len(luck) < len(review.turns):
        return lines
    chosen = review.result - review.before[0] - sum(luck)
    lines.append(
        say(
            language,
            "review.sum",
            start=percent(review.before[0]),
            luck=f"{round(100 * sum(luck)):+d}",
            play=f"{round(100 * chosen):+d}",
            end=percent(review.result),
        )
    )
    return lines
