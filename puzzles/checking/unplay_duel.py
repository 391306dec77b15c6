"""A game of Face to Face that leads to a position, found backwards.

First the *plan*: how many cards each player laid in each turn, and in which turns one of them was a gift; hands and
draw piles must come out right.  Each player's numbers are independent of the other's, but for the number of turns.

Then the cards: turn by turn they are taken off the tops again.  What lies below a card is chosen only when somebody
must take it off.  A player's own ascending pile goes down through the cards left, the highest first, and the descending
one up; what neither can take came under a gift of the opponent, which set the pile back, under a trick, or was a gift
itself.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from copy import copy
from functools import lru_cache
from random import Random
from typing import NamedTuple

from solver import Card, Deal, Line, Play, Position, Rules, Turn
from solver.rules.follow import follows, improves

Numbers = tuple[int, int]  # cards in hand, cards to draw
Laid = tuple[int, Card]  # whose deck, and the card

MOST_STEPS = 150  # turns taken back in one try, those again included
MOST_AGAIN = 6  # turns played again where there is no way on
WAYS = 4  # numbers tried for one turn
MOST_NUMBERS = 500_000  # ways to come to some numbers; a game of more is not looked at
OWN_TOP = 0.7  # how often a top that both players have laid is taken for its owner's
FAR, NEAR = 0.7, 0.9  # how often the best card is chosen to lie under a gift, or under an own card


class TooManyPlans(Exception):
    """More numbers than are looked at: nothing is known then."""


class TurnNumbers(NamedTuple):
    """A turn by its numbers."""

    laid: int
    gift: bool


Layer = dict[Numbers, list[tuple[Numbers, TurnNumbers]]]


# --- the plan


@lru_cache(maxsize=16)
def layers(rules: Rules) -> tuple[Layer, ...]:
    """After each number of own turns: the numbers that one player can have, and what they can have come from."""
    start = (rules.hand, len(rules.cards) - rules.hand)
    found, ways = list[Layer]([{start: []}]), 0
    while found[-1]:
        following: Layer = {}
        for before in found[-1]:
            for step, after in steps_from(rules, before):
                following.setdefault(after, []).append((before, step))
                ways += 1
        if ways > MOST_NUMBERS:
            raise TooManyPlans
        found.append(following)
    return tuple(found[:-1])


def steps_from(rules: Rules, numbers: Numbers) -> Iterator[tuple[TurnNumbers, Numbers]]:
    """The turns that a player with these numbers can play, and the numbers after each."""
    hand, pile = numbers
    most = min(hand, rules.maximum or hand)
    for gift in (False, True) if rules.gifts else (False,):
        for laid in range(max(rules.least(pile == 0), 2 if gift else 1), most + 1):
            missing = rules.hand - (hand - laid)
            drawn = min(missing if gift else min(rules.draws, missing), pile)
            yield TurnNumbers(laid, gift), (hand - laid + drawn, pile - drawn)


def plans(position: Position) -> list[tuple[int, int]]:
    """The numbers of turns of A and B that can have been played."""
    table, mover = layers(position.rules), position.to_move
    possible = [
        {turns for turns, layer in enumerate(table) if numbers in layer}
        for numbers in ((len(position.hands[seat]), len(position.draws[seat].cards)) for seat in range(2))
    ]
    found = []
    for turns in sorted(possible[mover]):
        for others in (turns, turns + 1):  # the mover began, or the other did
            if others in possible[1 - mover]:
                found.append((turns, others) if mover == 0 else (others, turns))
    return found


# --- the cards


class Stuck(Exception):
    """This try finds no card for a place."""


class DuelUnplaying:
    """One try: the piles with the cards above what is still unknown, and the cards left for it."""

    def __init__(self, position: Position, rng: Random) -> None:
        self.position, self.rules, self.rng = position, position.rules, rng
        held = [{*position.hands[seat], *position.draws[seat].cards} for seat in range(2)]
        self.left = [{card for card in self.rules.cards if card not in held[seat]} for seat in range(2)]
        self.above: list[Laid | None] = [None] * len(self.rules.piles)
        self.shown: list[Laid | None] = [self.taken_top(pile, top) for pile, top in enumerate(position.tops)]
        self.line: list[Turn] = []
        self.numbers = [(len(position.hands[seat]), len(position.draws[seat].cards)) for seat in range(2)]

    def copy(self) -> DuelUnplaying:
        """The same table, to come back to."""
        other = copy(self)
        other.left, other.above, other.shown = [set(cards) for cards in self.left], [*self.above], [*self.shown]
        other.line, other.numbers = [*self.line], [*self.numbers]
        return other

    def a_turn_earlier(self, seat: int, turns: int) -> DuelUnplaying | None:
        """The table before the last turn of a player who had so many; None if none is found for it."""
        ways = layers(self.rules)[turns][self.numbers[seat]]
        for numbers, step in self.rng.sample(ways, min(len(ways), WAYS)):
            earlier = self.copy()
            try:
                earlier.take_turn_back(seat, step)
            except Stuck:
                continue
            earlier.numbers[seat] = numbers
            return earlier
        return None

    def begins_with_own_cards(self) -> bool:
        """Is the first card of every pile its owner's?  Nothing improves a row card."""
        both = zip(self.rules.piles, self.above, strict=True)
        return all(first is None or first[0] == pile.owner for pile, first in both)

    def taken_top(self, pile: int, top: Card | None) -> Laid | None:
        """A top, taken from the deck it is of; where both have laid that card, from one of the two."""
        if top is None:
            return None
        owners = [seat for seat in range(2) if top in self.left[seat]]
        if not owners:
            raise Stuck
        owner = self.rules.piles[pile].owner
        seat = owner if owner in owners and self.rng.random() < OWN_TOP else self.rng.choice(owners)
        self.left[seat].discard(top)
        return seat, top

    def own_piles(self, seat: int) -> list[int]:
        """The piles of a player."""
        return [index for index, pile in enumerate(self.rules.piles) if pile.owner == seat]

    def lies(self, pile: int, below: Card, above: Laid) -> bool:
        """May the card above have been laid on that one?"""
        direction = self.rules.piles[pile].direction
        if self.rules.piles[pile].owner != above[0]:
            return improves(direction, below, above[1])
        return follows(self.rules, direction, below, above[1])

    def take_turn_back(self, seat: int, step: TurnNumbers) -> None:
        """Take a turn's cards off, the last one first."""
        order = [True] * step.gift + [False] * (step.laid - step.gift)
        self.rng.shuffle(order)
        plays = []
        for gift in order:
            pile, card = self.take_gift(seat) if gift else self.take_own(seat)
            self.above[pile], self.shown[pile] = (seat, card), None
            self.left[seat].discard(card)
            plays.append(Play(card, self.rules.piles[pile].name))
        self.line.append(Turn(tuple(reversed(plays)), self.rules.player_names[seat]))

    def take_own(self, seat: int) -> tuple[int, Card]:
        """A card off an own pile."""
        choices = list[tuple[int, Card]]()
        for pile in self.own_piles(seat):
            shown, above = self.shown[pile], self.above[pile]
            if shown is not None:
                choices += [(pile, shown[1])] if shown[0] == seat else []
            elif above is not None and (card := self.best_below(pile, above, seat)) is not None:
                choices.append((pile, card))
        if not choices:
            raise Stuck
        return self.rng.choice(choices)

    def best_below(self, pile: int, above: Laid, seat: int) -> Card | None:
        """The card to find under another one: as near to it as can be; but where it is a way back, as far as can be."""
        left = self.left[seat]
        below = [card for card in left if self.lies(pile, card, above)]
        if not below:
            return None
        up = self.rules.piles[pile].direction == "up"
        farthest = max(below) if up else min(below)
        if above[0] != seat:  # a gift set the pile back
            return farthest if self.rng.random() < FAR else self.rng.choice(below)
        homeless = self.homeless(seat)
        if homeless and (way := self.way_back(pile, above, homeless, seat)) is not None:
            return way
        onward = [card for card in below if (card < above[1] if up else card > above[1])]
        if not onward:
            return farthest
        return (max(onward) if up else min(onward)) if self.rng.random() < NEAR else self.rng.choice(onward)

    def homeless(self, seat: int) -> list[Card]:
        """The cards that no own pile can take on its way."""
        cards = sorted(self.left[seat])
        for pile in self.own_piles(seat):
            at = self.shown[pile] or self.above[pile]
            if at is not None:
                up = self.rules.piles[pile].direction == "up"
                cards = [card for card in cards if not (card < at[1] if up else card > at[1])]
        return cards

    def way_back(self, pile: int, above: Laid, homeless: list[Card], seat: int) -> Card | None:
        """The first step of the shortest way by tricks to where all homeless cards can follow."""
        up = self.rules.piles[pile].direction == "up"
        first: dict[Card, Card] = {}
        waiting = deque([(above[1], None)])
        while waiting:
            at, began = waiting.popleft()
            if began is not None and (at >= homeless[-1] if up else at <= homeless[0]):
                return began
            for card in sorted(self.left[seat], reverse=up):
                if card not in first and follows(self.rules, self.rules.piles[pile].direction, card, at):
                    first[card] = began or card
                    waiting.append((card, first[card]))  # type: ignore[arg-type]
        return None

    def take_gift(self, seat: int) -> tuple[int, Card]:
        """A card off one of the opponent's piles: one that shows there, or one that can have lain there."""
        other, choices = 1 - seat, list[tuple[int, Card]]()
        for pile in self.own_piles(other):
            shown, above = self.shown[pile], self.above[pile]
            if shown is not None and shown[0] == seat:
                return pile, shown[1]
            if shown is None and above is not None:
                deeper = self.left[other]
                choices += [
                    (pile, card)
                    for card in self.left[seat]
                    if self.lies(pile, card, above)
                    and any(improves(self.rules.piles[pile].direction, below, card) for below in deeper)
                ]
        if not choices:
            raise Stuck
        homeless = set(self.homeless(seat))
        needy = [choice for choice in choices if choice[1] in homeless]
        return self.rng.choice(sorted(needy or choices))


