"""Analysis: what each choice in a position is worth, how many ways lead home, where a played game was lost."""

from solver.analysis.analyze import Analysis, analyze
from solver.analysis.choices import Choice, Choices, FirstPlay, list_choices
from solver.analysis.count import Count, count_winning
from solver.analysis.orders import OrderChoice, Orders, Share, analyze_orders
from solver.analysis.played import Played, PlayedTurn, analyze_line

__all__ = [
    "Analysis",
    "Choice",
    "Choices",
    "Count",
    "FirstPlay",
    "OrderChoice",
    "Orders",
    "Played",
    "PlayedTurn",
    "Share",
    "analyze",
    "analyze_line",
    "analyze_orders",
    "count_winning",
    "list_choices",
]
