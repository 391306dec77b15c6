"""Many deals, one a line: answers in order, several worked on at once, nothing held that is not needed."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from typing import IO, Any

from solver.errors import DoesNotAddUp, TenbackError, Unreadable, printable
from solver.jsonform import dump
from solver.solve import solve
from solver.source import MOST_BYTES, load_text, with_overrides
from solver.verdict import verdict_to_json

MOST_JOBS = 256

Options = Mapping[str, Any]  # the keyword arguments of ``solve``


def read_lines(stream: IO[bytes]) -> Iterator[bytes | None]:
    """The lines of a stream; None for one that is absurdly long, of which only a little is ever held."""
    while line := stream.readline(MOST_BYTES + 1):
        if len(line) <= MOST_BYTES:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(MOST_BYTES)
        yield None


def answer_line(
    number: int, line: bytes | None, options: Options, overrides: Mapping[str, int | None], as_json: bool
) -> tuple[str, bool]:
    """The answer for one line, as JSON or as a row, and whether the line was good."""
    try:
        if line is None:
            raise Unreadable(f"the line is longer than {MOST_BYTES // 1024} KiB")
        thing = with_overrides(load_text(line.decode("utf-8-sig")), overrides)
        verdict = solve(thing, **options)
    except UnicodeDecodeError:
        return refused_line(number, "the line is not text (UTF-8)", as_json), False
    except TenbackError as error:
        return refused_line(number, str(error), as_json), False
    return dump(verdict_to_json(verdict)) if as_json else row(number, verdict.name, verdict.summary), True


def refused_line(number: int, message: str, as_json: bool) -> str:
    """What stands in the place of an answer."""
    return dump({"error": message, "line": number}) if as_json else row(number, "error", message)


def row(number: int, word: str, rest: str) -> str:
    """``7  winnable    12 turns``: one short row, whatever the message has in it."""
    return f"{number:>4}  {word:<10}  {printable(' '.join(rest.split()))}"


def answers(
    stream: IO[bytes], options: Options, overrides: Mapping[str, int | None], jobs: int, as_json: bool = True
) -> Iterator[tuple[str, bool]]:
    """The answers in the order of the lines, each as soon as it and all before it are done."""
    if not 1 <= jobs <= MOST_JOBS:
        raise DoesNotAddUp(f"--jobs {jobs}: 1 to {MOST_JOBS} are possible")
    if jobs == 1:
        for number, line in enumerate(read_lines(stream), start=1):
            yield answer_line(number, line, options, overrides, as_json)
        return
    waiting: deque[Future[tuple[str, bool]]] = deque()
    pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent)
    try:
        for number, line in enumerate(read_lines(stream), start=1):
            waiting.append(pool.submit(answer_line, number, line, options, overrides, as_json))
            while waiting and (len(waiting) > 4 * jobs or waiting[0].done()):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
        pool.shutdown()
    except BaseException:
        _stop(pool)
        raise


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _stop(pool: ProcessPoolExecutor) -> None:
    """Do not wait for the work under way: its answers are not wanted any more."""
    for process in list(pool._processes.values()):
        process.terminate()
    pool.shutdown(wait=False, cancel_futures=True)
