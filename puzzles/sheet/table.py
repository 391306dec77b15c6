"""The table of a puzzle: piles, hands, draw piles, and a legend of the signs that occur."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.sheet.cards import Style, card_block, command_name, pile_block, word_block
from puzzles.sheet.drawing import GREY, NOTHING, TINT, Block, Box, beside, flowed, paragraph, stacked
from puzzles.sheet.metrics import MM, wrapped
from puzzles.sheet.signs import colour_shape, command_sign, kind_sign, pointer
from puzzles.sheet.words import capital, counted, words
from solver import Card, DrawPile, Position
from solver.cards import COLOUR_LETTERS
from solver.rules.commands import COMMANDS

PILE_WIDTH, HAND_WIDTH, DRAW_WIDTH = 17.0, 13.0, 8.6  # millimetres of a card
LABEL = 8.5  # points
SMALLEST_DRAW_WIDTH = 6.0
NARROWEST = 0.7  # a row shrinks to this before it becomes two
PILE_GAP = 0.4  # between two piles, by the width of a card


def table_block(position: Position, width: float, style: Style, names_mover: bool = True) -> Block:
    """Everything on the table; who is to move is marked, unless nobody is yet."""
    if position.rules.game.is_duel:
        parts = duel_parts(position, width, style)
    else:
        parts = team_parts(position, width, style, names_mover)
    return stacked(parts, style.gap(2.6))


def team_parts(position: Position, width: float, style: Style, names_mover: bool = True) -> list[Block]:
    """The piles on their mat, the hands, the draw pile."""
    piles = piles_block(position, None, width - 6.0, style)
    centred = mat(Block(width - 6.0, piles.height, piles.at((width - 6.0 - piles.width) / 2, 0)))
    hands = [hand_block(position, seat, width, style, names_mover) for seat in range(position.rules.players)]
    draw = draw_block(position, 0, width, style)
    if style.dense:
        return [centred, flowed([*hands, draw], width, 5.0 * style.card, style.gap(2.0))]
    return [centred, flowed(hands, width, 5.0 * style.card, style.gap(2.0)), draw]


def duel_parts(position: Position, width: float, style: Style) -> list[Block]:
    """A mat for each side: its piles, its hand, its draw pile."""
    return [side_block(position, seat, width, style) for seat in (0, 1)]


def side_block(position: Position, seat: int, width: float, style: Style) -> Block:
    """One side of Face to Face: the piles to the left, or above where it is narrow."""
    inner = width - 6.0
    piles = piles_block(position, seat, inner, style)
    room = inner - piles.width - 6.0 * style.card
    beside_piles = room > 45.0 * style.card
    held = stacked(
        [hand_block(position, seat, room if beside_piles else inner, style),
         draw_block(position, seat, room if beside_piles else inner, style)],
        style.gap(2.2),
    )  # fmt: skip
    whole = beside([piles, held], 6.0 * style.card) if beside_piles else stacked([piles, held], style.gap(2.2))
    return mat(Block(inner, whole.height, whole.at(0, 0)))


def mat(block: Block) -> Block:
    """A block on a pale ground."""
    ground = Box(0, 0, block.width + 6.0, block.height + 4.4, 2.2, fill=TINT)
    return Block(ground.width, ground.height, (ground, *block.at(3.0, 2.5)))


def piles_block(position: Position, owner: int | None, width: float, style: Style) -> Block:
    """The piles of one owner in one row, a little smaller where they would not fit; in several where there are many."""
    chosen = [index for index, pile in enumerate(position.rules.piles) if pile.owner == owner]
    size = PILE_WIDTH * style.card
    blocks = [pile_block(position, index, size, style) for index in chosen]
    gap = PILE_GAP * size
    natural = sum(block.width for block in blocks) + gap * (len(blocks) - 1)
    if NARROWEST * natural <= width < natural:
        size *= width / natural
        blocks = [pile_block(position, index, size, style) for index in chosen]
    return flowed(blocks, width, PILE_GAP * size, 3.0 * style.card)


# --- hands and draw piles


def hand_block(position: Position, seat: int, width: float, style: Style, names_mover: bool = True) -> Block:
    """A hand below its player's name; the player to move is marked."""
    known, rules = words(style.language), position.rules
    name = rules.player_names[seat]
    label = known["player"].format(player=name) if rules.players > 1 else known["hand"]
    moving = names_mover and seat == position.to_move and rules.players > 1
    cards = card_row(position, position.hands[seat], width, HAND_WIDTH * style.card, style)
    empty = paragraph([known["draw-pile.empty"]], LABEL * style.text, "italic", GREY) if not cards.height else NOTHING
    return stacked([label_block(label, known["to-move"] if moving else "", moving, width, style), cards, empty], 0.6)


def label_block(label: str, remark: str, marked: bool, width: float, style: Style) -> Block:
    """A small heading: its words, a remark in grey after them, and a pointer before them where it is marked."""
    size = LABEL * style.text
    height = size * MM * 1.3
    parts = []
    if marked:
        sign = pointer(size * MM * 0.85)
        parts.append(Block(sign.width, height, sign.at(0, (height - sign.height) / 2)))
    parts.append(word_block(capital(label), size, height))
    used = sum(part.width for part in parts) + 2 * size * MM * 0.4
    lines = wrapped(remark, max(width - used, 1.0), size) if remark else []
    if len(lines) > 1:  # no room beside it: below it
        return stacked([beside(parts, size * MM * 0.4), paragraph(wrapped(remark, width, size), size, "regular", GREY)])
    if lines:
        parts.append(word_block(lines[0], size, height, bold=False, fill=GREY))
    return beside(parts, size * MM * 0.4)


