"""Stipulations: conditions that authors put on a win (docs/stipulations.md)."""

from solver.stipulations.stipulation import Stipulation, parse_stipulation, stipulation_of

__all__ = ["Stipulation", "parse_stipulation", "stipulation_of"]
