"""A card that no pile can ever come to take proves a loss.

Statement. For a direction let C be the smallest set of cards of R that contains the followers of all its piles, and
with a card every card of R that may be laid on it. If a card of R is in the closure C of no direction, the node is
dead.

Where it holds.  Every team game; commands only forbid more.

Proof. By induction along any line: a card laid on a pile is a follower of the pile's top at the start, or follows a
card laid there before. Either way it is in C.

Reason (see ``reasons``). Let d be the dead card and A the cards of R from which d can be reached (d among them). The
node stays dead for any piles whose followers lie outside A: a closure that starts outside A stays outside.

    R = {5, 15, 40, …}   ups at 30 and 60, downs at 3 and 2:  15 carries 5 but nothing carries 15 (no 25): both are dead
"""

from __future__ import annotations

from solver.kernels.exhaust import DEAD_CARDS as BIT
from solver.kernels.turn import Problem

__all__ = ["BIT", "holds"]


def holds(_problem: Problem) -> bool:
    """Everywhere."""
    return True
