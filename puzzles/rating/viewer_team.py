"""Eyes for a team game: every turn of a position at once, as the compiled searches list and decide them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from puzzles.puzzle import Task
from puzzles.rating.viewer import RIGHT, Place, View
from solver.kernels.turn import Indices, Problem, Words
from solver.rules.commands import COMMANDS
from solver.search.decide_states import UNDECIDED, StatesDecider
from solver.search.limits import Limits
from solver.search.team_codec import cards_left, pack
from solver.search.team_graph import Packed, TeamGraph, Turns, packed
from solver.table.line import Turn
from solver.table.position import Position

DECIDE_STATES = 50_000  # for each turn, before it stays undecided
DEPTH_STATES = 200_000  # for the traps of one position
BEST_STATES = 1_000_000  # for the best score of the puzzle
MOST_STATES = 1_000_000  # for everything together
FEW = 8  # turns decided between two looks at how many states there were
MOST_UNDER_WAY = 200_000  # ways to have played part of a turn
BINDING = [command.number for command in COMMANDS.values() if command.binds_from_the_top]
TRICK_BITS = 8  # a cost is the price, and below it in so many bits the tricks
UNREACHED = 1 << 40
PAIRS, FOURS, EIGHTS, BYTES = (
    np.uint64(word) for word in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101)
)


class TeamViewer:
    """What is seen in the positions of one puzzle; the searches share their memory."""

    def __init__(self, position: Position, task: Task) -> None:
        self.root, self.task, self.limits = position, task, Limits()
        self.numbers = packed(position)
        self.decider = StatesDecider(self.numbers.problem, self.numbers.start, self.limits)
        self.cut = False  # was anything left undecided?
        self.aim = self.best_score() if task.kind.is_scored else 0

    def best_score(self) -> int:
        """The fewest cards that can be left; all of them where that is not decided in time."""
        starts = self.numbers.start[np.newaxis].copy()
        if self.root.outcome is not None:
            return self.root.cards_left
        answers = np.zeros(1, np.int64)
        self.decider.winnable(starts, answers, BEST_STATES)
        if answers[0] == RIGHT:
            return 0
        fewest = np.full(1, -1, np.int64)
        self.decider.fewest_left(starts, fewest, BEST_STATES)
        self.cut |= bool(fewest[0] < 0)
        return int(fewest[0]) if fewest[0] >= 0 else self.root.cards_left

    def is_over(self, position: Position) -> bool:
        """Is there nothing more to find?"""
        return position.outcome is not None or (self.aim > 0 and position.cards_left <= self.aim)

    def solver_moves(self, position: Position) -> bool:
        """Everybody is one team."""
        return True

    def view(self, position: Position, turns_so_far: int) -> View | None:
        """All turns of a position; None where there are too many ways to play part of one."""
        start = self.state_of(position)
        numbers = Packed(self.numbers.problem, start, self.numbers.cards)
        graph = TeamGraph(position, numbers, self.limits, MOST_UNDER_WAY, first_turn_only=True)
        if not graph.whole:
            self.cut = True
            return None
        turns, costs = Turns(graph), cheapest_ways(graph)
        turns.outcomes = distinct(self.numbers.problem, graph.states, turns.outcomes, costs)
        states, costs = graph.states[turns.outcomes], costs[turns.outcomes]
        left = left_in(self.numbers.problem, states)
        answers = self.decided(states, left)
        self.cut |= bool((answers == UNDECIDED).any())
        laid = (position.cards_left - left).tolist()
        prices, tricks = (costs >> TRICK_BITS).tolist(), (costs & (1 << TRICK_BITS) - 1).tolist()
        return View(position, turns_so_far, prices, tricks, answers.tolist(), laid, True, self, turns, True)

    def state_of(self, position: Position) -> Words:
        """A later position in the numbers of the first one."""
        start = pack(position)[1]
        start[1] |= np.uint64(len(self.root.draw.cards) - len(position.draw.cards))
        return start

    def place(self, position: Position) -> Place:
        """What makes two positions the same."""
        return self.place_of(self.state_of(position)[np.newaxis])

    def place_after(self, view: View, at: int) -> Place:
        """The place that a turn leads to."""
        turns = view.handle
        assert isinstance(turns, Turns)
        return self.place_of(turns.graph.states[turns.outcomes[at : at + 1]])

    def place_of(self, states: Words) -> Place:
        """The place of a single state; at the end it is nobody's turn."""
        problem = self.numbers.problem
        piles = sorted(zip(problem.direction.tolist(), seen_piles(problem, states)[0].tolist(), strict=True))
        _, turn, *hands = states[0].tolist()
        over = not any(hands) and turn & 255 == len(problem.draw)
        return (turn & 255 if over else turn, *hands, *(word for _, seen in piles for word in seen))

    def decide(self, view: View, turns: list[int]) -> None:
        """Every turn is decided when it is listed."""

    def decided(self, states: Words, left: Indices) -> Indices:
        """Which turns are right."""
        if self.aim > 0:
            return self.decider.lowered(states, left, self.aim, max(MOST_STATES, self.decider.states + FEW))
        answers = np.where(left == 0, RIGHT, UNDECIDED)
        for at in range(0, len(states), FEW):
            if self.decider.states < MOST_STATES:
                self.decider.winnable(states[at : at + FEW], answers[at : at + FEW], DECIDE_STATES)
        return answers

    def turn(self, view: View, at: int) -> Turn:
        """One way to play a turn."""
        turns = view.handle
        assert isinstance(turns, Turns)
        node = int(turns.outcomes[at])
        return Turn(turns.plays(node), view.position.player, turns.drawn(node))

    def depths(self, view: View, wrong: list[int]) -> list[int]:
        """For each of these wrong turns, how many cards can still be laid after it."""
        turns = view.handle
        assert isinstance(turns, Turns)
        states = turns.graph.states[turns.outcomes[wrong]]
        fewest = np.full(len(states), -1, np.int64)
        self.decider.fewest_left(states, fewest, min(DEPTH_STATES, max(MOST_STATES - self.decider.states, 0)))
        self.cut |= bool((fewest < 0).any())
        left = np.array([cards_left(self.numbers.problem, state) for state in states], np.int64)
        depths: list[int] = np.where(fewest < 0, left, left - fewest).tolist()
        return depths