def wrong_numbers(position: Position) -> str | None:
    """Hands and draw piles must be what turns of two players can leave."""
    try:
        return None if plans(position) else "no turns of two players leave hands and draw piles of these sizes"
    except TooManyPlans:
        return None


def unplayed(position: Position, number: int) -> tuple[Deal, Line] | None:
    """Decks and a line that lead to the position; None if this try (they are numbered) finds none."""
    rng = Random(number)
    try:
        possible = plans(position)
        tables = [DuelUnplaying(position, rng)]
    except (TooManyPlans, Stuck):
        return None
    if not possible:
        return None
    turns = rng.choice(possible)
    order = [(1 - position.to_move + step) % 2 for step in range(sum(turns))]
    left = [turns[seat] - order[:step].count(seat) for step, seat in enumerate(order)]  # turns of whoever moved
    for _ in range(MOST_STEPS):
        done = len(tables) - 1
        if done == len(order) and tables[-1].begins_with_own_cards():
            return as_game(position, tables[-1], (position.to_move + len(order)) % 2)
        earlier = tables[-1].a_turn_earlier(order[done], left[done]) if done < len(order) else None
        if earlier is not None:
            tables.append(earlier)
        else:
            del tables[max(1, len(tables) - rng.randint(1, MOST_AGAIN)) :]
    return None


def as_game(position: Position, table: DuelUnplaying, starter: int) -> tuple[Deal, Line] | None:
    """The decks and the line."""
    line = tuple(reversed(table.line))
    decks = [
        (*laid_in_order(line, position.rules, owner), *position.hands[owner], *position.draws[owner].cards)
        for owner in range(2)
    ]
    if any(len(deck) != len(position.rules.cards) for deck in decks):
        return None
    return Deal(position.rules, tuple(decks), starter), line


def laid_in_order(line: Line, rules: Rules, seat: int) -> Iterator[Card]:
    """A player's cards as they are laid: dealt in this order, each is there in time."""
    name = rules.player_names[seat]
    return (play.card for turn in line if turn.player == name for play in turn.plays)
