"""Many numbered deals of a game in one call of the kernel: for games whose search is quick, Quick & Easy above all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.errors import DoesNotAddUp
from solver.facts import usual
from solver.kernels import batch as kernel
from solver.kernels.turn import Indices, Problem
from solver.rules.game import Rules
from solver.search.exhaust import memo_for, stack_for
from solver.search.team_codec import game_as_numbers

MEMO_ROWS, MEMO_SHELVES = 1 << 12, 1 << 9  # fits the processor's cache; what is forgotten costs time only
DEFAULT_BUDGET = 10_000_000


@dataclass(frozen=True)
class Verdicts:
    """For each deal 0 unknown, 1 won, 2 lost; and the states that were opened."""

    verdicts: Indices
    states: Indices


def decide_deals(rules: Rules, first: int, count: int, budget: int = DEFAULT_BUDGET) -> Verdicts:
    """Decide deals ``first`` … ``first + count - 1`` of a team game, at most ``budget`` states each."""
    if rules.game.is_duel:
        raise DoesNotAddUp(f"{rules.game.name} is no team game")
    game = game_as_numbers(rules)
    problem = room_for_a_deal(game, rules)
    found = Verdicts(np.zeros(count, np.int64), np.zeros(count, np.int64))
    stack, memo = stack_for(problem, problem.cards), memo_for(problem, MEMO_ROWS, MEMO_SHELVES)
    deck = np.arange(problem.cards, dtype=np.int64)
    kernel.decide_numbered(problem, usual(game), stack, memo, deck, first, budget, found.verdicts, found.states)
    return found


def room_for_a_deal(game: Problem, rules: Rules) -> Problem:
    """The game with a draw pile of the right length, to be filled in by the kernel."""
    drawn = len(rules.cards) - rules.players * rules.hand
    return game._replace(draw=np.zeros(drawn, np.int64), pending=np.zeros((drawn + 1, 2), np.uint64))
