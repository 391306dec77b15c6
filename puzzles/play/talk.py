"""The conversation: a line is typed, the table and a sentence come back.  Lines only, so that every terminal will do.

It works the same in a pipe: what would have been typed is then printed after the prompt, so that a transcript reads
like a conversation.  Here is what puzzles and games have in common.
"""

from __future__ import annotations

import io
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

from puzzles.german import in_german
from puzzles.play.hints import LAST_LEVEL
from puzzles.play.laying import Laying
from puzzles.play.reading import COMMANDS, Order, chosen_pile, player_name, read
from puzzles.play.table import draw_table, table_in_words
from puzzles.play.words import say
from solver.errors import TenbackError, Unreadable, printable
from solver.screen import folded, page_width
from solver.table.line import Turn

if TYPE_CHECKING:
    from rich.console import RenderableType

SOLVED, LEFT = 0, 1
LONGEST_LINE = 2_000  # characters of a pipe's line that are read at once
GOOD, BAD, UNSURE, FAINT = "bold green", "bold red", "yellow", "dim"

Doer = Callable[[Order], None]


class Talk(ABC):
    """People at a terminal (or a pipe) with one table."""

    def __init__(self, session: Laying, plain: bool = False) -> None:
        self.table, self.plain = session, plain
        self._hinted: tuple[object, int] | None = None  # the last hint's moment and level
        self._ended_by_itself = False

    def run(self) -> int:
        """Talk until it is done or the person leaves; the exit status."""
        if sys.stdin is None:
            raise Unreadable("standard input is closed: there is nobody to play")
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # what is not text is not understood, and that is all
        prepare_line_editing(self.table)
        try:
            self.present()
            self.tell(self.words("welcome"), FAINT)
            while not self.is_done():
                if not self.answer(self.ask(self.prompt())):
                    return self.leave()
        except (EOFError, KeyboardInterrupt):
            print()
            return self.leave()
        return SOLVED

    @abstractmethod
    def is_done(self) -> bool:
        """Is there nothing left to be done?"""

    @abstractmethod
    def present(self) -> None:
        """What is on the table, and what is asked."""

    @abstractmethod
    def prompt(self) -> str:
        """What stands before the line that is typed."""

    @abstractmethod
    def leave(self) -> int:
        """A polite word; the exit status."""

    @abstractmethod
    def end_turn(self) -> None:
        """End the turn, and say what came of it."""

    @abstractmethod
    def help(self, order: Order) -> None:
        """The commands."""

    def is_another_table(self) -> bool:
        """Does the rest of a line no longer speak of what the person saw?"""
        return False

    def further_orders(self) -> dict[str, Doer]:
        """The orders that are obeyed beside those for every table."""
        return {}

    def ask(self, prompt: str) -> str:
        """What the person types; a pipe's line is shown as if it had been typed."""
        if sys.stdin.isatty():
            return input(prompt)
        line = sys.stdin.readline(LONGEST_LINE)
        print(f"{prompt}{printable(line.rstrip())}" if line else prompt)
        if not line:
            raise EOFError
        return line

    def answer(self, line: str) -> bool:
        """Do what a line says, up to the first thing that cannot be done; False: the person wants to leave."""
        before = self.table.moment
        try:
            for order in read(line, self.table.language):
                if order.name == "quit":
                    return False
                self.obey(order)
                if self.is_done():
                    return True
                if self.is_another_table():
                    break
        except TenbackError as error:
            self.show_if_moved(before)
            message = str(error) if self.table.language == "en" else in_german(str(error))
            self.tell(printable(message), UNSURE)
            return True
        self.show_if_moved(before)
        self.say_what_now(before)
        return True

    # --- orders

    def obey(self, order: Order) -> None:
        """One order."""
        doers: dict[str, Doer] = {
            "lay": self.lay, "end": self.end, "undo": self.undo, "redo": self.redo, "reset": self.reset,
            "hint": self.hint, "plays": self.list_plays, "show": self.show, "help": self.help,
            "rules": self.rules, **self.further_orders(),
        }  # fmt: skip
        if order.name not in doers:
            raise Unreadable(self.words("unknown-word", word=order.name))
        doers[order.name](order)

    def lay(self, order: Order) -> None:
        """Lay a card; the last card of a hand that draws no more ends the turn by itself."""
        session = self.table
        assert order.card is not None
        pile = chosen_pile(session, order.card, order.pile) if session.is_under_way else order.pile or ""
        session.lay(order.card, pile)
        self._ended_by_itself = not session.hand and not session.turn.draw_left and session.may_end()
        if self._ended_by_itself:
            self.end_turn()

    def end(self, order: Order) -> None:
        """End the turn; who says so after it has ended by itself means no harm."""
        if not self._ended_by_itself or self.table.plays:
            self.end_turn()
        self._ended_by_itself = False

    def undo(self, order: Order) -> None:
        """Take back a step, or a turn."""
        done = self.table.undo_turn() if order.word else self.table.undo()
        self.tell(self.words("prompt.undone" if done else "nothing-to-undo"), FAINT if done else UNSURE)

    def redo(self, order: Order) -> None:
        """Bring back a step."""
        done = self.table.redo()
        self.tell(self.words("prompt.redone" if done else "nothing-to-redo"), FAINT if done else UNSURE)

    def reset(self, order: Order) -> None:
        """Back to the start."""
        self.table.reset()
        self.tell(self.words("prompt.reset"), FAINT)

    def hint(self, order: Order) -> None:
        """A hint of the level asked for; else the next one for this moment."""
        session = self.table
        now = session.moment
        level = order.number
        if level is None:
            known = self._hinted[1] if self._hinted is not None and self._hinted[0] is now else 0
            level = min(known + 1, LAST_LEVEL)
        text = session.hint(level)
        self._hinted = now, level
        more = f" {self.words('hint.more-there')}" if session.more_than(level, text) else ""
        self.tell(text + more, "cyan")

    def list_plays(self, order: Order) -> None:
        """What may be laid now."""
        plays = " ".join(map(str, self.table.legal_plays()))
        self.tell(self.words("may-be-laid", plays=plays) if plays else self.words("nothing-may-be-laid"))

    def rules(self, order: Order) -> None:
        """The rules of the game, with the numbers of this table."""
        from solver.rules.rulings import rules_of

        rules = self.table.position.rules
        for rule in rules_of(rules):
            self.tell(f"  {rule.text(rules, self.table.language)}")

    # --- telling

    def show(self, order: Order | None = None) -> None:
        """The table."""
        print()
        if headline := self.headline():
            self.tell(headline, "bold")
        if self.plain:
            print(table_in_words(self.table))
        else:
            self.draw(draw_table(self.table))
        print()

    def headline(self) -> str:
        """What stands above the table, if anything does."""
        return ""

    def show_if_moved(self, before: object) -> None:
        """The table, if something on it has changed."""
        if self.table.moment is not before:
            self.show()

    def say_what_now(self, before: object) -> None:
        """After plays: may the turn end, must it, or has it gone where it cannot?"""
        session = self.table
        if session.moment is before or not session.plays or not session.is_under_way:
            return
        if session.may_end():
            self.tell(self.words("turn-may-end" if session.legal_plays() else "turn-must-end"), FAINT)
        elif not session.can_be_completed():
            self.tell(self.words("turn-is-stuck"), UNSURE)

    def turn_text(self, key: str, turn: Turn) -> str:
        """``player 1 laid 37@up1 and drew 44``."""
        text = self.words(
            key, player=player_name(turn.player, self.table.language), plays=" ".join(map(str, turn.plays))
        )
        drew = self.words("drew", cards=" ".join(map(str, turn.drawn))) if turn.drawn else ""
        return f"{text[:1].upper()}{text[1:]}{drew}."

    # --- out

    def words(self, key: str, **values: object) -> str:
        """A sentence in the person's language."""
        return say(self.table.language, key, **values)

    def tell(self, text: str, style: str = "") -> None:
        """A line or a few, in colour where colours are wanted."""
        if style and sys.stdout.isatty():
            from rich.text import Text

            self.draw(Text(text, style=style))
        else:
            width = page_width()
            print("\n".join(folded(self.in_known_characters(line), width, "  ") for line in text.split("\n")))

    def draw(self, drawing: RenderableType) -> None:
        """A drawing, in characters that the terminal knows."""
        from solver.show.draw import as_text, print_drawing, stdout_knows_boxes

        if stdout_knows_boxes():
            print_drawing(drawing)
        else:
            print(self.in_known_characters(as_text(drawing)))

    def in_known_characters(self, text: str) -> str:
        """A text for a terminal that may know no box characters."""
        from solver.show.draw import ASCII, stdout_knows_boxes

        return text if stdout_knows_boxes() else text.translate(ASCII)


def prepare_line_editing(session: Laying) -> None:
    """Arrow keys, and the tab key for commands and legal plays, where the terminal has them."""
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, state: int) -> str | None:
        words = [*COMMANDS, *(str(play) for play in session.legal_plays())]
        found = [word for word in words if word.startswith(text.lower())]
        return found[state] + " " if state < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ,;")
    readline.parse_and_bind("tab: complete")
