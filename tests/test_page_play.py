"""Whole games on the self-contained page, in a real browser without a server: dealt, refereed and kept by the page."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from datetime import date
from itertools import product
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from puzzles.match import PERSON, Match, format_record, parse_record
from puzzles.match.deals import day_number
from puzzles.page import page_html
from puzzles.page.tables import position_data, table_of
from puzzles.puzzle import Collection
from puzzles.server.matches import seen_by
from puzzles.server.requests import MatchRequest
from solver.rules.games import GAMES
from solver.table.deal import deal
from tests.browser import SIZES, Visit, looks_right, written
from tests.page_puzzles import PUZZLES
from tests.test_match import random_match
from tests.test_play_browser import play, record_of, shown
from tests.test_serve_browser import text_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

Open = Callable[..., Visit]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(page_html(Collection("First steps", PUZZLES[:2])), tmp_path_factory.mktemp("page"))


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Open]:
    """Opens the page where whole games are; at the end it must have kept silent, and within itself."""
    visits: list[Visit] = []

    def visited(record: str = "", **context: Any) -> Visit:
        fragment = "#g=" + quote(record) if record else "#/play"
        visits.append(Visit(browser, address, fragment, **({"reduced_motion": "reduce"} | context)))
        return visits[-1]

    yield visited
    for one in visits:
        one.leave()


def test_the_page_deals_what_everybody_deals(visit: Open) -> None:
    chance, numbers = random.Random(18), dict[str, tuple[str, int, int]]()
    for game in GAMES.values():
        for players in range(game.sides.least_players, game.most_players + 1):
            for number in (chance.randint(1, 10**9), 2**53 - 1):
                text = f"{game.name}/{players} #{number}" if game.players_vary else f"{game.name} #{number}"
                numbers[text] = game.name, players, number
    found = visit().page.evaluate("texts => texts.map((text) => tenback.live.dealt(text))", list(numbers))
    for (text, asked), dealt in zip(numbers.items(), found, strict=True):
        same = deal(*asked)
        assert dealt["start"] == position_data(same.position()), text
        assert dealt["table"] == as_sent(table_of(same.rules)), text


def as_sent(data: Any) -> Any:
    return json.loads(json.dumps(data))


LOOK = "bodies => Promise.all(bodies.map((body) => new tenback.live.AskLine().ask('api/match', body)))"
DEALS = ("the-game/3 #5", "the-game-extreme/2 #6", "the-game-on-fire/1 #7", "face-to-face #8", "quick-and-easy/4 #9")


def test_the_page_sees_of_a_game_what_the_server_tells(visit: Open) -> None:
    asked, told = [], []
    for seed, text in enumerate(DEALS):
        whole = random_match(text, seed)
        for turns, is_open in product((0, len(whole.line) // 2, len(whole.line)), (False, True)):
            match = Match(text, whole.seats, is_open, whole.line[:turns])
            if plays := match.legal_plays():
                match = match.lay(*plays[seed % len(plays)])
            for seat in (None, *map(str, match.rules.player_names[:2])):
                record = format_record(match)
                asked.append({"record": record} | ({} if seat is None else {"seat": seat}))
                told.append(as_told_here(as_sent(seen_by(match, MatchRequest(record=record, seat=seat)))))
    for body, found, same in zip(asked, visit().page.evaluate(LOOK, asked), told, strict=True):
        assert found == {key: same[key] for key in found}, body
        assert set(same) - set(found) == {"table", "legal", "may_end", "must_undo", "cards_left"}


def as_told_here(told: dict[str, Any]) -> dict[str, Any]:
    """The page's players are texts, and it says how a game ended by itself."""
    told["line"] = [{**turn, "player": str(turn["player"])} for turn in told["line"]]
    told["over"] = told["over"] and {key: told["over"][key] for key in ("won", "winner")}
    return told | {key: str(told[key]) for key in ("seat", "to_move") if told[key] is not None}


def test_a_game_is_chosen_played_to_the_end_kept_and_taken_up_again(visit: Open) -> None:
    one = visit()
    page = one.page
    assert "tenback serve has them" in text_of(page, "#choose")
    assert page.locator("#play-winnable, #play-coach, #seat-0").count() == 0
    page.select_option("#play-game", "quick-and-easy")
    page.click("#play-go")
    shown(page)
    match = parse_record(record_of(page))
    assert (match.deal, match.seats) == (f"quick-and-easy/2 #{day_number(date.today())}", (PERSON, PERSON))
    assert page.locator(".held").count() == 0  # covered until somebody says so
    play(page, 2)
    kept = record_of(page)
    page.reload()
    shown(page)
    assert record_of(page) == kept
    result = play(page)
    assert parse_record(record_of(page)).result == result != kept
    assert page.locator("#match-result .banner").is_visible()
    assert page.locator("#match-review-go, [data-action=hint], [data-action=check], #match-coach").count() == 0
    page.click("#match-new")
    assert page.locator(".kept .game").count() == page.locator(".statistics tbody tr").count() == 1
    page.click("#ways a:not([aria-current])")
    page.locator("#puzzle-title").wait_for()
    assert not page.locator("#live").is_visible()
    page.click("#help-button")
    assert "hint" in text_of(page, "#help").lower()
    page.keyboard.press("Escape")
    page.go_back()
    page.locator("#play-go").wait_for()
    page.click("#language")
    assert "tenback serve hat sie" in text_of(page, "#choose")


def test_what_needs_the_solver_is_said_plainly(visit: Open) -> None:
    page = visit("nonsense").page
    assert "numbered deals of the published games" in text_of(page, "#live .error")
    for record, said in (
        ("the-game/2 #3 | seats: person strong | line: 1: 2@up1 3@up1", "Turn 1 is against the rules"),
        ("the-game/2 highest=20 #3", "numbered deals"),
        ("the-game/9 #3", "numbered deals"),
        ("the-game/2 #0", "numbered deals"),
        ("the-game/2 #3 | seats: person", "seats do not fit"),
    ):
        page.evaluate("record => tenback.match.play(record, null)", record)
        assert said in text_of(page, "#live .error"), record
    first = Match("the-game/2 #3", (PERSON, "quick"))
    turn = first.played(next(iter(first.position.legal_turns)))
    page.evaluate("record => tenback.match.play(record, null)", format_record(turn))
    page.locator(".message").filter(has_text="needs the solver").wait_for()


@pytest.mark.slow
def test_whole_deals_of_every_game_are_played_without_a_server(visit: Open) -> None:
    page = visit().page
    for text in (
        "the-game/1 #3",
        "the-game-extreme/2 #3",
        "the-game-on-fire/3 #3",
        "face-to-face #3",
        "quick-and-easy-pro/3 #3",
    ):
        page.evaluate("game => tenback.match.play(game, null)", text)
        shown(page)
        play(page)
        assert parse_record(record_of(page)).outcome is not None


def test_nothing_sticks_out(visit: Open) -> None:
    page = visit("the-game/5 #3 | look: open").page
    shown(page)
    page.click("#language")  # German is longer
    looks_right(page, "#live-board")
    page.click("#match-new")
    page.locator("#play-go").wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
