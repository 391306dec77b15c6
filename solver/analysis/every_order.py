"""Safe turns: those after which a team game can be won whatever the order of its draw pile is.

A turn is chosen before anything is drawn.  It is *safe* if for every order of the draw pile the position after it, with
the cards drawn accordingly, can be won by a team that knows the order from then on.  So a single order in which the
game is lost after the turn refutes it, and all orders must be gone through to call it safe.  Where an order is not
decided within the limits, or there are more than ``MOST_ORDERS``, nothing is claimed that is not proved.

>>> from solver import load
>>> at_table = load("the-game/1 | up: 98 99 | down: 5 56 | 1*: 14 27 28 48 66 67 76 88 | draw?: 60 54 75")
>>> safe = SafeTurns(at_table, Limits())
>>> [str(turn) for turn, kept in zip(safe.turns, map(safe.is_safe, range(len(safe.turns)))) if kept]
['1: 88@up1 66@down2 76@down2 +54 +60 +75']
"""

from __future__ import annotations

from functools import cached_property
from itertools import islice

import numpy as np

from solver.analysis.choices import in_order
from solver.analysis.orders import every_order, with_order
from solver.analysis.team_orders import TeamTally
from solver.cards import Card
from solver.rules.turns import Tops
from solver.search.decide_states import NO, YES
from solver.search.limits import Limits
from solver.search.team_codec import Numbers
from solver.table.line import Turn
from solver.table.position import DrawPile, Position

MOST_ORDERS = 5_040  # of seven cards

NOT_LOST = 1 << 20  # more than any cards left

Order = tuple[Card, ...]
TurnKey = tuple[Tops, frozenset[Card]]


class SafeTurns:
    """The turns of a position and what is known of them in each order of the draw pile.

    ``refuted_will_do``: the orders need not all be looked at where every turn is refuted before.
    """

    def __init__(self, position: Position, limits: Limits, refuted_will_do: bool = False) -> None:
        self.position, self.limits, self.tally = position, limits, TeamTally(position, limits)
        self.orders: list[Order] = []
        rows = list[Numbers]()
        refuted = np.zeros(len(self.tally.turns.outcomes), bool)
        for draws in islice(every_order(position), MOST_ORDERS + 1):
            if limits.left <= 0 or len(rows) == MOST_ORDERS or (refuted_will_do and refuted.all()):
                self.whole = False
                break
            rows.append(self.tally.answers(draws))
            self.orders.append(draws[0])
            refuted |= rows[-1] == NO
        else:
            self.whole = limits.left > 0
        self.answers = np.array(rows, np.int64).reshape(len(rows), len(refuted))  # [order, turn]

    @cached_property
    def turns(self) -> list[Turn]:
        """The different turns; as what each draws stand the cards that come first in the list of the draw pile."""
        turns = self.tally.turns
        return [turns.turn(node) for node in turns.outcomes.tolist()]

    @cached_property
    def same(self) -> list[int]:
        """In how many ways each of them can be played."""
        return self.tally.turns.orders()

    def is_safe(self, at: int) -> bool | None:
        """Can it be won after this turn in every order?  None: not decided."""
        answers = self.answers[:, at]
        if (answers == NO).any():
            return False
        return True if self.whole and (answers == YES).all() else None

    def won_in(self, at: int) -> int:
        """In how many of the orders looked at it can be won after this turn."""
        return int((self.answers[:, at] == YES).sum())

    def lost_orders(self, at: int) -> list[Order]:
        """The orders in which it cannot be won after this turn."""
        return [self.orders[number] for number in np.nonzero(self.answers[:, at] == NO)[0].tolist()]

    def fewest_left(self, turns: list[int], budget: int) -> Numbers:
        """For each of these turns, none of them safe: the fewest cards that can be left in an order that it loses.

        Of all its losing orders, so of what it comes to if luck is best; -1 where more than so many states would have
        to be looked at.
        """
        decider, last = self.tally.decider, self.tally.decider.states + budget
        fewest = np.full(len(turns), NOT_LOST, np.int64)
        for number, order in enumerate(self.orders):
            lost = np.nonzero(self.answers[number, turns] == NO)[0]
            if not len(lost):
                continue
            found = np.full(len(lost), -1, np.int64)
            states = self.tally.turned_to((order,))[np.array(turns)[lost]]
            decider.fewest_left(states, found, max(last - decider.states, 0))
            fewest[lost] = np.minimum(fewest[lost], found)
        return np.where(fewest == NOT_LOST, -1, fewest)

    def after(self, at: int, order: Order) -> Position:
        """The position after a turn, the draw pile having lain in this order."""
        return in_the_order(self.position, order).after(self.turns[at].plays)

    def find(self, after: Position) -> int | None:
        """Which turn led to this position, whatever was drawn."""
        return self._numbers.get(self._key(after))

    @cached_property
    def _numbers(self) -> dict[TurnKey, int]:
        first = in_the_order(self.position, self.position.draw.cards)
        return {self._key(first.after(turn.plays)): at for at, turn in enumerate(self.turns)}

    def _key(self, after: Position) -> TurnKey:
        seat = self.position.to_move
        kept = frozenset(after.hands[seat]) & frozenset(self.position.hands[seat])
        return in_order(after.rules, after.tops), kept


def in_the_order(position: Position, order: Order) -> Position:
    """A position of a team game, its draw pile now lying in this order."""
    return with_order(position, (order,))


def in_listed_order(position: Position) -> Position:
    """A position itself; where nobody knows the order of its draw pile, that in which its cards are listed."""
    if all(pile.ordered for pile in position.draws):
        return position
    return with_order(position, tuple(pile.cards for pile in position.draws))


def any_order(position: Position) -> Position:
    """The same position, nobody knowing the order of its draw pile."""
    piles = tuple(DrawPile(pile.cards, ordered=False) for pile in position.draws)
    return Position(position.rules, position.tops, position.hands, piles, position.to_move)
