"""The solver's page in a real browser: paste, verdict, step through, play, find where a game was lost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import PHONE, Visit, looks_right, shared_names, visits
from tests.serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SMALL = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"
HARD = "the-game/1 ups=1 downs=0 hand=40 minimum=14 trick=3 #9"
PATIENCE = 30_000  # milliseconds: the server may be busy
Open = Callable[..., Visit]


@pytest.fixture
def visit(browser: Browser, server: Served) -> Iterator[Open]:
    """Opens the solver's page."""
    with visits(browser, server) as opened:
        yield opened


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


# --- every screen

TABLES = (
    "the-game/1 #17", "the-game/5 #17", "the-game-extreme/3 #17", "the-game-on-fire/2 #17", "quick-and-easy/5 #17",
    "quick-and-easy-pro/2 #17", "face-to-face #17",
)  # fmt: skip


def test_piles_and_hand_are_on_one_screen_of_every_size(visit: Open) -> None:
    page = visit().page
    shown(page)
    for table in TABLES:
        page.evaluate("table => tenback.solver.load(table)", table)
        looks_right(page, "#live-board")
        assert shared_names(page) == []
    page.click("#language")
    looks_right(page, "#live-board")
    assert shared_names(page) == []


@pytest.mark.slow
def test_the_table_stays_in_sight_below_an_answer(visit: Open) -> None:
    page = visit().page
    for table in ("the-game/5 #17", "face-to-face highest=17 hand=4 #3"):
        ask(page, table)
        page.locator("#choices .facts").first.wait_for()
        looks_right(page, "#live-board")
        page.evaluate("document.getElementById('working').hidden = false")  # as while each turn is weighed
        looks_right(page, "#live-board")
        page.set_viewport_size({"width": 1280, "height": 720})


def test_the_head_of_the_puzzles_fits_every_screen(visit: Open) -> None:
    page = visit("/puzzles").page
    page.locator("[data-puzzle=stop]").wait_for()
    for puzzle in ("stop", "ten-back"):
        page.set_viewport_size({"width": 1280, "height": 720})
        page.click(f"[data-puzzle={puzzle}]")
        looks_right(page, "#board")
        page.click("#language")
        looks_right(page, "#board")
        assert shared_names(page) == []


def test_a_long_draw_pile_is_folded_and_can_be_hidden(visit: Open) -> None:
    page = visit().page
    shown(page)
    page.evaluate("tenback.solver.load('the-game/1 #17')")
    draw = page.locator("#live-board .draw")
    assert draw.locator(".card").count() == 6
    page.get_by_role("button", name="Draw pile: 84 more").click()
    assert draw.locator(".card").count() == 90
    page.get_by_role("button", name="Hide the draw pile").click()
    assert draw.locator(".card").count() == 0
    assert "90 cards" in draw.inner_text()
    page.reload()
    shown(page)
    assert draw.locator(".card").count() == 0  # it stays as it was left
    page.get_by_role("button", name="Show the draw pile").click()
    assert draw.locator(".card").count() == 6


def test_the_list_of_turns_follows_the_game(visit: Open) -> None:
    page = visit().page
    ask(
        page, "the-game/1 | up: 1 1 | down: 100 100 | 1*: 2 3 4 5 6 7 8 9 | draw: " + " ".join(map(str, range(10, 100)))
    )
    is_seen = """() => { const list = document.querySelector('#live-board .log ol').getBoundingClientRect();
        const now = document.querySelector('#live-board .log .now').getBoundingClientRect();
        return now.top >= list.top - 1 && now.bottom <= list.bottom + 1; }"""
    page.click(".step.last")
    assert page.evaluate(is_seen)
    page.click(".step.back")
    assert page.evaluate(is_seen)
    page.click(".step.first")
    assert page.evaluate("document.querySelector('#live-board .log ol').scrollTop") == 0


# --- questions


