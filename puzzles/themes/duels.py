"""Themes of Face to Face: cards on the opponent's piles, and what they bring."""

from __future__ import annotations

from puzzles.rating.key import Key
from puzzles.themes.theme import DUEL, Theme
from solver.rules.follow import improves
from solver.rules.turns import is_gift
from solver.table.position import Position


def gift(key: Key) -> bool:
    """Every right first turn, in every order, lays a card on a pile of the opponent."""
    step = key.first
    return step is not None and bool(step.ways) and all(any(pair.gift for pair in way) for way in step.ways)


def no_gift(key: Key) -> bool:
    """A turn could lay a card on the opponent's pile, and no right first turn does, in any order."""
    step = key.first
    if step is None or not step.ways or any(pair.gift for way in step.ways for pair in way):
        return False
    turn = step.position.open_turn
    given = ((card, pile) for card, pile in turn.plays() if is_gift(step.position.rules.piles[pile], turn.seat))
    return any(turn.lay(card, pile).can_be_completed() for card, pile in given)


def deny_the_refill(key: Key) -> bool:
    """After every right first turn the opponent, who has cards to draw, has none to give; after another turn, one."""
    step = key.first
    if step is None or not step.position.draws[1 - step.position.to_move].cards:
        return False
    if any(after.outcome is not None or can_give(after) for after in step.rights):
        return False
    return any(can_give(step.view.after(at)) for at in range(len(step.view)) if at not in step.view.rights)


def can_give(position: Position) -> bool:
    """May the player to move lay a card of the hand on a pile of the opponent?"""
    if position.outcome is not None:
        return False
    return any(
        improves(pile.direction, top, card)
        for pile, top in zip(position.rules.piles, position.tops, strict=True)
        if pile.owner == 1 - position.to_move
        for card in position.hand
    )


def poison(key: Key) -> bool:
    """Every right first turn lays the same card on the opponent's pile, and it takes a place away from their hand."""
    step = key.first
    return step is not None and any(pair.spoils for pair in step.certain)


THEMES = (
    Theme(
        "gift",
        "Gift",
        "Geschenk",
        "A card must be laid on a pile of the opponent, for the refill that it brings.",
        gift,
        DUEL,
    ),
    Theme(
        "no-gift",
        "No gift",
        "Kein Geschenk",
        "A card could be laid on a pile of the opponent, and must not be.",
        no_gift,
        DUEL,
    ),
    Theme(
        "deny-the-refill",
        "Deny the refill",
        "Nachschub verwehren",
        "The opponent is left without a card to give, and so without the refill.",
        deny_the_refill,
        DUEL,
    ),
    Theme(
        "poison",
        "Poison",
        "Vergiftetes Geschenk",
        "A card on the opponent's pile takes a trick away from the opponent.",
        poison,
        DUEL,
    ),
)
