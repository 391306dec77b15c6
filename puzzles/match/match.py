"""A game under way or over.  Immutable: every step gives the next one, and undo is the one before, counted.

The deal is kept as text and the turns without the cards drawn, which follow from it: what is written down of a game
with a numbered deal names no card that was not laid.

>>> match = Match("quick-and-easy/2 #1", (PERSON, "quick"))
>>> match.view(0).hands
((Card(number=2, colour='r'), Card(number=8, colour='r')), Hidden(count=2))
>>> match.lay("r2", "up").legal_plays()
(Play(card=Card(number=8, colour='r'), pile='up'), Play(card=Card(number=8, colour='r'), pile='down'))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING

from solver.cards import Card
from solver.errors import AgainstTheRules, DoesNotAddUp, Unreadable, quoted
from solver.notation.source import load_text, starting_position
from solver.referee import judge
from solver.rules.game import Rules
from solver.rules.sides import Outcome
from solver.rules.turns import OpenTurn
from solver.table.line import Line, Play, Turn
from solver.table.position import Position
from solver.table.view import OPEN, OWN, TALK, Information, View

if TYPE_CHECKING:
    from solver.hidden.talk import Said

PERSON = "person"


@dataclass(frozen=True)
class Match:
    """One game: its deal, who sits at each seat (a person, or a computer by its strength), and what was played.

    ``is_open``: all cards lie open, the draw pile too.  ``talks``: everybody says of each pile, in the words of
    ``solver.hidden.talk``, what the own hand holds for it.  ``laid`` belongs to the turn under way.
    """

    deal: str
    seats: tuple[str, ...]
    is_open: bool = False
    line: Line = ()
    laid: tuple[Play, ...] = ()
    undone: int = 0  # turns that were taken back after they had been ended
    hints: int = 0
    begun: str = ""  # the day, as 2026-11-18
    talks: bool = False

    def __post_init__(self) -> None:
        refuse_wrong_seats(self.rules, self.seats)
        if self.talks and (self.is_open or self.rules.players == 1 or None not in self.rules.deck_owners):
            raise DoesNotAddUp("talk is for partners who do not see each other's cards")
        object.__setattr__(self, "line", tuple(Turn(turn.plays, turn.player) for turn in self._legal_line()))
        self.turn  # noqa: B018 (the cards of the turn under way must be legal too)

    def _legal_line(self) -> Line:
        """The line with all players named; what breaks a rule or draws other cards than there are is refused."""
        judgement = judge(self.start, self.line)
        if not judgement.legal:
            raise AgainstTheRules(judgement.reason)
        return tuple(turn._replace(player=at.player) for turn, at in zip(self.line, self.positions, strict=False))

    # --- the table

    @cached_property
    def start(self) -> Position:
        """The table before the first turn."""
        return start_of(self.deal)

    @property
    def rules(self) -> Rules:
        """The rules of the deal."""
        return self.start.rules

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The true table before each turn, the present one last."""
        found = [self.start]
        for turn in self.line:
            found.append(found[-1].after(turn))
        return tuple(found)

    @property
    def position(self) -> Position:
        """The true table at the start of the turn under way.  No seat may be shown it, unless all lies open."""
        return self.positions[-1]

    @cached_property
    def turn(self) -> OpenTurn:
        """The turn under way."""
        turn = self.position.open_turn
        for card, pile in self.laid:
            index = self.rules.pile_index(pile)
            if self.outcome is not None or card not in turn.hand or not turn.may_lay(card, index):
                raise AgainstTheRules(f"{Play(card, pile)} may not be laid now")
            turn = turn.lay(card, index)
        return turn

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""
        return self.position.outcome

    # --- who

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, sitter in enumerate(self.seats) if sitter == PERSON)

    @property
    def mover(self) -> str:
        """Who is to move: a person, or the strength of a computer."""
        return self.seats[self.position.to_move]

    @property
    def waits_for_computer(self) -> bool:
        """Is it a computer's turn?"""
        return self.outcome is None and self.mover != PERSON

    # --- what a seat knows

    @property
    def information(self) -> Information:
        """What a seat sees beside its own hand."""
        return OPEN if self.is_open else TALK if self.talks else OWN

    @property
    def said(self) -> Said | None:
        """What the others say to the player to move; None where this table does not talk."""
        return self.said_at(self.position)

    def said_at(self, position: Position) -> Said | None:
        """The same at an earlier table of the game."""
        if not self.talks:
            return None
        from solver.hidden.talk import spoken

        return spoken(View.of(position, position.to_move, OPEN))

    def view(self, seat: int) -> View:
        """What a seat sees of the table at the start of the turn under way; never the order of a draw pile."""
        return View.of(self.position, seat, self.information)

    def shown(self, seat: int) -> Position | View:
        """The table as a seat sees it now, cards of the turn under way laid: to be looked at, not played from."""
        position, mover = self.position, self.position.to_move
        hands = (*position.hands[:mover], self.turn.hand, *position.hands[mover + 1 :])
        now = Position(self.rules, self.turn.tops, hands, position.draws, mover)
        return now if self.is_open else View.of(now, seat, OWN)

    def seen_line(self, seat: int) -> Line:
        """The turns played so far, with the cards that the seat drew itself; open: with all of them."""
        told = []
        for turn, before, after in zip(self.line, self.positions, self.positions[1:], strict=False):
            is_seen = self.is_open or before.to_move == seat
            told.append(turn._replace(drawn=before.drawn_until(after) if is_seen else None))
        return tuple(told)

    # --- steps

    def legal_plays(self) -> tuple[Play, ...]:
        """What the player to move may lay now."""
        if self.outcome is not None:
            return ()
        return tuple(Play(card, self.rules.piles[pile].name) for card, pile in self.turn.plays())

    def may_end(self) -> bool:
        """May the turn end here?"""
        return self.outcome is None and self.turn.may_end()

    def lay(self, card: Card | str, pile: str) -> Match:
        """Lay a card; what a rule forbids is refused by that rule."""
        card = card if isinstance(card, Card) else Card.parse(card)
        index = self.rules.pile_index(pile)
        play = Play(card, self.rules.piles[index].name)
        if self.outcome is not None or card not in self.turn.hand or not self.turn.may_lay(card, index):
            raise AgainstTheRules(self._refusal((*self.laid, play)))
        return self._stepped(laid=(*self.laid, play))

    def end_turn(self) -> Match:
        """End the turn under way and draw."""
        if not self.may_end():
            raise AgainstTheRules(self._refusal(self.laid))
        turn = Turn(self.laid, self.position.player)
        return self._stepped(self.position.after(turn), line=(*self.line, turn), laid=())

    def played(self, turn: Turn | Iterable[Play]) -> Match:
        """A whole turn of the player to move; what is laid of the turn under way is left aside."""
        plays = turn.plays if isinstance(turn, Turn) else tuple(turn)
        now = self._stepped(laid=())
        for play in plays:
            now = now.lay(*play)
        return now.end_turn()

    def take_back(self) -> Match | None:
        """Before the last card laid or, where none is, before the last person's turn was ended, which is counted.

        Turns of computers after it are taken back with it.  None: there is nothing to take back.
        """
        if self.laid:
            return self._stepped(laid=self.laid[:-1])
        at = next((at for at in reversed(range(len(self.line))) if self._is_persons(at)), None)
        if at is None:
            return None
        changes = {"line": self.line[:at], "laid": self.line[at].plays, "undone": self.undone + 1}
        return with_changes(self, self.positions[: at + 1], changes)

    def hinted(self) -> Match:
        """The same game with one hint more."""
        return self._stepped(hints=self.hints + 1)

    def counting(self, other: Match) -> Match:
        """The same game with what another one has counted."""
        return self._stepped(undone=other.undone, hints=other.hints)

    @property
    def result(self) -> str:
        """``won``, ``lost, 12 left``, ``A wins``, ``under way, 34 left``."""
        outcome, left = self.outcome, self.position.cards_left
        if outcome is None:
            return f"under way, {left} left"
        if outcome.winner is not None:
            return f"{outcome.winner} wins"
        return "won" if outcome.won else f"lost, {left} left"

    def _is_persons(self, at: int) -> bool:
        return self.seats[self.positions[at].to_move] == PERSON

    def _refusal(self, plays: tuple[Play, ...]) -> str:
        if self.outcome is not None:
            return f"the game is over ({self.outcome.text})"
        violation = judge(self.position, (Turn(plays, self.position.player),)).violation
        assert violation is not None
        return violation.message.partition(": ")[2]

    def _stepped(self, after: Position | None = None, **changes: object) -> Match:
        return with_changes(self, self.positions if after is None else (*self.positions, after), changes)


