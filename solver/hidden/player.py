"""A player at a seat: given what the seat knows, it says which turn it would play, and what each turn is worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from solver.errors import DoesNotAddUp
from solver.hidden.codec import plays_of, tell
from solver.hidden.games import net_or_none, style_of
from solver.hidden.nets import SCORE, Fitting, fitting
from solver.hidden.strengths import QUICK, Strength
from solver.hidden.tables import player_for, search_for, sight_of
from solver.hidden.talk import Said, refuse_speech, silence_is_visible
from solver.kernels import hidden_play, hidden_search
from solver.kernels.hidden_play import Player
from solver.kernels.hidden_turns import Sight
from solver.kernels.ready import make_ready
from solver.kernels.turn import Problem
from solver.rules.game import Rules
from solver.search.team_codec import game_as_numbers
from solver.table.line import Play, Turn
from solver.table.view import OPEN, OWN, TALK, Hidden, Information, View


@dataclass(frozen=True)
class JudgedTurn:
    """A turn and what it is worth: the chance to win with it, and the cards it leaves in the end."""

    plays: tuple[Play, ...]
    chance: float
    cards_left: float


class SeatPlayer:
    """Decides for whoever is to move, from what that seat knows; the same seed gives the same turns."""

    def __init__(self, rules: Rules, strength: Strength = QUICK, weights: Fitting | None = None, seed: int = 1) -> None:
        if rules.game.is_duel:
            raise DoesNotAddUp(f"{rules.game.name}: nobody plays it with hidden cards yet")
        make_ready("hidden")
        self.rules, self.strength, self.seed = rules, strength, seed
        self.fitting = weights or fitting(rules)
        self.value = self.fitting.value
        self.sight = cached_sight(rules)
        self.net = net_or_none(rules, self.value)
        self.player = self._player(style_of(strength.width, self.value, OWN, rules.players))
        self.partner = self._player(style_of(strength.partners or strength.width, self.value, OWN, rules.players))

    def _player(self, style: list[int]) -> Player:
        return player_for(game_as_numbers(self.rules), self.sight, self.net, SCORE, style)

    def choose(self, view: View, said: Said | None = None) -> Turn | None:
        """The turn to play; None where there is none."""
        problem = self.look(view, said)
        ahead = self.strength.ahead
        if ahead is not None and self.value is not None:
            search = search_for(problem, ahead.plan(self.seed * 1009 + len(view.laid[0])))
            choice = hidden_search.think_view(problem, self.player, self.partner, search)
        else:
            found = hidden_play.judge_view(problem, self.player)
            choice = int(self.player.order[0]) if found else -1
        return None if choice < 0 else Turn(plays_of(self.rules, self.player, choice), view.player)

    def judge(self, view: View, said: Said | None = None) -> list[JudgedTurn]:
        """The turns worth thinking about, by score or value, best first; empty where there is no legal one."""
        found = hidden_play.judge_view(self.look(view, said), self.player)
        player, cards = self.player, len(self.rules.cards)
        logits = player.logits[player.order[:found]].astype(float)
        chances = 1 / (1 + np.exp(-logits))
        left = np.clip(player.left[player.order[:found]], 0, 1) * cards
        choices = player.order[:found].tolist()
        return [
            JudgedTurn(plays_of(self.rules, player, c), float(p), float(n))
            for c, p, n in zip(choices, chances, left, strict=True)
        ]

    def look(self, view: View, said: Said | None) -> Problem:
        """Tell the kernel what the seat to move knows; None: partners do not speak at this table."""
        refuse_another_table(self.rules, view)
        refuse_speech(view, said or {})
        information, width = information_of(view, said), self.strength.width
        self.player.style[:] = style_of(width, self.value, information, self.rules.players)
        self.partner.style[:] = style_of(self.strength.partners or width, self.value, information, self.rules.players)
        spoken = {seat: [word.number for word in words] for seat, words in (said or {}).items()}
        return tell(view, spoken, self.player)


@lru_cache(maxsize=16)
def cached_sight(rules: Rules) -> Sight:
    """The relations between the cards of a game."""
    return sight_of(rules)


def information_of(view: View, said: Said | None) -> Information:
    """What kind of information a view has; where silence is visible, nothing said is still a table that talks."""
    if said or (said is not None and silence_is_visible(view)):
        return TALK
    others = [hand for seat, hand in enumerate(view.hands) if seat != view.to_move and hand]
    return OPEN if others and not any(isinstance(hand, Hidden) for hand in others) else OWN


def refuse_another_table(rules: Rules, view: View) -> None:
    """A player plays the rules it was made for, and its own turns."""
    if view.rules != rules:
        raise DoesNotAddUp("this player was made for other rules")
    if view.seat != view.to_move:
        raise DoesNotAddUp(
            f"player {view.player} is to move, and player {view.looker} looks: advice is for the one to move"
        )
