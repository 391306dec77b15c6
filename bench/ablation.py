"""What each fact is worth: the exhaustive search alone on fixed deals, with every fact, and with each one switched off.

python -m bench.ablation --most-states 3000000 -o bench/results/ablation.md
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import solver
from bench.machine import machine
from solver.facts import FACTS, allowed
from solver.search.exhaust import SLICE, ExhaustiveSearch
from solver.search.team_codec import pack
from solver.table.deal import Deal

MEMORY_BYTES = 2 << 30


def deals() -> dict[str, list[Deal]]:
    """Lost deals, where every state has to be looked at, and Quick & Easy, where most are won."""
    return {
        "solo, hand 3, deals 1-5": [solver.deal("the-game", 1, number, {"hand": 3}) for number in range(1, 6)],
        "solo, hand 4, deals 1-3": [solver.deal("the-game", 1, number, {"hand": 4}) for number in range(1, 4)],
        "2 players, 38 cards, hand 3, deals 1-5": [
            solver.deal("the-game", 2, number, {"hand": 3, "highest": 39}) for number in range(1, 6)
        ],
        "Quick & Easy solo, deals 1-200": [solver.deal("quick-and-easy", 1, number) for number in range(1, 201)],
        "Extreme solo, 38 cards, hand 4, deals 1-5": [
            solver.deal("the-game-extreme", 1, number, {"hand": 4, "highest": 39}) for number in range(1, 6)
        ],
    }


def effort(deal: Deal, facts: int, most_states: int) -> tuple[int, float, bool]:
    """States, seconds, and whether the search came to its end."""
    problem, start = pack(deal.position())
    began = time.perf_counter()
    search = ExhaustiveSearch(problem, start, MEMORY_BYTES, allowed(problem, facts))
    while search.states < most_states:
        if search.run(min(SLICE, most_states - search.states)):
            return search.states, time.perf_counter() - began, True
    return search.states, time.perf_counter() - began, False


def rows(most_states: int) -> list[str]:
    """One line for each group of deals and each choice of facts."""
    everything = sum(fact.BIT for fact in FACTS)
    choices = {"all facts": everything, "none": 0}
    choices |= {f"without {fact.__name__.rpartition('.')[2]}": everything & ~fact.BIT for fact in FACTS}
    lines = ["| deals | facts | states | seconds | finished |", "| --- | --- | --- | --- | --- |"]
    for group, members in deals().items():
        for choice, facts in choices.items():
            efforts = [effort(deal, facts, most_states) for deal in members]
            states, seconds = sum(row[0] for row in efforts), sum(row[1] for row in efforts)
            finished = f"{sum(row[2] for row in efforts)} of {len(members)}"
            lines.append(f"| {group} | {choice} | {states:,} | {seconds:.2f} | {finished} |")
            print(lines[-1], flush=True)
    return lines


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--most-states", type=int, default=3_000_000, help="give up on a deal after so many states")
    parser.add_argument("-o", "--output", type=Path, help="write the table to this file")
    arguments = parser.parse_args()
    effort(solver.deal("quick-and-easy", 1, 1), 0, 1000)  # compiled before anything is timed
    lines = rows(arguments.most_states)
    if arguments.output:
        facts = ", ".join(f"{name} {value}" for name, value in machine().items())
        arguments.output.write_text("\n".join([*lines, "", f"Taken on: {facts}.", ""]))


if __name__ == "__main__":
    main()
