"""Themes of the trick: ten backwards, or in Quick & Easy the same colour."""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.key import Key, Laid
from puzzles.themes.theme import Theme


def laid(key: Key) -> Iterator[Laid]:
    """What the key lays on what, for certain."""
    return (pair for step in key.steps for pair in step.certain)


def trick_chain(key: Key) -> bool:
    """A trick on a card that was itself laid by a trick, in this turn or before."""
    by_trick = {pair.top for pair in laid(key) if pair.trick}
    return any(pair.trick and pair.on in by_trick for pair in laid(key))


def set_up(key: Key) -> bool:
    """A card is laid plainly, and a trick takes place on that very card."""
    plain = {pair.top for pair in laid(key) if not pair.trick and not pair.gift}
    return any(pair.trick and pair.on in plain for pair in laid(key))


def colour_switch(key: Key) -> bool:
    """A pile changes colour by a plain card, and a card of the new colour is laid back on it."""
    if not key.steps or not key.steps[0].position.rules.colours:
        return False
    switched = {
        pair.top
        for pair in laid(key)
        if pair.below is not None and not pair.trick and pair.below.colour != pair.card.colour
    }
    return any(pair.trick and pair.on in switched for pair in laid(key))


def waiting_for_a_draw(key: Key) -> bool:
    """A pile waits, its card on top at the end of a turn, until a card is drawn that is laid on it by a trick."""
    waits = set[tuple[object, object]]()
    for step in key.steps:
        if step.position.rules.game.is_duel:
            return False
        if any(pair.trick and (pair.below, pair.card) in waits for pair in step.certain):
            return True
        waits |= {(top, card) for top in step.position.tops for card in step.position.draw.cards}
    return False


def last_card(key: Key) -> bool:
    """The whole solution is forced, and some pile ends with a trick laid in the last turn."""
    if not key.ends or not key.steps or len(key.steps[-1].view.rights) != 1:
        return False
    step = key.steps[-1]
    (after,) = step.rights
    return after.cards_left == 0 and any(pair.trick and pair.card in after.tops for pair in step.certain)


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
    ),
    Theme(
        "last-card",
        "Last card",
        "Letzte Karte",
        "Every turn is forced, and in the last one a pile is closed by a trick.",
        last_card,
    ),
)
