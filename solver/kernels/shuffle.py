"""Numbered deals, version 1: the same number gives the same deck on every machine and in every release.

SplitMix64 seeded by ``mix(4 * number + stream)``; an unbiased choice below n by multiplication (Lemire); Fisher-
Yates from the end. Stream 0 shuffles the deck, stream 2 the command map.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.compile import entry, inlined, kernel
from solver.kernels.turn import Indices, Indices1, Problem, Words, Words1, bit

DECK, COMMANDS = 0, 2


@inlined
def mix(z: np.uint64) -> np.uint64:
    """The finalizer of SplitMix64."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@inlined
def random_below(random: Words1, bound: int) -> int:
    """A number from 0 to ``bound`` - 1, for samples: no deal depends on it."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    return np.int64(((mix(random[0]) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))


@entry
def shuffle_into(cards: Indices1, number: int, stream: int) -> None:
    """Fill ``cards`` with the indices 0, 1, … in the order of this number; the first is the top of the deck."""
    count = cards.shape[0]
    for i in range(count):
        cards[i] = i
    state = mix(np.uint64(4) * np.uint64(number) + np.uint64(stream))
    for i in range(count - 1, 0, -1):
        n = np.uint64(i + 1)
        while True:
            state += np.uint64(0x9E3779B97F4A7C15)
            product = (mix(state) >> np.uint64(32)) * n
            rest = product & np.uint64(0xFFFFFFFF)
            if rest >= n or rest >= np.uint64(1 << 32) % n:  # the first spares nearly every division
                break
        j = np.int64(product >> np.uint64(32))
        cards[i], cards[j] = cards[j], cards[i]


@kernel
def commands_into(command: Indices, cards: Indices, number: int) -> None:
    """Fill the command of each card with the random map of this number; ``cards`` is scratch, one entry a card."""
    shuffle_into(cards, number, COMMANDS)
    for i in range(command.shape[0]):
        command[i] = 0
    for i in range(min(28, cards.shape[0])):
        command[cards[i]] = i // 4 + 1


@kernel
def deal_into(problem: Problem, deck: Indices, states: Words) -> None:
    """Deal a deck in blocks: ``states[0]`` becomes the start; ``problem.draw`` and ``pending`` are overwritten."""
    players, hand, draw, pending = problem.players, problem.hand, problem.draw, problem.pending
    for word in range(states.shape[1]):
        states[0, word] = np.uint64(0)
    for pile in range(problem.piles):
        states[0, 0] |= np.uint64(problem.cards) << np.uint64(8 * pile)
    for place in range(players * hand):
        card = deck[place]
        states[0, 2 + 2 * (place // hand) + (card >> 6)] |= bit(card)
    left = draw.shape[0]
    pending[left, 0] = pending[left, 1] = np.uint64(0)
    for place in range(left - 1, -1, -1):
        card = deck[players * hand + place]
        draw[place] = card
        pending[place, 0], pending[place, 1] = pending[place + 1, 0], pending[place + 1, 1]
        pending[place, card >> 6] |= bit(card)
