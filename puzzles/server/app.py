"""The routes: requests are read within limits, passed to the workers, and answered in JSON."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from puzzles.german import GERMAN, in_german
from puzzles.server import schema
from puzzles.server.guard import Guard, log
from puzzles.server.limits import KIB, Allowance
from puzzles.server.pages import Pages
from puzzles.server.requests import REQUESTS, read_request
from puzzles.server.worker import Reply
from puzzles.server.workers import Overloaded, Pool
from solver.errors import TenbackError, Unreadable, printable, quoted
from solver.notation.jsonform import deal_to_json, dump, game_to_json
from solver.notation.settings import overrides_of, parse_range
from solver.rules.games import GAMES
from solver.table.deal import deal
from solver.version import __version__

JSON = "application/json"
DRAINED = 4  # times the largest body: so much is read and thrown away, so that the client hears the refusal
DRAIN_SECONDS = 1.0

Handler = Callable[[Request], Awaitable[Response]]


class RefusedRequest(Exception):
    """A request that is answered with an error."""

    def __init__(self, status: int, message: str, **headers: str) -> None:
        super().__init__(message)
        self.status, self.headers = status, {name.replace("_", "-"): value for name, value in headers.items()}


def make_app(allowance: Allowance, pages: Pages, hosts: tuple[str, ...] | None) -> Guard:
    """The whole application; ``hosts``: the names it answers to, None for any."""
    pool = Pool(allowance)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        pool.start()
        pages.start()
        try:
            yield
        finally:
            await asyncio.gather(pool.stop(), pages.stop())

    api = Api(allowance, pool)
    routes = [Route(f"/api/{kind}", api.question(kind), methods=["POST"]) for kind in REQUESTS]
    routes += [
        Route("/api/games", api.games),
        Route("/api/deal", api.deal),
        Route("/api/schema", api.schema),
        Route("/healthz", api.health),
        *pages.routes(),
    ]
    handlers: Any = {
        HTTPException: not_there,
        RefusedRequest: refused,
        TenbackError: bad_request,
        Overloaded: overloaded,
        ClientDisconnect: gone,
    }
    return Guard(Starlette(routes=routes, exception_handlers=handlers, lifespan=lifespan), hosts)


class Api:
    """The endpoints."""

    def __init__(self, allowance: Allowance, pool: Pool) -> None:
        self.allowance, self.pool = allowance, pool

    def question(self, kind: str) -> Handler:
        """POST: a question for the workers."""

        async def ask(request: Request) -> Response:
            refuse_other_content(request)
            body = await self.body_of(request)
            reply = await while_connected(request, self.pool.answer(kind, read_request(kind, body)))
            return await gone(request, None) if reply is None else answer_of(reply)

        return ask

    async def body_of(self, request: Request) -> bytes:
        """The body, if it is small enough and comes in time."""
        most = self.allowance.body_bytes
        declared = request.headers.get("content-length", "0")
        too_large = RefusedRequest(413, f"the request is larger than {most // KIB} KiB", connection="close")
        body, stream = bytearray(), request.stream()
        try:
            async with asyncio.timeout(self.allowance.client_seconds):
                if not (declared.isascii() and declared.isdigit()) or int(declared) <= most:
                    async for chunk in stream:
                        body += chunk
                        if len(body) > most:
                            break
                    else:
                        return bytes(body)
        except TimeoutError:
            raise RefusedRequest(408, "the request took too long to arrive", connection="close") from None
        if "expect" not in request.headers:
            await drain(stream, DRAINED * most)
        raise too_large

    async def games(self, request: Request) -> Response:
        """``tenback games --json``."""
        query_of(request)
        return json_response([game_to_json(game) for game in GAMES.values()])

    async def deal(self, request: Request) -> Response:
        """``tenback deal --json``."""
        query = query_of(request, "game", "number", "players", "commands")
        if "game" not in query:
            raise Unreadable(f"game is missing; the games are {' '.join(GAMES)}")
        number = deal_number(query.get("number", "1"))
        players = None if "players" not in query else whole_number("players", query["players"])
        commands = query.get("commands", "placeholder")
        if commands not in ("placeholder", "random"):
            raise Unreadable(f"commands {quoted(commands)}: placeholder or random")
        overrides = overrides_of(request.query_params.getlist("set"))
        dealt = deal(query["game"], players, number, overrides, "random" if commands == "random" else None)
        return json_response(deal_to_json(dealt))

    async def schema(self, request: Request) -> Response:
        """The OpenAPI document."""
        query_of(request)
        return Response(schema.as_text(), media_type=JSON)

    async def health(self, request: Request) -> Response:
        """How the server is."""
        lanes = self.pool.lanes.items()
        ready = all(lane.ready.is_set() for _, lane in lanes)
        return json_response({
            "status": "ok" if ready else "starting",
            "version": __version__,
            "time_limit": self.allowance.seconds,
            "busy": {name: len(lane.workers) - lane.idle.qsize() for name, lane in lanes},
            "waiting": {name: lane.waiting for name, lane in lanes},
        })  # fmt: skip


# --- requests


def refuse_other_content(request: Request) -> None:
    """JSON must be declared, which no other site's form can do."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise RefusedRequest(415, f"the request must be declared as {JSON}")


