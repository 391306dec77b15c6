"""Facts that let the prover leave positions out: one argument a file.

Each file states its fact, says where it holds (``holds`` refuses elsewhere), proves it, and has its ``BIT`` in the
mask that the kernel takes. Words used throughout: R is the set of cards not yet laid, G(p) the *followers* of pile p
(the cards of R that may be laid on it now), and a *node* a position in which the player to move must lay a card.
"""

from __future__ import annotations

from solver.facts import (
    dead_cards,
    earlier_draw,
    followers,
    like_piles,
    reasons,
    safe_plays,
    solo_turns,
    worse_pile,
)
from solver.kernels.turn import Problem

FACTS = (followers, like_piles, solo_turns, safe_plays, dead_cards, worse_pile, earlier_draw, reasons)
ALL = sum(fact.BIT for fact in FACTS)


def allowed(problem: Problem, wished: int = ALL) -> int:
    """The facts among those wished for that hold in this game, as a bit mask."""
    return sum(fact.BIT for fact in FACTS if wished & fact.BIT and fact.holds(problem))


def usual(problem: Problem) -> int:
    """The facts that pay in this game: a lone player finds dead cards sooner by playing than by looking for them."""
    return allowed(problem, ALL & ~(dead_cards.BIT | safe_plays.BIT) if quick_solo(problem) else ALL)


def quick_solo(problem: Problem) -> bool:
    """One player and so few cards that a search costs less than foresight."""
    return problem.players == 1 and problem.cards <= 64
