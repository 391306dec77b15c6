"""The order in which an analysis lists the choices: the solver's own turn, then what wins, the cheapest first.

The price of a turn is the sum of what its plays cost (``solver.analysis.prices``): the places that it closes to cards
still to be laid.  It proves nothing; it is what players mean by a turn that wastes little.  Of the losing choices,
those that leave fewer cards come first.  In Face to Face, the quickest wins and the slowest losses come first, and
the price decides between equals.
"""

from __future__ import annotations

from dataclasses import replace

from solver.analysis.analyst import analyst_of
from solver.analysis.choices import UNKNOWN, UNWINNABLE, WINNABLE, Choice, Choices, in_order
from solver.analysis.prices import Prices
from solver.search.limits import Limits
from solver.table.line import Play
from solver.table.position import Position

NOT_KNOWN = 10_000  # more than any number of cards or turns


def ranked(position: Position, found: Choices, limits: Limits) -> Choices:
    """The same choices in the order of a table."""
    own, states = own_turn(position, found, limits)
    prices = Prices(position)

    def rank(choice: Choice) -> tuple[object, ...]:
        worth = {WINNABLE: 0, UNKNOWN: 1, UNWINNABLE: 2}[choice.verdict]
        left = NOT_KNOWN if choice.cards_left is None else choice.cards_left
        turns = NOT_KNOWN if choice.turns is None else choice.turns
        quick = turns if choice.verdict == WINNABLE else -turns
        price = price_of(position, prices, choice.plays)
        return worth, choice is not own, left, quick, price, len(choice.plays), choice.plays

    return replace(found, choices=tuple(sorted(found.choices, key=rank)), states=found.states + states)


def price_of(position: Position, prices: Prices, plays: tuple[Play, ...]) -> int:
    """What a whole turn costs."""
    turn, total = position.open_turn, 0
    for card, name in plays:
        pile = position.rules.pile_index(name)
        total += prices.of(turn, card, pile)[0]
        turn = turn.lay(card, pile)
    return total


def own_turn(position: Position, found: Choices, limits: Limits) -> tuple[Choice | None, int]:
    """The choice that ``solve`` makes, and the states it took to find out; in Face to Face the quickest win will do."""
    winning = [choice for choice in found.choices if choice.verdict == WINNABLE]
    if len(winning) < 2 or found.limit is not None or limits.cancelled:
        return None, 0
    verdict, line, states = analyst_of(position.rules).solved(position, limits)
    if verdict != WINNABLE:  # out of time, or the quickest win will do
        return None, states
    place = place_of(position, line[0].plays)
    return next((choice for choice in winning if place_of(position, choice.plays) == place), None), states


def place_of(position: Position, plays: tuple[Play, ...]) -> tuple[object, ...]:
    """What two turns that are the same choice have in common: the cards, and what like piles come to show."""
    rules, tops = position.rules, list(position.tops)
    for card, name in plays:
        tops[rules.pile_index(name)] = card
    return frozenset(play.card for play in plays), in_order(rules, tuple(tops))
