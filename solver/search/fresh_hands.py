"""Fresh tables: if not even empty piles help, nothing does.

Statement.  A table is *fresh* if the P players each hold the whole hand of h cards that they drew in the last P turns,
nothing else.  What is *to spare* at the start of a turn is b = m * h - (cards left), m being the turns left.  Call a
fresh table *lost* if it cannot be ended in the m turns left though all piles are empty.  Then a position with b to
spare is lost, whatever its piles show, if all those fresh tables are lost that its wins could reach first: let f be how
many of those who moved last hold just what they drew, a whole hand each; with f = P, the position itself; else

    after P - f turns, with b to spare, and
    for each loss j = 1 … b: after P + 1, …, P - f + j * P turns, with b - j to spare,

provided that the draw pile does not run out before the last of these.

Where it holds.  Team games without commands in which a whole hand may be laid in a turn, from a start at which
everybody holds one, and in which an empty pile takes every card (``holds``).

Proof. While there are cards to draw everybody begins a turn with h cards, and a turn that lays h - w loses w of what
is to spare; in a win never more than there is, since no turn lays more than h. After P turns in a row that lose
nothing the table is fresh: each player has laid a whole hand and drawn another. Let q turns lose something before P
turns in a row (those of the f last movers counted) lose nothing, j cards together: q <= j, fewer than P - f turns
without a loss come before the first of them, fewer than P between two. For q = 0 the table is fresh after P - f
turns; else after no fewer than q + P and no more than (P - f - 1) + (q - 1) * (P - 1) + q + P = P - f + q * P. As j
<= b, a win reaches a fresh table before the draw pile runs out, one of the list. How much was drawn there follows
from the turns left and what is to spare, and which player holds which of its hands changes only names. Empty piles
are at least as good as any (``facts/followers.py``), so a table that is lost with empty piles is lost with its own.

Fresh tables are decided by layers too, those with little to spare first, so that each helps with the next.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.turn import Problem, Words
from solver.search.limits import Limits
from solver.search.team_codec import count_cards, hand_of, on_empty_piles
from solver.search.turn_layers import Flags, TurnLayers

MOST_STATES = 100_000  # looked at for one table
SLICE = 300


def holds(problem: Problem, start: Words) -> bool:
    """Whole hands may be laid, everybody holds one, and an empty pile takes every card."""
    hands = np.stack([hand_of(start, seat) for seat in range(problem.players)])
    full = bool((count_cards(hands) == problem.hand).all())
    takes_all = bool((count_cards(problem.follow[:, problem.cards]) == problem.cards).all())
    return problem.maximum >= problem.hand and full and takes_all


class FreshHands:
    """``fatal[turns left, spare, hands just drawn]`` for the layers, for spares below ``spares``."""

    def __init__(self, problem: Problem, start: Words, limits: Limits, turns: int) -> None:
        self.problem, self.limits, self.able = problem, limits, holds(problem, start)
        self.turns, self.spares, self.states = turns, 0, 0
        self.dead = set[tuple[int, int]]()  # turns left and spare of the fresh tables that are lost
        self.fatal: Flags = np.zeros((turns + 1, 0, problem.players + 1), np.uint8)

    def widen(self) -> None:
        """Work out the next spare: tables with fewer and fewer turns left, until one is not lost."""
        spare = self.spares
        for turns in range(self.turns, 0, -1):
            table = self.table(turns, spare)
            if table is not None:
                if not self.lost(table, turns):
                    break
                self.dead.add((turns, spare))
        self.spares += 1
        shape = (self.turns + 1, self.spares, self.problem.players + 1)
        self.fatal = np.array([self.is_fatal(*index) for index in np.ndindex(shape)], np.uint8).reshape(shape)

    def drawn(self, turns: int, spare: int) -> int:
        """How many cards were drawn where everybody holds a hand."""
        return len(self.problem.draw) + (self.problem.players - turns) * self.problem.hand + spare

    def table(self, turns: int, spare: int) -> Words | None:
        """The fresh table, all piles empty, with so many turns left and so much to spare; None: there is none."""
        draw, hand, players = self.problem.draw, self.problem.hand, self.problem.players
        drawn = self.drawn(turns, spare)
        if not hand * players <= drawn <= len(draw):
            return None
        begins = range(drawn - players * hand, drawn, hand)  # player 1 is to move, who drew first
        return on_empty_piles(self.problem, drawn, [draw[begin : begin + hand] for begin in begins])

    def lost(self, table: Words, turns: int) -> bool:
        """Is it proved that the table cannot be ended in so many turns?  (With no more work than is allowed.)"""
        search = TurnLayers(self.problem, table, turns, self.limits.memory_bytes // 8, fatal=self.fatal)
        before, status = self.states, ""
        while not status and search.states < MOST_STATES and self.limits.left > 0:
            status = search.run(SLICE)
            self.states = before + search.states
        return status == "lost"

    def is_fatal(self, turns: int, spare: int, fresh: int) -> bool:
        """Are all fresh tables lost that a win from here might reach first?"""
        players, hand = self.problem.players, self.problem.hand
        if fresh == players:
            return (turns, spare) in self.dead
        reach = {0: range(players - fresh, players - fresh + 1)} | {
            loss: range(players + 1, (loss + 1) * players - fresh + 1) for loss in range(1, spare + 1)
        }
        drawn = self.drawn(turns, spare)
        return (
            drawn >= 0
            and drawn + max(later[-1] for later in reach.values()) * hand <= len(self.problem.draw)
            and all((turns - wait, spare - loss) in self.dead for loss, later in reach.items() for wait in later)
        )
