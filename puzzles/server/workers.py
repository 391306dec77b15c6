"""The lanes of workers: bounded queues, hard limits, questions nobody waits for, dead workers replaced.

Nothing here looks at a position, so nothing here can be held up by one.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import msgspec

import puzzles
from puzzles.server.limits import (
    CANCEL_SECONDS,
    LIGHT_SECONDS,
    PLAYER_SECONDS,
    QUEUE_SECONDS,
    SHORT_TRY,
    Allowance,
    grace_for,
)
from puzzles.server.requests import PLAYERS, SEARCHES, AnalyzeRequest, Request, SolveRequest
from puzzles.server.worker import Job, Reply

LARGEST_REPLY = 1 << 24
LIGHT_MB = 128
WARM_SECONDS = 900.0  # the first time on a machine the searches are compiled
DIED = "the search was ended by the system, most likely for the memory it took"
PAUSE = 1.0  # before a worker that would not start is tried again

log = logging.getLogger("tenback.serve")
numbers = itertools.count(1)


class Overloaded(Exception):
    """Too much is asked at once; ``retry_after`` seconds may help."""

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class WorkerGone(Exception):
    """The worker died, or had to be killed."""


class TookTooLong(WorkerGone):
    """It had to be killed because it took too long."""


class ServerWorker:
    """One process, and the pipes to it."""

    def __init__(self, process: Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, megabytes: int, warm: bool) -> ServerWorker:
        """A new process, ready to be asked."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "puzzles.server.worker", str(megabytes), *(["searches"] if warm else [])),
            stdin=PIPE,
            stdout=PIPE,
            limit=LARGEST_REPLY,
            start_new_session=True,  # Ctrl-C in a terminal is for the server
            env=os.environ | {"PYTHONPATH": str(Path(puzzles.__file__).parents[1])},
        )
        worker = cls(process)
        try:
            if warm:
                await worker.ask(Job(next(numbers), "warm"), WARM_SECONDS)
        except BaseException:
            worker.kill()
            raise
        return worker

    async def ask(self, job: Job, seconds: float) -> Reply:
        """The reply; ``WorkerGone`` if there is none in time."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):  # a worker that is dead says nothing, either
            self.process.stdin.write(msgspec.json.encode(job) + b"\n")
        try:
            async with asyncio.timeout(seconds):
                return await self.reply_to(job.number)
        except TimeoutError:
            raise TookTooLong("took too long") from None

    async def reply_to(self, number: int) -> Reply:
        """Read on until the reply to this question comes."""
        assert self.process.stdout is not None
        while True:
            try:
                line = await self.process.stdout.readline()
            except ValueError:
                raise WorkerGone("said too much") from None
            if not line:
                raise WorkerGone("died")
            reply = msgspec.json.decode(line, type=Reply)
            if reply.number == number:
                return reply

    async def cancel(self, number: int) -> bool:
        """Nobody waits for this question any more: is the worker free again?"""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(msgspec.json.encode(Job(number, "cancel")) + b"\n")
            async with asyncio.timeout(CANCEL_SECONDS):
                await self.reply_to(number)
        except (WorkerGone, TimeoutError, OSError):
            return False
        return True

    def kill(self) -> None:
        """At once."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()


