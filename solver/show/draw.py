"""Drawings of the table for people's eyes: boxes for the piles, chips for the hands.

Everything is built from rich's Text, so that colours vanish where they should (pipes, NO_COLOR) and the shapes stay.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from solver.cards import Card, format_cards
from solver.notation.text import format_top
from solver.rules.commands import KIND_SIGNS, Command
from solver.rules.game import Rules
from solver.screen import fitting, page_width
from solver.search.limits import Progress, Watch
from solver.table.line import PASS, Turn
from solver.table.position import DrawPile, Position
from solver.table.start import StartOfTurn
from solver.table.view import Hidden, View

COLOUR_STYLES = {"r": "bold red", "g": "bold green", "b": "bold blue", "y": "bold yellow", "s": "bold bright_black"}
DIRECTION_STYLES = {"up": "cyan", "down": "magenta"}
PIPE_WIDTH = 100
BACK = "▒▒"  # of a card that is not seen
SHORTEST_RUN = 3  # of cards that are shown by their ends
WIDEST_PLAYS = 40  # of a turn: longer ones stand out, and what is drawn behind them
ASCII = str.maketrans({
    "╭": "+", "╮": "+", "╰": "+", "╯": "+", "─": "-", "│": "|", "┄": ".", "┆": ":",
    "↑": "^", "↓": "v", "▸": ">", "·": "-", "×": "x", "…": "...", "⚡": "!", "∞": "~", "▒": "#", "–": "-",
})  # fmt: skip


def draw_position(position: Position | View, plain_ascii: bool = False) -> Group:
    """The whole table: what game, the piles, the hands, the draw pile; backs where a seat does not see the cards."""
    rules = position.rules
    parts: list[Text | Padding | Table] = [headline(position), Text()]
    parts += [Padding(pile_row(position, owner), (0, 0, 0, 2)) for owner in rules.deck_owners]
    parts += [Text(), hand_table(position)]
    if position.outcome is not None:
        parts += [Text(), Text(position.outcome.text, style="bold")]
    if isinstance(position, View) and any(position.forgotten):
        parts += [Text(), Text(forgotten_note(position), style="italic")]
    return Group(*(_ascii(part) for part in parts)) if plain_ascii else Group(*parts)


def _ascii(part: Text | Padding | Table) -> Text:
    """The same drawing for a terminal that knows no box characters."""
    console = Console(width=PIPE_WIDTH, color_system=None)
    with console.capture() as capture:
        console.print(part)
    return Text(capture.get().rstrip("\n").translate(ASCII))


def headline(position: Position | View) -> Text:
    """``The Game · 2 players · hand 5 · player 1 to move``."""
    rules = position.rules
    facts = [Text(rules.game.title, style="bold")]
    if rules.game.players_vary:
        facts.append(Text(f"{rules.players} player{'s' if rules.players > 1 else ''}"))
    facts += [Text(f"{name} {'none' if value is None else value}") for name, value in rules.overrides().items()]
    facts.append(Text(f"{position.cards_left} cards left"))
    if position.outcome is None:
        facts.append(Text(f"{rules.game.sides.called(position.player)} to move", style="bold"))
    if isinstance(position, View) and position.seat != position.to_move:
        facts.append(Text(f"{rules.game.sides.called(position.looker)} looks"))
    return Text(" · ").join(facts)


def pile_row(position: StartOfTurn, owner: int | None) -> Table:
    """One row of piles as boxes: name, top card, its command."""
    rules = position.rules
    table = Table.grid(padding=(0, 2))
    boxes = []
    for index, pile in enumerate(rules.piles):
        if pile.owner == owner:
            table.add_column(justify="center")
            boxes.append(pile_box(rules, index, position.tops[index]))
    table.add_row(*boxes)
    return table


def pile_box(rules: Rules, index: int, top: Card | None) -> Text:
    """A pile: its name with an arrow, a box with the top card (dotted for a row card), the command underneath."""
    pile = rules.piles[index]
    number = (format_top(rules, index, top) or ("↑" if pile.direction == "up" else "↓")).center(5)
    edge = ("╭─────╮", "│", "╰─────╯") if top is not None else ("╭┄┄┄┄┄╮", "┆", "╰┄┄┄┄┄╯")
    frame = DIRECTION_STYLES[pile.direction]
    box = Text(justify="center")
    box.append(f"{pile.name} {'↑' if pile.direction == 'up' else '↓'}\n", style=frame)
    box.append(edge[0] + "\n", style=frame)
    box.append(edge[1], style=frame)
    box.append(number, style="dim" if top is None else card_style(top))
    box.append(edge[1] + "\n", style=frame)
    box.append(edge[2], style=frame)
    command = rules.command(top)
    if rules.commands:
        box.append("\n" + command_label(command))
    return box


def command_label(command: Command | None) -> str:
    """A command with the sign of its kind: lightning for this turn, infinity while visible."""
    return "" if command is None else f"{KIND_SIGNS[command.kind]} {command.name}"


def card_style(card: Card) -> str:
    """A card's own colour where it has one."""
    return COLOUR_STYLES.get(card.colour, "bold")


