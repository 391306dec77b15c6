"""Compare two result files of ``bench.tiers`` deal by deal: verdicts that differ, and the ratio of times.

python -m bench.compare bench/results/old.json bench/results/new.json
"""

from __future__ import annotations

import argparse
import json
import statistics
from pathlib import Path
from typing import Any


def deals_of(path: Path) -> dict[tuple[str, int], dict[str, Any]]:
    """Every deal of a result file by tier and number."""
    results = json.loads(path.read_text())["results"]
    return {(result["tier"], row["deal"]): row for result in results for row in result["deals"]}


def main() -> None:
    """Print a line for each tier that both files have."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    arguments = parser.parse_args()
    old, new = deals_of(arguments.old), deals_of(arguments.new)
    common = sorted(old.keys() & new.keys())
    for tier in sorted({tier for tier, _ in common}):
        keys = [key for key in common if key[0] == tier]
        ratio = statistics.geometric_mean(new[key]["seconds"] / old[key]["seconds"] for key in keys)
        states = statistics.geometric_mean((new[key]["states"] + 1) / (old[key]["states"] + 1) for key in keys)
        print(f"{tier}: {len(keys)} deals, time × {ratio:.2f}, states × {states:.2f}")
        for key in keys:
            if old[key]["verdict"] != new[key]["verdict"]:
                print(f"  deal {key[1]}: {old[key]['verdict']} became {new[key]['verdict']}")


if __name__ == "__main__":
    main()
