"""One puzzle as it is printed: number, title, level, game, task, table, and the game played where it is asked about."""

from __future__ import annotations

from typing import NamedTuple

from puzzles.answers.why import WhyNot
from puzzles.options import Option
from puzzles.puzzle import LEVELS, Puzzle
from puzzles.quality.features import Wrong
from puzzles.sheet.cards import Style, word_block
from puzzles.sheet.drawing import CAP_MIDDLE, GREY, INK, NOTHING, PAPER, Block, Box, Text, beside, paragraph, stacked
from puzzles.sheet.lines import turn_blocks
from puzzles.sheet.metrics import MM, clean, text_width, wrapped
from puzzles.sheet.signs import pips
from puzzles.sheet.table import label_block, legend_block, slots_block, table_block
from puzzles.sheet.words import capital, game_text, task_text, words

TITLE, META, TASK, PLAYED = 13.0, 8.5, 10.5, 9.0  # points
MOST_TITLE_LINES = 3


class Numbered(NamedTuple):
    """A puzzle, its number in the collection (the same whichever others are printed), and whom to thank for it.

    ``wrongs``: first turns that fail and why, for the answer; ``options`` the same of options, each with the table that
    it makes; ``hints``: each says more than the one before.
    """

    number: int
    puzzle: Puzzle
    credit: str = ""
    wrongs: tuple[Wrong, ...] = ()
    hints: tuple[str, ...] = ()
    options: tuple[tuple[Option, WhyNot], ...] = ()


def puzzle_block(item: Numbered, width: float, style: Style) -> Block:
    """A whole puzzle in a column of a width."""
    title = title_block(item.number, item.puzzle, width, style)
    head = stacked([title, meta_block(item, width, style)], style.gap(0.9))
    return stacked([head, *asked_parts(item.puzzle, width, style)], style.gap(2.4))


def asked_parts(puzzle: Puzzle, width: float, style: Style) -> list[Block]:
    """What is asked, and all that is to be seen of it."""
    task = wrapped(task_text(puzzle, style.language), width, TASK * style.text)
    return [
        paragraph(task, TASK * style.text),
        table_block(puzzle.position, width, style, puzzle.task.kind.names_mover),
        slots_block(puzzle.position, width, style) if puzzle.task.kind.stacks else NOTHING,
        played_block(puzzle, width, style),
        legend_block(puzzle.position, width, style),
    ]


def title_of(puzzle: Puzzle, number: int, language: str) -> str:
    """The title, or ``Puzzle 7`` where it has none."""
    return clean(puzzle.title) or f"{capital(words(language)['puzzle'])} {number}"


def title_block(number: int, puzzle: Puzzle, width: float, style: Style) -> Block:
    """The number on a dark ground, and the title."""
    size = TITLE * style.text
    height = size * MM * 1.28
    badge = number_badge(str(number), size, height)
    indent = badge.width + size * MM * 0.5
    lines = wrapped(title_of(puzzle, number, style.language), width - indent, size, "bold", MOST_TITLE_LINES)
    return beside([badge, paragraph(lines, size, "bold")], size * MM * 0.5)


def number_badge(number: str, size: float, height: float) -> Block:
    """A number, white on dark."""
    em = size * MM
    text = Text(0, height / 2 + size * 0.82 * MM * CAP_MIDDLE, number, size * 0.82, "bold", PAPER, "middle")
    box_width = max(text.width + 0.7 * em, height)
    box = Box(0, 0, box_width, height, 0.28 * em, fill=INK)
    placed = Text(box_width / 2, text.y, number, text.size, "bold", PAPER, "middle")
    return Block(box_width, height, (box, placed))


def meta_block(item: Numbered, width: float, style: Style) -> Block:
    """The level as pips and a word; game, players, changed rules; the puzzle's name in its collection."""
    puzzle = item.puzzle
    size = META * style.text
    height = size * MM * 1.28
    facts = " · ".join(filter(None, [game_text(puzzle.position.rules, style.language), clean(puzzle.id), item.credit]))
    level = level_block(puzzle, size, height, style.language)
    if not level.width:
        return paragraph(wrapped(facts, width, size), size, "regular", GREY)
    gap = size * MM * 1.1
    if level.width + gap + text_width(facts, size) <= width:
        return beside([level, paragraph([facts], size, "regular", GREY)], gap)
    return stacked([level, paragraph(wrapped(facts, width, size), size, "regular", GREY)])


def level_block(puzzle: Puzzle, size: float, height: float, language: str) -> Block:
    """``●●●○○ medium``; nothing where the puzzle is not rated."""
    if puzzle.level is None:
        return NOTHING
    dots = pips(LEVELS.index(puzzle.level) + 1, len(LEVELS), size * MM * 0.72)
    centred = Block(dots.width, height, dots.at(0, (height - dots.height) / 2))
    return beside([centred, word_block(words(language)[f"level.{puzzle.level}"], size, height)], size * MM * 0.5)


def played_block(puzzle: Puzzle, width: float, style: Style) -> Block:
    """The game that was played, its turns in columns, read downwards."""
    if not puzzle.played:
        return NOTHING
    size = PLAYED * style.text
    columns = max(1, min(3, int(width // (62 * style.text)), -(-len(puzzle.played) // 3)))
    gap = 5.0 * style.text
    room = (width - gap * (columns - 1)) / columns
    turns = turn_blocks(puzzle.position, puzzle.played, room, size)
    rows = -(-len(turns) // columns)
    columns_of_turns = beside([stacked(turns[at : at + rows]) for at in range(0, len(turns), rows)], gap)
    return stacked([label_block(words(style.language)["played"], "", False, width, style), columns_of_turns], 0.6)
