"""The server with 200 clients at once, most of whom mean no good: it stays up, answers the honest, keeps its memory.

Everything happens on the loopback address, in a bounded number of requests and a bounded time.
"""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.serving import Served, leaks, served

SMALL = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"
MEMORY_MB = 128
WORKERS = 3  # light, quick, and one for long searches
LATEST = 90.0  # seconds after which the storm is over, whatever happens

# --- what the clients send


def post(path: str, body: bytes, *headers: str, length: int | None = None) -> bytes:
    """A request as it goes over the wire, the last one on its connection."""
    size = len(body) if length is None else length
    head = [f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json", "Connection: close"]
    return "\r\n".join([*head, f"Content-Length: {size}", *headers, "", ""]).encode() + body


def asks(path: str, **data: object) -> bytes:
    return post(path, json.dumps(data).encode())


HONEST = {  # what is asked, and what the answer must say
    asks("/api/solve", position=SMALL): '"verdict":"winnable"',
    asks("/api/analyze", position=SMALL): '"winning_lines":"9"',
    asks("/api/verify", position=SMALL, line="b5@down"): '"legal":true',
    asks("/api/show", position="the-game/2 #17"): '"deck":["75","74"',
    asks("/api/analyze", position=SMALL, line="1: s1@down; 2: r3@up"): '"first_losing_turn":1',
    b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n": '"face-to-face"',
    b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n": 'id="live"',
}
HOSTILE = [  # positions that are hard to search, to list, to read
    asks("/api/solve", position="the-game/1 ups=1 downs=0 hand=40 minimum=14 trick=3 #9", time_limit=1e9),
    asks("/api/solve", position="the-game/5 minimum=4 #3", goal="cards-left", time_limit=1e9, memory_limit=10**6),
    asks("/api/solve", position="the-game/1 hand=90 minimum=60 #3"),
    asks("/api/solve", position="face-to-face #3", goal="turns"),
    asks("/api/analyze", position="the-game/1 hand=20 #17", states=2_000_000),
    asks("/api/analyze", position="the-game-extreme/2 #5", most_choices=5000),
    asks("/api/analyze", position=SMALL.replace("draw: y9", "draw?: y9 y8 y7 y6 y5 y4 y3 y2 y1"), orders=100_000),
    asks("/api/steps", position="the-game/1 hand=98 minimum=98 #1", board=True),
    asks("/api/verify", position="the-game/1 #1", line="; ".join(["1: 5@up1"] * 4000)),
]
MALFORMED = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)),
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"GET /../../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade, close\r\n\r\n",
    post("/api/solve", b"{" * 50_000),
    post("/api/solve", b'{"position": ' + b"[" * 30_000 + b"]" * 30_000 + b"}"),
    post("/api/solve", b'{"position": {"game": "the-game", "game": "the-game"}}'),
    post("/api/solve", b'{"position": "\xff\xfe\xfd"}'),
    post("/api/solve", b'{"position": "\\ud800", "time_limit": 1e999}'),
    asks("/api/solve", position="the-game/9999999999 #" + "9" * 5000),
    asks("/api/solve", position={"game": "the-game", "rules": {"hand": 10**18}, "deck": []}),
    asks("/api/analyze", position=SMALL, line=[{"plays": [["b5", "\x00" * 1000]]}]),
    asks("/api/solve", position="\x1b[31m" + "|" * 20_000),
    asks("/api/verify", position="/etc/passwd", line="/etc/shadow"),
]

# --- how they behave


