"""Many states of one game decided one after the other with one memory: what is dead for one is dead for all.

Two questions: can it be won, and can the team get down to so many cards.
"""

from __future__ import annotations

from solver.kernels.compile import kernel
from solver.kernels.exhaust import (
    CONTROL_WORDS,
    DEPTH,
    EXHAUSTED,
    OPENED,
    PAUSED,
    REASONS,
    STATES,
    WON,
    Stack,
    blame,
    close_node,
    exhaust,
    make_child,
    open_node,
)
from solver.kernels.memo import Memo
from solver.kernels.turn import Indices, Problem, Words

UNDECIDED, YES, NO = 0, 1, 2


@kernel
def decide_each(
    problem: Problem, facts: int, stack: Stack, memo: Memo, starts: Words, answers: Indices, budget: int
) -> int:
    """Can each of these states, undecided so far, be won?  At most so many states each; how many were opened in all."""
    opened = 0
    for index in range(starts.shape[0]):
        if answers[index] == UNDECIDED:
            begin(stack, starts, index)
            outcome = exhaust(problem, facts, stack, memo, budget)
            opened += stack.control[STATES]
            if outcome == WON:
                answers[index] = YES
            elif outcome == EXHAUSTED:
                answers[index] = NO
    return opened


@kernel
def begin(stack: Stack, starts: Words, index: int) -> None:
    """Put a state at the foot of the stack."""
    for word in range(CONTROL_WORDS):
        stack.control[word] = 0
    for word in range(starts.shape[1]):
        stack.states[0, word] = starts[index, word]


@kernel
def lower_each(
    problem: Problem,
    facts: int,
    stack: Stack,
    memo: Memo,
    starts: Words,
    cards: Indices,
    most_left: int,
    answers: Indices,
    budget: int,
) -> int:
    """From each of these states, undecided so far: can a turn end with at most so many cards left?

    ``cards`` are left at the start of each.  The memory serves one ``most_left`` only.  At most ``budget`` states in
    all; how many were opened.

    Of the facts those hold that compare two positions card by card, whatever the goal: followers, like piles, the
    worse pile, reasons.  Those that speak of winning do not.
    """
    opened = 0
    for index in range(starts.shape[0]):
        if answers[index] == UNDECIDED and opened < budget:
            begin(stack, starts, index)
            outcome = get_down_to(problem, facts, stack, memo, cards[index] - most_left, budget - opened)
            opened += stack.control[STATES]
            if outcome == WON:
                answers[index] = YES
            elif outcome == EXHAUSTED:
                answers[index] = NO
    return opened


@kernel
def get_down_to(problem: Problem, facts: int, stack: Stack, memo: Memo, enough: int, budget: int) -> int:
    """Can a turn end with ``enough`` cards laid from here on?  The loop of ``exhaust``, with another goal."""
    control, moves, cursor = stack.control, stack.moves, stack.cursor
    words = 1 if problem.cards <= 64 else 2
    if enough <= 0:
        return WON
    control[OPENED] = 1
    learns = facts & REASONS and not problem.commanded
    depth, opening, failed = -1, True, False
    while True:
        if opening:
            opening = False
            if open_node(problem, facts, stack, memo, words, depth + 1):
                depth += 1
            else:
                failed = True
        elif cursor[depth, 0] == cursor[depth, 1]:
            close_node(problem, facts, stack, memo, words, depth)
            depth -= 1
            failed = True
        elif control[STATES] >= budget:
            control[DEPTH] = depth
            return PAUSED
        else:
            move = moves[depth, cursor[depth, 0]]
            cursor[depth, 0] += 1
            outcome = make_child(problem, stack.states, depth, move)
            if outcome == 0:
                continue
            if outcome == 2 or (depth + 1 >= enough and (move >> 12) & 1):
                return WON
            opening = True
        if failed:
            failed = False
            if depth < 0:
                return EXHAUSTED
            if learns:
                blame(problem, facts, stack, words, depth, moves[depth, cursor[depth, 0] - 1])
