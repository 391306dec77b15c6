"""What is compiled together, and what it is good for.

A unit is one object file with the entries that Python calls.  A group is the units that a question needs, those that
take longest first.  An entry that no unit here names is a unit with all entries of its module (in tests).
"""

from __future__ import annotations

from collections.abc import Iterable

UNITS = {
    "exhaust": ("exhaust.exhaust", "memo.copy_into"),
    "beam": ("beam.advance", "beam.line_to"),
    "layers": ("layers.advance", "layers.enter_groups", "layers.line_to"),
    "duel": ("duel_search.search", "duel_search.expand", "duel_table.move_house"),
    "duel_play": ("duel_play.judge_turns", "duel_play.look_ahead"),
    "duel_learn": ("duel_learn.play_duels",),
    "decide_states": ("decide_states.decide_each", "decide_states.lower_each"),
    "batch": ("batch.decide_numbered", "shuffle.shuffle_into", "second_referee.judge_line"),
    "numbered_beam": ("numbered_beam.seek_numbered",),
    "hidden": (
        "hidden_play.judge_view",
        "hidden_play.play_numbered",
        "hidden_search.begin_search",
        "hidden_search.go_on",
        "hidden_search.think_view",
        "hidden_search.think_numbered",
    ),
    "hidden_learn": ("hidden_learn.play_and_learn",),
    "goal_search": ("goal_search.reach_goal",),
    "few_turns_beam": ("few_turns_beam.advance_few_turns",),
    "turn_layers": ("turn_layers.advance_layers",),
    "team_graph": (
        "team_graph.explore",
        "team_graph.enter_all",
        "team_graph.value_nodes",
        "team_graph.count_plays",
        "team_graph.count_lines",
        "team_graph.turns_from",
        "team_graph.trace_turns",
    ),
}

GROUPS = {
    "search": ("exhaust", "beam"),
    "layers": ("layers",),
    "goals": ("goal_search", "few_turns_beam", "turn_layers"),
    "analysis": ("decide_states", "team_graph"),
    "numbered": ("numbered_beam", "batch"),
    "duel": ("duel",),
    "hidden": ("hidden",),
    "duellists": ("duel_play",),
    "learning": ("hidden_learn", "duel_learn"),
}

PURPOSES = {
    "search": "the search",
    "layers": "the search by layers",
    "goals": "the search for the best line",
    "analysis": "the analysis",
    "numbered": "the search through numbered deals",
    "duel": "the search for duels",
    "hidden": "the player for hidden cards",
    "duellists": "the player of duels",
    "learning": "learning",
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
