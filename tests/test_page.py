"""The playable page in a real browser: solved by clicks, by drag and by keyboard; refusals, undo, hints, progress."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from puzzles.book import Book, Chapter
from puzzles.daily import daily
from puzzles.files.collection import load_collection, load_puzzle
from puzzles.page import page_html
from puzzles.page.tables import board_data
from puzzles.printing import SheetOptions, print_collection
from puzzles.puzzle import Collection
from solver import Turn, deal, load, load_line
from tests.browser import PHONE, SIZES, Visit, looks_right, shared_names, written
from tests.page_puzzles import COLLECTION, HOSTILE, PUZZLES
from tests.strategies import GAME_NAMES, random_turn

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(page_html(COLLECTION), tmp_path_factory.mktemp("page"))


ROOT = Path(__file__).parents[1]
Visiting = Callable[..., Visit]


@pytest.fixture
def visiting(browser: Browser, address: str) -> Iterator[Visiting]:
    """Visits; at the end of each the page must have kept silent on the console, and within itself."""
    visits: list[Visit] = []

    def visit(puzzle: str = "blue", script: str = "", at: str = "", **context: Any) -> Visit:
        visits.append(Visit(browser, at or address, f"#{puzzle}", script, **context))
        return visits[-1]

    yield visit
    for visit_made in visits:
        visit_made.leave()


# --- solving


def is_marked_solved(visit: Visit, puzzle: str) -> bool:
    classes = str(visit.entry(puzzle).get_attribute("class")).split()
    return "solved" in classes or "solved-with-hints" in classes


def test_solved_by_clicks(visiting: Visiting) -> None:
    visit = visiting("blue")
    assert not is_marked_solved(visit, "blue")
    for play in ("b5@down", "r3@down", "y9@up", "g2@down", "s1@down"):
        assert "Solved" not in visit.message
        visit.click_with_the_mouse(play)
        visit.page.get_by_role("button", name="End turn").click()
    assert visit.message == "Solved!"
    assert is_marked_solved(visit, "blue")
    assert "1 of 15 solved" in visit.page.locator("#progress").inner_text()
    assert visit.hand() == []
    visit.page.locator('[data-action="next"]').click()
    assert visit.page.locator("#puzzle-title").inner_text() == "Ten back"


def test_solved_by_drag(visiting: Visiting) -> None:
    visit = visiting("ten")
    visit.drag("38@down2")
    visit.drag("57@down1")
    visit.press("end")
    assert visit.hand() == ["41", "44", "70"]
    for play in ("70@up1", "41@up2", "44@up2"):
        visit.drag(play)
    visit.press("end")
    assert visit.message == "Solved!"


def test_a_card_dropped_beside_every_pile_stays_in_the_hand(visiting: Visiting) -> None:
    visit = visiting("ten")
    visit.card("38").hover()
    visit.page.mouse.down()
    visit.page.mouse.move(5, 300, steps=3)
    visit.page.mouse.up()
    assert visit.hand() == ["38", "41", "57", "70"]
    assert visit.page.locator(".ghost").count() == 0
    visit.lay("38@down2")
    assert visit.top("down2") == "38"


def test_solved_by_keyboard_alone(visiting: Visiting) -> None:
    visit = visiting("ten")
    keys = visit.page.keyboard
    for _ in range(60):  # from the top of the page to the hand
        keys.press("Tab")
        if visit.page.evaluate("document.activeElement.classList.contains('held')"):
            break
    assert visit.page.evaluate("document.activeElement.dataset.card") == "38"
    keys.press("4")  # 38 on the fourth pile, down2
    assert visit.top("down2") == "38"
    keys.press("ArrowRight")  # from 41, where the focus went, to 57
    keys.press("Enter")
    assert visit.page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"
    keys.press("ArrowUp")
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    keys.press("Enter")  # on the third pile, down1
    assert visit.top("down1") == "57"
    keys.press("e")
    visit.card("70").focus()
    for key in ("1", "e", "Home", "2", "2", "e"):  # 70 on up1; then 41 and 44 on up2
        keys.press(key)
    assert visit.message == "Solved!"


def test_solved_by_touch_on_a_phone(visiting: Visiting) -> None:
    visit = visiting("ten", **PHONE)
    visit.drag_by_touch("38@down2")
    visit.hears("38 on pile down 2.")
    visit.card("57").tap()
    visit.hears("57 chosen.")
    visit.pile("down1").tap()
    visit.hears("57 on pile down 1.")
    visit.page.locator('[data-action="end"]').tap()
    visit.hears("Turn ended. Drawn: 44.")
    for card, pile in (("70", "up1"), ("41", "up2"), ("44", "up2")):
        visit.drag_by_touch(f"{card}@{pile}")
        visit.hears(f"{card} on pile")
    visit.page.locator('[data-action="end"]').tap()
    visit.hears("Solved!")


ASKED = """
id = "asked"
task = "win"
require = "last=30"
position = "the-game/1 | up: 41 13 | down: 48 99 | 1*: 5 30 57"
solution = "57@up1 5@down2 30@down1"
"""


def test_a_win_is_judged_by_what_is_asked_of_it(visiting: Visiting, tmp_path: Path) -> None:
    page = page_html(Collection("Asked", (load_puzzle(ASKED),)))
    visit = visiting("asked", at=written(page, tmp_path))
    assert visit.page.locator("#task").inner_text() == "Lay every card. Condition: the 30 comes last."
    for play in ("57@up1", "30@down1"):
        visit.lay(play)
    visit.press("check")
    assert "30" not in visit.message
    assert "gives it away" in visit.message
    visit.lay("5@down1")
    visit.press("end")
    assert visit.message == "Every card is laid, but not as it was asked: the 30 comes last."
    for _ in range(3):
        visit.press("undo")
    for play in ("5@down2", "30@down1"):
        visit.lay(play)
    visit.press("end")
    assert visit.message == "Solved!"


# --- refusals


REFUSALS = (
    ("ten", "41@up1", "41 on pile up 1, top 48: neither higher nor exactly 10 lower."),
    ("blue", "b5@up", "blue 5 on pile up, top red 7: neither higher nor of its colour."),
    ("orders", "41@down1 61@down2", "The stop has ended this turn."),
    ("orders", "40@up1 41@down1", "40 (skull) must be covered before the turn ends."),
    ("orders", "61@down2 53@up2", "53 on pile up 2, top 62 (no trick): neither higher nor exactly 10 lower."),
    ("duel", "52@B.down 53@B.down", "At most 1 of the cards of a turn may go on the opponent's piles."),
    ("duel", "52@B.up", "52 on pile B up: the opponent's ascending pile takes only cards lower than 51."),
)


def test_an_illegal_play_is_refused_with_the_reason(visiting: Visiting) -> None:
    visit = visiting()
    for puzzle, plays, reason in REFUSALS:
        visit.open(puzzle)
        visit.press("reset")
        *legal, refused = plays.split()
        for play in legal:
            visit.lay(play)
        hand = visit.hand()
        visit.lay(refused)
        assert visit.message == reason
        assert visit.hand() == hand
    visit.press("reset")
    visit.drag(refused)
    assert visit.message == reason


def test_a_turn_may_not_end_too_early_and_the_game_not_go_on_when_it_is_over(visiting: Visiting) -> None:
    visit = visiting("ten")
    visit.lay("38@up1")
    visit.press("end")
    assert visit.message == "Lay at least 2 cards; so far it is 1."
    visit = visiting("score")
    for plays in ("30@down 6@down", "86@up", "97@up", "98@up"):
        visit.turn(plays)
    assert visit.message == "Solved! 2 cards left, and nobody can leave fewer."
    visit.card("68").click()
    assert visit.message == "It is over: undo or restart."


def test_a_turn_that_cannot_be_completed_is_announced(visiting: Visiting) -> None:
    visit = visiting("orders")
    visit.lay("61@down2")
    assert "cannot be completed" not in visit.message
    visit.lay("40@down2")
    assert "cannot be completed" in visit.message


# --- undo, restart, hints, check


def test_undo_takes_back_card_by_card_and_reopens_the_last_turn(visiting: Visiting) -> None:
    visit = visiting("ten")
    visit.turn("38@down2 57@down1")
    assert visit.hand() == ["41", "44", "70"]
    visit.press("undo")
    assert (visit.hand(), visit.top("down1")) == (["41", "70"], "57")
    visit.press("undo")
    visit.press("undo")
    assert (visit.hand(), visit.top("down2"), visit.top("down1")) == (["38", "41", "57", "70"], "47", "60")
    visit.press("undo")
    assert visit.message == "There is nothing to take back."


def test_an_undone_reply_gives_the_turn_back_to_the_person(visiting: Visiting) -> None:
    visit = visiting("duel")
    visit.turn("53@A.up 52@B.down")
    assert visit.message.startswith("B answers 5 on pile B down, 56 on pile B up, 54 on pile A down.")
    assert visit.hand() == ["12", "55"]
    visit.press("undo")
    assert (visit.hand(), visit.top("B.down")) == (["55"], "52")


def test_hints_speak_of_strategy_first_and_name_the_card_last(visiting: Visiting) -> None:
    visit = visiting("ten")
    said = []
    for _ in range(3):
        visit.press("hint")
        said.append(visit.message)
    assert len(set(said)) == 3
    assert not any(card in said[0] for card in visit.hand())
    assert said[1].startswith("Think about ")
    assert said[2].startswith("Lay ")
    assert visit.page.locator(".held .marked").count() == visit.page.locator(".pile.marked").count() == 1


def test_who_follows_the_hints_solves_the_puzzle(visiting: Visiting) -> None:
    visit = visiting()
    for puzzle in ("blue", "ten", "orders", "duel", "help", "only", "score"):
        visit.open(puzzle)
        for _ in range(40):
            if "Solved!" in visit.message:
                break
            visit.page.evaluate(FOLLOW)
        assert "hints." in visit.message, puzzle
        assert "solved-with-hints" in str(visit.entry(puzzle).get_attribute("class"))


FOLLOW = """() => {  // ask for three hints, and do what the last one says
  const press = (name) => document.querySelector(name).click();
  for (const _ of "123") press("[data-action=hint]");
  if (document.querySelector(".message").textContent.startsWith("End the turn")) return press("[data-action=end]");
  press(".held:has(.marked)");
  press(".pile.marked");
}"""


@pytest.mark.slow
def test_every_shipped_puzzle_is_solved_by_who_follows_the_hints(visiting: Visiting, tmp_path: Path) -> None:
    """The page knows each of them to the end: every hint is good, and every reply is known."""
    shipped = sorted((ROOT / "puzzles" / "collection").glob("*.toml"))
    assert shipped
    for number, path in enumerate(shipped):
        collection = load_collection(path)
        folder = tmp_path / str(number)
        folder.mkdir()
        visit = visiting(at=written(page_html(collection), folder))
        for puzzle in collection.puzzles:
            visit.open(puzzle.id)
            for _ in range(100):
                if "Solved!" in visit.message:
                    break
                visit.page.evaluate(FOLLOW if puzzle.task.name != "where-lost" else FOLLOW_WHERE)
            assert "Solved!" in visit.message, puzzle.id


FOLLOW_WHERE = """() => {  // ask for three hints, and name the turn that the last one tells
  const press = (name) => document.querySelector(name).click();
  for (const _ of "123") press("[data-action=hint]");
  const turn = document.querySelector(".message").textContent.match(/\\d+/)[0];
  press(`[data-focus="turn:${turn}"]`);
  press("[data-action=name]");
}"""


def test_check_names_the_turn_that_gave_it_away(visiting: Visiting) -> None:
    visit = visiting("blue")
    visit.press("check")
    assert visit.message == "Good: it can still be solved."
    visit.lay("s1@down")
    visit.press("check")
    assert visit.message == "What you have laid in this turn gives it away: undo."
    visit.press("hint")
    assert visit.message.startswith("Something that you laid in this turn does not help.")
    visit.press("end")
    visit.turn("r3@up")
    visit.press("check")
    assert visit.message.startswith("From here it cannot be solved any more. Turn 1 gave it away. After that no pile")
    assert visit.page.locator(".log .mark.gives-away").count() == 2


def test_every_turn_can_be_checked_at_once(visiting: Visiting) -> None:
    visit = visiting("blue")
    visit.page.get_by_label("Check every turn at once").check()
    visit.turn("b5@down")
    assert visit.message == "Good: it can still be solved."
    visit.press("undo")
    visit.press("undo")
    visit.turn("s1@down")
    assert "Turn 1 gave it away" in visit.message


def test_what_the_page_does_not_know_it_calls_unknown(visiting: Visiting, tmp_path: Path) -> None:
    """With no room for positions only the author's line is known to be good, and nothing is known to be bad."""
    visit = visiting("blue", at=written(page_html(COLLECTION, most=0), tmp_path))
    visit.turn("b5@down")
    visit.press("check")
    assert visit.message == "Good: it can still be solved."
    visit.turn("g2@down")
    visit.press("check")
    assert visit.message.startswith("Whether it can still be solved is not known here")
    visit.press("hint")
    assert visit.message == "How to go on from here is not known."


