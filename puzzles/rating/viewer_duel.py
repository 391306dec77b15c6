"""Eyes for Face to Face: every turn of a position, and whether the player still solves the task after it."""

from __future__ import annotations

from puzzles.puzzle import Task
from puzzles.rating.viewer import RIGHT, UNDECIDED, WRONG, Place, TurnsView
from puzzles.tasks.kind import turns_of_both
from solver.analysis.duel_judge import DuelJudge
from solver.search.duel_codec import FOREVER, DuelState
from solver.search.duel_turns import EndedTurn
from solver.search.limits import Limits
from solver.table.line import Turn
from solver.table.position import Position

MOST_UNDER_WAY = 20_000  # ways to have played part of a turn
MOST_STATES = 300_000  # for everything together; fewer where many cards are left, since states cost more then:
STATES_TIMES_CARDS_CUBED = 2_000_000_000
SHARE = 20  # of these states, the part that a turn may take before it stays undecided
CARDS_A_TURN = 2  # what a turn more before the end counts as, in cards
HELPED = frozenset({0, 1})


class DuelViewer:
    """What is seen in the positions of one puzzle; the searches share their memory."""

    def __init__(self, position: Position, task: Task) -> None:
        self.root, self.task, self.mover = position, task, position.to_move
        self.judge = DuelJudge(position, Limits())
        self.solver = self.judge.solver
        self.cut = False  # was anything left undecided?
        self.last = self.turns_allowed()
        self.most_states = min(STATES_TIMES_CARDS_CUBED // max(position.cards_left, 1) ** 3, MOST_STATES)

    def turns_allowed(self) -> int:
        """Turns of both within which the task is to be solved; a helpwin without a number: as few as can be."""
        if self.task.turns is not None:
            return turns_of_both(self.task.turns)
        if not self.task.kind.helped:
            return FOREVER
        from solver.decide.questions import helpwin

        return helpwin(self.root, str(self.root.player)).bound or FOREVER

    def is_over(self, position: Position) -> bool:
        """Is there nothing more to find?"""
        return position.outcome is not None

    def solver_moves(self, position: Position) -> bool:
        """Is this a choice of whoever solves the puzzle?  In a helpwin, and in a played game, both sides are."""
        return self.task.kind.helped or self.task.kind.asks_where or position.to_move == self.mover

    def hero(self, position: Position) -> int:
        """Who is to win, the player of this position's turn being looked at."""
        return position.to_move if self.task.kind.asks_where else self.mover

    def view(self, position: Position, turns_so_far: int) -> TurnsView | None:
        """All turns of a position; None where there are too many ways to play part of one."""
        start = self.solver.packed.state_of(position)
        ends = self.solver.turns.priced(start, MOST_UNDER_WAY)
        if ends is None:
            self.cut = True
            return None
        prices, tricks, laid = [end.price for end in ends], [end.tricks for end in ends], [end.laid for end in ends]
        right, solver_moves = [UNDECIDED] * len(ends), self.solver_moves(position)
        return TurnsView(
            position, turns_so_far, prices, tricks, right, laid, solver_moves, self, (start, ends), not solver_moves
        )

    def decide(self, view: TurnsView, turns: list[int]) -> None:
        """Find out which of these turns are right."""
        for at in turns:
            view.right[at] = self.is_right(self.state_after(view, at), view.turns_so_far + 1, self.hero(view.position))
            self.cut |= view.right[at] == UNDECIDED

    def state_after(self, view: TurnsView, at: int) -> DuelState:
        """Where a turn leads, in the numbers of the search."""
        return self.ended(view)[1][at].state

    def ended(self, view: TurnsView) -> tuple[DuelState, list[EndedTurn]]:
        """The state that a view starts from, and its turns."""
        assert isinstance(view.handle, tuple)
        start, ends = view.handle
        return start, ends

    def is_right(self, after: DuelState, turns_so_far: int, hero: int) -> int:
        """Does the hero still win, in time if that is asked?"""
        winner = self.solver.turns.winner(after)
        if winner is not None:
            return RIGHT if winner == hero else WRONG
        left = self.last if self.last == FOREVER else self.last - turns_so_far
        if left <= 0:
            return WRONG
        if self.judge.states >= self.most_states:
            return UNDECIDED
        search = self.solver.search(hero, HELPED if self.task.kind.helped else None)
        answer = search.ask(after.words(), left, self.most_states // SHARE)
        return UNDECIDED if answer.yes is None else RIGHT if answer.yes else WRONG

    def turn(self, view: TurnsView, at: int) -> Turn:
        """One way to play a turn."""
        start, ends = self.ended(view)
        return self.solver.replay.turn(start.words(), ends[at].state.words())

    def place(self, position: Position) -> Place:
        """What makes two positions the same."""
        return self.solver.turns.place(self.solver.packed.state_of(position))

    def place_after(self, view: TurnsView, at: int) -> Place:
        """The place that a turn leads to."""
        return self.solver.turns.place(self.state_after(view, at))

    def depths(self, view: TurnsView, wrong: list[int]) -> list[int]:
        """For each of these wrong turns, how long the game goes on after it, in cards."""
        if self.last != FOREVER:
            return [CARDS_A_TURN * max(self.last - view.turns_so_far - 1, 0)] * len(wrong)
        hero = self.hero(view.position)
        return [CARDS_A_TURN * self.turns_until_lost(self.state_after(view, at), hero) for at in wrong]

    def turns_until_lost(self, after: DuelState, hero: int) -> int:
        """In how many turns the opponent wins, if the hero delays."""
        if self.solver.turns.winner(after) is not None:
            return 0
        turns, state, search = 1, after.words(), self.solver.search(1 - hero)
        while turns < FOREVER and self.judge.states < self.most_states:
            answer = search.ask(state, turns, self.most_states // SHARE)
            if answer.yes is None:
                break
            if answer.yes:
                return turns
            turns += 2
        self.cut = True
        return turns
