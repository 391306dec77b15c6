"""Surveys end to end: the command line, the store and all.  Threads against processes, one core against two.

python -m bench.survey -o bench/results/survey.md
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.machine import machine

CASES = (
    ("quick-and-easy", 2, 100_000, ("--jobs", "2")),
    ("quick-and-easy", 2, 1_000_000, ("--jobs", "2")),
    ("quick-and-easy", 2, 1_000_000, ("--jobs", "1")),
    ("quick-and-easy", 2, 1_000_000, ("--jobs", "2", "--pool", "processes")),
    ("the-game", 2, 10_000, ("--jobs", "1")),
    ("the-game", 2, 10_000, ("--jobs", "2", "--pool", "threads")),
    ("the-game", 2, 10_000, ("--jobs", "2", "--pool", "processes")),
    ("the-game", 1, 5_000, ("--jobs", "1")),
    ("the-game-extreme", 3, 2_000, ("--jobs", "1", "--commands", "random")),
    ("the-game-extreme", 1, 1_000, ("--jobs", "1")),
)
MEASURED = """
import json, resource, sys, cli
try:
    cli.main()
finally:
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    print(json.dumps([resource.getrusage(kind).ru_maxrss for kind in kinds]), file=sys.stderr)
"""


def row(game: str, players: int, deals: int, options: tuple[str, ...]) -> str:
    """One line of the table: a survey with a fresh store, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        words = [game, "--players", str(players), "--deals", f"1:{deals}", "--store", f"{folder}/survey.db", *options]
        began = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", MEASURED, "survey", *words, "--json"], capture_output=True, check=True, text=True
        )
        seconds = time.perf_counter() - began
        size = Path(folder, "survey.db").stat().st_size
    found, (own, child) = json.loads(done.stdout), json.loads(done.stderr.splitlines()[-1])
    counts = f"{found['won']:,} | {found['lost']:,} | {found['unknown']}"
    memory = f"{own / 1024:.0f} + {child / 1024:.0f}"
    figures = f"{seconds:.1f} | {deals / seconds:,.0f} | {memory} | {size / 1024:,.0f}"
    return f"| {game} | {players} | {' '.join(options)} | {counts} | {figures} |"


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path)
    arguments = parser.parse_args()
    lines = [
        "| game | players | options | won | lost | unknown | seconds | deals a second | MB + worker | store KB |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    print("\n".join(lines))
    for case in CASES:
        lines.append(row(*case))
        print(lines[-1], flush=True)
    if arguments.output:
        facts = ", ".join(f"{name} {value}" for name, value in machine().items())
        arguments.output.write_text("\n".join([*lines, "", f"`python -m bench.survey`. Taken on: {facts}.", ""]))


if __name__ == "__main__":
    main()
