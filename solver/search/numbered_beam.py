"""Many numbered deals, won by beams of growing width inside the kernel: for games of which nearly every deal is won."""

from __future__ import annotations

import numpy as np

from solver.kernels import numbered_beam as kernel
from solver.kernels.turn import Indices
from solver.search.batch import Verdicts
from solver.search.beam import beam_bytes, narrowed, new_beam, other_weights, tables_of
from solver.search.second_referee import Look, desk_for, refusal, rulebook_of
from solver.search.team_codec import pack
from solver.table.position import Position

# One beam after the other, each for what the last one left: its width, what its score makes of a pile's range (in
# percent of the usual), and how many cards a pile are tried (0: all).  A beam with another score wins a third of what
# the last one left; one of three times the width two thirds, for three times the work.
RUNGS = (
    (2, 100, 2), (10, 100, 2), (10, 170, 2), (20, 60, 2), (20, 130, 2), (20, 250, 2), (30, 80, 2), (30, 180, 3),
    (50, 130, 2), (50, 60, 3), (50, 250, 2), (100, 200, 2), (100, 90, 3), (100, 50, 2), (200, 150, 2), (200, 300, 3),
    (300, 100, 3), (300, 200, 2), (1_000, 100, 3), (1_000, 200, 2), (3_000, 100, 3), (3_000, 150, 0),
)  # fmt: skip
BRISK_WIDTH = 50  # of beams in which a lone player ends each turn as soon as possible, whatever the commands
Rung = tuple[int, int, int]
SAMPLE = 256  # of so many numbers one is looked at again, if it is won


class NumberedBeams:
    """The arrays for the deals of one game, and the deals that are under way."""

    def __init__(self, example: Position, random_commands: bool) -> None:
        problem, self.start = pack(example)
        self.problem = problem._replace(command=problem.command.copy())  # overwritten where maps are random
        self.tables, self.random_commands = tables_of(self.problem), random_commands
        self.book = rulebook_of(example.rules)._replace(command=self.problem.command)
        self.desk = desk_for(example.rules)
        self.deck = np.zeros(problem.cards, np.int64)
        self.line = np.zeros((problem.cards, 3), np.int64)

    def seek(self, numbers: Indices, rung: Rung, states: Indices) -> Indices:
        """One beam for each deal: 1 where it is won.  ``states`` grow by those opened."""
        width, range_percent, cards = rung
        weights = other_weights(self.problem, range_percent)
        if cards:
            weights = narrowed(weights, cards, brisk=width <= BRISK_WIDTH)
        beam = new_beam(self.problem, self.tables, self.start, width, weights)
        outcomes = np.zeros(len(numbers), np.int64)
        game = (self.problem, self.tables, beam, self.book, self.desk, self.deck, self.line)
        kernel.seek_numbered(*game, numbers, self.random_commands, outcomes, states)
        return outcomes

    def line_of(self, number: int, rung: Rung) -> Indices:
        """The line that won a deal; one that the second referee refuses ends everything."""
        (outcome,) = self.seek(np.array([number], np.int64), rung, np.zeros(1, np.int64))
        if outcome != kernel.WON_DEAL:
            raise AssertionError(refusal(number, self.book, self.desk, self.deck, self.line))
        return self.line

    def fits(self, width: int, memory_bytes: int) -> bool:
        """Does a beam of this width keep to the memory limit?"""
        return beam_bytes(width, self.problem.cards, len(self.start)) <= memory_bytes


def seek_deals(
    example: Position, numbers: Indices, random_commands: bool, most_states: int, memory_bytes: int, look: Look
) -> Verdicts:
    """Win what beams can win of these deals (1, else 0); ``example`` is any deal of the game.

    A deal that has had its states gets no wider beam, and nobody one that does not fit the memory: so a deal that is
    won is won with the same states under every limit that lets it be won.  Some of the wins are shown to ``look``.
    """
    beams = NumberedBeams(example, random_commands)
    won, states = np.zeros(len(numbers), np.int64), np.zeros(len(numbers), np.int64)
    for rung in RUNGS:
        left = np.flatnonzero((won == 0) & (states < most_states))
        if not len(left) or not beams.fits(rung[0], memory_bytes):
            break
        opened = states[left]
        outcomes = beams.seek(numbers[left], rung, opened)
        states[left], won[left] = opened, outcomes == kernel.WON_DEAL
        sampled = (outcomes == kernel.REFUSED) | ((outcomes == kernel.WON_DEAL) & (numbers[left] % SAMPLE == 0))
        for number in numbers[left[sampled]].tolist():
            look(number, beams.line_of(number, rung))
    return Verdicts(won, states)
