"""A turn under way: what a puzzle being solved and a game being played have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod

from puzzles.play.words import Language, refusal_text
from solver.analysis.every_order import in_listed_order
from solver.cards import Card
from solver.referee import judge
from solver.rules.turns import OpenTurn, Tops
from solver.table.line import Line, Play, Turn
from solver.table.position import Position
from solver.table.view import View


class Laying(ABC):
    """One table at which cards are laid and taken back."""

    language: Language

    # --- what lies on the table

    @property
    @abstractmethod
    def position(self) -> Position:
        """The position at the start of the turn under way."""

    @property
    @abstractmethod
    def turn(self) -> OpenTurn:
        """The turn under way."""

    @property
    @abstractmethod
    def moment(self) -> object:
        """The present moment: another object as soon as anything is laid or taken back."""

    @property
    @abstractmethod
    def is_under_way(self) -> bool:
        """May something be laid?"""

    @property
    @abstractmethod
    def line(self) -> Line:
        """The turns that were ended."""

    @property
    def themes(self) -> tuple[str, ...]:
        """The motifs of a puzzle."""
        return ()

    @property
    def names_mover(self) -> bool:
        """Is somebody to move?"""
        return True

    def note_on(self, seat: int) -> str:
        """What is said behind a player's name."""
        return ""

    @property
    def tops(self) -> Tops:
        """The tops as they are now, in the middle of the turn."""
        return self.turn.tops

    @property
    def hand(self) -> tuple[Card, ...]:
        """What the player to move holds now."""
        return self.turn.hand

    @property
    def plays(self) -> tuple[Play, ...]:
        """What the turn under way has laid so far."""
        piles = self.position.rules.piles
        return tuple(Play(card, piles[pile].name) for card, pile in self.turn.laid)

    def shown(self) -> Position | View:
        """The table with the cards of the turn under way laid and nothing drawn: to be looked at, not played from."""
        start, seat = self.position, self.position.to_move
        hands = (*start.hands[:seat], self.hand, *start.hands[seat + 1 :])
        return Position(start.rules, self.tops, hands, start.draws, seat)

    # --- laying

    def legal_plays(self) -> tuple[Play, ...]:
        """Everything that may be laid now."""
        piles = self.position.rules.piles
        return tuple(Play(card, piles[pile].name) for card, pile in self.turn.plays()) if self.is_under_way else ()

    def may_end(self) -> bool:
        """May the turn end here?"""
        return self.is_under_way and self.turn.may_end()

    def can_be_completed(self) -> bool:
        """Can the turn under way still be brought to an end?"""
        return self.turn.can_be_completed()

    def refusal(self, play: Play | None) -> str:
        """Why a play may not be laid now, or (None) why the turn may not end here, in one sentence."""
        plays = self.plays if play is None else (*self.plays, play)
        table = in_listed_order(self.position)  # what is drawn afterwards makes no difference
        violation = judge(table, (Turn(plays, self.position.player),)).violation
        if violation is None:
            raise ValueError(f"no rule forbids {play or 'to end the turn'}")  # asked about something that is allowed
        return refusal_text(self.language, self.turn, play, violation)

    @abstractmethod
    def lay(self, card: Card | str, pile: str) -> None:
        """Lay a card of the hand on a pile; a play that a rule forbids is refused with the reason."""

    # --- taking back

    @abstractmethod
    def undo(self) -> bool:
        """Take the last step back; False: there is nothing left."""

    @abstractmethod
    def redo(self) -> bool:
        """Bring back what was taken back."""

    def undo_turn(self) -> bool:
        """Back to the start of the turn under way or, if nothing is laid in it, of the one before."""
        stepped = self.undo()
        while self.turn.laid and self.undo():
            pass
        return stepped

    def reset(self) -> None:
        """Back to the start; redo brings everything back."""
        while self.undo():
            pass

    # --- help

    @abstractmethod
    def hint(self, level: int) -> str:
        """A hint: 1 strategic, 2 where to look, 3 the card and the pile."""

    @abstractmethod
    def more_than(self, level: int, text: str) -> bool:
        """Would the next level of a hint say more?"""
