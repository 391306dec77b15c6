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
from solver.search.second_referee import Look, desk_for, refusal, rulebook_of
from solver.search.team_codec import game_as_numbers

MEMO_ROWS, MEMO_SHELVES = 1 << 12, 1 << 9  # fits the processor's cache; what is forgotten costs time only
DEFAULT_BUDGET = 10_000_000
SAMPLE = 4096  # of so many numbers one is looked at again, if it is won


@dataclass(frozen=True)
class Verdicts:
    """For each deal 0 unknown, 1 won, 2 lost; and the states that were opened."""

    verdicts: Indices
    states: Indices


class NumberedSearch:
    """The arrays for the deals of one game."""

    def __init__(self, rules: Rules) -> None:
        if rules.game.is_duel:
            raise DoesNotAddUp(f"{rules.game.name} is no team game")
        game = game_as_numbers(rules)
        self.problem, self.facts = room_for_a_deal(game, rules), usual(game)
        self.stack, self.memo = stack_for(self.problem, game.cards), memo_for(self.problem, MEMO_ROWS, MEMO_SHELVES)
        self.book, self.desk = rulebook_of(rules), desk_for(rules)
        self.deck, self.line = np.zeros(game.cards, np.int64), np.zeros((game.cards, 3), np.int64)

    def decide(self, first: int, count: int, budget: int) -> Verdicts:
        """Deals in a row."""
        found = Verdicts(np.zeros(count, np.int64), np.zeros(count, np.int64))
        search = (self.problem, self.facts, self.stack, self.memo, self.book, self.desk, self.deck, self.line)
        kernel.decide_numbered(*search, first, budget, found.verdicts, found.states)
        return found

    def line_of(self, number: int, budget: int) -> Indices:
        """The line that won a deal; one that the second referee refuses ends everything."""
        if self.decide(number, 1, budget).verdicts[0] != kernel.WON_DEAL:
            raise AssertionError(refusal(number, self.book, self.desk, self.deck, self.line))
        return self.line


def decide_deals(
    rules: Rules, first: int, count: int, budget: int = DEFAULT_BUDGET, look: Look | None = None
) -> Verdicts:
    """Decide deals ``first`` … ``first + count - 1`` of a team game, at most ``budget`` states each.

    Some of the wins are shown to ``look``.
    """
    search = NumberedSearch(rules)
    found = search.decide(first, count, budget)
    numbers = np.arange(first, first + count, dtype=np.int64)
    sampled = (found.verdicts == kernel.WON_DEAL) & (numbers % SAMPLE == 0)
    for number in numbers[sampled | (found.verdicts == kernel.REFUSED)].tolist():
        line = search.line_of(number, budget)
        if look is not None:
            look(number, line)
    return found


def room_for_a_deal(game: Problem, rules: Rules) -> Problem:
    """The game with a draw pile of the right length, to be filled in by the kernel."""
    drawn = len(rules.cards) - rules.players * rules.hand
    return game._replace(draw=np.zeros(drawn, np.int64), pending=np.zeros((drawn + 1, 2), np.uint64))
