"""The piles: which card lies on which."""

from __future__ import annotations

from itertools import pairwise

from ortools.sat.python.cp_model import IntVar

from solver.rules.game import Direction
from solver.search.cpsat.model import Model


def each_card_lies_on_one(model: Model) -> None:
    """A card that is laid lies on one card (or row card) that it may follow; no card has two directly on it.

    With the order of laying this is all there is to the piles: the chains that start from the tops are the piles.
    """
    onto: list[list[IntVar]] = [[] for _ in range(model.table.count)]
    for link, literal in model.link.items():
        onto[link.card].append(literal)
    for card, literals in enumerate(onto):
        model.cp.add_exactly_one(*literals, ~model.is_laid[card])
    for below in range(model.table.tops.stop):
        model.cp.add_at_most_one(*(model.link[link] for link in model.links_from(below)))


def laid_after(model: Model) -> None:
    """A card is laid after the one it lies on, which is laid and lies on a pile of the same direction."""
    down = model.is_down
    for link, literal in model.link.items():
        if link.below >= model.table.count:
            continue
        model.cp.add(model.place[link.card] >= model.place[link.below] + 1).only_enforce_if(literal)
        model.cp.add_implication(literal, down[link.below] if link.direction == "down" else ~down[link.below])
        model.cp.add_implication(literal, model.is_laid[link.below])


def like_piles_in_order(model: Model) -> None:
    """Piles of one direction that show the same are interchangeable: the first of them gets the lower first card.

    Two piles show the same only if they show row cards.  No rule knows one such pile from the other.
    """
    table = model.table
    for direction in sorted({pile.direction for pile in table.rules.piles}):
        bare = [top for top in table.tops if _is_bare(model, top, direction)]
        for first, second in pairwise(bare):
            cards = [link.card for link in model.links_from(second)]
            before = {link.card: model.link[link] for link in model.links_from(first)}
            for link in model.links_from(second):
                lower = [before[card] for card in cards if card < link.card]
                model.clause(~model.link[link], *lower)


def _is_bare(model: Model, top: int, direction: Direction) -> bool:
    pile = model.table.rules.piles[top - model.table.count]
    return pile.direction == direction and model.table.shown(top) is None


def ups_before_downs(model: Model) -> None:
    """Within a turn the ascending piles come first.

    Without commands, two plays of a turn on piles of different direction can change places, and nothing else changes.
    """
    if model.table.is_commanded or len({pile.direction for pile in model.table.rules.piles}) < 2:
        return
    down = [model.cp.new_bool_var(f"down at {p}") for p in model.places]
    for (card, p), literal in model.lay.items():
        model.clause(~literal, ~model.is_down[card], down[p])
        model.clause(~literal, model.is_down[card], ~down[p])
    for p in model.places[:-1]:
        model.clause(model.end[p], ~model.in_use[p + 1], ~down[p], down[p + 1])


def cover_places(model: Model, belows: list[int]) -> None:
    """Let the model know when these cards are covered (a card that is not laid never is)."""
    never = len(model.places)
    for below in belows:
        if below in model.cover_place:
            continue
        covered = model.cover_place[below] = model.cp.new_int_var(0, never, f"cover of {below}")
        links = [(link, model.link[link]) for link in model.links_from(below)]
        for link, literal in links:
            model.cp.add(covered == model.place[link.card]).only_enforce_if(literal)
        model.cp.add(covered == never).only_enforce_if([~literal for _, literal in links])
