"""Face to Face in numbers for those who play it: the whole deck, and room for the turns that are looked at."""

from __future__ import annotations

import numpy as np

from solver.hidden.tables import layers_for
from solver.kernels.duel_play import LEVELS, Duellist
from solver.kernels.duel_table import STATE_WORDS, Duel
from solver.kernels.hidden_value import Net
from solver.rules.game import Rules
from solver.search.duel_codec import PackedDuel
from solver.search.duel_prover import new_space
from solver.table.position import DrawPile, Position

ROWS = 1 << 12  # turns under way that fit; twice as many where that is too few


def whole_deck(rules: Rules) -> Duel:
    """The game with all cards of both decks still to be laid; who is given it fills in draw piles."""
    cards = rules.cards
    hands, rest = cards[: rules.hand], DrawPile(cards[rules.hand :])
    position = Position(rules, (None,) * len(rules.piles), (hands, hands), (rest, rest), 0)
    duel = PackedDuel(position).duel
    pending = np.zeros((2, len(cards) + 1), np.uint64)
    return duel._replace(pending=pending)


def duellist(net: Net, seed: int = 1, rows: int = ROWS) -> Duellist:
    """A player by this net."""
    pool = LEVELS * rows
    return Duellist(
        net=net,
        layers=layers_for(net),
        space=new_space(depth=4, rows=rows, pool=pool),
        values=np.zeros(pool, np.float32),
        left=np.zeros(pool, np.float32),
        order=np.zeros(pool, np.int64),
        total=np.zeros(pool, np.float32),
        state=np.zeros((LEVELS, STATE_WORDS), np.uint64),
        cards=np.zeros(64, np.int64),
        random=np.array([seed], np.uint64),
    )
