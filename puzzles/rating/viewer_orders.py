"""Eyes for a draw pile of unknown order: a first turn is right if it leaves a win in every order.

What a turn costs, and its tricks, do not depend on the order.  Where a position must be shown, the draw pile lies as
its cards are listed; nothing that is said of a turn depends on that.
"""

from __future__ import annotations

import numpy as np

from puzzles.answers.task_judge import refuse_misfits
from puzzles.puzzle import Task
from puzzles.rating.viewer import RIGHT, WRONG, TurnsView
from puzzles.rating.viewer_team import DEPTH_STATES, Answers, TeamViewer
from solver.analysis.every_order import SafeTurns, in_listed_order
from solver.search.decide_states import UNDECIDED
from solver.search.team_prices import PricedTurns
from solver.table.position import Position

VERDICTS = {True: RIGHT, False: WRONG, None: UNDECIDED}


class OrdersViewer(TeamViewer):
    """What is seen in the first position of one puzzle."""

    def __init__(self, position: Position, task: Task) -> None:
        refuse_misfits(position, task)
        super().__init__(in_listed_order(position), task)
        self.safe = SafeTurns(position, self.limits)

    def view(self, position: Position, turns_so_far: int) -> TurnsView | None:
        """All turns of the first position."""
        return super().view(in_listed_order(position), turns_so_far)

    def decided(self, priced: PricedTurns) -> Answers:
        """Which turns are right: those that win in every order."""
        numbers = [self.number(priced, at) for at in range(len(priced.turns.outcomes))]
        return np.array([VERDICTS[self.safe.is_safe(number)] for number in numbers], np.int64)

    def number(self, priced: PricedTurns, at: int) -> int:
        """Which of the safe turns' numbers a turn has."""
        found = self.safe.find(self.root.after(priced.turns.turn(int(priced.turns.outcomes[at]))))
        assert found is not None, "both list all turns"
        return found

    def depths(self, view: TurnsView, wrong: list[int]) -> list[int]:
        """For each of these wrong turns, how many cards can still be laid in the luckiest order that loses."""
        priced = self.priced(view)
        fewest = self.safe.fewest_left([self.number(priced, at) for at in wrong], DEPTH_STATES)
        left = priced.left[wrong]
        self.cut |= bool((fewest < 0).any())
        depths: list[int] = np.where(fewest < 0, left, left - fewest).tolist()
        return depths
