"""The answers: each puzzle's solution, turn by turn, in columns on pages of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from puzzles.puzzle import Puzzle
from puzzles.sheet.block import Numbered, number_badge, title_of
from puzzles.sheet.cards import pile_sign, word_block
from puzzles.sheet.drawing import GREY, Block, Item, beside, filled_rows, paragraph, stacked
from puzzles.sheet.lines import LINE, turn_blocks
from puzzles.sheet.metrics import MM, clean, wrapped
from puzzles.sheet.words import counted, option_text, theme_titles, why_text, words
from solver import Position, Rules, TenbackError

TITLE, TEXT, NOTE = 9.5, 8.6, 8.0  # points
KEPT_WHOLE, KEPT_TOGETHER = 14, 5  # an answer of so many rows stays in one column; of a longer one its beginning
ROW_GAP, ANSWER_GAP = 0.4, 4.0


class Row(NamedTuple):
    """A row of an answer, and the space above it unless it begins a column."""

    block: Block
    space: float


def answer_rows(item: Numbered, width: float, language: str) -> list[Row]:
    """An answer as rows that may stand in different columns; the title stays with the first of them."""
    rows = [named_row(item, width, language), *told_rows(item, width, language)]
    together = len(rows) if len(rows) <= KEPT_WHOLE else KEPT_TOGETHER
    first = stacked(rows[:together], ROW_GAP)
    return [Row(first, ANSWER_GAP), *(Row(row, ROW_GAP) for row in rows[together:])]


def named_row(item: Numbered, width: float, language: str) -> Block:
    """A puzzle's number and title."""
    badge = number_badge(str(item.number), TITLE, TITLE * MM * 1.3)
    room = width - badge.width - 1.6
    title = wrapped(title_of(item.puzzle, item.number, language), room, TITLE, "bold", 2)
    return beside([badge, paragraph(title, TITLE, "bold")], 1.6)


def told_rows(item: Numbered, width: float, language: str) -> list[Block]:
    """The solution, what is to be said of it, and why other turns fail."""
    puzzle = item.puzzle
    position = before_turn(puzzle)
    return [
        *verdict_rows(puzzle, width, language),
        *turn_blocks(position, puzzle.solution, width, TEXT, puzzle.lost_at or 1),
        *(note(text, width) for text in remarks(puzzle, language)),
        *why_rows(item, position, width, language),
        *option_rows(item, width, language),
    ]


def hint_row(item: Numbered, width: float, language: str) -> Row:
    """The hints of a puzzle below its name, the piles in them drawn as in the answers."""
    said = [hint_block(text, item.puzzle.position.rules, width) for text in item.hints]
    return Row(stacked([named_row(item, width, language), *said], ROW_GAP), ANSWER_GAP)


def hint_block(text: str, rules: Rules, width: float) -> Block:
    """A hint in lines, each pile that it names as a sign."""
    height, piles = TEXT * MM * LINE, {pile.name: pile for pile in rules.piles}
    words_of = []
    for word in clean(text).split():
        name = word.rstrip(".,:;!?")
        if name in piles:
            sign = pile_sign(piles[name], TEXT)
            placed = Block(sign.width, height, sign.at(0, (height - sign.height) / 2))
            words_of.append(beside([placed, word_block(word[len(name) :], TEXT, height, bold=False)]))
        else:
            words_of.append(word_block(word, TEXT, height, bold=False))
    space = TEXT * MM * 0.28
    return stacked(beside(row, space) for row in filled_rows(words_of, width, space))


def why_rows(item: Numbered, start: Position, width: float, language: str) -> list[Block]:
    """First turns that tempt and fail, each with its reason and the line that refutes it."""
    rows, first = list[Block](), item.puzzle.lost_at or 1
    for wrong in item.wrongs:
        if wrong.why is not None:
            rows += [] if rows else [note(words(language)["why"], width)]
            rows += turn_blocks(start, (wrong.turn,), width, TEXT, first)
            rows.append(note(why_text(wrong.why, start.rules, language), width))
            rows += turn_blocks(start.after(wrong.turn), wrong.why.line, width, TEXT, first + 1)
    return rows


