"""A real browser for tests: headless Chromium of the system, driven by Playwright; never downloaded.

A page opened here must not complain on its console, and must not ask anybody for anything: ``Visit`` notes both.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

    from tests.serving import Served

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
PATIENCE = 20_000  # milliseconds, for a busy machine
PHONE = {"viewport": {"width": 375, "height": 667}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}

SIZES = ((360, 740), (390, 844), (768, 1024), (1280, 720), (1366, 768), (1920, 1080))  # usual screens


def program() -> str:
    """The system's Chromium; tests are skipped where there is none, or no Playwright."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("no Chromium on this machine (Debian: apt-get install chromium), so nothing is tried in a browser")
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed (pip install playwright)")
    return found


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser that runs."""
    path = program()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def node() -> str:
    """A JavaScript engine without a browser: the system's node, or the one that Playwright brings along."""
    if (program := shutil.which("node")) is not None:
        return program
    driver = pytest.importorskip("playwright._impl._driver", reason="neither node nor playwright is installed")
    return str(driver.compute_driver_executable()[0])


FREE: WeakKeyDictionary[Browser, dict[str, list[Page]]] = WeakKeyDictionary()  # windows by what they were opened with


class Visit:
    """Somebody with a browser of their own, who looks at one page.

    A window costs more than what is done in it, so the next visit gets the same one, with nothing kept in it.
    """

    def __init__(self, browser: Browser, address: str, fragment: str = "", script: str = "", **context: Any) -> None:
        self.options = {"viewport": {"width": 1280, "height": 900}} | context
        self.free = FREE.setdefault(browser, {}).setdefault(f"{script} {self.options}", [])
        page = self.free.pop() if self.free else None
        self.context = page.context if page else browser.new_context(**self.options)
        self.context.set_default_timeout(PATIENCE)
        if script and not page:
            self.context.add_init_script(script)
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.listeners: dict[str, Callable[[Any], None]] = {
            "console": lambda message: self.complaints.append(f"{message.type}: {message.text}"),
            "pageerror": lambda error: self.complaints.append(str(error)),
            "request": lambda request: self.requests.append(request.url),
        }
        self.address = address
        self.page = self.opened(fragment, page)

    def opened(self, fragment: str = "", page: Page | None = None) -> Page:
        """The page in a new window; what is kept in the browser stays."""
        page = page or self.context.new_page()
        for event, listener in self.listeners.items():
            page.on(event, listener)  # type: ignore[call-overload]
        page.goto(f"{self.address}{fragment}")
        return page

    def leave(self) -> None:
        """Close the browser, and say what the page must not have done."""
        if len(self.context.pages) > 1 or not self.is_cleared():
            self.context.close()
        else:
            self.free.append(self.page)
        assert not self.complaints
        outside = [url for url in self.requests if not url.startswith(("data:", self.address))]
        assert not outside

    def is_cleared(self) -> bool:
        """Make the window as good as new, if that is possible."""
        from playwright.sync_api import Error

        try:
            self.page.unroute_all()
            self.page.evaluate("localStorage.clear()")
            for event, listener in self.listeners.items():
                self.page.remove_listener(event, listener)
            self.page.goto("about:blank")
            if self.page.viewport_size != self.options["viewport"]:
                self.page.set_viewport_size(self.options["viewport"])
            self.page.mouse.move(0, 0)
        except Error:
            return False
        return True

    # --- what a person does

    def open(self, puzzle: str) -> None:
        """Open a puzzle by its address."""
        self.page.goto(f"{self.address}#{puzzle}")

    def card(self, name: str) -> Locator:
        """A card of the hand."""
        return self.page.locator(f'.held[data-card="{name}"]')

    def pile(self, name: str) -> Locator:
        """A pile."""
        return self.page.locator(f'.pile[data-pile="{name}"]')

    def press(self, action: str) -> None:
        """A button below the hand."""
        click(self.page.locator(f'[data-action="{action}"]'))

    def lay(self, play: str) -> None:
        """Lay a card: ``37@up1``."""
        card, _, pile = play.partition("@")
        click(self.card(card))
        click(self.pile(pile))

    def click_with_the_mouse(self, play: str) -> None:
        """The same with a mouse that is moved there; slower."""
        card, _, pile = play.partition("@")
        self.card(card).click()
        self.pile(pile).click()

    def drag(self, play: str) -> None:
        """Lay a card by dragging it with the mouse."""
        card, _, pile = play.partition("@")
        start, end = self.way(card, pile)
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(start[0], start[1] - 20)
        mouse.move(*end, steps=4)
        mouse.up()

    def way(self, card: str, pile: str) -> tuple[tuple[float, float], tuple[float, float]]:
        """From the middle of a card to the middle of a pile, both of them seen."""
        self.pile(pile).scroll_into_view_if_needed()
        start, end = middle(self.card(card)), middle(self.pile(pile))
        assert start[1] - end[1] < self.page.evaluate("innerHeight")
        return start, end

    def drag_by_touch(self, play: str) -> None:
        """Lay a card by dragging it with a finger."""
        card, _, pile = play.partition("@")
        start, end = self.way(card, pile)
        touch = self.context.new_cdp_session(self.page)
        for kind, point in (("touchStart", start), ("touchMove", (start[0], start[1] - 30)), ("touchMove", end)):
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": point[0], "y": point[1]}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def turn(self, plays: str) -> None:
        """Lay some cards and end the turn."""
        for play in plays.split():
            self.lay(play)
        self.press("end")

    @property
    def message(self) -> str:
        """What the page says, to eyes and to screen readers."""
        return self.page.locator(".message[role=status][aria-live=polite]").inner_text()

    def hears(self, text: str) -> None:
        """Wait until the page says something: after a touch that takes a moment."""
        self.page.locator(".message").filter(has_text=text).wait_for()

    def entry(self, puzzle: str) -> Locator:
        """A puzzle in the list."""
        return self.page.locator(f'.entry[data-puzzle="{puzzle}"]')

    def top(self, pile: str) -> str:
        """What a pile shows."""
        return self.pile(pile).locator(".card .number").inner_text()

    def hand(self) -> list[str]:
        """The cards of the hand."""
        held = self.page.locator(".held").all()
        return [str(card.get_attribute("data-card")) for card in held]