def test_the_time_that_was_chosen_is_the_time_of_every_question(visit: Open) -> None:
    page = visit().page
    asked: list[tuple[str, float]] = []
    page.on("request", lambda sent: note_time(asked, sent))
    shown(page)
    until(page, "document.getElementById('time').options.length > 0")
    page.select_option("#time", "30")
    ask(page, SMALL)
    page.locator("#choices tbody tr").first.wait_for()
    page.click("#choices tbody tr.only .turn")
    page.locator("#live-board .message.good").wait_for()
    page.click("#game summary")
    page.click("#game-go")
    page.locator("#game-result .banner").wait_for()
    page.evaluate("tenback.solver.load(tenback.live.EXAMPLES.hidden[0])")
    page.click("#solve")
    page.locator("#verdict .banner").wait_for()
    assert [kind for kind, _ in asked] == ["solve", "analyze", "solve", "analyze", "analyze"]
    assert {seconds for _, seconds in asked} == {30}


def note_time(asked: list[tuple[str, float]], sent: Any) -> None:
    """The time limit of a search that the page asks for."""
    kind = sent.url.rpartition("/")[2]
    if kind in ("solve", "analyze"):
        asked.append((kind, sent.post_data_json["time_limit"]))


def test_no_more_time_is_offered_than_the_server_grants(visit: Open, server: Served) -> None:
    page = visit().page
    page.route("**/healthz", lambda route: route.fulfill(json={"time_limit": 7}))
    page.reload()
    shown(page)
    until(page, "document.getElementById('time').options.length > 0")
    assert page.locator("#time option").all_inner_texts() == ["2 s", "5 s", "7 s"]
    assert server.ask("/healthz").json["time_limit"] == 60


def test_a_share_of_few_orders_is_not_shown_as_a_share(visit: Open) -> None:
    page = visit().page
    shown(page)
    page.evaluate("tenback.solver.load(tenback.live.EXAMPLES.hidden[0])")
    page.route("**/api/analyze", lambda route: few_orders(route, 1))
    page.click("#solve")
    page.locator("#verdict .banner").wait_for()
    told = text_of(page, "#verdict .banner")
    assert "Too few to tell: 1 of 1 orders can be won" in told
    assert "between 2.5% and 100%" in told
    assert "%" not in page.locator("#choices").inner_text()
    assert "1 of 1" in text_of(page, "#choices tbody")
    page.unroute("**/api/analyze")
    page.route("**/api/analyze", lambda route: few_orders(route, 400))
    page.click("#solve")
    until(page, "document.querySelector('#verdict h2')?.textContent.startsWith('100% of the orders')")
    assert "between" in text_of(page, "#verdict .banner")


def few_orders(route: Any, n: int) -> None:
    """The answer of a search that has looked at so many orders, all of them won."""
    interval = [0.025 ** (1 / n), 1.0]
    shares = {"won": n, "lost": 0, "unknown": 0, "share": 1.0, "interval": interval}
    choice = {"plays": [["b5", "down"]], "same": 1, **shares}
    rest = {
        "orders": "6000",
        "looked_at": n,
        "exact": False,
        "confidence": 0.95,
        "method": "clopper-pearson",
        "seed": 1,
    }
    route.fulfill(json={**shares, **rest, "choices": [choice], "all_choices": 1, "limit": None, "seconds": 1.0})


def test_a_question_is_seen_to_be_worked_on_asked_once_and_answered_in_sight(visit: Open) -> None:
    page = visit(viewport={"width": 360, "height": 740}).page
    held: list[Any] = []
    shown(page)
    page.route("**/api/solve", lambda route: held.append(route))
    page.evaluate("scrollTo(0, 400)")
    page.evaluate("for (let n = 0; n < 3; n++) document.getElementById('ask').requestSubmit()")
    until(page, "document.querySelector('#working:not([hidden])') !== null")
    assert "Searching … 0 s of 10 s" in text_of(page, "#working")
    page.evaluate("document.getElementById('ask').requestSubmit()")
    page.wait_for_timeout(200)
    assert len(held) == 1
    held[0].continue_()
    page.locator("#verdict .banner").wait_for()
    assert page.evaluate("document.activeElement.closest('#verdict') !== null")
    box = page.locator("#verdict .banner").bounding_box()
    assert box is not None
    assert 50 <= box["y"] <= box["y"] + box["height"] <= 740
    page.unroute_all()