def with_changes(match: Match, positions: tuple[Position, ...], changes: Mapping[str, object]) -> Match:
    """The same game with changes, whose tables are known: they are not worked out again."""
    changed = object.__new__(Match)
    kept = {field.name: getattr(match, field.name) for field in fields(Match)}
    changed.__dict__.update({**kept, **changes, "start": match.start, "positions": positions})
    return changed


def start_of(deal: str) -> Position:
    """The first table of a deal or position in text form; it must be known whole, and not be over."""
    position = starting_position(load_text(deal))
    if not all(pile.ordered for pile in position.draws):
        raise DoesNotAddUp(
            "the order of the draw pile is unknown, so it cannot be played: give a deal, or name the order"
        )
    return position


def refuse_wrong_seats(rules: Rules, seats: tuple[str, ...]) -> None:
    """One sitter for each seat: a person, or a strength of the computer."""
    from solver.hidden.strengths import STRENGTHS

    for sitter in seats:
        if sitter != PERSON and sitter not in STRENGTHS:
            raise Unreadable(f"{quoted(sitter)} cannot sit at a table: {PERSON}, or a computer: {' '.join(STRENGTHS)}")
    if len(seats) != rules.players:
        raise DoesNotAddUp(f"{len(seats)} seats are taken where {rules.players} play")
