"""Pictures of graphs: what their arrows say."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import networkx as nx
import pytest

import solver
from solver.graph.draw import in_short, labels, layout


def box_with(*plays: str) -> nx.DiGraph:
    """A box from which these turns lead to as many others."""
    graph = nx.DiGraph()
    graph.add_node(0, laid=0, label="a\nb")
    for number, words in enumerate(plays, start=1):
        graph.add_node(number, laid=len(words.split()), label="a\nb")
        graph.add_edge(0, number, plays=words)
    return graph


@pytest.mark.parametrize(
    ("plays", "words"),
    [
        (("37@up1", "48@up1"), ["37↑", "48↑"]),
        (("37@up1", "37@up2"), ["37↑1", "37↑2"]),
        (("37@up1 48@up1", "37@up1 48@up2", "9@down2"), ["37↑1 48↑1", "37↑1 48↑2", "9↓"]),
        (("5@A.up 7@B.up", "5@A.up 7@A.up"), ["5A↑ 7B↑", "5A↑ 7A↑"]),
    ],
)
def test_no_two_arrows_of_a_box_say_the_same(plays: tuple[str, ...], words: list[str]) -> None:
    assert list(labels(box_with(*plays)).values()) == words


def test_the_arrows_of_a_real_graph() -> None:
    table = "the-game highest=12 hand=3 minimum=1 | up: 3 5 | down: 12 - | 1*: 6 7 8 | draw: 9"
    graph = solver.winning_graph(table, width=6)
    said = labels(graph)
    assert Counter(map(len, said.values()))
    assert max(Counter((start, text) for (start, _), text in said.items()).values()) == 1
    shorts = Counter((start, in_short(graph.edges[start, end]["plays"])) for start, end in said)
    assert max(shorts.values()) > 1, "a graph in which the short words are not enough is needed"


def test_a_wide_graph_has_a_wide_picture() -> None:
    """Nothing is squeezed: the picture grows with its layers, and whoever shows it lets it scroll."""
    chain = nx.DiGraph()
    for number in range(60):
        chain.add_node(number, laid=number, label="a\nb")
        if number:
            chain.add_edge(number - 1, number, plays="37@up1")
    places, size, box = layout(chain)
    columns = sorted(x for x, _ in places.values())
    assert all(after - before > box[0] for before, after in pairwise(columns))
    assert size[0] > 60 * box[0]
