"""Decide many numbered deals in one call: shuffle, deal, search, next.

For games whose search is quick (Quick & Easy above all), where calling from Python would cost more than the search.
The arrays are those of one search, used again and again; the memory is cleared by a new generation.
"""

from __future__ import annotations

from solver.kernels.compile import entry
from solver.kernels.exhaust import CONTROL_WORDS, EXHAUSTED, STATES, WON, Stack, exhaust
from solver.kernels.memo import Memo, clear
from solver.kernels.shuffle import DECK, deal_into, shuffle_into
from solver.kernels.turn import Indices1, Problem

UNKNOWN_DEAL, WON_DEAL, LOST_DEAL = 0, 1, 2


@entry
def decide_numbered(
    problem: Problem,
    facts: int,
    stack: Stack,
    memo: Memo,
    deck: Indices1,
    first: int,
    budget: int,
    verdicts: Indices1,
    states: Indices1,
) -> None:
    """Decide the deals ``first``, ``first + 1``, …, one for each entry of ``verdicts``.

    ``problem.draw`` and ``problem.pending`` are overwritten with each deal's; ``deck`` is scratch, one entry a card.
    """
    for index in range(verdicts.shape[0]):
        shuffle_into(deck, first + index, DECK)
        deal_into(problem, deck, stack.states)
        clear(memo)
        for word in range(CONTROL_WORDS):
            stack.control[word] = 0
        outcome = exhaust(problem, facts, stack, memo, budget)
        states[index] = stack.control[STATES]
        verdicts[index] = UNKNOWN_DEAL
        if outcome == WON:
            verdicts[index] = WON_DEAL
        elif outcome == EXHAUSTED:
            verdicts[index] = LOST_DEAL
