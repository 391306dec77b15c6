"""The key of a puzzle: the turns that no solution can do without.

The key begins with the first turn (in ``where-lost``: with the turn that was missed) and goes on for as long as one
turn alone is right.  Its last step may have several right turns; what is said of a step must hold for each of them, and
for every order in which they can be played.  So the key, and every theme, is the same whichever of several solutions is
written down.  Against an opponent the key is the first turn: what follows depends on the defence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice

from puzzles.features import played_views
from puzzles.prospects import Sight, View, sight_of
from puzzles.puzzle import Puzzle, Task
from solver.analysis.choices import in_order
from solver.cards import Card
from solver.line import Line
from solver.position import Position
from solver.rules.follow import follows_by_trick
from solver.rules.game import Direction
from solver.rules.turns import Lay, OpenTurn, is_gift

MOST_STEPS = 40
MOST_RIGHTS = 6  # right turns of a step that are looked at; if there are more, nothing certain is said of it
MOST_LAID = 7  # cards of a turn whose orders are gone through
MOST_WAYS = 400  # orders and piles of a turn


@dataclass(frozen=True)
class Laid:
    """A card laid directly on another (None: on a row card) in every order of a right turn."""

    below: Card | None
    card: Card
    direction: Direction
    owner: int | None
    trick: bool
    gift: bool

    @property
    def on(self) -> tuple[Card | None, Direction, int | None]:
        """The card that it was laid on, and on which kind of pile."""
        return self.below, self.direction, self.owner

    @property
    def top(self) -> tuple[Card | None, Direction, int | None]:
        """The card, in the same form: what is laid on it next is ``on`` it."""
        return self.card, self.direction, self.owner


@dataclass(frozen=True)
class Step:
    """One turn of the key: the position, its turns, and those that are right."""

    view: View

    @property
    def position(self) -> Position:
        """The position before the turn."""
        return self.view.position

    @cached_property
    def rights(self) -> tuple[Position, ...]:
        """The positions after the right turns."""
        return tuple(map(self.view.after, self.view.rights[:MOST_RIGHTS]))

    @property
    def is_clear(self) -> bool:
        """Are there right turns, few enough to be looked at one by one?"""
        return 0 < len(self.view.rights) <= MOST_RIGHTS

    @cached_property
    def certain(self) -> frozenset[Laid]:
        """What is laid on what, in every order of every right turn; nothing where there are too many."""
        if not self.is_clear:
            return frozenset()
        found: frozenset[Laid] | None = None
        for after in self.rights:
            ways = ways_of(self.position, after)
            if ways is None:
                return frozenset()
            for way in ways:
                laid = frozenset(laid_in(self.position, way))
                found = laid if found is None else found & laid
        return found or frozenset()

    @cached_property
    def kept(self) -> frozenset[Card]:
        """The cards of the hand that no right turn lays."""
        seat = self.position.to_move
        return frozenset(self.position.hand) & frozenset(
            card for after in self.all_rights for card in after.hands[seat]
        )

    @property
    def all_rights(self) -> tuple[Position, ...]:
        """As ``rights``; none at all where there are too many."""
        return self.rights if self.is_clear else ()


@dataclass(frozen=True)
class Key:
    """The steps of a key; ``ends``: the last one ends the game."""

    steps: tuple[Step, ...]
    ends: bool = False

    @property
    def first(self) -> Step | None:
        """The first step, if its right turns are few enough to be looked at."""
        return self.steps[0] if self.steps and self.steps[0].is_clear else None


def key_of(puzzle: Puzzle) -> Key:
    """The key of a puzzle."""
    return found_key(puzzle.position, puzzle.task, puzzle.played if puzzle.task.name == "where-lost" else ())


@lru_cache(maxsize=16)
def found_key(position: Position, task: Task, played: Line) -> Key:
    """The key of a task; kept for a while, since every theme asks for it."""
    sight, number = sight_of(position, task), 0
    if task.name == "where-lost":
        missed = missed_turn(position, task, played, sight)
        if missed is None:
            return Key(())
        position, number = missed
    contest = position.rules.game.is_duel and task.name != "helpwin"
    steps = list[Step]()
    while not sight.is_over(position) and len(steps) < (1 if contest else MOST_STEPS):
        view = sight.view(position, number)
        if view is None or not view.rights:
            return Key(tuple(steps))
        steps.append(Step(view))
        if len(view.rights) > 1:
            return Key(tuple(steps))
        position, number = view.after(view.rights[0]), number + 1
    return Key(tuple(steps), ends=sight.is_over(position))


def missed_turn(position: Position, task: Task, played: Line, sight: Sight) -> tuple[Position, int] | None:
    """The position before the turn of a played game that gave the win away, and how many turns came before."""
    puzzle = Puzzle("", position, task, played=played)
    for number, (view, at) in enumerate(played_views(puzzle, sight)):
        if view.near_rights and not view.is_right(at):
            return view.position, number
    return None


# --- the orders of a turn


def ways_of(position: Position, after: Position) -> list[tuple[Lay, ...]] | None:
    """Every order, and every choice of like piles, that leads to a position; None where there are too many."""
    seat = position.to_move
    cards = frozenset(position.hand) - frozenset(after.hands[seat])
    if len(cards) > MOST_LAID:
        return None
    ways = list(islice(Orders(position, after, cards).from_here(position.open_turn), MOST_WAYS + 1))
    return ways if len(ways) <= MOST_WAYS else None


class Orders:
    """The ways to lay some cards so that a position is reached; dead ends are remembered."""

    def __init__(self, position: Position, after: Position, cards: frozenset[Card]) -> None:
        self.position, self.cards = position, cards
        self.tops = in_order(position.rules, after.tops)
        seat = position.to_move if position.rules.game.is_duel else 0
        self.drawn = len(position.draw.cards) - len(after.draws[seat].cards)
        self.dead: set[object] = set()

    def from_here(self, turn: OpenTurn) -> Iterator[tuple[Lay, ...]]:
        """The ways to go on from a turn under way."""
        key = (turn.tops, turn.hand, turn.orders, turn.gifts, turn.laid[-1:] if self.position.rules.commands else ())
        if key in self.dead:
            return
        found = False
        if len(turn.laid) == len(self.cards):
            found = turn.may_end() and self.leads_there(turn)
            if found:
                yield turn.laid
        else:
            for card, pile in turn.plays():
                if card in self.cards:
                    for way in self.from_here(turn.lay(card, pile)):
                        found = True
                        yield way
        if not found:
            self.dead.add(key)

    def leads_there(self, turn: OpenTurn) -> bool:
        """Does the turn, ended here, lead to the position?"""
        return in_order(self.position.rules, turn.tops) == self.tops and turn.cards_to_draw() == self.drawn


def laid_in(position: Position, way: tuple[Lay, ...]) -> Iterator[Laid]:
    """What one way to play a turn lays on what."""
    turn, rules = position.open_turn, position.rules
    for card, pile in way:
        shown, below = rules.piles[pile], turn.tops[pile]
        gift = is_gift(shown, position.to_move)
        trick = not gift and follows_by_trick(rules, shown.direction, below, card)
        yield Laid(below, card, shown.direction, shown.owner, trick, gift)
        turn = turn.lay(card, pile)