def option_rows(item: Numbered, width: float, language: str) -> list[Block]:
    """Why options that look fine are wrong; where a loss was asked for, why nothing wins."""
    rows, kind = list[Block](), item.puzzle.task.kind
    for option, why in item.options:
        rows += [] if rows else [note(words(language)["answer.why-lost" if kind.wants_loss else "why"], width)]
        said = why_text(why, option.position.rules, language)
        named = "" if kind.wants_loss else f"{option_text(kind, 'other', option.text, language)} "
        rows.append(note(named + said, width))
        rows += turn_blocks(option.position, why.line, width, TEXT)
    return rows


def before_turn(puzzle: Puzzle) -> Position:
    """Where the solution starts; where the puzzle does not add up, at its position."""
    try:
        return puzzle.start
    except TenbackError:
        return puzzle.position


def verdict_rows(puzzle: Puzzle, width: float, language: str) -> list[Block]:
    """What comes before the turns: which turn gave the win away; that there is no solution."""
    known = words(language)
    said = []
    if puzzle.lost_at is not None:
        said.append(known["answer.lost-at"].format(n=puzzle.lost_at))
        said += [known["answer.would-have-won"]] if puzzle.solution else []
    elif puzzle.answer:
        said.append(option_text(puzzle.task.kind, "answer", puzzle.answer, language))
    elif not puzzle.solution:
        said.append(known["answer.none"])
    return [paragraph(wrapped(text, width, TEXT), TEXT) for text in said]


def remarks(puzzle: Puzzle, language: str) -> list[str]:
    """What comes after the turns: cards left, uniqueness, themes; and below them the author's notes."""
    known, said = words(language), []
    if puzzle.task.kind.is_scored and puzzle.solution:
        left = puzzle.position.cards_left - sum(len(turn.plays) for turn in puzzle.solution)
        said.append(counted("answer.left.one", "answer.left", left, language))
    if puzzle.unique != "none" and puzzle.solution:
        said.append(known[f"unique.{puzzle.unique}"])
    if puzzle.answer:
        said.append(known["answer.no-other"])
    if puzzle.themes:
        template = known["theme.one" if len(puzzle.themes) == 1 else "theme.many"]
        said.append(template.format(names=clean(", ".join(theme_titles(puzzle.themes, language)))))
    return [text for text in (" ".join(said), clean(puzzle.notes)) if text]


def last_rows(puzzles: Sequence[Puzzle], width: float, language: str) -> list[Row]:
    """What holds for all answers, at their end."""
    claimed = any(puzzle.unique != "none" and puzzle.solution for puzzle in puzzles)
    return [Row(note(words(language)["order-and-like-piles"], width), ANSWER_GAP)] if claimed else []


def note(text: str, width: float) -> Block:
    """A remark in small italics."""
    return paragraph(wrapped(text, width, NOTE, "italic"), NOTE, "italic", GREY)


# --- columns


def columns_of(rows: Sequence[Row], height: float) -> list[list[Row]]:
    """Rows below each other in columns of a height."""
    columns: list[list[Row]] = [[]]
    bottom = 0.0
    for row in rows:
        space = row.space if columns[-1] else 0.0
        if columns[-1] and bottom + space + row.block.height > height:
            columns.append([])
            bottom = space = 0.0
        columns[-1].append(row)
        bottom += space + row.block.height
    return columns


def pages_of_columns(rows: Sequence[Row], height: float, count: int) -> Iterator[list[Block]]:
    """Pages of ``count`` columns each; on the last one they are equally long, as nearly as can be."""
    rows = [row if row.block.height <= height else Row(row.block.scaled(height / row.block.height), 0) for row in rows]
    columns = columns_of(rows, height)
    while len(columns) > count:
        yield [column_block(column) for column in columns[:count]]
        columns = columns[count:]
    left = [row for column in columns for row in column]
    lower = 0.0
    for _ in range(12):  # to a tenth of a millimetre
        middle = (lower + height) / 2
        fits = len(columns_of(left, middle)) <= count
        lower, height = (lower, middle) if fits else (middle, height)
    yield [column_block(column) for column in columns_of(left, height)]


def column_block(rows: Sequence[Row]) -> Block:
    """A column drawn."""
    items: list[Item] = []
    bottom = 0.0
    for index, row in enumerate(rows):
        bottom += row.space if index else 0.0
        items += row.block.at(0, bottom)
        bottom += row.block.height
    return Block(max(row.block.width for row in rows), bottom, tuple(items))
