"""Eyes for Face to Face: every turn of a position, and whether the player still solves the task after it."""

from __future__ import annotations

from puzzles.prices import Cost, Prices
from puzzles.prospects import RIGHT, UNDECIDED, WRONG, View
from puzzles.puzzle import Task
from solver.analysis.choices import in_order
from solver.analysis.duels import DuelJudge, key_of, turn_of
from solver.kernels.duel_table import FOREVER
from solver.line import Turn
from solver.position import Position
from solver.rules.turns import OpenTurn
from solver.search.limits import Limits

MOST_UNDER_WAY = 20_000  # ways to have played part of a turn
DECIDE_STATES = 20_000  # for each turn, before it stays undecided
CARDS_A_TURN = 2  # what a turn more before the end counts as, in cards
HELPED = frozenset({0, 1})


class DuelSight:
    """What is seen in the positions of one puzzle; the searches share their memory."""

    def __init__(self, position: Position, task: Task) -> None:
        self.root, self.task, self.mover = position, task, position.to_move
        self.judge = DuelJudge(position, Limits())
        self.cut = False  # was anything left undecided?
        self.last = self.turns_allowed()

    def turns_allowed(self) -> int:
        """Turns of both within which the task is to be solved; a helpwin without a number: as few as can be."""
        if self.task.turns is not None:
            return 2 * self.task.turns - 1
        if self.task.name != "helpwin":
            return FOREVER
        from solver.questions import helpwin

        return helpwin(self.root, str(self.root.player)).fewest or FOREVER

    def is_over(self, position: Position) -> bool:
        """Is there nothing more to find?"""
        return position.outcome is not None

    def solver_moves(self, position: Position) -> bool:
        """Is this a choice of whoever solves the puzzle?  In a helpwin, and in a played game, both sides are."""
        return self.task.name in ("helpwin", "where-lost") or position.to_move == self.mover

    def hero(self, position: Position) -> int:
        """Who is to win, the player of this position's turn being looked at."""
        return position.to_move if self.task.name == "where-lost" else self.mover

    def view(self, position: Position, turns_so_far: int) -> View | None:
        """All turns of a position; None where there are too many ways to play part of one."""
        found = priced_turns(position)
        if found is None:
            self.cut = True
            return None
        solver_moves, hero = self.solver_moves(position), self.hero(position)
        right = [
            self.is_right(position.after(turn_of(position, turn)), turns_so_far + 1, hero)
            if solver_moves
            else UNDECIDED
            for turn, _ in found
        ]
        self.cut |= solver_moves and UNDECIDED in right
        prices, tricks = [cost[0] for _, cost in found], [cost[1] for _, cost in found]
        turns = [turn for turn, _ in found]
        laid = [len(turn.laid) for turn in turns]
        return View(position, turns_so_far, prices, tricks, right, laid, solver_moves, self, turns)

    def is_right(self, after: Position, turns_so_far: int, hero: int) -> int:
        """Does the hero still win, in time if that is asked?"""
        if after.outcome is not None:
            return RIGHT if after.outcome.winner == self.root.rules.player_names[hero] else WRONG
        left = self.last if self.last == FOREVER else self.last - turns_so_far
        if left <= 0:
            return WRONG
        search = self.judge.solver.search(hero, HELPED if self.task.name == "helpwin" else None)
        answer = search.ask(self.judge.state_of(after), left, DECIDE_STATES)
        return UNDECIDED if answer.yes is None else RIGHT if answer.yes else WRONG

    def turn(self, view: View, at: int) -> Turn:
        """One way to play a turn."""
        turns = view.handle
        assert isinstance(turns, list)
        turn = turns[at]
        assert isinstance(turn, OpenTurn)
        return turn_of(view.position, turn)

    def depths(self, view: View, wrong: list[int]) -> list[int]:
        """For each of these wrong turns, how long the game goes on after it, in cards."""
        if self.last != FOREVER:
            return [CARDS_A_TURN * max(self.last - view.turns_so_far - 1, 0)] * len(wrong)
        return [CARDS_A_TURN * self.turns_until_lost(view.after(at), self.hero(view.position)) for at in wrong]

    def turns_until_lost(self, after: Position, hero: int) -> int:
        """In how many turns the opponent wins, if the hero delays."""
        if after.outcome is not None:
            return 0
        turns, state, search = 1, self.judge.state_of(after), self.judge.solver.search(1 - hero)
        while turns < FOREVER:
            answer = search.ask(state, turns, DECIDE_STATES)
            if answer.yes is None:
                self.cut = True
            if answer.yes is not False:
                return turns
            turns += 2
        return turns


# --- prices


def priced_turns(position: Position) -> list[tuple[OpenTurn, Cost]] | None:
    """Where the legal turns lead, each with its cheapest way; None if there are too many under way."""
    prices, seen = Prices(position), 0
    ends: dict[object, tuple[OpenTurn, Cost]] = {}
    layer: dict[object, tuple[OpenTurn, Cost]] = {key_of(position.open_turn): (position.open_turn, (0, 0))}
    while layer:
        seen += len(layer)
        if seen > MOST_UNDER_WAY:
            return None
        following: dict[object, tuple[OpenTurn, Cost]] = {}
        for turn, cost in layer.values():
            if turn.may_end():
                keep_cheaper(ends, (in_order(position.rules, turn.tops), turn.hand, turn.cards_to_draw()), turn, cost)
            for card, pile in turn.plays():
                later, (price, trick) = turn.lay(card, pile), prices.of(turn, card, pile)
                keep_cheaper(following, key_of(later), later, (cost[0] + price, cost[1] + trick))
        layer = following
    return list(ends.values())


def keep_cheaper(table: dict[object, tuple[OpenTurn, Cost]], key: object, turn: OpenTurn, cost: Cost) -> None:
    """One more way to come here; the cheapest is kept."""
    if key not in table or cost < table[key][1]:
        table[key] = (turn, cost)