class Storm:
    """The clients, and what they heard."""

    def __init__(self, port: int) -> None:
        self.port, self.heard, self.statuses = port, list[str](), Counter[str]()
        self.random = random.Random(9)
        self.answered = 0

    async def exchange(self, request: bytes, seconds: float = 40) -> str:
        """Send, and read until the server closes; empty if it does so at once."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        text = ""
        try:
            async with asyncio.timeout(seconds):
                writer.write(request)
                await writer.drain()
                text = (await reader.read()).decode(errors="replace")
        except (ConnectionError, TimeoutError):
            pass
        finally:
            writer.transport.abort()
        self.note(text)
        return text

    def note(self, text: str) -> None:
        self.statuses[text[9:12] or "closed"] += 1
        self.heard.append(text)

    async def honest(self, number: int) -> None:
        """Two questions; a busy server is asked again when it says so."""
        for request, expected in self.random.sample(sorted(HONEST.items()), 2):
            for _ in range(40):
                text = await self.exchange(request)
                if text[9:12] not in ("503", ""):
                    break
                await asyncio.sleep(1)
            assert text.startswith("HTTP/1.1 200"), text[:300]
            assert expected in text, text[:300]
            self.answered += 1

    async def hostile(self, number: int) -> None:
        """A hard question; every third client does not wait for the answer."""
        text = await self.exchange(HOSTILE[number % len(HOSTILE)], 0.7 if number % 3 == 0 else 60)
        assert number % 3 == 0 or text[9:12] in ("200", "400", "503", ""), text[:300]

    async def malformed(self, number: int) -> None:
        """Nonsense."""
        text = await self.exchange(MALFORMED[number % len(MALFORMED)], 20)
        assert text[9:12] in ("400", "404", "413", "421", "503", "200", ""), text[:300]

    async def slow_headers(self, number: int) -> None:
        """A byte now and then."""
        await self.trickle(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: " + b"x" * 200)

    async def slow_body(self, number: int) -> None:
        """The same after the headers."""
        await self.trickle(b"x" * 200, post("/api/solve", b"{", length=5000))

    async def trickle(self, slowly: bytes, at_once: bytes = b"") -> None:
        """Until the server has had enough, which it must have before all is sent."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(at_once)
            for byte in slowly:
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(0.25)
                if reader.at_eof():
                    break
            else:
                raise AssertionError("a slow client was let be")
        except ConnectionError:
            pass
        finally:
            writer.transport.abort()

    async def huge(self, number: int) -> None:
        """More than is taken: declared, not declared, or announced and never sent."""
        if number % 3 == 0:
            await self.exchange(post("/api/solve", b"x" * 2_000_000), 20)
        elif number % 3 == 1:
            head = post("/api/solve", b"", "Transfer-Encoding: chunked").replace(b"Content-Length: 0\r\n", b"")
            await self.exchange(head + 3 * (b"ffff\r\n" + b"y" * 0xFFFF + b"\r\n"), 20)
        else:
            await self.exchange(post("/api/solve", b"", length=10**12), 20)

    async def deaf(self, number: int) -> None:
        """Asks for page after page and reads nothing."""
        _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            async with asyncio.timeout(25):
                for _ in range(100):
                    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    await writer.drain()
                    await asyncio.sleep(0.05)
        except (ConnectionError, TimeoutError):
            pass
        finally:
            writer.transport.abort()

    async def rage(self, clients: int) -> None:
        """All of them at once."""
        kinds: list[tuple[Callable[[int], Awaitable[None]], int]] = [
            (self.honest, 80),
            (self.hostile, 30),
            (self.malformed, 30),
            (self.slow_headers, 20),
            (self.slow_body, 15),
            (self.huge, 15),
            (self.deaf, 10),
        ]
        numbered = [kind(number) for kind, count in kinds for number in range(count * clients // 200)]
        self.random.shuffle(numbered)
        async with asyncio.timeout(LATEST):
            await asyncio.gather(*numbered)


@contextmanager
def watched_memory(server: Served) -> Iterator[list[float]]:
    """The memory of the server and its workers, looked at while the block runs."""
    seen, stop = [server.memory_mb()], threading.Event()

    def look() -> None:
        while not stop.wait(0.2):
            seen.append(server.memory_mb())

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        yield seen
    finally:
        stop.set()
        watcher.join()


def weather(clients: int, time_limit: float) -> tuple[Storm, list[float]]:
    """One storm over one server; whoever is left standing is looked at."""
    search = ("--time-limit", str(time_limit), "--memory-limit", str(MEMORY_MB), "--jobs", "1", "--queue", "24")
    with served(*search, "--client-timeout", "3", "--connections", "150") as server:
        end = time.monotonic() + 60
        while not server.has_puzzles():
            assert time.monotonic() < end
            time.sleep(0.1)
        storm = Storm(server.port)
        with watched_memory(server) as memory:
            asyncio.run(storm.rage(clients))
        server.wait_until_idle(60)
        for request, expected in HONEST.items():
            assert expected in asyncio.run(storm.exchange(request))
        assert len(server.family()) == 1 + WORKERS
        memory.append(server.memory_mb())
        status, errors, alive = server.stop()
        assert (status, alive) == (0, [])
        assert not [mark for mark in leaks(errors.decode()) if mark == "Traceback"], errors.decode()
    return storm, memory


def examine(storm: Storm, memory: list[float], clients: int) -> None:
    """Honest clients were answered, nothing leaked, memory stayed within what was granted."""
    assert storm.answered == 2 * (80 * clients // 200)
    assert storm.statuses["500"] == 0
    assert {"200", "400"} <= set(storm.statuses)
    for text in storm.heard:
        assert not leaks(text), text[:2000]
    before, most, after = memory[0], max(memory), memory[-1]
    assert most - before < WORKERS * MEMORY_MB + 200, memory
    assert after - before < 150, memory


@pytest.mark.slow
def test_a_small_storm() -> None:
    storm, memory = weather(clients=60, time_limit=0.5)
    examine(storm, memory, clients=60)


@pytest.mark.slow
def test_two_hundred_clients_at_once() -> None:
    storm, memory = weather(clients=200, time_limit=1)
    examine(storm, memory, clients=200)
    print(storm.statuses, f"{memory[0]:.0f} MB before, {max(memory):.0f} at most, {memory[-1]:.0f} after")
