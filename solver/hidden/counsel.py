"""What turns are worth to a seat: the best ones, and what another one costs against them.

The same view gets the same answer: so many redeals are thought through, whatever the clock says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from solver.hidden.advice import advise
from solver.hidden.blame import blame
from solver.hidden.duel_player import DuelPlayer
from solver.hidden.player import JudgedTurn, SeatPlayer
from solver.hidden.redeal import redealt
from solver.hidden.strengths import QUICK, STRONG
from solver.hidden.talk import Said, spoken
from solver.hidden.why import Why
from solver.rules.game import Rules
from solver.rules.turns import OpenTurn
from solver.table.line import Play
from solver.table.position import Position
from solver.table.view import OPEN, TALK, View

SAMPLES = 200  # redeals for the best turns
COMPARED = 40  # redeals in which a turn that is not among them is compared with the best


@dataclass(frozen=True)
class Cost:
    """A turn that was played: the chance to win with the best turn and with it, and why the best is better."""

    best: JudgedTurn
    chance: float
    why: tuple[Why, ...]

    @property
    def points(self) -> float:
        """What it cost in chance to win, never less than nothing."""
        return max(0.0, self.best.chance - self.chance)


class Counsel:
    """Counsel for the seats of one game."""

    def __init__(self, rules: Rules, samples: int = SAMPLES, seed: int = 1) -> None:
        self.rules, self.samples, self.seed = rules, samples, seed
        self._known: dict[object, tuple[JudgedTurn, ...]] = {}
        self._duellist = DuelPlayer(rules, STRONG, seed) if rules.game.is_duel else None
        self._player = None if rules.game.is_duel else SeatPlayer(rules, QUICK, seed=seed)

    def turns(self, view: View, said: Said | None = None) -> tuple[JudgedTurn, ...]:
        """The turns worth thinking about, the best first; of the player to move, who looks and hears what is said."""
        key = view, None if said is None else tuple(sorted(said.items()))
        if key not in self._known:
            if self._duellist is not None:
                found = self._duellist.judge(view)
            else:
                kind = None if said is None else TALK
                advised = advise(view, kind, samples=self.samples, seed=self.seed, said=said).turns
                found = [JudgedTurn(turn.plays, turn.chance, turn.cards_left) for turn in advised]
            self._known[key] = tuple(found)
        return self._known[key]

    def cost(self, view: View, plays: Sequence[Play], said: Said | None = None) -> Cost:
        """What a legal turn costs against the best one."""
        turns, end = self.turns(view, said), same_end(view.laid_turn(plays))
        best = turns[0]
        like = [turn for turn in turns if same_end(view.laid_turn(turn.plays)) == end]
        if like:
            chance = like[0].chance
        else:
            first, played = self.compared(view, (best.plays, tuple(plays)), said)
            chance = min(best.chance, max(0.0, best.chance + played - first))
        others = [turn.plays for turn in turns[1:] if turn not in like]
        why = () if best in like else blame(view, said or {}, [best.plays, plays, *others])
        return Cost(best, chance, why)

    def compared(self, view: View, turns: Sequence[tuple[Play, ...]], said: Said | None = None) -> list[float]:
        """The mean worth of these turns over the same redeals of the hidden cards."""
        if self._duellist is not None:
            return self._duellist.compared(view, turns)
        chance, totals = Random(f"{self.seed} {view!r}"), [0.0] * len(turns)
        for _ in range(COMPARED):
            position = redealt(view, chance, said)
            for at, plays in enumerate(turns):
                totals[at] += self.worth(position.after(plays), 1, talks=said is not None)
        return [total / COMPARED for total in totals]

    def worth(self, position: Position, ahead: int, talks: bool) -> float:
        """The chance of a team that knows its own hands, and what is said; so many turns are played on before that."""
        if position.outcome is not None:
            return float(position.outcome.won)
        assert self._player is not None
        said = spoken(View.of(position, position.to_move, OPEN)) if talks else None
        found = self._player.judge(View.of(position, position.to_move), said)
        if not found:
            return 0.0
        return self.worth(position.after(found[0].plays), ahead - 1, talks) if ahead else found[0].chance


def same_end(turn: OpenTurn) -> object:
    """What two turns have in common that come to the same: like piles in any order, the hand, the cards drawn."""
    shown = sorted(
        (str(pile.owner), pile.direction, str(top)) for pile, top in zip(turn.rules.piles, turn.tops, strict=True)
    )
    return tuple(shown), turn.hand, turn.cards_to_draw()
