"""What a seat knows of the table.  Whoever decides under hidden cards is given this and nothing else.

A ``View`` holds the piles, the hands that the seat sees, how many cards the other hands and the draw piles hold, and
the cards known to be laid.  It never holds an order, nor a card that the seat does not see: two tables that differ in
such things alone give equal views.  ``View.of`` makes one from the true table; so do text and JSON with hidden cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from solver.cards import Card
from solver.errors import DoesNotAddUp, HiddenCards, Unreadable, quoted
from solver.rules.game import MOST_CARDS, Pile, Player, Rules
from solver.rules.turns import Tops, next_seat
from solver.shown import DrawnInNotebooks, as_text
from solver.table.position import (
    DrawPile,
    Place,
    Position,
    card_range,
    distinct_cards,
    places_by_deck,
    refuse_wrong_shape,
)
from solver.table.start import StartOfTurn


@dataclass(frozen=True)
class Hidden:
    """So many cards that nobody at this seat sees."""

    count: int

    def __post_init__(self) -> None:
        if not 0 <= self.count <= MOST_CARDS:
            raise DoesNotAddUp(f"{self.count} hidden cards: must be 0 to {MOST_CARDS}")

    def __len__(self) -> int:
        return self.count


Hand = tuple[Card, ...] | Hidden
Cards = tuple[Card, ...]


@dataclass(frozen=True)
class Information:
    """What the rules of a round let a player know: whether all hands lie open, and whether partners speak."""

    name: str
    words: str
    hands_are_open: bool = False
    partners_speak: bool = False


OWN = Information("own", "the own hand, the piles, every card laid, the number of cards elsewhere")
TALK = Information("talk", "the same, and what partners say of the piles without naming numbers", partners_speak=True)
OPEN = Information("open", "all hands; only the order of the draw pile is hidden", hands_are_open=True)
INFORMATION: Mapping[str, Information] = {kind.name: kind for kind in (OWN, TALK, OPEN)}


def information_named(name: str) -> Information:
    """A kind of information by its name."""
    if name not in INFORMATION:
        raise Unreadable(f"{quoted(name)} is not a kind of information: {' '.join(INFORMATION)}")
    return INFORMATION[name]


@dataclass(frozen=True, repr=False)
class View(StartOfTurn, DrawnInNotebooks):
    """The table at the start of a turn as the player at ``seat`` sees it.

    Decks are counted as in a deal: one in the team games, A's and B's in Face to Face.  ``laid`` has the cards of each
    deck that are known to be laid, those on top of the piles among them.
    """

    rules: Rules
    tops: Tops
    hands: tuple[Hand, ...]
    draws: tuple[int, ...]  # how many cards each draw pile holds
    to_move: int = 0
    seat: int = 0
    laid: tuple[Cards, ...] = ()

    def __post_init__(self) -> None:
        refuse_wrong_shape(self)
        for size in self.draws:
            Hidden(size)
        if not 0 <= self.seat < self.rules.players:
            raise DoesNotAddUp(f"seat: there is no seat {self.seat + 1}")
        self._set("hands", tuple(tuple(sorted(h)) if isinstance(h, tuple) else h or () for h in self.hands))
        draw_left = self.draws[self.rules.deck_of(self.to_move)]
        if not self.hand_sizes[self.to_move] and not draw_left and self.rules.game.sides.passes_over:
            self._set("to_move", next_seat(self.to_move - 1, self.hands, draw_pile_is_empty=True))
        if isinstance(self.hands[self.seat], Hidden):
            raise DoesNotAddUp(
                f"the hand of player {self.looker} is hidden, and it is this player who looks:"
                " name its cards, or say by seat= who looks"
            )
        self._set("laid", known_to_be_laid(self, self.laid or ((),) * len(self.draws)))

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    @classmethod
    def of(cls, position: Position, seat: int, information: Information = OWN) -> View:
        """What a seat sees of the true table; it has counted the cards that were laid."""
        hands = tuple(
            hand if information.hands_are_open or other == seat else Hidden(len(hand))
            for other, hand in enumerate(position.hands)
        )
        rules = position.rules
        places = places_by_deck(rules, position.hands, [pile.cards for pile in position.draws])
        laid = tuple(tuple(sorted(set(rules.cards) - distinct_cards(held, rules))) for held in places)
        return cls(rules, position.tops, hands, position.draw_sizes, position.to_move, seat, laid)

    def __repr__(self) -> str:
        return f"load({as_text(self)!r})"

    # --- who and what

    @property
    def looker(self) -> Player:
        """The player who looks, by name."""
        return self.rules.player_names[self.seat]

    @property
    def hand(self) -> Cards:
        """The hand of the player to move, if this seat sees it."""
        hand = self.hands[self.to_move]
        if isinstance(hand, Hidden):
            raise HiddenCards(f"player {self.player} is to move, whose hand player {self.looker} does not see")
        return hand

    @cached_property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each hand holds, by seat."""
        return tuple(map(len, self.hands))

    @property
    def draw_sizes(self) -> tuple[int, ...]:
        """How many cards each draw pile holds."""
        return self.draws

    def is_stuck(self) -> bool:
        """Is the player to move known to be unable to complete a turn?"""
        return not isinstance(self.hands[self.to_move], Hidden) and super().is_stuck()

    # --- what is not seen, by deck

    def hidden_hands(self, deck: int) -> tuple[int, ...]:
        """The seats whose hands hold cards of this deck that are not seen."""
        return tuple(
            seat
            for seat, hand in enumerate(self.hands)
            if isinstance(hand, Hidden) and self.rules.deck_of(seat) == deck
        )

    @cached_property
    def hidden(self) -> tuple[int, ...]:
        """How many cards of each deck are in hidden hands and draw piles."""
        return tuple(
            size + sum(self.hand_sizes[seat] for seat in self.hidden_hands(deck))
            for deck, size in enumerate(self.draws)
        )

    @cached_property
    def in_sight(self) -> tuple[frozenset[Card], ...]:
        """The cards of each deck that are in hands which the seat sees."""
        return tuple(frozenset(card for _, held in places for card in held) for places in _places_in_sight(self))

    @cached_property
    def unseen(self) -> tuple[Cards, ...]:
        """The cards of each deck that may be in hidden places: neither seen nor known to be laid."""
        known = (held.union(laid) for held, laid in zip(self.in_sight, self.laid, strict=True))
        return tuple(tuple(card for card in self.rules.cards if card not in cards) for cards in known)

    @cached_property
    def forgotten(self) -> tuple[int, ...]:
        """How many unseen cards of each deck are in no hidden place: they were laid, and nobody remembers which."""
        return tuple(len(cards) - count for cards, count in zip(self.unseen, self.hidden, strict=True))

    def as_position(self) -> Position | None:
        """The table itself, where nothing but the order of a draw pile is hidden from whoever counts; else None."""
        hands, draws = list(self.hands), list[DrawPile]()
        for deck, size in enumerate(self.draws):
            seats, unseen = self.hidden_hands(deck), self.unseen[deck]
            if self.forgotten[deck] or len(seats) + bool(size) > 1:
                return None
            for seat in seats:
                hands[seat] = unseen
            draws.append(DrawPile(unseen if size else (), ordered=False))
        known = tuple(hand for hand in hands if isinstance(hand, tuple))
        return Position(self.rules, self.tops, known, tuple(draws), self.to_move)


