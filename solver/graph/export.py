"""Writing a graph: GraphML, DOT and JSON for programs, SVG and PNG for people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from solver.errors import Unreadable, quoted
from solver.files import write_text

PICTURES = (".svg", ".png")
FORMATS = (".graphml", ".dot", ".json", *PICTURES)


def format_of(path: Path) -> str:
    """The format that a file's name asks for."""
    if path.suffix.lower() not in FORMATS:
        raise Unreadable(f"{quoted(path)}: the name must end in one of {' '.join(FORMATS)}")
    return path.suffix.lower()


def write_graph(graph: Any, path: str | Path, title: str = "") -> None:
    """Write a graph to a file, in the format that its name ends with."""
    path = Path(path)
    suffix = format_of(path)
    if suffix in PICTURES:
        from solver.graph.draw import draw_graph

        draw_graph(graph, path, title)
        return
    write_text(path, {".graphml": as_graphml, ".dot": as_dot, ".json": as_json}[suffix](graph))


def as_graphml(graph: Any) -> str:
    """GraphML, for tools such as Gephi and yEd."""
    import networkx as nx

    return "\n".join(nx.generate_graphml(graph)) + "\n"


def as_json(graph: Any) -> str:
    """networkx's own node-link form."""
    import networkx as nx

    return json.dumps(nx.node_link_data(graph, edges="edges"), ensure_ascii=False) + "\n"


def as_dot(graph: Any) -> str:
    """DOT, for Graphviz: layers from left to right, forced positions filled."""
    lines = ["digraph winning {", '  rankdir=LR; node [shape=box, fontname="sans-serif"];']
    layers: dict[int, list[int]] = {}
    for node, data in graph.nodes(data=True):
        layers.setdefault(data["laid"], []).append(node)
        style = ', style=filled, fillcolor="#ffe9a8"' if data["forced"] else ""
        width = ", penwidth=3" if data["every"] else ""
        lines.append(f"  {node} [label={dot_text(data['label'])}{style}{width}];")
    lines += [f"  {{rank=same; {'; '.join(map(str, nodes))};}}" for nodes in layers.values()]
    lines += [f"  {a} -> {b} [label={dot_text(plays)}];" for a, b, plays in graph.edges(data="plays")]
    return "\n".join([*lines, "}", ""])


def dot_text(text: str) -> str:
    """A quoted string of DOT."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
