"""The codec of hidden games: what a seat knows as the numbers that the kernels take, and their turns back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from solver.cards import Card
from solver.kernels.hidden_play import HIDDEN_HAND, Player
from solver.kernels.turn import Indices, Problem
from solver.rules.game import Rules
from solver.search.team_codec import game_as_numbers, unpack_line
from solver.table.line import Line, Play
from solver.table.position import Position
from solver.table.view import View

WORD = 2**64 - 1


def tell(view: View, said: Mapping[int, Sequence[int]], player: Player) -> Problem:
    """Tell a player what the seat to move knows; the problem has a draw pile of the right length."""
    players, know, sizes = view.rules.players, player.know, player.sizes
    know[:] = 0
    tops = [len(view.rules.cards) if top is None else view.rules.card_indices[top] for top in view.tops]
    know[0] = sum(top << (8 * pile) for pile, top in enumerate(tops))
    for step in range(players):
        seat = (view.to_move + step) % players
        hand = view.hands[seat]
        sizes[step] = len(hand)
        held = as_set(view.rules, hand) if isinstance(hand, tuple) else (0, HIDDEN_HAND if len(hand) else 0)
        know[2 + 2 * step : 4 + 2 * step] = held
        know[4 + 2 * players + step] = pack_words(said.get(seat, ()))
    know[2 + 2 * players : 4 + 2 * players] = as_set(view.rules, view.unseen[0])
    sizes[players] = drawn = view.draws[0]
    return game_as_numbers(view.rules)._replace(
        draw=np.zeros(drawn, np.int64), pending=np.zeros((drawn + 1, 2), np.uint64)
    )


def as_set(rules: Rules, cards: Sequence[Card]) -> tuple[int, int]:
    """A set of cards, two words."""
    mask = sum(1 << rules.card_indices[card] for card in cards)
    return mask & WORD, mask >> 64


def pack_words(words: Sequence[int]) -> int:
    """The number of a word for each pile, two bits a pile."""
    return sum(word << (2 * pile) for pile, word in enumerate(words))


def plays_of(rules: Rules, player: Player, choice: int) -> tuple[Play, ...]:
    """A turn that a player has listed."""
    turns = player.turns
    packed = turns.plays[choice, : turns.length[choice]].tolist()
    return tuple(Play(rules.cards[play & 255], rules.piles[play >> 8].name) for play in packed)


def line_of(position: Position, plays: Indices) -> Line:
    """The line of a recorded game that began at this position."""
    row = plays[plays >= 0]
    return unpack_line(position, np.stack([row & 255, (row >> 8) & 255, row >> 16], axis=1))
