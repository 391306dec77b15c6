"""The follow relation: which card may be laid on which top card.  The one place that turns a game into follow tables.

A row card is the top ``None``: any card may be laid on it, and nothing improves it.
"""

from __future__ import annotations

from functools import lru_cache

from solver.cards import Card
from solver.rules.game import Direction, Rules


def follows_plainly(direction: Direction, top: Card | None, card: Card) -> bool:
    """Higher on an ascending pile, lower on a descending one; anything on a row card."""
    if top is None:
        return True
    return card.number > top.number if direction == "up" else card.number < top.number


def follows_by_trick(rules: Rules, direction: Direction, top: Card | None, card: Card) -> bool:
    """Exactly ``trick`` backwards, or (in a game with colours) the same colour, where it does not follow plainly."""
    if top is None or follows_plainly(direction, top, card):
        return False
    if rules.colours and card.colour == top.colour:
        return True
    backwards = top.number - card.number if direction == "up" else card.number - top.number
    return rules.trick > 0 and backwards == rules.trick


def follows(rules: Rules, direction: Direction, top: Card | None, card: Card) -> bool:
    """May ``card`` be laid on ``top`` of an own (or the team's) pile?"""
    return follows_plainly(direction, top, card) or follows_by_trick(rules, direction, top, card)


def improves(direction: Direction, top: Card | None, card: Card) -> bool:
    """May ``card`` be laid on ``top`` of the opponent's pile?  Against the pile's direction, by any amount."""
    if top is None:
        return False
    return card.number < top.number if direction == "up" else card.number > top.number


FollowTable = tuple[tuple[int, ...], tuple[int, ...]]  # [0 up, 1 down][top index, last one the row card]: mask of cards


@lru_cache(maxsize=64)
def follow_tables(rules: Rules) -> tuple[FollowTable, FollowTable]:
    """The follow relation as bit masks over card indices: with the trick, and without it."""

    def table(with_trick: bool) -> FollowTable:
        tops: tuple[Card | None, ...] = (*rules.cards, None)
        up, down = (tuple(_followers_mask(rules, side, top, with_trick) for top in tops) for side in _SIDES)
        return up, down

    return table(with_trick=True), table(with_trick=False)


_SIDES: tuple[Direction, Direction] = ("up", "down")


def _followers_mask(rules: Rules, direction: Direction, top: Card | None, with_trick: bool) -> int:
    mask = 0
    for index, card in enumerate(rules.cards):
        if card != top and (
            follows(rules, direction, top, card) if with_trick else follows_plainly(direction, top, card)
        ):
            mask |= 1 << index
    return mask
