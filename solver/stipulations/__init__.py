"""Stipulations: conditions that authors put on a win (docs/stipulations.md)."""

from solver.stipulations.stipulation import Stipulation, asked_of, parse_stipulation, stipulation_of

__all__ = ["Stipulation", "asked_of", "parse_stipulation", "stipulation_of"]
