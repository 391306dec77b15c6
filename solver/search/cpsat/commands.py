"""The commands of The Game Extreme that bind play.  (draw-one is with the draws, and silence binds nothing.)"""

from __future__ import annotations

from collections import defaultdict

from solver.rules.game import Direction
from solver.search.cpsat.draws import command_visible
from solver.search.cpsat.model import Model


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
    skulls = [card for card in model.table.with_command("skull") if card in model.cards]
    for p in model.places:
        for seen in model.visible_at(p + 1, skulls):
            model.clause(~model.end[p], ~seen)


def fire_is_covered(model: Model) -> None:
    """No turn but the one that lays the last card of all ends with a fire card visible that was so at its start."""
    for card in model.table.with_command("fire"):
        for side in model.table.directions:
            old = [model.literal(f"{card} {side} burns at {p}") for p in model.places]  # since before this turn began
            for p in model.places:
                before = model.visible.get((side, card, p))
                after = model.visible.get((side, card, p + 1))
                if before is not None:
                    model.clause(~model.ended(p - 1), ~before, old[p])
                if after is None:
                    continue
                if p + 1 in model.places:
                    model.clause(~old[p], ~after, old[p + 1])
                    model.clause(~model.end[p], ~old[p], ~after)


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
    """While a no-trick is visible, a card covers one that it follows plainly."""
    if not model.table.with_command("no-trick"):
        return
    barred = command_visible(model, "no-trick")
    plain = defaultdict[tuple[Direction, int], list[int]](list)
    for below, card, side, by_trick in model.table.links:
        if not by_trick:
            plain[side, card].append(below)
    for (card, side, p), literal in model.lay_on.items():
        model.clause(~literal, ~barred[p], *model.covered_at(side, p, plain[side, card]))


def one_pile_visible(model: Model) -> None:
    """While a one-pile is visible, each card of a turn after the first covers the card laid just before."""
    if not model.table.with_command("one-pile"):
        return
    bound = command_visible(model, "one-pile")
    for (card, side, p), literal in model.lay_on.items():
        if p + 1 in model.places:
            covered = model.cover[side, card, p + 1]
            model.clause(~literal, ~bound[p + 1], model.end[p], ~model.in_use[p + 1], covered)
