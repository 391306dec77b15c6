"""A beam through numbered deals: shuffle, deal, search, referee, next.  Nothing of a deal is ever seen by Python.

The arrays are those of one beam, used again and again.  A win counts only once the second referee has accepted it.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.beam import EXPANDED, LAST_MOVE, LEVEL, WON, Beam, Tables, advance, begin, line_to
from solver.kernels.compile import entry, inlined
from solver.kernels.second_referee import ALL_LAID, Desk, Rulebook, judge_line
from solver.kernels.shuffle import DECK, commands_into, deal_into, shuffle_into
from solver.kernels.turn import Indices1, Indices2, Problem, bit

OPEN, WON_DEAL, REFUSED = 0, 1, 3
NO_END = 1 << 60


@inlined
def new_map(problem: Problem, tables: Tables, deck: Indices1, number: int) -> None:
    """The random command map of a deal, written where the game keeps its map."""
    commands_into(problem.command, deck, number)
    for command in range(tables.marked.shape[0]):
        tables.marked[command, 0] = tables.marked[command, 1] = np.uint64(0)
    for card in range(problem.cards):
        tables.marked[problem.command[card], card >> 6] |= bit(card)


@entry
def seek_numbered(
    problem: Problem,
    tables: Tables,
    beam: Beam,
    book: Rulebook,
    desk: Desk,
    deck: Indices1,
    line: Indices2,
    numbers: Indices1,
    random_commands: bool,
    outcomes: Indices1,
    states: Indices1,
) -> None:
    """Look for a win of each of these deals; ``states`` grow by those that were opened.

    ``problem.draw`` and ``problem.pending``, ``deck`` and ``line`` are overwritten with each deal's; where each deal
    has a random map, so are ``problem.command`` (which is ``book.command`` then) and ``tables.marked``.
    """
    for index in range(numbers.shape[0]):
        if random_commands:
            new_map(problem, tables, deck, numbers[index])
        shuffle_into(deck, numbers[index], DECK)
        deal_into(problem, deck, beam.rows[0])
        begin(problem, tables, beam)
        won = advance(problem, tables, beam, NO_END) == WON
        states[index] += beam.progress[EXPANDED]
        outcomes[index] = OPEN
        if won:
            level = beam.progress[LEVEL] + 1
            beam.trail[level, 0] = beam.progress[LAST_MOVE]
            line_to(beam, level, 0, line)
            accepted = judge_line(book, desk, deck, line, level) == ALL_LAID
            outcomes[index] = WON_DEAL if accepted else REFUSED
