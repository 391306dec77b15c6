"""Generating puzzles: how long one takes by game and task, how the levels are spread, and that no two are the same.

python -m bench.puzzles --each 10 --set-of 500 -o bench/results/puzzles.md
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bench.machine import machine
from puzzles.canonical import canonical_key
from puzzles.generate import PuzzleOrder, generate
from puzzles.generate.generator import GenerateProgress
from puzzles.generate.order import of_usual_size
from puzzles.puzzle import LEVELS, Puzzle, Task
from puzzles.tasks import known_tasks
from solver.rules.games import game_named

TABLES = (
    ("the-game", (1, 2, 3, 5)),
    ("the-game-extreme", (1, 3)),
    ("quick-and-easy", (2, 4)),
    ("quick-and-easy-pro", (3,)),
    ("face-to-face", (2,)),
)
PATIENCE = 60  # deals in a row without a puzzle
HEAD = f"| game | players | task | puzzles | CPU s a puzzle | deals | cards left | line unique | {' | '.join(LEVELS)} |"


def orders() -> Iterator[PuzzleOrder]:
    """Every game and task, with the usual sizes."""
    for game, tables in TABLES:
        for players in tables:
            for name in known_tasks(game_named(game)):
                yield of_usual_size(PuzzleOrder(game, Task(name), players, seed=3))


def row(order: PuzzleOrder, count: int) -> tuple[str, list[Puzzle]]:
    """One line of the table, and the puzzles."""
    deals = 0

    def tell(progress: GenerateProgress) -> None:
        nonlocal deals
        deals = progress.deals

    began = time.process_time()
    found = list(generate(order, count, patience=PATIENCE, tell=tell))
    seconds = (time.process_time() - began) / max(len(found), 1)
    left = sum(puzzle.position.cards_left for puzzle in found) / max(len(found), 1)
    levels = Counter(puzzle.level for puzzle in found)
    lines = sum(puzzle.unique == "line" for puzzle in found)
    spread = " | ".join(str(levels[level]) for level in LEVELS)
    facts = f"{len(found)} | {seconds:.2f} | {deals} | {left:.1f} | {lines} | {spread}"
    return f"| {order.game} | {order.players} | {order.task} | {facts} |", found


def large_set(count: int) -> str:
    """A large set of one order: are there two that are the same but for reflection, piles, colours, players?"""
    order = PuzzleOrder("quick-and-easy", Task("win"), 3, seed=5)
    began = time.process_time()
    found = list(generate(order, count, patience=PATIENCE))
    seconds = time.process_time() - began
    keys = {canonical_key(puzzle) for puzzle in found}
    levels = Counter(puzzle.level for puzzle in found)
    spread = ", ".join(f"{levels[level]} {level}" for level in LEVELS)
    return (
        f"A set of {len(found)} (Quick & Easy, 3 players, win, seed 5) took {seconds:.0f} CPU s and has {len(keys)}"
        f" different canonical keys: {len(found) - len(keys)} puzzles are there twice. Its levels: {spread}."
    )


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=10, help="puzzles of each game and task")
    parser.add_argument("--set-of", type=int, default=500, help="the size of the large set")
    parser.add_argument("-o", "--output", type=Path)
    arguments = parser.parse_args()
    next(generate(PuzzleOrder("quick-and-easy", Task("win"), 2), 1))  # loaded and compiled before anything is timed
    next(generate(PuzzleOrder("face-to-face", Task("only-turn")), 1))
    lines, found = [HEAD, "| --- " * (HEAD.count("|") - 1) + "|"], list[Puzzle]()
    print("\n".join(lines))
    for order in orders():
        line, puzzles = row(order, arguments.each)
        lines.append(line)
        found += puzzles
        print(line, flush=True)
    levels = Counter(puzzle.level for puzzle in found)
    spread = ", ".join(f"{levels[level]} {level}" for level in LEVELS)
    lines += ["", f"Of these {len(found)} puzzles: {spread}.", "", large_set(arguments.set_of)]
    print("\n".join(lines[-3:]))
    if arguments.output:
        facts = ", ".join(f"{name} {value}" for name, value in machine().items())
        arguments.output.write_text("\n".join([*lines, "", f"Taken on: {facts}.", ""]))


if __name__ == "__main__":
    main()
