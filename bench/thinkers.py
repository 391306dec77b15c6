"""How synthetic solvers think of the tables of a puzzle; for ``bench.skill_study``.

A solver of skill *d* looks at every turn of the table, and *d* turns further, each time along the ``WIDTH`` turns that
move the piles least.  What it sees is a win, a loss, or a table that goes on; then the way counts, in numbers, that
the piles were moved, and each card left that no pile takes as it stands.  Of two turns of which one is seen to lose, or
to win, no solver takes the worse; where turns look alike it errs, the more the closer they look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import permutations
from random import Random

import numpy as np

from puzzles.puzzle import Puzzle
from solver import Position, Turn
from solver.analysis.every_order import in_listed_order, in_the_order
from solver.analysis.team_judge import TeamJudge
from solver.rules.follow import follow_tables
from solver.search.duel_solver import DuelSolver
from solver.search.limits import Limits
from solver.search.stipulated import StipulatedSearch
from solver.stipulations.position import StipulatedPosition

WIDTH = 6  # turns of a later table that are looked into
RANGE = 100.0  # the way from the lowest card to the highest
SEEN = 1_000.0  # what is seen to lose costs more than any way, what is seen to win less
LEFT = 20.0  # what a card costs that is left at the end
HOMELESS = 10.0  # and a card that no pile takes as it stands
REFILL = 5.0  # what a card on the opponent's pile is good for
HURRY = 30.0  # a card that is still to be laid where turns are counted
ORDERS = 3  # of a draw pile of unknown order that a solver imagines
MOST_UNDER_WAY = 20_000  # ways to have laid part of a turn of Face to Face

Thought = tuple[Turn, float]  # a turn, and how dear it looks


class Thinker:
    """What all solvers would think of the tables of one puzzle, before they err; each thought once."""

    def __init__(self, puzzle: Puzzle, root: Position) -> None:
        self.puzzle, self.kind, self.root = puzzle, puzzle.task.kind, root
        self.rules, self.hero = root.rules, root.to_move
        self.follow, _ = follow_tables(self.rules)
        self.last = None
        if self.kind.counts_turns and puzzle.task.turns is not None:
            self.last = puzzle.task.turns if not self.rules.game.is_duel else 2 * puzzle.task.turns - 1
        self.listed: dict[Position, list[Thought]] = {}
        self.worth: dict[tuple[Position, int, int], float] = {}

    # --- turns and their ways

    @cached_property
    def team(self) -> TeamJudge:
        """Lists the turns of a team."""
        return TeamJudge(self.root, Limits())

    @cached_property
    def duel(self) -> DuelSolver:
        """Lists the turns of Face to Face."""
        return DuelSolver(self.root, Limits())

    def turns(self, position: Position) -> list[Thought]:
        """The turns of a position, those first that move the piles least."""
        if position not in self.listed:
            found = self.duel_turns(position) if self.rules.game.is_duel else self.team_turns(position)
            self.listed[position] = sorted(found, key=lambda one: one[1])
        return self.listed[position]

    @cached_property
    def asked(self) -> StipulatedSearch:
        """Lists the turns of a team that must win in a certain way: in whatever order that makes a difference."""
        assert self.puzzle.task.require is not None
        return StipulatedSearch(self.root, self.puzzle.task.require, Limits())

    def team_turns(self, position: Position) -> list[Thought]:
        """All turns of a team, each with its way."""
        if isinstance(position, StipulatedPosition) and position.left is not None:
            table = self.asked.table_of(position, position.left)
            asked = [self.asked.turn(table, outcome) for outcome in self.asked.outcomes(table, True)]
            return [(turn, self.way(position, turn)) for turn in asked]
        turns = self.team.turns(position)
        if turns is None:
            return []
        found = [turns.turn(node) for node in turns.outcomes.tolist()]
        return [(turn, self.way(position, turn)) for turn in found]

    def duel_turns(self, position: Position) -> list[Thought]:
        """All turns of Face to Face, each with its way."""
        start = self.duel.packed.state_of(position)
        ends = self.duel.turns.priced(start, MOST_UNDER_WAY) or []
        found = [self.duel.replay.turn(start.words(), end.state.words()) for end in ends]
        return [(turn, self.way(position, turn)) for turn in found]

    def way(self, position: Position, turn: Turn) -> float:
        """How far a turn moves the piles, in parts of the whole range; backwards is below nought."""
        rules, tops, total = position.rules, list(position.tops), 0.0
        for play in turn.plays:
            index = rules.pile_index(play.pile)
            pile, top = rules.piles[index], tops[index]
            number = rules.row_number(pile) if top is None else top.number
            way = 0 if number is None else (play.card.number - number) * (1 if pile.direction == "up" else -1)
            parts = RANGE * way / (rules.highest - rules.lowest)
            if pile.owner not in (None, position.to_move):
                total -= parts / 2 + REFILL
            elif not self.kind.helped or position.to_move == self.hero:  # whoever helps may waste
                total += parts
            tops[index] = play.card
        return total

    # --- looking ahead

    def value(self, position: Position, thought: Thought, done: int, ahead: int) -> float:
        """How dear a turn looks that is the ``done``-th, with so many more turns thought through."""
        turn, way = thought
        after = position.after(turn)
        end = self.end(after, done)
        sign = 1.0 if self.on_our_side(position) else -1.0
        if end is not None:
            return way + sign * end
        if not ahead:
            return way + sign * self.standing(after)
        if not self.kind.is_scored and (lost := self.lost_cards(after)):
            return way + SEEN + LEFT * lost
        later = self.best(after, done + 1, ahead - 1)
        same = self.on_our_side(after) == self.on_our_side(position)
        return way + (later if same else -later)

    def best(self, position: Position, done: int, ahead: int) -> float:
        """How dear the best turn looks."""
        key = (position, done if self.last else 0, ahead)
        if key not in self.worth:
            some = self.turns(position)[:WIDTH]
            self.worth[key] = min((self.value(position, one, done, ahead) for one in some), default=SEEN)
        return self.worth[key]

    def on_our_side(self, position: Position) -> bool:
        """Does whoever moves work for the solver?"""
        return not self.rules.game.is_duel or self.kind.helped or position.to_move == self.hero

    def end(self, position: Position, done: int) -> float | None:
        """What a table that is over costs whoever solves; None where it goes on."""
        outcome = position.outcome
        if self.rules.game.is_duel:
            if outcome is not None:
                return -SEEN if outcome.winner == self.rules.player_names[self.hero] else SEEN
            return SEEN if self.last is not None and done >= self.last else None
        if isinstance(position, StipulatedPosition) and position.left is None:
            return SEEN
        if outcome is not None:
            return -SEEN if outcome.won else LEFT * position.cards_left + (0 if self.kind.is_scored else SEEN)
        return SEEN if self.last is not None and done >= self.last else None

    def standing(self, position: Position) -> float:
        """What a table that goes on looks like: cards that no pile takes, and how many are left where that counts."""
        homeless = (self.cards_left(position) & ~self.taken(position)).bit_count()
        if self.kind.is_scored:
            return LEFT * self.lost_cards(position) + HOMELESS * homeless
        return HOMELESS * homeless + (HURRY * position.cards_left if self.last is not None else 0.0)

    def cards_left(self, position: Position) -> int:
        """The cards still to be laid by whoever solves, or the whole team, as a set."""
        rules, seats = self.rules, [self.hero] if self.rules.game.is_duel else [*range(self.rules.players)]
        held = [position.draws[rules.deck_of(self.hero)].cards, *(position.hands[seat] for seat in seats)]
        return sum(1 << rules.card_indices[card] for cards in held for card in cards)

    def taken(self, position: Position) -> int:
        """The cards that some pile takes as it stands."""
        found = 0
        for side, top in self.shown(position):
            found |= self.follow[side][top]
        return found

    def shown(self, position: Position) -> list[tuple[int, int]]:
        """The direction of each pile of whoever solves, and the number of what it shows."""
        rules, index = self.rules, self.rules.card_indices
        return [
            (int(pile.direction == "down"), len(rules.cards) if top is None else index[top])
            for pile, top in zip(rules.piles, position.tops, strict=True)
            if pile.owner in (None, self.hero)
        ]

    def lost_cards(self, position: Position) -> int:
        """How many cards of a team no pile can ever come to take, whoever lays what."""
        if self.rules.game.is_duel:
            return 0
        left = self.cards_left(position)
        reached, takes = set(self.shown(position)), 0
        fresh = list(reached)
        while fresh:
            side, top = fresh.pop()
            takes |= self.follow[side][top]
            more = {(side, card) for card in bits(self.follow[side][top] & left)} - reached
            reached |= more
            fresh += more
        return (left & ~takes).bit_count()

    def values(self, position: Position, done: int, ahead: int) -> list[Thought]:
        """All turns of a table, each with how dear it looks; of an unknown order, in a few on the average."""
        if all(pile.ordered for pile in position.draws):
            return [(one[0], self.value(position, one, done, ahead)) for one in self.turns(position)]
        orders = [*permutations(position.draw.cards)]
        orders = Random(self.puzzle.id).sample(orders, k=min(ORDERS, len(orders)))
        others = [Thinker(self.puzzle, in_the_order(position, order)) for order in orders]
        listed = Thinker(self.puzzle, in_listed_order(position)).turns(in_listed_order(position))
        return [
            (
                turn,
                float(np.mean([o.value(o.root, (turn._replace(drawn=None), way), done, ahead) for o in others])),
            )
            for turn, way in listed
        ]


def chances(values: Sequence[Thought], error: float) -> list[float]:
    """How likely each turn is taken by somebody who errs: half as likely for each ``error`` that it looks dearer."""
    costs = np.array([value for _, value in values])
    weights = np.exp2(-(costs - costs.min()) / error)
    return list(weights / weights.sum())


def bits(cards: int) -> Iterator[int]:
    """The numbers of the cards of a set."""
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1
