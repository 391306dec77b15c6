"""Whole games in a real browser: with partners, at one screen, open; to the end, reloaded, by link, by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from puzzles.match import parse_record
from puzzles.match.deals import day_number
from tests.browser import PHONE, Visit, looks_right, shared_names, visits
from tests.serving import Served
from tests.test_serve_browser import text_of, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Open = Callable[..., Visit]
SMALL = "the-game/2 highest=20 hand=4 #3"


@pytest.fixture
def visit(browser: Browser, server: Served) -> Iterator[Open]:
    """Opens the page, at once on a game if one is told."""
    with visits(browser, server) as opened:

        def on_a_game(record: str = "", **context: Any) -> Visit:
            fragment = record and "#g=" + quote(record)
            return opened(f"/play{fragment}", **({"reduced_motion": "reduce"} | context))

        yield on_a_game


# Lay by clicks, a card at a time on the pile that it is nearest to, until so many turns are played or it is over.
PLAY = """async (most) => {
  const { match, referee } = tenback;
  for (let n = 0; n < 20000; n++) {
    await new Promise((later) => setTimeout(later, 2));
    const { board, seen } = match;
    if (!board || !seen || match.busy) continue;
    if (seen.over || (seen.line.length >= most && (match.covered || !board.still()))) return seen.result;
    if (match.covered) { document.querySelector(".uncover").click(); continue; }
    if (board.still()) continue;
    const { table, turn } = board;
    if (!referee.refusalToEnd(table, turn)) { document.querySelector("[data-action=end]").click(); continue; }
    const top = (pile) => table.numbers[turn.tops[pile]] ?? table.piles[pile].row;
    const far = ([card, pile]) => Math.abs(table.numbers[card] - top(pile));
    const plays = referee.plays(table, turn).filter(([card, pile]) =>
      referee.canBeCompleted(table, referee.lay(table, turn, card, pile))).sort((a, b) => far(a) - far(b));
    document.querySelector(`.held[data-card="${table.cards[plays[0][0]]}"]`).click();
    document.querySelector(`.pile[data-pile="${table.piles[plays[0][1]].name}"]`).click();
  }
  return "never over";
}"""
GAMES = (
    "the-game/1 #3 | seats: person",
    "the-game/3 #3 | seats: person quick instant",
    "the-game-extreme/2 #3 | seats: instant person",
    "the-game-on-fire/2 #3 | seats: person person",
    "face-to-face #3 | seats: person person",
    "face-to-face highest=17 hand=4 #3 | seats: person instant",
    "quick-and-easy/2 #3 | seats: person quick | look: open",
    "quick-and-easy-pro/3 #3 | seats: person person quick",
    f"{SMALL} | seats: person person | look: open",
)


def shown(page: Page) -> None:
    """Until the table is there and it is somebody's turn."""
    page.locator("#live-board .pile").first.wait_for()
    until(page, "!tenback.match.busy")


def play(page: Page, turns: int = 10_000) -> str:
    """Play on by clicks: the result."""
    return str(page.evaluate(PLAY, turns))


def record_of(page: Page) -> str:
    return str(page.evaluate("tenback.match.record"))


SHORT = 4  # the last of them take little time


@pytest.mark.parametrize("games", [GAMES[-SHORT:], pytest.param(GAMES[:-SHORT], marks=pytest.mark.slow)], ids=len)
def test_whole_deals_of_every_game_are_played_to_the_end(visit: Open, games: tuple[str, ...]) -> None:
    page = visit().page
    ends = set()
    for game in games:
        page.evaluate("game => tenback.match.play(game, null)", game)
        shown(page)
        result = play(page)
        match = parse_record(record_of(page))  # the core accepts what the page has kept, its result too
        assert match.outcome is not None, game
        assert match.result == result
        assert page.locator("#match-result .banner").is_visible()
        ends.add(match.outcome.won)
    assert ends == ({True, False} if len(games) == SHORT else {False})
    page.click("#match-new")
    page.locator("#mine").wait_for()
    assert page.locator(".kept .game").count() == len(games)
    assert page.locator(".statistics tbody tr").count() == 4


def test_a_new_user_begins_with_the_deal_of_the_day(visit: Open) -> None:
    from datetime import date

    page = visit().page
    page.click("#play-go")
    shown(page)
    match = parse_record(record_of(page))
    assert match.deal == f"the-game/2 #{day_number(date.today())}"
    assert match.seats == ("person", "quick")
    assert page.locator(".held").count() == 7
    assert "Your turn." in text_of(page, ".message")
    assert page.locator(".draw .card").count() == 0
    page.click("#help-button")
    assert "exactly 10 lower" in text_of(page, "#help")
    page.keyboard.press("Escape")
    page.go_back()
    page.locator("#play-go").wait_for()


