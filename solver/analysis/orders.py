"""A draw pile of unknown order: the share of its orders in which the game can be won.

"Can be won" is asked of each order as if it were then known: the share is an upper bound on what a team can reach that
does not see the cards before it draws them.  For each first turn, which has to be chosen before anything is drawn, the
same share after it; so the best first turn is the one that leaves most orders winnable.

All orders are gone through where there are few; else some are drawn at random, with replacement, by the shuffle of
numbered deals (stream 3): sample i of seed s is the shuffle of the sorted cards with the number s * 2^32 + 2 i, for
B's pile in Face to Face s * 2^32 + 2 i + 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

from solver.analysis.analyst import analyst_of
from solver.analysis.analyze import prepare
from solver.cards import Card
from solver.errors import DoesNotAddUp
from solver.notation.source import Source, position_of
from solver.search.compiled import now
from solver.search.limits import Limits
from solver.shown import DrawnInNotebooks
from solver.table.line import Turn
from solver.table.position import DrawPile, Position
from solver.table.shuffle import shuffled

MOST_ORDERS = 1000
STREAM = 3  # of the shuffle: 0 to 2 are a deal's

Draws = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class Share:
    """In how many of the orders looked at it can be won; those that were not decided count neither way."""

    won: int
    lost: int
    unknown: int
    share: float
    interval: tuple[float, float]  # for the share of all orders; both ends equal where that is known


@dataclass(frozen=True)
class OrderChoice:
    """A first turn, in one of the ``same`` ways to play it, and the share of orders that it leaves winnable."""

    turn: Turn
    same: int
    share: Share


@dataclass(frozen=True)
class Orders(DrawnInNotebooks):
    """The share of orders for the position and for each first turn, the best first."""

    position: Position
    share: Share
    choices: tuple[OrderChoice, ...]
    orders: int  # how many there are
    looked_at: int
    exact: bool
    confidence: float
    seed: int
    limit: str | None = None
    seconds: float = 0.0

    def __str__(self) -> str:
        """One line for people."""
        how = f"all {self.orders:,}" if self.exact else f"{self.looked_at:,} of {self.orders:,}, at random"
        return f"{100 * self.share.share:.1f} % of orders can be won ({how})"


def analyze_orders(
    thing: Source,
    orders: int = MOST_ORDERS,
    seed: int = 1,
    confidence: float = 0.95,
    limits: Limits | None = None,
) -> Orders:
    """The share of orders of the draw pile that can be won: of all, if there are at most ``orders``, else sampled."""
    position = position_of(thing)
    refuse_misfits(orders, seed, confidence)
    prepare(position)
    began, limits = now(), limits or Limits()
    total = math.prod(math.factorial(len(pile.cards)) for pile in position.draws if not pile.ordered)
    exact, limit = total <= orders, None
    counter = counter_for(position, limits)
    with limits.hearing():
        for draws in every_order(position) if exact else sampled_orders(position, orders, seed):
            if limits.left <= 0:
                limit = str(limits.reached)
                break
            counter.look_at(draws)
            limits.tell("orders", counter.looked_at, 0)
    if limits.cancelled:
        limit = str(limits.reached)
    whole = exact and limit is None
    level = confidence if not whole else None
    choices = [OrderChoice(turn, same, share_of(*tally, level)) for turn, same, tally in counter.tallies()]
    choices.sort(key=lambda choice: (-choice.share.won, len(choice.turn.plays), choice.turn.plays))
    seconds = now() - began
    share = share_of(*counter.total, level)
    return Orders(position, share, tuple(choices), total, counter.looked_at, whole, confidence, seed, limit, seconds)


def refuse_misfits(orders: int, seed: int, confidence: float) -> None:
    """Numbers that make no sense, by name."""
    if not 1 <= orders <= 10**7:
        raise DoesNotAddUp(f"orders {orders}: 1 to 10000000 are possible")
    if not 0 <= seed < 2**20:
        raise DoesNotAddUp(f"seed {seed}: 0 to {2**20 - 1} are possible")
    if not 0.5 <= confidence < 1:
        raise DoesNotAddUp(f"confidence {confidence:g}: at least 0.5 and below 1 is needed")


def every_order(position: Position) -> Iterator[Draws]:
    """All orders of the piles whose order is not known."""
    return product(*(permutations(pile.cards) if not pile.ordered else [pile.cards] for pile in position.draws))


def sampled_orders(position: Position, count: int, seed: int) -> Iterator[Draws]:
    """So many random orders, the same for everyone."""
    for sample in range(count):
        yield tuple(
            pile.cards if pile.ordered else shuffled(pile.cards, (seed << 32) + 2 * sample + seat, STREAM)
            for seat, pile in enumerate(position.draws)
        )


def share_of(won: int, lost: int, unknown: int, confidence: float | None) -> Share:
    """The share, with the interval of Clopper and Pearson where only some orders were looked at.

    An order that was not decided may be either: the interval makes room for both.
    """
    count = won + lost + unknown
    if count == 0:
        return Share(0, 0, 0, 0.0, (0.0, 1.0))
    share = won / max(won + lost, 1)
    if confidence is None:
        return Share(won, lost, unknown, share, (won / count, (won + unknown) / count))
    from scipy.special import betaincinv

    tail, most = (1 - confidence) / 2, won + unknown
    low = 0.0 if won == 0 else float(betaincinv(won, count - won + 1, tail))
    high = 1.0 if most == count else float(betaincinv(most + 1, count - most, 1 - tail))
    return Share(won, lost, unknown, share, (low, high))


def with_order(position: Position, draws: Draws) -> Position:
    """The position, the order of its draw piles now known."""
    piles = tuple(DrawPile(cards) for cards in draws)
    return Position(position.rules, position.tops, position.hands, piles, position.to_move)


class Tally:
    """What is known so far: for the position and for each choice, orders won, lost, not decided."""

    def __init__(self) -> None:
        self.looked_at, self.total = 0, (0, 0, 0)

    def note(self, yes: int, no: int) -> None:
        """One more order: some choice wins, or none does, or it is not known."""
        won, lost, unknown = self.total
        self.looked_at += 1
        if yes:
            self.total = won + 1, lost, unknown
        else:
            self.total = (won, lost, unknown + 1) if no else (won, lost + 1, unknown)

    def look_at(self, draws: Draws) -> None:
        """Decide one order."""
        raise NotImplementedError

    def tallies(self) -> Iterator[tuple[Turn, int, tuple[int, int, int]]]:
        """Each choice with its numbers."""
        raise NotImplementedError


class FinishedTally(Tally):
    """Where the game is over there is nothing to choose."""

    def __init__(self, position: Position) -> None:
        super().__init__()
        self.won = position.outcome is not None and position.outcome.won

    def look_at(self, draws: Draws) -> None:
        """The order does not matter."""
        self.note(int(self.won), 0)

    def tallies(self) -> Iterator[tuple[Turn, int, tuple[int, int, int]]]:
        """None."""
        return iter(())


def counter_for(position: Position, limits: Limits) -> Tally:
    """The tally that knows this game."""
    if position.outcome is not None:
        return FinishedTally(position)
    return analyst_of(position.rules).tally(position, limits)
