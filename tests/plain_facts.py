"""What the facts about Face to Face speak of, in plain words: the kernels are compared with these."""

from __future__ import annotations

from collections.abc import Iterable

from solver.cards import Card
from solver.rules.follow import follows, improves
from solver.rules.game import Direction, Rules
from tests.brute_duel import Rests, Table


def at_least_as_good(
    rules: Rules, direction: Direction, x: Card | None, y: Card | None, rest: Iterable[Card], other_rest: Iterable[Card]
) -> bool:
    """Does the top x of a pile dominate y?  ``rest``: the owner's remaining cards; ``other_rest``: the opponent's."""
    followers = all(follows(rules, direction, x, card) for card in rest if follows(rules, direction, y, card))
    gifts = all(improves(direction, y, card) for card in other_rest if improves(direction, x, card))
    return followers and gifts


def serves(rules: Rules, player: int, over: Table, under: Table, rests: Rests) -> bool:
    """Is the one table at least as good for a player as the other?  The same cards are not yet laid: ``rests``."""
    drawn = [over.drawn[seat] - under.drawn[seat] for seat in range(2)]
    if drawn[player] < 0 or drawn[1 - player] > 0 or (any(drawn) and rules.minimum_empty > rules.minimum):
        return False
    cards = [[Card(number) for number in rest] for rest in rests]
    for seat in range(2):
        better, worse = (over, under) if seat == player else (under, over)
        for pile, tops in enumerate(zip(better.tops[seat], worse.tops[seat], strict=True)):
            direction: Direction = "up" if pile < rules.ups else "down"
            x, y = (None if top is None else Card(top) for top in tops)
            if not at_least_as_good(rules, direction, x, y, cards[seat], cards[1 - seat]):
                return False
    return True


def floor(rules: Rules, direction: Direction, top: Card | None, rest: Iterable[Card]) -> Card | None:
    """The best card that a pile could ever show, its owner having these cards left; None: it may stay a row card."""
    if top is None:
        return None
    shown = [top, *closure(rules, direction, top, rest)]
    return min(shown) if direction == "up" else max(shown)


def closure(rules: Rules, direction: Direction, top: Card | None, rest: Iterable[Card]) -> set[Card]:
    """The cards that a pile could ever take if only its owner lays there."""
    left, reached, fresh = set(rest), set[Card](), list[Card | None]([top])
    while fresh:
        base = fresh.pop()
        more = {card for card in left - reached if card != base and follows(rules, direction, base, card)}
        reached |= more
        fresh += more
    return reached


def is_sure(direction: Direction, top: Card | None, other_rest: Iterable[Card]) -> bool:
    """Will this top still be there at the owner's next turn, whatever the opponent has left?"""
    return not any(improves(direction, top, card) for card in other_rest)
