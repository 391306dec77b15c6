"""What is asked beside a deal or a position: overrides of rules, ranges of deals."""

from __future__ import annotations

from collections.abc import Sequence

from solver.errors import Unreadable, quoted
from solver.notation.text import parse_override
from solver.table.deal import refuse_impossible_number


def overrides_of(settings: Sequence[str] | None) -> dict[str, int | None]:
    """Read the ``--set`` options."""
    overrides: dict[str, int | None] = {}
    for setting in settings or ():
        name, equals, value = setting.partition("=")
        if not equals:
            raise Unreadable(f"--set {quoted(setting)}: write name=value, such as hand=5")
        overrides[name] = parse_override(name, value)
    return overrides


def parse_range(text: str) -> range:
    """Read ``17`` or ``1:100`` (both ends included)."""
    first, colon, last = text.partition(":")
    ends = (first, last) if colon else (first, first)
    if not all(end.isascii() and end.isdigit() and len(end) <= 20 for end in ends):
        raise Unreadable(f"{quoted(text)} is not a deal's number: write 17, or 1:100 for a range")
    numbers = range(int(ends[0]), int(ends[1]) + 1)
    if not numbers:
        raise Unreadable(f"{quoted(text)}: the range is reversed; write {last}:{first}")
    for number in (numbers[0], numbers[-1]):  # before the first deal is printed
        refuse_impossible_number(number)
    return numbers
