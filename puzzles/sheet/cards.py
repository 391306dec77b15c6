"""Cards and piles as they lie on the table.

A card shows its number.  In Quick & Easy it also shows its colour as a shape and a letter, in Extreme its command as a
symbol and, where there is room, a word: nothing depends on colour alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from puzzles.sheet.drawing import CAP_MIDDLE, GREY, HAIR, INK, PAPER, Block, Box, Item, Text, beside
from puzzles.sheet.metrics import MM, text_width
from puzzles.sheet.signs import COLOURS, arrow, colour_shape, command_sign, kind_sign, tall_arrow
from puzzles.sheet.words import capital, words
from solver import Card, Pile, Position, Rules
from solver.rules.commands import COMMANDS

TALL = 1.42  # a card's height by its width
ROUND = 0.11  # its corners, by its width
NUMBER_ROOM = 0.7  # how much of a card's width the highest number takes
TALLEST = 0.3  # and how much of its height a number may take
SMALLEST_WORD = 4.8  # points: where a command's word would be smaller, the card shows its symbol alone
FONT_UP = 1 / 0.72 / MM  # points of a font whose digits are one millimetre high


@dataclass(frozen=True)
class Style:
    """How large things are: texts and cards by their own scale; how dense; and in which language."""

    language: str = "en"
    text: float = 1.0
    card: float = 1.0
    dense: bool = False  # less space, and the draw pile beside the hands

    def gap(self, millimetres: float) -> float:
        """A space between two parts."""
        return millimetres * self.text * (0.7 if self.dense else 1.0)


@lru_cache(maxsize=4096)
def card_block(card: Card, rules: Rules, width: float, language: str) -> Block:
    """A card, face up."""
    height = width * TALL
    edge = COLOURS.get(card.colour, INK)
    line = 0.055 * width if card.colour else 0.024 * width
    frame = Box(line / 2, line / 2, width - line, height - line, ROUND * width, PAPER, edge, line)
    command = rules.command_of.get(card)
    signed = bool(card.colour or command)
    middle = height * (0.38 if signed else 0.5)
    items: list[Item] = [frame, number_text(card.number, rules, width, middle, TALLEST * height)]
    if card.colour:
        items += colour_part(card.colour, width, height)
    if command is not None:
        items += command_part(command, width, height, language)
    return Block(width, height, tuple(items))


def number_text(number: int, rules: Rules, width: float, middle: float, tallest: float, fill: str = INK) -> Text:
    """A number in the middle of a card, as large as the game's longest numbers allow."""
    longest = "8" * max(2, len(str(rules.highest + 1)))
    size = min(NUMBER_ROOM * width / text_width(longest, 1.0, "bold"), tallest * FONT_UP)
    return Text(width / 2, middle + size * MM * CAP_MIDDLE, str(number), size, "bold", fill, "middle")


def colour_part(letter: str, width: float, height: float) -> list[Item]:
    """The lower part of a coloured card: shape and letter."""
    size = 0.3 * width
    letter_size = 0.3 * width * FONT_UP * 0.72
    row = beside([colour_shape(letter, size), letter_block(letter, letter_size, size)], 0.09 * width)
    return list(row.at((width - row.width) / 2, 0.79 * height - size / 2))


def letter_block(letter: str, size: float, height: float) -> Block:
    """A letter centred on a height."""
    text = Text(0, height / 2 + size * MM * CAP_MIDDLE, letter, size, "bold")
    return Block(text.width, height, (text,))


def command_part(command: str, width: float, height: float, language: str) -> list[Item]:
    """The lower part of a command card: kind and symbol, and below them the word."""
    longest = max(text_width(command_name(name, language), 1.0, "bold") for name in COMMANDS)
    points = min(0.88 * width / longest, 0.115 * height * FONT_UP)
    spelled = points >= SMALLEST_WORD
    size = (0.27 if spelled else 0.34) * width
    row = beside([kind_sign(command, size * 0.8), command_sign(command, size)], 0.08 * width)
    items: list[Item] = list(row.at((width - row.width) / 2, (0.68 if spelled else 0.77) * height - size / 2))
    if spelled:
        items.append(Text(width / 2, 0.92 * height, command_name(command, language), points, "bold", INK, "middle"))
    return items


def command_name(command: str, language: str) -> str:
    """A command's word as it stands on a card."""
    return capital(words(language)[f"command.{command}"])


# --- piles


def pile_block(position: Position, index: int, width: float, style: Style) -> Block:
    """A pile: its direction, its top card (or the row card, where nothing was laid), and its name."""
    rules, top = position.rules, position.tops[index]
    pile = rules.piles[index]
    height = width * TALL
    offset = 0.05 * width
    left = 0.42 * width
    items: list[Item] = list(tall_arrow(pile.direction, 0.33 * width, height).at(0, 0))
    if top is None:
        items += row_card(rules, pile, width).at(left, 0)
    else:
        for depth in (2, 1):
            x, y = left + depth * offset, depth * offset
            items.append(Box(x, y, width, height, ROUND * width, PAPER, GREY, 0.02 * width))
        items += card_block(top, rules, width, style.language).at(left, 0)
    whole = left + width + 2 * offset
    name = pile_name(pile, 9.0 * style.text, whole, style.language)
    below = height + 2 * offset + 1.0 * style.text
    middle = min(max(left + (width - name.width) / 2, 0.0), whole - name.width)
    return Block(whole, below + name.height, (*items, *name.at(middle, below)))


def row_card(rules: Rules, pile: Pile, width: float) -> Block:
    """The place of a pile on which nothing was laid, with the number it starts from."""
    height, line = width * TALL, 0.03 * width
    frame = Box(line / 2, line / 2, width - line, height - line, ROUND * width, None, GREY, line, dashed=True)
    number = rules.row_number(pile)
    if number is None:
        sign = arrow(pile.direction, 0.4 * width, HAIR)
        return Block(width, height, (frame, *sign.at(0.3 * width, (height - 0.4 * width) / 2)))
    return Block(width, height, (frame, number_text(number, rules, width, height / 2, TALLEST * height, GREY)))


def pile_name(pile: Pile, size: float, width: float, language: str) -> Block:
    """A pile's name as answers use it and, where there is room for either, its direction: ``↑1 ascending``."""
    sign, known, gap = pile_sign(pile, size), words(language), size * MM * 0.3
    longest = max(text_width(known[f"pile.{direction}.says"], size * 0.85) for direction in ("up", "down"))
    if sign.width + gap + longest > width:
        return sign
    word = word_block(known[f"pile.{pile.direction}.says"], size * 0.85, sign.height, bold=False, fill=GREY)
    return beside([sign, word], gap)


def pile_sign(pile: Pile, size: float) -> Block:
    """A pile as answers name it: an arrow, its number among several, its owner in front."""
    owner, _, name = pile.name.rpartition(".")
    number = name.removeprefix(pile.direction)
    height = size * MM * 1.25
    parts = [word_block(owner, size, height)] if owner else []
    high = size * MM * 0.8
    head = arrow(pile.direction, high)
    parts.append(Block(high, height, head.at(0, (height - high) / 2)))
    parts += [word_block(number, size, height)] if number else []
    return beside(parts, size * MM * 0.04)


def word_block(word: str, size: float, height: float, bold: bool = True, fill: str = INK) -> Block:
    """A word centred on the height of its line."""
    text = Text(0, height / 2 + size * MM * CAP_MIDDLE, word, size, "bold" if bold else "regular", fill)
    return Block(text.width, height, (text,))
