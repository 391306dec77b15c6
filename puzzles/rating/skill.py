"""Solvers of graded skill: how much must one look at to solve a puzzle?

A greedy solver always takes a cheapest turn.  The others leave out every turn whose failure they can see, and take a
cheapest of the rest.  What it takes to see a failure is counted in tables: one, where one sentence says it (somebody
is stuck, no pile can ever take a card, what is stipulated is broken, the turns are used up, the opponent has won);
else one and all that it takes after each turn that could follow, of an opponent after the turn that shows it soonest.
A solver of some skill looks at no more than ``TABLES[skill]`` for each turn.  In a played game it names the first
turn after which it sees the failure; where it sees none, the turn that cost most.

Where several turns look the same, each is taken with the same chance; so what is worked out is a chance to fail.
"""

from __future__ import annotations

from collections.abc import Callable

from puzzles.answers.why import no_pile_takes
from puzzles.puzzle import Puzzle
from puzzles.rating.viewer import Place, TurnsView, Viewer
from puzzles.tasks.kind import turns_of_both
from solver.search.obstruction import obstruction
from solver.stipulations.position import StipulatedPosition
from solver.table.position import Position

TABLES = (0, 1, 6, 30, 150)  # that a solver of each skill looks at to see one turn fail
SKILLS = range(len(TABLES))
UNSEEN = TABLES[-1] + 1  # more than anybody looks at
MOST_LOOKS = 2_000  # at positions, of all solvers together; then nobody sees any more, and the rating is cut off

Look = Callable[[Position, int], TurnsView | None]


class SkilledSolver:
    """What a solver sees in one puzzle.  ``look`` gives the turns of a position after so many turns."""

    def __init__(self, puzzle: Puzzle, viewer: Viewer, look: Look) -> None:
        self.viewer, self.look, self.skill, self.kind = viewer, look, 0, puzzle.task.kind
        self.fewest = getattr(viewer, "aim", 0)  # cards that a lost position leaves at best
        self.is_contest = self.kind.is_contest(puzzle.position.rules)
        self.last = turns_of_both(puzzle.task.turns) if puzzle.task.turns and self.kind.counts_turns else None
        self.known: dict[tuple[Place, int, int], int] = {}
        self.looks = 0

    def taken(self, view: TurnsView) -> list[int]:
        """The cheapest turns whose failure is not seen; the cheapest of all where every failure is."""
        for price in sorted(set(view.prices)) if self.skill else ():
            alike = [at for at in range(len(view)) if view.prices[at] == price]
            kept = [at for at in alike if not self.sees_failure(view, at)]
            if kept:
                return kept
        return [at for at in range(len(view)) if view.prices[at] == view.least]

    def sees_failure(self, view: TurnsView, at: int) -> bool:
        """Is this turn seen to fail?"""
        if view.is_right(at):
            return False
        hero = view.position.to_move if self.kind.asks_where else self.viewer.root.to_move
        return self.tables(view.after(at), view.turns_so_far + 1, hero) <= TABLES[self.skill]

    def named(self, seen: list[tuple[TurnsView, int]]) -> list[int]:
        """The turns of a played game, counted from 0, that the solver may name."""
        for number, (view, at) in enumerate(seen):
            if view.rights and self.sees_failure(view, at):
                return [number]
        dearest = max((view.excess(at) for view, at in seen), default=0)
        return [number for number, (view, at) in enumerate(seen) if view.excess(at) == dearest]

    def tables(self, position: Position, done: int, hero: int) -> int:
        """How many tables it takes to see that the hero has lost; ``UNSEEN`` where that is not so, or too many."""
        key = (self.viewer.place(position), done, hero)
        if key not in self.known:
            plain = self.is_plain(position, done, hero)
            self.known[key] = 1 if plain else min(self.tables_after(position, done, hero), UNSEEN)
        return self.known[key]

    def is_plain(self, position: Position, done: int, hero: int) -> bool:
        """Does one sentence say that it is lost?"""
        rules, outcome = position.rules, position.outcome
        if None not in rules.deck_owners:
            if outcome is not None:
                return outcome.winner != rules.player_names[hero]
            return self.last is not None and done >= self.last
        if isinstance(position, StipulatedPosition) and (position.left is None or not position.cards_left):
            return not position.is_met  # what is asked cannot be met any more
        if position.cards_left <= self.fewest:
            return False
        if outcome is not None or len(no_pile_takes(position)) > self.fewest:
            return True
        return not self.fewest and obstruction(position) is not None

    def tables_after(self, position: Position, done: int, hero: int) -> int:
        """One, and all that it takes after each turn; after the one that shows it soonest, where the opponent moves."""
        self.looks += 1
        self.viewer.cut |= self.looks > MOST_LOOKS
        view = None if position.outcome is not None or self.looks > MOST_LOOKS else self.look(position, done)
        if view is None:
            return UNSEEN
        if self.is_contest and position.to_move != hero:
            replies = view.rights if view.solver_moves else range(len(view))
            return 1 + min((self.tables(view.after(at), done + 1, hero) for at in replies), default=UNSEEN)
        total = UNSEEN if view.rights else 1
        for at in range(len(view)):
            if total >= UNSEEN:
                break
            total += self.tables(view.after(at), done + 1, hero)
        return total
