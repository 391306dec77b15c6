"""Many states of one game decided one after the other with one memory: what is dead for one is dead for all.

Two questions: can it be won, and can the team get down to so many cards.
"""

from __future__ import annotations

from solver.kernels.compile import entry, kernel
from solver.kernels.exhaust import CONTROL_WORDS, EXHAUSTED, STATES, WON, Stack, exhaust
from solver.kernels.goal_search import LEFT, GoalArrays, reach_goal
from solver.kernels.memo import Memo
from solver.kernels.turn import Indices1, Problem, Words, Words2

UNDECIDED, YES, NO = 0, 1, 2


@entry
def decide_each(
    problem: Problem, facts: int, stack: Stack, memo: Memo, starts: Words2, answers: Indices1, budget: int, enough: int
) -> tuple[int, int]:
    """Can each of these states, undecided so far, be won?  At most ``budget`` states each.

    Stops after the one with which ``enough`` states were opened in all; how many were opened, how many were looked at.
    """
    opened, looked_at = 0, 0
    for index in range(starts.shape[0]):
        if opened >= enough:
            break
        looked_at += 1
        if answers[index] == UNDECIDED:
            begin(stack, starts, index)
            outcome = exhaust(problem, facts, stack, memo, budget)
            opened += stack.control[STATES]
            if outcome == WON:
                answers[index] = YES
            elif outcome == EXHAUSTED:
                answers[index] = NO
    return opened, looked_at


@kernel
def begin(stack: Stack, starts: Words, index: int) -> None:
    """Put a state at the foot of the stack."""
    for word in range(CONTROL_WORDS):
        stack.control[word] = 0
    for word in range(starts.shape[1]):
        stack.states[0, word] = starts[index, word]


@entry
def lower_each(
    problem: Problem,
    facts: int,
    stack: Stack,
    memo: Memo,
    goal: GoalArrays,
    starts: Words2,
    cards: Indices1,
    answers: Indices1,
    budget: int,
) -> int:
    """From each of these states, undecided so far: can a turn end with at most ``goal.aim[LEFT]`` cards left?

    ``cards`` are left at the start of each.  The memory serves one aim only.  At most ``budget`` states in all; how
    many were opened.
    """
    opened = 0
    for index in range(starts.shape[0]):
        if answers[index] == UNDECIDED and opened < budget:
            if cards[index] <= goal.aim[LEFT]:
                answers[index] = YES
                continue
            begin(stack, starts, index)
            outcome = reach_goal(problem, facts, stack, memo, goal, budget - opened)
            opened += stack.control[STATES]
            if outcome == WON:
                answers[index] = YES
            elif outcome == EXHAUSTED:
                answers[index] = NO
    return opened
