"""The solver's page in a real browser: paste, verdict, step through, play, find where a game was lost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import PHONE, Visit, chromium
from tests.serving import Served, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SMALL = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"
HARD = "the-game/1 ups=1 downs=0 hand=40 minimum=14 trick=3 #9"
PATIENCE = 30_000  # milliseconds: the server may be busy
Open = Callable[..., Visit]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def server(browser: Browser) -> Iterator[Served]:
    with served("--time-limit", "10", "--jobs", "1") as running:
        yield running


@pytest.fixture
def visit(browser: Browser, server: Served) -> Iterator[Open]:
    """Opens the solver's page; afterwards it must not have complained, nor asked anybody else for anything."""
    visits: list[Visit] = []

    def opened(path: str = "/", **context: Any) -> Visit:
        one = Visit(browser, server.address + path, **context)
        one.context.set_default_timeout(PATIENCE)
        visits.append(one)
        return one

    yield opened
    for one in visits:
        one.address = server.address
        one.complaints = [told for told in one.complaints if "503" not in told]  # a busy machine: the page asks again
        assert one.complaints == []
        one.leave()


def shown(page: Page) -> None:
    """Until the table is drawn."""
    page.locator("#live-board .pile").first.wait_for()


def text_of(page: Page, selector: str) -> str:
    return " ".join(page.locator(selector).first.inner_text().split())


def until(page: Page, condition: str) -> None:
    """Until something is so; looked at from outside, since the page's own policy forbids to evaluate text in it."""
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(condition):
        assert time.monotonic() < end, condition
        page.wait_for_timeout(50)


def ask(page: Page, position: str) -> None:
    """Paste a position, and solve it."""
    shown(page)
    page.evaluate("document.getElementById('setup').open = true")  # folded on a phone
    page.fill("#source", position)
    page.click("#solve")
    page.locator("#verdict .banner").wait_for()


def test_paste_solve_and_step_through(visit: Open) -> None:
    page = visit().page
    ask(page, SMALL)
    assert "It can be won In 5 turns." in text_of(page, "#verdict .banner")
    page.locator("#choices tbody tr").first.wait_for()
    assert page.locator("#choices tbody tr").count() == 3
    assert "the only one that wins" in text_of(page, "#choices tbody tr.only")
    assert "1 of 3 wins; 9 winning lines through 14 positions." in text_of(page, "#choices .facts")

    assert text_of(page, ".where") == "The start"
    assert page.locator("#live-board .pile.marked").get_attribute("data-pile") == "down"  # what comes next
    page.click(".step.on")
    assert text_of(page, ".where") == "After turn 1 of 5"
    assert "b5" in page.evaluate("tenback.solver.board.json().piles.down")
    page.locator(".slider").press("ArrowRight")
    assert text_of(page, ".where") == "After turn 2 of 5"
    page.click(".step.last")
    assert page.evaluate("tenback.solver.board.outcome().won")
    page.click(".step.first")
    assert text_of(page, ".where") == "The start"


def test_a_lost_position_says_why(visit: Open) -> None:
    page = visit().page
    ask(page, "the-game/1 | up: 97 94 | down: 3 38 | 1*: 17 32 52 55 65 89 92 99 | draw: 26 91")
    assert "It cannot be won" in text_of(page, "#verdict .banner")
    assert "Dead card: no pile can ever take 52, whatever is laid before it." in text_of(page, "#verdict .banner")
    page.locator("#choices tbody tr.unwinnable").first.wait_for()


def test_a_played_game_shows_where_it_was_lost_and_what_would_have_won(visit: Open) -> None:
    page = visit().page
    shown(page)
    page.click("[data-example=colours]")
    assert page.input_value("#played") == "1: s1@down; 2: r3@up"
    page.click("#game-go")
    page.locator("#game-result .banner").wait_for()
    assert "Turn 1 gave the win away" in text_of(page, "#game-result .banner")
    assert "1 of 3" in text_of(page, "#game-result tr.loses")
    assert text_of(page, ".where") == "After turn 1 of 2"
    page.click("#better")
    assert page.evaluate("tenback.solver.board.line[0].plays") == [["b5", "down"]]
    assert text_of(page, "#live-board .message") == "Instead of turn 1, this would have won:"
    page.click("#better")
    assert page.evaluate("tenback.solver.board.line[0].plays") == [["s1", "down"]]
    page.fill("#played", "1: s1@down; 2: r3@down")
    page.click("#game-go")
    page.locator("#played-error:not(:empty)").wait_for()
    assert "Turn 2 breaks a rule" in text_of(page, "#played-error")


def test_turns_played_by_hand_are_judged(visit: Open) -> None:
    page = visit().page
    ask(page, SMALL)
    page.click("[data-card=s1]")
    page.click("[data-pile=down]")
    page.click("[data-action=end]")
    page.locator("#live-board .message.bad").wait_for()
    assert text_of(page, "#live-board .message") == "That gave it away."
    assert page.input_value("#played") == "1: s1@down +y9"
    page.click("[data-action=undo]")
    page.click("[data-action=undo]")
    page.click("#choices tbody tr.only .turn")  # the turn that wins, from the list
    page.locator("#live-board .message.good").wait_for()
    assert text_of(page, "#live-board .message") == "Still won."
    page.click("#take")
    until(page, "document.getElementById('source').value.includes('2*: g2 r3')")


