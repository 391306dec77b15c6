"""The order of an analysis: the solver's own turn, then what wastes little; and results that are one line as text."""

from __future__ import annotations

import pytest

import solver
from solver.analysis.choices import list_choices
from solver.analysis.prices import Prices
from solver.analysis.ranking import place_of, price_of

SOURCES = ("quick-and-easy/2 #5", "quick-and-easy/2 #8")


@pytest.mark.parametrize("source", SOURCES)
def test_the_solvers_own_turn_comes_first_then_the_cheapest(source: str) -> None:
    found = solver.analyze(source, count=False)
    position, verdict = found.position, solver.solve(source)
    assert len(found.winning) > 2
    assert place_of(position, found.choices[0].plays) == place_of(position, verdict.line[0].plays)
    prices = [price_of(position, Prices(position), choice.plays) for choice in found.winning[1:]]
    assert prices == sorted(prices)
    assert found.choices[: len(found.winning)] == found.winning
    assert solver.analyze(source, count=False).choices == found.choices


def test_losing_turns_come_by_the_cards_they_leave() -> None:
    found = solver.analyze(
        "quick-and-easy/1 hand=3 | up: r7 | down: b4 | 1*: b5 s1 g2 | draw: y9 y8 g7 s2", count=False
    )
    left = [choice.cards_left or 0 for choice in found.choices if choice.verdict == "unwinnable"]
    assert len(set(left)) > 1
    assert left == sorted(left)


def test_no_choice_is_lost_or_doubled_by_the_order() -> None:
    found = solver.analyze(SOURCES[0], count=False)
    listed = list_choices(found.position).choices
    assert sorted(map(repr, found.choices)) == sorted(map(repr, listed))


def test_in_a_duel_the_quickest_win_comes_first() -> None:
    duel = (
        "face-to-face | A.up: 17 | A.down: 40 | B.up: 9 | B.down: 60 | A*: 18 20 21 | B: 7 8 | A.draw: 22 | B.draw: 10"
    )
    turns = [choice.turns for choice in solver.analyze(duel, count=False).winning]
    assert turns == sorted(turns, key=lambda number: number or 0)


# --- one line for people


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1", "winnable: 2 turns"),
        (
            "quick-and-easy/1 | up: r7 | down: b7 | 1*: g7",
            "unwinnable: player 1 cannot lay the minimum: lost, 1 left",
        ),
    ],
)
def test_a_verdict_as_text_is_one_line_and_its_repr_reads_back(source: str, text: str) -> None:
    verdict = solver.solve(source)
    assert str(verdict) == text
    names = vars(solver) | {"Effort": solver.verdict.Effort, "Card": solver.Card}
    assert eval(repr(verdict), names) == verdict


def test_analyses_as_text_are_one_line() -> None:
    source = "quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1"
    assert str(solver.analyze(source)) == "winnable: 2 of 3 choices win; 2 winning lines through 3 positions"
    orders = str(solver.analyze_orders(f"{source} | draw?: y9 g2"))
    assert orders.endswith("(all 2)")
    assert "\n" not in str(solver.analyze_line(source, solver.parse_line("s1@down"))) + orders
