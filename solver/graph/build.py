"""The graph of winning states as a networkx DiGraph.

A node is a position at the start of a turn (like piles in any order) from which the game can still be won, an edge a
choice (a turn up to the order of its plays) that keeps the win.  In Face to Face the nodes are the positions that
whoever wins with best play passes by keeping the win, whatever the other does.

Nodes are numbered from 0, the position itself.  Their attributes: ``position`` (text), ``label``, ``laid`` (cards laid
since the start: the layer), ``left``, ``player`` (to move), ``end``, ``forced`` (only one winning choice), ``every``
(every winning line passes here).  Edges: ``turn`` (text), ``plays``, ``same``.  The graph itself: ``complete``,
``cut`` (why not, in words), ``shortest`` and ``longest`` (turns), ``widths`` (nodes in each layer).
"""

from __future__ import annotations

from typing import Any

from solver.analysis.analyst import Steps, analyst_of
from solver.analysis.analyze import refuse_unknown_order
from solver.analysis.choices import in_order
from solver.cards import format_cards
from solver.errors import DoesNotAddUp
from solver.notation.source import Source, position_of
from solver.notation.text import format_position, format_top
from solver.search.limits import Limits, Watch
from solver.table.line import Turn
from solver.table.position import Position

MOST_NODES = 1000


class Builder:
    """A graph that grows layer by layer, at most so many nodes in all and in each layer."""

    def __init__(self, position: Position, steps: Steps, limits: Limits, most: int, width: int | None) -> None:
        import networkx as nx

        self.root, self.steps, self.limits, self.most, self.width = position, steps, limits, most, width
        self.graph = nx.DiGraph()
        self.numbers: dict[tuple[object, ...], int] = {}
        self.layers: dict[int, list[tuple[Position, int]]] = {}
        self.left_out, self.cut = 0, ""

    def build(self) -> Any:
        """All layers, from the first to the last."""
        self.waiting: dict[int, dict[tuple[object, ...], list[tuple[int, Turn, int, Position]]]] = {}
        self.number(self.root, 0)
        self.expand(self.root, 0)
        while self.waiting and not self.cut:
            layer = min(self.waiting)
            self.add_layer(layer, self.waiting.pop(layer))
        return self.graph

    def add_layer(self, layer: int, reached: dict[tuple[object, ...], list[tuple[int, Turn, int, Position]]]) -> None:
        """The positions of one layer, those that most edges lead to first."""
        ranked = sorted(reached.values(), key=lambda ways: -len(ways))
        kept = ranked if self.width is None else ranked[: self.width]
        self.left_out += len(ranked) - len(kept)
        for ways in kept:
            if len(self.graph) >= self.most:
                self.cut = f"cut off at {self.most} positions"
                return
            position = ways[0][3]
            node = self.number(position, layer)
            for parent, turn, same, _ in ways:
                plays = " ".join(map(str, turn.plays))
                self.graph.add_edge(parent, node, turn=str(turn), plays=plays, same=same)
            self.limits.tell("drawing up the graph", len(self.graph), 0)
            if self.limits.left <= 0:
                self.cut = str(self.limits.reached)
                return
            if position.outcome is None:
                self.expand(position, node)

    def expand(self, position: Position, node: int) -> None:
        """Find where the winning turns of a position lead."""
        if position.outcome is not None:
            return
        steps = self.steps(position)
        if steps is None:
            self.cut = str(self.limits.reached) if self.limits.cancelled else "a position was too hard to decide"
            return
        count = 0
        for turn, same in steps:
            after = position.after(turn)
            reached = self.waiting.setdefault(self.root.cards_left - after.cards_left, {})
            reached.setdefault(place_of(after), []).append((node, turn, same, after))
            count += 1
        self.graph.nodes[node]["choices"] = count
        self.graph.nodes[node]["forced"] = count == 1

    def number(self, position: Position, layer: int) -> int:
        """A new node."""
        node = len(self.graph)
        self.graph.add_node(
            node,
            position=format_position(position),
            label=label_of(position),
            laid=layer,
            left=position.cards_left,
            player=str(position.player),
            end=position.outcome is not None,
            choices=0,
            forced=False,
            every=False,
        )
        return node


