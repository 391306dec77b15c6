"""How unique a solution is, exactly: never more than is proved.

Two turns are the same when they lead to the same position, like piles in any order: so the order of plays inside a
turn and the choice between like piles make no difference.  Modulo that:

- ``first-turn``: just one first turn solves the task.  Where the order of the draw pile is unknown, no more is claimed.
- ``turns``: every solving line is made of the same turns (who lays which cards on piles of which direction), each as
  often, in whatever order they are played.
- ``line``: there is just one solving line.  Where an opponent defends: against every defence, just one turn keeps the
  task at each turn of the mover.

Why one walk settles ``turns``: if all lines from the start are made of one collection of turns, then all lines from
any position on the way are made of what is left of it.  So each position needs to be looked at once, and the first
disagreement is the end of it.
"""

from __future__ import annotations

from collections import Counter

from puzzles.answers.task_judge import TaskJudge
from puzzles.puzzle import Uniqueness
from solver import Choice, Position, Rules, Turn
from solver.stipulations.position import StipulatedPosition

MOST_POSITIONS = 5_000  # looked at to prove a uniqueness; beyond that nothing is claimed

TurnName = tuple[object, ...]
Turns = Counter[TurnName]


class NotOne(Exception):
    """There are two different solutions."""


class TooMany(Exception):
    """More positions than are looked at, or one that was not decided."""


def uniqueness(task_judge: TaskJudge, firsts: tuple[Choice, ...]) -> tuple[Uniqueness, str | None]:
    """The strongest uniqueness that is proved, and the limit that stood in the way of more.

    ``firsts`` are all first turns that solve the task.
    """
    weakest: Uniqueness = "first-turn" if len(firsts) == 1 else "none"
    if not firsts:
        return "none", None
    if task_judge.task.kind.every_order:
        return weakest, None  # what follows depends on the order
    try:
        if task_judge.is_contest:
            one = len(firsts) == 1 and Forced(task_judge).at(task_judge.position, 0)
            return ("line" if one else weakest), None
        walk = SolvingWalk(task_judge)
        walk.turns_from(task_judge.position, 0)
    except NotOne:
        return weakest, None
    except TooMany:
        return weakest, f"uniqueness beyond {weakest}: more than {MOST_POSITIONS} positions, or time ran out"
    return ("line" if walk.one_line else "turns"), None


class SolvingWalk:
    """Through every position that a solving line passes, each once."""

    def __init__(self, task_judge: TaskJudge) -> None:
        self.task_judge, self.one_line = task_judge, True
        self.known: dict[tuple[object, ...], Turns] = {}

    def turns_from(self, position: Position, done: int) -> Turns:
        """The turns that every solving line from here on is made of."""
        if self.task_judge.reached(position, done):
            return Counter()
        place = place_of(position, done if self.task_judge.task.kind.counts_turns else 0)
        if place in self.known:
            return self.known[place]
        choices = choices_within(self.task_judge, position, done, len(self.known))
        self.one_line = self.one_line and len(choices) == 1
        whole: Turns | None = None
        for choice in choices:
            turn = name_of(position.rules, choice.turn)
            if whole is not None and turn not in whole:
                raise NotOne
            turns = self.turns_from(position.after(choice.turn), done + 1) + Counter([turn])
            if whole is not None and whole != turns:
                raise NotOne
            whole = turns
        if whole is None:  # this position was said to be on a solving line
            raise TooMany
        self.known[place] = whole
        return whole


class Forced:
    """Through every defence: is there just one turn that keeps the task, each time the hero is to move?"""

    def __init__(self, task_judge: TaskJudge) -> None:
        self.task_judge = task_judge
        self.known: dict[tuple[object, ...], bool] = {}

    def at(self, position: Position, done: int) -> bool:
        """From this position of the hero on."""
        place = place_of(position, done if self.task_judge.task.kind.counts_turns else 0)
        if place not in self.known:
            choices = choices_within(self.task_judge, position, done, len(self.known))
            self.known[place] = len(choices) == 1 and self.after(position.after(choices[0].turn), done + 1)
        return self.known[place]

    def after(self, position: Position, done: int) -> bool:
        """Whatever the opponent answers."""
        from solver.analysis.duel_judge import distinct_turns

        if position.outcome is not None:
            return True
        ends = distinct_turns(position)
        if ends is None:
            raise TooMany
        return all(self.at(position.after(position.ended(end.turn)), done + 1) for end in ends.values())


def choices_within(task_judge: TaskJudge, position: Position, done: int, seen: int) -> tuple[Choice, ...]:
    """The turns that keep the task, as long as the limits allow to look."""
    if seen >= MOST_POSITIONS or task_judge.limits.left <= 0:
        raise TooMany
    choices = task_judge.solving_choices(position, done)
    if choices is None:
        raise TooMany
    return choices


def place_of(position: Position, done: int) -> tuple[object, ...]:
    """What makes two positions of one game the same, for a task that counts turns after as many of them."""
    from solver.analysis.choices import in_order

    left = tuple(len(pile.cards) for pile in position.draws)
    if isinstance(position, StipulatedPosition):
        return position.tops, position.hands, left, position.to_move, position.left
    return in_order(position.rules, position.tops), position.hands, left, position.to_move, done


def name_of(rules: Rules, turn: Turn) -> TurnName:
    """A turn by what makes it one of a set: who lays which cards on piles of which direction (and owner)."""
    piles = [rules.piles[rules.pile_index(play.pile)] for play in turn.plays]
    laid = [(play.card, pile.direction, pile.owner) for play, pile in zip(turn.plays, piles, strict=True)]
    return turn.player, tuple(sorted(laid, key=str))
