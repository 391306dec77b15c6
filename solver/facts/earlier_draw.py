"""One player: having drawn earlier is better than having laid more in the turn.

Statement. One player, no commands, drawing as many as were laid. Let X and Y be nodes with the same R and piles and
the same minimum m, Y having laid k ≥ m cards in its turn, X only m - 1, and X having drawn k - m + 1 cards more, the
draw pile not being empty for either. Then X is winnable if Y is.

Where it holds.  One player, no commands, DRAW_AS_LAID.

Proof. X holds every card that Y holds. Take the turn of Y's winning line from here on: j ≥ 1 more cards. X lays the
same cards and ends its turn with m - 1 + j ≥ m cards: allowed, and not longer than Y's turn, so within the maximum.
Y draws k + j cards then, X draws m - 1 + j; together with the k - m + 1 it drew before, the same number (or both
empty the pile). The two positions are now equal.

(The kernel asks that X's draw pile is not empty, so that the minimum of X's turn is that of Y's.)
"""

from __future__ import annotations

from solver.kernels.exhaust import EARLIER_DRAW as BIT
from solver.kernels.turn import DRAW_AS_LAID, Problem

__all__ = ["BIT", "holds"]


def holds(problem: Problem) -> bool:
    """One player, no commands, drawing as many as were laid."""
    return problem.players == 1 and not problem.commanded and problem.drawing == DRAW_AS_LAID
