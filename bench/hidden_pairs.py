"""One way of looking ahead against others on the same deals: wins, who won what the other lost, time a turn.  The Game.

python -m bench.hidden_pairs --games 500 "ahead.samples=60" "partners.slack=20 partners.extra=10"

Each setting is what ``--strength`` does with some numbers changed (``width.``, ``ahead.``, ``partners.``, as in
``solver/hidden/strengths.py``); the first row is that strength as it is.  Played in the kernels, without the referee:
for comparing.  What is reported is played by ``tenback survey --hidden`` on deals that nothing was compared on.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from solver.hidden.games import Seats
from solver.hidden.nets import fitting
from solver.hidden.strengths import STRONG, Strength, strength_named
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.survey.intervals import Pairs
from solver.table.view import OWN, information_named

FIRST_DEAL = 80_000_001


def changed(strength: Strength, setting: str) -> Strength:
    """The strength with numbers changed: ``ahead.samples=60``."""
    for change in setting.split():
        name, _, number = change.partition("=")
        part, _, key = name.partition(".")
        strength = replace(strength, **{part: replace(getattr(strength, part), **{key: int(number)})})
    return strength


def won(seats: Seats, first: int, games: int) -> tuple[npt.NDArray[np.bool_], float]:
    """Which deals were won, and the CPU milliseconds a turn."""
    began = time.process_time()
    played = seats.play(first, games)
    return played.left == 0, 1000 * (time.process_time() - began) / int(played.turns.sum())


def main() -> None:
    """Play and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("settings", nargs="*")
    parser.add_argument("--players", type=int, default=1)
    parser.add_argument("--information", type=information_named, default=OWN)
    parser.add_argument("--strength", type=strength_named, default=STRONG)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--first", type=int, default=FIRST_DEAL)
    asked = parser.parse_args()
    rules = Rules.of(GAMES["the-game"], asked.players)
    usual = asked.strength
    base: npt.NDArray[np.bool_] | None = None
    for setting in ["", *asked.settings]:
        seats = Seats(rules, asked.information, changed(usual, setting), fitting(rules).value)
        wins, ms = won(seats, asked.first, asked.games)
        base = wins if base is None else base
        pairs = Pairs(*(int(part.sum()) for part in (base & wins, base & ~wins, ~base & wins, ~base & ~wins)))
        told = f"only as it is {pairs.only_first}, only so {pairs.only_second}, p {pairs.p_value:.3f}"
        print(f"{setting or 'as it is'}: {wins.sum()} of {len(wins)}, {ms:.2f} ms a turn; {told}", flush=True)


if __name__ == "__main__":
    main()
