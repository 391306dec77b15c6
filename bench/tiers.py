"""Fixed tiers of numbered deals: how long a verdict takes, how many stay unknown.

python -m bench.tiers --list
python -m bench.tiers the-game-solo extreme-3 --most 100 -o bench/results/tiers.json
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import solver
from bench.machine import machine


@dataclass(frozen=True)
class Tier:
    """Numbered deals of one game, under limits."""

    name: str
    game: str
    players: int
    last_deal: int
    rules: dict[str, int | None] = field(default_factory=dict)
    seconds: float = 60.0
    memory_mb: int = 4096
    random_commands: bool = False


def tiers() -> Iterator[Tier]:
    """The tiers, cheapest kind first."""
    for players in range(1, 6):
        yield Tier(f"the-game-{players}", "the-game", players, 1000)
    for players in range(1, 6):
        yield Tier(f"extreme-{players}", "the-game-extreme", players, 200)
    for players in range(1, 6):
        yield Tier(f"extreme-random-{players}", "the-game-extreme", players, 200, random_commands=True)
    for players in range(1, 6):
        yield Tier(f"expert-{players}", "the-game", players, 100, {"minimum": 3})
    yield Tier("solo-hand-4", "the-game", 1, 100, {"hand": 4}, seconds=300)
    yield Tier("solo-hand-5", "the-game", 1, 20, {"hand": 5}, seconds=600, memory_mb=8192)
    yield Tier("solo-hand-6", "the-game", 1, 10, {"hand": 6}, seconds=900, memory_mb=16384)


TIERS = {tier.name: tier for tier in tiers()}


def run(tier: Tier, most: int | None) -> dict[str, Any]:
    """Every deal of a tier, and what became of it."""
    rows = []
    for number in range(1, min(tier.last_deal, most or tier.last_deal) + 1):
        deal = solver.deal(tier.game, tier.players, number, tier.rules, "random" if tier.random_commands else None)
        began = time.perf_counter()
        verdict = solver.solve(deal, time_limit=tier.seconds, memory_limit=tier.memory_mb)
        seconds = time.perf_counter() - began
        rows.append({"deal": number, "verdict": verdict.name, "seconds": seconds, "states": verdict.effort.states})
        show_progress(tier, rows)
    print(file=sys.stderr)
    return {"tier": tier.name, "summary": summary(rows), "deals": rows}


def show_progress(tier: Tier, rows: Sequence[dict[str, Any]]) -> None:
    """One line on standard error, rewritten."""
    last = rows[-1]
    text = f"\r{tier.name} deal {last['deal']}: {last['verdict']}, {last['seconds']:.2f} s   "
    print(text, end="", file=sys.stderr, flush=True)


def summary(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Counts and percentiles."""
    seconds = sorted(row["seconds"] for row in rows)
    counts = {name: sum(row["verdict"] == name for row in rows) for name in ("winnable", "unwinnable", "unknown")}
    return {
        **counts,
        "unknown_deals": [row["deal"] for row in rows if row["verdict"] == "unknown"],
        "mean_ms": 1000 * statistics.fmean(seconds),
        "median_ms": 1000 * statistics.median(seconds),
        "p95_ms": 1000 * seconds[int(0.95 * (len(seconds) - 1))],
        "worst_ms": 1000 * seconds[-1],
        "median_states": statistics.median(row["states"] for row in rows),
    }


def table(results: Sequence[dict[str, Any]]) -> str:
    """The summaries as a table in Markdown."""
    lines = [
        "| tier | won | lost | unknown | mean ms | median ms | p95 ms | worst ms | median states |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for result in results:
        s = result["summary"]
        times = " | ".join(f"{s[key]:,.1f}" for key in ("mean_ms", "median_ms", "p95_ms", "worst_ms"))
        counts = f"{s['winnable']} | {s['unwinnable']} | {s['unknown']}"
        lines.append(f"| {result['tier']} | {counts} | {times} | {s['median_states']:,.0f} |")
    return "\n".join(lines)


def main() -> None:
    """Run the tiers asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[[], *TIERS], metavar="TIER")
    parser.add_argument("--list", action="store_true", help="list the tiers")
    parser.add_argument("--most", type=int, help="at most so many deals of each")
    parser.add_argument("-o", "--output", type=Path, help="write every deal's figures to this JSON file")
    arguments = parser.parse_args()
    if arguments.list or not arguments.names:
        print("\n".join(TIERS))
        return
    solver.solve(solver.deal("the-game", 1, 1, {"hand": 3}))  # compiled before anything is timed
    solver.solve(solver.deal("the-game-extreme", 1, 1))
    results = [run(TIERS[name], arguments.most) for name in arguments.names]
    print(table(results))
    if arguments.output:
        arguments.output.write_text(json.dumps({"machine": machine(), "results": results}, indent=1) + "\n")


if __name__ == "__main__":
    main()
