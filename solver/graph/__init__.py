"""The graph of winning states: from a position through everything that keeps the win to its ends."""

from solver.graph.build import winning_graph
from solver.graph.export import write_graph

__all__ = ["winning_graph", "write_graph"]
