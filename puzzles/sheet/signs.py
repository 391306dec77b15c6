"""Signs drawn as shapes, so that no font has to have them: arrows, pips, the commands' symbols, the colours' shapes.

Each is drawn on a square of 10 by 10 and scaled to the size asked for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from puzzles.sheet.drawing import DOWN_COLOUR, INK, PAPER, UP_COLOUR, Block, Box, Command, Path, Shape
from solver.rules.commands import command_named

GRID = 10.0

COLOURS: Mapping[str, str] = {"r": "#c4302b", "g": "#2e8b45", "b": "#2a5db0", "y": "#f2c230", "s": "#a9b0bb"}
DIRECTION_COLOURS = {"up": UP_COLOUR, "down": DOWN_COLOUR}


def polygon(points: Sequence[tuple[float, float]], closed: bool = True) -> tuple[Command, ...]:
    """Straight steps through points."""
    steps: list[Command] = [("L" if index else "M", point) for index, point in enumerate(points)]
    return (*steps, ("Z", ())) if closed else tuple(steps)


def sign(shapes: Sequence[Shape], size: float) -> Block:
    """Shapes on the grid as a block of a size."""
    return Block(GRID, GRID, tuple(shapes)).scaled(size / GRID)


# --- directions, players, levels


def arrow(direction: str, size: float, colour: str | None = None) -> Block:
    """A short, fat arrow up or down."""
    points = [(5.0, 0.6), (9.2, 5.2), (6.5, 5.2), (6.5, 9.4), (3.5, 9.4), (3.5, 5.2), (0.8, 5.2)]
    if direction == "down":
        points = [(x, GRID - y) for x, y in points]
    return sign([Path(polygon(points), fill=colour or DIRECTION_COLOURS[direction])], size)


def tall_arrow(direction: str, width: float, height: float) -> Block:
    """The arrow beside a pile, as high as its cards."""
    neck, inner, outer = 0.5 * width, 0.36 * width, 0.64 * width
    points = [
        (width / 2, 0.0),
        (width, neck),
        (outer, neck),
        (outer, height),
        (inner, height),
        (inner, neck),
        (0.0, neck),
    ]
    if direction == "down":
        points = [(x, height - y) for x, y in points]
    return Block(width, height, (Path(polygon(points), fill=DIRECTION_COLOURS[direction]),))


def pointer(size: float) -> Block:
    """The mark of the player to move."""
    return sign([Path(polygon([(1.5, 0.8), (8.8, 5.0), (1.5, 9.2)]), fill=INK)], size)


def pips(full: int, of: int, size: float) -> Block:
    """So many filled discs of so many: a level, also without any colour."""
    step = size * 1.35
    line = size * 0.1
    discs = tuple(
        Box(
            index * step + line / 2, line / 2, size - line, size - line, (size - line) / 2,
            fill=INK if index < full else PAPER, stroke=INK, line=line,
        )
        for index in range(of)
    )  # fmt: skip
    return Block(step * (of - 1) + size, size, discs)


# --- the colours of Quick & Easy


def colour_shape(letter: str, size: float) -> Block:
    """The shape that stands for a colour, filled with it."""
    fill, line = COLOURS[letter], 0.7
    if letter == "r":
        return sign([Box(0.8, 0.8, 8.4, 8.4, 4.2, fill=fill, stroke=INK, line=line)], size)
    points = {
        "g": [(5.0, 0.8), (9.4, 8.8), (0.6, 8.8)],
        "b": [(1.2, 1.2), (8.8, 1.2), (8.8, 8.8), (1.2, 8.8)],
        "y": star(5.0, 5.4, 5.0, 2.2),
        "s": [(5.0, 0.4), (9.0, 5.0), (5.0, 9.6), (1.0, 5.0)],
    }[letter]
    return sign([Path(polygon(points), fill=fill, stroke=INK, line=line)], size)


def star(x: float, y: float, outer: float, inner: float) -> list[tuple[float, float]]:
    """The corners of a five-pointed star."""
    points = []
    for corner in range(10):
        radius, angle = (inner if corner % 2 else outer), math.pi * (corner / 5 - 0.5)
        points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return points


# --- the commands of Extreme


def command_sign(command: str, size: float) -> Block:
    """The symbol of a command."""
    return sign(COMMAND_SIGNS[command](), size)


def kind_sign(command: str, size: float) -> Block:
    """Lightning: it binds this turn.  Infinity: it binds while it is visible."""
    return sign(KIND_SIGNS[command_named(command).kind](), size)


def lightning() -> list[Shape]:
    """A flash."""
    points = [(6.6, 0.3), (1.8, 5.8), (4.6, 5.8), (3.2, 9.7), (8.2, 4.0), (5.3, 4.0)]
    return [Path(polygon(points), fill=INK)]


def infinity() -> list[Shape]:
    """A lying eight."""
    steps: tuple[Command, ...] = (
        ("M", (5.0, 5.0)),
        ("C", (3.4, 2.6, 0.8, 2.6, 0.8, 5.0)),
        ("C", (0.8, 7.4, 3.4, 7.4, 5.0, 5.0)),
        ("C", (6.6, 2.6, 9.2, 2.6, 9.2, 5.0)),
        ("C", (9.2, 7.4, 6.6, 7.4, 5.0, 5.0)),
        ("Z", ()),
    )
    return [Path(steps, stroke=INK, line=1.1)]


def stop() -> list[Shape]:
    """An octagon with a bar."""
    corners = [(3.0, 0.2), (7.0, 0.2), (9.8, 3.0), (9.8, 7.0), (7.0, 9.8), (3.0, 9.8), (0.2, 7.0), (0.2, 3.0)]
    return [Path(polygon(corners), fill=INK), Box(2.0, 4.1, 6.0, 1.8, fill=PAPER)]


def skull() -> list[Shape]:
    """A skull, from the front."""
    head: tuple[Command, ...] = (
        ("M", (5.0, 0.3)),
        ("C", (8.0, 0.3, 9.6, 2.3, 9.6, 4.6)),
        ("C", (9.6, 6.2, 8.8, 7.0, 7.7, 7.4)),
        ("L", (7.7, 9.7)),
        ("L", (2.3, 9.7)),
        ("L", (2.3, 7.4)),
        ("C", (1.2, 7.0, 0.4, 6.2, 0.4, 4.6)),
        ("C", (0.4, 2.3, 2.0, 0.3, 5.0, 0.3)),
        ("Z", ()),
    )
    eyes = [Box(x, 3.5, 2.3, 2.3, 1.15, fill=PAPER) for x in (1.9, 5.8)]
    teeth = [Box(x, 8.2, 0.6, 1.6, fill=PAPER) for x in (3.6, 4.7, 5.8)]
    return [Path(head, fill=INK), *eyes, *teeth]


def three() -> list[Shape]:
    """Three cards."""
    return [Box(x, 1.4, 2.6, 7.2, 0.5, fill=INK) for x in (0.3, 3.7, 7.1)]


def silence() -> list[Shape]:
    """A speech bubble, crossed out."""
    bubble: tuple[Command, ...] = (
        ("M", (1.9, 1.0)),
        ("L", (8.1, 1.0)),
        ("C", (9.0, 1.0, 9.5, 1.6, 9.5, 2.4)),
        ("L", (9.5, 5.6)),
        ("C", (9.5, 6.4, 9.0, 7.0, 8.1, 7.0)),
        ("L", (5.2, 7.0)),
        ("L", (2.6, 9.4)),
        ("L", (2.9, 7.0)),
        ("L", (1.9, 7.0)),
        ("C", (1.0, 7.0, 0.5, 6.4, 0.5, 5.6)),
        ("L", (0.5, 2.4)),
        ("C", (0.5, 1.6, 1.0, 1.0, 1.9, 1.0)),
        ("Z", ()),
    )
    return [Path(bubble, stroke=INK, line=0.9), crossing()]


def no_trick() -> list[Shape]:
    """An arrow that turns back, crossed out."""
    back: tuple[Command, ...] = (
        ("M", (1.2, 8.4)),
        ("L", (6.0, 8.4)),
        ("C", (10.2, 8.4, 10.2, 3.4, 6.0, 3.4)),
        ("L", (3.6, 3.4)),
    )
    head = Path(polygon([(0.6, 3.4), (4.2, 0.8), (4.2, 6.0)]), fill=INK)
    return [Path(back, stroke=INK, line=1.1), head, crossing()]


def crossing() -> Path:
    """The stroke that crosses a sign out."""
    return Path((("M", (0.6, 9.4)), ("L", (9.4, 0.6))), stroke=INK, line=1.2)


def one_pile() -> list[Shape]:
    """A pile seen from the side, and an arrow that points at it."""
    layers = [Box(0.6, y, 8.8, 1.2, 0.4, fill=INK) for y in (5.4, 7.0, 8.6)]
    head = Path(polygon([(2.6, 2.0), (7.4, 2.0), (5.0, 4.8)]), fill=INK)
    return [*layers, head, Box(4.3, 0.2, 1.4, 2.2, fill=INK)]


def draw_one() -> list[Shape]:
    """A card, and a plus."""
    card = Box(0.7, 0.7, 5.4, 8.6, 0.8, stroke=INK, line=0.9)
    one = Path((("M", (2.4, 3.8)), ("L", (3.6, 2.8)), ("L", (3.6, 7.2))), stroke=INK, line=0.9)
    return [card, one, Box(7.0, 4.5, 3.0, 1.0, fill=INK), Box(8.0, 3.5, 1.0, 3.0, fill=INK)]


def flame() -> list[Shape]:
    """A flame with a bright heart."""
    outer: tuple[Command, ...] = (
        ("M", (5.2, 0.2)),
        ("C", (5.6, 2.6, 8.6, 3.6, 8.6, 6.6)),
        ("C", (8.6, 8.8, 7.0, 9.9, 5.0, 9.9)),
        ("C", (3.0, 9.9, 1.4, 8.8, 1.4, 6.6)),
        ("C", (1.4, 4.8, 2.6, 4.0, 3.0, 2.6)),
        ("C", (3.6, 3.2, 3.8, 3.6, 3.9, 4.2)),
        ("C", (4.8, 3.2, 5.3, 1.8, 5.2, 0.2)),
        ("Z", ()),
    )
    heart: tuple[Command, ...] = (
        ("M", (5.1, 5.4)),
        ("C", (5.4, 6.4, 6.6, 6.8, 6.6, 7.9)),
        ("C", (6.6, 8.7, 5.9, 9.1, 5.0, 9.1)),
        ("C", (4.1, 9.1, 3.4, 8.7, 3.4, 7.9)),
        ("C", (3.4, 6.9, 4.7, 6.5, 5.1, 5.4)),
        ("Z", ()),
    )
    return [Path(outer, fill=INK), Path(heart, fill=PAPER)]


KIND_SIGNS: Mapping[str, Callable[[], list[Shape]]] = {"lightning": lightning, "infinity": infinity, "fire": flame}
COMMAND_SIGNS: Mapping[str, Callable[[], list[Shape]]] = {
    "stop": stop,
    "skull": skull,
    "three": three,
    "silence": silence,
    "no-trick": no_trick,
    "one-pile": one_pile,
    "draw-one": draw_one,
    "fire": flame,
}
