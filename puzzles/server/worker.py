"""A worker process: one question after the other from standard input, one answer a line on standard output.

What a question can do to it stays here.  Its memory is bounded by the system (``setrlimit``), its time by whoever
started it, and it ends with whoever started it: when standard input closes, whatever it is doing.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import IO, Any

import msgspec

from puzzles.server.answers import answer, given_up, limits_for
from puzzles.server.limits import LIGHT_SECONDS
from puzzles.server.requests import REQUESTS, SEARCHES, Request
from solver.errors import TenbackError, printable
from solver.search.compiled import now

SPARE_MB = 96  # beside the tables of a search: what Python and the analysis need
OUT_OF_MEMORY = "the memory limit was reached"
NICENESS = 5  # of searches: the event loop and the light questions go first


class Job(msgspec.Struct):
    """A question for a worker; ``given_up``: do not look for an answer, say that there is none for this reason."""

    number: int
    kind: str  # of a request, "warm", or "cancel" (the job of this number)
    request: msgspec.Raw = msgspec.Raw(b"null")
    seconds: float = 0.0
    memory_mb: int = 64
    given_up: str | None = None


class Reply(msgspec.Struct):
    """What a worker says: ``good`` with an answer, ``bad`` (the asker's fault) or ``broken`` (ours) with a message.

    ``cut``: the answer may be better with more time.  ``worn``: the worker should be replaced.
    """

    number: int
    status: str
    answer: msgspec.Raw = msgspec.Raw(b"null")
    message: str = ""
    cut: bool = False
    worn: bool = False


# --- the work


def reply_to(job: Job, cancelled: threading.Event) -> Reply:
    """The answer; whatever goes wrong is said in the reply, and the worker lives on."""
    began, request = now(), None
    try:
        if job.kind == "warm":
            warm_up()
            return Reply(job.number, "good")
        request = msgspec.json.decode(job.request, type=REQUESTS[job.kind])
        data = answered(job, request, cancelled)
    except TenbackError as error:
        return Reply(job.number, "bad", message=printable(" ".join(str(error).split())))
    except MemoryError:
        return undecided(job, request, OUT_OF_MEMORY, worn=True)
    except KeyboardInterrupt:  # over time, in a part that could not say what it knew
        return undecided(job, request, f"the time limit of {job.seconds:g} s was reached")
    except Exception as error:
        return Reply(job.number, "broken", message=f"{type(error).__name__}: {error}", worn=True)
    cut = job.kind in SEARCHES and now() - began >= job.seconds
    return Reply(job.number, "good", encoded(data), cut=cut)


def answered(job: Job, request: Request, cancelled: threading.Event) -> dict[str, Any]:
    """The answer as data.  Half of the memory is for each of the two searches that take turns."""
    if job.given_up is not None:
        return given_up(request, job.given_up)
    return answer(request, limits_for(job.seconds or LIGHT_SECONDS, job.memory_mb // 2, cancelled))


def undecided(job: Job, request: Request | None, reason: str, worn: bool = False) -> Reply:
    """A search that needs more than there is has not decided anything."""
    if request is None or job.kind not in SEARCHES:
        return Reply(job.number, "broken", message=reason, worn=True)
    return Reply(job.number, "good", encoded(given_up(request, reason)), cut=True, worn=worn)


def encoded(data: object) -> msgspec.Raw:
    """Data as it will go out."""
    return msgspec.Raw(msgspec.json.encode(data))


def warm_up() -> None:
    """Load (the first time on a machine: compile) every search, so that no question pays for it."""
    import solver
    from solver.search.compiled import make_all_ready

    make_all_ready()
    position = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"
    duel = "face-to-face | A.up: 10 | B.up: 20 | A*: 11 12 13 | B: 30 31"
    solver.solve("the-game/1 highest=20 hand=3 #1")
    solver.solve("the-game-extreme/1 highest=30 hand=4 #1", time_limit=1)
    solver.solve("quick-and-easy/1 highest=4 #8", goal="cards-left", time_limit=5)
    solver.solve("the-game/1 highest=20 #1", goal="turns", time_limit=5)
    solver.analyze(position)
    solver.analyze_line(position, solver.parse_line("1: s1@down; 2: r3@up"))
    solver.analyze_orders(position.replace("draw:", "draw?: b1"))
    solver.analyze(duel)
    solver.helpwin(duel)
    solver.selfstuck(duel)
    solver.analyze_line(duel, solver.parse_line("A: 11@A.up 12@A.up"))


# --- the process


def set_memory_limit(megabytes: int) -> None:
    """Let the system refuse what is more than this on top of what is loaded by now; where it can."""
    try:
        import resource

        with open("/proc/self/statm", encoding="ascii") as file:
            pages = int(file.read().split()[0])
    except (ImportError, OSError):  # not Linux: the solver's own limit remains
        return
    most = pages * resource.getpagesize() + (megabytes + SPARE_MB << 20)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def become_a_worker(searches: bool) -> None:
    """Interrupts are for the server, the processor is for the event loop first, and nothing is left behind."""
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    if searches and hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def answers_only(stream: IO[bytes]) -> IO[bytes]:
    """Standard output for replies alone: whatever a library prints goes to standard error."""
    private = os.fdopen(os.dup(stream.fileno()), "wb")
    os.dup2(2, stream.fileno())
    return private


class Inbox:
    """Questions as they come, read by a thread of its own, so that it is heard when one under way is cancelled."""

    def __init__(self, stream: IO[bytes], leave: Callable[[int], Any] = os._exit) -> None:
        self.jobs: SimpleQueue[Job] = SimpleQueue()
        self.at_work, self.cancelled = 0, threading.Event()
        self.lock, self.stream, self.leave = threading.Lock(), stream, leave
        threading.Thread(target=self.read, daemon=True).start()

    def read(self) -> None:
        """Until standard input closes: then nobody is there to answer."""
        decoder = msgspec.json.Decoder(Job)
        for line in self.stream:
            job = decoder.decode(line)
            if job.kind != "cancel":
                self.jobs.put(job)
                continue
            with self.lock:
                if job.number == self.at_work:
                    self.cancelled.set()
        self.leave(0)

    def next(self) -> Job:
        """The next question, which is then the one that can be cancelled."""
        job = self.jobs.get()
        with self.lock:
            self.at_work = job.number
            self.cancelled.clear()
        return job


def main() -> None:
    """``python -m puzzles.server.worker MEGABYTES [searches]``."""
    become_a_worker(searches="searches" in sys.argv)
    replies, inbox = answers_only(sys.stdout.buffer), Inbox(sys.stdin.buffer)
    megabytes, encoder, bounded = int(sys.argv[1]), msgspec.json.Encoder(), False
    while True:
        job = inbox.next()
        if job.kind != "warm" and not bounded:
            set_memory_limit(megabytes)
            bounded = True
        reply = reply_to(job, inbox.cancelled)
        replies.write(encoder.encode(reply) + b"\n")
        replies.flush()


if __name__ == "__main__":
    main()