# --- the other tasks


def test_helpwin_is_played_for_both_sides(visiting: Visiting) -> None:
    visit = visiting("help")
    visit.turn("55@A.up 52@B.down")
    assert "B is to move" in visit.message
    visit.turn("5@B.down 56@B.up 54@A.down")
    visit.turn("40@A.down 12@B.down")
    assert visit.message == "Solved! A wins."


def test_a_reply_shows_why_a_wrong_turn_does_not_win_in_time(visiting: Visiting) -> None:
    visit = visiting("duel")
    visit.turn("52@A.up 55@A.up")
    assert visit.message == "B answers 5 on pile B down, 54 on pile A up. A cannot lay enough cards: B wins."
    visit.press("check")
    assert visit.message.startswith("From here it cannot be solved any more. Turn 1 gave it away.")


def test_without_a_known_reply_the_page_says_so(visiting: Visiting, tmp_path: Path) -> None:
    """With no room for positions nothing is decided; with no room for replies the verdict is still known."""
    visit = visiting("duel", at=written(page_html(COLLECTION, most=0), tmp_path))
    visit.turn("52@A.up 53@A.up")
    assert visit.message.startswith("The page does not know the answer of B to that.")
    visit = visiting("duel", script="addEventListener('DOMContentLoaded', () => tenback.data.puzzles[3].replies = {});")
    visit.turn("52@A.up 55@A.up")
    assert visit.message.startswith("With that, A does not win in time any more.")
    visit.press("check")
    assert visit.message.startswith("From here it cannot be solved any more. Turn 1 gave it away.")


