"""What is compiled together, and what it is good for.

A unit is one object file with the entries that Python calls.  A group is the units that a question needs, those that
take longest first.  An entry that no unit here names is a unit with all entries of its module (in tests).
"""

from __future__ import annotations

from collections.abc import Iterable

UNITS = {
    "exhaust": ("exhaust.exhaust", "memo.copy_into"),
    "beam": ("beam.advance", "beam.line_to"),
    "duel": ("duel.search", "duel.expand", "duel_table.move_house", "duel_turns.turns_under_way"),
    "siblings": ("siblings.decide_each", "siblings.lower_each"),
    "batch": ("batch.decide_numbered", "shuffle.shuffle_into"),
    "attain": ("attain.attain",),
    "fewturns": ("fewturns.hasten",),
    "ways": (
        "ways.explore",
        "ways.enter_all",
        "ways.value_nodes",
        "ways.count_plays",
        "ways.count_lines",
        "ways.turns_from",
        "ways.trace_turns",
    ),
}

GROUPS = {
    "search": ("exhaust", "beam"),
    "goals": ("attain", "fewturns"),
    "analysis": ("siblings", "ways"),
    "numbered": ("batch",),
    "duel": ("duel",),
}

PURPOSES = {
    "search": "the search",
    "goals": "the search for the best line",
    "analysis": "the analysis",
    "numbered": "the search through numbered deals",
    "duel": "the search for duels",
}


def units_of(groups: Iterable[str]) -> list[str]:
    """The units of some groups."""
    return [unit for group in groups for unit in GROUPS[group]]


def entries_of(unit: str) -> list[tuple[str, str]]:
    """Module and name of each entry of a unit."""
    return [(module, name) for module, _, name in (entry.partition(".") for entry in UNITS[unit])]


def unit_of(module: str, name: str) -> str:
    """The unit of an entry."""
    for unit, entries in UNITS.items():
        if f"{module}.{name}" in entries:
            return unit
    UNITS[f"{module}.{name}"] = (f"{module}.{name}",)
    return f"{module}.{name}"


def purpose_of(unit: str) -> str:
    """What a unit is good for, in words."""
    return next((PURPOSES[group] for group, units in GROUPS.items() if unit in units), unit)


def entry_name(name: str) -> str:
    """What an entry is called in the object file."""
    return f"tenback_{name}"
