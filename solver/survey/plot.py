"""Plots of surveys: the share of deals that can be won, with error bars.  Needs matplotlib.

Made to be printed: as wide as a page's text, letters as outlines, lines that differ in marker and dash, not in colour
alone, ticks that are numbers a reader says aloud (99.95 %, 30 per million), never a difference to some other number.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from solver.errors import Unreadable, quoted
from solver.files import writing
from solver.rules.game import PARAMETERS, Rules
from solver.rules.games import GAMES
from solver.survey.report import Summary

FORMATS = (".svg", ".png", ".pdf")
SIZE = (6.3, 4.2)  # inches: the width of the text on A4 paper
DOTS_PER_INCH = 300
LONGEST_LINE = 75  # letters of a title
SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "tenback",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.alpha": 0.3,
}
NO_DATES: dict[str, dict[str, Any]] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}, ".png": {}}
# By line: marker, dash, colour (of Okabe and Ito, told apart by the colour-blind too).
STYLES = (
    ("o", "-", "#0072B2"), ("s", "--", "#D55E00"), ("D", "-.", "#009E73"), ("^", ":", "#CC79A7"), ("v", "-", "#000000"),
    ("P", "--", "#E69F00"), ("X", "-.", "#56B4E9"), ("*", ":", "#7F7F7F"),
)  # fmt: skip
PERCENT, MILLION = 100, 1_000_000


def along(found: Sequence[Summary]) -> str:
    """What the surveys differ in: the number that runs along the axis."""
    if len({summary.survey.players for summary in found}) > 1:
        return "players"
    names = sorted({name for summary in found for name in summary.rules})
    differing = [name for name in names if len({summary.rules.get(name) for summary in found}) > 1]
    return differing[0] if differing else "players"


def place(summary: Summary, axis: str) -> int:
    """Where a survey stands on the axis."""
    if axis == "players":
        return summary.survey.players
    rules = Rules.of(GAMES[summary.survey.game], summary.survey.players, summary.rules)
    value = getattr(rules, axis)
    return 0 if value is None else int(value)


def game_of(summary: Summary) -> str:
    """The name of its own, or that of the published game."""
    return summary.survey.name or GAMES[summary.survey.game].title


def label(summary: Summary, axis: str) -> str:
    """What a survey has in common with the others of its line."""
    rules = [f"{name}={value}" for name, value in summary.rules.items() if name != axis]
    commands = [f"{summary.survey.commands} map"] if summary.survey.commands else []
    players = (
        [] if axis == "players" else [f"{summary.survey.players} player{'s' if summary.survey.players > 1 else ''}"]
    )
    player = [] if summary.survey.player is None else [summary.survey.player.title]
    return ", ".join([game_of(summary), *players, *rules, *commands, *player])


def plot(found: Sequence[Summary], path: Path, lost: bool = False) -> None:
    """Draw the share won (``lost``: the share lost, on a logarithmic scale) of each survey with its interval."""
    with picture(path) as axes:
        draw(axes, found, lost)
        if len(axes.get_legend_handles_labels()[1]) > 1:
            axes.figure.legend(loc="outside lower center", ncols=2, fontsize=8, frameon=False)


@contextmanager
def picture(path: Path) -> Iterator[Any]:
    """Axes to draw on, which become a file in the format that its name ends in."""
    if path.suffix not in FORMATS:
        raise Unreadable(f"{quoted(path)}: the name must end in {' or '.join(FORMATS)}")
    try:
        import matplotlib
    except ImportError:
        raise Unreadable("plots need matplotlib: pip install 'tenback[plot]'") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    with pyplot.rc_context(SETTINGS):
        figure, axes = pyplot.subplots(figsize=SIZE, layout="constrained")
        try:
            yield axes
            with writing(path) as file:
                figure.savefig(
                    file, format=path.suffix.removeprefix("."), dpi=DOTS_PER_INCH, metadata=NO_DATES[path.suffix]
                )
        finally:
            pyplot.close(figure)


def draw(axes: Any, found: Sequence[Summary], lost: bool) -> None:
    """The lines, the axes, the titles."""
    axis, lines = along(found), dict[str, list[Summary]]()
    for summary in found:
        lines.setdefault(label(summary, axis), []).append(summary)
    for number, (name, members) in enumerate(lines.items()):
        shift = 0.08 * (number - (len(lines) - 1) / 2)  # so that error bars do not cover each other
        places = [place(member, axis) + shift for member in members]
        draw_line(axes, sorted(zip(places, members, strict=True), key=lambda pair: pair[0]), name, number, lost)
    set_places(axes, found, axis)
    set_shares(axes, lost, any(summary.survey.player is not None for summary in found))
    axes.set_title(heading(found, list(lines), lost), loc="left")


def set_places(axes: Any, found: Sequence[Summary], axis: str) -> None:
    """Along: whole numbers, and what they are."""
    ticks = sorted({place(summary, axis) for summary in found})
    words = ["none" if axis == "maximum" and not tick else str(tick) for tick in ticks]
    axes.set_xticks(ticks, words)
    axes.set_xlim(ticks[0] - 0.5, ticks[-1] + 0.5)
    axes.set_xlabel("players" if axis == "players" else f"{axis}: {PARAMETERS[axis].partition(' (')[0]}")


def set_shares(axes: Any, lost: bool, played: bool) -> None:
    """Upward: percent, or deals in a million; each tick a number of its own."""
    from matplotlib.ticker import FuncFormatter, NullFormatter, ScalarFormatter

    if lost:
        axes.set_yscale("log")
        low, high = (math.log10(end) for end in axes.get_ylim())
        axes.set_ylim(10.0 ** math.floor(low), 10.0 ** math.ceil(high))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.10g}"))
        axes.yaxis.set_minor_formatter(NullFormatter())
        axes.set_ylabel("deals lost in a million (logarithmic)")
        return
    axes.yaxis.set_major_formatter(ScalarFormatter(useOffset=False))
    axes.yaxis.get_major_formatter().set_scientific(False)
    axes.set_ylabel("deals won, in %" if played else "deals that can be won, in %")


def heading(found: Sequence[Summary], lines: Sequence[str], lost: bool) -> str:
    """What is drawn; how many deals each point stands for, and what the bars are."""
    what = "Deals that cannot be won" if lost else "Deals that can be won"
    if any(summary.survey.player is not None for summary in found):
        what = "Deals lost" if lost else "Deals won"
    games = {game_of(summary) for summary in found}
    whose = lines[0] if len(lines) == 1 else games.pop() if len(games) == 1 else ""
    fewest, most = (choose(summary.share.deals for summary in found) for choose in (min, max))
    deals = f"{most:,}" if fewest == most else f"{fewest:,} to {most:,}"
    method = {"clopper-pearson": "Clopper–Pearson", "wilson": "Wilson"}[found[0].method]
    lines_of_text = textwrap.wrap(f"{what}: {whose}" if whose else what, LONGEST_LINE)
    lines_of_text.append(f"{deals} deals a point; bars: 95 % intervals ({method})")
    if lost and any(not summary.share.lost for summary in found):
        lines_of_text.append("hollow: none was lost, at most so many may be")
    return "\n".join(lines_of_text)


def draw_line(axes: Any, members: Sequence[tuple[float, Summary]], name: str, number: int, lost: bool) -> None:
    """One line with its error bars; where nothing was lost, a hollow marker at the most that may be."""
    points, bounds, unit = [], [], MILLION if lost else PERCENT
    for where, member in members:
        low, high = member.interval
        share = member.share.of_decided
        middle = (low + high) / 2 if share is None else share
        if lost:
            low, high, middle = 1 - high, 1 - low, 1 - middle
        if lost and middle == 0:
            bounds.append((where, unit * high))
        else:
            points.append((where, unit * middle, unit * max(middle - low, 0.0), unit * max(high - middle, 0.0)))
    places, middles, below, above = zip(*points, strict=True) if points else ((), (), (), ())
    marker, dash, colour = STYLES[number % len(STYLES)]
    looks = {"marker": marker, "linestyle": dash, "color": colour, "capsize": 3, "linewidth": 1, "markersize": 4.5}
    if points:
        axes.errorbar(places, middles, yerr=[below, above], label=name, **looks)
    if bounds:
        words = None if points else name
        axes.plot(
            *zip(*bounds, strict=True),
            marker,
            fillstyle="none",
            color=colour,
            label=words,
            markersize=looks["markersize"],
        )
