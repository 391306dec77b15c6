"""The start of a turn: what may be played, for whoever knows the table, whole (``Position``) or as a seat sees it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

from solver.cards import Card
from solver.errors import AgainstTheRules, TenbackError
from solver.rules.game import Rules
from solver.rules.sides import Outcome, Player
from solver.rules.turns import Lay, OpenTurn, Tops
from solver.table.line import Play, Turn


class StartOfTurn(ABC):
    """A table at the start of a turn.  The turn itself needs no card but those of the player to move."""

    rules: Rules
    tops: Tops
    to_move: int

    @property
    @abstractmethod
    def hand(self) -> tuple[Card, ...]:
        """The hand of the player to move."""

    @property
    @abstractmethod
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each hand holds, by seat."""

    @property
    @abstractmethod
    def draw_sizes(self) -> tuple[int, ...]:
        """How many cards each draw pile holds."""

    @property
    def player(self) -> Player:
        """The player to move, by name."""
        return self.rules.player_names[self.to_move]

    @cached_property
    def cards_left(self) -> int:
        """Cards not yet laid: the official score."""
        return sum(self.hand_sizes) + sum(self.draw_sizes)

    def held_by(self, seat: int) -> int:
        """The cards of a seat's deck that are not yet laid: in the team games all."""
        deck_of, deck = self.rules.deck_of, self.rules.deck_of(seat)
        hands = (size for other, size in enumerate(self.hand_sizes) if deck_of(other) == deck)
        return sum(hands) + self.draw_sizes[deck]

    def winner_if(self, won: bool) -> Player | None:
        """Who wins, by name, where it is won or lost for the player to move; None in a team."""
        return self.rules.game.sides.winner(self.rules.player_names, self.to_move, won)

    @property
    def open_turn(self) -> OpenTurn:
        """The turn that is about to be played, with nothing laid yet."""
        sizes, seat = self.hand_sizes, self.to_move
        draw_left = self.draw_sizes[self.rules.deck_of(seat)]
        return OpenTurn.begun(self.rules, seat, self.tops, self.hand, draw_left, sum(sizes) - sizes[seat])

    @property
    def legal_plays(self) -> LegalPlays:
        """What may be laid first.  (A play that may be laid may still make it impossible to complete the turn.)"""
        return LegalPlays(self)

    @property
    def legal_turns(self) -> LegalTurns:
        """Every complete turn, lazily: there may be very many."""
        return LegalTurns(self)

    def laid_turn(self, turn: Turn | Iterable[Play]) -> OpenTurn:
        """A legal turn with all its cards laid, before anything is drawn; an illegal one is refused."""
        turn = turn if isinstance(turn, Turn) else Turn(tuple(turn))
        if self.outcome is not None:
            raise AgainstTheRules(f"{turn}: the game is over ({self.outcome.text})")
        if turn.player is not None and self.rules.seat(turn.player) != self.to_move:
            raise AgainstTheRules(f"{turn}: it is the turn of player {self.player}")
        state = self.open_turn
        for play in turn.plays:
            pile = self.rules.pile_index(play.pile)
            if play.card not in state.hand or not state.may_lay(play.card, pile):
                raise AgainstTheRules(f"{play} may not be laid now")
            state = state.lay(play.card, pile)
        if not state.may_end():
            raise AgainstTheRules(f"the turn {turn} may not end here")
        return state

    def refuse_illegal(self, turn: Turn) -> None:
        """Refuse a turn that breaks a rule, as far as this table can tell."""
        self.laid_turn(turn)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game has ended, or None while it goes on."""
        rules = self.rules
        left = [self.held_by(owner or 0) for owner in rules.deck_owners]
        return rules.game.sides.outcome(rules.player_names, self.to_move, left, self.is_stuck)

    def is_stuck(self) -> bool:
        """Is the player to move unable to complete a turn?"""
        return not self.open_turn.can_be_completed()


# --- views


class LegalPlays(Collection[Play]):
    """What may be laid first in this turn."""

    def __init__(self, table: StartOfTurn) -> None:
        self._table = table

    def __iter__(self) -> Iterator[Play]:
        piles = self._table.rules.piles
        return (Play(card, piles[pile].name) for card, pile in self._table.open_turn.plays())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __contains__(self, play: object) -> bool:
        if not isinstance(play, Play) or play.card not in self._table.hand:
            return False
        try:
            pile = self._table.rules.pile_index(play.pile)
        except TenbackError:  # not a pile of this game
            return False
        return self._table.open_turn.may_lay(play.card, pile)


class LegalTurns(Iterable[Turn]):
    """Every complete turn: each order of plays and each pile counts as its own."""

    def __init__(self, table: StartOfTurn) -> None:
        self._table = table

    def __iter__(self) -> Iterator[Turn]:
        piles, player = self._table.rules.piles, self._table.player
        for lays in self._lays():
            yield Turn(tuple(Play(card, piles[pile].name) for card, pile in lays), player)

    def _lays(self) -> Iterator[tuple[Lay, ...]]:
        if self._table.outcome is None:
            yield from self._table.open_turn.turns()

    def __bool__(self) -> bool:
        return self._table.outcome is None

    def __contains__(self, turn: object) -> bool:
        if not isinstance(turn, Turn):
            return False
        try:
            self._table.refuse_illegal(turn)
        except TenbackError:  # against the rules, or a pile or a player that is not at this table
            return False
        return True

    def count(self) -> int:
        """How many there are, by going through all of them."""
        return sum(1 for _ in self._lays())
