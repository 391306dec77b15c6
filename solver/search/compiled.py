"""What everybody else may know of compiled code: have it made ready, where it is kept, a clock that waits meanwhile."""

from __future__ import annotations

from solver.kernels.clock import CLOCK, now
from solver.kernels.ready import folder, make_all_ready, make_ready
from solver.kernels.store import cache_home

__all__ = ["CLOCK", "cache_home", "folder", "make_all_ready", "make_ready", "now"]