def hand_table(position: Position | View) -> Table:
    """Hands by player, the one to move marked, then the draw pile (both in Face to Face), and what nobody sees."""
    rules = position.rules
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for seat, name in enumerate(rules.player_names):
        moving = seat == position.to_move and position.outcome is None
        hand = position.hands[seat]
        held = backs(hand) if isinstance(hand, Hidden) else chips(rules, hand)
        style = "bold" if moving else ""
        table.add_row("▸" if moving else "", Text(rules.game.sides.called(name), style=style), held)
    draws: Sequence[DrawPile | int] = position.draws
    for label, pile in zip(rules.called("draw"), draws, strict=True):
        words = draw_text(rules, pile) if isinstance(pile, DrawPile) else hidden_draw_text(pile)
        table.add_row("", Text(label, style="dim"), words)
    if isinstance(position, View):
        for label, cards in zip(rules.called("unseen"), position.unseen, strict=True):
            table.add_row("", Text(label, style="dim"), unseen_text(rules, cards))
    return table


def backs(hand: Hidden) -> Text:
    """A hand from behind."""
    return Text.assemble(("  ".join([BACK] * len(hand)), "dim"), f"  {len(hand)} hidden")


def hidden_draw_text(size: int) -> Text:
    """A draw pile from above."""
    return Text.assemble((BACK, "dim"), f"  {size} hidden") if size else Text("empty", style="dim")


def unseen_text(rules: Rules, cards: Sequence[Card]) -> Text:
    """The cards that may be in hidden places: runs of three and more as their ends, a card with a command alone."""
    runs: list[list[Card]] = []
    for card in cards:
        before = runs[-1][-1] if runs else None
        follows = before is not None and card == Card(before.number + 1, before.colour)
        if follows and not any(shown in rules.command_of for shown in (before, card)):
            runs[-1].append(card)
        else:
            runs.append([card])
    parts = []
    for run in runs:
        whole = len(run) < SHORTEST_RUN
        parts.append(chips(rules, run) if whole else Text(f"{run[0]}–{run[-1].number}", style=card_style(run[0])))
    if not parts:
        return Text("none", style="dim")
    return Text.assemble((f"{len(cards)}: ", "dim"), Text("  ").join(parts))


def forgotten_note(view: View) -> str:
    """What it means that fewer cards are hidden than are unseen."""
    counted = zip(view.forgotten, view.rules.called("cards"), strict=True)
    parts = [f"{count} {cards}" for count, cards in counted if count]
    if sum(view.forgotten) > 1:
        return f"{' and '.join(parts)} are neither seen nor hidden: they count as laid, nobody remembers which"
    return f"{parts[0].replace('cards', 'card')} is neither seen nor hidden: it counts as laid, nobody remembers which"


def draw_text(rules: Rules, pile: DrawPile) -> Text:
    """A draw pile with its count; one of unknown order says so."""
    if not pile.cards:
        return Text("empty", style="dim")
    text = Text(f"{len(pile.cards)}{'' if pile.ordered else ', order unknown'}: ", style="dim")
    return text.append_text(chips(rules, pile.cards))


