"""A picture of a graph of winning states: layers from left to right by cards laid, forced positions in yellow.

A box is a position: what the piles show, then the hand of the player to move.  A thick frame marks a position that
every winning line passes.  On a line stands what is laid; where the lines are too many for that, their words are left
out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from solver.errors import DoesNotAddUp, Unreadable, quoted

PICTURE_WIDTH = 8  # positions of a layer that are drawn unless more are asked for
MOST_WORDS = 60  # edges that carry their plays in words
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
    try:
        with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "tenback"}):
            figure.savefig(path, dpi=120, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
    except OSError as error:
        raise Unreadable(f"{quoted(path)} cannot be written: {error.strerror or error}") from None


Places = dict[int, tuple[float, float]]


def layout(graph: Any) -> tuple[Places, tuple[float, float], tuple[float, float]]:
    """Where each node stands, how large the picture and a box are, in inches."""
    columns: dict[int, list[int]] = {}
    for node, laid in graph.nodes(data="laid"):
        columns.setdefault(laid, []).append(node)
    ordered = untangled(graph, [columns[layer] for layer in sorted(columns)])
    longest = max(len(line) for _, label in graph.nodes(data="label") for line in label.split("\n"))
    words = max((len(plays) for _, _, plays in graph.edges(data="plays")), default=0)
    box = (CHARACTER * longest + 0.25, 2 * LINE + 0.18)
    gap = min(CHARACTER * 0.9 * words + 0.5, 3.2) if graph.number_of_edges() <= MOST_WORDS else 1.1
    step = (box[0] + gap, box[1] + 0.38)
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
        axes.text(x, y + LINE / 2, top, ha="center", va="center", fontsize=9, color=INK, zorder=4, weight="bold")
        axes.text(x, y - LINE / 2, bottom, ha="center", va="center", fontsize=9, color=INK, zorder=4)


def draw_edges(axes: Any, graph: Any, places: Places, box: tuple[float, float]) -> None:
    """An arrow for each turn; what is laid stands on it near its start, where there is room."""
    from matplotlib.patches import FancyArrowPatch

    in_words = graph.number_of_edges() <= MOST_WORDS
    for start, end, plays in graph.edges(data="plays"):
        (x0, y0), (x1, y1) = places[start], places[end]
        begin, finish = (x0 + box[0] / 2, y0), (x1 - box[0] / 2, y1)
        forced = graph.nodes[start]["forced"]
        axes.add_patch(
            FancyArrowPatch(
                begin,
                finish,
                arrowstyle="-|>",
                mutation_scale=9,
                color=INK if forced else PALE,
                linewidth=1.6 if forced else 0.9,
                connectionstyle="arc3,rad=0",
                shrinkA=0,
                shrinkB=0,
                zorder=1,
            )
        )
        if in_words:
            part = 0.5 if graph.out_degree(start) == 1 or graph.in_degree(end) > 1 else 0.62
            part = 0.32 if graph.in_degree(end) > 1 and graph.out_degree(start) == 1 else part
            x, y = begin[0] + part * (finish[0] - begin[0]), begin[1] + part * (finish[1] - begin[1])
            axes.text(
                x, y, plays, ha="center", va="center", fontsize=7, color=INK, zorder=2,
                bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
            )  # fmt: skip


def draw_captions(axes: Any, graph: Any, places: Places, size: tuple[float, float], title: str) -> None:
    """What is shown, what the marks mean, and how many cards are laid in each layer."""
    about = [f"{len(graph)} winning positions, {graph.number_of_edges()} turns that keep the win"]
    if "shortest" in graph.graph:
        longest = graph.graph.get("longest")
        about.append(f"wins in {graph.graph['shortest']}{f' to {longest}' if longest else ' or more'} turns")
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
