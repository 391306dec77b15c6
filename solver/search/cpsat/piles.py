"""The piles: what is laid where, what is on top, and which card may follow which."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise

from solver.rules.game import Direction
from solver.search.cpsat.model import Model


def one_card_a_place(model: Model) -> None:
    """Each place in use takes one card, on one direction; each card is laid once, or stays behind."""
    cp = model.cp
    for p in model.places:
        cp.add_exactly_one(*model.laid_at(p, model.cards), ~model.in_use[p])
    for card in model.cards:
        spots = [model.lay[card, p] for p in model.places if (card, p) in model.lay]
        (cp.add_exactly_one if model.all_laid else cp.add_at_most_one)(*spots)
    for (card, p), literal in model.lay.items():
        cp.add_exactly_one(*(model.lay_on[card, side, p] for side in model.table.directions), ~literal)


def visible_until_covered(model: Model) -> None:
    """A card becomes visible when it is laid, and is so until it is covered."""
    for (side, ground, moment), now in model.visible.items():
        if ground not in model.cards and moment == 0:
            model.cp.add(now == 1)
            continue
        before = model.visible.get((side, ground, moment - 1), model.false)
        cover = model.cover.get((side, ground, moment - 1), model.false)
        laid = model.lay_on.get((ground, side, moment - 1), model.false)
        model.cp.add_implication(cover, before)
        model.cp.add(now == laid + before - cover)


def as_many_as_piles(model: Model) -> None:
    """In each direction as many cards are visible as there are piles.  (It follows from the rest, but helps.)"""
    for side in model.table.directions:
        piles = sum(pile.direction == side for pile in model.table.rules.piles)
        grounds = model.table.grounds(side)
        for moment in range(len(model.places) + 1):
            seen = [model.visible[side, g, moment] for g in grounds if (side, g, moment) in model.visible]
            model.cp.add(model.count(seen) == piles)


def each_card_follows(model: Model) -> None:
    """A card that is laid covers one that it may follow, and nothing else is covered."""
    belows, aboves = (
        defaultdict[tuple[Direction, int], list[int]](list),
        defaultdict[tuple[Direction, int], list[int]](list),
    )
    for below, card, side, _ in model.table.links:
        belows[side, card].append(below)
        aboves[side, below].append(card)
    for (card, side, p), literal in model.lay_on.items():
        model.clause(~literal, *model.covered_at(side, p, belows[side, card]))
    for (side, ground, p), literal in model.cover.items():
        model.clause(~literal, *model.laid_on(side, p, aboves[side, ground]))
    for side in model.table.directions:
        for p in model.places:
            model.cp.add_at_most_one(*model.covered_at(side, p, model.table.grounds(side)))


def like_piles_in_order(model: Model) -> None:
    """Piles of one direction that show row cards are interchangeable: the first of them is covered first."""
    for side in model.table.directions:
        bare = [top for top in model.table.grounds(side) if model.table.shown(top) is None]
        for first, second in pairwise(bare):
            for moment in range(len(model.places) + 1):
                model.cp.add_implication(model.visible[side, first, moment], model.visible[side, second, moment])


def ups_before_downs(model: Model) -> None:
    """Within a turn the ascending piles come first.

    Without commands, two plays of a turn on piles of different direction can change places, and nothing else changes.
    """
    if model.table.is_commanded or len(model.table.directions) < 2:
        return
    down = [model.literal(f"down at {p}") for p in model.places]
    for (_, side, p), literal in model.lay_on.items():
        model.cp.add_implication(literal, down[p] if side == "down" else ~down[p])
    for p in model.places[:-1]:
        model.clause(model.end[p], ~model.in_use[p + 1], ~down[p], down[p + 1])
