"""Analysis: what each choice in a position is worth, how many ways lead home, where a played game was lost."""

from solver.analysis.analyze import Analysis, analyze
from solver.analysis.choices import Choice, Choices, FirstPlay, list_choices
from solver.analysis.count import Count, count_winning

__all__ = ["Analysis", "Choice", "Choices", "Count", "FirstPlay", "analyze", "count_winning", "list_choices"]
