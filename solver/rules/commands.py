"""The seven commands of The Game Extreme: the one place that knows what each of them binds.

``stop``, ``skull`` and ``three`` bind the turn they are laid in.  ``no-trick``, ``one-pile`` and ``draw-one`` bind
everyone for as long as they are visible.  ``silence`` binds no play.

``one-pile`` needs no memory of its own.  The cards laid while it is visible, itself included, go on one pile; so as
long as one is visible, each card of a turn after the first goes where the last one went.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

THREE_CARDS = 3


@dataclass(frozen=True, slots=True)
class Orders:
    """What the commands laid so far in this turn ask for."""

    three: bool = False
    stopped: bool = False
    skulls: frozenset[int] = frozenset()  # piles on which a skull of this turn is still visible

    def after(self, command: str | None, pile: int) -> Orders:
        """The orders once a card with this command (or none) has been laid on a pile."""
        skulls = self.skulls - {pile}
        return Orders(
            three=self.three or command == "three",
            stopped=self.stopped or command == "stop",
            skulls=skulls | {pile} if command == "skull" else skulls,
        )

    def refusal(self, laid: int) -> str | None:
        """The command that forbids to end the turn after ``laid`` cards, or None."""
        if self.skulls:
            return "skull"
        if self.three and laid != THREE_CARDS:
            return "three"
        return None


NO_ORDERS = Orders()


def broken_by(
    orders: Orders,
    visible: Collection[str],
    laid: int,
    last_pile: int | None,
    command: str | None,
    pile: int,
    trick: bool,
) -> str | None:
    """The command that a card would break if it were laid now, or None.

    ``visible`` are the commands on top of the piles before the card is laid, ``laid`` the cards laid so far in this
    turn, ``trick`` whether the card follows only by the trick.
    """
    if orders.stopped:
        return "stop"
    if trick and "no-trick" in visible:
        return "no-trick"
    if last_pile is not None and pile != last_pile and "one-pile" in visible:
        return "one-pile"
    after = orders.after(command, pile)
    if after.three and laid + 1 > THREE_CARDS:
        return "three"
    if after.stopped:  # the turn ends here, so every other command must be content now
        return after.refusal(laid + 1)
    return None


def draws_one(visible: Collection[str]) -> bool:
    """Does whoever ends a turn now draw one card only?"""
    return "draw-one" in visible
