"""Golden counts of legal turn sequences, taken twice: by the engine and by the naive twin.

Each entry of data/turn_counts.json names a deal, a depth and the count.  ``python -m tests.test_turn_counts`` counts
again with the naive twin and writes the file.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from solver.cards import Card
from solver.table.deal import deal
from solver.table.position import Position, count_lines
from tests import naive
from tests.strategies import PLAYER_COUNTS

FILE = Path(__file__).parent / "data" / "turn_counts.json"
ENTRIES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))


def position_of(entry: dict[str, Any]) -> Position:
    """The deal of an entry."""
    given = entry.get("commands")
    commands = {Card.parse(card): command for card, command in given.items()} if given else None
    return deal(entry["game"], entry["players"], entry["deal"], entry.get("rules"), commands).position()


def name_of(entry: dict[str, Any]) -> str:
    numbers = "".join(f" {name}={value}" for name, value in entry.get("rules", {}).items())
    return f"{entry['game']} {entry['players']}{numbers} deal {entry['deal']} depth {entry['depth']}"


def entries(slow_above: int) -> list[Any]:
    """The entries as parameters, those with many turns marked slow."""
    return [
        pytest.param(entry, id=name_of(entry), marks=[pytest.mark.slow] if entry["count"] > slow_above else [])
        for entry in ENTRIES
    ]


@pytest.mark.parametrize("entry", entries(slow_above=20_000))
def test_the_engine_counts_the_same(entry: dict[str, Any]) -> None:
    assert count_lines(position_of(entry), entry["depth"]) == entry["count"]


@pytest.mark.parametrize("entry", entries(slow_above=2_500))
def test_the_naive_twin_counts_the_same(entry: dict[str, Any]) -> None:
    assert naive.count_lines(position_of(entry), entry["depth"]) == entry["count"]


def test_every_game_and_player_count_has_counts() -> None:
    """At the full deck to depth 1, and deeper with smaller numbers; nothing trivial, nothing twice."""
    shallow = {(entry["game"], entry["players"]) for entry in ENTRIES if "highest" not in entry.get("rules", {})}
    deep = {(entry["game"], entry["players"]) for entry in ENTRIES if entry["depth"] > 1}
    assert shallow == deep == set(PLAYER_COUNTS)
    assert min(entry["count"] for entry in ENTRIES) > 1
    assert len({name_of(entry) for entry in ENTRIES}) == len(ENTRIES)


def retake() -> None:
    """Count again with the naive twin and write the golden file, one entry a line."""
    counted = [entry | {"count": naive.count_lines(position_of(entry), entry["depth"])} for entry in ENTRIES]
    lines = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in counted)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    retake()
