"""How long the analysis takes: whole commands, warm, as a user runs them; and inside one process.

python -m bench.analysis --deals 5 -o bench/results/analysis.md
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

import solver
from bench.machine import machine
from solver.table.position import Position

TENBACK = str(Path(sys.executable).with_name("tenback"))


def endgame(number: int, cards: int) -> Position:
    """The Game, two players: a numbered deal played by the solver's own line until so few cards are left."""
    position = solver.deal("the-game", 2, number).position()
    for turn in solver.solve(position).line:
        if position.cards_left <= cards:
            break
        position = position.after(turn)
    return position


def careless(number: int) -> tuple[solver.Deal, solver.Line]:
    """A game of Quick & Easy in which everybody lays the first card that may be laid, alone."""
    deal = solver.deal("quick-and-easy", 2, number)
    position, line = deal.position(), list[solver.Turn]()
    while position.outcome is None:
        line.append(next(iter(position.legal_turns)))
        position = position.after(line[-1])
    return deal, tuple(line)


def command(*arguments: str) -> tuple[float, float, str]:
    """The seconds of the best of three runs, by the clock and of the processor, and what was printed."""
    best, least, out = float("inf"), float("inf"), ""
    for _ in range(3):
        began, spent = time.perf_counter(), spent_by_children()
        out = subprocess.run([TENBACK, *arguments], capture_output=True, text=True, check=False).stdout
        best, least = min(best, time.perf_counter() - began), min(least, spent_by_children() - spent)
    return best, least, out


def spent_by_children() -> float:
    """Processor seconds of all commands run so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def endgame_rows(deals: int) -> list[str]:
    """One line a position."""
    rows = [
        "| deal | cards left | choices | winning | winning lines | command, s | processor, s | inside, s |",
        "| --- " * 8 + "|",
    ]
    times = []
    for number in range(1, deals + 1):
        position = endgame(number, 16)
        seconds, spent, out = command("analyze", solver.format_position(position), "--json")
        data = json.loads(out)
        winning = sum(choice["verdict"] == "winnable" for choice in data["choices"])
        lines = data["winning_lines"] or "more states than the limit"
        times.append(seconds)
        rows.append(
            f"| {number} | {position.cards_left} | {len(data['choices'])} | {winning} | {lines} "
            f"| {seconds:.2f} | {spent:.2f} | {data['seconds']:.2f} |"
        )
        print(rows[-1], flush=True)
    return [*rows, "", f"Median {statistics.median(times):.2f} s, worst {max(times):.2f} s."]


def line_rows(deals: int) -> list[str]:
    """One line a game."""
    rows = ["| deal | turns | first losing turn | command, s | processor, s | inside, s |", "| --- " * 6 + "|"]
    times = []
    for number in range(1, deals + 1):
        deal, line = careless(number)
        seconds, spent, out = command("analyze", solver.format_deal(deal), "--line", solver.format_line(line), "--json")
        data = json.loads(out)
        times.append(seconds)
        losing = data["first_losing_turn"]
        rows.append(f"| {number} | {len(line)} | {losing} | {seconds:.2f} | {spent:.2f} | {data['seconds']:.2f} |")
        print(rows[-1], flush=True)
    return [*rows, "", f"Median {statistics.median(times):.2f} s, worst {max(times):.2f} s."]


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("-o", "--output", type=Path)
    arguments = parser.parse_args()
    text = ["# Analysis", "", "Whole commands, best of three, everything compiled before.", ""]
    text += ["## Played games of Quick & Easy, 2 players", "", *line_rows(arguments.deals), ""]
    text += ["## Endgames of The Game, 2 players, 16 cards left or fewer", "", *endgame_rows(arguments.deals), ""]
    if arguments.output:
        facts = ", ".join(f"{name} {value}" for name, value in machine().items())
        arguments.output.write_text("\n".join([*text, f"Taken on: {facts}.", ""]))


if __name__ == "__main__":
    main()
