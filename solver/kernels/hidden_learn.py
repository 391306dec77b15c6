"""Learning what a table is worth: games played by the value as it is, and steps of Adam on what came of them.

A game is the row of tables that its turns left.  What each of them should have been worth is worked out from the end:
a share ``decay`` of what came of it and the rest of what the next table was thought to be worth (temporal differences).
The memory keeps the inputs and what they should give; each game is followed by a few steps on samples from it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import entry, inlined, kernel
from solver.kernels.hidden_play import (
    SURE,
    Player,
    cards_left,
    judge_choice,
    judge_choices,
    look,
    set_up,
    take_turn,
)
from solver.kernels.hidden_search import FIRST_SAMPLES, SEED, Search, take_part, try_all
from solver.kernels.hidden_value import Floats1, Floats2, Layers, Net, chance, evaluate, turned_round
from solver.kernels.shuffle import random_below
from solver.kernels.turn import Indices1, Problem, Words1, Words2, finished

BATCH = 64


class Memory(NamedTuple):
    """What is remembered of games, the oldest overwritten; and the game that is being played."""

    x: Floats2  # [entry, input]
    wanted: Floats2  # [entry, output]: the chance, the share of cards left
    game_x: Floats2  # [turn, input]
    game_thought: Floats2  # [turn, output]
    filled: Indices1  # entries used, next entry
    decay: Floats1
    random: Words1


class Steps(NamedTuple):
    """Adam: the slopes, their means and the means of their squares, laid out as the net is, one after the other."""

    slope: Net
    mean: Net
    square: Net
    rate: Floats1  # step length, two corrections for the start
    back1: Floats1
    back2: Floats1
    loss: Floats1  # [0] sum of losses, [1] samples


@inlined
def remember(memory: Memory, x: Floats1, worth: float, rest: float) -> None:
    """Put a table down with what it should have been worth; the oldest is forgotten."""
    entry_, most = memory.filled[1], memory.x.shape[0]
    for place in range(memory.x.shape[1]):
        memory.x[entry_, place] = x[place]
    memory.wanted[entry_, 0], memory.wanted[entry_, 1] = np.float32(worth), np.float32(rest)
    memory.filled[1] = (entry_ + 1) % most
    memory.filled[0] = min(memory.filled[0] + 1, most)


@kernel
def remember_game(memory: Memory, turns: int, won: bool, left: float) -> None:
    """Put the game down with what each of its tables should have been worth."""
    worth = 1.0 if won else 0.0
    rest, decay = np.float64(left), np.float64(memory.decay[0])
    for turn in range(turns - 1, -1, -1):
        remember(memory, memory.game_x[turn], worth, rest)
        worth = decay * worth + (1.0 - decay) * chance(memory.game_thought[turn, 0])
        rest = decay * rest + (1.0 - decay) * np.float64(memory.game_thought[turn, 1])


@kernel
def study(problem: Problem, player: Player, mate: Player, search: Search, memory: Memory, found: int) -> None:
    """Look ahead with the best turns, and remember of the others by how much they are worse than the one played.

    The same redeals for all of them: what is learned is which turn is better.  How good the one played is, the game
    itself teaches.
    """
    alive = take_part(player, search, found)
    if alive < 2 or player.logits[player.order[0]] >= SURE:
        return
    search.plan[SEED] = random_below(memory.random, 1 << 30)
    try_all(player, mate, search, alive, 0, search.plan[FIRST_SAMPLES])
    best, samples = search.alive[0], np.float64(search.plan[FIRST_SAMPLES])
    thought, left = chance(player.logits[best]), np.float64(player.left[best])
    for place in range(1, alive):
        choice = search.alive[place]
        worth = thought + (search.total[choice] - search.total[best]) / samples
        rest = left + (search.left[choice] - search.left[best]) / samples / np.float64(problem.cards)
        judge_choice(problem, player, choice)
        remember(memory, player.layers.x, min(max(worth, 0.0), 1.0), min(max(rest, 0.0), 1.0))


@inlined
def clear_slopes(slope: Net) -> None:
    slope.w1[:] = np.float32(0)
    slope.b1[:] = np.float32(0)
    slope.w2[:] = np.float32(0)
    slope.b2[:] = np.float32(0)
    slope.w3[:] = np.float32(0)
    slope.b3[:] = np.float32(0)


@kernel
def add_slopes(net: Net, layers: Layers, steps: Steps, x: Floats1, wanted: Floats1) -> None:
    """One sample: forward, and back."""
    slope = steps.slope
    h1, h2, out, zero = layers.h1, layers.h2, layers.out, np.float32(0)
    back1, back2 = steps.back1, steps.back2
    evaluate(net, layers, x)
    predicted = chance(out[0])
    steps.loss[0] += np.float32((predicted - wanted[0]) ** 2)
    steps.loss[1] += np.float32(1)
    error0 = np.float32(predicted - wanted[0])
    error1 = np.float32(2) * (out[1] - wanted[1])
    slope.b3[0] += error0
    slope.b3[1] += error1
    for place in range(h2.shape[0]):
        slope.w3[place, 0] += error0 * h2[place]
        slope.w3[place, 1] += error1 * h2[place]
        back2[place] = error0 * net.w3[place, 0] + error1 * net.w3[place, 1] if h2[place] > zero else zero
    for unit in range(h2.shape[0]):
        slope.b2[unit] += back2[unit]
    for place in range(h1.shape[0]):
        total = zero
        if h1[place] > zero:
            for unit in range(h2.shape[0]):
                slope.w2[place, unit] += h1[place] * back2[unit]
                total += net.w2[place, unit] * back2[unit]
        back1[place] = total
    for unit in range(h1.shape[0]):
        slope.b1[unit] += back1[unit]
    for place in range(x.shape[0]):
        value = x[place]
        if value != zero:
            for unit in range(h1.shape[0]):
                slope.w1[place, unit] += value * back1[unit]


@inlined
def step_vector(weight: Floats1, slope: Floats1, mean: Floats1, square: Floats1, rate: Floats1) -> None:
    share = np.float32(1.0 / BATCH)
    for place in range(weight.shape[0]):
        g = slope[place] * share
        mean[place] += np.float32(0.1) * (g - mean[place])
        square[place] += np.float32(0.001) * (g * g - square[place])
        weight[place] -= rate[0] * (mean[place] * rate[1]) / (np.sqrt(square[place] * rate[2]) + np.float32(1e-6))


@kernel
def step_matrix(weight: Floats2, slope: Floats2, mean: Floats2, square: Floats2, rate: Floats1) -> None:
    for row in range(weight.shape[0]):
        step_vector(weight[row], slope[row], mean[row], square[row], rate)


@kernel
def learn_step(net: Net, layers: Layers, memory: Memory, steps: Steps) -> None:
    """One step of Adam on a batch of samples."""
    clear_slopes(steps.slope)
    for _ in range(BATCH):
        sample = random_below(memory.random, memory.filled[0])
        add_slopes(net, layers, steps, memory.x[sample], memory.wanted[sample])
    slope, mean, square = steps.slope, steps.mean, steps.square
    step_matrix(net.w1, slope.w1, mean.w1, square.w1, steps.rate)
    step_matrix(net.w2, slope.w2, mean.w2, square.w2, steps.rate)
    step_matrix(net.w3, slope.w3, mean.w3, square.w3, steps.rate)
    step_vector(net.b1, slope.b1, mean.b1, square.b1, steps.rate)
    step_vector(net.b2, slope.b2, mean.b2, square.b2, steps.rate)
    step_vector(net.b3, slope.b3, mean.b3, square.b3, steps.rate)


@inlined
def turn_some_round(problem: Problem, memory: Memory) -> None:
    """Turn some tables of the memory into their mirror images, which are worth the same: in time both are learned."""
    for _ in range(BATCH):
        turned_round(problem, memory.x[random_below(memory.random, memory.filled[0])])


@entry
def play_and_learn(
    problem: Problem,
    player: Player,
    mate: Player,
    search: Search,
    memory: Memory,
    steps: Steps,
    states: Words2,
    deck: Indices1,
    first: int,
    studied: int,
    batches: int,
    left: Indices1,
) -> None:
    """Play the deals ``first``, ``first + 1``, …, and learn from what is remembered after each of them.

    One turn of ``studied`` is looked into by search; 0: none.
    """
    for index in range(left.shape[0]):
        set_up(problem, player, states, deck, first + index)
        turns = 0
        while not finished(problem, states, 0):
            look(problem, player, states, 0)
            found = judge_choices(problem, player)
            if found == 0:
                break
            if studied and random_below(memory.random, studied) == 0:
                study(problem, player, mate, search, memory, found)
            choice = player.order[0]
            judge_choice(problem, player, choice)
            for place in range(memory.game_x.shape[1]):
                memory.game_x[turns, place] = player.layers.x[place]
            memory.game_thought[turns, 0] = player.layers.out[0]
            memory.game_thought[turns, 1] = player.layers.out[1]
            take_turn(problem, player, states, 0, choice)
            turns += 1
        rest = cards_left(problem, states, 0)
        left[index] = rest
        remember_game(memory, turns, rest == 0, np.float64(rest) / np.float64(problem.cards))
        if memory.filled[0] > 2000:
            for _ in range(batches):
                turn_some_round(problem, memory)
                learn_step(player.net, player.layers, memory, steps)
