"""What the plays and turns of a team game's graph cost (see ``solver.analysis.prices``), all of them at once.

A play costs the places that it closes on its pile for the cards still to be laid; a turn what its plays cost, in the
order in which that is least.  Two turns are the same here if no card left can tell where they lead: the same cards laid
and drawn, and piles of the same direction that the same cards follow, plainly or by a trick, under the same commands.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.turn import Indices, Problem, Words
from solver.rules.commands import COMMANDS
from solver.search.team_codec import (
    Flags,
    cards_drawn,
    cards_remaining,
    count_cards,
    everything_laid,
    single_cards,
    tops_at,
    whose_cards,
)
from solver.search.team_graph import GraphTurns, TeamGraph

BINDING = [command.number for command in COMMANDS.values() if command.binds_from_the_top]
MOST_TRICKS = 256  # a cost is the price times this, plus the tricks
UNREACHED = 1 << 40

Place = tuple[int, ...]


def prices_of_plays(graph: TeamGraph) -> tuple[Indices, Flags]:
    """Of each play of a graph: the places that it closes; is it a trick?"""
    problem, (parents, _, cards, piles, _) = graph.problem, graph.plays
    states = graph.states[parents]
    side, top, laid = problem.direction[piles], tops_at(states, piles), single_cards(cards)
    left = cards_remaining(problem, states) & ~laid
    closed: Indices = count_cards(problem.follow[side, top] & left) - count_cards(problem.follow[side, cards] & left)
    trick: Flags = np.logical_not((problem.plain[side, top] & laid).any(axis=1))
    return closed, trick


class PricedTurns:
    """The turns of the position that a graph starts from; of those that no card left can tell apart, the cheapest.

    ``prices`` and ``tricks``: of the cheapest way to play each, and of such ways the one with the fewest tricks.
    """

    def __init__(self, graph: TeamGraph) -> None:
        self.turns, costs = GraphTurns(graph), cheapest_ways(graph)
        self.problem, nodes = graph.problem, self.turns.outcomes
        self.turns.outcomes = distinct(graph.problem, graph.states[nodes], nodes, costs[nodes])
        self.prices, self.tricks = np.divmod(costs[self.turns.outcomes], MOST_TRICKS)
        self.left = graph.left[self.turns.outcomes]

    def place(self, at: int) -> Place:
        """The place that a turn leads to."""
        return place_of(self.problem, self.turns.graph.states[self.turns.outcomes[at]])


def cheapest_ways(graph: TeamGraph) -> Indices:
    """For each node of a turn, the cost of the cheapest way to it."""
    closed, tricks = prices_of_plays(graph)
    parents, children, depth = graph.plays.parents, graph.plays.children, graph.laid[graph.plays.parents]
    prices, costs = closed * MOST_TRICKS + tricks, np.full(graph.nodes, UNREACHED, np.int64)
    costs[0] = 0
    for laid in range(int(depth.max(initial=-1)) + 1):
        layer = depth == laid
        np.minimum.at(costs, children[layer], costs[parents[layer]] + prices[layer])
    return costs


def seen_piles(problem: Problem, states: Words) -> Words:
    """[state, pile]: what the cards left can see of it: those that follow, those that follow plainly, its command."""
    rest = cards_remaining(problem, states)
    seen = np.zeros((len(states), problem.piles, 5), np.uint64)
    commands = np.where(np.isin(problem.command, BINDING), problem.command, 0).astype(np.uint64)
    for pile in range(problem.piles):
        side, top = problem.direction[pile], tops_at(states, pile)
        seen[:, pile, 0:2] = problem.follow[side, top] & rest
        seen[:, pile, 2:4] = problem.plain[side, top] & rest
        seen[:, pile, 4] = commands[top]
    return seen


def distinct(problem: Problem, states: Words, nodes: Indices, costs: Indices) -> Indices:
    """Of nodes that no card left can tell apart, the cheapest."""
    seen = seen_piles(problem, states)
    ids = np.unique(seen.reshape(-1, seen.shape[2]), axis=0, return_inverse=True)[1].reshape(len(nodes), problem.piles)
    ups = int((problem.direction == 0).sum())
    rows = np.concatenate([np.sort(ids[:, :ups], axis=1), np.sort(ids[:, ups:], axis=1)], axis=1).astype(np.uint64)
    classes = np.unique(np.concatenate([rows, whose_cards(states)], axis=1), axis=0, return_inverse=True)[1].reshape(-1)
    order = np.lexsort((costs, classes))
    first = np.concatenate([[True], np.diff(classes[order]) > 0])
    found: Indices = nodes[np.sort(order[first])]
    return found


def place_of(problem: Problem, state: Words) -> Place:
    """What makes two states the same; at the end it is nobody's turn."""
    states = state[np.newaxis]
    piles = sorted(zip(problem.direction.tolist(), seen_piles(problem, states)[0].tolist(), strict=True))
    whose, *hands = whose_cards(states)[0].tolist()
    over = bool(everything_laid(problem, states)[0])
    return (int(cards_drawn(states)[0]) if over else whose, *hands, *(word for _, seen in piles for word in seen))
