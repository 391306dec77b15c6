"""Unknown orders of a team game: the turns are listed once, and decided anew for each order."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from solver.analysis.choices import MOST_UNDER_WAY
from solver.analysis.orders import Draws, Tally, with_order
from solver.errors import DoesNotAddUp
from solver.search.decide_states import NO, UNDECIDED, YES, StatesDecider
from solver.search.limits import Limits
from solver.search.team_codec import Numbers, States, pack, packed, with_other_order
from solver.search.team_graph import GraphTurns, TeamGraph
from solver.table.line import Turn
from solver.table.position import Position

BUDGET = 200_000  # states for each order and choice
MEMO_ROWS = 1 << 12


class TeamTally(Tally):
    """What is known so far of each turn."""

    def __init__(self, position: Position, limits: Limits) -> None:
        super().__init__()
        self.position, self.limits = position, limits
        self.first = with_order(position, tuple(pile.cards for pile in position.draws))
        graph = TeamGraph(self.first, packed(self.first), Limits(), MOST_UNDER_WAY, first_turn_only=True)
        if not graph.whole:
            raise DoesNotAddUp(f"more than {MOST_UNDER_WAY} ways to play part of the turn: too many to compare")
        self.turns, self.problem = GraphTurns(graph), graph.problem
        self.numbers = np.zeros((3, len(self.turns.outcomes)), np.int64)
        self.decider = StatesDecider(graph.problem, graph.game.start, limits, MEMO_ROWS)

    def answers(self, draws: Draws) -> Numbers:
        """YES, NO or UNDECIDED for each turn, in one order: the same turns, other cards drawn after them."""
        return self.decider.decided(self.turned_to(draws), BUDGET)

    def turned_to(self, draws: Draws) -> States:
        """The states after each turn in one order, to which the decider turns."""
        problem, _ = pack(with_order(self.position, draws))
        self.decider.turn_to(problem)
        return with_other_order(self.turns.states, self.position.to_move, self.problem, problem)

    def look_at(self, draws: Draws) -> None:
        """One more order."""
        answers = self.answers(draws)
        for row, answer in enumerate((YES, NO, UNDECIDED)):
            self.numbers[row] += answers == answer
        self.note(int((answers == YES).sum()), int((answers == UNDECIDED).sum()))

    def tallies(self) -> Iterator[tuple[Turn, int, tuple[int, int, int]]]:
        """Each choice with its numbers."""
        for at, (node, same) in enumerate(zip(self.turns.outcomes.tolist(), self.turns.orders(), strict=True)):
            won, lost, unknown = self.numbers[:, at].tolist()
            yield Turn(self.turns.plays(node), self.position.player), same, (won, lost, unknown)
