"""A judge of one game: decides positions that come of the first one, all with the same memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from solver.analysis.choices import MOST_UNDER_WAY, QUICK, UNKNOWN, UNWINNABLE, WINNABLE
from solver.search.decide_states import NO, UNDECIDED, YES, StatesDecider
from solver.search.limits import Limits
from solver.search.team_codec import Numbers, States, packed
from solver.search.team_graph import GraphTurns, TeamGraph
from solver.table.line import Line, Turn
from solver.table.position import Position

KEPT = {YES: True, NO: False, UNDECIDED: None}
NAMES = {YES: WINNABLE, NO: UNWINNABLE, UNDECIDED: UNKNOWN}
FEW = 16  # turns decided at a time where any winning one will do


class WinningStep(NamedTuple):
    """A turn, in one of the ``same`` ways to play it."""

    turn: Turn
    same: int


class TeamJudge:
    """The judge of a team game."""

    def __init__(self, position: Position, limits: Limits) -> None:
        self.position, self.limits, self.game = position, limits, packed(position)
        self.decider = StatesDecider(self.game.problem, self.game.start, limits)

    def verdict(self, position: Position) -> str:
        """Can it be won?  The ladder decides what is hard."""
        if position.outcome is not None:
            return WINNABLE if position.outcome.won else UNWINNABLE
        answer = self.decided(self.game.later(position).start[np.newaxis])[0]
        if answer != UNDECIDED:
            return NAMES[int(answer)]
        from solver.decide.ladder import Ladder

        return Ladder(position, self.limits).climb().name

    def decided(self, states: States, last: int | None = None) -> Numbers:
        """YES, NO or UNDECIDED for each state; ``last``: see ``StatesDecider``."""
        return self.decider.decided(states, QUICK, last)

    def turns(self, position: Position) -> GraphTurns | None:
        """The different turns of a position; None if there are too many under way."""
        graph = TeamGraph(position, self.game.later(position), self.limits, MOST_UNDER_WAY, first_turn_only=True)
        return GraphTurns(graph) if graph.whole else None

    def keep_the_win(self, turns: GraphTurns, nodes: Sequence[int] | None = None) -> list[bool | None]:
        """Of each turn (or only of those to these nodes): does it keep the win?  None where that is hard to say."""
        states = turns.states if nodes is None else turns.graph.states[np.array(nodes)]
        return [KEPT[answer] for answer in self.decided(states).tolist()]

    def can_leave(self, positions: Sequence[Position], most_left: int, states: int) -> list[bool | None]:
        """Of several positions: can a turn end with at most so many cards left?  At most so many states in all."""
        starts = np.stack([self.game.later(position).start for position in positions])
        cards = np.array([position.cards_left for position in positions], np.int64)
        answers = self.decider.lowered(starts, cards, most_left, self.decider.states + states)
        return [KEPT[answer] for answer in answers.tolist()]

    def winning_choices(self, position: Position, last: int | None = None) -> tuple[int | None, int | None]:
        """How many different turns there are, and how many of them win; None where it is not known."""
        turns = self.turns(position)
        if turns is None:
            return None, None
        answers = self.decided(turns.states, last)
        return len(answers), None if (answers == UNDECIDED).any() else int((answers == YES).sum())

    def winning_steps(self, position: Position) -> Iterator[WinningStep] | None:
        """The turns that keep the win; None if that is not known of all of them."""
        turns = self.turns(position)
        if turns is None:
            return None
        answers = self.decided(turns.states)
        if (answers == UNDECIDED).any():
            return None
        nodes = zip(turns.outcomes.tolist(), turns.orders(), answers == YES, strict=True)
        return (WinningStep(turns.turn(node), same) for node, same, wins in nodes if wins)

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
                return turns.turn(int(won[0]))
        return None
