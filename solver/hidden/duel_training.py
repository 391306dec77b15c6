"""Learn what a table of Face to Face is worth: games of the value with itself, steps of Adam on what came of them.

Everything is counted in games and every choice comes from the seed: the same numbers give the same weights.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import numpy as np

from solver.hidden.duel_tables import duellist, whole_deck
from solver.hidden.nets import Record, Value, fresh_net, net_bytes
from solver.hidden.training import copied, emptied
from solver.kernels.duel_learn import play_duels
from solver.kernels.duel_value import DUEL_INPUTS
from solver.kernels.hidden_learn import Memory, Steps
from solver.kernels.ready import make_ready
from solver.rules.game import Rules

UNITS = 24, 8
REMEMBERED = 200_000  # states, the oldest forgotten first
ROUND = 50  # games
STEPS_PER_GAME = 4
FEWEST = 8  # cards a side that a game begins with
DECAY = 0.8
RATES = ((0.5, 1e-3), (0.75, 4e-4), (0.9, 1.5e-4), (1.0, 5e-5))  # until this share of all games


def train_duels(
    rules: Rules,
    games: int,
    seed: int = 1,
    start: Value | None = None,
    watch: Callable[[int, float], None] | None = None,
) -> Value:
    """A value learned from so many games."""
    make_ready("learning")
    shape = (DUEL_INPUTS, *UNITS)
    net = copied(start.net) if start else fresh_net(shape, seed)
    duel, player, cards = whole_deck(rules), duellist(net, seed), len(rules.cards)
    memory, steps = memory_for(2 * cards), steps_for(net)
    history: list[dict[str, float]] = []
    for done in range(0, games, ROUND):
        rate = next(rate for until, rate in RATES if done <= until * games)
        taken = max(1, done * STEPS_PER_GAME)
        steps.rate[:] = rate, 1 / (1 - 0.9**taken), 1 / (1 - 0.999**taken)
        steps.loss[:] = 0
        play_duels(duel, player, memory, steps, cards, min(ROUND, games - done), FEWEST, STEPS_PER_GAME)
        error = float(steps.loss[0]) / max(1.0, float(steps.loss[1]))
        if (done + ROUND) * 20 // games > done * 20 // games:
            history.append({"games": done + ROUND, "error": round(error, 5)})
        if watch is not None:
            watch(done + ROUND, error)
    digest = hashlib.sha256(net_bytes(net)).hexdigest()
    command = f"python -m bench.duel_play train --games {games} --seed {seed}"
    return Value(net, Record(rules.game.name, command, shape, digest, tuple(history)))


def memory_for(longest: int) -> Memory:
    """Room for states and what they should have been worth."""
    return Memory(
        x=np.zeros((REMEMBERED, DUEL_INPUTS), np.float32),
        wanted=np.zeros((REMEMBERED, 2), np.float32),
        game_x=np.zeros((longest, DUEL_INPUTS), np.float32),
        game_thought=np.zeros((longest, 2), np.float32),
        filled=np.zeros(4, np.int64),
        decay=np.full(1, DECAY, np.float32),
        random=np.zeros(1, np.uint64),
    )


def steps_for(net) -> Steps:  # type: ignore[no-untyped-def]
    """Adam, about to begin."""
    return Steps(
        slope=emptied(net), mean=emptied(net), square=emptied(net), rate=np.zeros(3, np.float32),
        back1=np.zeros_like(net.b1), back2=np.zeros_like(net.b2), loss=np.zeros(2, np.float32),
    )  # fmt: skip
