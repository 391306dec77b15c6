"""Unknown orders of a team game: the turns are listed once, and decided anew for each order."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from solver.analysis.choices import MOST_UNDER_WAY
from solver.analysis.orders import Draws, Tally, with_order
from solver.errors import DoesNotAddUp
from solver.kernels.turn import Words
from solver.search.decide_states import NO, UNDECIDED, YES, StatesDecider
from solver.search.limits import Limits
from solver.search.team_codec import pack
from solver.search.team_graph import TeamGraph, Turns, packed
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
        graph = TeamGraph(self.first, packed(self.first), limits, MOST_UNDER_WAY, first_turn_only=True)
        if not graph.whole:
            raise DoesNotAddUp(f"more than {MOST_UNDER_WAY} ways to play part of the turn: too many to compare")
        self.turns = Turns(graph)
        self.states = graph.states[self.turns.outcomes]
        self.drawn = (self.states[:, 1] & np.uint64(255)).astype(np.int64)
        self.laid = ~self.states[:, 2:].any(axis=1) & (self.drawn == len(self.first.draw.cards))
        self.numbers = np.zeros((3, len(self.states)), np.int64)
        self.known = self.taken_by(graph.problem.pending)
        self.decider = StatesDecider(graph.problem, graph.numbers.start, limits, MEMO_ROWS)

    def taken_by(self, pending: Words) -> Words:
        """For each turn, the cards it draws."""
        taken: Words = pending[0] & ~pending[self.drawn]
        return taken

    def look_at(self, draws: Draws) -> None:
        """The same turns, other cards drawn after them."""
        problem, _ = pack(with_order(self.position, draws))
        states, seat = self.states.copy(), self.position.to_move
        hand = slice(2 + 2 * seat, 4 + 2 * seat)
        states[:, hand] = (states[:, hand] & ~self.known) | self.taken_by(problem.pending)
        answers = np.where(self.laid, YES, UNDECIDED)
        self.decider.turn_to(problem)
        self.decider.winnable(states, answers, BUDGET)
        for row, answer in enumerate((YES, NO, UNDECIDED)):
            self.numbers[row] += answers == answer
        self.note(int((answers == YES).sum()), int((answers == UNDECIDED).sum()))

    def tallies(self) -> Iterator[tuple[Turn, int, tuple[int, int, int]]]:
        """Each choice with its numbers."""
        for at, (node, same) in enumerate(zip(self.turns.outcomes.tolist(), self.turns.orders(), strict=True)):
            won, lost, unknown = self.numbers[:, at].tolist()
            yield Turn(self.turns.plays(node), self.position.player), same, (won, lost, unknown)
