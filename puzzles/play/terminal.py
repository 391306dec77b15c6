"""The conversation of somebody who solves a puzzle."""

from __future__ import annotations

from puzzles.answers.option_judge import JudgedOption
from puzzles.german import in_german
from puzzles.play.hints import given_away_at
from puzzles.play.reading import Order, answer_in, player_text
from puzzles.play.session import Ended, Session, in_full
from puzzles.play.table import heading, line_in_words
from puzzles.play.talk import BAD, FAINT, GOOD, LEFT, SOLVED, UNSURE, Doer, Talk
from puzzles.play.words import HELP, HELP_OPTION, HELP_WHERE, cards_left
from puzzles.sheet.words import option_text, task_text, theme_titles, why_text, words
from solver.errors import TenbackError, printable
from solver.rules.commands import COMMANDS as CARD_COMMANDS
from solver.table.position import play_line

__all__ = ["SOLVED", "Conversation"]


class Conversation(Talk):
    """One person at a terminal (or a pipe) with one puzzle."""

    def __init__(self, session: Session, plain: bool = False) -> None:
        super().__init__(session, plain)
        self.session = session
        self.peeked = False

    def is_done(self) -> bool:
        """Solved?  Who has failed may take back."""
        return self.session.state == "solved"

    def further_orders(self) -> dict[str, Doer]:
        """Those of puzzles alone."""
        return {"solution": self.solution, "turn": self.turn, "lost": self.lost}

    def answer(self, line: str) -> bool:
        """Do what a line says; where an option is asked for, cards or a player are one."""
        given = answer_in(line) if self.session.asks_option else None
        if given is None:
            return super().answer(line)
        try:
            self.judge_option(self.session.choose(given))
        except TenbackError as error:
            message = str(error) if self.session.language == "en" else in_german(str(error))
            self.tell(printable(message), UNSURE)
        return True

    def prompt(self) -> str:
        """Whose turn it is and what it has laid; in a played game, where we are."""
        session = self.session
        if session.asks_option:
            return f"{self.words('prompt.option')}> "
        if session.asks_where:
            return f"{len(session.line)}/{len(session.puzzle.played)}> "
        if session.state == "failed":
            return f"{self.words('over')}> "
        laid = "".join(f" {play}" for play in session.plays)
        return f"{player_text(session, session.language)}{laid}> "

    def leave(self) -> int:
        """A polite word."""
        self.tell(self.words("goodbye"), FAINT)
        return LEFT

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
        if ended.keeps is False and earlier is None:
            self.tell_why()

    # --- a played game that is looked through

    def undo(self, order: Order) -> None:
        """Take back a step, or a turn; in a played game, go one turn back."""
        if not self.session.asks_where:
            super().undo(order)
        elif not self.session.undo():
            self.tell(self.words("no-step-back"), UNSURE)

    def redo(self, order: Order) -> None:
        """Bring back a step, or go on in a played game."""
        if not self.session.asks_where:
            super().redo(order)
        elif not self.session.redo():
            self.tell(self.words("no-step-on"), UNSURE)

    def reset(self, order: Order) -> None:
        """Back to the start."""
        if self.session.asks_where:
            self.session.reset()
        else:
            super().reset(order)

    def list_plays(self, order: Order) -> None:
        """What may be laid now; in a played game, its turns."""
        if self.session.asks_where:
            self.tell(line_in_words(self.session, in_full(self.session.puzzle.position, self.session.puzzle.played)))
        else:
            super().list_plays(order)

    def turn(self, order: Order) -> None:
        """In a played game: the table after a turn."""
        assert order.number is not None
        self.session.go_to(order.number)

    def lost(self, order: Order) -> None:
        """In a played game: the turn that gave the win away."""
        assert order.number is not None
        if self.session.asks_where and self.session.lost_at is None:
            self.tell(self.words("hint.unknown"), UNSURE)
        elif not self.session.name_turn(order.number):
            self.tell(self.words("wrong-turn", turn=order.number), BAD)
        elif self.session.state == "solved":
            self.congratulate()
        else:
            self.tell(self.words("right-too-late", turn=order.number))

    # --- an option

    def judge_option(self, judged: JudgedOption) -> None:
        """Is it right?  If not, why not."""
        if judged.right:
            self.congratulate()
        elif judged.right is None:
            self.tell(self.words("unknown-option"), UNSURE)
        else:
            self.tell(self.words("wrong-option", answer=judged.text), BAD)
            self.tell_why_option(judged)

    def tell_why_option(self, judged: JudgedOption) -> None:
        """Why the table of an option cannot be won; or the line that wins it, where a loss is asked for."""
        session, why = self.session, self.session.option_judge.why(judged)
        if why is None:
            return
        self.tell(why_text(why, session.position.rules, session.language))
        if why.line:
            self.tell(line_in_words(session, in_full(judged.option.position, why.line)))

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

    def headline(self) -> str:
        """In a played game: after which turn."""
        return self.where_text() if self.session.asks_where else ""

    def help(self, order: Order) -> None:
        """The commands."""
        rules = self.session.position.rules
        card, other = ("r7", "b5") if rules.colours else ("37", "48")
        values = {"card": card, "other": other, "pile": rules.piles[0].name}
        if self.session.asks_option:
            values["answer"] = self.session.option_judge.options[0].text
        table = HELP_OPTION if self.session.asks_option else HELP_WHERE if self.session.asks_where else HELP
        for row in table[self.session.language]:
            what, meaning = (text.format(**values) for text in row)
            self.tell(f"  {what:<18} {meaning}")

    def solution(self, order: Order) -> None:
        """The author's solution."""
        self.peeked = True
        session, line = self.session, self.session.solution
        if session.asks_option:
            right, kind = session.right_option, session.puzzle.task.kind
            known = "" if right is None else option_text(kind, "answer", right.text, session.language)
            self.tell(known or self.words("no-solution"))
        elif session.asks_where and session.lost_at is not None:
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
        first = "solved.safe" if kind.every_order else "solved.turn"
        key = first if kind.first_turn_only else "solved.where" if kind.asks_where else "solved"
        if kind.is_scored:
            key = "solved.score.claimed" if session.best is None else "solved.score"
        text = self.words(key, left=left, turn=session.lost_at)
        if session.asks_option:
            answer = option_text(kind, "answer", session.answers[-1].text, session.language)
            text = self.words("solved.option", answer=answer)
            if len(session.answers) > 1:
                text += " " + self.words("solved.option.tries", n=len(session.answers))
        if session.hints:
            text += " " + self.words("hints.one" if session.hints == 1 else "hints.many", n=session.hints)
        self.tell(text + (f" {self.words('peeked')}" if self.peeked else ""), GOOD)
        if session.asks_where and not self.peeked:
            self.tell_why_lost()
            self.tell(self.words("solution.instead"))
            self.tell_solution()
        if session.asks_option and not self.peeked:
            self.tell_solution()
            if kind.wants_loss:
                self.tell_why_option(session.answers[-1])
        if rest := session.goes_on():
            self.tell(self.words("goes-on.order" if kind.every_order else "goes-on"))
            self.tell(line_in_words(session, rest, len(session.line) + 1))
        if titles := theme_titles(session.themes, session.language):
            self.tell(self.words("themes", names=", ".join(titles)), FAINT)

    def tell_why_lost(self) -> None:
        """Why the losing turn of a played game lost it."""
        session, why = self.session, self.session.why_lost()
        if why is not None:
            self.tell(why_text(why, session.position.rules, session.language))
            if why.line and session.lost_at is not None:
                after = play_line(session.puzzle.position, session.puzzle.played[: session.lost_at])
                self.tell(line_in_words(session, in_full(after, why.line), session.lost_at + 1))

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

    def tell_why(self) -> None:
        """Why the turn failed: the reason, and the line that refutes it where there is one."""
        session, found = self.session, self.session.why_not()
        if found is None:
            return
        why, number = found
        if why.kind != "stuck" or session.puzzle.task.kind.first_turn_only:  # else it has just been said
            self.tell(why_text(why, session.position.rules, session.language))
        if why.line:
            start = play_line(session.puzzle.position, session.line[:number])
            self.tell(line_in_words(session, in_full(start, why.line), number + 1))

    def why_failed(self) -> str:
        """Why nothing can be done any more."""
        session = self.session
        kind, position = session.puzzle.task.kind, session.position
        left = cards_left(session.language, position.cards_left)
        if kind.first_turn_only:
            known = session.now.ended[0].keeps is not None
            return self.words(f"failed.{'safe' if kind.every_order else 'turn'}" if known else "failed.turn.unknown")
        if position.rules.game.is_duel:
            if position.outcome is not None and position.outcome.winner != session.mover:
                return self.words("failed.duel", winner=position.outcome.winner)
            one = ".one" if session.own_turns == 1 else ""
            return self.words(f"failed.turns{one}", turns=session.own_turns, player=session.mover)
        require = session.puzzle.task.require
        if require is not None and not position.cards_left:
            asked = require.words.de if session.language == "de" else require.words.en
            return self.words("failed.asked", asked=asked)
        best = session.best if kind.is_scored else None
        if best is not None:
            return self.words("failed.score", left=position.cards_left, best=best)
        return self.words("failed.stuck", player=player_text(session, session.language), left=left)

    def where_text(self) -> str:
        """Where in the played game the table is, and the turn that led there."""
        session, last = self.session, len(self.session.puzzle.played)
        if not session.line:
            return self.words("at-start", last=last)
        turn = self.turn_text("turn-ended", session.line[-1])
        return f"{self.words('at-turn', turn=len(session.line), last=last)}: {turn}"


def commands_in(session: Session) -> list[str]:
    """The commands that matter in this puzzle: on top of a pile, or on a card still to be laid."""
    position = session.puzzle.position
    cards = [*position.tops, *(card for hand in position.hands for card in hand), *position.draw.cards]
    command_of = session.position.rules.command_of
    there = {command_of[card] for card in cards if card is not None and card in command_of}
    return [command for command in CARD_COMMANDS if command in there]