def click(thing: Locator) -> None:
    """Press something at once, without waiting until it has stopped moving."""
    thing.evaluate("element => element.click()")


def middle(thing: Locator) -> tuple[float, float]:
    """The middle of something that is seen."""
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def written(html: str, folder: Path) -> str:
    """The address of a page that was written to a file, as a reader opens it."""
    path = folder / "page.html"
    path.write_text(html, encoding="utf-8")
    return path.as_uri()


# --- how a table looks

LOOK = """async (board) => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const boxes = (name) => [...document.querySelectorAll(`${board} ${name}`)].map((one) => one.getBoundingClientRect());
  const piles = boxes(".pile"), hand = boxes(".held"), tops = piles.map(({ top }) => Math.round(top));
  const highest = Math.min(...tops), lowest = Math.max(...hand.map(({ bottom }) => bottom));
  const parts = [...document.querySelectorAll("header.top > *, header.top a")].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }) && getComputedStyle(one).position !== "absolute");
  const isCut = (one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth + 1;
  return {
    sticksOut: document.documentElement.scrollWidth > innerWidth,
    rows: [...new Set(tops)].map((top) => tops.filter((one) => one === top).length),
    together: highest >= 0 && (!hand.length || lowest <= innerHeight),
    covered: Math.max(...piles.map(({ bottom }) => bottom)) > Math.min(...hand.map(({ top }) => top), innerHeight),
    cut: parts.filter(isCut).map((one) => one.textContent),
  };
}"""
SHARED = """() => {
  const buttons = [...document.querySelectorAll("button, [role=button]")].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }) && !one.closest(".log, .choices, .entries"));
  const names = buttons.map((one) => (one.getAttribute("aria-label") || one.textContent).trim());
  return names.filter((name, at) => names.indexOf(name) !== at);
}"""


def looks_right(page: Page, board: str, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    """On every usual screen nothing sticks out or is cut, piles stand in even rows, and the hand is in sight."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        seen = page.evaluate(LOOK, board)
        right = {"sticksOut": False, "together": True, "covered": False, "cut": []}
        assert seen["rows"] in ([2], [4], [2, 2]), (width, seen)
        assert seen == {**right, "rows": seen["rows"]}, (width, seen)


def shared_names(page: Page) -> list[str]:
    """Names that two buttons in sight share; lists of turns and puzzles aside, in which a name may come twice."""
    found: list[str] = page.evaluate(SHARED)
    return found


SERVER_PATIENCE = 30_000  # milliseconds: the server may be busy


@contextmanager
def visits(browser: Browser, server: Served) -> Iterator[Callable[..., Visit]]:
    """Opens pages of a server; afterwards they must have kept silent, and asked nobody else for anything."""
    found: list[Visit] = []

    def opened(path: str = "/", **context: Any) -> Visit:
        one = Visit(browser, server.address + path, **context)
        one.context.set_default_timeout(SERVER_PATIENCE)
        found.append(one)
        return one

    yield opened
    for one in found:
        one.address = server.address
        one.complaints = [told for told in one.complaints if "503" not in told]  # a busy machine: the page asks again
        one.leave()