async def drain(stream: AsyncIterator[bytes], most: int) -> None:
    """Read some of what is left and throw it away."""
    seen = 0
    try:
        async with asyncio.timeout(DRAIN_SECONDS):
            async for chunk in stream:
                seen += len(chunk)
                if seen > most:
                    return
    except (TimeoutError, ClientDisconnect):
        return


async def while_connected(request: Request, answer: Any) -> Reply | None:
    """The answer; None if the client goes away before, which ends the work on it."""
    working = asyncio.ensure_future(answer)
    leaving = asyncio.ensure_future(disconnected(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        return await working if working.done() else None
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def disconnected(request: Request) -> None:
    """Returns when the client is gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def query_of(request: Request, *known: str) -> dict[str, str]:
    """The parameters of an address; one that nobody knows, or that is there twice, is refused."""
    found: dict[str, str] = {}
    for name, value in request.query_params.multi_items():
        if name == "set" and known:
            continue
        if name not in known:
            raise Unreadable(f"{quoted(name)} is not a parameter of {request.url.path}")
        if name in found:
            raise Unreadable(f"{quoted(name)} is there twice")
        found[name] = value
    return found


def deal_number(text: str) -> int:
    """The number of one deal, not a range."""
    if ":" in text:
        raise Unreadable(f"number {quoted(text)}: one number is needed, such as 17")
    return parse_range(text)[0]


def whole_number(name: str, text: str) -> int:
    """A small number in an address."""
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise Unreadable(f"{name} {quoted(text)}: a small whole number is needed")
    return int(text)


# --- answers


def answer_of(reply: Reply) -> Response:
    """A worker's reply as a response."""
    if reply.status == "good":
        return Response(bytes(reply.answer), media_type=JSON)
    if reply.status == "bad":
        raise Unreadable(reply.message)
    log.error("a worker failed: %s", reply.message)
    raise RefusedRequest(500, "something went wrong here; it is not your request's fault")


def json_response(data: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Data as JSON."""
    return Response(dump(data), status, headers, JSON)


def error_response(request: Request, status: int, message: str, headers: dict[str, str] | None = None) -> Response:
    """What is wrong, in one line; in German, as far as there are words for it, where that is asked for."""
    message = " ".join(message.split())
    is_german = request.headers.get("accept-language", "").startswith(GERMAN)
    return json_response({"error": printable(in_german(message) if is_german else message)}, status, headers)


async def not_there(request: Request, error: HTTPException) -> Response:
    """No such address, or not with this method."""
    words = {404: "there is nothing at this address", 405: f"{request.method} is not possible here"}
    told = words.get(error.status_code, "not possible")
    return error_response(request, error.status_code, told, dict(error.headers or {}))


async def gone(_request: Request, _error: ClientDisconnect | None) -> Response:
    """Nobody is there to read this."""
    return Response(status_code=499)


async def refused(request: Request, error: RefusedRequest) -> Response:
    """The client's fault, or too slow, or too large."""
    return error_response(request, error.status, str(error), error.headers)


async def bad_request(request: Request, error: TenbackError) -> Response:
    """Bad input, as on the command line."""
    return error_response(request, 400, str(error))


async def overloaded(request: Request, error: Overloaded) -> Response:
    """Try again later."""
    return error_response(request, 503, f"{error}; try again", {"retry-after": str(error.retry_after)})
