"""Plots of surveys: the share of deals that can be won, with error bars.  Needs matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from solver.errors import Unreadable, quoted
from solver.files import writing
from solver.survey.report import Summary

FORMATS = (".svg", ".png")
SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "tenback",
    "svg.fonttype": "none",
    "font.size": 9,
    "axes.grid": True,
    "grid.alpha": 0.3,
}
MARKERS = "osD^vPX*"


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
    from solver.rules.game import Rules
    from solver.rules.games import GAMES

    rules = Rules.of(GAMES[summary.survey.game], summary.survey.players, summary.rules)
    value = getattr(rules, axis)
    return 0 if value is None else int(value)


def label(summary: Summary, axis: str) -> str:
    """What a survey has in common with the others of its line."""
    rules = [f"{name}={value}" for name, value in summary.rules.items() if name != axis]
    commands = [f"{summary.survey.commands} map"] if summary.survey.commands else []
    players = (
        [] if axis == "players" else [f"{summary.survey.players} player{'s' if summary.survey.players > 1 else ''}"]
    )
    return ", ".join([summary.survey.name or summary.survey.game, *players, *rules, *commands])


def plot(found: Sequence[Summary], path: Path, lost: bool = False) -> None:
    """Draw the share won (``lost``: the share lost, on a logarithmic scale) of each survey with its interval."""
    if path.suffix not in FORMATS:
        raise Unreadable(f"{quoted(path)}: the name must end in {' or '.join(FORMATS)}")
    try:
        import matplotlib
    except ImportError:
        raise Unreadable("plots need matplotlib: pip install 'tenback[plot]'") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    axis = along(found)
    lines: dict[str, list[Summary]] = {}
    for summary in found:
        lines.setdefault(label(summary, axis), []).append(summary)
    with pyplot.rc_context(SETTINGS):
        figure, axes = pyplot.subplots(figsize=(6.4, 4.0), layout="constrained")
        for number, (name, members) in enumerate(lines.items()):
            shift = 0.08 * (number - (len(lines) - 1) / 2)
            places = [place(member, axis) + shift for member in members]
            draw_line(axes, sorted(zip(places, members, strict=True), key=lambda pair: pair[0]), name, number, lost)
        axes.set_xlabel(axis)
        axes.set_ylabel("share lost" if lost else "share won")
        axes.set_xticks(sorted({place(summary, axis) for summary in found}))
        if lost:
            axes.set_yscale("log")
        axes.legend(fontsize=8)
        metadata = {"Date": None} if path.suffix == ".svg" else {}
        try:
            with writing(path) as file:
                figure.savefig(file, format=path.suffix.removeprefix("."), dpi=150, metadata=metadata)
        finally:
            pyplot.close(figure)


def draw_line(axes: Any, members: Sequence[tuple[float, Summary]], name: str, number: int, lost: bool) -> None:
    """One line with its error bars; where nothing was lost, a hollow triangle at the most that may be."""
    points, bounds = [], []
    for where, member in members:
        low, high = member.interval
        share = member.share.of_decided
        middle = (low + high) / 2 if share is None else share
        if lost:
            low, high, middle = 1 - high, 1 - low, 1 - middle
        if lost and middle == 0:
            bounds.append((where, high))
        else:
            points.append((where, middle, max(middle - low, 0.0), max(high - middle, 0.0)))
    places, middles, below, above = zip(*points, strict=True) if points else ((), (), (), ())
    drawn = axes.errorbar(
        places,
        middles,
        yerr=[below, above],
        label=name,
        marker=MARKERS[number % len(MARKERS)],
        capsize=3,
        linewidth=1,
        markersize=4,
        color=f"C{number}",
    )
    if bounds:
        label = None if points else f"{name} (upper end of the interval: none lost)"
        if label:
            drawn.set_label("_")
        axes.plot(*zip(*bounds, strict=True), "v", fillstyle="none", color=f"C{number}", label=label)
