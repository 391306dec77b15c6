"""A position: the table at the start of a turn.  Immutable, validated, with lazy views of what may be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from solver.cards import Card, format_cards
from solver.errors import AgainstTheRules, DoesNotAddUp
from solver.rules.game import Rules
from solver.rules.turns import OpenTurn, Tops, next_seat
from solver.shown import DrawnInNotebooks, as_text
from solver.table.line import Line, Play, Turn
from solver.table.start import StartOfTurn

Place = tuple[str, tuple[Card, ...]]  # a hand or a draw pile by name, and the cards in it


class DrawPile(NamedTuple):
    """The cards still to be drawn, next one first; not ``ordered``: these cards, in an order nobody knows."""

    cards: tuple[Card, ...] = ()
    ordered: bool = True


@dataclass(frozen=True, repr=False)
class Position(StartOfTurn, DrawnInNotebooks):
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
        if not self.hand and not self.draw.cards and self.rules.game.sides.passes_over:
            object.__setattr__(self, "to_move", next_seat(self.to_move - 1, self.hands, draw_pile_is_empty=True))

    def __repr__(self) -> str:
        return f"load({as_text(self)!r})"

    # --- who and what

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand of the player to move."""
        return self.hands[self.to_move]

    @property
    def draw(self) -> DrawPile:
        """The draw pile of the player to move (in the team games everybody's)."""
        return self.draws[self.rules.deck_of(self.to_move)]

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each hand holds, by seat."""
        return tuple(map(len, self.hands))

    @property
    def draw_sizes(self) -> tuple[int, ...]:
        """How many cards each draw pile holds."""
        return tuple(len(pile.cards) for pile in self.draws)

    # --- turns

    def after(self, turn: Turn | Iterable[Play]) -> Position:
        """The position after a legal turn.  From a draw pile of unknown order, the turn must say what was drawn."""
        turn = turn if isinstance(turn, Turn) else Turn(tuple(turn))
        return self._drawn(self.laid_turn(turn), turn)

    def ended(self, turn: OpenTurn) -> Turn:
        """A turn under way that ends here, with the cards drawn after it."""
        plays = tuple(Play(card, self.rules.piles[pile].name) for card, pile in turn.laid)
        return Turn(plays, self.player, self.draw.cards[: turn.cards_to_draw()])

    def drawn_until(self, after: Position) -> tuple[Card, ...]:
        """What the player to move draws in the turn that leads to the next position."""
        left = after.draws[self.rules.deck_of(self.to_move)].cards
        return self.draw.cards[: len(self.draw.cards) - len(left)]

    def refuse_illegal(self, turn: Turn) -> None:
        """Refuse a turn that breaks a rule, or that draws other cards than there are."""
        self.after(turn)

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
        seat, deck = self.to_move, self.rules.deck_of(self.to_move)
        hands = (*self.hands[:seat], (*state.hand, *drawn), *self.hands[seat + 1 :])
        draws = (*self.draws[:deck], DrawPile(left, pile.ordered), *self.draws[deck + 1 :])
        following = next_seat(seat, hands, not left and self.rules.game.sides.passes_over)
        return Position(self.rules, state.tops, hands, draws, following)


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


class HasShape(Protocol):
    """A table of which the cards may be known or not, but not how many there are."""

    @property
    def rules(self) -> Rules: ...
    @property
    def tops(self) -> Tops: ...
    @property
    def hands(self) -> Sequence[Sized]: ...
    @property
    def draw_sizes(self) -> tuple[int, ...]: ...
    @property
    def to_move(self) -> int: ...


def refuse_wrong_shape(table: HasShape) -> None:
    """As many tops, hands and draw piles as the rules have, and somebody to move."""
    rules = table.rules
    for what, have, need in (
        ("piles", len(table.tops), len(rules.piles)),
        ("hands", len(table.hands), rules.players),
        ("draw piles", len(table.draw_sizes), len(rules.deck_owners)),
    ):
        if have != need:
            raise DoesNotAddUp(f"{have} {what} given where the rules ask for {need}")
    if not 0 <= table.to_move < rules.players:
        raise DoesNotAddUp(f"to_move: there is no seat {table.to_move + 1}")
    for name, hand in zip(rules.player_names, table.hands, strict=True):
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
    for places in places_by_deck(rules, position.hands, [pile.cards for pile in position.draws]):
        laid.update(rules.card_indices.keys() - distinct_cards(places, rules))
    return laid


def places_by_deck(
    rules: Rules, hands: Sequence[tuple[Card, ...]], draws: Sequence[tuple[Card, ...]]
) -> list[list[Place]]:
    """The hands and the draw pile that hold the cards of each deck, by name."""
    decks: list[list[Place]] = [[] for _ in rules.deck_owners]
    for deck, name, hand in zip(rules.decks_by_seat, rules.hand_names, hands, strict=True):
        decks[deck].append((name, hand))
    for places, name, cards in zip(decks, rules.called("the draw pile"), draws, strict=True):
        places.append((name, cards))
    return decks


def distinct_cards(places: Sequence[Place], rules: Rules) -> set[Card]:
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
