"""A position: the table at the start of a turn.  Immutable, validated, with lazy views of what may be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from solver.cards import Card, format_cards
from solver.errors import AgainstTheRules, DoesNotAddUp, TenbackError
from solver.rules.game import Player, Rules
from solver.rules.turns import Lay, OpenTurn, Tops, next_seat
from solver.table.line import Line, Play, Turn


class DrawPile(NamedTuple):
    """The cards still to be drawn, next one first; not ``ordered``: these cards, in an order nobody knows."""

    cards: tuple[Card, ...] = ()
    ordered: bool = True


class Outcome(NamedTuple):
    """How a game ended: who won (None: the team lost, True in ``won`` if the team did), by which rule."""

    won: bool  # by the team, or in Face to Face by the player who would be to move
    winner: Player | None
    rule: str
    text: str


@dataclass(frozen=True, repr=False)
class Position:
    """The table at the start of a turn: tops by pile, hands and the player to move by seat, one draw pile or two."""

    rules: Rules
    tops: Tops
    hands: tuple[tuple[Card, ...], ...]
    draws: tuple[DrawPile, ...]
    to_move: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "hands", tuple(tuple(sorted(hand)) for hand in self.hands))
        piles = (pile if pile.ordered else DrawPile(tuple(sorted(pile.cards)), False) for pile in self.draws)
        object.__setattr__(self, "draws", tuple(DrawPile(p.cards) if len(p.cards) < 2 else p for p in piles))
        refuse_wrong_shape(self)
        refuse_wrong_cards(self)
        if not self.hand and not self.rules.game.is_duel and not self.draws[0].cards:  # who is out of cards is skipped
            object.__setattr__(self, "to_move", next_seat(self.to_move - 1, self.hands, draw_pile_is_empty=True))

    def __repr__(self) -> str:
        from solver.notation.text import format_position  # the notation knows positions, not the other way round

        return f"load({format_position(self)!r})"

    def _repr_html_(self) -> str:
        """The table drawn, for a notebook."""
        from solver.show.draw import as_html, draw_position

        return as_html(draw_position(self))

    # --- who and what

    @property
    def player(self) -> Player:
        """The player to move, by name."""
        return self.rules.player_names[self.to_move]

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand of the player to move."""
        return self.hands[self.to_move]

    @property
    def draw(self) -> DrawPile:
        """The draw pile of the player to move (in the team games everybody's)."""
        return self.draws[self.to_move if self.rules.game.is_duel else 0]

    @cached_property
    def cards_left(self) -> int:
        """Cards not yet laid: the official score."""
        return sum(map(len, self.hands)) + sum(len(pile.cards) for pile in self.draws)

    def held_by(self, seat: int) -> int:
        """In Face to Face: the cards one side has not yet laid."""
        return len(self.hands[seat]) + len(self.draws[seat].cards)

    # --- what may be played

    @property
    def open_turn(self) -> OpenTurn:
        """The turn that is about to be played, with nothing laid yet."""
        return OpenTurn.begun(self.rules, self.to_move, self.tops, self.hands, len(self.draw.cards))

    @property
    def legal_plays(self) -> LegalPlays:
        """What may be laid first.  (A play that may be laid may still make it impossible to complete the turn.)"""
        return LegalPlays(self)

    @property
    def legal_turns(self) -> LegalTurns:
        """Every complete turn, lazily: there may be very many."""
        return LegalTurns(self)

    def after(self, turn: Turn | Iterable[Play]) -> Position:
        """The position after a legal turn.  From a draw pile of unknown order, the turn must say what was drawn."""
        turn = turn if isinstance(turn, Turn) else Turn(tuple(turn))
        if self.outcome is not None:
            raise AgainstTheRules(f"{turn}: the game is over ({self.outcome.text})")
        if turn.player is not None and self.rules.seat(turn.player) != self.to_move:
            raise AgainstTheRules(f"{turn}: it is the turn of player {self.player}")
        return self._drawn(self._laid(turn), turn)

    def _laid(self, turn: Turn) -> OpenTurn:
        state = self.open_turn
        for play in turn.plays:
            pile = self.rules.pile_index(play.pile)
            if play.card not in state.hand or not state.may_lay(play.card, pile):
                raise AgainstTheRules(f"{play} may not be laid now")
            state = state.lay(play.card, pile)
        if not state.may_end():
            raise AgainstTheRules(f"the turn {turn} may not end here")
        return state

    def _drawn(self, state: OpenTurn, turn: Turn) -> Position:
        count, pile = state.cards_to_draw(), self.draw
        if pile.ordered:
            drawn = pile.cards[:count]
            if turn.drawn is not None and turn.drawn != drawn:
                raise AgainstTheRules(f"{turn}: the cards drawn are {format_cards(drawn) or 'none'}")
        elif turn.drawn is None or not len(turn.drawn) == count == len(set(turn.drawn) & set(pile.cards)):
            raise AgainstTheRules(f"{turn}: must say which {count} cards of the unordered draw pile were drawn")
        else:
            drawn = turn.drawn
        left = pile.cards[count:] if pile.ordered else tuple(card for card in pile.cards if card not in drawn)
        duel, seat = self.rules.game.is_duel, self.to_move
        hands = (*self.hands[:seat], (*state.hand, *drawn), *self.hands[seat + 1 :])
        index = seat if duel else 0
        draws = (*self.draws[:index], DrawPile(left, pile.ordered), *self.draws[index + 1 :])
        return Position(self.rules, state.tops, hands, draws, next_seat(seat, hands, not left and not duel))

    # --- the end

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game has ended, or None while it goes on."""
        return duel_outcome(self) if self.rules.game.is_duel else team_outcome(self)


def team_outcome(position: Position) -> Outcome | None:
    """Won: everything laid.  Lost: the player to move cannot lay the minimum."""
    if position.cards_left == 0:
        return Outcome(True, None, "won", "every card is laid: won")
    if position.open_turn.can_be_completed():
        return None
    return Outcome(
        False, None, "stuck", f"player {position.player} cannot lay the minimum: lost, {position.cards_left} left"
    )


def duel_outcome(position: Position) -> Outcome | None:
    """Won by whoever has laid everything, or whose opponent cannot lay the minimum."""
    names = position.rules.player_names
    for seat, name in enumerate(names):
        if position.held_by(seat) == 0:
            return Outcome(seat == position.to_move, name, "won", f"{name} has laid every card: {name} wins")
    if position.open_turn.can_be_completed():
        return None
    other = names[1 - position.to_move]
    return Outcome(False, other, "stuck", f"{position.player} cannot lay the minimum: {other} wins")


# --- views


class LegalPlays(Collection[Play]):
    """What may be laid first in this turn."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def __iter__(self) -> Iterator[Play]:
        piles = self._position.rules.piles
        return (Play(card, piles[pile].name) for card, pile in self._position.open_turn.plays())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return any(True for _ in self)

    def __contains__(self, play: object) -> bool:
        if not isinstance(play, Play) or play.card not in self._position.hand:
            return False
        try:
            pile = self._position.rules.pile_index(play.pile)
        except TenbackError:  # not a pile of this game
            return False
        return self._position.open_turn.may_lay(play.card, pile)


