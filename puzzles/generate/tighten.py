"""Tight tables for the team games: the tops of piles are exchanged until just one turn keeps the win.

Few ends of played games have a single turn that works, most have many.  So the piles of an end are moved on, one at a
time, to other cards that are laid already: the same cards are left, with less room.  A change is kept as long as the
game can be won and no more turns win than before.  A game that leads to the position is looked for in the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from puzzles.generate.stream import Chance
from puzzles.puzzle import Task
from puzzles.rating.features import greedy_wrong
from puzzles.rating.viewer import viewer_of
from solver import Card, Position
from solver.analysis.team_judge import TeamJudge
from solver.search.limits import Limits

CHANGES = 30  # tried from one beginning
STEP = 8  # places in card order that a pile is moved on at most
CHOICES = range(3, 121)  # different turns that a puzzle's first position has


def tightened(position: Position, task: Task, chance: Chance, gentle: bool) -> Iterator[Position]:
    """Tables with one winning turn; where gentle ones are not asked for, such as tempt to a wrong first turn."""
    count = winning_turns(position)
    for _ in range(CHANGES if count else 0):
        changed = moved_on(position, chance)
        after = winning_turns(changed) if changed is not None else 0
        if changed is None or not 0 < after <= count:
            continue
        position, count = changed, after
        if count == 1 and (gentle or tempts(position, task)):
            yield position


def winning_turns(position: Position) -> int:
    """How many different turns keep the win; 0 where none does, it is not known, or there are too few or many turns."""
    if position.outcome is not None:
        return 0
    turns, winning = TeamJudge(position, Limits()).winning_choices(position)
    return winning or 0 if turns in CHOICES else 0


def tempts(position: Position, task: Task) -> bool:
    """Is a cheapest first turn wrong?"""
    view = viewer_of(position, task).view(position, 0)
    return view is not None and greedy_wrong(view) > 0


def moved_on(position: Position, chance: Chance) -> Position | None:
    """The table with one pile showing another laid card, a little further on; None where there is none."""
    rules, at = position.rules, chance.below(len(position.tops))
    held: set[Card | None] = {*position.draw.cards, *position.tops, *(card for hand in position.hands for card in hand)}
    top, ascends = position.tops[at], rules.piles[at].direction == "up"
    if top is None:
        return None
    cards = [card for card in rules.cards if card not in held and (card > top if ascends else card < top)]
    near = cards[:STEP] if ascends else cards[-STEP:]
    if not near:
        return None
    tops = list(position.tops)
    tops[at] = near[chance.below(len(near))]
    return replace(position, tops=tuple(tops))
