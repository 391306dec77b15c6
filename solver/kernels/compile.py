"""How every kernel is compiled: machine code without the GIL, kept on disk, never stale.

numba's own cache looks at one file only: it does not notice that a function called from *another* file has changed,
and would serve the old rule.  So the cache lives in a directory named by a digest of all kernel sources.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import numba

P = ParamSpec("P")
R = TypeVar("R")


def sources_digest(folder: Path) -> str:
    """One digest of every source file under ``folder`` and of the numba version that compiles them."""
    digest = hashlib.sha256(numba.__version__.encode())
    for file in sorted(folder.glob("*.py")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_home() -> Path:
    """A folder that can be written: the user's cache, or the temporary folder where there is none."""
    wished = Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()) / "tenback"
    try:
        wished.mkdir(parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.gettempdir()) / f"tenback-cache-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    return wished if os.access(wished, os.W_OK) else Path(tempfile.gettempdir()) / "tenback-cache"


def cache_folder() -> Path:
    """Where the machine code of exactly these sources is kept."""
    return cache_home() / f"kernels-{sources_digest(Path(__file__).parent)}"


def is_compiled() -> bool:
    """Has the machine code of exactly these sources been made before?"""
    return cache_folder().exists()


numba.config.CACHE_DIR = str(cache_folder())


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` on first use (or take it from the cache)."""
    compiled: Callable[P, R] = numba.njit(function, nogil=True, cache=True, error_model="numpy")
    return compiled


def bare(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel that makes no arrays: nothing is counted, where numba would count each use of an array.

    The counting is atomic and took four fifths of the time of the prover.
    """
    compiled: Callable[P, R] = numba.njit(function, nogil=True, cache=True, error_model="numpy", _nrt=False)
    return compiled


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a helper, compiled into its callers: a problem is a hundred machine words, too many for each call."""
    compiled: Callable[P, R] = numba.njit(
        function, nogil=True, cache=True, error_model="numpy", forceinline=True, _nrt=False
    )
    return compiled
