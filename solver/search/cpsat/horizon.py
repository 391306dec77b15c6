"""A long win by a rolling horizon: windows that overlap, each a model of its own, and a last one to the end.

A window is the next so many places, all of them used, with the cards that can be laid there; its turns are turns of the
whole position, since its draw pile lasts as long as its places do.  The line wanted is the one after which the most of
the cards that are left follow the tops.  Its first part is played, then comes the next window, until one model takes
what is left to the end.

So it can say yes, with a line that the referee sees, and nothing else: where a window has no line, the whole position
may still have one.
"""

from __future__ import annotations

from ortools.sat.python.cp_model import LinearExpr

from solver.referee import judge
from solver.rules.follow import follows
from solver.search.cpsat import turns
from solver.search.cpsat.goals import fold, model_of, post_rules
from solver.search.cpsat.model import Model
from solver.search.cpsat.running import CpsatResult, Run
from solver.search.cpsat.table import CpsatTable
from solver.search.limits import Limits
from solver.stipulations import Stipulation
from solver.table.line import Line, Turn
from solver.table.position import Position

LAST = 45  # cards that one model takes to the end
TRIES = ((20, 10), (24, 8))  # places of a window, and how many of them are played at least
EFFORT, LAST_EFFORT = 1.0, 10.0  # for a window and for the end, in CP-SAT's own measure
ANY_WIN = Stipulation()


def win_by_windows(position: Position, limits: Limits, log: bool, workers: int) -> CpsatResult | None:
    """A win, or None where none was found."""
    for places, played in TRIES:
        rolling = Rolling(position, limits, log, workers)
        if rolling.to_the_end(places, played):
            return CpsatResult("optimal", rolling.line, 0, 0, limits.elapsed, rolling.conflicts, rolling.branches)
        if limits.left <= 0:
            break
    return None


class Rolling:
    """A game under way: the line so far, and where it has come to."""

    def __init__(self, position: Position, limits: Limits, log: bool, workers: int) -> None:
        self.position, self.limits, self.log, self.workers = position, limits, log, workers
        self.line: Line = ()
        self.conflicts = self.branches = 0

    def to_the_end(self, places: int, played: int) -> bool:
        """Window by window, and then the rest; False: no line was found somewhere."""
        while self.position.cards_left > LAST and len(self.position.draw.cards) > places:
            found = self.run(window_of(self.position, places), EFFORT)
            if not self.play(beginning(found, played)):
                return False
        rest = CpsatTable(self.position)
        return self.play(self.run(model_of(rest, "win", ANY_WIN), LAST_EFFORT)) and not self.position.cards_left

    def run(self, model: Model, effort: float) -> Line:
        """The best line of a model that is found with so much effort."""
        run = Run(model, "win", self.limits, self.log, self.workers, effort)
        run.solve()
        result = run.result()
        self.conflicts, self.branches = self.conflicts + result.conflicts, self.branches + result.branches
        return result.line

    def play(self, line: Line) -> bool:
        """Go on by a line, if there is one and the referee accepts it."""
        if not line or not judge(self.position, line).legal:
            return False
        for turn in line:
            self.position = self.position.after(turn)
        self.line += line
        return True


def beginning(line: Line, cards: int) -> Line:
    """The first turns, which lay at least so many cards."""
    taken, laid = list[Turn](), 0
    for turn in line:
        if laid >= cards:
            break
        taken.append(turn)
        laid += len(turn.plays)
    return tuple(taken)


def window_of(position: Position, places: int) -> Model:
    """The model of the next places, all of them used."""
    table = CpsatTable(position, places)
    model = Model(table, all_laid=False)
    post_rules(model)
    fold(model, ANY_WIN)
    turns.short_solo_turns(model)
    for place in model.places:
        model.cp.add(model.in_use[place] == (place < places))
    model.cp.minimize(stranded(position, model, places))
    return model


def stranded(position: Position, model: Model, moment: int) -> LinearExpr | int:
    """How many of the cards that are left do not follow, counted for each top of this moment."""
    left = [*(card for hand in position.hands for card in hand), *position.draw.cards]
    terms = []
    for (side, ground, at), literal in model.visible.items():
        if at == moment:
            top = model.table.shown(ground)
            terms.append(sum(not follows(position.rules, side, top, card) for card in left) * literal)
    return LinearExpr.sum(terms)
