"""Face to Face with known decks: how often whoever is to move wins from tables that look like this one.

It is an estimate by the learned value and a look at the best answers, made true on the average by positions that the
proof has decided (``python -m bench.duel_chance``); with more cards, of which too few can be decided to measure
anything, it is what the value says.  It proves nothing.
"""

from __future__ import annotations

import math

from solver.hidden.duel_player import DuelPlayer, World
from solver.hidden.duel_race import judged_ahead
from solver.hidden.strengths import QUICK
from solver.table.position import Position

LOOKED_AT = 6  # turns, the best by value
SLOPE, SHIFT = 3.133, 0.533  # the logit that is told, of the one that is thought: from 407 decided positions
MEASURED = 20  # cards a side at most, in those


def thought_chance(player: DuelPlayer, position: Position) -> float:
    """The chance of the player to move as the value sees it, with the best turn."""
    world = World(position)
    rows, found = player.by_value([world])
    best = sorted(range(len(rows)), key=lambda row: -found[row][0])[:LOOKED_AT]
    return float(judged_ahead(player, world, [rows[row] for row in best])[0].max())


def told_chance(thought: float) -> float:
    """The chance that comes true as often as it says."""
    thought = min(max(thought, 1e-4), 1 - 1e-4)
    logit = SLOPE * math.log(thought / (1 - thought)) + SHIFT
    return 1 / (1 + math.exp(-logit))


def estimate(position: Position) -> float:
    """The chance of the player to move to win, both decks known and both playing well; the game is not over."""
    thought = thought_chance(DuelPlayer(position.rules, QUICK), position)
    is_measured = all(position.held_by(seat) <= MEASURED for seat in range(position.rules.players))
    return told_chance(thought) if is_measured else thought