def test_one_turn_decides_only_turn(visiting: Visiting) -> None:
    visit = visiting("only")
    visit.turn("s1@down")
    assert visit.message.startswith("That turn does not win any more.")
    visit.card("r3").click()
    assert visit.message == "It is over: undo or restart."
    visit.press("reset")
    visit.turn("b5@down")
    assert visit.message.startswith("Solved! That is the turn that still wins.")
    visit.card("r3").click()
    assert visit.message == "It is over: undo or restart."


def test_a_turn_that_is_not_safe_draws_the_order_that_refutes_it(visiting: Visiting) -> None:
    visit = visiting("safe")
    visit.turn("y4@down")
    assert visit.message.startswith("That turn does not win in every order.")
    visit.press("reset")
    visit.turn("g7@down")
    assert visit.message.startswith("Solved! That turn wins in every order. In one order, for example, it goes on")


def test_where_lost_is_stepped_through_and_the_turn_named(visiting: Visiting) -> None:
    visit = visiting("lost")
    assert visit.message == "before turn 1 of 2"
    visit.press("step-on")
    visit.press("step-on")
    assert visit.top("up") == "3"
    visit.press("step-back")
    visit.press("name")
    assert visit.message.startswith("Solved! Turn 1 gave the win away.")
    assert is_marked_solved(visit, "lost")
    visit.press("next")
    assert visit.page.locator("#puzzle-title").inner_text() == "Damage"


