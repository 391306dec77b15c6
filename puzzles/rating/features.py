"""Features of a puzzle: what makes it hard for people, counted in positions.

The walk follows the solver from turn to turn.  Nothing in it is a choice of one turn among equals: where several turns
are right, all of them are followed, each with a weight that halves with each place it costs more than the cheapest
right one.  Weights are whole numbers, sums of floating point are exact in any order; so the same puzzle upside down,
or with its piles or colours renamed, has the same features to the last digit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from math import fsum, log2

from puzzles.puzzle import Puzzle
from puzzles.rating.skill import SKILLS, SkilledSolver
from puzzles.rating.skill_orders import solver_of
from puzzles.rating.viewer import REACH, RIGHT, Place, TurnsView, Viewer, viewer_of
from solver.table.position import Position

UNIT = 1 << 40  # the weight of the whole walk
PLAUSIBLE = 2  # a turn that costs at most so much more than the cheapest looks reasonable
FOLLOWED = 3  # right turns that cost at most so much more than the cheapest right one are followed
MOST_BITS = 10.0  # of surprise in one turn
FAINTEST = 16  # of a layer, positions with less than this part of the heaviest one's weight are left out
WIDTH = 6  # positions of a layer that are followed; more only if they are the heaviest and weigh the same
MOST_VIEWS = 60  # positions looked at, in each of the two walks; the layer that would exceed it ends the walk
MOST_TRAPS = 24  # wrong turns of a position whose depth is looked at

SMALL = 16  # cards left
LOST = -1  # in place of a turn: it is not followed
DIGITS = 4


@dataclass
class Walk:
    """Positions that are passed turn by turn, each with its weight, and what is known of them."""

    viewer: Viewer
    views: dict[tuple[Place, int], TurnsView | None] = field(default_factory=dict)

    def view(self, position: Position, turns_so_far: int) -> TurnsView | None:
        """The turns of a position, looked at once."""
        key = (self.viewer.place(position), turns_so_far)
        if key not in self.views:
            self.views[key] = None if self.viewer.is_over(position) else self.viewer.view(position, turns_so_far)
        return self.views[key]

    def layers(self, followed: Callable[[TurnsView], list[tuple[int, int]]]) -> Iterator[Layer]:
        """Turn by turn: ``followed`` gives the turns that are followed, each with a weight."""
        positions, number, looked_at, finished = [(self.viewer.root, UNIT)], 0, 0, 0
        while positions:
            looked_at += len(positions)
            if looked_at > MOST_VIEWS:
                self.viewer.cut = True
                return
            seen = list[tuple[TurnsView, int]]()
            for position, weight in positions:
                view = self.view(position, number)
                if view is None:
                    finished += weight
                else:
                    seen.append((view, weight))
            if seen:
                yield Layer(number, seen, finished)
            positions, number = following(seen, followed), number + 1


def following(
    seen: list[tuple[TurnsView, int]], followed: Callable[[TurnsView], list[tuple[int, int]]]
) -> list[tuple[Position, int]]:
    """The positions of the next layer with their weights; only those that are kept are played out."""
    reached: dict[Place, tuple[TurnsView, int, int]] = {}
    for view, weight in seen:
        for at, part in shared(followed(view), weight):
            if at != LOST:
                place = view.viewer.place_after(view, at)
                reached[place] = (view, at, reached[place][2] + part if place in reached else part)
    least = least_kept([weight for _, _, weight in reached.values()])
    return [(view.after(at), weight) for view, at, weight in reached.values() if weight >= least]


def least_kept(weights: list[int]) -> int:
    """The weight from which on positions are followed: the heaviest, but never one of several that weigh the same."""
    ranked = sorted(weights, reverse=True)
    if len(ranked) > WIDTH:
        heavier = [weight for weight in ranked[:WIDTH] if weight > ranked[WIDTH]]
        ranked = heavier or [weight for weight in ranked if weight == ranked[0]]
    return max([1, *(weight for weight in ranked if weight >= ranked[0] // FAINTEST)][-1], 1)


@dataclass(frozen=True)
class Layer:
    """The positions after so many turns; ``finished`` is the weight of those that need no more."""

    number: int
    views: list[tuple[TurnsView, int]]
    finished: int

    def mean(self, feature: Callable[[TurnsView], float], solver_only: bool = True) -> float:
        """The mean over the positions; those that are over, or not the solver's, count as nought."""
        total = sum(weight for _, weight in self.views) + self.finished
        return fsum(feature(view) * weight for view, weight in self.views if view.solver_moves or not solver_only) / (
            total or 1
        )


