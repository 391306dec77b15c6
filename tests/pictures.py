"""Takes the pictures of the pages that the documentation shows: ``python -m tests.pictures``.

A deal that is being played on the solver's page, a whole game with computers, and a puzzle on a phone.  Needs what the
tests of the pages need: the extra ``serve``, Playwright and a Chromium; and Pillow.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from puzzles.daily import shipped_puzzles
from puzzles.page import page_html
from puzzles.puzzle import Collection
from tests.browser import Visit, chromium, click, written
from tests.serving import served
from tests.test_play_browser import PLAY

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
DEAL = "the-game/3 #17"
GAME = "the-game/3 #17 | seats: person strong quick"
COLOURS = 200
PLAYED = 7  # turns before the picture is taken
PUZZLE = "tg-006"
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "reduced_motion": "reduce",
}


def picture_of_the_solver(browser: Browser) -> None:
    """A deal that is won, some turns on, a card in the hand chosen."""
    with served("--jobs", "1") as server:
        visit = Visit(browser, f"{server.address}/", **DESK)
        page = visit.page
        page.locator("#live-board .pile").first.wait_for()
        page.fill("#source", DEAL)
        page.click("#solve")
        page.locator("#verdict .banner").wait_for()
        page.locator("#working").wait_for(state="hidden")
        for _ in range(PLAYED):
            page.click(".step.on")
        click(page.locator("#live-board .held:has(.marked)").first)
        page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        kept(page.screenshot(), "page.png")
        visit.context.close()


def picture_of_a_phone(browser: Browser) -> None:
    """A puzzle on the page that is one file, after a hint."""
    puzzle = next(puzzle for puzzle in shipped_puzzles() if puzzle.id == PUZZLE)
    with TemporaryDirectory() as folder:
        visit = Visit(browser, written(page_html(Collection("The Game", (puzzle,))), Path(folder)), **PHONE)
        visit.press("hint")
        visit.page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        kept(visit.page.screenshot(), "phone.png")
        visit.leave()


def picture_of_a_game(browser: Browser) -> None:
    """Three players, some turns on, after a hint; the coach has spoken."""
    with served("--jobs", "1") as server:
        visit = Visit(browser, f"{server.address}/play#g={quote(GAME)}", **DESK)
        page = visit.page
        page.locator("#live-board .held").first.wait_for()
        page.check("#match-coach")
        page.evaluate(PLAY, PLAYED)
        page.locator("#coach:not([hidden])").wait_for()
        page.click("[data-action=hint]")
        page.locator(".message").filter(has_text="Ask again").wait_for()
        page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        kept(page.screenshot(), "play.png")
        visit.context.close()


def kept(picture: bytes, name: str) -> None:
    """Write a picture with few colours, which takes a third of the room."""
    from PIL import Image

    Image.open(BytesIO(picture)).convert("RGB").quantize(COLOURS).save(FOLDER / name, optimize=True)


def main() -> None:
    """Take all of them."""
    FOLDER.mkdir(exist_ok=True)
    with chromium() as browser:
        picture_of_the_solver(browser)
        picture_of_a_game(browser)
        picture_of_a_phone(browser)
    for path in sorted(FOLDER.glob("*.png")):
        print(f"{path.relative_to(FOLDER.parents[1])}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