def test_of_a_lost_game_one_answer_counts(visiting: Visiting) -> None:
    visit = visiting("lost")
    visit.press("step-on")
    visit.press("step-on")
    visit.press("name")
    assert visit.message.startswith("Not turn 2: turn 1 gave the win away. One answer counts.")
    assert not is_marked_solved(visit, "lost")


def test_best_score_compares_with_the_best(visiting: Visiting) -> None:
    visit = visiting("score")
    for plays in ("97@up 30@down", "98@up", "6@down"):
        visit.turn(plays)
    assert visit.message == "3 cards left. Fewer is possible: 2."
    assert not is_marked_solved(visit, "score")


def test_the_solution_can_be_stepped_through_and_left_again(visiting: Visiting) -> None:
    visit = visiting("ten")
    visit.lay("38@down2")
    visit.page.locator("#show-solution").click()
    for _ in range(4):
        visit.press("step-on")
    assert visit.message == "after turn 4 of 4"
    visit.page.locator("#show-solution").click()
    assert visit.hand() == ["41", "57", "70"]
    visit.lay("57@down1")
    visit.press("end")
    for plays in ("70@up1", "41@up2", "44@up2"):
        visit.turn(plays)
    assert visit.message == "Solved! After a look at the solution."


# --- progress


def test_progress_survives_a_reload(visiting: Visiting) -> None:
    visit = visiting("blue")
    for plays in ("b5@down", "r3@down", "y9@up", "g2@down", "s1@down"):
        visit.turn(plays)
    visit.open("ten")
    visit.turn("38@down2 57@down1")
    visit.lay("70@up1")
    visit.page.reload()
    assert visit.page.locator("#puzzle-title").inner_text() == "Ten back"
    assert (visit.hand(), visit.top("up1")) == (["41", "44"], "70")
    assert is_marked_solved(visit, "blue")
    assert not is_marked_solved(visit, "ten")
    visit.press("undo")
    visit.press("undo")
    assert visit.hand() == ["41", "70"]
    again = visit.opened()
    assert again.locator("#puzzle-title").inner_text() == "Ten back"  # where the reader was last


