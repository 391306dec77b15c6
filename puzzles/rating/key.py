"""The key of a puzzle: the turns that no solution can do without.

The key begins with the first turn (in ``where-lost``: with the turn that was missed) and goes on for as long as one
turn alone is right, and leaves the same cards on top however it is played.  Its last step may have several right
turns; what is said of a step must hold for each of them, and for every order in which they can be played.  So the key,
and every theme, is the same whichever of several solutions is written down.  Against an opponent the key is the first
turn: what follows depends on the defence.  So it does where the order of the draw pile is unknown.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from puzzles.puzzle import Puzzle, Task
from puzzles.rating.features import played_views
from puzzles.rating.orders import Laid, cards_left_in, laid_in, tops_after, ways_of
from puzzles.rating.viewer import UNDECIDED, TurnsView, Viewer, viewer_of
from solver.cards import Card
from solver.rules.turns import Lay
from solver.table.line import Line
from solver.table.position import Position

MOST_STEPS = 40
MOST_RIGHTS = 6  # right turns of a step that are looked at; if there are more, nothing certain is said of it


@dataclass(frozen=True)
class KeyStep:
    """One turn of the key: the position, its turns and which are right; ``new``: the cards left when the key began."""

    view: TurnsView
    new: frozenset[Card]

    @property
    def position(self) -> Position:
        """The position before the turn."""
        return self.view.position

    @property
    def is_clear(self) -> bool:
        """Are there right turns, few enough to be looked at one by one?"""
        return 0 < len(self.view.rights) <= MOST_RIGHTS

    @cached_property
    def rights(self) -> tuple[Position, ...]:
        """The positions after the right turns; none where there are too many."""
        return tuple(map(self.view.after, self.view.rights)) if self.is_clear else ()

    @cached_property
    def lays(self) -> list[tuple[Lay, ...]]:
        """Every order of every right turn; nothing where there are too many."""
        found = list[tuple[Lay, ...]]()
        for after in self.rights:
            ways = ways_of(self.position, after)
            if ways is None:
                return []
            found += ways
        return found

    @cached_property
    def ways(self) -> list[frozenset[Laid]]:
        """The same as what is laid on what."""
        return [frozenset(laid_in(self.position, way, self.new)) for way in self.lays]

    @property
    def leads_to_one(self) -> bool:
        """Does every order leave the same cards on top?  (There may be tops that no card left can tell apart.)"""
        return len({tops_after(self.position, way, self.new) for way in self.lays}) == 1

    @cached_property
    def certain(self) -> frozenset[Laid]:
        """What is laid on what in every order of every right turn."""
        return frozenset.intersection(*self.ways) if self.ways else frozenset()

    @cached_property
    def kept(self) -> frozenset[Card]:
        """The cards of the hand that no right turn lays."""
        seat, hand = self.position.to_move, frozenset(self.position.hand)
        return hand.intersection(*(after.hands[seat] for after in self.rights)) if self.rights else frozenset()


@dataclass(frozen=True)
class Key:
    """The steps of a key; ``ends``: after the last one the task is solved."""

    steps: tuple[KeyStep, ...]
    ends: bool = False

    @property
    def first(self) -> KeyStep | None:
        """The first step, if its right turns are few enough to be looked at."""
        return self.steps[0] if self.steps and self.steps[0].is_clear else None


def key_of(puzzle: Puzzle) -> Key:
    """The key of a puzzle."""
    return found_key(puzzle.position, puzzle.task, puzzle.played if puzzle.task.kind.asks_where else ())


@lru_cache(maxsize=16)
def found_key(position: Position, task: Task, played: Line) -> Key:
    """The key of a task; kept for a while, since every theme asks for it."""
    from solver.analysis.analyze import refuse_unknown_order

    if not task.kind.every_order:
        refuse_unknown_order(position)
    viewer, number = viewer_of(position, task), 0
    if task.kind.asks_where:
        missed = missed_turn(Puzzle("", position, task, played=played), viewer)
        if missed is None:
            return Key(())
        position, number = missed
    first_only = task.kind.is_contest(position.rules) or task.kind.every_order
    steps, new = list[KeyStep](), cards_left_in(position)
    while not viewer.is_over(position) and len(steps) < (1 if first_only else MOST_STEPS):
        view = viewer.view(position, number)
        if view is None or not view.rights or UNDECIDED in view.right:  # nothing is claimed of what is not known
            return Key(tuple(steps))
        steps.append(KeyStep(view, new))
        if len(view.rights) > 1:
            return Key(tuple(steps))
        position, number = view.after(view.rights[0]), number + 1
        if not steps[-1].leads_to_one:
            break
    return Key(tuple(steps), ends=viewer.is_over(position))


def missed_turn(puzzle: Puzzle, viewer: Viewer) -> tuple[Position, int] | None:
    """The position before the turn of a played game that gave the win away, and how many turns came before."""
    for number, (view, at) in enumerate(played_views(puzzle, viewer)):
        if view.near_rights and not view.is_right(at):
            return view.position, number
    return None
