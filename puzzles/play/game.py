"""A game being played at a terminal: the table of ``puzzles.match`` with redo, hints and what turns are worth."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from puzzles.match import PERSON, Match
from puzzles.match.computers import Computers
from puzzles.match.store import Kept
from puzzles.play.laying import Laying
from puzzles.play.words import Language, say
from solver.cards import Card
from solver.errors import AgainstTheRules, DoesNotAddUp
from solver.rules.turns import OpenTurn
from solver.table.line import Line, Play, Turn
from solver.table.position import Position
from solver.table.view import View

if TYPE_CHECKING:
    from solver.hidden.counsel import Cost, Counsel
    from solver.hidden.player import JudgedTurn
    from solver.verdict import Verdict

HINT_SECONDS = 2.0  # for the exact verdict where all lies open
AS_GOOD = 0.01  # a turn that costs less than this is as good as the best


class GameSession(Laying):
    """People and computers with one game, which is written down before the next step can be taken."""

    def __init__(self, match: Match, kept: Kept | None = None, language: Language = "en") -> None:
        self.match, self.kept, self.language = match, kept, language
        self.computers = Computers()
        self._future: list[Match] = []  # what was taken back, the next one last
        self._moment = object()
        self._seat = match.people[0]
        self._verdicts: dict[Position, Verdict] = {}

    # --- what lies on the table

    @property
    def moment(self) -> object:
        """The present moment; a hint does not change it."""
        return self._moment

    @property
    def position(self) -> Position:
        """The true table at the start of the turn under way."""
        return self.match.position

    @property
    def turn(self) -> OpenTurn:
        """The turn under way."""
        return self.match.turn

    @property
    def is_under_way(self) -> bool:
        """Is it a person's turn?"""
        return self.match.outcome is None and self.match.mover == PERSON

    @property
    def line(self) -> Line:
        """The turns so far, as far as the one who looks knows them."""
        return self.match.seen_line(self.seat)

    @property
    def seat(self) -> int:
        """Who looks: the person to move, else the one who moved last."""
        if self.match.mover == PERSON and self.match.outcome is None:
            self._seat = self.position.to_move
        return self._seat

    def shown(self) -> Position | View:
        """The table as the one who looks sees it."""
        return self.match.shown(self.seat)

    def note_on(self, seat: int) -> str:
        """Who sits there, where not all are people."""
        if len(self.match.people) == len(self.match.seats):
            return ""
        return say(self.language, "game.you" if self.match.seats[seat] == PERSON else "game.computer")

    # --- steps

    def lay(self, card: Card | str, pile: str) -> None:
        """Lay a card."""
        self._refuse_if_over()
        card = card if isinstance(card, Card) else Card.parse(card)
        rules, index = self.match.rules, self.match.rules.pile_index(pile)
        if card not in self.hand or not self.turn.may_lay(card, index):
            raise AgainstTheRules(self.refusal(Play(card, rules.piles[index].name)))
        self._go(self.match.lay(card, pile))

    def end_turn(self) -> Turn:
        """End the turn and draw; the turn with the cards drawn."""
        self._refuse_if_over()
        if not self.turn.may_end():
            raise AgainstTheRules(self.refusal(None))
        before = self.position
        self._go(self.match.end_turn())
        return self.match.line[-1]._replace(drawn=before.drawn_until(self.position))

    def computer_turn(self) -> Turn:
        """Let the computer to move play; what it drew is not told."""
        turn = self.computers.turn(self.match)
        self._go(self.match.played(turn))
        return self.match.line[-1]

    def undo(self) -> bool:
        """Take back a card, or the last person's turn with the computers' answers."""
        before = self.match.take_back()
        if before is None:
            return False
        future = [*self._future, self.match]
        self._go(before)
        self._future = future
        return True

    def redo(self) -> bool:
        """Bring it back; what was counted stays counted."""
        if not self._future:
            return False
        future = self._future[:-1]
        self._go(self._future[-1].counting(self.match))
        self._future = future
        return True

    def _go(self, match: Match) -> None:
        self._keep(match)
        self._moment, self._future = object(), []

    def _keep(self, match: Match) -> None:
        """Written down first; nothing is, where the game was played on at another screen meanwhile."""
        if self.kept is not None:
            if not self.kept.holds(self.match):
                raise DoesNotAddUp(say(self.language, "game.elsewhere", number=self.kept.number))
            self.kept.save(match)
        self.match = match

    def _refuse_if_over(self) -> None:
        if not self.is_under_way:
            raise AgainstTheRules(say(self.language, "game.is-over"))

    # --- what it is worth

    @cached_property
    def counsel(self) -> Counsel:
        """Who says what turns are worth."""
        from solver.hidden.counsel import Counsel

        return Counsel(self.match.rules)

    def turns(self) -> tuple[JudgedTurn, ...]:
        """The turns of the person to move, the best first, by what that seat sees and hears."""
        return self.counsel.turns(self.match.view(self.position.to_move), self.match.said)

    def verdict(self, position: Position) -> Verdict:
        """Can it be won by somebody who knows the order?  Asked only where all lies open."""
        from solver.decide.solve import solve

        if not self.match.is_open:
            raise DoesNotAddUp("the cards are hidden")
        if position not in self._verdicts:
            self._verdicts[position] = solve(position, time_limit=HINT_SECONDS)
        return self._verdicts[position]

    def cost(self, before: Match, turn: Turn) -> Cost:
        """What a turn cost against the best of the game before it."""
        return self.counsel.cost(before.view(before.position.to_move), turn.plays, before.said)

    # --- hints

    def hint(self, level: int) -> str:
        """First a thought, then the pile, then the turn; counted."""
        from puzzles.play.hints import NoHint

        text = self._hint(level)
        if not isinstance(text, NoHint):
            self._keep(self.match.hinted())
        return text

    def more_than(self, level: int, text: str) -> bool:
        """Would the next level of a hint say more?"""
        from puzzles.play.hints import LAST_LEVEL

        return self.is_under_way and level < LAST_LEVEL and self._hint(level + 1) != text

    def _hint(self, level: int) -> str:
        from puzzles.play.hints import LAST_LEVEL, NoHint, completion, hint_astray, hint_on
        from puzzles.play.session import laid_out

        if not 1 <= level <= LAST_LEVEL:
            raise DoesNotAddUp(say(self.language, "hint-levels", last=LAST_LEVEL))
        if not self.is_under_way:
            return NoHint(say(self.language, "game.is-over"))
        goals = self.good_turns()
        if goals is None:
            return say(self.language, "hint.lost")
        for plays, chance in goals:
            goal = laid_out(self.position, Turn(plays))
            rest = completion(self.turn, goal)
            if rest and level == LAST_LEVEL:
                return self.turn_text(tuple(Play(c, self.match.rules.piles[p].name) for c, p in rest), chance)
            if rest is not None:
                return hint_on(self, level, goal, rest)
        return hint_astray(self, level, [laid_out(self.position, Turn(plays)) for plays, _ in goals])

    def good_turns(self) -> list[tuple[tuple[Play, ...], float | None]] | None:
        """The best turns with their chances (None: proved to win); None where it is proved to be lost."""
        from solver.verdict import Unwinnable, Winnable

        if self.match.is_open:
            verdict = self.verdict(self.position)
            if isinstance(verdict, Winnable) and verdict.line:
                return [(verdict.line[0].plays, None)]
            if isinstance(verdict, Unwinnable) and not self.match.rules.gifts:
                return None
        turns = self.turns()
        return [(turn.plays, turn.chance) for turn in turns if turn.chance > turns[0].chance - AS_GOOD]

    def turn_text(self, plays: tuple[Play, ...], chance: float | None) -> str:
        """``Lay 37 on up1, then 48 on up1 (61 %).``"""
        laid = [say(self.language, "game.lay", card=play.card, pile=play.pile) for play in plays]
        key = "game.hint.proved" if chance is None else "game.hint.turn"
        return say(self.language, key, plays=say(self.language, "game.then").join(laid), chance=percent(chance or 0))


def percent(chance: float) -> str:
    """A chance as a whole number of percent; what is not quite certain is not told as certain."""
    if 0 < chance < 1:
        return str(min(99, max(1, round(100 * chance))))
    return str(round(100 * chance))
