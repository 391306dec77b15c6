"""The process that makes machine code, started by ``workshop``: ``python -P -m solver.kernels.build``."""

from __future__ import annotations

import gc
import sys

from solver.kernels.workshop import LENGTH


def load_numba_alone() -> None:
    """Load numba's tables as if scipy were not installed.

    It would be imported for linear algebra, which no kernel uses, and take a third of the start-up time.
    """
    sys.modules["scipy.linalg"] = None
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        del sys.modules["scipy.linalg"]


def main() -> None:
    """Make each unit that is asked for on standard input; its length and the object file go to standard output."""
    outlet = sys.stdout.buffer
    sys.stdout = sys.stderr
    load_numba_alone()
    gc.disable()  # a short life
    from solver.kernels import twins

    twins.begin()
    for line in sys.stdin:
        code = twins.build(line.strip())
        outlet.write(len(code).to_bytes(LENGTH, "little") + code)
        outlet.flush()


if __name__ == "__main__":
    main()
