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


def chains_of(position: Position, rng: Random, under_top: Card | None = None) -> list[Chain] | None:
    """For each pile its cards from the first to the top; None if some card found no place.

    ``under_top``: a card that is to lie right under a top.
    """
    rules = position.rules
    chains: list[Chain] = [[] if top is None else [top] for top in position.tops]
    free = [card for card in laid_cards(position) if card not in position.tops and card != under_top]
    kept = None
    if under_top is not None:
        able = [pile for pile, chain in enumerate(chains) if chain and lies(rules, pile, under_top, chain[0])]
        if not able:
            return None
        kept = rng.choice(able)
        chains[kept].insert(0, under_top)
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


def places(chains: Sequence[Chain], kept: int | None) -> list[tuple[int, int]]:
    """Every gap: pile, and before which card of its chain; not right under the top of the pile that is kept."""
    return [
        (pile, place)
        for pile, chain in enumerate(chains)
        for place in range(len(chain))
        if not (pile == kept and place == len(chain) - 1)
    ]


def gaps_for(rules: Rules, chains: Sequence[Chain], card: Card, kept: int | None) -> list[tuple[int, int]]:
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
    rules: Rules, chains: Sequence[Chain], card: Card, free: set[Card], kept: int | None
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
