"""Quick & Easy inside the kernel: how many numbered deals a second, and how many of them are lost.

python -m bench.quick --deals 100000 -o bench/results/quick.md
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from bench.machine import machine
from solver.rules.game import Game, Rules
from solver.rules.games import QUICK_AND_EASY, QUICK_AND_EASY_PRO
from solver.search.batch import decide_deals


def row(game: Game, players: int, deals: int) -> str:
    """One line of the table."""
    rules = Rules.of(game, players)
    decide_deals(rules, 1, 10)  # compiled before anything is timed
    began = time.process_time()
    found = decide_deals(rules, 1, deals)
    seconds = time.process_time() - began
    won, lost, unknown = (int(np.sum(found.verdicts == verdict)) for verdict in (1, 2, 0))
    states = f"{np.median(found.states):.0f} | {found.states.mean():.0f} | {found.states.max():,}"
    return f"| {game.name} | {players} | {won:,} | {lost:,} | {unknown} | {deals / seconds:,.0f} | {states} |"


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("-o", "--output", type=Path)
    arguments = parser.parse_args()
    lines = [
        "| game | players | won | lost | unknown | deals a CPU second | median states | mean | worst |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    print("\n".join(lines))
    for game in (QUICK_AND_EASY, QUICK_AND_EASY_PRO):
        for players in range(1, 6):
            lines.append(row(game, players, arguments.deals))
            print(lines[-1], flush=True)
    if arguments.output:
        facts = ", ".join(f"{name} {value}" for name, value in machine().items())
        arguments.output.write_text("\n".join([*lines, "", f"Deals 1 to {arguments.deals}. Taken on: {facts}.", ""]))


if __name__ == "__main__":
    main()