def place_of(position: Position) -> tuple[object, ...]:
    """What makes two positions the same node."""
    over = position.cards_left == 0
    draws = tuple(len(pile.cards) for pile in position.draws)
    return in_order(position.rules, position.tops), position.hands, draws, None if over else position.to_move


def label_of(position: Position) -> str:
    """A position in two short lines: what the piles show, and the hand of the player to move."""
    shown: dict[str, list[str]] = {}
    for pile, top in enumerate(position.tops):
        seen = position.rules.piles[pile]
        owner = "" if seen.owner is None else "AB"[seen.owner]
        text = format_top(position.rules, pile, top) or "-"
        shown.setdefault(f"{owner}{'↑' if seen.direction == 'up' else '↓'}", []).append(text)
    tops = " ".join(f"{arrow}{' '.join(cards)}" for arrow, cards in shown.items())
    if position.outcome is not None:
        return f"{tops}\n{position.outcome.text.rpartition(': ')[2]}"
    return f"{tops}\n{position.player}: {format_cards(position.hand)}"


def winning_graph(
    thing: Source,
    most: int = MOST_NODES,
    width: int | None = None,
    time_limit: float | None = None,
    watch: Watch | None = None,
) -> Any:
    """The graph of winning states of a deal or position, at most ``most`` nodes and ``width`` in each layer.

    >>> graph = winning_graph("quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1")
    >>> sorted(graph.edges(data="plays"))
    [(0, 1, 'b5@down'), (0, 2, 'b5@down s1@down'), (1, 2, 's1@down')]
    >>> graph.graph["complete"], graph.graph["shortest"], graph.graph["longest"]
    (True, 1, 2)
    """
    position = position_of(thing)
    refuse_unknown_order(position)
    if most < 2 or (width is not None and width < 1):
        raise DoesNotAddUp("a graph of at least 2 nodes, and at least 1 in each layer, is needed")
    limits = Limits(time_limit, watch=watch)
    with limits.hearing():
        steps, cut = analyst_of(position.rules).winning_steps(position, limits)
        if steps is None:
            return described(Builder(position, lambda _: iter(()), limits, most, width), cut)
        builder = Builder(position, steps, limits, most, width)
        builder.build()
    return described(builder, "")


def described(builder: Builder, empty: str) -> Any:
    """The graph with what can be said of it as a whole."""
    import networkx as nx

    graph = builder.graph
    if empty:
        graph.graph |= {"complete": empty == "it cannot be won", "cut": empty, "widths": "", "every": ""}
        return graph
    cut = builder.cut
    if builder.left_out:
        narrow = f"at most {builder.width} positions of a layer, {builder.left_out} left out"
        cut = f"{cut}; {narrow}" if cut else narrow
    laid = nx.get_node_attributes(graph, "laid")
    widths = {layer: list(laid.values()).count(layer) for layer in sorted(set(laid.values()))}
    ends = [node for node, over in graph.nodes(data="end") if over]
    graph.graph |= {
        "game": builder.root.rules.game.name,
        "complete": not cut,
        "cut": cut,
        "widths": " ".join(f"{layer}:{count}" for layer, count in widths.items()),
        "every": "",
    }
    if ends:
        graph.graph["shortest"] = min(length for node, length in distances(graph).items() if graph.nodes[node]["end"])
    if not cut:
        graph.graph["longest"] = nx.dag_longest_path_length(graph, weight=None)
        mark_every(graph, ends)
    return graph


def distances(graph: Any) -> dict[int, int]:
    """The fewest turns to each node."""
    import networkx as nx

    return dict(nx.single_source_shortest_path_length(graph, 0))


def mark_every(graph: Any, ends: list[int]) -> None:
    """The positions that every winning line passes: those that dominate the ends taken together."""
    import networkx as nx

    joined = nx.DiGraph(graph.edges)
    joined.add_nodes_from(graph)
    joined.add_edges_from((node, "end") for node in ends)
    above = nx.immediate_dominators(joined, 0)
    node = above["end"]
    passed = [node]
    while node != 0:
        node = above[node]
        passed.append(node)
    for node in passed:
        graph.nodes[node]["every"] = True
    graph.graph["every"] = " ".join(map(str, sorted(passed)))
