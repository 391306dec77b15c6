"""Turns in print: ``1. 37↑1 48↑1 + 44 3``, the arrows drawn, cards of Quick & Easy with their shape."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.sheet.cards import pile_sign, word_block
from puzzles.sheet.drawing import CAP_MIDDLE, GREY, INK, Block, Box, Text, beside, filled_rows, stacked
from puzzles.sheet.metrics import MM
from puzzles.sheet.signs import colour_shape, command_sign
from solver import Card, Line, Play, Player, Position, Rules, TenbackError, Turn

LINE = 1.45  # the height of a line by the size of its font


def drawn_along(position: Position, line: Line) -> list[tuple[Player | None, tuple[Card, ...]]]:
    """Who plays each turn and what is drawn after it; what the turn says itself where it cannot be played."""
    told: list[tuple[Player | None, tuple[Card, ...]]] = []
    here: Position | None = position
    for turn in line:
        after = None
        if here is not None:
            try:
                after = here.after(turn)
            except TenbackError:  # a wrong solution is for ``puzzle check`` to tell; here it is printed as it is
                after = None
        if here is None or after is None:
            told.append((turn.player, turn.drawn or ()))
        else:
            told.append((here.player, turn.drawn or here.drawn_until(after)))
        here = after
    return told


def turn_blocks(position: Position, line: Line, width: float, size: float, first: int = 1) -> list[Block]:
    """The turns of a line, numbered from ``first``."""
    rules = position.rules
    named = rules.players > 1
    told = drawn_along(position, line)
    return [
        turn_block(rules, number, turn, player if named else None, drawn, width, size)
        for number, (turn, (player, drawn)) in enumerate(zip(line, told, strict=True), start=first)
    ]


def turn_block(
    rules: Rules, number: int, turn: Turn, player: Player | None, drawn: Sequence[Card], width: float, size: float
) -> Block:
    """One turn: its number, who plays it, what is laid, what is drawn."""
    em, height = size * MM, size * MM * LINE
    parts = [play_block(rules, play, size) for play in turn.plays] or [word_block("–", size, height)]
    if drawn:
        parts.append(drawn_block(rules, drawn, width - 5.2 * em, size))
    indent = em * (2.1 if player is None else 3.8)
    body = stacked(beside(row, em * 0.75) for row in filled_rows(parts, width - indent, em * 0.75))
    counter = Text(em * 1.6, height / 2 + em * CAP_MIDDLE, f"{number}.", size, fill=GREY, anchor="end")
    badge = () if player is None else player_badge(player, size).at(em * 2.0, 0)
    return Block(width, body.height, (counter, *badge, *body.at(indent, 0)))


def player_badge(player: Player, size: float) -> Block:
    """A player's name in a ring."""
    em, height = size * MM, size * MM * LINE
    ring = Box(0, (height - 1.26 * em) / 2, 1.26 * em, 1.26 * em, 0.63 * em, stroke=GREY, line=0.07 * em)
    name = Text(0.63 * em, height / 2 + 0.82 * em * CAP_MIDDLE, str(player), size * 0.82, "bold", anchor="middle")
    return Block(1.26 * em, height, (ring, name))


def play_block(rules: Rules, play: Play, size: float) -> Block:
    """A card and the pile it goes on."""
    height = size * MM * LINE
    parts = [card_word(play.card, rules, size)]
    try:
        pile = rules.piles[rules.pile_index(play.pile)]
    except TenbackError:
        parts.append(word_block(f"@{play.pile}", size, height))
    else:
        sign = pile_sign(pile, size * 0.92)
        parts.append(Block(sign.width, height, sign.at(0, (height - sign.height) / 2)))
    return beside(parts, size * MM * 0.18)


def card_word(card: Card, rules: Rules, size: float, bold: bool = True, fill: str = INK) -> Block:
    """A card in a line of text, with its colour's shape or its command's symbol."""
    em, height = size * MM, size * MM * LINE
    parts = []
    if card.colour:
        shape = colour_shape(card.colour, em * 0.72)
        parts.append(Block(shape.width, height, shape.at(0, (height - shape.height) / 2)))
    parts.append(word_block(str(card), size, height, bold, fill))
    command = rules.command_of.get(card)
    if command is not None:
        symbol = command_sign(command, em * 0.72)
        parts.append(Block(symbol.width, height, symbol.at(0, (height - symbol.height) / 2)))
    return beside(parts, em * 0.14)


def drawn_block(rules: Rules, cards: Sequence[Card], width: float, size: float) -> Block:
    """The cards drawn after a turn, in grey."""
    em, small = size * MM, size * 0.9
    height = em * LINE
    words = [word_block("+", small, height, bold=False, fill=GREY)]
    for card in cards:
        word = card_word(card, rules, small, bold=False, fill=GREY)
        words.append(Block(word.width, height, word.at(0, (height - word.height) / 2)))
    return stacked(beside(row, em * 0.35) for row in filled_rows(words, width, em * 0.35))
