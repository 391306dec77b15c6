"""Themes of Face to Face: cards on the opponent's piles, and what they bring."""

from __future__ import annotations

from puzzles.key import Key, Laid, Step
from puzzles.themes.theme import Theme
from solver.position import Position
from solver.rules.follow import follows, improves


def gift(key: Key) -> bool:
    """Every right first turn lays a card on a pile of the opponent."""
    return is_duel(key) and all(gives(step, at) for step in key.steps[:1] for at in step.view.rights)


def is_duel(key: Key) -> bool:
    """Is there an opponent, and a first turn to be found?"""
    return key.first is not None and key.first.position.rules.game.is_duel


def gives(step: Step, at: int) -> bool:
    """Does a turn lay a card on a pile of the opponent?  (Then a pile of the opponent's looks different after it.)"""
    other, after = 1 - step.position.to_move, step.view.after(at)
    return tops_of(step.position, other) != tops_of(after, other)


def tops_of(position: Position, owner: int) -> tuple[object, ...]:
    """What the piles of a player show."""
    return tuple(top for pile, top in zip(position.rules.piles, position.tops, strict=True) if pile.owner == owner)


def deny_the_refill(key: Key) -> bool:
    """After every right first turn the opponent, who has cards to draw, has none to give; after another turn, one."""
    if not is_duel(key):
        return False
    step = key.steps[0]
    if not step.position.draws[1 - step.position.to_move].cards:
        return False
    if any(can_give(after) for after in step.all_rights):
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
    """Every right first turn lays the same card on the opponent's pile, and it closes a place there."""
    return is_duel(key) and any(pair.gift and poisons(key.steps[0], pair) for pair in key.steps[0].certain)


def poisons(step: Step, pair: Laid) -> bool:
    """Could the opponent lay a card on this pile before it was laid, and no longer after it?"""
    rules, hand = step.position.rules, step.position.hands[1 - step.position.to_move]
    return any(
        follows(rules, pair.direction, pair.below, card) and not follows(rules, pair.direction, pair.card, card)
        for card in hand
    )


def own_piles_only(key: Key) -> bool:
    """A card could be laid on the opponent's pile, and every turn that does so is wrong."""
    if not is_duel(key):
        return False
    step = key.steps[0]
    given = [gives(step, at) for at in range(len(step.view))]
    return any(given) and not any(given[at] for at in step.view.rights)


THEMES = (
    Theme(
        "gift",
        "Gift",
        "Geschenk",
        "A card must be laid on a pile of the opponent, for the refill that it brings.",
        gift,
    ),
    Theme(
        "no-gift",
        "No gift",
        "Kein Geschenk",
        "A card could be laid on a pile of the opponent, and must not be.",
        own_piles_only,
    ),
    Theme(
        "deny-the-refill",
        "Deny the refill",
        "Nachschub verwehren",
        "The opponent is left without a card to give, and so without the refill.",
        deny_the_refill,
    ),
    Theme(
        "poison",
        "Poison",
        "Vergiftetes Geschenk",
        "A card on the opponent's pile takes a trick away from the opponent.",
        poison,
    ),
)
