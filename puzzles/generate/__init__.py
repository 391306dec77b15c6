"""Puzzles made by the program: found at the ends of numbered deals, proved, made minimal, rated, never twice."""

from puzzles.generate.candidate import Size
from puzzles.generate.order import Order
from puzzles.generate.run import Progress, generate

__all__ = ["Order", "Progress", "Size", "generate"]
