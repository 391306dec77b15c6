"""Follower dominance: a pile is as good as the set of cards it can still take.

Statement. Let X and Y be nodes with the same R, the same hands, draw pile, seat and phase. If the piles can be
paired one to one, same direction with same direction, such that each pile of X has every follower of its partner in
Y (G(x) ⊇ G(y)), then X is winnable if Y is. So a dead X makes Y dead.

Where it holds.  Every team game.  With commands a pair must satisfy more: see below.

Proof. Play in X the line that wins in Y, each card on the partner of the pile it goes on in Y. As long as a pile has
taken no card it keeps its top, and G(x) ⊇ G(y) stays true, both being cut down to the same smaller R. Once it has
taken a card both partners show that card, and G(x) = G(y). So every card of the line may be laid. Minimum, maximum,
drawing and whose turn it is look at numbers of cards only, and those are equal.

    Y: up 57   R = {12, 47, 60, 71}   G = {47, 60, 71}   (47 by the trick)
    X: up 50                          G = {60, 71}        does not dominate: no 47
    X: up 45                          G = {47, 60, 71}    dominates, and so does Y over X: the same position

Both ways. Backwards, a dead X that is remembered answers for Y (``memo``). Forwards, of positions found with the same
R, hands and phase, Y need not be opened if X is (``layers``): what beats Y is kept, or beaten by something kept, since
"at least as good" is transitive and each step leaves one position less.

Commands. Call *plain* followers those without the trick. A pair (x over y) must have G(x) ⊇ G(y) and the same for
the plain followers; `draw-one` is visible on x exactly if it is on y; `no-trick` or `one-pile` visible on x is
visible on y; a skull of this turn on x is one on y; three, stop and the numbers are equal; and if X is tied to a
pile, Y is tied to its partner. These survive every card as above (a covered pair shows the same card; a tie comes
into force in X only if `one-pile` is visible in X, hence in Y, and then on partners). What may be laid in Y may be
laid in X: with `no-trick` visible in X it is visible in Y, and plain followers are compared with plain followers;
without it in X, all followers of x include all of y's. A turn that may end in Y may end in X (fewer skulls), and
draws the same number (`draw-one` agrees).

Measured: without it, none of three solo proofs with hand 4 ends within a million states (bench/results/ablation.md).
"""

from __future__ import annotations

from solver.kernels.memo import FOLLOWERS as BIT
from solver.kernels.turn import Problem

__all__ = ["BIT", "holds"]


def holds(_problem: Problem) -> bool:
    """Everywhere: the kernel asks the further conditions where there are commands."""
    return True
