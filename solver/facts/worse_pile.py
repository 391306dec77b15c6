"""Of two like piles, lay the card on the worse.

Statement. At a node let p and q be piles of one direction, p at least as good as q (G(p) ⊇ G(q); with commands in
the full sense of ``followers``), and let the card c be allowed on both. Then laying c on p is never needed: laying
it on q is at least as good.

Where it holds.  Every team game.

Proof. After c on q the two piles show (top of p, c), after c on p they show (c, top of q). Pair c with c and the top
of p with the top of q: the first position is at least as good as the second by ``followers``. Hands, numbers and
flags are equal; a skull or a tie that comes with c is on c's pile in both.

    ups at 20 and 50, card 60:   (20, 60) beats (60, 50).   With 40 still to come, 50 can take it by the trick and
    20 takes it anyhow.  With 10 to come and ups at 20 and 15: G(20) has the 10, G(15) does not: both are tried.

The relation "at least as good, ties by pile number" is a partial order, so some pile always remains to be tried.
"""

from __future__ import annotations

from solver.kernels.exhaust import WORSE_PILE as BIT
from solver.kernels.turn import Problem

__all__ = ["BIT", "holds"]


def holds(_problem: Problem) -> bool:
    """Everywhere."""
    return True
