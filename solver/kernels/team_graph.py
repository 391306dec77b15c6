"""The graph of everything that can happen in a team game from one state on: explored once, looked at by many.

A node is a state (laid out as in ``turn``) in which the player to move must lay a card, or one with every card laid.
Like piles are interchangeable: within each direction the piles of a node stand in the order of their tops.  Node 0
is the start.  An edge lays one card, and then ends the turn or does not; so every edge leads one layer further, and
nodes, numbered as they are found, stand in layers.  A node with nothing laid in its turn is a *position*.

    edges[k]    child << 16 | ends << 12 | pile << 8 | card      pile: as the parent's piles stand
    first[i]    the first edge of node i; the last one of node i is edge first[i + 1] - 1
    heads       open addressing: node + 1, 0 where free; a power of two, kept at most half full
    best[i]     the fewest cards left that can be reached from node i in whole turns; NOWHERE if there is none

Nothing is left out and nothing is hashed away: two nodes are one only when their states are equal word for word.
Numbers of lines are kept exactly, as so many 64-bit limbs as the caller's array has; a sum in floating point tells the
caller beforehand how many those must be.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.bits import lowest_bit, popcount
from solver.kernels.compile import entry, inlined
from solver.kernels.shuffle import mix
from solver.kernels.turn import (
    Indices,
    Indices1,
    Problem,
    Words,
    Words1,
    Words2,
    end_turn,
    field,
    finished,
    lay,
    layable,
    may_end,
    top_of,
)

Floats = npt.NDArray[np.float64]
Floats1 = Annotated[Floats, np.float64, 1]

NOWHERE = 1 << 20
NODES, EDGES, CURSOR = range(3)  # indices of ``control``: nodes found, edges written, next node to open
DONE, PAUSED, FULL = 0, 1, 2
ENDS = 1 << 12


class GraphArrays(NamedTuple):
    """The arrays of a graph; their sizes are the room it has."""

    states: Words2
    edges: Indices1
    first: Indices1
    heads: Indices1
    control: Indices1


@inlined
def is_position(states: Words, row: int) -> bool:
    """Is nothing laid yet in this turn?"""
    return field(states[row, 1], 12, 8) == 0


@inlined
def put_piles_in_order(problem: Problem, states: Words, row: int) -> None:
    """Sort like piles by their tops; what a turn knows of a pile goes with it."""
    tops, turn = states[row, 0], states[row, 1]
    changed = True
    while changed:
        changed = False
        for pile in range(problem.piles - 1):
            if problem.direction[pile] == problem.direction[pile + 1] and top_of(tops, pile) > top_of(tops, pile + 1):
                tops = exchanged(tops, 8 * pile, 8)
                skulls = exchanged(turn >> np.uint64(24), pile, 1) & np.uint64(255)
                turn = (turn & ~(np.uint64(255) << np.uint64(24))) | (skulls << np.uint64(24))
                tied = field(turn, 32, 4)
                if tied == pile + 1 or tied == pile + 2:
                    turn ^= np.uint64((pile + 1) ^ (pile + 2)) << np.uint64(32)
                changed = True
    states[row, 0], states[row, 1] = tops, turn


@inlined
def exchanged(word: np.uint64, at: int, width: int) -> np.uint64:
    """A word with the field at this bit and the next one exchanged."""
    mask = np.uint64((1 << width) - 1)
    low, high = (word >> np.uint64(at)) & mask, (word >> np.uint64(at + width)) & mask
    other = (low ^ high) << np.uint64(at)
    return word ^ other ^ (other << np.uint64(width))


@inlined
def node_of(graph: GraphArrays, row: int) -> int:
    """The node with the state of this row, which is a new node if there was none."""
    states, heads = graph.states, graph.heads
    h = np.uint64(0x243F6A8885A308D3)
    for word in range(states.shape[1]):
        h = mix(h ^ states[row, word]) + np.uint64(0x9E3779B97F4A7C15)
    mask = heads.shape[0] - 1
    place = np.int64(h >> np.uint64(1)) & mask
    while heads[place] != 0:
        node = heads[place] - 1
        same = True
        for word in range(states.shape[1]):
            if states[node, word] != states[row, word]:
                same = False
                break
        if same:
            return node
        place = (place + 1) & mask
    heads[place] = row + 1
    graph.control[NODES] = row + 1
    return row


@inlined
def add_edge(problem: Problem, graph: GraphArrays, node: int, card: int, pile: int, ends: bool) -> None:
    """The node after a play, and the edge that leads there."""
    states, control = graph.states, graph.control
    row = control[NODES]
    for word in range(states.shape[1]):
        states[row, word] = states[node, word]
    lay(problem, states, row, card, pile)
    if ends:
        if not may_end(problem, states[row, 1]):
            return
        end_turn(problem, states, row)
        if finished(problem, states, row):
            states[row, 1] &= np.uint64(255)  # nobody is to move any more
    else:
        seat = field(states[row, 1], 8, 4)
        if (states[row, 2 + 2 * seat] | states[row, 3 + 2 * seat]) == np.uint64(0):
            return
    put_piles_in_order(problem, states, row)
    child = node_of(graph, row)
    graph.edges[control[EDGES]] = child << 16 | (ENDS if ends else 0) | pile << 8 | card
    control[EDGES] += 1


@entry
def explore(problem: Problem, graph: GraphArrays, first_turn_only: bool, budget: int) -> int:
    """Open at most so many nodes more: DONE, PAUSED, or FULL (some array should be larger).

    Before the first call the start is in ``states[0]`` and all else is 0.
    """
    states, control, first = graph.states, graph.control, graph.first
    if control[NODES] == 0:
        put_piles_in_order(problem, states, 0)
        node_of(graph, 0)
    most = 2 * problem.cards * problem.piles  # edges of one node
    stop = control[CURSOR] + budget
    while control[CURSOR] < control[NODES]:
        node = control[CURSOR]
        if node >= stop:
            return PAUSED
        room = min(states.shape[0], first.shape[0] - 1, heads_room(graph))
        if control[NODES] + most >= room or control[EDGES] + most >= graph.edges.shape[0]:
            return FULL
        first[node] = control[EDGES]
        if not (first_turn_only and node > 0 and is_position(states, node)):
            for pile in range(problem.piles):
                low, high = layable(problem, states, node, pile)
                for word in range(2):
                    cards = low if word == 0 else high
                    while cards:
                        card = lowest_bit(cards) + 64 * word
                        cards &= cards - np.uint64(1)
                        add_edge(problem, graph, node, card, pile, True)
                        add_edge(problem, graph, node, card, pile, False)
        control[CURSOR] += 1
        first[node + 1] = control[EDGES]
    return DONE


@inlined
def heads_room(graph: GraphArrays) -> int:
    """So many nodes keep the table at most half full."""
    return graph.heads.shape[0] // 2


@entry
def enter_all(graph: GraphArrays) -> None:
    """Fill an empty table of nodes anew, after it has grown."""
    states, heads = graph.states, graph.heads
    mask = heads.shape[0] - 1
    for node in range(graph.control[NODES]):
        h = np.uint64(0x243F6A8885A308D3)
        for word in range(states.shape[1]):
            h = mix(h ^ states[node, word]) + np.uint64(0x9E3779B97F4A7C15)
        place = np.int64(h >> np.uint64(1)) & mask
        while heads[place] != 0:
            place = (place + 1) & mask
        heads[place] = node + 1


@entry
def value_nodes(problem: Problem, graph: GraphArrays, best: Indices1) -> None:
    """Fill ``best``, from the last layer to the first."""
    states, edges, first = graph.states, graph.edges, graph.first
    for node in range(graph.control[NODES] - 1, -1, -1):
        value = NOWHERE
        if is_position(states, node):
            drawn = field(states[node, 1], 0, 8)
            value = popcount(problem.pending[drawn, 0]) + popcount(problem.pending[drawn, 1])
            for word in range(2, states.shape[1]):
                value += popcount(states[node, word])
        for k in range(first[node], first[node + 1]):
            value = min(value, best[edges[k] >> 16])
        best[node] = value


@inlined
def is_won(problem: Problem, graph: GraphArrays, best: Indices, node: int) -> bool:
    """Is every card laid?"""
    return best[node] == 0 and finished(problem, graph.states, node)


@inlined
def add_limbs(counts: Words, to: int, what: int) -> None:
    """One exact number added to another, limb by limb."""
    carry = np.uint64(0)
    for limb in range(counts.shape[1]):
        before = counts[to, limb]
        after = before + counts[what, limb]
        lost = np.uint64(1) if after < before else np.uint64(0)
        total = after + carry
        if total < after:
            lost = np.uint64(1)
        counts[to, limb], carry = total, lost


@entry
def count_plays(problem: Problem, graph: GraphArrays, best: Indices1, sizes: Floats1, counts: Words2) -> None:
    """For every node, the number of winning ways to go on, each order and each pile counted apart.

    ``sizes`` and ``counts`` are all 0 at first; like piles that show the same (row cards) give edges of their own.
    """
    edges, first = graph.edges, graph.first
    for node in range(graph.control[NODES] - 1, -1, -1):
        if best[node] != 0:
            continue
        if is_won(problem, graph, best, node):
            sizes[node], counts[node, 0] = 1.0, np.uint64(1)
        for k in range(first[node], first[node + 1]):
            child = edges[k] >> 16
            if best[child] == 0:
                sizes[node] += sizes[child]
                add_limbs(counts, node, child)


@inlined
def gather(
    graph: GraphArrays, best: Indices, node: int, winning: bool, seen: Indices, stack: Indices, found: Indices
) -> int:
    """The different positions that a turn from this one leads to, into ``found``; how many.  ``seen`` is stamped."""
    edges, first, states = graph.edges, graph.first, graph.states
    stack[0], depth, count, stamp = node, 1, 0, node + 1
    while depth > 0:
        depth -= 1
        at = stack[depth]
        for k in range(first[at], first[at + 1]):
            child = edges[k] >> 16
            if seen[child] == stamp or (winning and best[child] != 0):
                continue
            seen[child] = stamp
            if is_position(states, child):
                found[count] = child
                count += 1
            else:
                stack[depth] = child
                depth += 1
    return count


@entry
def count_lines(
    problem: Problem,
    graph: GraphArrays,
    best: Indices1,
    seen: Indices1,
    stack: Indices1,
    found: Indices1,
    sizes: Floats1,
    counts: Words2,
    turns: Indices1,
) -> None:
    """For every winning position, the winning lines of different turns, and how many different turns keep the win.

    All arrays have an entry for each node; ``seen``, ``sizes``, ``counts`` and ``turns`` are all 0 at first.
    """
    for node in range(graph.control[NODES] - 1, -1, -1):
        if best[node] != 0 or not is_position(graph.states, node):
            continue
        if is_won(problem, graph, best, node):
            sizes[node], counts[node, 0] = 1.0, np.uint64(1)
            continue
        turns[node] = gather(graph, best, node, True, seen, stack, found)
        for k in range(turns[node]):
            sizes[node] += sizes[found[k]]
            add_limbs(counts, node, found[k])


@entry
def turns_from(
    graph: GraphArrays, best: Indices1, node: int, winning: bool, seen: Indices1, stack: Indices1, found: Indices1
) -> int:
    """The positions that the turns of this one lead to (if asked, only those that keep the win); how many.

    ``seen`` must not know this node's stamp (its number plus 1) yet.
    """
    return gather(graph, best, node, winning, seen, stack, found)


@entry
def trace_turns(
    problem: Problem, graph: GraphArrays, tops: np.uint64, node: int, sizes: Floats1, shown: Words1, plays: Indices1
) -> None:
    """For all that the turn of one position can reach: in how many orders and on how many piles, and one way to do it.

    ``sizes[i]`` becomes the number of ways to play the turn to node i (exact below 2^53; all 0 at first), ``plays[i]``
    its last play as parent << 16 | pile << 8 | card, piles as they really stand, and ``shown[i]`` the tops as they
    really stand, which are ``tops`` at the start.
    """
    states, edges, first = graph.states, graph.edges, graph.first
    sizes[node], shown[node], plays[node] = 1.0, tops, -1
    for at in range(node, graph.control[NODES]):
        if sizes[at] == 0.0 or (at != node and is_position(states, at)):
            continue
        for k in range(first[at], first[at + 1]):
            child, slot, card = edges[k] >> 16, (edges[k] >> 8) & 15, edges[k] & 255
            if sizes[child] == 0.0:
                pile = slot_in(problem, shown[at], states[at, 0], slot)
                shift = np.uint64(8 * pile)
                shown[child] = (shown[at] & ~(np.uint64(255) << shift)) | (np.uint64(card) << shift)
                plays[child] = at << 16 | pile << 8 | card
            sizes[child] += sizes[at]


@inlined
def slot_in(problem: Problem, shown: np.uint64, tops: np.uint64, slot: int) -> int:
    """Where the pile really stands that is at this place among the piles in order."""
    for pile in range(problem.piles):
        if problem.direction[pile] == problem.direction[slot] and top_of(shown, pile) == top_of(tops, slot):
            return pile
    return -1
