"""The chains of a position: for every card that a team has laid, a place in a pile.

Chains begin as the tops alone.  A card that can lie between two of a chain is put there.  One that fits nowhere (on an
ascending pile: higher than all tops) needs a way back by tricks, and the shortest is looked for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from solver import Card, Position, Rules
from solver.rules.follow import follows

Chain = list[Card]
Kept = tuple[int, int]  # a pile, and how many gaps under its top nothing may be put into


def chains_of(position: Position, rng: Random, under_top: Card | None = None) -> list[Chain] | None:
    """For each pile its cards from the first to the top; None if some card found no place.

    ``under_top``: a card that is to lie as near under a top as can be.
    """
    rules = position.rules
    chains: list[Chain] = [[] if top is None else [top] for top in position.tops]
    free = [card for card in laid_cards(position) if card not in position.tops]
    kept = None
    if under_top is not None:
        kept = put_under_a_top(rules, chains, under_top, set(free), rng)
        if kept is None:
            return None
        free = [card for card in free if card not in chains[kept[0]]]
    rng.shuffle(free)
    for card in [card for card in free if not gaps_for(rules, chains, card, kept)] + free:
        if card not in free:
            continue
        gaps = gaps_for(rules, chains, card, kept)
        if gaps:
            pile, place, cards = *rng.choice(gaps), [card]
        elif (path := way_back(rules, chains, card, set(free), kept)) is not None:
            pile, place, cards = path
        else:
            return None
        chains[pile][place:place] = cards
        free = [other for other in free if other not in cards]
    return chains


def laid_cards(position: Position) -> list[Card]:
    """The cards of a team game that have been laid."""
    held = {card for hand in position.hands for card in hand} | set(position.draws[0].cards)
    return [card for card in position.rules.cards if card not in held]


def put_under_a_top(rules: Rules, chains: list[Chain], card: Card, free: set[Card], rng: Random) -> Kept | None:
    """Put a card under a top, with no more cards between them than it takes; where nothing else may come between."""
    paths = {
        pile: path
        for pile, chain in enumerate(chains)
        if chain and (path := shortest_path(rules, pile, card, chain[0], free)) is not None
    }
    if not paths:
        return None
    pile = rng.choice([pile for pile in paths for _ in range(len(rules.cards) // len(paths[pile]) ** 2 + 1)])
    chains[pile][:0] = paths[pile]
    return pile, len(paths[pile])


def places(chains: Sequence[Chain], kept: Kept | None) -> list[tuple[int, int]]:
    """Every gap: pile, and before which card of its chain; none among the cards that are kept together."""
    together = {} if kept is None else {kept[0]: kept[1]}
    return [(pile, place) for pile, chain in enumerate(chains) for place in range(len(chain) - together.get(pile, 0))]


def gaps_for(rules: Rules, chains: Sequence[Chain], card: Card, kept: Kept | None) -> list[tuple[int, int]]:
    """Where a card can be put."""
    return [
        (pile, place)
        for pile, place in places(chains, kept)
        if lies(rules, pile, card, chains[pile][place])
        and lies(rules, pile, chains[pile][place - 1] if place else None, card)
    ]


@lru_cache(maxsize=1 << 16)
def lies(rules: Rules, pile: int, below: Card | None, above: Card) -> bool:
    """May one card lie on the other?"""
    return follows(rules, rules.piles[pile].direction, below, above)


def way_back(
    rules: Rules, chains: Sequence[Chain], card: Card, free: set[Card], kept: Kept | None
) -> tuple[int, int, Chain] | None:
    """The shortest row of free cards, beginning with this one, that fits into a chain: pile, place, cards."""
    best: tuple[int, int, Chain] | None = None
    for pile, place in places(chains, kept):
        chain = chains[pile]
        if lies(rules, pile, chain[place - 1] if place else None, card):
            path = shortest_path(rules, pile, card, chain[place], free)
            if path is not None and (best is None or len(path) < len(best[2])):
                best = pile, place, path
    return best


def shortest_path(rules: Rules, pile: int, card: Card, above: Card, free: set[Card]) -> Chain | None:
    """From a card over free ones to one that the card above can lie on."""
    came_from: dict[Card, Card | None] = {card: None}
    waiting = deque([card])
    while waiting:
        here = waiting.popleft()
        if lies(rules, pile, here, above):
            path: Chain = []
            at: Card | None = here
            while at is not None:
                path.insert(0, at)
                at = came_from[at]
            return path
        for following in sorted(free):
            if following not in came_from and lies(rules, pile, here, following):
                came_from[following] = here
                waiting.append(following)
    return None
