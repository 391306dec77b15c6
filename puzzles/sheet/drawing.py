"""What is drawn: boxes, paths and texts, in millimetres from the top left corner.  The writers know nothing else.

A ``Block`` is a group of shapes with its own corner and size; blocks are put above and beside each other, moved and
scaled, and at the end a ``Page`` is a flat list of shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from puzzles.sheet.metrics import MM, Font, text_width

Anchor = Literal["start", "middle", "end"]
Command = tuple[str, tuple[float, ...]]  # a step of a path: M x y, L x y, C x y x y x y, Z

# Colours: dark enough for grey paper, each with something else beside it that says the same.
INK, GREY, HAIR, PAPER, TINT = "#1c2230", "#5d6676", "#c3c9d3", "#ffffff", "#f3f5f8"
UP_COLOUR, DOWN_COLOUR = "#0b6a80", "#a2431c"


@dataclass(frozen=True)
class Box:
    """A rectangle, its corners rounded by ``radius`` (half of its size: a disc)."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0
    fill: str | None = None
    stroke: str | None = None
    line: float = 0.25
    dashed: bool = False


@dataclass(frozen=True)
class Path:
    """A line or an area made of straight and curved steps."""

    steps: tuple[Command, ...]
    fill: str | None = None
    stroke: str | None = None
    line: float = 0.25


@dataclass(frozen=True)
class Text:
    """A line of text that stands on ``y``; ``size`` in points."""

    x: float
    y: float
    text: str
    size: float
    font: Font = "regular"
    fill: str = INK
    anchor: Anchor = "start"

    @property
    def width(self) -> float:
        """How wide it is."""
        return text_width(self.text, self.size, self.font)

    @property
    def left(self) -> float:
        """Where it begins."""
        return self.x - self.width * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]


Shape = Box | Path | Text


class Placed(NamedTuple):
    """A block at a place inside another one."""

    block: Block
    x: float
    y: float
    scale: float = 1.0


@dataclass(frozen=True)
class Block:
    """Shapes and smaller blocks that belong together, from their own corner at 0, 0."""

    width: float
    height: float
    items: tuple[Shape | Placed, ...] = ()

    def at(self, x: float, y: float) -> tuple[Placed]:
        """The block at a place, as an item of a larger one.  Nothing is moved yet: most trials are thrown away."""
        return (Placed(self, x, y),)

    def scaled(self, scale: float) -> Block:
        """The same block, larger or smaller."""
        return Block(self.width * scale, self.height * scale, (Placed(self, 0, 0, scale),))

    def shapes(self, x: float = 0.0, y: float = 0.0, scale: float = 1.0) -> Iterator[Shape]:
        """All shapes where they are in the end."""
        for item in self.items:
            if isinstance(item, Placed):
                yield from item.block.shapes(x + item.x * scale, y + item.y * scale, scale * item.scale)
            else:
                yield moved(item, x, y, scale)


@dataclass(frozen=True)
class Mark:
    """A place that a reader may want to go to: an entry of the table of contents of a PDF."""

    title: str
    top: float


@dataclass(frozen=True)
class Page:
    """A sheet of paper."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    marks: tuple[Mark, ...] = field(default=())


Item = Shape | Placed
NOTHING = Block(0.0, 0.0)


def moved(shape: Shape, x: float, y: float, scale: float = 1.0) -> Shape:
    """A shape scaled about the corner, then shifted."""
    if isinstance(shape, Text):
        return replace(shape, x=x + shape.x * scale, y=y + shape.y * scale, size=shape.size * scale)
    if isinstance(shape, Path):
        steps = tuple(
            (name, tuple(value * scale + (y if index % 2 else x) for index, value in enumerate(values)))
            for name, values in shape.steps
        )
        return replace(shape, steps=steps, line=shape.line * scale)
    return replace(
        shape,
        x=x + shape.x * scale,
        y=y + shape.y * scale,
        width=shape.width * scale,
        height=shape.height * scale,
        radius=shape.radius * scale,
        line=shape.line * scale,
    )


# --- putting blocks together


def stacked(blocks: Iterable[Block], gap: float = 0.0) -> Block:
    """Blocks below each other; empty ones take no room."""
    items: list[Placed] = []
    width = bottom = 0.0
    for block in blocks:
        if block.height == 0:
            continue
        top = bottom + (gap if bottom else 0.0)
        items += block.at(0, top)
        width, bottom = max(width, block.width), top + block.height
    return Block(width, bottom, tuple(items))


def beside(blocks: Sequence[Block], gap: float = 0.0) -> Block:
    """Blocks beside each other, their tops in line."""
    items: list[Placed] = []
    right = 0.0
    for block in blocks:
        left = right + (gap if right else 0.0)
        items += block.at(left, 0)
        right = left + block.width
    return Block(right, max((block.height for block in blocks), default=0.0), tuple(items))


def flowed(blocks: Sequence[Block], width: float, gap: float, line_gap: float) -> Block:
    """Blocks beside each other, in as many rows as it takes; the rows are filled evenly where the blocks are alike."""
    if not blocks:
        return NOTHING
    widest = max(block.width for block in blocks)
    columns = max(1, int((width + gap + 1e-6) // (widest + gap)))
    rows = -(-len(blocks) // columns)
    columns = -(-len(blocks) // rows)
    if len({round(block.width, 3) for block in blocks}) > 1:
        return stacked((beside(row, gap) for row in filled_rows(blocks, width, gap)), line_gap)
    return stacked((beside(blocks[at : at + columns], gap) for at in range(0, len(blocks), columns)), line_gap)


def filled_rows(blocks: Sequence[Block], width: float, gap: float) -> list[list[Block]]:
    """Rows as full as can be."""
    rows: list[list[Block]] = [[]]
    used = 0.0
    for block in blocks:
        if rows[-1] and used + gap + block.width > width + 1e-6:
            rows.append([])
            used = 0.0
        used += block.width + (gap if rows[-1] else 0.0)
        rows[-1].append(block)
    return rows


def paragraph(
    lines: Sequence[str], size: float, font: Font = "regular", fill: str = INK, leading: float = 1.28
) -> Block:
    """Lines of text below each other, as a block."""
    step = size * MM * leading
    texts = tuple(
        Text(0, (index + 0.5) * step + size * MM * CAP_MIDDLE, line, size, font, fill)
        for index, line in enumerate(lines)
    )
    return Block(max((text.width for text in texts), default=0.0), step * len(texts), texts)


CAP_MIDDLE = 0.36  # half the height of a capital: where a line must stand to be centred on a height