# --- validation


def _places_in_sight(view: View) -> list[list[Place]]:
    hands = [hand if isinstance(hand, tuple) else () for hand in view.hands]
    return places_by_deck(view.rules, hands, [()] * len(view.draws))


def known_to_be_laid(view: View, told: Sequence[Cards]) -> tuple[Cards, ...]:
    """The cards of each deck that are known to be laid: those said to be, and the tops.

    Where a deck has no hidden place, everything that is not seen is laid.
    """
    if len(told) != len(view.draws):
        raise DoesNotAddUp(f"laid: {len(told)} lists given for {len(view.draws)} decks")
    every, laid = set(view.rules.cards), list[set[Card]]()
    for places, said, hidden in zip(_places_in_sight(view), told, view.hidden, strict=True):
        seen = distinct_cards([*places, ("laid", said)], view.rules)
        laid.append(set(said) if hidden else every - seen | set(said))
    refuse_more_hidden_than_unseen(view, laid)
    if all(top is None for top in view.tops):
        refuse_laid_before_the_first(view, laid)
    add_tops(view, laid)
    return tuple(tuple(sorted(cards)) for cards in laid)


def rooms(view: View, laid: Sequence[set[Card]]) -> list[int]:
    """How many cards of each deck are neither seen, nor known to be laid, nor needed to fill the hidden places."""
    seen = (len(held) + len(cards) for held, cards in zip(view.in_sight, laid, strict=True))
    return [len(view.rules.cards) - count - hidden for count, hidden in zip(seen, view.hidden, strict=True)]


