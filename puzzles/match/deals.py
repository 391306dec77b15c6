"""Which deal is played: by number, of the day, one that can be won.

The deal of the day of any game has the date as its number: on 18 November 2026 it is deal 20261118 for everyone.  Where
it must be one that can be won, the numbers 20261118, 120261118, 220261118, … are tried in turn.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from solver.errors import DoesNotAddUp, TenbackError
from solver.notation.source import load, load_header
from solver.notation.text import format_numbered
from solver.rules.game import Rules
from solver.search.limits import Limits
from solver.shown import as_text
from solver.table.deal import Deal, refuse_impossible_number
from solver.verdict import Winnable

DAYS_APART = 100_000_000  # between the deals that are tried for one day
DEALS_TRIED = 50
SECONDS = 20.0  # to decide one deal; what is not known by then is not taken for one that can be won


def day_number(day: date) -> int:
    """The number of the deal of a day.

    >>> day_number(date(2026, 11, 18))
    20261118
    """
    return day.year * 10_000 + day.month * 100 + day.day


def numbered(rules: Rules, number: int) -> str:
    """A numbered deal of these rules as text."""
    refuse_impossible_number(number)
    return format_numbered(rules, number)


def deal_text(source: str) -> str:
    """What is played from, as text: a numbered deal stays a number."""
    table = load(source)
    if isinstance(table, Deal):
        try:
            number = load_header(source.partition("|")[0])[1].number
        except TenbackError:  # a file, or JSON
            number = None
        if number is not None:
            return format_numbered(table.rules, number, table.to_move)
    return as_text(table)


def winnable(rules: Rules, first: int, step: int, told: Callable[[int], None] | None = None) -> int:
    """The first deal of ``first``, ``first + step``, … that can be won by somebody who knows the order.

    Opponents: that whoever begins wins against the best play of the other.  ``told`` hears of each deal that is tried.
    """
    from solver.decide.solve import solve

    for number in (first + step * tried for tried in range(DEALS_TRIED)):
        refuse_impossible_number(number)
        if told is not None:
            told(number)
        limits = Limits(SECONDS)
        if isinstance(solve(load(numbered(rules, number)), limits=limits), Winnable):
            return number
        limits.end_where_asked()
    raise DoesNotAddUp(f"of {DEALS_TRIED} deals from {first} on none is known to be winnable")
