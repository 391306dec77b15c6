"""How every kernel is compiled: machine code without the GIL, kept on disk, never stale.

numba's own cache looks at one file only: it does not notice that a function called from *another* file has changed,
and would serve the old rule.  So the cache lives in a directory named by a digest of all kernel sources.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import numba

from solver.kernels.store import kernels_folder

P = ParamSpec("P")
R = TypeVar("R")


def load_numba_alone() -> None:
    """Load numba's tables as if scipy were not installed.

    It would be imported for linear algebra, which no kernel uses, and take a third of the start-up time.
    """
    if "scipy.linalg" in sys.modules:
        return
    sys.modules["scipy.linalg"] = None
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        del sys.modules["scipy.linalg"]


load_numba_alone()


def sources_digest(folder: Path) -> str:
    """One digest of every source file under ``folder`` and of the numba version that compiles them."""
    digest = hashlib.sha256(numba.__version__.encode())
    for file in sorted(folder.glob("*.py")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where the machine code of exactly these sources is kept."""
    return kernels_folder(sources_digest(Path(__file__).parent))


FOLDER = cache_folder()
numba.config.CACHE_DIR = str(FOLDER)


def is_compiled() -> bool:
    """Has the machine code of exactly these sources been made before?"""
    return any(FOLDER.iterdir())


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel on its first use, or take it from the cache.

    A kernel makes no arrays: they are all given by the caller.  So numba need not count who uses which array; the
    counting is atomic and took four fifths of the time of the exhaustive search.
    """
    return _compiled(function)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a helper, compiled into its callers: a problem is a hundred words, too many for each call."""
    return _compiled(function, forceinline=True)


def _compiled(function: Callable[P, R], **options: bool) -> Callable[P, R]:
    common = {"nogil": True, "cache": True, "error_model": "numpy", **options}
    try:
        return numba.njit(function, _nrt=False, **common)
    except (KeyError, NameError, TypeError):  # a numba that does not know the option counts, and is slower
        return numba.njit(function, **common)
