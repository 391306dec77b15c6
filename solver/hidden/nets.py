"""The learned values: small files with a record of how they were made; which of them fits which rules.

A net is two files: ``NAME.net``, its numbers one after the other as 32-bit floats, lowest byte first, and
``NAME.json``, what it was trained on, how, how well it played, its shape, and the digest of the numbers.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from solver.errors import DoesNotAddUp, Unreadable
from solver.files import write_bytes
from solver.hidden.tables import inputs_of
from solver.kernels.hidden_value import TERMS, Net
from solver.rules.game import Rules

SHIPPED = Path(__file__).parent / "weights"
OUTPUTS = 2
MOST_UNITS = 1024
MOST_BYTES = 1 << 24

# Tuned by playing: python -m bench.score.  In the order of ``score_terms``.
SCORE = np.array(
    [
        69.048,
        30.759,
        1.199,
        0.565,
        0.172,
        0.094,
        -10.36,
        -0.07,
        0.122,
        -0.073,
        -131.904,
        -4.09,
        24.805,
        29.808,
        -0.051,
        -0.602,
    ],
    np.float32,
)
assert len(SCORE) == TERMS


@dataclass(frozen=True)
class Record:
    """How a net came to be."""

    trained_on: str  # the game and its own numbers, as ``tenback train`` takes them
    command: str
    shape: tuple[int, int, int]  # inputs, units of the first and of the second layer
    digest: str
    history: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True)
class Value:
    """A net with its record."""

    net: Net
    record: Record


def sizes_of(shape: tuple[int, int, int]) -> list[tuple[int, ...]]:
    """The shapes of the parts of a net."""
    inputs, first, second = shape
    return [(inputs, first), (first,), (first, second), (second,), (second, OUTPUTS), (OUTPUTS,)]


def fresh_net(shape: tuple[int, int, int], seed: int) -> Net:
    """A net that knows nothing."""
    random = np.random.Generator(np.random.PCG64(seed))
    inputs, first, second = shape
    scales = [inputs**-0.5, 0, (2 / first) ** 0.5, 0, 0.1 * second**-0.5, 0]
    sizes = sizes_of(shape)
    return Net(
        *((random.standard_normal(size) * scale).astype(np.float32) for size, scale in zip(sizes, scales, strict=True))
    )


def net_bytes(net: Net) -> bytes:
    """The numbers of a net in a row."""
    return b"".join(part.astype("<f4").tobytes() for part in net)


def net_of(numbers: npt.NDArray[np.float32], shape: tuple[int, int, int]) -> Net:
    """A net of its numbers in a row."""
    parts, at = [], 0
    for size in sizes_of(shape):
        count = int(np.prod(size))
        parts.append(np.ascontiguousarray(numbers[at : at + count].reshape(size)))
        at += count
    return Net(*parts)


def write_value(path: Path, value: Value) -> None:
    """Write a net and its record: ``path`` names the record."""
    record = value.record
    data = {
        "trained_on": record.trained_on,
        "command": record.command,
        "shape": list(record.shape),
        "digest": hashlib.sha256(net_bytes(value.net)).hexdigest(),
        "history": list(record.history),
    }
    write_bytes(path.with_suffix(".net"), net_bytes(value.net))
    write_bytes(path, (json.dumps(data, indent=1) + "\n").encode())


def read_value(path: Path) -> Value:
    """Read a net; a file that was tampered with, or is none, is refused."""
    record = _record(path)
    try:
        with path.with_suffix(".net").open("rb") as file:
            numbers = file.read(MOST_BYTES)
    except OSError as problem:
        raise Unreadable(f"{path.with_suffix('.net')}: {problem.strerror}") from None
    wanted = 4 * sum(int(np.prod(size)) for size in sizes_of(record.shape))
    if len(numbers) != wanted:
        raise DoesNotAddUp(f"{path.with_suffix('.net')}: {len(numbers)} bytes where its shape needs {wanted}")
    if hashlib.sha256(numbers).hexdigest() != record.digest:
        raise DoesNotAddUp(f"{path.with_suffix('.net')}: not what its record says (another digest); train it again")
    floats = np.frombuffer(numbers, "<f4").astype(np.float32)
    if not np.isfinite(floats).all():
        raise DoesNotAddUp(f"{path.with_suffix('.net')}: a number in it is none")
    return Value(net_of(floats, record.shape), record)


def _record(path: Path) -> Record:
    try:
        data = json.loads(path.read_bytes()[:MOST_BYTES])
        inputs, first, second = (int(size) for size in data["shape"])
        record = Record(
            str(data["trained_on"]), str(data["command"]), (inputs, first, second), str(data["digest"]),
            tuple(dict(row) for row in data["history"]),
        )  # fmt: skip
    except OSError as problem:
        raise Unreadable(f"{path}: {problem.strerror}") from None
    except (ValueError, KeyError, TypeError):
        raise Unreadable(f"{path}: not the record of learned weights, as tenback train writes it") from None
    if not (0 < inputs <= MOST_UNITS and 0 < first <= MOST_UNITS and 0 < second <= MOST_UNITS):
        raise DoesNotAddUp(f"{path}: a net of {inputs} x {first} x {second}: at most {MOST_UNITS} each")
    return record


@lru_cache(maxsize=16)
def shipped(name: str) -> Value | None:
    """The net that comes with tenback for a game, if there is one."""
    path = SHIPPED / f"{name}.json"
    return read_value(path) if path.exists() else None


NEXT_BEST = ("the-game", "quick-and-easy")  # games whose nets may serve others with the same piles


def weights_name(rules: Rules) -> str:
    """Under which name the weights for these rules are shipped: ``the-game-minimum3``.  They know any size of hand."""
    changed = (f"{name}{value}" for name, value in rules.overrides().items() if name != "hand")
    return "-".join((rules.game.name, *changed))


@dataclass(frozen=True)
class Fitting:
    """The net that plays some rules, and what is to be said about it; no net: the score plays."""

    value: Value | None
    remark: str | None = None


ALONE = "-alone"  # a game's weights for one player, where there are some: teams need other things


def fitting(rules: Rules, path: Path | None = None) -> Fitting:
    """The net for these rules: the one given, their game's own, the nearest, or none."""
    if path is not None:
        value = read_value(path)
        if value.record.shape[0] != inputs_of(rules):
            raise DoesNotAddUp(
                f"{path}: its net has {value.record.shape[0]} inputs, these rules need {inputs_of(rules)}"
            )
        return Fitting(value)
    own = weights_name(rules)
    for name in (own, rules.game.name, *NEXT_BEST):
        found = (shipped(name + ALONE) if rules.players == 1 else None) or shipped(name)
        if found is not None and found.record.shape[0] == inputs_of(rules):
            remark = f"no weights were trained for these rules: those of {found.record.trained_on} play"
            return Fitting(found, None if name == own else remark)
    return Fitting(None, "no weights fit these rules: the score plays; tenback train makes some")
