"""The socket, the signals, the server: from the options of ``tenback serve`` to the last worker's end."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import Callable

import uvicorn

from puzzles.server.app import make_app
from puzzles.server.doorman import doorman
from puzzles.server.guard import OWN_NAMES, is_loopback
from puzzles.server.limits import KEEP_ALIVE_SECONDS, Allowance
from puzzles.server.pages import Pages
from solver.errors import DoesNotAddUp, quoted

BACKLOG = 256
SHUTDOWN_SECONDS = 2


def bound_socket(host: str, port: int) -> socket.socket:
    """A socket that listens there; why not, in one line."""
    if not 0 <= port <= 65535:
        raise DoesNotAddUp(f"--port {port}: 0 to 65535 are possible, 0 for any that is free")
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(family, kind)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise DoesNotAddUp(f"cannot listen on {quoted(host)}, port {port}: {why}") from None
    return listening


def address_of(listening: socket.socket) -> str:
    """What to type into a browser."""
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def hosts_for(host: str) -> tuple[str, ...] | None:
    """The names that requests must ask for: ours, where only this machine can reach us."""
    if not is_loopback(host):
        return None
    return (*OWN_NAMES, f"[{host}]" if ":" in host else host)


def serve(listening: socket.socket, host: str, allowance: Allowance, pages: Pages, ready: Callable[[], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; then no worker is left."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="tenback: %(message)s")
    config = uvicorn.Config(
        make_app(allowance, pages, hosts_for(host)),
        http=doorman(allowance.connections, allowance.client_seconds),
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_config=None,
        log_level="critical",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )
    for name in (signal.SIGINT, signal.SIGTERM):  # uvicorn hears them, ends, and raises them again: that is enough
        signal.signal(name, lambda *_: None)
    asyncio.run(run_until_told(uvicorn.Server(config), listening, ready))


async def run_until_told(server: uvicorn.Server, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Say when it has begun."""
    running = asyncio.ensure_future(server.serve(sockets=[listening]))
    while not (server.started or running.done()):
        await asyncio.sleep(0.01)
    if not running.done():
        ready()
    await running
