"""How long the command takes to start, and to compile what a question needs for the first time: CPU seconds.

    python -m bench.start [--old FOLDER] [--out FILE]

Warm: each command several times, the least counts.  First: each question with a cache in which only those before it
have left anything; all processes count, so that on two quiet cores it takes between half of that and all of it.  With
``--old`` another checkout is measured beside this one, in turn.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.machine import machine

ROOT = Path(__file__).parents[1]
TIMES = 5
WARM: tuple[tuple[str, ...], ...] = (
    ("games",),
    ("deal", "the-game", "1"),
    ("solve", "the-game/2 #17"),
    ("solve", "quick-and-easy/2 #17"),
    ("analyze", "quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1"),
    ("solve", "face-to-face | A.up: 10 | B.up: 20 | A*: 11 12 13 | B: 30 31"),
)
FIRST: tuple[tuple[str, ...], ...] = (
    ("solve", "the-game/2 #17"),
    ("solve", "quick-and-easy/2 #17"),
    ("solve", "quick-and-easy/1 #8", "--goal", "cards-left"),
    ("analyze", "quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1"),
    ("solve", "face-to-face | A.up: 10 | B.up: 20 | A*: 11 12 13 | B: 30 31"),
)


def seconds_of(root: Path, words: tuple[str, ...], cache: str) -> tuple[float, float]:
    """CPU seconds and seconds of a command, all its processes counted."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before, began = used(), time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", "from cli import main; main()", *words],
        env={**kept, "PYTHONPATH": str(root), "XDG_CACHE_HOME": cache},
        cwd=root,
        capture_output=True,
        check=False,
        timeout=600,
    )
    return round(used() - before, 2), round(time.perf_counter() - began, 2)


def used() -> float:
    """CPU seconds of all processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(roots: dict[str, Path]) -> dict[str, tuple[float, float]]:
    """First runs, then warm ones, the checkouts in turn."""
    found: dict[str, tuple[float, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for words in FIRST:
            for name, root in roots.items():
                found[f"first, {name}: {' '.join(words)}"] = seconds_of(root, words, f"{folder}/{name}")
        for words in WARM:
            rows: dict[str, list[tuple[float, float]]] = {name: [] for name in roots}
            for _ in range(TIMES):
                for name, root in roots.items():
                    rows[name].append(seconds_of(root, words, f"{folder}/{name}"))
            found |= {f"warm, {name}: {' '.join(words)}": min(rows[name]) for name in roots}
    return found


def main() -> None:
    """Measure, print, and keep if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--old", type=Path)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    roots = {"new": ROOT} if options.old is None else {"old": options.old, "new": ROOT}
    found = measure(roots)
    for what, (cpu, wall) in found.items():
        print(f"{cpu:7.2f} CPU s  {wall:7.2f} s  {what}")
    if options.out is not None:
        options.out.write_text(json.dumps({"machine": machine(), "seconds": found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