class LegalTurns(Iterable[Turn]):
    """Every complete turn: each order of plays and each pile counts as its own."""

    def __init__(self, position: Position) -> None:
        self._position = position

    def __iter__(self) -> Iterator[Turn]:
        piles, player = self._position.rules.piles, self._position.player
        for lays in self._lays():
            yield Turn(tuple(Play(card, piles[pile].name) for card, pile in lays), player)

    def _lays(self) -> Iterator[tuple[Lay, ...]]:
        if self._position.outcome is None:
            yield from self._position.open_turn.turns()

    def __bool__(self) -> bool:
        return self._position.outcome is None

    def __contains__(self, turn: object) -> bool:
        if not isinstance(turn, Turn):
            return False
        try:
            self._position.after(turn)
        except TenbackError:  # against the rules, or a pile or a player that is not at this table
            return False
        return True

    def count(self) -> int:
        """How many there are, by going through all of them."""
        return sum(1 for _ in self._lays())


def count_lines(position: Position, turns: int) -> int:
    """How many different sequences of so many legal turns there are (fewer where the game ends before)."""
    if turns == 0:
        return 1
    if turns == 1:
        return position.legal_turns.count()
    return sum(count_lines(position.after(turn), turns - 1) for turn in position.legal_turns)


def play_line(position: Position, line: Line | Sequence[Turn]) -> Position:
    """The position after a whole line."""
    for turn in line:
        position = position.after(turn)
    return position


