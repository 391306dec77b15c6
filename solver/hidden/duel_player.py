"""Face to Face with hidden cards: turns by a value that was learned by playing, a look ahead, and proof in the end.

``instant``  the turn that closes the fewest places for each card it lays: careful, and no more
``quick``    the best table after the turn, by the learned value, in some redeals of the hidden cards
``strong``   the best few of those in more redeals: the opponent's best answers, and one's own best turn after each;
             and where each side knows everything, the search that proves who wins
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from random import Random

import numpy as np
import numpy.typing as npt

from solver.errors import DoesNotAddUp
from solver.hidden.duel_tables import duellist
from solver.hidden.nets import shipped
from solver.hidden.player import JudgedTurn, SeatPlayer, refuse_another_table
from solver.hidden.redeal import redealt
from solver.hidden.strengths import INSTANT, QUICK, STRONG, Strength
from solver.kernels.duel_play import WON, judge_turns, look_ahead
from solver.kernels.ready import make_ready
from solver.rules.game import Rules
from solver.rules.turns import OpenTurn
from solver.search.duel_codec import DuelState, PackedDuel, read_state
from solver.search.duel_line import Replay
from solver.search.duel_solver import DuelSolver
from solver.search.duel_turns import DuelTurns, UnfinishedTurn
from solver.search.limits import Limits
from solver.table.line import Play, Turn
from solver.table.position import Position
from solver.table.view import View

PRIOR = 0.5  # what the table after a turn counts for against all that was looked ahead
UNSURE = 0.5  # the chance where no proof was found
MORE = 2  # cards laid in a turn than must be, as long as there is something to draw
CONSIDERED = 24  # turns, the cheapest by what they close, whose tables are judged


@dataclass(frozen=True)
class Plan:
    """How far a strength looks: redeals, turns looked ahead, answers to each, and states of the proof."""

    redeals: int
    judges: bool = True  # the table after the turn, rather than the price of the turn
    turns: int = 0
    answers: int = 0
    proof: int = 0


PLANS: Mapping[str, Plan] = {
    INSTANT.name: Plan(redeals=1, judges=False),
    QUICK.name: Plan(redeals=8),
    STRONG.name: Plan(redeals=12, turns=6, answers=4, proof=2000),
}


class DuelPlayer:
    """Decides for whoever is to move, from what that seat knows; the same seed gives the same turns."""

    def __init__(self, rules: Rules, strength: Strength = QUICK, seed: int = 1) -> None:
        if not rules.game.is_duel:
            raise DoesNotAddUp(f"{rules.game.name} has no opponents")
        make_ready("duel", "duellists")
        self.rules, self.plan, self.seed = rules, PLANS[strength.name], seed
        value = shipped("face-to-face")
        assert value is not None
        self.mind = duellist(value.net)

    def choose(self, view: View) -> Turn | None:
        """The turn to play; None where there is none."""
        judged = self.judge(view)
        return Turn(judged[0].plays, view.player) if judged else None

    def judge(self, view: View) -> list[JudgedTurn]:
        """The turns worth thinking about, best first; empty where there is no legal one."""
        refuse_another_table(self.rules, view)
        worlds = self.worlds(view)
        if view.is_stuck():
            return []
        if self.plan.proof and (proved := self.proved(view)) is not None:
            return proved
        if not self.plan.judges:
            first = worlds[0].cheapest(worlds[0].state)
            ahead = self.ahead(worlds, [worlds[0].turns.after(worlds[0].state, way) for way in first], 1)
            return [JudgedTurn(worlds[0].plays(way), *found) for way, found in zip(first, ahead, strict=True)]
        rows, found = self.by_value(worlds)
        ranking = sorted(range(len(rows)), key=lambda row: -found[row][0])[:CONSIDERED]
        if self.plan.turns:
            best = ranking[: self.plan.turns]
            ahead = self.ahead(worlds, [rows[row] for row in best], self.plan.answers)
            for row, (chance, _) in zip(best, ahead, strict=True):
                found[row] = ((PRIOR * found[row][0] + chance) / (PRIOR + 1), found[row][1])
            ranking = sorted(best, key=lambda row: -found[row][0])
        return [JudgedTurn(worlds[0].plays_to(rows[row]), *found[row]) for row in ranking]

    def worlds(self, view: View) -> list[World]:
        """Tables that look the same to the seat; one only where forgotten cards give each its own numbers."""
        chance = Random(f"{self.seed} {view!r}")
        return [World(redealt(view, chance)) for _ in range(1 if any(view.forgotten) else self.plan.redeals)]

    def by_value(self, worlds: list[World]) -> tuple[list[DuelState], list[tuple[float, float]]]:
        """Where the turns lead in the first world, and the mean over all of what each is worth and leaves.

        Every world lists the same turns in the same order: which there are depends on what the seat knows.
        """
        rows, chances, left = list[DuelState](), np.zeros(1), np.zeros(1)
        for world in worlds:
            count = self.listed(world)
            chances = chances + 1 / (1 + np.exp(-self.mind.values[:count].astype(float)))
            left = left + np.clip(self.mind.left[:count].astype(float), 0, 1) * len(self.rules.cards)
            if world is worlds[0]:
                rows = [read_state(row, world.turns.duel.piles) for row in self.mind.space.children[:count].copy()]
        means = zip((chances / len(worlds)).tolist(), (left / len(worlds)).tolist(), strict=True)
        return rows, list(means)

    def listed(self, world: World) -> int:
        """List the turns of a world by value; with more room where there are too many."""
        self.mind.state[0] = world.state.words()
        while (count := judge_turns(world.turns.duel, self.mind, 0)) < 0:
            self.mind = duellist(self.mind.net, rows=2 * self.mind.space.rows.shape[0])
            self.mind.state[0] = world.state.words()
        return count

    def ahead(self, worlds: list[World], ends: list[DuelState], answers: int) -> list[tuple[float, float]]:
        """The mean over worlds of what turns are worth after the best answers; ``ends``: where they lead in the first.

        What is drawn after a turn differs from world to world.
        """
        total = np.zeros(len(ends))
        for world in worlds:
            total += self.looked_ahead(world, [world.moved_on(worlds[0], end) for end in ends], answers)
        cards = len(self.rules.cards)
        return [(chance, (1 - chance) * cards) for chance in (total / len(worlds)).tolist()]

    def looked_ahead(self, world: World, ends: list[DuelState], answers: int) -> npt.NDArray[np.float32]:
        """What turns that lead to these states of a world are worth after the best answers.

        Until the next question ``mind.values`` and ``mind.left`` tell what the net alone says of them.
        """
        won = [world.turns.winner(end) is not None for end in ends]
        while True:
            mind = self.mind
            for row, end in enumerate(ends):
                mind.space.children[row], mind.values[row] = end.words(), WON if won[row] else 0
            if look_ahead(world.turns.duel, mind, len(ends), answers) >= 0:
                return mind.total[: len(ends)]
            self.mind = duellist(mind.net, rows=2 * mind.space.rows.shape[0])

    def compared(self, view: View, turns: Sequence[tuple[Play, ...]]) -> list[float]:
        """The mean worth of these turns over the same redeals."""
        worlds = self.worlds(view)
        ends = [worlds[0].end(view, plays) for plays in turns]
        return [chance for chance, _ in self.ahead(worlds, ends, max(self.plan.answers, 1))]

    def proved(self, view: View) -> list[JudgedTurn] | None:
        """Where nothing is hidden from whoever counts: the turns by who wins after them; None where that is open."""
        position = view.as_position()
        if position is None or not all(pile.ordered for pile in position.draws):
            return None
        solver = DuelSolver(position, Limits(states=self.plan.proof))
        search, world = solver.search(position.to_move), World(position)
        found = dict[UnfinishedTurn, float]()
        for way in world.all_ways(world.state):
            after = world.turns.after(world.state, way)
            winner = world.turns.winner(after)
            yes = winner == position.to_move if winner is not None else search.ask(after.words()).yes
            found[way] = UNSURE if yes is None else float(yes)
            if yes:
                break
        best = max(found.values())
        if best < 1 and any(0 < value < 1 for value in found.values()):
            return None  # not all of it could be proved, and no win was found
        ranking = sorted(found, key=lambda way: -found[way])
        return [JudgedTurn(world.plays(way), found[way], 0.0) for way in ranking]


class World:
    """One table that it may be, in numbers."""

    def __init__(self, position: Position) -> None:
        self.packed = PackedDuel(position)
        self.turns, self.state = DuelTurns(self.packed.duel), self.packed.state_of(position)
        self.replay = Replay(position, self.packed.duel)

    def way(self, turn: OpenTurn) -> UnfinishedTurn:
        """A turn of cards in numbers."""
        rules, seat, piles = turn.rules, turn.seat, len(self.turns.sides)
        tops = [len(rules.cards) if top is None else rules.card_indices[top] for top in turn.tops]
        hand = sum(1 << self.packed.places[seat][card] for card in turn.hand)
        sides = tuple(tops[:piles]), tuple(tops[piles:])
        return UnfinishedTurn(hand, sides[seat], sides[1 - seat], len(turn.laid), turn.gifts)

    def end(self, view: View, plays: Sequence[Play]) -> DuelState:
        """Where a turn of cards leads here."""
        return self.turns.after(self.state, self.way(view.laid_turn(plays)))

    def plays(self, way: UnfinishedTurn) -> tuple[Play, ...]:
        """A turn in cards."""
        seat = self.state.mover
        laid = self.state.hands[seat] & ~way.hand
        return self.replay.plays(seat, laid, (self.state.tops[seat], self.state.tops[1 - seat]), (way.own, way.other))

    def plays_to(self, end: DuelState) -> tuple[Play, ...]:
        """The turn that leads to a state, in cards."""
        seat = self.state.mover
        laid = self.state.hands[seat] & ~end.hands[seat]
        tops = [(state.tops[seat], state.tops[1 - seat]) for state in (self.state, end)]
        return self.replay.plays(seat, laid, *tops)

    def moved_on(self, first: World, end: DuelState) -> DuelState:
        """Where the turn leads here that leads to ``end`` in the first world: the same cards laid, others drawn."""
        seat, pending = self.state.mover, self.turns.pending
        kept, drawn = first.state.hands[seat] & end.hands[seat], end.drawn[seat]
        hand = kept | (pending[seat][0] & ~pending[seat][drawn])
        other = self.state.hands[1 - seat]
        return end._replace(hands=(hand, other) if seat == 0 else (other, hand))

    def all_ways(self, state: DuelState) -> list[UnfinishedTurn]:
        """The different turns, those with fewer cards first."""
        return [way for way, _ in self.turns.ways(state)]

    def cheapest(self, state: DuelState) -> list[UnfinishedTurn]:
        """Turns that close little of the own piles, and open little of the other's; many cards only in the end."""
        most = self.turns.least(state) + (
            MORE if self.turns.to_draw(state, state.mover) else len(self.turns.sides) * self.turns.duel.hand
        )
        ways = takewhile(lambda found: found[0].laid <= most, self.turns.ways(state))
        priced = sorted((cost[0] / way.laid, at, way) for at, (way, cost) in enumerate(ways))
        return [way for _, _, way in priced[:CONSIDERED]]


def player_of(rules: Rules, strength: Strength, seed: int = 1) -> SeatPlayer | DuelPlayer:
    """Whoever plays these rules without seeing all cards."""
    if rules.game.is_duel:
        return DuelPlayer(rules, strength, seed)
    return SeatPlayer(rules, strength, seed=seed)
