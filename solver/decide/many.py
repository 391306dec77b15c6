"""Many deals, one a line: answers in order, several worked on at once, nothing held that is not needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import IO, Any

from solver.decide.solve import solve
from solver.errors import TenbackError, Unreadable, printable
from solver.notation.answers import verdict_to_json
from solver.notation.jsonform import dump
from solver.notation.source import MOST_BYTES, load_text, with_overrides
from solver.pool import in_order

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
    numbered: tuple[int, bytes | None], options: Options, overrides: Mapping[str, int | None], as_json: bool
) -> tuple[str, bool]:
    """The answer for one line, as JSON or as a row, and whether the line was good."""
    number, line = numbered
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
    work = partial(answer_line, options=options, overrides=overrides, as_json=as_json)
    return in_order(work, enumerate(read_lines(stream), start=1), jobs)