def shared(turns: list[tuple[int, int]], weight: int) -> Iterator[tuple[int, int]]:
    """A weight shared out among turns."""
    total = sum(part for _, part in turns)
    return ((at, weight * part // total) for at, part in turns)


# --- which turns are followed


def towards_the_solution(view: TurnsView) -> list[tuple[int, int]]:
    """The right turns, the cheaper the more; an opponent's turns by price alone."""
    return cheapest(view, view.near_rights if view.solver_moves else list(range(len(view))), FOLLOWED)


def as_skilled(solver: SkilledSolver) -> Callable[[TurnsView], list[tuple[int, int]]]:
    """The turns that a solver takes, all alike, the wrong ones into nowhere; an opponent's as before."""

    def followed(view: TurnsView) -> list[tuple[int, int]]:
        if not view.solver_moves:
            return cheapest(view, list(range(len(view))), FOLLOWED)
        return [(at if view.is_right(at) else LOST, 1) for at in solver.taken(view)]

    return followed


def cheapest(view: TurnsView, turns: list[int], reach: int) -> list[tuple[int, int]]:
    """The cheapest of these turns, and dearer ones with half the weight for each place."""
    if not turns:
        return []
    least = min(view.prices[at] for at in turns)
    return [(at, 1 << reach - view.prices[at] + least) for at in turns if view.prices[at] - least <= reach]


# --- features of one position


def surprise(view: TurnsView) -> float:
    """How far the right turns are from what one thinks of first, in bits; nought where every turn is right."""
    weights = {at: 1 << max(REACH - view.excess(at), 0) for at in view.near}
    right = sum(weights[at] for at in view.near_rights)
    return min(log2(sum(weights.values()) / right), MOST_BITS) if right else MOST_BITS


def greedy_wrong(view: TurnsView) -> float:
    """The share of the cheapest turns that are wrong."""
    return share_wrong(view, [at for at in view.near if view.prices[at] == view.least])


def plausible(view: TurnsView) -> float:
    """How many turns look reasonable, in bits; nought where every one of them is right."""
    near = [at for at in view.near if view.excess(at) <= PLAUSIBLE]
    return log2(len(near)) if any(view.right[at] != RIGHT for at in near) else 0.0


def detour(view: TurnsView) -> float:
    """How many places more than the cheapest turn the cheapest right one costs."""
    return float(min((view.excess(at) for at in view.near_rights), default=0))


def trap(view: TurnsView) -> float:
    """How many cards can still be laid after the wrong turn that looks reasonable and fails last."""
    wrong = [at for at in view.near if view.right[at] != RIGHT and view.excess(at) <= PLAUSIBLE]
    for reach in range(PLAUSIBLE, -1, -1):
        if len(wrong) <= MOST_TRAPS:
            break
        wrong = [at for at in wrong if view.excess(at) < reach] or wrong
    return float(max(view.viewer.depths(view, wrong), default=0)) if wrong else 0.0


def tricks(view: TurnsView) -> float:
    """How many tricks the turns hold that are followed, on the average."""
    turns = towards_the_solution(view)
    return sum(view.tricks[at] * part for at, part in turns) / (sum(part for _, part in turns) or 1)


# --- features of a puzzle


def features_of(puzzle: Puzzle) -> tuple[dict[str, float], bool]:
    """The named features of a puzzle, and whether something was cut off or left undecided."""
    from solver.analysis.analyze import refuse_unknown_order

    if not puzzle.task.kind.every_order:
        refuse_unknown_order(puzzle.position)
    puzzle = in_one_form(puzzle)
    viewer = viewer_of(puzzle.position, puzzle.task)
    found = lost_features(puzzle, viewer) if puzzle.task.kind.asks_where else walked_features(puzzle, viewer)
    return {name: round(value, DIGITS) for name, value in found.items()}, viewer.cut


def in_one_form(puzzle: Puzzle) -> Puzzle:
    """The puzzle itself; a large one as the first of all that are the same.

    Where states run out, what is left undecided depends on where the search began.  So puzzles that are the same are
    looked at in the same form.  Small ones are decided, in whatever form.
    """
    if puzzle.position.cards_left <= SMALL or puzzle.played:
        return puzzle
    from puzzles.canonical import canonical

    return replace(puzzle, position=canonical(puzzle.position))


def walked_features(puzzle: Puzzle, viewer: Viewer) -> dict[str, float]:
    """The puzzle is solved turn by turn; of an only turn, the first turn is all that is asked."""
    walk, only_first = Walk(viewer), puzzle.task.kind.first_turn_only
    layers: list[Layer] = []
    for layer in walk.layers(towards_the_solution):
        layers.append(layer)
        if only_first:
            break
    solver = solver_of(puzzle, viewer, walk.view)
    fails, at_turn = skilled_play(walk, solver, 0, only_first)
    return {
        "insight": fails + fsum(skilled_play(walk, solver, skill, only_first)[0] for skill in SKILLS[1:]),
        "surprise": fsum(layer.mean(surprise) for layer in layers),
        "greedy": fails,
        "greedy_turn": at_turn,
        "trap": max((layer.mean(trap) for layer in layers), default=0.0),
        "plausible": fsum(layer.mean(plausible) for layer in layers),
        "detour": fsum(layer.mean(detour) for layer in layers),
        "tricks": fsum(layer.mean(tricks) for layer in layers),
        "cards": float(puzzle.position.cards_left),
        "turns": fsum(layer.mean(lambda view: 1.0, solver_only=False) for layer in layers),
        "unseen": float(sum(len(pile.cards) for pile in puzzle.position.draws)),
    }


def insight_of(puzzle: Puzzle) -> float:
    """The insight alone of a puzzle that is solved turn by turn: as among its features, for a part of the work."""
    viewer = viewer_of(puzzle.position, puzzle.task)
    walk, only_first = Walk(viewer), puzzle.task.kind.first_turn_only
    solver = SkilledSolver(puzzle, viewer, walk.view)
    return fsum(skilled_play(walk, solver, skill, only_first)[0] for skill in SKILLS)


def skilled_play(walk: Walk, solver: SkilledSolver, skill: int, only_first: bool) -> tuple[float, float]:
    """How often a solver of some skill goes wrong, and at which turn on the average (0: never)."""
    solver.skill = skill
    survives, fails, when = 1.0, list[float](), list[float]()
    for layer in walk.layers(as_skilled(solver)):
        wrong = layer.mean(lambda view: share_wrong(view, solver.taken(view)))
        fails.append(survives * wrong)
        when.append(survives * wrong * (layer.number + 1))
        survives *= 1 - wrong
        if only_first or survives == 0:
            break
    lost = fsum(fails)
    return lost, fsum(when) / lost if lost else 0.0


def share_wrong(view: TurnsView, turns: list[int]) -> float:
    """The share of these turns that are wrong."""
    return sum(not view.is_right(at) for at in turns) / len(turns)


def lost_features(puzzle: Puzzle, viewer: Viewer) -> dict[str, float]:
    """A played game is gone through: which turn looks suspicious, and which one was it?"""
    seen = list(played_views(puzzle, viewer))
    lost = next((k for k, (view, at) in enumerate(seen) if view.near_rights and not view.is_right(at)), None)
    if lost is None:
        return dict.fromkeys(NAMES, 0.0)
    view, at = seen[lost]
    solver, insight = SkilledSolver(puzzle, viewer, viewer.view), list[float]()
    for skill in SKILLS:
        solver.skill = skill
        named = solver.named(seen)
        insight.append(1 - (lost in named) / len(named))
    suspicion = [1 << min(before.excess(k), REACH) for before, k in seen]
    return {
        "insight": fsum(insight),
        "surprise": min(log2(sum(suspicion) / suspicion[lost]), MOST_BITS),
        "greedy": 0.5 ** min(view.excess(at), REACH),
        "greedy_turn": lost + 1.0,
        "trap": float(viewer.depths(view, [at])[0]),
        "plausible": plausible(view),
        "detour": detour(view),
        "tricks": tricks(view),
        "cards": float(puzzle.position.cards_left),
        "turns": float(len(puzzle.played)),
        "unseen": float(sum(len(pile.cards) for pile in puzzle.position.draws)),
    }


def played_views(puzzle: Puzzle, viewer: Viewer) -> Iterator[tuple[TurnsView, int]]:
    """The positions of a played game, each with the turn that was played."""
    position = puzzle.position
    for number, turn in enumerate(puzzle.played):
        view, after = viewer.view(position, number), position.after(turn)
        at = None if view is None else view.find(after)
        if view is None or at is None:
            return
        yield view, at
        position = after


NAMES = (
    "insight",
    "surprise",
    "greedy",
    "greedy_turn",
    "trap",
    "plausible",
    "detour",
    "tricks",
    "cards",
    "turns",
    "unseen",
)
