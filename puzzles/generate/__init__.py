"""Puzzles made by the program: found at the ends of numbered deals, proved, made minimal, rated, never twice."""

from puzzles.generate.generator import GenerateProgress, generate
from puzzles.generate.order import PuzzleOrder
from puzzles.quality.candidate import Size

__all__ = ["GenerateProgress", "PuzzleOrder", "Size", "generate"]
