"""Themes of the trick: ten backwards, or in Quick & Easy the same colour."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.rating.key import Key
from puzzles.rating.orders import Laid, cards_left_in
from puzzles.themes.theme import TEAM, Theme


def laid(key: Key) -> Iterator[Laid]:
    """What the key lays on what, for certain."""
    return (pair for step in key.steps for pair in step.certain)


def trick_chain(key: Key) -> bool:
    """A trick on a card that was itself laid by a trick, in this turn or before."""
    by_trick = {pair.top for pair in laid(key) if pair.trick}
    return any(pair.trick and pair.on in by_trick for pair in laid(key))


def set_up(key: Key) -> bool:
    """A card is laid plainly, and a trick takes place on that very card."""
    plainly = {pair.top for pair in laid(key) if not pair.trick and not pair.gift}
    return any(pair.trick and pair.on in plainly for pair in laid(key))


def colour_switch(key: Key) -> bool:
    """A plain card changes a pile's colour, and a card is laid back on it that could not be laid on the pile before."""
    switched = {(pair.top, card) for pair in laid(key) if not pair.trick for card in pair.opens}
    return any(pair.trick and (pair.on, pair.card) in switched for pair in laid(key))


def waiting_for_a_draw(key: Key) -> bool:
    """A trick by a card that was in the draw pile at the start of a turn when what it is laid on lay there already."""
    for now, step in enumerate(key.steps):
        tricks = [pair for pair in step.certain if pair.trick]
        for before in key.steps[: now + 1] if tricks else ():
            to_come, left = before.position.draw.cards, cards_left_in(before.position)
            if any(pair.card in to_come and pair.below not in left for pair in tricks):
                return True
    return False


def last_card(key: Key) -> bool:
    """Every turn is forced, and a card that stays on top at the very end was laid by a trick in the last turn."""
    if not key.ends or len(key.steps[-1].rights) != 1:
        return False
    (after,) = key.steps[-1].rights
    return after.cards_left == 0 and all(ends_by_trick(way) for way in key.steps[-1].ways)


def ends_by_trick(way: frozenset[Laid]) -> bool:
    """Is there a trick on which nothing more is laid?"""
    covered = {pair.on for pair in way}
    return any(pair.trick and pair.top not in covered for pair in way)


THEMES = (
    Theme(
        "trick-chain",
        "Trick chain",
        "Trickkette",
        "A trick is laid on a card that was itself laid by a trick.",
        trick_chain,
    ),
    Theme(
        "set-up",
        "Set-up",
        "Vorbereitung",
        "A card is laid so that a trick can be laid on it.",
        set_up,
    ),
    Theme(
        "colour-switch",
        "Colour switch",
        "Farbwechsel",
        "A pile changes colour so that a card of the new colour can be laid back on it.",
        colour_switch,
    ),
    Theme(
        "waiting-for-a-draw",
        "Waiting for a draw",
        "Warten auf Nachschub",
        "A pile waits for a card that has yet to be drawn and is laid on it by a trick.",
        waiting_for_a_draw,
        TEAM,
    ),
    Theme(
        "last-card",
        "Last card",
        "Letzte Karte",
        "Every turn is forced, and the last cards only fit by a trick.",
        last_card,
    ),
)