def test_partners_lay_one_card_after_the_other(visit: Open) -> None:
    page = visit("the-game/2 #3 | seats: quick person", reduced_motion="no-preference").page
    page.locator(".other.moving").wait_for()
    until(page, "tenback.match.board.lays.length === 1")
    until(page, "tenback.match.board.lays.length === 2")
    until(page, "tenback.match.board.at === 1")
    assert "Your turn." in text_of(page, ".message")


def test_partners_say_which_piles_they_want(visit: Open) -> None:
    page = visit("the-game/3 #17 | seats: person quick quick | look: talk").page
    shown(page)
    assert "Player 3 says: up 1 please don't, up 2 please don't." in text_of(page, ".message")
    assert [text.strip() for text in page.locator(".said").all_inner_texts()] == [
        "“all free”",
        "“up 1 please don't, up 2 please don't”",
    ]
    looks_right(page, "#live-board")
    page.evaluate(PLAY, 3)
    assert parse_record(record_of(page)).talks
    page.click("#match-new")
    page.locator("#play-look-talk").wait_for()
    page.select_option("#play-players", "1")
    assert page.locator("#play-look-talk").count() == 0


def test_reload_undo_and_link(visit: Open) -> None:
    one = visit("the-game/3 #3 | seats: person quick quick")
    page = one.page
    shown(page)
    play(page, 4)
    page.evaluate("[...document.querySelectorAll('.held')][0].click()")
    page.locator(".pile.fits").first.click()
    before = record_of(page)
    assert "| now: " in before
    page.reload()
    shown(page)
    assert record_of(page) == before
    page.click("[data-action=undo]")
    assert "| now: " not in record_of(page)
    page.click("[data-action=undo]")
    until(page, "tenback.match.seen.undone === 1")
    match = parse_record(record_of(page))
    assert (match.undone, len(match.line), bool(match.laid)) == (1, 3, True)
    assert len(one.context.pages) == 1
    other = visit()  # somebody else follows the link
    other.page.goto(page.url)
    other.page.reload()
    shown(other.page)
    assert record_of(other.page) == record_of(page)
    assert other.page.locator(".held").all_inner_texts() == page.locator(".held").all_inner_texts()


def test_a_shared_screen_shows_a_hand_when_its_player_says_so(visit: Open) -> None:
    page = visit("the-game/2 #3 | seats: person person").page
    page.locator(".uncover").wait_for()
    assert page.locator(".held").count() == 0
    page.click(".uncover")
    first = page.locator(".held").all_inner_texts()
    page.evaluate(PLAY, 1)
    page.locator(".uncover").wait_for()
    assert page.locator(".held").count() == 0
    page.click(".uncover")
    assert page.locator(".held").all_inner_texts() != first
    assert page.evaluate("tenback.match.board.position.hands[0].every((card) => card === -1)")


def test_an_earlier_table_is_looked_at_and_the_game_goes_on(visit: Open) -> None:
    page = visit("the-game/2 #3 | seats: person quick").page
    shown(page)
    play(page, 4)
    page.click("[data-focus='turn:1']")
    page.locator(".held").first.click()
    assert "only shown" in text_of(page, ".message")
    page.click("[data-action=back]")
    assert play(page, 6).startswith("under way")


def test_by_keyboard_alone(visit: Open) -> None:
    page = visit().page
    page.locator("#play-go").wait_for()
    keys = page.keyboard
    for _ in range(60):
        keys.press("Tab")
        if page.evaluate("document.activeElement.id === 'play-go'"):
            break
    keys.press("Enter")
    shown(page)
    for _ in range(60):
        keys.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('held')"):
            break
    keys.press("1")
    keys.press("1")
    keys.press("e")
    until(page, "tenback.match.seen.line.length === 2")
    keys.press("u")
    until(page, "tenback.match.seen.undone === 1")


def test_by_drag_with_a_mouse_and_with_a_finger(visit: Open) -> None:
    desk = visit("the-game/2 #17 | seats: person quick")
    shown(desk.page)
    desk.drag("97@down1")
    desk.drag("96@down1")
    desk.press("end")
    until(desk.page, "tenback.match.seen.line.length === 2")
    phone = visit("the-game/2 #17 | seats: person quick", **PHONE)
    shown(phone.page)
    phone.drag_by_touch("97@down1")
    phone.hears("97 on pile down 1.")
    phone.drag_by_touch("96@down1")
    phone.hears("96 on pile down 1.")
    phone.page.locator("[data-action=end]").tap()
    until(phone.page, "tenback.match.seen.line.length === 2")


def test_games_go_out_and_come_in_as_text(visit: Open) -> None:
    one = visit(f"{SMALL} | seats: person person | look: open")
    page = one.page
    shown(page)
    play(page)
    record = record_of(page)
    page.click("#match-new")
    page.click("#games-as-text summary")
    page.click("#games-export")
    assert page.input_value("#games-text") == record
    page.click(".drop")
    page.click("#games-as-text summary")
    page.fill("#games-text", f"{record}\n\n{record}\n")
    page.click("#games-import")
    page.locator("#games-told").filter(has_text="1 new game.").wait_for()
    assert page.locator(".kept .game").count() == 1
    page.fill("#games-text", f"{record}\nthe-game/2 #3 | line: 1: 2@up1 3@up1")
    page.click("#games-import")
    page.locator("#games-told").filter(has_text="Line 2:").wait_for()
    assert page.locator(".kept .game").count() == 1
    assert all("400" in complaint for complaint in one.complaints)
    one.complaints.clear()


