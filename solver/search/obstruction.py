"""Cheap reasons for "no", each with a name and its culprit.  Sound in every team game; finding none says nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from solver.cards import Card
from solver.reasons import BareSkull, DeadCard, Obstructed, TooFewForThree
from solver.rules.follow import follows
from solver.rules.game import Direction
from solver.table.position import Position

Sides = dict[Direction, set[Card]]  # what the piles of each direction could ever take


def obstruction(position: Position) -> Obstructed | None:
    """The first reason found that a position is lost, or None."""
    left = cards_left(position)
    sides: Sides = {"up": closure(position, "up", left), "down": closure(position, "down", left)}
    return next(chain(dead_cards(left, sides), bare_skulls(position, left, sides), threes(position, left)), None)


def cards_left(position: Position) -> set[Card]:
    """The cards not yet laid."""
    return {*position.draw.cards, *(card for hand in position.hands for card in hand)}


def closure(position: Position, direction: Direction, left: set[Card]) -> set[Card]:
    """What the piles of a direction could ever take: followers of their tops, followers of those, and so on."""
    rules, found = position.rules, set[Card]()
    fresh = [top for pile, top in zip(rules.piles, position.tops, strict=True) if pile.direction == direction]
    while fresh and len(found) < len(left):
        below = fresh.pop()
        followers = [card for card in left - found if follows(rules, direction, below, card)]
        found.update(followers)
        fresh += followers
    return found


def dead_cards(left: set[Card], sides: Sides) -> Iterator[Obstructed]:
    """A card that no pile can ever come to take."""
    for card in sorted(left - sides["up"] - sides["down"]):
        yield DeadCard(card)


def bare_skulls(position: Position, left: set[Card], sides: Sides) -> Iterator[Obstructed]:
    """A skull that no card left could cover where it can come to lie."""
    rules = position.rules
    for skull in sorted(card for card in left if (command := rules.command(card)) and command.cover_within == 0):
        coverable = (
            skull in reach and any(card != skull and follows(rules, side, skull, card) for card in left)
            for side, reach in sides.items()
        )
        if not any(coverable):
            yield BareSkull(skull)


def threes(position: Position, left: set[Card]) -> Iterator[Obstructed]:
    """A `three` where nobody can ever lay three cards in a turn."""
    rules = position.rules
    most_held = max(rules.hand, *map(len, position.hands)) if position.draw.cards else max(map(len, position.hands))
    most = min(most_held, len(left), most_held if rules.maximum is None else rules.maximum)
    for card in sorted(left):
        command = rules.command(card)
        if command is not None and command.turn_size is not None and most < command.turn_size:
            yield TooFewForThree(card)