# --- a table by clicks


def place(page: Page, target: str, *cards: str) -> None:
    """Click cards into a place."""
    page.click(f"label[for=builder-target-{target}]")
    for card in cards:
        page.click(f'[data-cell="{card}"]')


def written_down(page: Page, text: str) -> None:
    """Until the table that was built stands in the field, and the server has read it."""
    assert page.input_value("#source") == text
    assert page.locator("#builder-line").inner_text() == text
    until(page, "tenback.solver.looked === document.getElementById('source').value")
    assert page.locator("#source-error:not(:empty)").count() == 0


def built(page: Page, game: str, players: str) -> None:
    """An empty table of a game."""
    page.select_option("#builder-game", game)
    if game != "face-to-face":
        page.select_option("#builder-players", players)
        until(page, f"tenback.solver.source.value.startsWith('{game}/{players} ')")
    else:
        until(page, f"tenback.solver.source.value.startsWith('{game} ')")


def test_a_table_is_built_by_clicks_and_solved(visit: Open) -> None:
    one = visit()
    page = one.page
    shown(page)
    page.click("#builder summary")
    built(page, "quick-and-easy", "2")
    assert "order unknown" in str(page.get_attribute("[data-cell=r7]", "aria-label"))
    page.click("label[for=builder-order-true]")
    place(page, "draw-0")
    page.click("#builder-none")
    place(page, "draw-0", "y9")
    place(page, "pile-0", "r6", "r7")  # the second takes the place of the first
    place(page, "pile-1", "b4")
    place(page, "hand-0", "b5", "s1", "s2", "s2")  # a second click takes a card out
    place(page, "hand-1", "r3", "g2")
    written_down(page, SMALL)
    page.click("label[for=builder-mover-1]")
    written_down(page, SMALL.replace("1*:", "1:").replace("2:", "2*:"))
    page.click("label[for=builder-mover-0]")
    page.click("#solve")
    page.locator("#verdict .banner.winnable").wait_for()
    page.fill("#source", SMALL.replace("y9", "y8"))  # what is typed is followed
    until(page, "document.querySelector('[data-cell=y8]').classList.contains('in-draw')")
    assert all("400" in complaint for complaint in one.complaints)  # a table on the way need not add up
    one.complaints.clear()


def test_every_game_can_be_built_and_what_is_wrong_is_said(visit: Open) -> None:
    one = visit(viewport={"width": 360, "height": 740})
    page = one.page
    shown(page)
    page.click("#setup > summary")
    page.click("#builder summary")
    built(page, "the-game-extreme", "3")
    place(page, "pile-2", "96")
    page.locator('[data-cell="96"]').press("ArrowUp")
    page.click("label[for=builder-target-hand-2]")
    page.locator('[data-cell="86"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert "| down: 96 - | 1*: - | 2: - | 3: 86 87 | draw?: 2 3 4" in page.input_value("#source")
    until(page, "tenback.solver.looked === document.getElementById('source').value")
    page.evaluate("tenback.solver.load('the-game-extreme/1 #17 | commands: 37=stop')")  # a map of one's own stays
    until(page, "document.getElementById('builder-line').textContent.includes('| commands: 37=stop |')")
    built(page, "the-game-on-fire", "2")
    place(page, "hand-1", "22")
    assert "22 (fire)" in str(page.get_attribute("[data-cell='22']", "aria-label"))
    built(page, "face-to-face", "2")
    place(page, "hand-0", "8")
    place(page, "hand-1", "8", "9")
    place(page, "pile-0", "7")
    text = page.input_value("#source")
    assert text.startswith(
        "face-to-face | A.up: 7 | A.down: - | B.up: - | B.down: - | A*: 8 | B: 8 9 | A.draw?: 2 3 4 5 6 9"
    )
    built(page, "the-game", "5")
    place(page, "hand-0", "2", "3", "4", "5", "6", "7", "8")
    page.locator("#builder-error:not(:empty)").wait_for()
    assert "The hand of player 1 has 7 cards; a full hand is 6." in text_of(page, "#builder-error")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert all("400" in complaint for complaint in one.complaints)
    one.complaints.clear()
