"""Whole numbered games played without knowing the order: many in one call, each refereed afterwards."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from solver.errors import DoesNotAddUp
from solver.hidden.codec import line_of
from solver.hidden.nets import SCORE, Value, fresh_net
from solver.hidden.strengths import Strength, Width
from solver.hidden.tables import inputs_of, player_for, room_for_a_game, search_for, sight_of
from solver.kernels import hidden_play, hidden_search
from solver.kernels.hidden_play import BY_SCORE
from solver.kernels.hidden_value import Net
from solver.kernels.ready import make_ready
from solver.rules.game import Rules
from solver.table.line import Line
from solver.table.position import Position
from solver.table.view import Information


@dataclass(frozen=True)
class PlayedGames:
    """Some numbered games: how many cards were left in each, how many turns it took, and the record."""

    first: int
    left: npt.NDArray[np.int64]
    turns: npt.NDArray[np.int64]
    thought: npt.NDArray[np.float32]  # [game, turn]: the chance that the player saw
    plays: npt.NDArray[np.int64]

    def line(self, index: int, position: Position) -> Line:
        """The line of a game that was played from this position."""
        return line_of(position, self.plays[index])


class Seats:
    """The same player at every seat of a table, for numbered games."""

    def __init__(
        self,
        rules: Rules,
        information: Information,
        strength: Strength,
        value: Value | None = None,
        random_commands: bool = False,
        seed: int = 1,
    ) -> None:
        if rules.game.is_duel:
            raise DoesNotAddUp(f"{rules.game.name} is no team game: nobody plays it with hidden cards yet")
        make_ready("hidden")
        self.rules, self.seed, self.strength = rules, seed, strength
        self.problem, sight = room_for_a_game(rules), sight_of(rules)
        net = net_or_none(rules, value)
        width, ahead = strength.width, strength.ahead
        style = style_of(width, value, information, rules.players, random_commands)
        self.player = player_for(self.problem, sight, net, SCORE, style)
        self.search = None
        if ahead is not None and strength.partners is not None and value is not None:
            style = strength.partners.style(information, rules.players, random_commands)
            self.partner = player_for(self.problem, sight, net, SCORE, style)
            self.search = search_for(self.problem, ahead.plan(seed))

    def play(self, first: int, count: int) -> PlayedGames:
        """Play the deals ``first`` … ``first + count - 1``."""
        cards = len(self.rules.cards)
        games = hidden_play.Games(
            left=np.zeros(count, np.int64),
            turns=np.zeros(count, np.int64),
            plays=np.full((count, cards + 1), -1, np.int64),
            thought=np.zeros((count, cards + 1), np.float32),
        )
        states, deck = np.zeros((2, 2 + 2 * self.rules.players), np.uint64), np.zeros(cards, np.int64)
        if self.search is None:
            hidden_play.play_numbered(self.problem, self.player, states, deck, first, games)
        else:
            hidden_search.think_numbered(
                self.problem, self.player, self.partner, self.search, states, deck, first, self.seed, games
            )
        return PlayedGames(first, games.left, games.turns, games.thought, games.plays)


def net_or_none(rules: Rules, value: Value | None) -> Net:
    """The net, or where there is none one that nobody asks."""
    return fresh_net((inputs_of(rules), 1, 1), 0) if value is None else value.net


def style_of(
    width: Width, value: Value | None, information: Information, players: int, random_commands: bool = False
) -> list[int]:
    """How a player lists and judges; by the score where there is no value."""
    chosen = width if value is not None else replace(width, judge=BY_SCORE)
    return chosen.style(information, players, random_commands)
