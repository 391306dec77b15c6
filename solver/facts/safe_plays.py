"""One player: a card that costs a pile nothing, and that nobody waits for, may be laid at once.

Statement.  One player, no commands.  At a node let the card c be in hand and a follower of pile p.  If
 (a) c keeps the followers of p:  follow(c) ⊇ G(p) \\ {c}, and
 (b) c is no link of a trick: no card of R follows c by the trick only, no card of R carries c by the trick only, and
     no pile other than p shows a card that carries c by the trick only,
then the node is winnable only if it is winnable by laying c on p now.

Where it holds. One player, no commands, and plain following is transitive (u carries c plainly, c carries v plainly:
then u carries v). That is so for "higher" and "lower", with any trick and any colours; the row card carries
everything.

Proof. Take a winning line and move c to the front, on pile p; all other cards keep their order and their piles.
*Piles.* On p, the next card of the line was a follower of p's top, so by (a) it may lie on c. (If c itself was the
first on p, nothing changes.) Where c was taken out, between u and v, both links u-c and c-v are plain by (b): u is a
card of R, or the top of a pile, which if it is p's own top now lies under c already. So v may lie on u. *Cards in
hand.* Keep the places at which turns end. Every card that was before c now comes one place later: by then at least
as many cards have been drawn, since with one player the number drawn depends only on the places at which turns
ended, and grows. c is in hand now. The later cards stay where they were.

    R = {31, 34, 60}, up pile at 28, no 21, 41 about:  31 has nothing below it to lose: lay it.

Only solo: with partners the card leaves another player's turn, whose minimum may then fail.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.exhaust import SAFE_PLAYS as BIT
from solver.kernels.turn import Problem, Words

__all__ = ["BIT", "holds"]


def holds(problem: Problem) -> bool:
    """One player, no commands, transitive plain following."""
    return problem.players == 1 and not problem.commanded and is_transitive(problem.plain)


def is_transitive(plain: Words) -> bool:
    """Does what may lie on a card on top of u lie on u itself?"""
    cards = plain.shape[1] - 1
    for side in range(plain.shape[0]):
        bits = np.unpackbits(np.ascontiguousarray(plain[side]).view(np.uint8), axis=1, bitorder="little")[:, :cards]
        two_steps = bits.astype(np.float32) @ bits[:cards].astype(np.float32)
        if np.any((two_steps > 0) & (bits == 0)):
            return False
    return True
