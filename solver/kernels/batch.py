"""Decide many numbered deals in one call: shuffle, deal, search, next.

For games whose search is quick (Quick & Easy above all), where calling from Python would cost more than the search.
The arrays are those of one search, used again and again; the memory is cleared by a new generation.  A win counts only
once the second referee has accepted it.
"""

from __future__ import annotations

from solver.kernels.compile import entry
from solver.kernels.exhaust import CONTROL_WORDS, DEEPEST, EXHAUSTED, STATES, WON, Stack, exhaust
from solver.kernels.memo import Memo, clear
from solver.kernels.second_referee import ALL_LAID, Desk, Rulebook, judge_line
from solver.kernels.shuffle import DECK, deal_into, shuffle_into
from solver.kernels.turn import Indices1, Indices2, Problem

UNKNOWN_DEAL, WON_DEAL, LOST_DEAL, REFUSED = 0, 1, 2, 3


@entry
def decide_numbered(
    problem: Problem,
    facts: int,
    stack: Stack,
    memo: Memo,
    book: Rulebook,
    desk: Desk,
    deck: Indices1,
    line: Indices2,
    first: int,
    budget: int,
    verdicts: Indices1,
    states: Indices1,
) -> None:
    """Decide the deals ``first``, ``first + 1``, …, one for each entry of ``verdicts``.

    ``problem.draw``, ``problem.pending``, ``deck`` and ``line`` are overwritten with each deal's.
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
            for row in range(stack.control[DEEPEST]):
                move = stack.best[row]
                line[row, 0], line[row, 1], line[row, 2] = move & 255, (move >> 8) & 15, (move >> 12) & 1
            accepted = judge_line(book, desk, deck, line, stack.control[DEEPEST]) == ALL_LAID
            verdicts[index] = WON_DEAL if accepted else REFUSED
        elif outcome == EXHAUSTED:
            verdicts[index] = LOST_DEAL
