"""All positions after one turn, after two, …: a proof that so few turns do not suffice, or a beam for a win in few.

A position at the start of a turn is a *node* (whose turn it is, what was drawn, who holds what) and the tops of the
piles, a *state*.  A layer is the states after as many turns, those of one node together.  Of the states of a node only
those are kept that no other covers: the pairs of like piles one by one, as ``facts/followers.py`` and
``facts/like_piles.py`` prove for nodes of the depth-first search.  What is kept wins in as few turns as what is left
out, since the same cards are laid in the same turns.  So if no state is left before everything is laid, no win takes
``progress[MOST]`` turns or fewer.  A state is left out too if more cards are left than hands in the turns left, or if
more players hold cards than there are turns left.

With a width, the states of a layer that look best are kept, and only a win says anything.  All states of a layer took
as many turns, so each card laid counts ``weights[PRICE]``; the rest of the rank is what ``looks`` says of the piles.

Arrays:

    nodes[node]      rows as in turn.py with word 0 unused, layer after layer; those of the next layer last
    first[node]      its first state
    states[state]    tops (8 bits a pile), node, state before the turn
    pool, spare      candidates of the next layer: tops, node, state before the turn, rank
    table            open addressing over the nodes of the next layer: stamp << 32 | node

Games with two piles up, two down, no commands and hands of at most eight cards.  Nodes are compared card by card.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.beam import mixed
from solver.kernels.bits import popcount
from solver.kernels.compile import entry, inlined, kernel
from solver.kernels.turn import Indices, Indices1, Indices2, Problem, Words, Words2, end_turn, field, in_hand, least
from solver.kernels.whole_turns import (
    OUTCOMES,
    PAIRS,
    ROOM,
    SIZE,
    Bytes3,
    Hand,
    pair_covers,
    pair_of,
    take_hand,
)

RUNNING, WON, EXHAUSTED, FULL = range(4)

# Indices of ``progress``.
TURN, MOST, WIDTH, NODE, STATE, LAST_NODE, NODES, STATES, POOL, CUT, STAMP, STATUS, EXPANDED, WINNER = range(14)
PROGRESS = 14
NO_CUT = -(1 << 62)

# Indices of ``weights``: a card laid, a card of the deck that follows, one left that follows, a trick that can come,
# a card left that no pile takes, one that piles of one direction only take.
PRICE, REACH, FOLLOW, TRICK, STUCK, ONE_SIDE = range(6)
WEIGHTS = 6


class TurnLayerArrays(NamedTuple):
    """The arrays a search works in; their sizes are the memory it may use."""

    nodes: Words2
    first: Indices1
    states: Indices2
    pool: Indices2
    spare: Indices2
    order: Indices1
    count: Indices1
    table: Indices1
    fatal: Bytes3  # [turns left, spare, hands just drawn]: 1 where no tops help, see ``facts/fresh_hands.py``
    pairs: Indices2  # [state of a chunk, side]: number of the pair of piles
    scratch: Words2
    weights: Indices1
    progress: Indices1


@inlined
def left_of(problem: Problem, rows: Words, row: int) -> tuple[np.uint64, np.uint64]:
    """The cards not yet laid."""
    drawn = field(rows[row, 1], 0, 8)
    low, high = problem.pending[drawn, 0], problem.pending[drawn, 1]
    for player in range(problem.players):
        low |= rows[row, 2 + 2 * player]
        high |= rows[row, 3 + 2 * player]
    return low, high


@inlined
def hands_just_drawn(problem: Problem, rows: Words, row: int) -> int:
    """How many of those who moved last hold just what they drew then, a whole hand each."""
    turn = rows[row, 1]
    drawn, seat = field(turn, 0, 8), field(turn, 8, 4)
    for count in range(problem.players):
        player = (seat - 1 - count) % problem.players
        since = drawn - problem.hand
        if (
            since < 0
            or rows[row, 2 + 2 * player] != problem.pending[since, 0] & ~problem.pending[drawn, 0]
            or rows[row, 3 + 2 * player] != problem.pending[since, 1] & ~problem.pending[drawn, 1]
        ):
            return count
        drawn = since
    return problem.players


@inlined
def is_fatal(problem: Problem, layers: TurnLayerArrays, row: int, turns: int, left: int) -> bool:
    """Is it known that this node of ``scratch`` cannot end in so many turns, whatever the piles show?"""
    spare = turns * problem.hand - left
    return (
        spare < layers.fatal.shape[1]
        and turns < layers.fatal.shape[0]
        and layers.fatal[turns, spare, hands_just_drawn(problem, layers.scratch, row)] != 0
    )


@inlined
def can_end_in(problem: Problem, rows: Words, row: int, turns: int) -> bool:
    """Could that many turns be enough, whatever the piles show?"""
    held = players = 0
    for player in range(problem.players):
        count = in_hand(rows, row, player)
        held += count
        players += 1 if count else 0
    left = held + problem.draw.shape[0] - field(rows[row, 1], 0, 8)
    return left <= turns * min(problem.hand, problem.maximum) and players <= turns


@kernel
def enter(layers: TurnLayerArrays, row: int) -> int:
    """The node of the next layer that this row of ``scratch`` shows, a new one if there is none."""
    progress, nodes, scratch, table = layers.progress, layers.nodes, layers.scratch, layers.table
    key = scratch[row, 1] * np.uint64(0x9E3779B97F4A7C15)
    for word in range(2, nodes.shape[1]):
        key = mixed(key ^ scratch[row, word])
    mask = table.shape[0] - 1
    place = np.int64(key & np.uint64(mask))
    while True:
        entry = table[place]
        if entry >> 32 != progress[STAMP]:
            node = progress[NODES]
            progress[NODES] = node + 1
            table[place] = progress[STAMP] << 32 | node
            for word in range(1, nodes.shape[1]):
                nodes[node, word] = scratch[row, word]
            return node
        node, same = entry & 0xFFFFFFFF, True
        for word in range(1, nodes.shape[1]):
            same = same and nodes[node, word] == scratch[row, word]
        if same:
            return node
        place = (place + 1) & mask


@inlined
def tops_cover(problem: Problem, facts: int, over: int, under: int, low: np.uint64, high: np.uint64) -> bool:
    """Are these four tops at least as good as those?"""
    return pair_covers(
        problem, facts, 0, over & 255, over >> 8 & 255, under & 255, under >> 8 & 255, low, high
    ) and pair_covers(
        problem, facts, 1, over >> 16 & 255, over >> 24, under >> 16 & 255, under >> 24, low, high
    )  # fmt: skip


@inlined
def insert(
    problem: Problem,
    facts: int,
    rows: Indices,
    start: int,
    count: int,
    tops: int,
    node: int,
    parent: int,
    rank: int,
    low: np.uint64,
    high: np.uint64,
) -> int:
    """Add tops to the rows from ``start`` on, none of which covers another; where they end now."""
    for row in range(start, count):
        if tops_cover(problem, facts, rows[row, 0], tops, low, high):
            front = start + (row - start >> 1)  # what covers often is asked early
            for column in range(4):
                rows[row, column], rows[front, column] = rows[front, column], rows[row, column]
            return count
    row = start
    while row < count:
        if tops_cover(problem, facts, tops, rows[row, 0], low, high):
            count -= 1
            for column in range(4):
                rows[row, column] = rows[count, column]
        else:
            row += 1
    rows[count, 0], rows[count, 1], rows[count, 2], rows[count, 3] = tops, node, parent, rank
    return count + 1


@inlined
def looks(problem: Problem, weights: Indices, side: int, a: int, b: int, low: np.uint64, high: np.uint64) -> int:
    """What two piles of a direction are worth by themselves."""
    follow, plain = problem.follow, problem.plain
    total = 0
    for pile in range(2):
        top = a if pile == 0 else b
        total += weights[REACH] * (popcount(plain[side, top, 0]) + popcount(plain[side, top, 1]))
        total += weights[FOLLOW] * (popcount(follow[side, top, 0] & low) + popcount(follow[side, top, 1] & high))
        if (follow[side, top, 0] & ~plain[side, top, 0] & low) | (follow[side, top, 1] & ~plain[side, top, 1] & high):
            total += weights[TRICK]
    return total


@inlined
def shortage(problem: Problem, weights: Indices, tops: int, low: np.uint64, high: np.uint64) -> int:
    """What the cards cost that no pile takes, or the piles of one direction only."""
    follow = problem.follow
    a, b, c, d = tops & 255, tops >> 8 & 255, tops >> 16 & 255, tops >> 24
    up0, up1 = follow[0, a, 0] | follow[0, b, 0], follow[0, a, 1] | follow[0, b, 1]
    down0, down1 = follow[1, c, 0] | follow[1, d, 0], follow[1, c, 1] | follow[1, d, 1]
    stuck = popcount(low & ~(up0 | down0)) + popcount(high & ~(up1 | down1))
    return weights[STUCK] * stuck + weights[ONE_SIDE] * (popcount(low & (up0 ^ down0)) + popcount(high & (up1 ^ down1)))


@kernel
def cut_value(ranks: Indices, count: int, width: int) -> int:
    """The rank of the last of the ``width`` best (quickselect)."""
    left, right, goal = 0, count - 1, width - 1
    while left < right:
        pivot = ranks[(left + right) >> 1]
        i, j = left, right
        while i <= j:
            while ranks[i] > pivot:
                i += 1
            while ranks[j] < pivot:
                j -= 1
            if i <= j:
                ranks[i], ranks[j] = ranks[j], ranks[i]
                i += 1
                j -= 1
        if goal <= j:
            right = j
        elif goal >= i:
            left = i
        else:
            break
    return ranks[goal]


@kernel
def gather(problem: Problem, facts: int, layers: TurnLayerArrays) -> int:
    """The candidates into ``spare``, those of a node together, without those that others cover; how many."""
    progress, pool, spare, count, order = layers.progress, layers.pool, layers.spare, layers.count, layers.order
    base = progress[LAST_NODE]
    nodes = progress[NODES] - base
    for node in range(nodes + 1):
        count[node] = 0
    for row in range(progress[POOL]):
        count[pool[row, 1] - base + 1] += 1
    for node in range(nodes):
        count[node + 1] += count[node]
    for row in range(progress[POOL]):
        node = pool[row, 1] - base
        order[count[node]] = row
        count[node] += 1
    at = end = 0
    for node in range(nodes):
        low, high = left_of(problem, layers.nodes, base + node)
        start = end
        while at < count[node]:
            row = order[at]
            end = insert(
                problem, facts, spare, start, end, pool[row, 0], pool[row, 1], pool[row, 2], pool[row, 3], low, high
            )
            at += 1
    return end


@kernel
def settle(problem: Problem, facts: int, layers: TurnLayerArrays) -> None:
    """Keep the candidates that no other covers, the best ``width`` of them if there is a width, and their nodes."""
    progress, pool, spare, nodes = layers.progress, layers.pool, layers.spare, layers.nodes
    found = gather(problem, facts, layers)
    width, ties = progress[WIDTH], found
    if width and found > width:
        for row in range(found):
            layers.order[row] = spare[row, 3]
        progress[CUT] = cut_value(layers.order, found, width)
        ties = width
        for row in range(found):
            ties -= 1 if spare[row, 3] > progress[CUT] else 0
    kept, last, node = 0, -1, progress[LAST_NODE] - 1
    for row in range(found):
        if spare[row, 3] <= progress[CUT]:
            if spare[row, 3] < progress[CUT] or ties == 0:
                continue
            ties -= 1
        if spare[row, 1] != last:
            last, node = spare[row, 1], node + 1
            for word in range(1, nodes.shape[1]):
                nodes[node, word] = nodes[last, word]
        pool[kept, 0], pool[kept, 1], pool[kept, 2], pool[kept, 3] = spare[row, 0], node, spare[row, 2], spare[row, 3]
        kept += 1
    progress[POOL], progress[NODES] = kept, progress[LAST_NODE]
    progress[STAMP] += 1
    for number in range(progress[LAST_NODE], node + 1):
        for word in range(1, nodes.shape[1]):
            layers.scratch[1, word] = nodes[number, word]
        enter(layers, 1)


@kernel
def close_layer(problem: Problem, facts: int, layers: TurnLayerArrays) -> None:
    """Make the candidates the states of the next layer."""
    progress, pool, states, first = layers.progress, layers.pool, layers.states, layers.first
    settle(problem, facts, layers)
    progress[TURN] += 1
    if progress[POOL] == 0 or progress[TURN] == progress[MOST]:
        progress[STATUS] = EXHAUSTED
        return
    if progress[STATES] + progress[POOL] > states.shape[0]:
        progress[STATUS] = FULL
        return
    last = -1
    for row in range(progress[POOL]):
        if pool[row, 1] != last:
            last = pool[row, 1]
            first[last] = progress[STATES]
        for column in range(3):
            states[progress[STATES], column] = pool[row, column]
        progress[STATES] += 1
    first[progress[NODES]] = progress[STATES]
    progress[NODE], progress[LAST_NODE] = progress[LAST_NODE], progress[NODES]
    progress[STATE], progress[POOL], progress[CUT] = first[progress[NODE]], 0, NO_CUT
    progress[STAMP] += 1


@kernel
def make_room(problem: Problem, facts: int, layers: TurnLayerArrays) -> bool:
    """Drop candidates until half of the room is free; False where that cannot be."""
    settle(problem, facts, layers)
    if layers.progress[POOL] > layers.pool.shape[0] >> 1:
        layers.progress[STATUS] = FULL
        return False
    return True


@inlined
def add(
    problem: Problem,
    facts: int,
    layers: TurnLayerArrays,
    start: int,
    child: int,
    state: int,
    tops: int,
    rank: int,
    low: np.uint64,
    high: np.uint64,
) -> tuple[int, int]:
    """Add a candidate to those of this turn, which begin at ``start``; where they begin now, and their node."""
    progress = layers.progress
    if progress[POOL] == layers.pool.shape[0]:
        if not make_room(problem, facts, layers):
            return start, child
        start, child = progress[POOL], -1
    if child < 0:
        if progress[NODES] == layers.nodes.shape[0]:
            progress[STATUS] = FULL
            return start, child
        child = enter(layers, 0)
    progress[POOL] = insert(problem, facts, layers.pool, start, progress[POOL], tops, child, state, rank, low, high)
    return start, child


@kernel
def lay_set(
    problem: Problem, facts: int, layers: TurnLayerArrays, hand: Hand, begin: int, end: int, chosen: int
) -> None:
    """End the turn with this set of the hand laid, from each state of the chunk in every way that no other covers."""
    progress, scratch, weights, width = layers.progress, layers.scratch, layers.weights, layers.progress[WIDTH]
    node, laid = progress[NODE], popcount(np.uint64(chosen))
    turn = layers.nodes[node, 1]
    seat = field(turn, 8, 4)
    if laid < least(problem, turn) or laid > problem.maximum:
        return
    for word in range(1, scratch.shape[1]):
        scratch[0, word] = layers.nodes[node, word]
    scratch[0, 2 + 2 * seat] &= ~hand.sets[chosen, 0]
    scratch[0, 3 + 2 * seat] &= ~hand.sets[chosen, 1]
    scratch[0, 1] = turn + np.uint64(laid << 12)
    end_turn(problem, scratch, 0)
    low, high = left_of(problem, scratch, 0)
    left = popcount(low) + popcount(high)
    turns = progress[MOST] - progress[TURN] - 1
    if left and (not can_end_in(problem, scratch, 0, turns) or is_fatal(problem, layers, 0, turns, left)):
        return
    child, start = -1, progress[POOL]
    for state in range(begin, end):
        ups, downs = layers.pairs[state - begin, 0], layers.pairs[state - begin, 1]
        part = chosen
        while part >= 0:
            other = chosen ^ part
            a0, a1 = hand.at[ups, part], hand.at[ups, part + 1]
            b0, b1 = hand.at[downs, other], hand.at[downs, other + 1]
            part = (part - 1) & chosen if part else -1
            if a0 == a1 or b0 == b1:
                continue
            if left == 0:
                progress[STATUS], progress[WINNER] = WON, state
                return
            for i in range(a0, a1):
                a, base = hand.outcome[i], -weights[PRICE] * left
                if width:
                    base += looks(problem, weights, 0, a & 255, a >> 8, low, high)
                for j in range(b0, b1):
                    b, rank = hand.outcome[j], base
                    if width:
                        rank += looks(problem, weights, 1, b & 255, b >> 8, low, high)
                        if rank > progress[CUT]:
                            rank -= shortage(problem, weights, a | b << 16, low, high)
                        if rank <= progress[CUT]:
                            continue
                    start, child = add(problem, facts, layers, start, child, state, a | b << 16, rank, low, high)
                    if progress[STATUS] != RUNNING:
                        return


@kernel
def expand(problem: Problem, facts: int, layers: TurnLayerArrays, hand: Hand) -> None:
    """Every turn from the next states of the node under way, as many as there is room for the outcomes of."""
    progress, states = layers.progress, layers.states
    node, begin = progress[NODE], progress[STATE]
    seat = field(layers.nodes[node, 1], 8, 4)
    take_hand(problem, hand, layers.nodes[node, 2 + 2 * seat], layers.nodes[node, 3 + 2 * seat])
    low, high = left_of(problem, layers.nodes, node)
    state = begin
    while (
        state < layers.first[node + 1]
        and state - begin < layers.pairs.shape[0]
        and hand.control[OUTCOMES] + 2 * ROOM <= hand.outcome.shape[0]
        and hand.control[PAIRS] + 2 <= hand.at.shape[0]
    ):
        tops = states[state, 0]
        layers.pairs[state - begin, 0] = pair_of(problem, facts, hand, 0, tops & 255, tops >> 8 & 255, low, high)
        layers.pairs[state - begin, 1] = pair_of(problem, facts, hand, 1, tops >> 16 & 255, tops >> 24, low, high)
        state += 1
    for chosen in range(1, 1 << hand.control[SIZE]):
        lay_set(problem, facts, layers, hand, begin, state, chosen)
        if progress[STATUS] != RUNNING:
            return
    progress[EXPANDED] += state - begin
    progress[STATE] = state
    if state == layers.first[node + 1]:
        progress[NODE] += 1


@entry
def advance_layers(problem: Problem, facts: int, layers: TurnLayerArrays, hand: Hand, budget: int) -> int:
    """Go on for about so many states; the status afterwards.  WON: the turn after state WINNER lays the last cards."""
    progress = layers.progress
    stop = progress[EXPANDED] + budget
    while progress[STATUS] == RUNNING and progress[EXPANDED] < stop:
        if progress[NODE] < progress[LAST_NODE]:
            expand(problem, facts, layers, hand)
        else:
            close_layer(problem, facts, layers)
    return progress[STATUS]
