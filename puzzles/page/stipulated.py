"""A stipulation as data for the page: each condition in the numbers of its table, as ``stipulation.js`` reads it."""

from __future__ import annotations

from typing import Any

from solver import Rules, Stipulation
from solver.stipulations.amounts import Amount
from solver.stipulations.condition import CARD, PILE, PLAYER, Condition, Part
from solver.stipulations.stated import Stated


def stipulation_data(stipulation: Stipulation, rules: Rules) -> list[dict[str, Any]]:
    """The conditions; ``text`` is what stays of their text whatever is counted."""
    return [condition_data(condition, rules) for condition in stipulation.conditions]


def condition_data(condition: Condition, rules: Rules) -> dict[str, Any]:
    """One condition: its kind, and its parts as numbers."""
    said = {"kind": condition.name, "names_piles": condition.names_piles}
    if isinstance(condition, Amount):
        of = numbered(condition.subject, condition.of, rules) if condition.subject and condition.of else None
        text = f"{condition.name}:{condition.of}" if condition.of else condition.name
        return said | {"text": text, "of": of, "least": condition.least, "most": condition.most}
    assert isinstance(condition, Stated)
    fields = zip(condition.parts, vars(condition).items(), strict=True)
    values = {name: numbered(part, value, rules) for part, (name, value) in fields}
    text = condition.text.removesuffix(f":{values['number']}") if "number" in values else condition.text
    return said | {"text": text, **values}


def numbered(part: Part, value: Any, rules: Rules) -> Any:
    """A card, a pile or a player as the table's numbers have it; the rest as it is."""
    if part is CARD:
        return rules.card_indices[value]
    if part is PILE:
        return rules.pile_index(value)
    if part is PLAYER:
        return [str(name) for name in rules.player_names].index(value)
    return value
