"""Candidates with a draw pile of unknown order: several turns win in most orders, one alone in all of them.

A deal is played by a team that looks ahead, and is stopped where a few cards are left to draw.  Then nobody knows their
order any more.  Such ends are loose: many turns win in every order.  So piles are moved on, one at a time, to cards
that are laid already, as long as some turn wins in every order and no more do than before (``tighten``).  Taken is a
table in which one turn is left, and another that looks safe: it wins in at least half of the orders.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzles.generate.sensible import positions_of, team_line
from puzzles.generate.stream import Chance
from puzzles.generate.team_candidates import tight_game
from puzzles.generate.tighten import CHOICES, moved_on
from puzzles.puzzle import Task
from puzzles.quality.candidate import Candidate, Size
from solver import Position, TenbackError
from solver.analysis.every_order import SafeTurns, any_order
from solver.search.limits import Limits

MORE_CARDS = 1  # than wanted, since cards will be taken away
ENDS = 3  # of a game that are tightened
CHANGES = 60  # tried from one beginning
NEAR = 2  # a turn that wins in one of so many orders looks safe


def any_order_candidates(start: Position, task: Task, size: Size, chance: Chance) -> Iterator[Candidate]:
    """Out of the games that a team plays with one deal: a tight one as it is, a good one with its piles moved on."""
    game = tight_game(start, size, chance)
    for number, position in enumerate(positions_of(start, game)):
        table = unknown(position, size)
        if table is not None and is_tempting(table):
            yield Candidate(table, task, game=game[:number])
    if start.rules.commands:
        return  # to find a game that leads to another table takes too long there
    ends = [table for one in positions_of(start, team_line(start)) if (table := unknown(one, size)) is not None]
    for table in chance.some(ends, ENDS):
        found = tightened(table, chance)
        if found is not None:
            yield Candidate(found, task)


def unknown(position: Position, size: Size) -> Position | None:
    """The position with the order of its draw pile forgotten; None where too few or too many cards are left."""
    if position.outcome is not None or not size.least <= position.cards_left <= size.most + MORE_CARDS:
        return None
    return any_order(position) if len(position.draw.cards) > 1 else None


def tightened(position: Position, chance: Chance) -> Position | None:
    """The table with its piles moved on until one turn alone is safe; None where that was not reached."""
    count = safe_turns(position)
    for _ in range(CHANGES if count else 0):
        changed = moved_on(position, chance)
        after = 0 if changed is None else safe_turns(changed)
        if changed is None or not 0 < after <= count:
            continue
        position, count = changed, after
        if count == 1 and is_tempting(position):
            return position
    return None


def safe_turns(position: Position) -> int:
    """How many turns win in every order; 0 where that is not known, or there are too few or too many turns."""
    found = looked_at(position, refuted_will_do=True)
    return 0 if found is None else sum(found.is_safe(at) is True for at in range(len(found.turns)))


def is_tempting(position: Position) -> bool:
    """Is one turn alone safe, and does another one win in many orders?"""
    found = looked_at(position)
    if found is None:
        return False
    safe = [found.is_safe(at) for at in range(len(found.turns))]
    near = any(not kept and NEAR * found.won_in(at) >= len(found.orders) for at, kept in enumerate(safe))
    return safe.count(True) == 1 and None not in safe and near


def looked_at(position: Position, refuted_will_do: bool = False) -> SafeTurns | None:
    """The turns of a position in every order; None where there are too few or too many."""
    if position.outcome is not None:
        return None
    try:
        found = SafeTurns(position, Limits(), refuted_will_do)
    except TenbackError:  # more turns than can be listed
        return None
    return found if len(found.turns) in CHOICES else None
