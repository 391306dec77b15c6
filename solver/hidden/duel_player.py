"""Face to Face with hidden cards: a careful player in plain code, with a small look ahead, and proof in the end.

A table is judged by what both sides can see of it: how many of the cards that each has yet to lay (in hand or draw
pile: which they are is known to whoever counts) fit no own pile, only by a trick, or several; how many are left.
The weights below were fitted to the results of 200 games that the player played against itself (4,712 turns).

``instant``  the turn that closes the fewest places for each card it lays: careful, and no more
``quick``    the best table after the turn
``strong``   the best few of those in some redeals of the hidden cards: the opponent's answer, and one's own after it;
             and where each side knows everything, the search that proves who wins
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from random import Random

from solver.errors import DoesNotAddUp
from solver.hidden.player import JudgedTurn, SeatPlayer, refuse_another_table
from solver.hidden.redeal import redealt
from solver.hidden.strengths import INSTANT, QUICK, STRONG, Strength
from solver.rules.game import Rules
from solver.rules.turns import OpenTurn
from solver.search.duel_codec import DuelState, PackedDuel
from solver.search.duel_line import Replay
from solver.search.duel_solver import DuelSolver
from solver.search.duel_turns import DuelTurns, UnfinishedTurn
from solver.search.limits import Limits
from solver.table.line import Play, Turn
from solver.table.position import Position
from solver.table.view import View

# Of the turn; and of each side: cards that fit nowhere, by a trick alone, on more than one pile, all that are left.
WEIGHTS = (0.256, -0.099, 0.191, 0.022, 0.067)
PRIOR = 0.5  # what the table after a turn counts for against all that was looked ahead
MORE = 2  # cards laid in a turn than must be, as long as there is something to draw
CONSIDERED = 24  # turns, the cheapest by what they close, whose tables are judged


@dataclass(frozen=True)
class Plan:
    """How far a strength looks: turns and redeals looked ahead, and states of the search where all is known."""

    judges: bool = True  # the table after the turn, rather than the price of the turn
    turns: int = 0
    redeals: int = 0
    proof: int = 0


PLANS: Mapping[str, Plan] = {
    INSTANT.name: Plan(judges=False),
    QUICK.name: Plan(),
    STRONG.name: Plan(turns=5, redeals=8, proof=2000),
}


class DuelPlayer:
    """Decides for whoever is to move, from what that seat knows; the same seed gives the same turns."""

    def __init__(self, rules: Rules, strength: Strength = QUICK, seed: int = 1) -> None:
        if not rules.game.is_duel:
            raise DoesNotAddUp(f"{rules.game.name} has no opponents")
        self.rules, self.plan, self.seed = rules, PLANS[strength.name], seed

    def choose(self, view: View) -> Turn | None:
        """The turn to play; None where there is none."""
        judged = self.judge(view)
        return Turn(judged[0].plays, view.player) if judged else None

    def judge(self, view: View) -> list[JudgedTurn]:
        """The turns worth thinking about, best first; empty where there is no legal one."""
        refuse_another_table(self.rules, view)
        chance = Random(f"{self.seed} {view!r}")
        world = World(redealt(view, chance))
        ways = world.cheapest(world.state)
        if not ways:
            return []
        if self.plan.proof and (proved := self.proved(view)) is not None:
            return proved
        thought = {way: world.chance_after(world.state, way) for way in ways}
        ranking = sorted(ways, key=lambda way: -thought[way]) if self.plan.judges else ways
        if self.plan.turns:
            ahead = self.looked_ahead(view, ranking[: self.plan.turns], chance)
            thought = {way: (PRIOR * thought[way] + value) / (PRIOR + 1) for way, value in ahead.items()}
            ranking = sorted(thought, key=lambda way: -thought[way])
        left = view.held_by(view.to_move)
        return [JudgedTurn(world.plays(way), thought[way], (1 - thought[way]) * left) for way in ranking]

    def looked_ahead(self, view: View, ways: list[UnfinishedTurn], chance: Random) -> dict[UnfinishedTurn, float]:
        """The mean over redeals of what each turn is worth after the opponent's answer."""
        total = dict.fromkeys(ways, 0.0)
        for _ in range(self.plan.redeals):
            world = World(redealt(view, chance))
            for way in ways:
                total[way] += 1 - world.worth(world.turns.after(world.state, way), depth=1)
        return {way: value / self.plan.redeals for way, value in total.items()}

    def compared(self, view: View, turns: Sequence[tuple[Play, ...]]) -> list[float]:
        """The mean worth of these turns over the same redeals."""
        world = World(redealt(view, Random(self.seed)))
        ways = [world.way(view.laid_turn(plays)) for plays in turns]
        ahead = self.looked_ahead(view, ways, Random(f"{self.seed} {view!r}"))
        return [ahead[way] for way in ways]

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
            found[way] = world.chance_after(world.state, way) if yes is None else float(yes)
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

    def plays(self, way: UnfinishedTurn) -> tuple[Play, ...]:
        """A turn in cards."""
        seat = self.state.mover
        laid = self.state.hands[seat] & ~way.hand
        return self.replay.plays(seat, laid, (self.state.tops[seat], self.state.tops[1 - seat]), (way.own, way.other))

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

    def worth(self, state: DuelState, depth: int) -> float:
        """The chance of the player to move, who and whose opponent play the best table ``depth`` turns long."""
        if (winner := self.turns.winner(state)) is not None:
            return float(winner == state.mover)
        ways = self.cheapest(state)
        best = max(ways, key=lambda way: self.chance_after(state, way))
        if not depth:
            return self.chance_after(state, best)
        return 1 - self.worth(self.turns.after(state, best), depth - 1)

    def chance_after(self, state: DuelState, way: UnfinishedTurn) -> float:
        """The chance of the player to move after a turn, before anything is drawn."""
        seat = state.mover
        rest = way.hand | self.turns.pending[seat][state.drawn[seat]]
        if not rest:
            return 1.0
        mine = self.side(seat, way.own, rest)
        theirs = self.side(1 - seat, way.other, self.turns.rest(state, 1 - seat))
        return sigmoid(WEIGHTS[0] + sum(w * (m - t) for w, m, t in zip(WEIGHTS[1:], mine, theirs, strict=True)))

    def side(self, seat: int, tops: Iterable[int], rest: int) -> tuple[int, int, int, int]:
        """What a side's cards see of its piles: fit none, by a trick alone, more than one; how many are left."""
        fits = plain = twice = 0
        for side, top in zip(self.turns.sides, tops, strict=True):
            follow = self.turns.follow[seat][side][top] & rest
            twice |= fits & follow
            fits |= follow
            plain |= self.turns.plain[seat][side][top] & rest
        count = rest.bit_count()
        return count - fits.bit_count(), (fits & ~plain).bit_count(), twice.bit_count(), count


def sigmoid(value: float) -> float:
    """A chance from a sum of weights."""
    return 1 / (1 + math.exp(-value))


def player_of(rules: Rules, strength: Strength, seed: int = 1) -> SeatPlayer | DuelPlayer:
    """Whoever plays these rules without seeing all cards."""
    if rules.game.is_duel:
        return DuelPlayer(rules, strength, seed)
    return SeatPlayer(rules, strength, seed=seed)
