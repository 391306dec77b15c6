"""A proof of death speaks for better piles than the ones it was made for.

Statement. No commands. Let N be a node with followers G(p), all of whose moves are known to fail: for each move
(card c on pile a) there is a *reason* for the node after it, one set E(p) ⊇ G'(p) a pile (G' the followers after the
move), such that with any followers inside E the node after it is dead. Then N is dead for any followers inside

    H(p) = R  minus the cards in hand that are not in G(p)
              intersected, for each move (c on a) with a ≠ p, with E(p) ∪ {c}.

Further, for each move (c on b) that was left out because c was allowed on a like pile a no better than b
(``worse_pile``), H(a) is intersected with E(b) ∪ {c}, E being the reason for c on a.

Where it holds.  Every team game without commands.

Proof. Follower sets need not come from a card: the argument of ``followers`` works for any sets. Let N have
followers F(p) ⊆ H(p). A card c of the hand that may be laid on pile a is in F(a), so it was in G(a), by the first
line: the move was tried or left out. If it was tried, the node after it has the followers of c on a, which are in
E(a), and F(p) minus c on p ≠ a, which lie in E(p): it is dead. If c on b was left out for c on a, the node after has
F(a) minus c on pile a and the followers of c on b. Pair b with a: F(a) \\ {c} ⊆ E(b) and the followers of c are in
E(a), the other piles are as before: dead. So N has no move that wins. Moves left out by ``solo_turns`` are not
needed whatever the piles are.

H contains G, so nothing is lost: the memory keeps H instead of G. With no move at all, H is R without the hand cards
that cannot be laid: "whatever the piles, as long as they do not take these".

    hand 40 41, one card of the turn laid, ups at 57 and 80, downs at 13 and 20: no card can be laid.
    Dead for these tops; by H dead for every pile state that takes neither 40 nor 41.

A safe play c on p (``safe_plays``) stands for all moves of N; there H(p) is cut to follow(c) ∪ {c}, so that c still
costs the pile nothing, and a pile that does not take c now must not take it in H either; a pile that takes c carries
it plainly, so its followers include c's plain ones, which is all that taking c out of a run needs, and more
followers do no harm.

Measured: a third of the states of a solo proof, and a tenth of the comparisons in the memory.
"""

from __future__ import annotations

from solver.kernels.exhaust import REASONS as BIT
from solver.kernels.turn import Problem

__all__ = ["BIT", "holds"]


def holds(problem: Problem) -> bool:
    """No commands."""
    return not problem.commanded
