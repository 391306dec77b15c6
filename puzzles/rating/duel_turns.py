"""The turns of Face to Face with their prices, in the numbers of the search: quicker than card by card.

A state is five numbers, laid out as in ``solver.kernels.duel_table``.  What is here must agree with ``prices`` and with
the turn machine of ``solver.rules``; the tests hold them against each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solver.kernels.duel_table import Duel
from solver.search.duel_line import bits

MOST_UNDER_WAY = 20_000  # ways to have played part of a turn

State = tuple[int, ...]


class Ended(NamedTuple):
    """A turn: its price, the fewest tricks at that price, the cards laid, and the state after it."""

    price: int
    tricks: int
    laid: int
    state: State


class UnderWay(NamedTuple):
    """A turn under way: the hand, the tops of the player and of the opponent, cards laid and gifts among them."""

    hand: int
    own: int
    other: int
    laid: int
    gifts: int


class DuelTurns:
    """The turns of one game's positions."""

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        self.follow, self.plain, self.improve = duel.follow.tolist(), duel.plain.tolist(), duel.improve.tolist()
        self.number, self.pending = duel.number.tolist(), duel.pending.tolist()
        self.draw_size: list[int] = duel.draw_size.tolist()

    def drawn(self, state: State, seat: int) -> int:
        """How many cards a player has drawn since the start."""
        return state[4] >> 8 * seat & 255

    def rest(self, state: State, seat: int) -> int:
        """The cards that a player has yet to lay."""
        pending: int = self.pending[seat][self.drawn(state, seat)]
        return state[seat] | pending

    def least(self, state: State) -> int:
        """The minimum of the turn."""
        seat = state[4] >> 16
        return int(self.duel.minimum_empty if self.to_draw(state, seat) == 0 else self.duel.minimum)

    def to_draw(self, state: State, seat: int) -> int:
        """How many cards are left in a player's draw pile."""
        return self.draw_size[seat] - self.drawn(state, seat)

    # --- all turns

    def turns(self, state: State) -> list[Ended] | None:
        """Where the legal turns lead, each by its cheapest way; None if there are too many under way."""
        seat, least, seen = state[4] >> 16, self.least(state), 0
        start = UnderWay(state[seat], state[2 + seat], state[3 - seat], 0, 0)
        layer: dict[UnderWay, tuple[int, int]] = {start: (0, 0)}
        ends: dict[State, Ended] = {}
        while layer:
            seen += len(layer)
            if seen > MOST_UNDER_WAY:
                return None
            following: dict[UnderWay, tuple[int, int]] = {}
            for turn, (price, tricks) in layer.items():
                if turn.laid >= least and turn.gifts < turn.laid:
                    self.end(ends, Ended(price, tricks, turn.laid, self.after(state, turn)))
                for later, more, trick in self.plays(state, turn):
                    cost = (price + more, tricks + trick)
                    if later not in following or cost < following[later]:
                        following[later] = cost
            layer = following
        return list(ends.values())

    def end(self, ends: dict[State, Ended], ended: Ended) -> None:
        """One more way to end a turn; the cheapest is kept."""
        key = self.place(ended.state)
        if key not in ends or ended < ends[key]:
            ends[key] = ended

    def place(self, state: State) -> State:
        """What the cards left can see of a state: each pile by the cards that follow it, plainly too, or improve it."""
        rests = [self.rest(state, seat) for seat in (0, 1)]
        shown: list[int] = []
        for owner in (0, 1):
            tops = [state[2 + owner] >> 8 * pile & 255 for pile in range(self.duel.piles)]
            for side, like in enumerate((tops[: self.duel.ups], tops[self.duel.ups :])):
                for seen in sorted(self.seen(owner, side, top, rests) for top in like):
                    shown += seen
        return (*state[:2], *shown, state[4])

    def seen(self, owner: int, side: int, top: int, rests: list[int]) -> tuple[int, int, int]:
        """What the cards left can see of a pile."""
        own, other = rests[owner], rests[1 - owner]
        improve = self.improve[1 - owner][side][top]
        return self.follow[owner][side][top] & own, self.plain[owner][side][top] & own, improve & other

    def plays(self, state: State, turn: UnderWay) -> Iterator[tuple[UnderWay, int, int]]:
        """Each play: the turn after it, its price, and 1 if it is a trick."""
        seat = state[4] >> 16
        if turn.laid >= self.duel.maximum:
            return
        pending = self.rest(state, seat) & ~state[seat]
        for pile in range(self.duel.piles):
            side, shift = int(pile >= self.duel.ups), 8 * pile
            follow, top = self.follow[seat][side], turn.own >> shift & 255
            for card in bits(turn.hand & follow[top]):
                number, hand = self.number[seat][card], turn.hand ^ 1 << card
                left = hand | pending
                price = (follow[top] & left).bit_count() - (follow[number] & left).bit_count()
                own = turn.own & ~(255 << shift) | number << shift
                trick = 1 - (self.plain[seat][side][top] >> card & 1)
                yield UnderWay(hand, own, turn.other, turn.laid + 1, turn.gifts), price, trick
        if turn.gifts < self.duel.gifts:
            yield from self.given(state, turn)

    def given(self, state: State, turn: UnderWay) -> Iterator[tuple[UnderWay, int, int]]:
        """Each play on a pile of the opponent."""
        seat = state[4] >> 16
        rest = self.rest(state, 1 - seat)
        for pile in range(self.duel.piles):
            side, shift = int(pile >= self.duel.ups), 8 * pile
            follow, top = self.follow[1 - seat][side], turn.other >> shift & 255
            for card in bits(turn.hand & self.improve[seat][side][top]):
                number = self.number[seat][card]
                price = (follow[number] & rest).bit_count() - (follow[top] & rest).bit_count()
                other = turn.other & ~(255 << shift) | number << shift
                yield UnderWay(turn.hand ^ 1 << card, turn.own, other, turn.laid + 1, turn.gifts + 1), price, 0

    def after(self, state: State, turn: UnderWay) -> State:
        """The state after a turn that ends here."""
        seat, drawn = state[4] >> 16, self.drawn(state, state[4] >> 16)
        missing = max(self.duel.hand - turn.hand.bit_count(), 0)
        wanted = missing if turn.gifts else min(self.duel.draws, missing)
        count = min(wanted, self.to_draw(state, seat))
        hand = turn.hand | (self.pending[seat][drawn] & ~self.pending[seat][drawn + count])
        hands = (hand, state[1]) if seat == 0 else (state[0], hand)
        tops = (turn.own, turn.other) if seat == 0 else (turn.other, turn.own)
        meta = (state[4] & 0xFFFF) + (count << 8 * seat) | 1 - seat << 16
        return (*hands, *tops, meta)

    # --- the end

    def winner(self, state: State) -> int | None:
        """Who has won, if the game is over: a player who has laid everything, or whose opponent cannot move."""
        for seat in (0, 1):
            if self.rest(state, seat) == 0:
                return seat
        seat = state[4] >> 16
        turn = UnderWay(state[seat], state[2 + seat], state[3 - seat], 0, 0)
        return None if self.can_end(state, turn, self.least(state), set()) else 1 - seat

    def can_end(self, state: State, turn: UnderWay, least: int, seen: set[UnderWay]) -> bool:
        """Can a turn under way be completed?"""
        if turn.laid >= least and turn.gifts < turn.laid:
            return True
        for later, _, _ in self.plays(state, turn):
            if later not in seen:
                seen.add(later)
                if self.can_end(state, later, least, seen):
                    return True
        return False
