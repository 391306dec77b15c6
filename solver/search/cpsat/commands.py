"""The commands of The Game Extreme that bind play.  (draw-one is with the draws, and silence binds nothing.)"""

from __future__ import annotations

from solver.search.cpsat.draws import card_visible, visible
from solver.search.cpsat.model import Model
from solver.search.cpsat.piles import cover_places


def stop_ends_the_turn(model: Model) -> None:
    """A stop is the last card of its turn.  (That it need not reach the minimum is with the minimum.)"""
    for card in model.table.with_command("stop"):
        for p in model.places:
            for literal in model.laid_at(p, [card]):
                model.cp.add_implication(literal, model.end[p])


def skull_is_covered(model: Model) -> None:
    """No turn ends with a skull visible that was laid in this line.

    One that is visible at the end of a later turn was so at the end of its own.
    """
    skulls = [card for card in model.table.with_command("skull") if card < model.table.count]
    cover_places(model, skulls)
    for card in skulls:
        for p in model.places:
            model.clause(~model.end[p], ~card_visible(model, card, p + 1))


def three_in_the_turn(model: Model) -> None:
    """A turn with a three lays exactly three cards."""
    last = len(model.places) - 1
    for card in model.table.with_command("three"):
        for p in model.places:
            for literal in model.laid_at(p, [card]):
                model.clause(~literal, ~model.ended(p - 1), ~model.end[p])
                model.clause(~literal, ~model.ended(p - 2), ~model.end[p])
                if p < last:
                    model.clause(~literal, ~model.ended(p - 1), ~model.end[p + 1])
                for start in range(max(p - 3, 0), min(p, last - 3) + 1):  # four places are never one turn
                    model.clause(~literal, *model.end[start : start + 3], ~model.in_use[start + 3])


def no_trick_visible(model: Model) -> None:
    """While a no-trick is visible, nobody lays a card that follows only by the trick."""
    if not model.table.with_command("no-trick"):
        return
    barred = visible(model, "no-trick")
    for link, literal in model.link.items():
        if link.by_trick:
            for p in model.places:
                for laid in model.laid_at(p, [link.card]):
                    model.clause(~literal, ~laid, ~barred[p])


def one_pile_visible(model: Model) -> None:
    """While a one-pile is visible, each card of a turn after the first covers the card laid just before."""
    if not model.table.with_command("one-pile"):
        return
    bound = visible(model, "one-pile")
    cards = list(range(model.table.count))
    cover_places(model, cards)
    for card in cards:
        covered_next = model.cp.new_bool_var(f"{card} is covered next")
        model.cp.add(model.cover_place[card] == model.place[card] + 1).only_enforce_if(covered_next)
        for p in model.places[1:]:
            for literal in model.laid_at(p - 1, [card]):
                model.clause(~literal, ~bound[p], model.end[p - 1], ~model.in_use[p], covered_next)
