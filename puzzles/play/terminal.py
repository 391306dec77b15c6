"""The conversation: a line is typed, the table and a sentence come back.  Lines only, so that every terminal will do.

It works the same in a pipe: what would have been typed is then printed after the prompt, so that a transcript reads
like a conversation.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from puzzles.play.hints import LAST_LEVEL, given_away_at, hint
from puzzles.play.reading import COMMANDS, Order, chosen_pile, player_name, player_text, read
from puzzles.play.session import Ended, Moment, Session, in_full
from puzzles.play.table import draw_table, heading, line_in_words, table_in_words
from puzzles.play.words import HELP, HELP_WHERE, cards_left, say
from puzzles.sheet.words import task_text, words
from solver.errors import TenbackError, Unreadable, printable
from solver.rules.commands import COMMANDS as CARD_COMMANDS
from solver.table.line import Turn

if TYPE_CHECKING:
    from rich.console import RenderableType

SOLVED, LEFT = 0, 1
LONGEST_LINE = 2_000  # characters of a pipe's line that are read at once
GOOD, BAD, UNSURE, FAINT = "bold green", "bold red", "yellow", "dim"


class Conversation:
    """One person at a terminal (or a pipe) with one puzzle."""

    def __init__(self, session: Session, plain: bool = False) -> None:
        self.session, self.plain = session, plain
        self.peeked = False
        self._hinted: tuple[Moment, int] | None = None  # the last hint's moment and level
        self._ended_by_itself = False

    def run(self) -> int:
        """Talk until the puzzle is solved or the person leaves; the exit status."""
        if sys.stdin is None:
            raise Unreadable("standard input is closed: there is nobody to play")
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # what is not text is not understood, and that is all
        prepare_line_editing(self.session)
        self.present()
        self.tell(self.words("welcome"), FAINT)
        while self.session.state != "solved":
            try:
                if not self.answer(self.ask()):
                    return self.leave()
            except (EOFError, KeyboardInterrupt):
                print()
                return self.leave()
        return SOLVED

    def ask(self) -> str:
        """What the person types; a pipe's line is shown as if it had been typed."""
        prompt = self.prompt()
        if sys.stdin.isatty():
            return input(prompt)
        line = sys.stdin.readline(LONGEST_LINE)
        print(f"{prompt}{printable(line.rstrip())}" if line else prompt)
        if not line:
            raise EOFError
        return line

    def prompt(self) -> str:
        """Whose turn it is and what it has laid; in a played game, where we are."""
        session = self.session
        if session.asks_where:
            return f"{len(session.line)}/{len(session.puzzle.played)}> "
        if session.state == "failed":
            return f"{self.words('over')}> "
        laid = "".join(f" {play}" for play in session.plays)
        return f"{player_text(session, session.language)}{laid}> "

    def answer(self, line: str) -> bool:
        """Do what a line says, up to the first thing that cannot be done; False: the person wants to leave."""
        before = self.session.now
        try:
            for order in read(line, self.session.language):
                if order.name == "quit":
                    return False
                self.obey(order)
                if self.session.state == "solved":
                    return True
        except TenbackError as error:
            self.show_if_moved(before)
            self.tell(printable(str(error)), UNSURE)
            return True
        self.show_if_moved(before)
        self.say_what_now(before)
        return True

    def leave(self) -> int:
        """A polite word."""
        self.tell(self.words("goodbye"), FAINT)
        return LEFT

    # --- orders

    def obey(self, order: Order) -> None:
        """One order."""
        doers: dict[str, Callable[[Order], None]] = {
            "lay": self.lay, "end": self.end, "undo": self.undo, "redo": self.redo, "reset": self.reset,
            "hint": self.hint, "plays": self.list_plays, "show": self.show, "help": self.help,
            "rules": self.rules, "solution": self.solution, "turn": self.turn, "lost": self.lost,
        }  # fmt: skip
        doers[order.name](order)

    def lay(self, order: Order) -> None:
        """Lay a card; the last card of a hand that draws no more ends the turn by itself."""
        session = self.session
        assert order.card is not None
        pile = chosen_pile(session, order.card, order.pile) if session.state == "open" else order.pile or ""
        session.lay(order.card, pile)
        self._ended_by_itself = not session.hand and not session.position.draw.cards and session.may_end()
        if self._ended_by_itself:
            self.end_turn()

    def end(self, order: Order) -> None:
        """End the turn; who says so after it has ended by itself means no harm."""
        if not self._ended_by_itself or self.session.plays:
            self.end_turn()
        self._ended_by_itself = False

    def end_turn(self) -> None:
        """End the turn, and say what it was worth."""
        earlier = given_away_at(self.session)
        ended = self.session.end_turn()
        self.tell(self.turn_text("turn-ended", ended.turn))
        if self.session.state == "solved":
            self.congratulate()
            return
        self.tell_verdict(ended, earlier)
        last = self.session.now.ended[-1]
        if last.reply:
            self.tell(self.turn_text("reply", last.turn))
        if self.session.state == "failed":
            self.tell(f"{self.why_failed()} {self.words('failed.remedy')}", BAD)

    def undo(self, order: Order) -> None:
        """Take back a step, or a turn."""
        session = self.session
        done = session.undo_turn() if order.word and not session.asks_where else session.undo()
        if not done:
            self.tell(self.words("no-step-back" if session.asks_where else "nothing-to-undo"), UNSURE)
        elif not session.asks_where:
            self.tell(self.words("prompt.undone"), FAINT)

    def redo(self, order: Order) -> None:
        """Bring back a step, or go on in a played game."""
        if not self.session.redo():
            self.tell(self.words("no-step-on" if self.session.asks_where else "nothing-to-redo"), UNSURE)
        elif not self.session.asks_where:
            self.tell(self.words("prompt.redone"), FAINT)

    def reset(self, order: Order) -> None:
        """Back to the start."""
        self.session.reset()
        if not self.session.asks_where:
            self.tell(self.words("prompt.reset"), FAINT)

    def hint(self, order: Order) -> None:
        """A hint of the level asked for; else the next one for this moment."""
        session = self.session
        now = session.now
        level = order.number
        if level is None:
            known = self._hinted[1] if self._hinted is not None and self._hinted[0] is now else 0
            level = min(known + 1, LAST_LEVEL)
        text = session.hint(level)
        self._hinted = now, level
        is_more = level < LAST_LEVEL and hint(session, level + 1) != text
        more = f" {self.words('hint.more-there')}" if is_more else ""
        self.tell(text + more, "cyan")

    def list_plays(self, order: Order) -> None:
        """What may be laid now."""
        if self.session.asks_where:
            self.tell(line_in_words(self.session, in_full(self.session.puzzle.position, self.session.puzzle.played)))
            return
        plays = " ".join(map(str, self.session.legal_plays()))
        self.tell(self.words("may-be-laid", plays=plays) if plays else self.words("nothing-may-be-laid"))

    def turn(self, order: Order) -> None:
        """In a played game: the table after a turn."""
        assert order.number is not None
        self.session.go_to(order.number)

    def lost(self, order: Order) -> None:
        """In a played game: the turn that gave the win away."""
        assert order.number is not None
        if self.session.asks_where and self.session.lost_at is None:
            self.tell(self.words("hint.unknown"), UNSURE)
        elif self.session.name_turn(order.number):
            self.congratulate()
        else:
            self.tell(self.words("wrong-turn", turn=order.number), BAD)

    # --- telling

    def present(self) -> None:
        """What puzzle this is and what it asks."""
        session, puzzle = self.session, self.session.puzzle
        known = words(session.language)
        level = f"{known['level']}: {known[f'level.{puzzle.level}']}" if puzzle.level else ""
        self.tell(" · ".join(part for part in (puzzle.title, puzzle.id, level) if part), "bold")
        self.draw(heading(session))
        self.tell(task_text(puzzle, session.language), "bold")
        for command in commands_in(session):
            self.tell(f"{command}: {known[f'command.{command}.says']}", FAINT)
        if session.asks_where:
            self.tell("\n" + line_in_words(session, in_full(puzzle.position, puzzle.played)))
        self.show()

    def show(self, order: Order | None = None) -> None:
        """The table."""
        session = self.session
        print()
        if session.asks_where:
            self.tell(self.where_text(), "bold")
        if self.plain:
            print(table_in_words(session))
        else:
            self.draw(draw_table(session))
        print()

    def show_if_moved(self, before: Moment) -> None:
        """The table, if something on it has changed."""
        if self.session.now is not before:
            self.show()

    def say_what_now(self, before: Moment) -> None:
        """After plays: may the turn end, must it, or has it gone where it cannot?"""
        session = self.session
        if session.now is before or not session.plays or session.state != "open":
            return
        if session.may_end():
            self.tell(self.words("turn-may-end" if session.legal_plays() else "turn-must-end"), FAINT)
        elif not session.can_be_completed():
            self.tell(self.words("turn-is-stuck"), UNSURE)

    def help(self, order: Order) -> None:
        """The commands."""
        rules = self.session.position.rules
        card, other = ("r7", "b5") if rules.colours else ("37", "48")
        values = {"card": card, "other": other, "pile": rules.piles[0].name}
        for row in (HELP_WHERE if self.session.asks_where else HELP)[self.session.language]:
            what, meaning = (text.format(**values) for text in row)
            self.tell(f"  {what:<18} {meaning}")

    def rules(self, order: Order) -> None:
        """The rules of the game, with the numbers of this table."""
        from solver.rules.rulings import rules_of

        rules = self.session.position.rules
        for rule in rules_of(rules):
            self.tell(f"  {rule.text(rules)}")

    def solution(self, order: Order) -> None:
        """The author's solution."""
        self.peeked = True
        session, line = self.session, self.session.solution
        if session.asks_where and session.lost_at is not None:
            self.tell(self.words("solution.where", turn=session.lost_at))
        else:
            self.tell(self.words("solution" if line else "no-solution"))
        self.tell_solution()

    def tell_solution(self) -> None:
        """The turns of the solution, numbered as in the game."""
        session = self.session
        first = (session.lost_at or 1) if session.asks_where else 1
        if session.solution:
            self.tell(line_in_words(session, session.solution, first))

    def congratulate(self) -> None:
        """Solved: how well."""
        session, kind = self.session, self.session.puzzle.task.kind
        left = cards_left(session.language, session.position.cards_left)
        key = "solved.turn" if kind.first_turn_only else "solved.where" if kind.asks_where else "solved"
        if kind.is_scored:
            key = "solved.score.claimed" if session.best is None else "solved.score"
        text = self.words(key, left=left, turn=session.lost_at)
        if session.hints:
            text += " " + self.words("hints.one" if session.hints == 1 else "hints.many", n=session.hints)
        self.tell(text + (f" {self.words('peeked')}" if self.peeked else ""), GOOD)
        if session.asks_where and not self.peeked:
            self.tell(self.words("solution.instead"))
            self.tell_solution()

    def tell_verdict(self, ended: Ended, earlier: int | None) -> None:
        """Is it still solvable after the turn?  An only turn is told by its failure."""
        if self.session.puzzle.task.kind.first_turn_only:
            return
        if earlier is not None and not ended.keeps:
            self.tell(self.words("keeps.already", turn=earlier), BAD)
        elif ended.keeps is None:
            self.tell(self.words("keeps.unknown"), UNSURE)
        elif ended.keeps:
            self.tell(self.words("keeps.yes"), GOOD)
        elif self.session.state == "open":
            self.tell(self.words("keeps.no"), BAD)

    def why_failed(self) -> str:
        """Why nothing can be done any more."""
        session = self.session
        kind, position = session.puzzle.task.kind, session.position
        left = cards_left(session.language, position.cards_left)
        if kind.first_turn_only:
            known = session.now.ended[0].keeps is not None
            return self.words("failed.turn" if known else "failed.turn.unknown")
        if position.rules.game.is_duel:
            if position.outcome is not None and position.outcome.winner != session.mover:
                return self.words("failed.duel", winner=position.outcome.winner)
            one = ".one" if session.own_turns == 1 else ""
            return self.words(f"failed.turns{one}", turns=session.own_turns, player=session.mover)
        best = session.best if kind.is_scored else None
        if best is not None:
            return self.words("failed.score", left=position.cards_left, best=best)
        return self.words("failed.stuck", player=player_text(session, session.language), left=left)

    def turn_text(self, key: str, turn: Turn) -> str:
        """``player 1 laid 37@up1 and drew 44``."""
        text = self.words(
            key, player=player_name(turn.player, self.session.language), plays=" ".join(map(str, turn.plays))
        )
        drew = self.words("drew", cards=" ".join(map(str, turn.drawn))) if turn.drawn else ""
        return f"{text[:1].upper()}{text[1:]}{drew}."

    def where_text(self) -> str:
        """Where in the played game the table is, and the turn that led there."""
        session, last = self.session, len(self.session.puzzle.played)
        if not session.line:
            return self.words("at-start", last=last)
        turn = self.turn_text("turn-ended", session.line[-1])
        return f"{self.words('at-turn', turn=len(session.line), last=last)}: {turn}"

    # --- out

    def words(self, key: str, **values: object) -> str:
        """A sentence in the person's language."""
        return say(self.session.language, key, **values)

    def tell(self, text: str, style: str = "") -> None:
        """A line or a few, in colour where colours are wanted."""
        if style and sys.stdout.isatty():
            from rich.text import Text

            self.draw(Text(text, style=style))
        else:
            print(self.in_known_characters(text))

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


def commands_in(session: Session) -> list[str]:
    """The commands that matter in this puzzle: on top of a pile, or on a card still to be laid."""
    position = session.puzzle.position
    cards = [*position.tops, *(card for hand in position.hands for card in hand), *position.draw.cards]
    command_of = session.position.rules.command_of
    there = {command_of[card] for card in cards if card is not None and card in command_of}
    return [command for command in CARD_COMMANDS if command in there]


def prepare_line_editing(session: Session) -> None:
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
