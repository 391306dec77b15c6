"""What a figure was taken on."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

from solver.version import __version__


def machine() -> dict[str, Any]:
    """Processor, cores, load and versions, to be kept beside every figure."""
    import numba
    import numpy

    return {
        "processor": processor_name(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": numpy.__version__,
        "tenback": __version__,
    }


def processor_name() -> str:
    """The processor's own name where the system tells it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
