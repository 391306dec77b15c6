"""The pages: the solver's, the collection's, and what they load.

The page of a collection knows from which positions its puzzles can still be solved.  To find that out takes a while,
so it is made by a process of its own (``printer``) while the server already answers.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

import puzzles
from puzzles.page import page_html
from puzzles.page.build import GAMES, GAMES_STYLE
from puzzles.puzzle import Collection
from puzzles.server.printer import LARGEST_PAGE, Print

log = logging.getLogger("tenback.serve")

SCRIPTS = (  # one after the other
    *GAMES, "words.js", "asking.js", "working.js", "results.js", "stepper.js", "laying.js", "builder.js", "desk.js",
    "solver.js", "counsel.js", "curve.js", "live.js",
)  # fmt: skip
STATIC = {
    "live.js": (SCRIPTS, "text/javascript"),
    "live.css": ((GAMES_STYLE,), "text/css"),
    "icon.svg": (("icon.svg",), "image/svg+xml"),
}
POLICY = (  # the page's own policy, in its head, is stricter still: it names the digests of its scripts
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HTML = "text/html; charset=utf-8"


class Pages:
    """What the server shows to people; ``sources`` are the files of the collection.

    ``has_daily``: the puzzle of the day is among them.
    """

    def __init__(self, sources: Sequence[Path], language: str, has_daily: bool = False) -> None:
        self.sources, self.language, self.has_daily = sources, language, has_daily
        self.solver = page_html(Collection(title="tenback"), language, live=True)
        self.static = {name: b"".join(map(part, parts)) for name, (parts, _) in STATIC.items()}
        self.collection: str | None = None
        self.progress = Print()
        self.task: asyncio.Task[None] | None = None
        self.process: Process | None = None

    def routes(self) -> list[Route]:
        """The addresses."""
        return [
            Route("/", self.show_solver),
            Route("/play", self.show_solver),
            Route("/puzzles", self.show_collection),
            Route("/puzzles/status", self.show_progress),
            Route("/favicon.ico", self.icon),
            *(Route(f"/{name}", self.show_static) for name in STATIC),
        ]

    async def show_solver(self, request: Request) -> Response:
        """The page with the solver alone."""
        return Response(self.solver, media_type=HTML, headers=page_headers())

    async def show_collection(self, request: Request) -> Response:
        """The playable page of the collection; until it is made, a page that waits for it."""
        page = self.collection or self.solver
        return Response(page, media_type=HTML, headers=page_headers())

    async def show_progress(self, request: Request) -> Response:
        """How far the page of the collection is."""
        data = {
            "expected": bool(self.sources),
            "daily": self.has_daily,
            "ready": self.collection is not None,
            "failed": self.progress.failed,
            "done": self.progress.done,
            "of": self.progress.of,
        }
        return Response(msgspec.json.encode(data), media_type="application/json")

    async def show_static(self, request: Request) -> Response:
        """A file that a page loads."""
        name = request.url.path.removeprefix("/")
        return Response(self.static[name], media_type=STATIC[name][1], headers={"cache-control": "no-cache"})

    async def icon(self, request: Request) -> Response:
        """What browsers ask for unasked."""
        return RedirectResponse("/icon.svg")

    # --- the page of the collection

    def start(self) -> None:
        """Begin to make it."""
        if self.sources:
            self.task = asyncio.create_task(self.make())

    async def make(self) -> None:
        """Ask the printer for it."""
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "puzzles.server.printer", self.language, *map(str, self.sources)),
            stdin=DEVNULL,
            stdout=PIPE,
            limit=LARGEST_PAGE,
            start_new_session=True,
            env=os.environ | {"PYTHONPATH": str(Path(puzzles.__file__).parents[1])},
        )
        assert self.process.stdout is not None
        with contextlib.suppress(ValueError):  # a page that is too large
            async for line in self.process.stdout:
                self.progress = msgspec.json.decode(line, type=Print)
                self.collection, self.progress.html = self.progress.html, None
        if self.collection is None:
            self.progress.failed = True
            log.error("the page of the collection could not be made")

    async def stop(self) -> None:
        """Leave no printer behind."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()


def part(name: str) -> bytes:
    """A file of this package, or one that it shares with pages that have no server."""
    shared = name in (*GAMES, GAMES_STYLE)
    return (files("puzzles.page") / "play" / name if shared else files("puzzles.server") / "static" / name).read_bytes()


def page_headers() -> dict[str, str]:
    """Of every page."""
    return {"content-security-policy": POLICY, "cache-control": "no-cache"}