def test_a_browser_that_keeps_nothing_can_be_played_on_and_is_told(visiting: Visiting) -> None:
    forbidden = "Object.defineProperty(window, 'localStorage', {get() { throw new Error('forbidden'); }});"
    visit = visiting("ten", script=forbidden)
    assert "does not let the page remember" in visit.page.locator("#below").inner_text()
    visit.turn("38@down2 57@down1")
    visit.entry("blue").click()
    visit.entry("ten").click()
    assert visit.hand() == ["41", "44", "70"]


def test_nonsense_in_the_browsers_memory_does_no_harm(visiting: Visiting) -> None:
    visit = visiting("ten")
    for nonsense in ("[]", "{", '{"x": 1}', '{"settings": 3}'):
        visit.page.evaluate("text => localStorage.setItem('tenback.progress.1', text)", nonsense)
        visit.page.reload()
        assert visit.page.locator(".entry").count() == len(PUZZLES)
    digest = visit.page.evaluate("tenback.data.puzzles[1].digest")
    broken = {digest: {"turns": [{"plays": [[500, 77]]}, 3], "lays": [[1, 2]], "solved": "no"}}
    visit.page.evaluate("kept => localStorage.setItem('tenback.progress.1', JSON.stringify(kept))", broken)
    visit.open("ten")
    visit.page.reload()
    assert visit.hand() == ["38", "41", "57", "70"]


# --- the list


def test_puzzles_are_chosen_filtered_and_walked_through(visiting: Visiting) -> None:
    visit = visiting("blue")
    assert visit.page.locator(".entry").count() == len(PUZZLES)
    visit.page.get_by_label("Game", exact=True).select_option("face-to-face")
    assert visit.page.locator(".entry-title").all_inner_texts() == ["Two turns", "Together"]
    visit.page.get_by_label("Level", exact=True).select_option("gentle")
    assert "No puzzle is like that." in visit.page.locator("#list").inner_text()
    visit.page.get_by_label("Game", exact=True).select_option("")
    visit.page.get_by_label("Level", exact=True).select_option("")
    visit.page.locator("#next").click()
    assert visit.page.locator("#puzzle-title").inner_text() == "Ten back"
    assert visit.page.url.endswith("#ten")


# --- which puzzle


def test_a_newcomer_begins_with_an_easy_puzzle_of_the_game(visiting: Visiting) -> None:
    visit = visiting("")
    assert visit.page.locator("#puzzle-title").inner_text() == "Ten back"
    assert visit.page.evaluate("tenback.app.table.game") == "the-game"


