"""A short exact name for a position of a game that is under way: equal names, equal positions.

It lists the tops (like piles in any order, unless something that is asked of the win tells them apart), the hands, how
many cards are still to be drawn, who is to move, and what is left to be met, if anything was asked; each card is one
letter.  ``referee.js`` gives the same names, so that the page can look positions up.  Two positions with
different draw piles of the same length share a name: within one game that cannot happen.

>>> from solver import load
>>> position_key(load("quick-and-easy/2 | up: r7 | down: - | 1: b5 s1 | 2*: r3 g2 | draw: y9"))
'6o/Oe.2B/1/1'
"""

from __future__ import annotations

import string
from collections.abc import Collection

from solver import Card, Position, Stipulation
from solver.stipulations.position import StipulatedPosition

# One letter for each of the 126 cards that a deck can have, and one for a row card.
ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase + "".join(map(chr, range(0xC0, 0x101)))


def position_key(position: Position, unseen: Collection[Card] = ()) -> str:
    """The name of a position; that of a position after ``n`` turns is another, where turns are counted.

    ``unseen``: cards drawn in an order that nobody knew, which make no difference to the name.
    """
    rules = position.rules
    index = rules.card_indices
    left = position.left if isinstance(position, StipulatedPosition) else None
    like: dict[object, list[int]] = {}
    for pile, top in zip(rules.piles, position.tops, strict=True):
        kind = pile.name if left is not None and left.names_piles else (pile.owner, pile.direction)
        like.setdefault(kind, []).append(len(index) if top is None else index[top])
    tops = "".join(letters(group) for group in like.values())
    hands = ".".join(letters([index[card] for card in hand if card not in unseen]) for hand in position.hands)
    draws = ".".join(str(len(pile.cards)) for pile in position.draws)
    name = f"{tops}/{hands}/{draws}/{position.to_move}"
    return f"{name}/{asked(left)}" if isinstance(position, StipulatedPosition) else name


def asked(left: Stipulation | None) -> str:
    """What is left to be met; a space would end the name."""
    return "-" if left is None else ";".join(condition.text for condition in left.conditions)


def letters(cards: list[int]) -> str:
    """Cards in order, one letter each."""
    return "".join(ALPHABET[card] for card in sorted(cards))