def chips(rules: Rules, cards: Iterable[Card]) -> Text:
    """Cards in a row, each with its command if it has one."""
    parts = []
    for card in cards:
        chip = Text(str(card), style=card_style(card))
        if (command := rules.command_of.get(card)) is not None:
            chip.append(f"={command}", style="italic")
        parts.append(chip)
    return Text("  ").join(parts) if parts else Text("-", style="dim")


def draw_line(line: Sequence[Turn]) -> RenderableType:
    """A line of play, one turn a row; ``solver.table.line`` reads it back."""
    return LineOfPlay(tuple(line))


@dataclass(frozen=True)
class LineOfPlay:
    """The rows of a line.  On a terminal a long one goes on below its plays; in a pipe it is never broken."""

    line: tuple[Turn, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """One row a turn."""
        plays = ["  ".join(map(str, turn.plays)) or PASS for turn in self.line]
        widest = min(max(map(len, plays), default=0), WIDEST_PLAYS)
        for number, (turn, laid) in enumerate(zip(self.line, plays, strict=True), start=1):
            number_text = f"{number}.".ljust(len(str(len(self.line))) + 2)
            head = Text.assemble((number_text, "dim"), "" if turn.player is None else f"{turn.player}: ")
            row = Text(laid, style="bold")
            if turn.drawn:
                row = Text.assemble(
                    row, " " * max(widest - len(laid), 0), (f" draws {format_cards(turn.drawn)}", "dim")
                )
            if not console.is_terminal:
                yield Text(head.plain + row.plain, no_wrap=True, overflow="ignore")
                continue
            for begin, part in zip_longest([head], row.wrap(console, options.max_width - len(head))):
                yield (begin or Text(" " * len(head))) + part


@contextmanager
def progress_line(words: Callable[[Progress, int], str] | None = None) -> Iterator[Watch]:
    """A line on standard error that tells how a search goes; gone when it is over.  Standard output is not touched."""
    told = words or search_text
    console, spinner = Console(stderr=True, highlight=False), Spinner("line", "searching")
    with Live(spinner, console=console, refresh_per_second=12.5, transient=True, redirect_stdout=False):

        def show(progress: Progress) -> None:
            spinner.update(text=told(progress, console.width - len("- ")))

        yield show


def search_text(progress: Progress, room: int) -> str:
    """How a search goes, as much of it as there is room for in one line."""
    rate = progress.states / max(progress.seconds, 1e-9)
    parts = [f"{progress.stage}: {progress.states:,} states", f"{progress.seconds:.0f} s"]
    parts += [] if progress.best is None else [f"best {progress.best}"]
    parts += [] if progress.bound is None else [f"at least {progress.bound}"]
    parts += ["Ctrl-C gives the best so far", f"{progress.deepest} cards laid at best"]
    parts += [f"{rate:,.0f} a second", f"{progress.bytes >> 20} MB"]
    return fitting(parts, room)


def print_drawing(drawing: RenderableType) -> None:
    """Print in colour on a terminal; plain, and without padding at the line ends, in a pipe or file."""
    if sys.stdout.isatty():
        Console(highlight=False).print(drawing)
        return
    print(as_text(drawing))


def as_text(drawing: RenderableType) -> str:
    """A drawing as plain text."""
    console = Console(width=page_width() or PIPE_WIDTH, highlight=False, color_system=None, force_terminal=False)
    with console.capture() as capture:
        console.print(drawing, crop=False)
    return "\n".join(line.rstrip() for line in capture.get().splitlines())


def as_html(drawing: RenderableType) -> str:
    """A drawing as HTML, for a notebook."""
    console = Console(width=PIPE_WIDTH, highlight=False, record=True, file=io.StringIO(), force_terminal=True)
    console.print(drawing)
    page = '<pre style="font-family: monospace; line-height: 1.2">{code}</pre>'
    return console.export_html(inline_styles=True, code_format=page)


def stdout_knows_boxes() -> bool:
    """Can this terminal show box characters?"""
    try:
        "╭↑▸⚡".encode(sys.stdout.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