def refuse_more_hidden_than_unseen(view: View, laid: Sequence[set[Card]]) -> None:
    """Every hidden card is one of those that are neither seen nor laid."""
    names = view.rules.player_names
    for deck, room in enumerate(rooms(view, laid)):
        if room >= 0:
            continue
        parts = [f"{view.hand_sizes[seat]} in the hand of player {names[seat]}" for seat in view.hidden_hands(deck)]
        parts += [f"{view.draws[deck]} in the draw pile"] if view.draws[deck] else []
        cards = f"{view.hidden[deck] + room} {view.rules.called('cards')[deck]}"
        raise DoesNotAddUp(f"{' and '.join(parts)} are hidden, but only {cards} are unseen")


def refuse_laid_before_the_first(view: View, laid: Sequence[set[Card]]) -> None:
    """Where no pile shows a card, none is laid."""
    for cards in laid:
        if cards:
            raise DoesNotAddUp(f"card {min(cards)} is laid or nowhere, but no pile shows a card")
    if forgotten := sum(rooms(view, laid)):
        raise DoesNotAddUp(f"{forgotten} cards are neither seen nor hidden, and no pile shows a card: where are they?")


def add_tops(view: View, laid: Sequence[set[Card]]) -> None:
    """Put the tops among the laid cards.

    In Face to Face a top may come from either deck.  Those of which it is known go first; the others count as their
    pile's owner's, where that leaves enough cards for the hidden places.
    """
    either: list[tuple[int, Card]] = []
    for top, piles in shown_by(view).items():
        free = [deck for deck, cards in enumerate(laid) if top not in cards and top not in view.in_sight[deck]]
        lacking = len(piles) - sum(top in cards for cards in laid)
        if lacking > len(free):
            raise DoesNotAddUp(f"card {top} is on top of {piles[-1].name} and in another place too")
        if 0 < lacking == len(free):
            for deck in free:
                laid[deck].add(top)
        elif lacking > 0:
            either.append((piles[0].owner or 0, top))
    refuse_more_hidden_than_unseen(view, laid)
    for owner, top in either:
        room = rooms(view, laid)
        laid[1 - owner if room[owner] <= 0 < room[1 - owner] else owner].add(top)
        refuse_more_hidden_than_unseen(view, laid)


def shown_by(view: View) -> dict[Card, list[Pile]]:
    """Which piles show a card; more than one only where there is more than one deck."""
    shown: dict[Card, list[Pile]] = {}
    for pile, top in zip(view.rules.piles, view.tops, strict=True):
        if top is None:
            continue
        if top not in view.rules.card_indices:
            raise DoesNotAddUp(f"{pile.name} shows {top}, which is not in this game ({card_range(view.rules)})")
        shown.setdefault(top, []).append(pile)
    return shown
