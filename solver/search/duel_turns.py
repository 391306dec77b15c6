"""The turns of Face to Face in numbers, with their prices: quicker than card by card.

What is here must agree with ``solver.analysis.prices`` and with the turn machine of ``solver.rules``; the tests hold
them against each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solver.kernels.duel_table import Duel
from solver.search.duel_codec import DuelState, Tops, places_in

Cost = tuple[int, int]  # a price, and the fewest tricks at that price
Place = tuple[int, ...]


class EndedTurn(NamedTuple):
    """A turn: its price, the fewest tricks at that price, the cards laid, and the state after it."""

    price: int
    tricks: int
    laid: int
    state: DuelState

    @property
    def rank(self) -> tuple[object, ...]:
        """Of turns that lead to the same place, the least is taken: the cheapest, then by what the piles show."""
        return self.price, self.tricks, self.laid, *(tops[::-1] for tops in self.state.tops)


class UnfinishedTurn(NamedTuple):
    """A turn under way: the hand, the tops of the player and of the opponent, cards laid and gifts among them."""

    hand: int
    own: Tops
    other: Tops
    laid: int
    gifts: int


class DuelTurns:
    """The turns of one game's positions."""

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        self.follow, self.plain, self.improve = duel.follow.tolist(), duel.plain.tolist(), duel.improve.tolist()
        self.number, self.pending = duel.number.tolist(), duel.pending.tolist()
        self.draw_size: list[int] = duel.draw_size.tolist()
        self.sides = [int(pile >= duel.ups) for pile in range(duel.piles)]  # of each pile: 0 up, 1 down

    def rest(self, state: DuelState, seat: int) -> int:
        """The cards that a player has yet to lay."""
        pending: int = self.pending[seat][state.drawn[seat]]
        return state.hands[seat] | pending

    def to_draw(self, state: DuelState, seat: int) -> int:
        """How many cards are left in a player's draw pile."""
        return self.draw_size[seat] - state.drawn[seat]

    # --- all turns

    def ways(self, state: DuelState, most: int | None = None) -> Iterator[tuple[UnfinishedTurn, Cost]]:
        """Every different way to have laid cards that may end the turn, by its cheapest order, those with fewer first.

        Raises where there are more than ``most`` turns under way.
        """
        least, seen = self.least(state), 0
        layer: dict[UnfinishedTurn, Cost] = {begun(state): (0, 0)}
        while layer:
            seen += len(layer)
            if most is not None and seen > most:
                raise TooManyTurns
            following: dict[UnfinishedTurn, Cost] = {}
            for turn, (price, tricks) in layer.items():
                if turn.laid >= least and turn.gifts < turn.laid:
                    yield turn, (price, tricks)
                for later, more, trick in self.plays(state, turn):
                    cost = (price + more, tricks + trick)
                    if later not in following or cost < following[later]:
                        following[later] = cost
            layer = following

    def priced(self, state: DuelState, most: int) -> list[EndedTurn] | None:
        """Where the legal turns lead, of places that are the same the cheapest; None where too many are under way."""
        ends: dict[Place, EndedTurn] = {}
        try:
            for turn, cost in self.ways(state, most):
                ended = EndedTurn(*cost, turn.laid, self.after(state, turn))
                key = self.place(ended.state)
                if key not in ends or ended.rank < ends[key].rank:
                    ends[key] = ended
        except TooManyTurns:
            return None
        return list(ends.values())

    def outcomes(self, state: DuelState) -> list[DuelState]:
        """The different states that the legal turns lead to, like piles in any order."""
        found = dict[DuelState, None]()
        for turn, _ in self.ways(state):
            own, other = self.in_order(turn.own), self.in_order(turn.other)
            found[self.after(state, turn._replace(own=own, other=other))] = None
        return list(found)

    def least(self, state: DuelState) -> int:
        """The minimum of the turn."""
        return int(self.duel.minimum if self.to_draw(state, state.mover) else self.duel.minimum_empty)

    def in_order(self, tops: Tops) -> Tops:
        """Like piles of one player in the order of their tops."""
        return (*sorted(tops[: self.duel.ups]), *sorted(tops[self.duel.ups :]))

    def place(self, state: DuelState) -> Place:
        """What the cards left can see of a state: each pile by the cards that follow it, plainly too, or improve it."""
        rests, shown = [self.rest(state, seat) for seat in (0, 1)], list[int]()
        for owner, tops in enumerate(state.tops):
            for side, like in enumerate((tops[: self.duel.ups], tops[self.duel.ups :])):
                for seen in sorted(self.seen(owner, side, top, rests) for top in like):
                    shown += seen
        return (*state.hands, *shown, *state.drawn, state.mover)

    def seen(self, owner: int, side: int, top: int, rests: list[int]) -> tuple[int, int, int]:
        """What the cards left can see of a pile."""
        own, other = rests[owner], rests[1 - owner]
        improve = self.improve[1 - owner][side][top]
        return self.follow[owner][side][top] & own, self.plain[owner][side][top] & own, improve & other

    def plays(self, state: DuelState, turn: UnfinishedTurn) -> Iterator[tuple[UnfinishedTurn, int, int]]:
        """Each play: the turn after it, its price, and 1 if it is a trick."""
        seat = state.mover
        if turn.laid >= self.duel.maximum:
            return
        pending = self.pending[seat][state.drawn[seat]]
        for pile, top in enumerate(turn.own):
            follow, plain = self.follow[seat][self.sides[pile]], self.plain[seat][self.sides[pile]][top]
            for card in places_in(turn.hand & follow[top]):
                number, hand = self.number[seat][card], turn.hand & ~(1 << card)
                left = hand | pending
                price = (follow[top] & left).bit_count() - (follow[number] & left).bit_count()
                own = (*turn.own[:pile], number, *turn.own[pile + 1 :])
                yield UnfinishedTurn(hand, own, turn.other, turn.laid + 1, turn.gifts), price, not plain & 1 << card
        if turn.gifts < self.duel.gifts:
            yield from self.given(state, turn)

    def given(self, state: DuelState, turn: UnfinishedTurn) -> Iterator[tuple[UnfinishedTurn, int, int]]:
        """Each play on a pile of the opponent."""
        seat = state.mover
        rest = self.rest(state, 1 - seat)
        for pile, top in enumerate(turn.other):
            side = self.sides[pile]
            follow = self.follow[1 - seat][side]
            for card in places_in(turn.hand & self.improve[seat][side][top]):
                number = self.number[seat][card]
                price = (follow[number] & rest).bit_count() - (follow[top] & rest).bit_count()
                other = (*turn.other[:pile], number, *turn.other[pile + 1 :])
                yield UnfinishedTurn(turn.hand & ~(1 << card), turn.own, other, turn.laid + 1, turn.gifts + 1), price, 0

    def after(self, state: DuelState, turn: UnfinishedTurn) -> DuelState:
        """The state after a turn that ends here."""
        seat = state.mover
        drawn, missing = state.drawn[seat], max(self.duel.hand - turn.hand.bit_count(), 0)
        wanted = missing if turn.gifts else min(self.duel.draws, missing)
        count = min(wanted, self.to_draw(state, seat))
        hand = turn.hand | (self.pending[seat][drawn] & ~self.pending[seat][drawn + count])
        if seat == 0:
            return DuelState((hand, state.hands[1]), (turn.own, turn.other), (drawn + count, state.drawn[1]), 1)
        return DuelState((state.hands[0], hand), (turn.other, turn.own), (state.drawn[0], drawn + count), 0)

    # --- the end

    def winner(self, state: DuelState) -> int | None:
        """Who has won, if the game is over: a player who has laid everything, or whose opponent cannot move."""
        for seat in (0, 1):
            if self.rest(state, seat) == 0:
                return seat
        return None if self.can_end(state, begun(state), self.least(state), set()) else 1 - state.mover

    def can_end(self, state: DuelState, turn: UnfinishedTurn, least: int, seen: set[UnfinishedTurn]) -> bool:
        """Can a turn under way be completed?"""
        if turn.laid >= least and turn.gifts < turn.laid:
            return True
        for later, _, _ in self.plays(state, turn):
            if later not in seen:
                seen.add(later)
                if self.can_end(state, later, least, seen):
                    return True
        return False


class TooManyTurns(Exception):
    """More turns under way than are looked at."""


def begun(state: DuelState) -> UnfinishedTurn:
    """The turn that is about to be played."""
    return UnfinishedTurn(state.hands[state.mover], state.tops[state.mover], state.tops[1 - state.mover], 0, 0)
