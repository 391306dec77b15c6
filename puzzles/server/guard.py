"""What holds for every request: hosts, origins, headers, and that no error says more than it should.

A page of another site must not reach a server on the reader's own machine: a request must name one of our hosts
(otherwise a foreign name could be pointed at this machine), and one that changes or asks anything must not come from
another origin.
"""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Iterable

from h11 import LocalProtocolError
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from solver.notation.jsonform import dump

log = logging.getLogger("tenback.serve")

OWN_NAMES = ("localhost", "127.0.0.1", "[::1]")
STRICT_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


def is_loopback(host: str) -> bool:
    """Is this an address of the machine itself?"""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def name_of(host: str) -> str:
    """``localhost`` for ``localhost:8000``; the brackets of an IPv6 address stay."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isascii() and port.isdigit() else host).lower()


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] | None) -> None:
        self.app = app
        self.hosts = None if hosts is None else {host.lower() for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        started = False

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                add_headers(message)
            await send(message)

        try:
            if (refusal := self.refusal(scope)) is not None:
                await answer(guarded, *refusal)
            else:
                await self.app(scope, receive, guarded)
        except LocalProtocolError:  # the client broke off in the middle of its request, and was told so already
            return
        except Exception:
            log.exception("a request failed")
            if not started:
                await answer(guarded, 500, "something went wrong here; it is not your request's fault")

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why a request is not let in."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.hosts is not None and name_of(host) not in self.hosts:
            return 421, "this server answers to requests from its own machine only"
        origin = headers.get("origin")
        if scope["method"] not in ("GET", "HEAD") and origin is not None and origin.partition("://")[2] != host:
            return 403, "requests from other sites are not answered"
        return None


def add_headers(message: Message) -> None:
    """The headers of every answer; a page may bring a policy of its own."""
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers[name] = value
    headers.setdefault("content-security-policy", STRICT_POLICY)
    headers.setdefault("cache-control", "no-store")


async def answer(send: Send, status: int, error: str) -> None:
    """A plain error."""
    body = dump({"error": error}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
