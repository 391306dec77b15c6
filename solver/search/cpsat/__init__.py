"""A second engine: the games as an OR-Tools CP-SAT model, for proofs of optimality and as an independent opinion.

The model shares nothing with the other engines but the follow relation and the numbers of the rules.  It speaks of the
*places* 0, 1, 2, … of a line of play: at place p lies the card that is laid after p others.

    table.py      what a position says that never changes: cards, owners, which card may follow which
    model.py      the variables: which card at which place, what is visible and covered when, turns and seats
    piles.py      a card is visible until it is covered by one that may follow it
    turns.py      minimum, maximum, who comes next
    draws.py      who draws what, and when it can be laid first
    commands.py   the commands of The Game Extreme
    goals.py      win, cards left, turns
    stipulated.py what conditions on a win say to the model
    running.py    limits, progress, interruption, and the way back to a line of play
    horizon.py    long wins, window by window
    answering.py  what is asked, and which of the above answers it
"""

from solver.search.cpsat.answering import solve_cpsat
from solver.search.cpsat.running import CpsatResult

__all__ = ["CpsatResult", "solve_cpsat"]
