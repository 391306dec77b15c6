"""A judge of one game: decides positions that come of the first one, all with the same memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from solver.analysis.choices import MOST_UNDER_WAY, QUICK, UNKNOWN, UNWINNABLE, WINNABLE
from solver.kernels.turn import Indices, Words
from solver.search.decide_states import NO, UNDECIDED, YES, StatesDecider
from solver.search.limits import INTERRUPTED, Limits
from solver.search.team_codec import pack
from solver.search.team_graph import Packed, TeamGraph, Turns, packed
from solver.table.line import Line, Turn
from solver.table.position import Position

NAMES = {YES: WINNABLE, NO: UNWINNABLE, UNDECIDED: UNKNOWN}
FEW = 16  # turns decided at a time where any winning one will do


class Step(NamedTuple):
    """A turn, in one of the ``same`` ways to play it."""

    turn: Turn
    same: int


class TeamJudge:
    """The judge of a team game."""

    def __init__(self, position: Position, limits: Limits) -> None:
        self.position, self.limits, self.numbers = position, limits, packed(position)
        self.decider = StatesDecider(self.numbers.problem, self.numbers.start, limits)

    def state_of(self, position: Position) -> Words:
        """A later position in the numbers of the first one."""
        start = pack(position)[1]
        start[1] |= np.uint64(len(self.position.draw.cards) - len(position.draw.cards))
        return start

    def verdict(self, position: Position) -> str:
        """Can it be won?  The ladder decides what is hard."""
        if position.outcome is not None:
            return WINNABLE if position.outcome.won else UNWINNABLE
        answer = self.decided(self.state_of(position)[np.newaxis])[0]
        if answer != UNDECIDED:
            return NAMES[int(answer)]
        from solver.decide.ladder import Ladder

        verdict = Ladder(position, self.limits).climb()
        if verdict.explanation == INTERRUPTED:
            raise KeyboardInterrupt
        return verdict.name

    def decided(self, states: Words, last: int | None = None) -> Indices:
        """YES, NO or UNDECIDED for each state; ``last``: see ``StatesDecider``."""
        laid = ~states[:, 2:].any(axis=1) & (states[:, 1] & np.uint64(255) == len(self.position.draw.cards))
        answers = np.where(laid, YES, UNDECIDED)
        self.decider.winnable(states, answers, QUICK, last)
        return answers

    def turns(self, position: Position) -> Turns | None:
        """The different turns of a position; None if there are too many under way."""
        numbers = Packed(self.numbers.problem, self.state_of(position), self.numbers.cards)
        graph = TeamGraph(position, numbers, self.limits, MOST_UNDER_WAY, first_turn_only=True)
        return Turns(graph) if graph.whole else None

    def winning_choices(self, position: Position, last: int | None = None) -> tuple[int | None, int | None]:
        """How many different turns there are, and how many of them win; None where it is not known."""
        turns = self.turns(position)
        if turns is None:
            return None, None
        answers = self.decided(turns.graph.states[turns.outcomes], last)
        return len(answers), None if (answers == UNDECIDED).any() else int((answers == YES).sum())

    def winning_steps(self, position: Position) -> Iterator[Step] | None:
        """The turns that keep the win; None if that is not known of all of them."""
        turns = self.turns(position)
        if turns is None:
            return None
        answers = self.decided(turns.graph.states[turns.outcomes])
        if (answers == UNDECIDED).any():
            return None
        nodes = zip(turns.outcomes.tolist(), turns.orders(), answers == YES, strict=True)
        return (Step(turn_to(position, turns, node), same) for node, same, wins in nodes if wins)

    def winning_line(self, position: Position) -> Line | None:
        """A line that wins, turn by turn; None if a step is hard to find."""
        line: list[Turn] = []
        while position.outcome is None:
            step = self.any_winning_turn(position)
            if step is None:
                return None
            line.append(step)
            position = position.after(step)
        return tuple(line) if position.outcome.won else None

    def any_winning_turn(self, position: Position) -> Turn | None:
        """Some turn that keeps the win."""
        turns = self.turns(position)
        if turns is None:
            return None
        for at in range(0, len(turns.outcomes), FEW):
            some = turns.outcomes[at : at + FEW]
            won = some[self.decided(turns.graph.states[some]) == YES]
            if len(won):
                return turn_to(position, turns, int(won[0]))
        return None


def turn_to(position: Position, turns: Turns, node: int) -> Turn:
    """The turn that leads to a node."""
    return Turn(turns.plays(node), position.player, turns.drawn(node))