def card_row(position: Position, cards: Sequence[Card], width: float, size: float, style: Style) -> Block:
    """Cards in one row, a little smaller where they would not fit; in several rows where there are too many."""
    if not cards:
        return NOTHING
    gap = 0.09
    fitting = width / (len(cards) + gap * (len(cards) - 1))
    size = fitting if NARROWEST * size <= fitting < size else size
    size = min(size, width)
    blocks = [card_block(card, position.rules, size, style.language) for card in cards]
    return flowed(blocks, width, gap * size, 1.6 * gap * size)


def draw_block(position: Position, index: int, width: float, style: Style) -> Block:
    """A draw pile, all of it: the next card first."""
    known, pile = words(style.language), position.draws[index]
    label = label_block(known["draw-pile"], draw_remark(pile, style.language), False, width, style)
    return stacked([label, draw_cards(position, pile, width, style)], 0.6)


def draw_remark(pile: DrawPile, language: str) -> str:
    """How many cards, and in which order."""
    known = words(language)
    if not pile.cards:
        return known["draw-pile.empty"]
    count = counted("draw-pile.count.one", "draw-pile.count", len(pile.cards), language)
    if len(pile.cards) == 1:
        return count
    return f"{count}, {known['draw-pile.next' if pile.ordered else 'draw-pile.unordered']}"


def draw_cards(position: Position, pile: DrawPile, width: float, style: Style) -> Block:
    """The cards of a draw pile, in rows that are read from left to right."""
    size = min(max(DRAW_WIDTH * style.card, SMALLEST_DRAW_WIDTH), width)
    gap = 0.12 * size
    per_row = max(1, int((width + gap) // (size + gap)))
    blocks = [card_block(card, position.rules, size, style.language) for card in pile.cards]
    return stacked((beside(blocks[at : at + per_row], gap) for at in range(0, len(blocks), per_row)), 1.2 * gap)


def slots_block(position: Position, width: float, style: Style) -> Block:
    """Empty places for the cards of a draw pile whose order is asked for, the next card first."""
    count, size = len(position.draw.cards), max(DRAW_WIDTH * style.card, SMALLEST_DRAW_WIDTH)
    height = card_block(position.draw.cards[0], position.rules, size, style.language).height
    slot = Block(size, height, (Box(0, 0, size, height, 0.12 * size, stroke=GREY, dashed=True),))
    label = label_block(words(style.language)["draw-pile.yours"], "", False, width, style)
    return stacked([label, flowed([slot] * count, width, 0.12 * size, 0.12 * size)], 0.6)


# --- legend


def legend_block(position: Position, width: float, style: Style) -> Block:
    """What the signs on the cards mean: only those that are on some card of this table."""
    cards = [*(top for top in position.tops if top), *(card for hand in position.hands for card in hand)]
    cards += [card for pile in position.draws for card in pile.cards]
    commands = {position.rules.command_of.get(card) for card in cards}
    colours = {card.colour for card in cards}
    named = [command for command in COMMANDS if command in commands]
    columns = 2 if width > 130 * style.text and len(named) > 1 else 1
    room = (width - 6.0 * (columns - 1)) / columns
    entries = [command_entry(command, named, room, style) for command in named]
    entries += [colour_entry(letter, style) for letter in COLOUR_LETTERS if letter in colours]
    return flowed(entries, width, 6.0 if named else 5.0 * style.text, 0.5 * style.text)


def colour_entry(letter: str, style: Style) -> Block:
    """A colour's shape, letter and name."""
    size = LABEL * style.text * 0.95
    height = size * MM * 1.3
    sign = colour_shape(letter, size * MM * 0.9)
    name = words(style.language)[f"colour.{letter}"]
    return beside(
        [Block(sign.width, height, sign.at(0, (height - sign.height) / 2)), word_block(letter, size, height),
         word_block(name, size, height, bold=False, fill=GREY)],
        size * MM * 0.35,
    )  # fmt: skip


def command_entry(command: str, named: Sequence[str], width: float, style: Style) -> Block:
    """A command's signs, its name and what it asks; the names of all that are ``named`` make a column."""
    known, size = words(style.language), LABEL * style.text * 0.9
    em = size * MM
    height = em * 1.24
    names = {each: word_block(command_name(each, style.language), size, height) for each in named}
    signs = beside([kind_sign(command, em * 1.05), command_sign(command, em * 1.15)], em * 0.3)
    indent = em * 3.0
    start = indent + max(name.width for name in names.values()) + em * 0.8
    says = paragraph(wrapped(known[f"command.{command}.says"], width - start, size), size, leading=1.24)
    return Block(
        width,
        max(says.height, height),
        (*signs.at(0, (height - signs.height) / 2), *names[command].at(indent, 0), *says.at(start, 0)),
    )
