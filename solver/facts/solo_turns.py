"""One player: long turns are never needed.

Statement. One player, no commands. Let m be the minimum while the draw pile lasts, m' the minimum once it is empty.
If a position at the start of a turn is winnable, it is winnable with turns of at most m + max(m, m') - 1 cards begun
while the draw pile lasts, and of at most 2m' - 1 cards begun after.

Where it holds. One player, no commands; both ways of drawing, any maximum, hands of any size. The search must start
at the start of a turn: within one, more cards may lie already than the split would leave (``allowed`` asks).

Proof. Take a winning line and the first turn that is too long, of length L. End it after m cards (m' if the pile is
empty). That many are the minimum there. The rest, L - m ≥ max(m, m') (or L - m' ≥ m') cards, makes a turn of its
own, long enough whichever minimum holds by then, and shorter than the maximum since L was allowed. In the second
part the player holds every card it held in the line, and perhaps more. At the end of it, equally many cards have
been drawn: drawing as many as were laid adds up, and drawing to a full hand depends only on how many were laid so
far. So the line goes on unchanged. Each step makes a turn shorter, so this ends.

    minimum 2:   a b c d | …   becomes   a b | c d | …      but   a b c | …   cannot be split

Only solo: with partners, ending a turn passes it on, and who draws what depends on it.
"""

from __future__ import annotations

from solver.kernels.exhaust import SOLO_TURNS as BIT
from solver.kernels.turn import Problem

__all__ = ["BIT", "holds"]


def holds(problem: Problem) -> bool:
    """One player, no commands."""
    return problem.players == 1 and not problem.commanded
