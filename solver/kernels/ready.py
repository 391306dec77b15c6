"""See to it that kernels are machine code before they are called: loaded if they were made before, else made now.

Making them is on nobody's clock (see ``clock``).
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from solver.kernels.clock import CLOCK
from solver.kernels.store import alone_in, forget_old, kernels_folder, read_whole, write_whole
from solver.kernels.units import GROUPS, UNITS, entries_of, entry_name, purpose_of, unit_of, units_of

_lock = threading.RLock()
_engines: dict[str, Any] = {}  # of each unit that is loaded


def make_ready(*groups: str) -> list[str]:
    """Make and load what these groups of kernels need; which units had to be made."""
    units = units_of(groups)
    if all(unit in _engines for unit in units):
        return []
    with _lock:
        return load(units)


def make_all_ready() -> list[str]:
    """The same for every group there is."""
    return make_ready(*GROUPS)


def address_of(module: str, name: str) -> int:
    """Where the machine code of an entry begins."""
    unit = unit_of(module, name)
    with _lock:
        load([unit])
        return int(_engines[unit].get_function_address(entry_name(name)))


def load(units: Sequence[str]) -> list[str]:
    """Load units, making those that were not made before; which these were."""
    missing = not_kept(units)
    if missing:
        from solver.kernels.workshop import made

        with CLOCK.stopped(), alone_in(folder()):
            missing = not_kept(missing)  # another process may have made them meanwhile
            for unit, code in made(missing, say):
                keep(unit, code)
                _engines[unit] = engine_of(code)
    return missing


def not_kept(units: Sequence[str]) -> list[str]:
    """Load those units that were made before; the others."""
    missing = []
    for unit in units:
        if unit not in _engines:
            code = read_whole(place_of(unit))
            if code is None:
                missing.append(unit)
            else:
                _engines[unit] = engine_of(code)
    return missing


def keep(unit: str, code: bytes) -> None:
    """For the next run; one that cannot be kept is made again then."""
    with contextlib.suppress(OSError):
        write_whole(place_of(unit), code)
        forget_old(folder().glob(f"{unit}@*.o"))


def say(unit: str, number: int, count: int) -> None:
    """Tell whoever waits what is going on."""
    if sys.stderr is not None:
        part = f", {number} of {count}" if count > 1 else ""
        with contextlib.suppress(OSError, ValueError):
            print(f"tenback: compiling {purpose_of(unit)} for this machine{part}; this happens once", file=sys.stderr)


# --- machine code in memory


def engine_of(code: bytes) -> Any:
    """Machine code, made ready to be run."""
    from llvmlite import binding

    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), target_machine())
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


def target_machine() -> Any:
    """This machine, for the loader."""
    from llvmlite import binding

    if hasattr(binding, "initialize_native_target"):
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
    return binding.Target.from_default_triple().create_target_machine(jit=True)


# --- what the machine code depends on


@functools.cache
def folder() -> Path:
    """Where the machine code for this machine is kept."""
    return kernels_folder(machine_digest())


def place_of(unit: str) -> Path:
    """The file for the machine code of a unit, made from exactly the sources it has now."""
    return folder() / f"{unit}@{sources_digest(unit, Path(__file__).parent)}.o"


def machine_digest() -> str:
    """One digest of what compiles, and of the processor."""
    import hashlib

    from llvmlite import __version__ as llvmlite_version
    from llvmlite import binding

    machine = (sys.version, sys.platform, numba_version(), llvmlite_version, binding.get_default_triple())
    found = hashlib.sha256("\0".join((*machine, binding.get_host_cpu_name())).encode())
    found.update(binding.get_host_cpu_features().flatten().encode())
    return found.hexdigest()[:16]


@functools.cache
def sources_digest(unit: str, sources: Path) -> str:
    """One digest of a unit's entries, of every file that they need, and of those that say how to compile."""
    import hashlib

    found = hashlib.sha256("\0".join(UNITS[unit]).encode())
    for name in sorted(modules_needed({"build", "twins"} | {module for module, _ in entries_of(unit)}, sources)):
        found.update(name.encode() + b"\0" + source_of(name, sources).encode() + b"\0")
    return found.hexdigest()[:16]


def modules_needed(names: set[str], sources: Path) -> set[str]:
    """These modules of the kernels and all that they import, and so on; ``units`` counts by its entries alone."""
    needed: set[str] = set()
    while names:
        needed |= names
        imported = set().union(*(imported_by(source_of(name, sources)) for name in names))
        names = {name for name in imported - needed - {"units"} if (sources / f"{name}.py").exists()}
    return needed


@functools.cache
def source_of(name: str, sources: Path) -> str:
    """The text of a module."""
    return (sources / f"{name}.py").read_text(encoding="utf-8")


def imported_by(source: str) -> set[str]:
    """Every name that could be a module of the kernels which this text imports."""
    modules = re.findall(r"^\s*from solver\.kernels\.(\w+) import", source, re.MULTILINE)
    listed = re.findall(r"^\s*from solver\.kernels import ([^\n]*)", source, re.MULTILINE)
    return {*modules, *re.findall(r"\w+", " ".join(listed))}


def numba_version() -> str:
    """Which numba would compile; found without loading it."""
    import importlib.util

    found = importlib.util.find_spec("numba")
    if found is not None and found.origin is not None:
        with contextlib.suppress(OSError):
            return Path(found.origin).with_name("_version.py").read_text(encoding="utf-8")
    from importlib.metadata import version

    return version("numba")


if hasattr(os, "register_at_fork"):

    def _begin_anew() -> None:
        """A forked process has none of the threads that may have held the lock."""
        global _lock
        _lock = threading.RLock()

    os.register_at_fork(after_in_child=_begin_anew)