def test_nothing_sticks_out_on_any_screen_in_either_language(visit: Open) -> None:
    page = visit().page
    page.locator("#play-go").wait_for()
    for width in (360, 768, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for game in (
        "the-game/5 #3 | seats: person" + " instant" * 4,
        "face-to-face #3 | seats: person instant",
        "the-game-extreme/2 #3 | look: open",
    ):
        page.evaluate("game => tenback.match.play(game, null)", game)
        shown(page)
        play(page, 3)
        looks_right(page, "#live-board")
        page.click("#language")
        looks_right(page, "#live-board")
        assert shared_names(page) == []


def test_a_server_that_is_gone_is_asked_again(visit: Open) -> None:
    one = visit("the-game/2 #3 | seats: person quick")
    page = one.page
    shown(page)
    page.route("**/api/reply", lambda route: route.abort())
    page.evaluate(PLAY.replace("board.still()) continue", "match.failed) return 'failed'"), 1)
    page.locator("[data-action=retry]").wait_for()
    assert "does not answer" in text_of(page, ".message")
    page.unroute_all()
    page.click("[data-action=retry]")
    until(page, "tenback.match.seen.line.length === 2")
    assert all("ERR_FAILED" in complaint for complaint in one.complaints)
    one.complaints.clear()


def test_a_link_that_is_no_game_is_refused_in_one_line(visit: Open) -> None:
    one = visit("<script>alert(1)</script>")
    one.page.locator("#live .error").wait_for()
    assert "does not start with a game's name" in text_of(one.page, "#live .error")
    one.page.click("#match-new")
    one.page.locator("#play-go").wait_for()
    assert all("400" in complaint for complaint in one.complaints)
    one.complaints.clear()


# --- counsel


def said(page: Page) -> str:
    """What the page says when it has done thinking."""
    until(page, "!document.querySelector('.message').textContent.includes('Thinking')")
    return text_of(page, ".message")


def test_hints_the_chance_and_the_coach(visit: Open) -> None:
    page = visit("the-game/2 #17 | seats: person quick").page
    shown(page)
    page.check("#match-coach")
    page.click("[data-action=hint]")
    assert "Ask again for more." in said(page)
    page.click("[data-action=hint]")
    assert "on pile" in said(page)
    assert page.locator(".held .marked").count() > 0
    page.click("[data-action=check]")
    assert "The chance to win is" in said(page)
    assert parse_record(record_of(page)).hints == 2
    for card in ("15", "91"):  # a poor turn
        page.click(f".held[data-card='{card}']")
        page.click("[data-pile=up1]")
    page.click("[data-action=end]")
    page.locator("#coach.bad").wait_for()
    assert "Better: " in text_of(page, "#coach")


def test_open_games_are_judged_exactly(visit: Open) -> None:
    page = visit(f"{SMALL} | seats: person person | look: open").page
    shown(page)
    page.check("#match-coach")
    page.click("[data-action=check]")
    assert said(page) == "It can be won from here: proved."
    for _ in range(2):
        page.click("[data-action=hint]")
    assert said(page).endswith("that wins.")
    play(page, 1)
    page.locator("#coach:not([hidden])").wait_for()
    assert "won" in text_of(page, "#coach")


def test_a_game_is_reviewed_along_its_curve(visit: Open) -> None:
    page = visit("quick-and-easy/2 #3 | seats: person quick").page
    shown(page)
    play(page)
    page.click("#match-review-go")
    until(page, "tenback.match.review !== null && tenback.match.review.isWhole")
    assert "in the end." in text_of(page, "#review-sum")
    assert page.locator("#curve .dot").count() == page.evaluate("tenback.match.review.n") + 1
    page.locator("#curve svg").click(position={"x": 60, "y": 60})
    assert page.evaluate("tenback.match.board.at") == 0
    page.locator("#match-mistakes .mistake").first.click()
    assert page.locator(".pile.marked").count() == 1
    assert page.evaluate("tenback.match.board.position.hands.flat().every((card) => card >= 0)")  # all is turned up
    page.click("#review-steps .step.on")
    page.click("#language")
    page.locator("#match-review h2").filter(has_text="Rückblick").wait_for()
    assert page.evaluate("tenback.match.board.asLabelled('auf up und down')") == "auf Auf und Ab"
    assert not re.search(r"\b(up|down)\b", text_of(page, "#match-mistakes"))
    for width in (360, 768, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click("#match-next")
    until(page, "tenback.match.game.deal === 'quick-and-easy/2 #4' && tenback.match.seen !== null")
