"""Eyes for a team game: every turn of a position at once, as the compiled searches list and decide them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from puzzles.puzzle import Task
from puzzles.rating.viewer import RIGHT, WRONG, Place, TurnsView
from solver.search.decide_states import UNDECIDED, StatesDecider
from solver.search.limits import Limits
from solver.search.team_codec import packed
from solver.search.team_graph import TeamGraph
from solver.search.team_prices import PricedTurns, place_of
from solver.stipulations.position import StipulatedPosition
from solver.table.line import Turn
from solver.table.position import Position

DECIDE_STATES = 50_000  # for each turn, before it stays undecided
DEPTH_STATES = 200_000  # for the traps of one position
BEST_STATES = 1_000_000  # for the best score of the puzzle
MOST_STATES = 1_000_000  # for everything together
FEW = 8  # turns decided between two looks at how many states there were
MOST_UNDER_WAY = 200_000  # ways to have played part of a turn

Answers = npt.NDArray[np.int64]


class TeamViewer:
    """What is seen in the positions of one puzzle; the searches share their memory."""

    def __init__(self, position: Position, task: Task) -> None:
        self.root, self.task, self.limits = position, task, Limits()
        self.game = packed(position)
        self.decider = StatesDecider(self.game.problem, self.game.start, self.limits)
        self.cut = False  # was anything left undecided?
        self.aim = self.best_score() if task.kind.is_scored else 0

    def best_score(self) -> int:
        """The fewest cards that can be left; all of them where that is not decided in time."""
        starts = self.game.start[np.newaxis]
        if self.root.outcome is not None:
            return self.root.cards_left
        answers = np.zeros(1, np.int64)
        self.decider.winnable(starts, answers, BEST_STATES)
        if answers[0] == RIGHT:
            return 0
        fewest = np.full(1, -1, np.int64)
        self.decider.fewest_left(starts, fewest, BEST_STATES)
        self.cut |= bool(fewest[0] < 0)
        return int(fewest[0]) if fewest[0] >= 0 else self.root.cards_left

    def is_over(self, position: Position) -> bool:
        """Is there nothing more to find?"""
        return position.outcome is not None or (self.aim > 0 and position.cards_left <= self.aim)

    def view(self, position: Position, turns_so_far: int) -> TurnsView | None:
        """All turns of a position; None where there are too many ways to play part of one."""
        graph = TeamGraph(position, self.game.later(position), self.limits, MOST_UNDER_WAY, first_turn_only=True)
        if not graph.whole:
            self.cut = True
            return None
        priced = PricedTurns(graph)
        answers = self.decided(priced)
        self.cut |= bool((answers == UNDECIDED).any())
        laid = (position.cards_left - priced.left).tolist()
        prices, tricks = priced.prices.tolist(), priced.tricks.tolist()
        return TurnsView(position, turns_so_far, prices, tricks, answers.tolist(), laid, True, self, priced, True)

    def place(self, position: Position) -> Place:
        """What makes two positions the same to the cards left."""
        return place_of(self.game.problem, self.game.later(position).start)

    def place_after(self, view: TurnsView, at: int) -> Place:
        """The place that a turn leads to."""
        return self.priced(view).place(at)

    def priced(self, view: TurnsView) -> PricedTurns:
        """The turns of a view."""
        assert isinstance(view.handle, PricedTurns)
        return view.handle

    def decide(self, view: TurnsView, turns: list[int]) -> None:
        """Every turn is decided when it is listed."""

    def decided(self, priced: PricedTurns) -> Answers:
        """Which turns are right."""
        states = priced.turns.states
        if self.aim > 0:
            return self.decider.lowered(states, priced.left, self.aim, max(MOST_STATES, self.decider.states + FEW))
        answers = np.where(priced.left == 0, RIGHT, UNDECIDED)
        for at in range(0, len(states), FEW):
            if self.decider.states < MOST_STATES:
                self.decider.winnable(states[at : at + FEW], answers[at : at + FEW], DECIDE_STATES)
        return answers

    def turn(self, view: TurnsView, at: int) -> Turn:
        """One way to play a turn."""
        turns = self.priced(view).turns
        return turns.turn(int(turns.outcomes[at]))

    def depths(self, view: TurnsView, wrong: list[int]) -> list[int]:
        """For each of these wrong turns, how many cards can still be laid after it."""
        priced = self.priced(view)
        fewest, left = np.full(len(wrong), -1, np.int64), priced.left[wrong]
        most = min(DEPTH_STATES, max(MOST_STATES - self.decider.states, 0))
        self.decider.fewest_left(priced.turns.states[wrong], fewest, most)
        self.cut |= bool((fewest < 0).any())
        depths: list[int] = np.where(fewest < 0, left, left - fewest).tolist()
        return depths


class StipulatedViewer(TeamViewer):
    """The same where the win must be of a certain kind: a turn is right if some way to play it keeps that.

    Prices and tricks are those of the turn as it is seen; what it must be like is not seen in them.
    """

    def __init__(self, position: StipulatedPosition, task: Task) -> None:
        from solver.analysis.stipulated import StipulatedJudge

        super().__init__(position, task)
        assert task.require is not None
        self.judge = StipulatedJudge(position, task.require, self.limits)
        self.ways: dict[tuple[Position, Place], Turn] = {}  # how a turn that is right is played

    def view(self, position: Position, turns_so_far: int) -> TurnsView | None:
        """All turns of a position, judged by the stipulation."""
        view = super().view(position, turns_so_far)
        assert isinstance(position, StipulatedPosition)
        if view is None or position.left is None:
            return view
        choices = self.judge.choices(position, position.left) or []
        self.cut |= not choices or any(choice.verdict == "unknown" for choice in choices)
        for choice in choices:
            if choice.verdict == "winnable":
                self.ways.setdefault((position, self.place(position.after(choice.turn))), choice.turn)
        places = [(position, self.place_after(view, at)) for at in range(len(view))]
        view.right = [RIGHT if place in self.ways else WRONG for place in places]
        return view

    def turn(self, view: TurnsView, at: int) -> Turn:
        """One way to play a turn: one that is right, if there is any."""
        way = self.ways.get((view.position, self.place_after(view, at)))
        return super().turn(view, at) if way is None else way

    def depths(self, view: TurnsView, wrong: list[int]) -> list[int]:
        """As before; after a turn that is wrong only because of the stipulation, all cards can still be laid."""
        states = self.priced(view).turns.states[wrong]
        plainly = self.decider.decided(states, DECIDE_STATES)
        depths, left = super().depths(view, wrong), self.priced(view).left[wrong]
        return [int(n) if wins == RIGHT else depth for depth, wins, n in zip(depths, plainly, left, strict=True)]
