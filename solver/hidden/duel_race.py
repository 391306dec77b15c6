"""The turns of a seat of Face to Face in a race: with hidden cards by redeals, with known decks by rounds of proof."""

from __future__ import annotations

from random import Random

import numpy as np
import numpy.typing as npt

from solver.hidden.duel_player import PLANS, PRIOR, DuelPlayer, World
from solver.hidden.race import CANDIDATES, Floats, Race, different
from solver.hidden.redeal import redealt
from solver.hidden.strengths import QUICK, STRONG
from solver.search.duel_codec import FOREVER, DuelState, read_state
from solver.search.duel_solver import DuelSolver, outcome_that
from solver.search.limits import Limits
from solver.table.line import Play
from solver.table.position import Position
from solver.table.view import View

FIRST_ROUND = 1 << 10  # states of the first round of proof; each has twice as many as the one before


class DuelRace(Race):
    """The turns of a seat that sees its own hand: each redeal is judged after the opponent's best answers."""

    def __init__(self, player: DuelPlayer, view: View, seed: int) -> None:
        judged = player.judge(view)
        taken = [judged[turn] for turn in different(view, [turn.plays for turn in judged])[:CANDIDATES]]
        super().__init__(
            [turn.plays for turn in taken],
            np.array([turn.chance for turn in taken]),
            np.array([lays_all(view, turn.plays) for turn in taken], bool),
        )
        self.player, self.view, self.chance = player, view, Random(f"advice {seed} {view!r}")

    def meet(self, running: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
        """One more table that looks the same."""
        world = World(redealt(self.view, self.chance))
        ends = [world.end(self.view, self.turns[turn]) for turn in running]
        return judged_ahead(self.player, world, ends)


class KnownRace(Race):
    """The turns where both decks are known: every round looks for proofs with twice the effort.

    A turn wins or it loses.  What is proved is certain; of the others a chance is told, and no interval but all there
    is.
    """

    counted = "states"

    def __init__(self, player: DuelPlayer, position: Position, view: View, limits: Limits) -> None:
        self.world, self.solver = World(position), DuelSolver(position, limits)
        self.prover = self.solver.search(position.to_move)
        rows, found = player.by_value([self.world])
        best = sorted(range(len(rows)), key=lambda row: -found[row][0])
        turns = [self.world.plays_to(rows[row]) for row in best]
        taken = different(view, turns)[:CANDIDATES]
        self.ends = [rows[best[turn]] for turn in taken]
        chances, self.cards = judged_ahead(player, self.world, self.ends)
        won = np.array([self.world.turns.winner(end) == position.to_move for end in self.ends], bool)
        super().__init__([turns[turn] for turn in taken], np.where(won, 1.0, chances), won)

    @property
    def is_over(self) -> bool:
        """Is a win proved, or that there is none?"""
        return bool(self.wins.any() or self.certain.all())

    def redeal(self) -> None:
        """A round: the table as it lies, then each turn that is not decided, the best first."""
        effort = FIRST_ROUND << self.done
        self.done += 1
        self.met += 1
        answer = self.prover.ask(self.solver.start, states=effort)
        if answer.yes:
            self.find_win()
        elif answer.yes is False:
            self.certain[:], self.thought[:] = True, 0.0
        for turn in self.ranking():
            if not self.certain[turn] and not self.is_over:
                self.settle(turn, self.prover.ask(self.ends[turn].words(), states=effort // len(self)).yes)

    def settle(self, turn: int, wins: bool | None) -> None:
        """Write down what was proved of a turn, if anything was."""
        if wins is not None:
            self.certain[turn], self.wins[turn], self.thought[turn] = True, wins, float(wins)

    def find_win(self) -> None:
        """The player to move wins: by one of the turns that are compared, or by one that takes the last one's place."""
        found = outcome_that(self.prover, self.solver.start, True, FOREVER)
        if found is None:
            return
        end = read_state(found, self.world.turns.duel.piles)
        if end not in self.ends:
            self.turns, self.ends[-1] = [*self.turns[:-1], self.world.plays_to(end)], end
        self.settle(self.ends.index(end), True)

    def chances(self) -> list[float]:
        """What is proved, and what is thought of the others."""
        return [float(chance) for chance in self.thought]

    def interval(self, turn: int) -> tuple[float, float]:
        """All there is, unless it is proved."""
        proved = float(self.wins[turn])
        return (proved, proved) if self.certain[turn] else (0.0, 1.0)

    def cards_left(self) -> list[float]:
        """By the value."""
        return [0.0 if won else max(1.0, float(cards)) for won, cards in zip(self.wins, self.cards, strict=True)]

    def sure(self, first: int, second: int) -> float | None:
        """Proofs alone tell which of two turns is better."""
        return super().sure(first, second) if self.certain[first] else None


def judged_ahead(player: DuelPlayer, world: World, ends: list[DuelState]) -> tuple[Floats, Floats]:
    """What turns of a world are worth, by the answers to them and a little by the table itself; and the cards left."""
    ahead = player.looked_ahead(world, ends, PLANS[STRONG.name].answers).astype(float)
    logits, left = (row[: len(ends)].astype(float) for row in (player.mind.values, player.mind.left))
    values = (PRIOR / (1 + np.exp(-logits)) + ahead) / (PRIOR + 1)
    return values, np.clip(left, 0, 1) * len(player.rules.cards)


def lays_all(view: View, plays: tuple[Play, ...]) -> bool:
    """Does a turn lay the last own card?"""
    after = view.laid_turn(plays)
    return not after.hand and not after.draw_left


def duel_race(view: View, seed: int, limits: Limits, position: Position | None) -> Race:
    """The race of the turns of Face to Face; ``position``: the table itself, where nothing of it is hidden."""
    player = DuelPlayer(view.rules, QUICK, seed)
    return DuelRace(player, view, seed) if position is None else KnownRace(player, position, view, limits)
