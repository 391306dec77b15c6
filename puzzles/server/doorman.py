"""Connections: who does not say what they want in time is shown out, and the idlest goes when it gets crowded.

uvicorn times out connections between two requests; here also those on which a request never begins or never ends its
headers, and those on which an answer is never read.  So open connections alone cannot keep anybody from being served.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol


class Doorman(H11Protocol):
    """One connection."""

    most_connections = 512
    seconds = 10.0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.deadline: asyncio.TimerHandle | None = None
        self.idle_since = self.loop.time()

    def connection_made(self, transport: Any) -> None:
        """Let in, if there is room or can be made."""
        has_room = len(self.connections) < self.most_connections or self.make_room()
        super().connection_made(transport)
        self.expect_progress()
        if not has_room:
            self.show_out()

    def make_room(self) -> bool:
        """Close the connection that has been without a whole request for longest, if there is one."""
        idle = [other for other in self.connections if isinstance(other, Doorman) and not other.is_answering]
        if idle:
            min(idle, key=lambda other: other.idle_since).show_out()
        return bool(idle)

    @property
    def is_busy(self) -> bool:
        """Has a request begun that is not answered yet?"""
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def is_answering(self) -> bool:
        """Is a whole request there that is not answered yet?"""
        return self.is_busy and not self.cycle.more_body

    # --- time

    def expect_progress(self) -> None:
        """From now on, so many seconds until the headers of a request are there, or an answer is taken."""
        self.forget_the_deadline()
        self.deadline = self.loop.call_later(self.seconds, self.show_out)

    def forget_the_deadline(self) -> None:
        """There is progress, or the connection is gone."""
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def show_out(self) -> None:
        """Without waiting for what the client may still want to read."""
        self.forget_the_deadline()
        self.connections.discard(self)
        self.transport.abort()

    # --- what happens on the connection

    def data_received(self, data: bytes) -> None:
        """Once a request has begun, the application looks after its time."""
        super().data_received(data)
        if self.is_busy:
            self.forget_the_deadline()

    def handle_events(self) -> None:
        """Nonsense after the last request of a connection cannot even be refused."""
        try:
            super().handle_events()
        except h11.LocalProtocolError:
            self.show_out()

    def on_response_complete(self) -> None:
        """The answer has its time to be taken, the next request to come; one that came with this one has begun."""
        self.idle_since = self.loop.time()
        super().on_response_complete()
        if not self.is_busy:
            self.expect_progress()

    def pause_writing(self) -> None:
        """The client does not read."""
        self.expect_progress()
        super().pause_writing()

    def resume_writing(self) -> None:
        """It does again."""
        if self.is_busy:
            self.forget_the_deadline()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is left running."""
        self.forget_the_deadline()
        super().connection_lost(exc)


def doorman(most_connections: int, seconds: float) -> type[Doorman]:
    """The protocol with these limits."""
    return type("Doorman", (Doorman,), {"most_connections": most_connections, "seconds": seconds})
