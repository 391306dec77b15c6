"""A picture of a graph of winning states: layers from left to right by cards laid, forced positions in yellow.

A box is a position: what the piles show, the hand of the player to move, and how many choices win.  A thick frame marks
a position that every winning line passes.  To each box leads one dark arrow with what is laid (37↑ on an ascending
pile, 37↑2 where two arrows of a box would say the same); the other turns are pale, and left out where they would bury
the picture, which then says so.  A picture is as wide as its layers need: whoever shows it lets it scroll.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from solver.errors import DoesNotAddUp
from solver.files import writing

DPI, MOST_PIXELS = 120, 60_000  # of a PNG; the widest graphs are drawn smaller
MOST_PALE = 60  # turns drawn beside those that carry words
CHARACTER, LINE = 0.085, 0.2  # inches
PLAIN, FORCED, END, INK, PALE = "#eef3fb", "#ffe08a", "#d9f2d9", "#1f2a44", "#8a94a8"


def draw_graph(graph: Any, path: Path, title: str = "") -> None:
    """Draw a graph into an SVG or PNG file."""
    try:
        import matplotlib
    except ImportError:
        raise DoesNotAddUp("pictures need matplotlib: install it with pip install 'tenback[plot]'") from None
    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    places, size, box = layout(graph)
    figure = Figure(figsize=size)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, size[0])
    axes.set_ylim(0, size[1])
    axes.set_axis_off()
    draw_edges(axes, graph, places, box)
    draw_nodes(axes, graph, places, box)
    draw_captions(axes, graph, places, size, title)
    kind = path.suffix.lower().removeprefix(".")
    with writing(path) as file, matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "tenback"}):
        figure.savefig(
            file, format=kind, dpi=min(DPI, MOST_PIXELS / max(size)), metadata={"Date": None} if kind == "svg" else None
        )


Places = dict[int, tuple[float, float]]


def layout(graph: Any) -> tuple[Places, tuple[float, float], tuple[float, float]]:
    """Where each node stands, how large the picture and a box are, in inches."""
    columns: dict[int, list[int]] = {}
    for node, laid in graph.nodes(data="laid"):
        columns.setdefault(laid, []).append(node)
    ordered = untangled(graph, [columns[layer] for layer in sorted(columns)])
    longest = max(len(line) for _, label in graph.nodes(data="label") for line in label.split("\n"))
    words = max(map(len, labels(graph).values()), default=0)
    box = (CHARACTER * longest + 0.25, 3 * LINE + 0.14)
    gap = 0.075 * words + 0.75
    step = (box[0] + gap, box[1] + 0.3)
    tallest = max(map(len, ordered))
    size = (max(len(ordered) * step[0] - gap + 0.8, 6.0), max(tallest * step[1] + 1.5, 3.0))
    places = {}
    for column, nodes in enumerate(ordered):
        free = (tallest - len(nodes)) * step[1] / 2
        for row, node in enumerate(nodes):
            x = 0.4 + column * step[0] + box[0] / 2
            places[node] = (x, size[1] - 1.0 - free - row * step[1] - step[1] / 2)
    return places, size, box


def untangled(graph: Any, columns: list[list[int]]) -> list[list[int]]:
    """Each column in the order of the middle of its neighbours, to and fro: fewer lines cross."""
    height = {node: row - len(nodes) / 2 for nodes in columns for row, node in enumerate(nodes)}
    for sweep in range(8):
        neighbours = graph.predecessors if sweep % 2 == 0 else graph.successors
        for nodes in columns if sweep % 2 == 0 else reversed(columns):
            middle = {}
            for node in nodes:
                around = [height[other] for other in neighbours(node)]
                middle[node] = sum(around) / len(around) if around else height[node]
            nodes.sort(key=lambda node: (middle[node], node))
            height |= {node: row - len(nodes) / 2 for row, node in enumerate(nodes)}
    return columns


def draw_nodes(axes: Any, graph: Any, places: Places, box: tuple[float, float]) -> None:
    """A box for each position."""
    from matplotlib.patches import FancyBboxPatch

    for node, data in graph.nodes(data=True):
        x, y = places[node]
        colour = END if data["end"] else FORCED if data["forced"] else PLAIN
        axes.add_patch(
            FancyBboxPatch(
                (x - box[0] / 2, y - box[1] / 2),
                *box,
                boxstyle="round,pad=0,rounding_size=0.08",
                facecolor=colour,
                edgecolor=INK,
                linewidth=2.4 if data["every"] else 0.8,
                zorder=3,
            )
        )
        top, bottom = data["label"].split("\n")
        choices = "" if data["end"] else "only move" if data["forced"] else f"{data['choices']} choices win"
        axes.text(x, y + LINE, top, ha="center", va="center", fontsize=9, color=INK, zorder=4, weight="bold")
        axes.text(x, y, bottom, ha="center", va="center", fontsize=9, color=INK, zorder=4)
        axes.text(x, y - LINE, choices, ha="center", va="center", fontsize=7.5, color=INK, zorder=4, style="italic")


def ways_in(graph: Any) -> set[tuple[int, int]]:
    """The edges that carry words: to each node one, from the nearest layer."""
    laid = dict(graph.nodes(data="laid"))
    return {(max(graph.predecessors(node), key=lambda other: (laid[other], -other)), node) for node in graph if node}


def labels(graph: Any) -> dict[tuple[int, int], str]:
    """The words of each arrow that carries any: short, but no two from one box the same."""
    edges = sorted(ways_in(graph))
    short = {edge: in_short(graph.edges[edge]["plays"]) for edge in edges}
    often = Counter((start, short[start, end]) for start, end in edges)
    return {
        edge: in_short(graph.edges[edge]["plays"], numbered=True) if often[edge[0], text] > 1 else text
        for edge, text in short.items()
    }


def in_short(plays: str, numbered: bool = False) -> str:
    """``37↑ 48↓`` for ``37@up1 48@down2``; numbered, which tells like piles apart, ``37↑1 48↓2``."""
    words = []
    for card, _, pile in (play.partition("@") for play in plays.split()):
        owner, arrow = pile.rpartition(".")[0], "↑" if "up" in pile else "↓"
        number = pile.lstrip("AB.updown")
        words.append(f"{card}{owner}{arrow}{number}" if numbered else f"{card}{arrow}")
    return " ".join(words)


def draw_edges(axes: Any, graph: Any, places: Places, box: tuple[float, float]) -> None:
    """A dark arrow with words to each position, pale ones for the other turns."""
    from matplotlib.patches import FancyArrowPatch

    dark = labels(graph)
    few = graph.number_of_edges() - len(dark) <= MOST_PALE
    for start, end in graph.edges:
        carries_words = (start, end) in dark
        if not carries_words and not few and not graph.nodes[start]["forced"]:
            continue
        (x0, y0), (x1, y1) = places[start], places[end]
        finish = (x1 - box[0] / 2, y1)
        arrow = FancyArrowPatch(
            (x0 + box[0] / 2, y0),
            finish,
            arrowstyle="-|>",
            mutation_scale=9,
            color=INK if carries_words else PALE,
            linewidth=1.2 if carries_words else 0.7,
            shrinkA=0,
            shrinkB=0,
            zorder=1,
        )
        axes.add_patch(arrow)
        if carries_words:
            style = {"ha": "right", "va": "center", "fontsize": 7.5, "color": INK, "zorder": 2}
            around = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
            axes.text(finish[0] - 0.14, y1, dark[start, end], bbox=around, **style)


def draw_captions(axes: Any, graph: Any, places: Places, size: tuple[float, float], title: str) -> None:
    """What is shown, what the marks mean, and how many cards are laid in each layer."""
    about = [f"{len(graph)} winning positions, {graph.number_of_edges()} turns that keep the win"]
    if "shortest" in graph.graph:
        longest = graph.graph.get("longest")
        about.append(f"wins in {graph.graph['shortest']}{f' to {longest}' if longest else ' or more'} turns")
    if graph.number_of_edges() - len(ways_in(graph)) > MOST_PALE:
        about.append("one turn to each position is drawn")
    if graph.graph["cut"]:
        about.append(f"NOT ALL: {graph.graph['cut']}")
    if title:
        axes.text(0.4, size[1] - 0.3, title, fontsize=11, weight="bold", va="center", color=INK)
    axes.text(0.4, size[1] - 0.58, " · ".join(about), fontsize=9, va="center", color=INK)
    legend = "yellow: only one choice wins · thick frame: every winning line passes here · green: the end"
    axes.text(0.4, 0.16, legend, fontsize=8, va="center", color=PALE)
    columns = {laid: places[node][0] for node, laid in graph.nodes(data="laid")}
    for laid, x in columns.items():
        axes.text(x, size[1] - 0.88, f"{laid} laid", fontsize=8, ha="center", va="center", color=PALE)