class Lane:
    """Some workers and the questions that wait for one of them."""

    def __init__(self, size: int, megabytes: int, most_waiting: int, warm: bool) -> None:
        self.size, self.megabytes, self.most_waiting, self.warm = size, megabytes, most_waiting, warm
        self.idle: asyncio.Queue[ServerWorker] = asyncio.Queue()
        self.waiting, self.workers = 0, set[ServerWorker]()
        self.ready = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()

    # --- questions

    @property
    def is_free(self) -> bool:
        """Would a question be worked on at once?"""
        return not self.idle.empty() and self.waiting == 0

    async def run(self, job: Job, seconds: float) -> Reply:
        """Wait for a worker and ask it; ``WorkerGone`` if it had to be killed or died."""
        worker = await self.borrow()
        try:
            reply = await worker.ask(job, seconds)
        except asyncio.CancelledError:
            self.later(self.settle(worker, job.number))
            raise
        except WorkerGone:
            self.later(self.renew(worker))
            raise
        if reply.worn:
            self.later(self.renew(worker))
        else:
            self.idle.put_nowait(worker)
        return reply

    async def borrow(self) -> ServerWorker:
        """An idle worker, after those who came before."""
        if not self.is_free and self.waiting >= self.most_waiting:
            raise Overloaded("too many questions are waiting", retry_after=self.retry_after)
        self.waiting += 1
        try:
            async with asyncio.timeout(QUEUE_SECONDS):
                return await self.idle.get()
        except TimeoutError:
            raise Overloaded("no worker came free in time", retry_after=self.retry_after) from None
        finally:
            self.waiting -= 1

    @property
    def retry_after(self) -> int:
        """Seconds after which it is worth another try: a guess, longer where more are waiting."""
        return min(30, 1 + self.waiting // (2 * self.size))

    # --- workers

    async def start(self) -> None:
        """Start the workers, the first one alone: what it compiles the others load."""
        for _ in range(self.size):
            await self.add()
            self.ready.set()

    async def add(self) -> None:
        """One more worker; tried until it works."""
        while True:
            try:
                worker = await ServerWorker.start(self.megabytes, self.warm)
                break
            except (WorkerGone, OSError) as error:
                log.error("a worker would not start: %s", error)
                await asyncio.sleep(PAUSE)
        self.workers.add(worker)
        self.idle.put_nowait(worker)

    async def renew(self, worker: ServerWorker) -> None:
        """A new worker for one that is of no use any more."""
        worker.kill()
        await worker.process.wait()
        self.workers.discard(worker)
        await self.add()

    async def settle(self, worker: ServerWorker, number: int) -> None:
        """Free a worker whose asker has gone."""
        if await worker.cancel(number):
            self.idle.put_nowait(worker)
        else:
            await self.renew(worker)

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something while the questions go on."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def stop(self) -> None:
        """No worker is left behind."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for worker in self.workers:
            worker.kill()
        await asyncio.gather(*(worker.process.wait() for worker in self.workers))


class Pool:
    """The three lanes, and which question goes where."""

    def __init__(self, allowance: Allowance) -> None:
        self.allowance = allowance
        self.light = Lane(1, LIGHT_MB, allowance.waiting, warm=False)
        self.quick = Lane(1, allowance.memory_mb, allowance.waiting, warm=True)
        self.long = Lane(allowance.jobs, allowance.memory_mb, allowance.waiting, warm=True)
        self.lanes = {"light": self.light, "quick": self.quick, "long": self.long}

    def start(self) -> None:
        """Start all workers while the server already listens."""
        self.light.later(self.light.start())
        self.long.later(self.start_searches())

    async def start_searches(self) -> None:
        """The quick lane after the first of the long one, which compiles for both."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.long.start())
            await self.long.ready.wait()
            await self.quick.start()

    async def stop(self) -> None:
        """End every worker."""
        await asyncio.gather(*(lane.stop() for lane in self.lanes.values()))

    async def answer(self, kind: str, request: Request) -> Reply:
        """The reply to a request; what had to be given up is answered as not known."""
        job = Job(next(numbers), kind, msgspec.Raw(msgspec.json.encode(request)))
        if kind not in SEARCHES:
            try:
                return await self.lane_for(kind).run(job, PLAYER_SECONDS if kind in PLAYERS else LIGHT_SECONDS)
            except WorkerGone as error:
                log.warning("%s was given up: a worker %s", kind, error)
                raise Overloaded("this took too long and was stopped", retry_after=1) from None
        assert isinstance(request, SolveRequest | AnalyzeRequest)
        job.seconds = self.allowance.seconds_for(request.time_limit)
        job.memory_mb = self.allowance.memory_for(request.memory_limit)
        try:
            return await self.search(job)
        except WorkerGone as error:
            log.warning("%s was given up: a worker %s", kind, error)
            return await self.give_up(job, error)

    def lane_for(self, kind: str) -> Lane:
        """Who answers without a search; the compiled player is where the searches are."""
        if kind not in PLAYERS:
            return self.light
        self.refuse_unready()
        return self.long if self.long.is_free or not self.quick.ready.is_set() else self.quick

    def refuse_unready(self) -> None:
        """Until the searches are compiled nobody can be asked."""
        if not self.quick.ready.is_set() and not self.long.ready.is_set():
            raise Overloaded("the search is being made ready (the first time it is compiled)", retry_after=3)

    async def search(self, job: Job) -> Reply:
        """In the long lane at once where it is free; else a short try first, so that easy questions need not wait."""
        self.refuse_unready()
        if self.quick.ready.is_set() and (not self.long.is_free or job.seconds <= SHORT_TRY):
            seconds = min(SHORT_TRY, job.seconds)
            short = msgspec.structs.replace(job, number=next(numbers), seconds=seconds)
            try:
                reply = await self.quick.run(short, seconds + grace_for(seconds))
                if not reply.cut or job.seconds <= SHORT_TRY:
                    return reply
            except TookTooLong:
                if job.seconds <= SHORT_TRY:
                    raise
        return await self.long.run(job, job.seconds + grace_for(job.seconds))

    async def give_up(self, job: Job, error: WorkerGone) -> Reply:
        """Not known, and why; from the light lane, which has had nothing to do with it."""
        reason = f"the time limit of {job.seconds:g} s was reached" if isinstance(error, TookTooLong) else DIED
        words = msgspec.structs.replace(job, number=next(numbers), given_up=reason)
        try:
            return await self.light.run(words, LIGHT_SECONDS)
        except WorkerGone:
            raise Overloaded("this took too long and was stopped", retry_after=1) from None
