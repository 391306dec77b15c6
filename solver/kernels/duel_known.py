"""Face to Face: what was proved of positions, looked up by those that are at least as good, or no better.

The argument: facts/duel_known.  A row is what was proved of positions with the same cards not yet laid and the same
player to move:

    word 0, 1   the cards A and B have not yet laid
    word 2      1 + the player to move
    word 3-     proofs, 0 where there is none: bits 0-15 A's tops, 16-31 B's tops, 32-39 and 40-47 cards
                drawn by A and B, 48-55 the number of turns, bit 56 set: the target does not win within
                them, bit 57: does

A row driven out costs time, never truth.  More than two piles a side do not fit; nothing is noted then.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.bits import popcount
from solver.kernels.compile import inlined
from solver.kernels.duel_table import KNOWN, Duel, Space, at_least_as_good, mixed
from solver.kernels.turn import Words

PROOFS = 13  # of a row: with the key, two lines of the processor's cache
KNOWN_WORDS = 3 + PROOFS
FAILS, WINS = 1 << 56, 1 << 57
NOTED = 34  # where more cards than this are not yet laid, looking up costs more than it saves


@inlined
def known_row(known: Words, rest_a: np.uint64, rest_b: np.uint64, seat: np.uint64) -> int:
    """The row of all positions with these cards not yet laid and this player to move."""
    mask = np.uint64(known.shape[0] - 1)
    return np.int64(mixed(rest_a ^ mixed(rest_b ^ mixed(seat + np.uint64(1)))) & mask)


@inlined
def drawn_in(proof: np.uint64, player: int) -> int:
    """How many cards a player has drawn in a position that was noted."""
    return np.int64((proof >> np.uint64(32 + 8 * player)) & np.uint64(255))


@inlined
def tops_in(proof: np.uint64, player: int) -> np.uint64:
    """A player's tops in a position that was noted."""
    return (proof >> np.uint64(16 * player)) & np.uint64(0xFFFF)


@inlined
def turns_in(proof: np.uint64) -> int:
    """The number of turns of a proof."""
    return np.int64((proof >> np.uint64(48)) & np.uint64(255))


@inlined
def serves(duel: Duel, player: int, over: np.uint64, under: np.uint64, rest: np.uint64, other_rest: np.uint64) -> bool:
    """Is the one noted position at least as good for a player as the other?  ``rest``: that player's cards not laid."""
    mine = drawn_in(over, player) - drawn_in(under, player)
    yours = drawn_in(under, 1 - player) - drawn_in(over, 1 - player)
    if mine < 0 or yours < 0 or (duel.minimum_empty > duel.minimum and mine + yours > 0):
        return False
    return at_least_as_good(
        duel, player, tops_in(over, player), tops_in(under, player), rest, other_rest
    ) and at_least_as_good(duel, 1 - player, tops_in(under, 1 - player), tops_in(over, 1 - player), other_rest, rest)


@inlined
def as_proof(duel: Duel, states: Words, row: int) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """The position as it is noted, without what was proved; the cards A and B have not laid; who is to move."""
    meta = states[row, 4]
    rest_a = states[row, 0] | duel.pending[0, np.int64(meta & np.uint64(255))]
    rest_b = states[row, 1] | duel.pending[1, np.int64((meta >> np.uint64(8)) & np.uint64(255))]
    proof = states[row, 2] | (states[row, 3] << np.uint64(16)) | ((meta & np.uint64(0xFFFF)) << np.uint64(32))
    return proof, rest_a, rest_b, meta >> np.uint64(16)


@inlined
def look_up(
    duel: Duel, facts: int, target: int, space: Space, states: Words, row: int, allowed: int
) -> tuple[int, int]:
    """Is a position decided by one that was noted?  1: the target wins, -1: not, 0: unknown; within how many turns."""
    if not facts & KNOWN or duel.piles > 2:
        return 0, 0
    proof, rest_a, rest_b, seat = as_proof(duel, states, row)
    if popcount(rest_a) + popcount(rest_b) > NOTED:
        return 0, 0
    known = space.known
    place = known_row(known, rest_a, rest_b, seat)
    if known[place, 0] != rest_a or known[place, 1] != rest_b or known[place, 2] != seat + np.uint64(1):
        return 0, 0
    rest, other_rest = (rest_a, rest_b) if target == 0 else (rest_b, rest_a)
    for word in range(3, KNOWN_WORDS):
        noted = known[place, word]
        if noted == np.uint64(0):
            break
        turns = turns_in(noted)
        if noted & np.uint64(WINS):
            if turns <= allowed and serves(duel, target, proof, noted, rest, other_rest):
                return 1, turns
        elif turns >= allowed and serves(duel, target, noted, proof, rest, other_rest):
            return -1, turns
    return 0, 0


@inlined
def note(duel: Duel, facts: int, target: int, space: Space, states: Words, row: int, won: bool, turns: int) -> None:
    """Note what was proved of a position, the latest first; what it implies goes, or what is oldest."""
    if not facts & KNOWN or duel.piles > 2:
        return
    proof, rest_a, rest_b, seat = as_proof(duel, states, row)
    if popcount(rest_a) + popcount(rest_b) > NOTED:
        return
    known = space.known
    place = known_row(known, rest_a, rest_b, seat)
    if known[place, 0] != rest_a or known[place, 1] != rest_b or known[place, 2] != seat + np.uint64(1):
        known[place, 0], known[place, 1], known[place, 2] = rest_a, rest_b, seat + np.uint64(1)
        for word in range(3, KNOWN_WORDS):
            known[place, word] = np.uint64(0)
    rest, other_rest = (rest_a, rest_b) if target == 0 else (rest_b, rest_a)
    fresh = proof | (np.uint64(turns) << np.uint64(48)) | np.uint64(WINS if won else FAILS)
    for word in range(3, KNOWN_WORDS):
        noted = known[place, word]
        known[place, word] = fresh
        if noted == np.uint64(0):
            return
        before = turns_in(noted)
        if won and noted & np.uint64(WINS):
            if turns <= before and serves(duel, target, noted, proof, rest, other_rest):
                return
        elif not won and noted & np.uint64(FAILS):
            if turns >= before and serves(duel, target, proof, noted, rest, other_rest):
                return
        fresh = noted
