"""Themes of the hand: what is kept, how much is laid, what is left to the partner."""

from __future__ import annotations

from puzzles.rating.features import PLAUSIBLE
from puzzles.rating.key import Key, KeyStep
from puzzles.rating.viewer import WRONG
from puzzles.themes.theme import PARTNERS, Theme
from solver.analysis.prices import Prices
from solver.cards import Card


def holding_back(key: Key) -> bool:
    """Some card could be laid at once without closing a place, a cheapest turn lays it, and no right turn does."""
    return any(holds_back(step) for step in key.steps)


def holds_back(step: KeyStep) -> bool:
    """One step of the key."""
    turn, prices = step.position.open_turn, Prices(step.position)
    free = {card for card, pile in turn.plays() if card in step.kept and prices.of(turn, card, pile)[0] <= 0}
    return bool(free) and any(free & laid_by(step, at) for at in range(len(step.view)) if step.view.excess(at) == 0)


def laid_by(step: KeyStep, at: int) -> set[Card]:
    """The cards that a turn lays."""
    return {play.card for play in step.view.turn(at).plays}


def refused_trick(key: Key) -> bool:
    """Some trick could be laid at once, and no right turn of the key lays that card."""
    return any(refuses_a_trick(step) for step in key.steps)


def refuses_a_trick(step: KeyStep) -> bool:
    """One step of the key."""
    turn, prices = step.position.open_turn, Prices(step.position)
    return any(card in step.kept and prices.of(turn, card, pile)[1] for card, pile in turn.plays())


def one_more(key: Key) -> bool:
    """In some step every right turn lays one card more than the fewest that a turn may lay."""
    return any(lays_one_more(step) for step in key.steps)


def lays_one_more(step: KeyStep) -> bool:
    """One step of the key."""
    rights = {step.view.laid[at] for at in step.view.rights}
    return rights == {min(step.view.laid) + 1}


def hand_over(key: Key) -> bool:
    """In some step a turn that looks reasonable leaves a partner with nothing to lay."""
    return any(leaves_partner_stuck(step) for step in key.steps)


def leaves_partner_stuck(step: KeyStep) -> bool:
    """One step of the key, in a team game."""
    view = step.view
    for at in range(len(view)):
        if view.right[at] == WRONG and view.excess(at) <= PLAUSIBLE:
            after = view.after(at)
            if after.outcome is not None and after.to_move != step.position.to_move:
                return True
    return False


THEMES = (
    Theme(
        "holding-back",
        "Holding back",
        "Zurückhalten",
        "A card that could be laid at once for nothing, and that looks best to lay, must be kept.",
        holding_back,
    ),
    Theme(
        "refused-trick",
        "Refused trick",
        "Verschmähter Trick",
        "A trick could be laid at once, and must not be.",
        refused_trick,
    ),
    Theme(
        "one-more",
        "One more",
        "Eine mehr",
        "Just one card more than the fewest allowed must be laid.",
        one_more,
    ),
    Theme(
        "hand-over",
        "Hand-over",
        "Übergabe",
        "A turn that looks reasonable would leave the partner with nothing to lay.",
        hand_over,
        PARTNERS,
    ),
)
