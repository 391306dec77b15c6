"""The search for hard decks: interrupted and gone on with, it finds what it finds in one go."""

from __future__ import annotations

import json
from pathlib import Path

from bench.hardest import as_deal, begun, hardness, in_strides, search, weighed
from solver.survey.plan import plan_of_text

RULES = "the-game/1 highest=60 hand=4"


def test_a_search_that_goes_on_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "search.json"
    whole = begun(RULES, 1, (2, 5))
    search(whole, 40, None)
    search(begun(RULES, 1, (2, 5)), 15, path)
    state = json.loads(path.read_text(encoding="utf-8"))
    assert state["step"] == 15
    search(state, 40, path)
    assert json.loads(path.read_text(encoding="utf-8")) == json.loads(json.dumps(whole))
    assert not list(tmp_path.glob("*.part"))


def test_decks_get_harder_and_stay_decks() -> None:
    first = begun(RULES, 1, (2, 5))
    state = dict(first)
    search(state, 60, None)
    best = state["best"]
    assert best["hardness"] > first["best"]["hardness"]
    assert sorted(best["deck"], key=int) == [str(card) for card in range(2, 61)]
    deal = as_deal(plan_of_text(RULES), best["deck"])
    assert hardness(deal, (2, 5)) == (best["hardness"], best["width"])
    wider = weighed(state, (30,))
    assert wider["deck"] == best["deck"]
    assert wider["hardness"] == hardness(deal, (30,))[0]


def test_a_deck_in_strides_has_no_long_way_up_or_down() -> None:
    assert "".join(in_strides("2345678", 3)) == "8526374"
    state = begun(RULES, 1, (2,), stride=8)
    assert sorted(state["best"]["deck"], key=int) == [str(card) for card in range(2, 61)]
    assert " ".join(state["best"]["deck"][:9]) == "58 50 42 34 26 18 10 2 59"