def test_what_is_wrong_is_said_beside_the_field(visit: Open) -> None:
    one = visit()
    page = one.page
    shown(page)
    page.fill("#source", "the-game/1 | up: 5 1 | 1*: 5")
    page.locator("#source-error:not(:empty)").wait_for()
    assert text_of(page, "#source-error") == "Card 5 is on top of up1 and in another place too."
    assert page.get_attribute("#source", "aria-invalid") == "true"
    page.click("#language")
    page.fill("#source", "the-game/1 | up: 5 1 | 1*: 5 6")
    until(page, "document.getElementById('source-error').textContent.includes('noch anderswo')")
    page.fill("#source", SMALL)
    until(page, "document.getElementById('source-error').textContent === ''")
    assert page.get_attribute("#source", "aria-invalid") == "false"
    assert all("400" in complaint for complaint in one.complaints)  # a browser notes each answer that is an error
    one.complaints.clear()


def test_text_and_json_are_both_taken_and_kept(visit: Open) -> None:
    page = visit().page
    ask(page, SMALL)
    page.click("#reform")
    assert page.input_value("#source").startswith("{")
    page.locator("#source").press("Control+Enter")
    page.locator("#verdict .banner.winnable").wait_for()
    page.reload()
    shown(page)
    assert page.input_value("#source").startswith("{")
    page.click("#reform")
    assert page.input_value("#source") == "quick-and-easy/2 | up: r7 | down: b4 | 1*: s1 b5 | 2: g2 r3 | draw: y9"


@pytest.mark.slow
def test_every_example_and_a_numbered_deal(visit: Open) -> None:
    page = visit().page
    shown(page)
    for name in page.locator("[data-example]").evaluate_all("all => all.map((one) => one.dataset.example)"):
        page.click(f"[data-example={name}]")
        page.click("#solve")
        page.locator("#choices .facts").first.wait_for()
        assert page.locator("#source-error:not(:empty), #verdict .error").count() == 0
    page.click("#deal summary")
    page.select_option("#deal-game", "quick-and-easy")
    page.select_option("#deal-players", "3")
    page.fill("#deal-number", "8")
    page.click("#deal-go")
    until(page, "document.getElementById('source').value === 'quick-and-easy/3 #8'")
    until(page, "tenback.solver.board.table.names.length === 3")


def test_german_everywhere(visit: Open) -> None:
    page = visit().page
    ask(page, SMALL)
    page.click("#language")
    assert "Zu gewinnen In 5 Zügen." in text_of(page, "#verdict .banner")
    assert text_of(page, "label[for=source]") == "Stellung oder Kartenfolge"
    assert page.get_attribute("html", "lang") == "de"


def test_a_search_can_be_stopped(visit: Open, server: Served) -> None:
    page = visit().page
    shown(page)
    page.fill("#source", HARD)
    page.click("#solve")
    page.locator("#working").wait_for()
    assert page.get_attribute("#solve", "aria-disabled") == "true"
    page.click("#cancel")
    assert text_of(page, "#verdict") == "Stopped."
    assert page.locator("#working").is_hidden()
    assert page.get_attribute("#solve", "aria-disabled") == "false"
    server.wait_until_idle(8)


def test_on_a_phone_nothing_sticks_out_and_everything_has_a_name(visit: Open) -> None:
    page = visit(**PHONE).page
    ask(page, "the-game/1 | up: 97 94 | down: 3 50 | 1*: 17 32 38 45 52 55 89 92 | draw: 99 65 26 91")
    page.locator("#choices tbody tr").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#verdict .banner").is_visible()
    nameless = page.evaluate(
        "[...document.querySelectorAll('#live :is(button, input, select, textarea)')].filter((one) =>"
        " !(one.labels && one.labels.length) && !one.getAttribute('aria-label') && !one.textContent.trim())"
        ".map((one) => one.outerHTML)"
    )
    assert nameless == []


def test_the_puzzles_are_played_and_lead_to_the_solver(visit: Open) -> None:
    one = visit("/puzzles")
    page = one.page
    page.locator("[data-puzzle=stop]").wait_for()  # the page waits for the puzzles by itself
    page.click("[data-puzzle=stop]")
    page.click("#board [data-card='19']")
    page.click("#board [data-pile=down2]")
    page.click("#board [data-action=end]")
    page.locator("#board .message.good").wait_for()
    page.click("[data-puzzle=ten-back]")
    page.click("#ask-solver")
    shown(page)
    until(page, "document.getElementById('source').value.startsWith('the-game/1 | up: 97 94')")
    one.requests = [url for url in one.requests if not url.endswith("/puzzles/status")]