def test_the_puzzle_of_the_day_is_that_of_the_terminal(
    visiting: Visiting, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("puzzles.page.export.shipped_puzzles", lambda: PUZZLES)
    address = written(page_html(COLLECTION, most=20), tmp_path)
    for day in (date(2026, 11, 17), date(2028, 2, 29), date(2031, 1, 1)):
        visit = visiting(
            "",
            f"Date = class extends Date {{ constructor() {{ super({day.year}, {day.month - 1}, {day.day}, 1) }} }}",
            address,
        )
        visit.page.get_by_role("button", name="Today’s puzzle").click()
        assert visit.page.evaluate("tenback.app.puzzle.id") == daily(PUZZLES, day).id
        visit.page.goto(f"{address}#today")
        assert visit.page.evaluate("tenback.app.puzzle.id") == daily(PUZZLES, day).id


def test_a_page_without_the_shipped_puzzles_has_no_puzzle_of_the_day(visiting: Visiting) -> None:
    visit = visiting("today")
    assert visit.page.locator("#today").count() == 0


# --- an option is chosen


def picked(visit: Visit, *texts: str) -> str:
    """Pick these, and hear what is said of them."""
    for text in texts:
        visit.page.locator(f'[data-pick="{text}"]').click()
    visit.page.locator("[data-action=answer]").click()
    return visit.page.locator(".message").inner_text()


def test_who_begins_is_chosen_and_judged(visiting: Visiting) -> None:
    visit = visiting("begins")
    assert "Even best play then leaves y5" in picked(visit, "3")
    assert picked(visit, "2") == "Solved! Player 2 begins. That was answer number 2."
    assert visit.page.locator("#picker").count() == 0
    visit.page.locator("#show-solution").click()
    visit.page.locator("[data-action=step-on]").click()
    assert visit.page.evaluate("tenback.app.board.turns[0].seat") == 1


def test_a_pile_is_stacked_card_by_card(visiting: Visiting) -> None:
    visit = visiting("stack")
    answer = visit.page.locator("[data-action=answer]")
    for text in ("y5", "g7", "y5", "y5", "s1"):  # what is picked again is put back, and comes last
        visit.page.locator(f'[data-pick="{text}"]').click()
    assert visit.page.evaluate("tenback.app.picks") == ["g7", "y5", "s1"]
    assert answer.get_attribute("aria-disabled") == "true"
    visit.page.locator("[data-action=hint]").click()
    assert picked(visit, "s2") == "Solved! The order that wins: g7 y5 s1 s2. With 1 hint."
    visit.open("unlucky")
    assert "This wins:" in picked(visit, "y2", "r7", "g9", "y10")
    visit.page.locator("[data-action=clear]").click()
    assert "Even best play then leaves y2, g9 and s10" in picked(visit, "y10", "r7", "g9", "y2")


def test_two_cards_of_two_hands_are_swapped(visiting: Visiting) -> None:
    visit = visiting("mend")
    assert "cannot lay what a turn needs" in picked(visit, "g8", "b3", "s8")  # one card a hand
    assert "g8 and s8 change places." in picked(visit, "g8")


# --- looks


def test_every_puzzle_fits_every_screen_and_no_two_buttons_share_a_name(visiting: Visiting) -> None:
    visit = visiting("blue")
    for puzzle in PUZZLES:
        visit.open(puzzle.id)
        looks_right(visit.page, "#board")
        assert shared_names(visit.page) == []
        visit.page.locator("#language").click()
        looks_right(visit.page, "#board", SIZES[:1])
        assert shared_names(visit.page) == []
        visit.page.locator("#language").click()


def test_on_a_phone_everything_is_within_reach(visiting: Visiting) -> None:
    visit = visiting("orders", **PHONE)
    assert visit.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for thing in (*visit.page.locator(".held, .action, .pile").all(), visit.page.locator(".message")):
        box = thing.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 375
        assert 0 <= box["y"] <= box["y"] + box["height"] <= 667
    hand = visit.card("40").bounding_box()
    assert hand is not None
    assert hand["y"] > 667 / 2  # where the thumb is
    assert not visit.entry("ten").is_visible()
    visit.page.locator("#open-list").click()
    visit.entry("ten").click()
    assert visit.page.locator("#puzzle-title").inner_text() == "Ten back"


@pytest.mark.parametrize(("scheme", "background"), [("light", "rgb(243, 240, 233)"), ("dark", "rgb(17, 21, 26)")])
def test_text_stands_out_in_light_and_dark(visiting: Visiting, scheme: str, background: str) -> None:
    visit = visiting(color_scheme=scheme, reduced_motion="reduce")
    assert visit.page.evaluate("getComputedStyle(document.body).backgroundColor") == background
    for puzzle, action in (("blue", "check"), ("orders", "hint"), ("duel", "end"), ("lost", "step-on")):
        visit.open(puzzle)
        visit.press(action)
        weak = visit.page.evaluate(CONTRAST)
        assert not weak


CONTRAST = """() => {  // texts whose contrast with what is behind them is below the AA of WCAG
  const rgba = (text) => { const n = text.match(/[\\d.]+/g).map(Number); return n.length < 4 ? [...n, 1] : n; };
  const over = (a, b) => [0, 1, 2].map((i) => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
  const linear = (v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
    return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255, 1]);
  };
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true })
    && !element.closest("svg, script, noscript") && element.getBoundingClientRect().width > 0;
  const weak = [];
  for (const element of document.body.querySelectorAll("*")) {
    const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
    if (!texts.length || !isSeen(element)) continue;
    const style = getComputedStyle(element), size = parseFloat(style.fontSize);
    const front = light(over(rgba(style.color), behind(element))), back = light(behind(element));
    const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    if (ratio < (large ? 3 : 4.5)) weak.push([element.className, texts[0].textContent.trim(), ratio]);
  }
  return weak;
}"""


def test_who_wants_no_motion_gets_none(visiting: Visiting) -> None:
    moving = """() => [...document.querySelectorAll('*')].map((element) => getComputedStyle(element)).filter((style) =>
        style.transitionDuration !== '0s' || style.animationName !== 'none').length + document.getAnimations().length"""
    visit = visiting("ten", reduced_motion="reduce")
    visit.lay("38@down2")
    assert visit.page.evaluate(moving) == 0
    lively = visiting("ten", reduced_motion="no-preference")
    lively.lay("38@down2")
    assert lively.page.evaluate(moving) > 0


def test_everything_that_can_be_pressed_has_a_name(visiting: Visiting) -> None:
    visit = visiting("orders")
    nameless = """() => [...document.querySelectorAll('button, select, input')].filter((element) =>
        !(element.getAttribute('aria-label') || element.textContent.trim() || element.labels?.length)).length"""
    assert visit.page.evaluate(nameless) == 0
    assert visit.page.get_by_role("button", name="40 skull", exact=True).count() == 1
    assert visit.page.get_by_role("button", name="up 2 , ascending, top 62 no trick , key 2").count() == 1
    visit.page.get_by_role("button", name="Help", exact=True).click()
    assert "Must be covered in the same turn." in visit.page.get_by_role("dialog").inner_text()
    visit.page.keyboard.press("Escape")
    assert not visit.page.get_by_role("dialog").is_visible()


# --- languages


def test_german(visiting: Visiting, tmp_path: Path) -> None:
    visit = visiting("ten", at=written(page_html(COLLECTION, "de"), tmp_path))
    assert visit.page.evaluate("document.documentElement.lang") == "de"
    assert visit.page.locator("#task").inner_text() == "Lege alle Karten ab."
    visit.lay("41@up1")
    assert visit.message == "41 auf Stapel Auf 1, oben 48: weder höher noch genau 10 niedriger."
    visit.lay("38@down2")
    assert visit.message == "38 auf Stapel Ab 2."
    visit.page.get_by_role("button", name="English").click()
    assert visit.page.locator("#task").inner_text() == "Lay every card."
    assert visit.hand() == ["41", "57", "70"]
    visit.page.reload()
    assert visit.page.evaluate("document.documentElement.lang") == "en"


# --- nothing gets in or out


def test_hostile_texts_stay_texts(visiting: Visiting) -> None:
    visit = visiting("hostile")
    assert visit.page.locator("#puzzle-title").inner_text() == HOSTILE
    assert visit.page.locator("#collection-title").inner_text() == HOSTILE
    assert HOSTILE in visit.page.locator("#about").inner_text()
    assert visit.page.evaluate("window.stolen") is None
    assert visit.page.locator("img").count() == 0


def test_the_policy_lets_nothing_in_or_out(visiting: Visiting) -> None:
    visit = visiting("blue")
    policy = str(visit.page.locator("meta[http-equiv]").get_attribute("content"))
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    tried = visit.page.evaluate("fetch('data:,x').then(() => 'fetched', () => 'refused')")
    assert tried == "refused"
    visit.page.evaluate("""() => { const made = document.createElement('script'); made.textContent = 'window.ran = 1';
        document.body.append(made); }""")
    assert visit.page.evaluate("window.ran") is None
    assert len(visit.complaints) >= 2
    assert all("Content Security Policy" in complaint for complaint in visit.complaints)
    visit.complaints.clear()  # the browser's own word that it refused both


# --- for other scripts


def test_a_live_page_leaves_room_and_allows_its_server_alone() -> None:
    live, page = page_html(Collection("tenback"), live=True), page_html(Collection("tenback"))
    assert '<section id="live"' in live
    assert '<script src="live.js" defer></script>' in live
    assert "connect-src &#x27;self&#x27;" in live
    assert "live.js" not in page
    assert "self" not in page[: page.index("<title>")]


SHOWN = """([data, line]) => {
  const place = document.createElement("div");
  document.body.append(place);
  const heard = [];
  const board = new tenback.Board(place, data, { onChange: (changed) => heard.push(changed.at) });
  const accepted = board.setLine(line);
  board.goTo(1);
  const second = board.json();
  board.goTo(accepted);
  const result = { accepted, second, last: board.json(), line: board.line, heard, outcome: board.outcome() };
  place.remove();
  return result;
}"""


def test_other_scripts_can_use_the_board(visiting: Visiting) -> None:
    """Every game: a line given as JSON is shown, stepped through and given back, and so are its positions."""
    visit, rng = visiting(), Random(1)
    for name in GAME_NAMES:
        start = deal(name, 2, 5).position()
        positions, turns = [start], list[Turn]()
        while len(turns) < 4 and (turn := random_turn(rng, positions[-1])) is not None:
            turns.append(turn)
            positions.append(positions[-1].after(turn))
        told = [{"plays": [[str(play.card), play.pile] for play in turn.plays]} for turn in turns]
        shown = visit.page.evaluate(SHOWN, [board_data(start), told])
        assert shown["accepted"] == len(turns) >= 2
        assert shown["heard"][-2:] == [1, len(turns)]
        assert (shown["outcome"] is None) == (positions[-1].outcome is None)
        assert load(shown["second"]) == positions[1]
        assert load(shown["last"]) == positions[-1]
        assert load_line(json.dumps(shown["line"]))[0].plays == turns[0].plays
        illegal = [{"plays": [[told[0]["plays"][0][0], told[0]["plays"][0][1]]] * 2}]
        assert visit.page.evaluate(SHOWN, [board_data(start), illegal])["accepted"] == 0


def test_a_book_has_its_chapters_in_the_list(visiting: Visiting, tmp_path: Path) -> None:
    duels = Chapter({"en": "Duels", "de": "Duelle"}, {"en": "Two sides.\n\nOne wins."}, {}, games=("face-to-face",))
    chapters = (Chapter({"en": "Together"}, {}, {}), duels)
    options = SheetOptions(book=Book({"en": "My book"}, {}, chapters))
    print_collection(COLLECTION, tmp_path / "book.html", options)
    visit = visiting(at=(tmp_path / "book.html").as_uri())
    headings = visit.page.locator("#entries h3")
    assert headings.all_inner_texts() == ["Together", "Duels"]
    assert visit.page.locator("#entries .entry").count() == len(COLLECTION.puzzles)
    assert visit.page.title().endswith("My book")
    headings.last.click()
    assert visit.page.locator("#entries p:visible").all_inner_texts() == ["Two sides.", "One wins."]
    visit.page.click("#language")  # the lesson stays open
    assert headings.all_inner_texts() == ["Together", "Duelle"]
    assert visit.page.locator("#entries p:visible").count() == 2
    visit.page.select_option("#filter-game", "face-to-face")
    assert headings.all_inner_texts() == ["Duelle"]
