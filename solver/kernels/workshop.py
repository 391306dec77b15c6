"""Have machine code made: in processes of their own, two at a time, so that numba is loaded nowhere else."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

PROCESSES = 2
LENGTH = 8  # bytes that say how long an object file is

Say = Callable[[str, int, int], None]  # the unit that is begun, its number, how many there are


class CannotCompile(RuntimeError):
    """The process that makes machine code did not do it."""


class Worker:
    """A process that makes one unit after the other."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "solver.kernels.build"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            start_new_session=True,  # Ctrl-C is for us; the worker ends with us
        )

    def make(self, unit: str) -> bytes:
        """The object file of a unit."""
        inlet, outlet = self.process.stdin, self.process.stdout
        assert inlet is not None
        assert outlet is not None
        try:
            inlet.write(unit.encode() + b"\n")
            inlet.flush()
            size = int.from_bytes(outlet.read(LENGTH), "little")
            code = outlet.read(size)
        except OSError:
            code, size = b"", 1
        if size == 0 or len(code) < size:
            raise CannotCompile(f"{unit}: {self.last_words()}")
        return code

    def last_words(self) -> str:
        """Why it ended."""
        _, complaint = self.process.communicate()
        lines = complaint.decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else f"the process that compiles ended with status {self.process.returncode}"

    def dismiss(self) -> None:
        """Let it go, whatever it is doing."""
        self.process.kill()
        self.process.communicate()


def environment() -> dict[str, str]:
    """As here, but for what would change the machine code; and these very sources are found first."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    paths = [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**kept, "PYTHONPATH": os.pathsep.join(paths)}


def made(units: Sequence[str], say: Say) -> Iterator[tuple[str, bytes]]:
    """Each unit with its object file, as they are made."""
    wanted, done = queue.SimpleQueue[tuple[int, str]](), queue.SimpleQueue[tuple[str, bytes] | BaseException]()
    for number, unit in enumerate(units, start=1):
        wanted.put((number, unit))
    workers = [Worker() for _ in range(min(PROCESSES, len(units)))]

    def work(worker: Worker) -> None:
        try:
            while not wanted.empty():
                number, unit = wanted.get(block=False)
                say(unit, number, len(units))
                done.put((unit, worker.make(unit)))
        except queue.Empty:
            pass
        except BaseException as problem:
            done.put(problem)

    try:
        for worker in workers:
            threading.Thread(target=work, args=(worker,), daemon=True).start()
        for _ in units:
            result = done.get()
            if isinstance(result, BaseException):
                raise result
            yield result
    finally:
        for worker in workers:
            worker.dismiss()