# --- turns that are the same


def seen_piles(problem: Problem, states: Words) -> Words:
    """[state, pile]: what the cards left can see of it: those that follow, those that follow plainly, its command."""
    low, high = remaining(problem, states)
    rest = np.stack([low, high], axis=1)
    seen = np.zeros((len(states), problem.piles, 5), np.uint64)
    commands = np.where(np.isin(problem.command, BINDING), problem.command, 0).astype(np.uint64)
    for pile in range(problem.piles):
        side, top = problem.direction[pile], (states[:, 0] >> np.uint64(8 * pile) & np.uint64(255)).astype(np.int64)
        seen[:, pile, 0:2] = problem.follow[side, top] & rest
        seen[:, pile, 2:4] = problem.plain[side, top] & rest
        seen[:, pile, 4] = commands[top]
    return seen


def distinct(problem: Problem, states: Words, nodes: Indices, costs: Indices) -> Indices:
    """Of nodes that no card left can tell apart, the cheapest."""
    seen, chosen = seen_piles(problem, states[nodes]), states[nodes]
    ids = np.unique(seen.reshape(-1, seen.shape[2]), axis=0, return_inverse=True)[1].reshape(len(nodes), problem.piles)
    ups = int((problem.direction == 0).sum())
    rows = np.concatenate([np.sort(ids[:, :ups], axis=1), np.sort(ids[:, ups:], axis=1)], axis=1).astype(np.uint64)
    classes = np.unique(np.concatenate([rows, chosen[:, 1:]], axis=1), axis=0, return_inverse=True)[1].reshape(-1)
    order = np.lexsort((costs[nodes], classes))
    first = np.concatenate([[True], np.diff(classes[order]) > 0])
    found: Indices = nodes[np.sort(order[first])]
    return found


# --- prices


def remaining(problem: Problem, states: Words) -> tuple[Words, Words]:
    """The cards still to be laid, as two words."""
    pending = problem.pending[(states[:, 1] & np.uint64(255)).astype(np.int64)]
    low, high = (np.bitwise_or.reduce(states[:, 2 + word :: 2], axis=1) | pending[:, word] for word in (0, 1))
    return low, high


def left_in(problem: Problem, states: Words) -> Indices:
    """How many cards are still to be laid."""
    low, high = remaining(problem, states)
    return ones(low) + ones(high)


def cheapest_ways(graph: TeamGraph) -> Indices:
    """For each node of a turn, the price of the cheapest way to it, and the fewest tricks of a way at that price."""
    parents, edges, closed, tricks = priced_edges(graph)
    prices = (closed << TRICK_BITS) + tricks
    depth = laid_in_turn(graph)[parents]
    costs = np.full(graph.nodes, UNREACHED, np.int64)
    costs[0] = 0
    for laid in range(int(depth.max(initial=-1)) + 1):
        layer = depth == laid
        np.minimum.at(costs, edges[layer] >> 16, costs[parents[layer]] + prices[layer])
    return costs


def laid_in_turn(graph: TeamGraph) -> Indices:
    """For each node, the cards laid so far in its turn."""
    found: Indices = (graph.states[:, 1] >> np.uint64(12) & np.uint64(255)).astype(np.int64)
    return found


def priced_edges(graph: TeamGraph) -> tuple[Indices, Indices, Indices, npt.NDArray[np.bool_]]:
    """The plays of a graph: the nodes they are played at, the edges, the places that each closes, is it a trick?"""
    first = graph.arrays.first[: graph.nodes + 1]
    opened = np.nonzero(np.diff(first) > 0)[0]
    parents = np.repeat(opened, np.diff(first)[opened])
    edges = graph.arrays.edges[: len(parents)]
    problem, states = graph.problem, graph.states[parents]
    card, pile = edges & 255, edges >> 8 & 15
    side, top = (
        problem.direction[pile],
        (states[:, 0] >> (8 * pile).astype(np.uint64) & np.uint64(255)).astype(np.int64),
    )
    before, after = problem.follow[side, top], problem.follow[side, card]
    closed = np.zeros(len(edges), np.int64)
    plain = np.zeros(len(edges), np.bool_)
    for word, cards in enumerate(remaining(problem, states)):
        bit = np.where(card >> 6 == word, np.uint64(1) << (card & 63).astype(np.uint64), np.uint64(0))
        left = cards & ~bit
        closed += ones(before[:, word] & left) - ones(after[:, word] & left)
        plain |= problem.plain[side, top][:, word] & bit > 0
    return parents, edges, closed, ~plain


def ones(words: Words) -> Indices:
    """How many bits are set in each word."""
    counts = words - (words >> np.uint64(1) & PAIRS)
    counts = (counts & FOURS) + (counts >> np.uint64(2) & FOURS)
    counts = counts + (counts >> np.uint64(4)) & EIGHTS
    found: Indices = (counts * BYTES >> np.uint64(56)).astype(np.int64)
    return found