# --- validation


def refuse_wrong_shape(position: Position) -> None:
    """As many tops, hands and draw piles as the rules have, and somebody to move."""
    rules = position.rules
    draw_piles = 2 if rules.game.is_duel else 1
    for what, have, need in (
        ("piles", len(position.tops), len(rules.piles)),
        ("hands", len(position.hands), rules.players),
        ("draw piles", len(position.draws), draw_piles),
    ):
        if have != need:
            raise DoesNotAddUp(f"{have} {what} given where the rules ask for {need}")
    if not 0 <= position.to_move < rules.players:
        raise DoesNotAddUp(f"to_move: there is no seat {position.to_move + 1}")
    for name, hand in zip(rules.player_names, position.hands, strict=True):
        if len(hand) > rules.hand:
            raise DoesNotAddUp(f"the hand of player {name} has {len(hand)} cards; a full hand is {rules.hand}")


def refuse_wrong_cards(position: Position) -> None:
    """Each card of a deck is in one place; those in no hand and no draw pile are laid, and the tops are among them."""
    laid = _laid_cards(position)
    if all(top is None for top in position.tops) and laid:
        raise DoesNotAddUp(f"card {min(laid)} is missing: in no hand and not in the draw pile, and nothing is laid yet")
    for pile, top in zip(position.rules.piles, position.tops, strict=True):
        if top is None:
            continue
        if top not in position.rules.card_indices:
            raise DoesNotAddUp(f"{pile.name} shows {top}, which is not in this game ({card_range(position.rules)})")
        laid[top] -= 1
        if laid[top] < 0:
            raise DoesNotAddUp(f"card {top} is on top of {pile.name} and in another place too")


def _laid_cards(position: Position) -> Counter[Card]:
    """How many copies of each card are laid: one deck in the team games, two in Face to Face."""
    rules, laid = position.rules, Counter[Card]()
    names = [f"the hand of player {name}" for name in rules.player_names]
    hands = list(zip(names, position.hands, strict=True))
    if not rules.game.is_duel:
        decks = [[*hands, ("the draw pile", position.draws[0].cards)]]
    else:
        draws = zip(("the draw pile of A", "the draw pile of B"), (pile.cards for pile in position.draws), strict=True)
        decks = [[hand, draw] for hand, draw in zip(hands, draws, strict=True)]
    for places in decks:
        laid.update(rules.card_indices.keys() - distinct_cards(places, rules))
    return laid


def distinct_cards(places: Sequence[tuple[str, tuple[Card, ...]]], rules: Rules) -> set[Card]:
    """The cards of one deck in these named places; a card that is unknown or there twice is refused."""
    cards = [card for _, held in places for card in held]
    found = set(cards)
    if len(found) == len(cards) and found <= rules.card_indices.keys():
        return found
    seen: dict[Card, str] = {}
    for place, held in places:
        for card in held:
            if card not in rules.card_indices:
                raise DoesNotAddUp(f"card {card} in {place} is not in this game ({card_range(rules)})")
            if card in seen:
                twice = f"in {place} twice" if seen[card] == place else f"in {seen[card]} and in {place}"
                raise DoesNotAddUp(f"card {card} is {twice}")
            seen[card] = place
    return found


def card_range(rules: Rules) -> str:
    """``2 to 99``, for error messages."""
    return f"{rules.cards[0]} to {rules.cards[-1]}"
