"""Like piles are interchangeable.

Statement.  Two nodes that differ only in the order of piles of the same direction are both winnable or both dead.

Where it holds.  Every team game; with commands the skulls and the tie move with their piles.

Proof. The rules speak of a pile only through its direction and its top. Renaming the piles turns a winning line of
one into a winning line of the other.

Use. The memory pairs piles in any order (``followers``) instead of first with first. The reflection c → low + high -
c, which swaps up and down, is a symmetry of the rules too, but it changes the deck: within one deal it never helps.
"""

from __future__ import annotations

from solver.kernels.memo import LIKE_PILES as BIT
from solver.kernels.turn import Problem

__all__ = ["BIT", "holds"]


def holds(_problem: Problem) -> bool:
    """Everywhere; it says nothing where no two piles are alike."""
    return True
