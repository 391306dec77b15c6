"""What the facts about Face to Face speak of, in plain words: the kernels are compared with these."""

from __future__ import annotations

from collections.abc import Iterable

from solver.cards import Card
from solver.rules.follow import follows, improves
from solver.rules.game import Direction, Rules


def at_least_as_good(
    rules: Rules, direction: Direction, x: Card | None, y: Card | None, rest: Iterable[Card], other_rest: Iterable[Card]
) -> bool:
    """Does the top x of a pile dominate y?  ``rest``: the owner's remaining cards; ``other_rest``: the opponent's."""
    followers = all(follows(rules, direction, x, card) for card in rest if follows(rules, direction, y, card))
    gifts = all(improves(direction, y, card) for card in other_rest if improves(direction, x, card))
    return followers and gifts


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
