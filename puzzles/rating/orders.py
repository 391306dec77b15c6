"""The orders in which a turn can be played, and what each of them lays on what.

Two turns are the same if no card left can tell where they lead (see ``prospects``).  So the orders of a turn are the
ways to lay the same cards, draw as many, and leave piles that the cards left see alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from solver.analysis.prices import Prices
from solver.cards import Card
from solver.rules.follow import follow_tables, follows, follows_by_trick
from solver.rules.game import Direction, Rules
from solver.rules.turns import Lay, OpenTurn, Tops, is_gift
from solver.table.position import Position

MOST_LAID = 7  # cards of a turn whose orders are gone through
MOST_WAYS = 400  # orders and piles of a turn

Seen = tuple[int, int, int, int, int, str]  # of a pile: owner, side, followers, plain ones, improvers, command


@dataclass(frozen=True)
class Laid:
    """A card laid directly on another.

    ``below`` is None where what it was laid on lay there from the first.  ``closes``: the places that it closes on the
    pile, for the cards left before the turn.  ``opens``: of these cards, those that can be laid on it by their colour
    and could not be laid on the pile before.  ``spoils``: it is a gift, on which a card of the opponent's hand can no
    longer be laid that could before.
    """

    below: Card | None
    card: Card
    direction: Direction
    owner: int | None
    trick: bool
    gift: bool
    closes: int
    opens: frozenset[Card]
    spoils: bool

    @property
    def on(self) -> tuple[Card | None, Direction, int | None]:
        """The card that it was laid on, and on which kind of pile."""
        return self.below, self.direction, self.owner

    @property
    def top(self) -> tuple[Card | None, Direction, int | None]:
        """The card, in the same form: what is laid on it next is ``on`` it."""
        return self.card, self.direction, self.owner


def ways_of(position: Position, after: Position) -> list[tuple[Lay, ...]] | None:
    """Every order of the turn that leads to a position; None where there are too many."""
    cards = frozenset(position.hand) - frozenset(after.hands[position.to_move])
    if len(cards) > MOST_LAID:
        return None
    ways = list(islice(WaysToLay(position, after, cards).from_here(position.open_turn), MOST_WAYS + 1))
    return ways if len(ways) <= MOST_WAYS else None


class WaysToLay:
    """The ways to lay some cards so that a position is reached; dead ends are remembered."""

    def __init__(self, position: Position, after: Position, cards: frozenset[Card]) -> None:
        self.position, self.after, self.cards = position, after, cards
        self.tops, self.dead = seen_tops(after, after.tops), set[object]()
        self.drawn = len(position.drawn_until(after))

    def from_here(self, turn: OpenTurn) -> Iterator[tuple[Lay, ...]]:
        """The ways to go on from a turn under way."""
        key = (turn.tops, turn.hand, turn.orders, turn.gifts, turn.laid[-1:] if self.position.rules.commands else ())
        if key in self.dead:
            return
        found = False
        if len(turn.laid) == len(self.cards):
            found = turn.may_end() and self.leads_there(turn)
            if found:
                yield turn.laid
        else:
            for card, pile in turn.plays():
                if card in self.cards:
                    for way in self.from_here(turn.lay(card, pile)):
                        found = True
                        yield way
        if not found:
            self.dead.add(key)

    def leads_there(self, turn: OpenTurn) -> bool:
        """Does the turn, ended here, lead to the position or to one that is the same?"""
        return turn.cards_to_draw() == self.drawn and seen_tops(self.after, turn.tops) == self.tops


def seen_tops(position: Position, tops: Tops) -> list[Seen]:
    """What the cards left in a position would see of these tops, like piles in any order."""
    rules = position.rules
    follow, plain = follow_tables(rules)
    left = [mask_of(position, seat) for seat in rules.deck_owners]
    seen = list[Seen]()
    for pile, top in zip(rules.piles, tops, strict=True):
        owner, side = pile.owner or 0, int(pile.direction == "down")
        index = len(rules.cards) if top is None else rules.card_indices[top]
        improvers = left[1 - owner] & ~plain[side][index] & ~(1 << index) if len(left) > 1 else 0
        command = rules.command(top)
        binding = command.name if command is not None and command.binds_from_the_top else ""
        followers, plainly = follow[side][index] & left[owner], plain[side][index] & left[owner]
        seen.append((owner, side, followers, plainly, improvers, binding))
    return sorted(seen)


def mask_of(position: Position, seat: int | None) -> int:
    """The cards that a player (None: anybody) has yet to lay, as bits."""
    index = position.rules.card_indices
    cards = cards_left_in(position) if seat is None else (*position.hands[seat], *position.draws[seat].cards)
    return sum(1 << index[card] for card in cards)


def cards_left_in(position: Position) -> frozenset[Card]:
    """The cards still to be laid, of everybody."""
    held = (*position.hands, *(pile.cards for pile in position.draws))
    return frozenset(card for cards in held for card in cards)


def laid_in(position: Position, way: tuple[Lay, ...], new: frozenset[Card]) -> Iterator[Laid]:
    """What one way to play a turn lays on what; ``new`` cards were left at the first."""
    start, rules, prices = position.open_turn, position.rules, Prices(position)
    turn = start
    others = [card for seat in rules.opponents_of(position.to_move) for card in position.hands[seat]]
    left = cards_left_in(position) if rules.colours else ()
    for card, pile in way:
        shown, below = rules.piles[pile], turn.tops[pile]
        gift = is_gift(shown, position.to_move)
        trick = not gift and follows_by_trick(rules, shown.direction, below, card)
        coloured = [held for held in left if held.colour == card.colour]
        yield Laid(
            below=below if below in new else None,
            card=card,
            direction=shown.direction,
            owner=shown.owner,
            trick=trick,
            gift=gift,
            closes=prices.on_top(start, card, pile, below)[0],
            opens=frozenset(held for held in coloured if spoiled(rules, shown.direction, card, below, held)),
            spoils=gift and any(spoiled(rules, shown.direction, below, card, held) for held in others),
        )
        turn = turn.lay(card, pile)


def spoiled(rules: Rules, direction: Direction, before: Card | None, after: Card | None, held: Card) -> bool:
    """Could a held card be laid on one top, and not on the other?"""
    return follows(rules, direction, before, held) and not follows(rules, direction, after, held)


def tops_after(position: Position, way: tuple[Lay, ...], new: frozenset[Card]) -> tuple[tuple[object, ...], ...]:
    """The new cards that a way to play a turn leaves on top, like piles in any order; the others have no name."""
    tops = list(position.tops)
    for card, pile in way:
        tops[pile] = card
    named = (
        (pile.owner or 0, pile.direction, str(top) if top in new else "")
        for pile, top in zip(position.rules.piles, tops, strict=True)
    )
    return tuple(sorted(named))
