"""Themes of greed: the cheapest turn is not the right one."""

from __future__ import annotations

from puzzles.rating.features import greedy_wrong
from puzzles.rating.key import Key
from puzzles.rating.orders import Laid
from puzzles.themes.theme import TEAM, Theme
from solver.stipulations.position import StipulatedPosition

BIG_JUMP = 3  # places closed by one card
SMALL_STEP = 1  # places closed by a whole turn


def quiet_first(key: Key) -> bool:
    """Every cheapest first turn is wrong."""
    return key.first is not None and greedy_wrong(key.first.view) == 1


def sacrifice(key: Key) -> bool:
    """In some step a card must be laid that closes at least 3 places, though a turn could have closed 1 or none."""
    return any(step.view.least <= SMALL_STEP and any(map(is_big_jump, step.certain)) for step in key.steps)


def is_big_jump(pair: Laid) -> bool:
    """Does this card close many places on an own pile?"""
    return not pair.gift and pair.closes >= BIG_JUMP


def near_miss(key: Key) -> bool:
    """Some cheapest first turn is wrong although all cards but one can still be laid after it."""
    if key.first is None:
        return False
    view = key.first.view
    wrong = [at for at in range(len(view)) if view.excess(at) == 0 and not view.is_right(at)]
    left = [view.position.cards_left - view.laid[at] for at in wrong]
    return bool(wrong) and any(n - depth == 1 for n, depth in zip(left, view.viewer.depths(view, wrong), strict=True))


def spoiled_win(key: Key) -> bool:
    """Some cheapest first turn is wrong although it wins, but not as the stipulation asks."""
    if key.first is None or not isinstance(key.first.position, StipulatedPosition):
        return False
    view = key.first.view
    wrong = [at for at in range(len(view)) if view.excess(at) == 0 and not view.is_right(at)]
    left = [view.position.cards_left - view.laid[at] for at in wrong]
    return bool(wrong) and any(n == depth for n, depth in zip(left, view.viewer.depths(view, wrong), strict=True))


THEMES = (
    Theme(
        "quiet-first",
        "Quiet first turn",
        "Stiller Auftakt",
        "Every first turn that wastes least is wrong.",
        quiet_first,
    ),
    Theme(
        "sacrifice",
        "Sacrifice",
        "Opfer",
        "A pile is given up by a big jump though a small step was there.",
        sacrifice,
    ),
    Theme(
        "near-miss",
        "Near miss",
        "Knapp daneben",
        "After the turn that wastes least, all cards but one can still be laid.",
        near_miss,
        TEAM,
    ),
    Theme(
        "spoiled-win",
        "Spoiled win",
        "Verdorbener Sieg",
        "A turn that wastes least would win, but not as the stipulation asks.",
        spoiled_win,
        TEAM,
    ),
)
