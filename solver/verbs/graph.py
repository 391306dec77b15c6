"""``tenback graph``: the graph of winning states, as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from solver.files import refuse_unwritable
from solver.graph import winning_graph, write_graph
from solver.graph.build import MOST_NODES
from solver.graph.export import PICTURES, format_of
from solver.notation.settings import overrides_of
from solver.notation.source import load, starting_position, with_overrides
from solver.verbs.arguments import JsonOption, SetOption, SourceArgument
from solver.verbs.output import GOOD, STATUS, emit_json, watching

EXAMPLES = (
    "tenback graph position.json -o graph.svg",
    "tenback graph position.json -o all.graphml --nodes 5000",
)
PICTURE_WIDTH = 6


def graph(
    source: SourceArgument,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="A .graphml, .dot or .json file, or .svg or .png (tenback[plot]).")
    ],
    settings: SetOption = None,
    nodes: Annotated[int, typer.Option(help="At most so many positions.")] = MOST_NODES,
    width: Annotated[
        int | None, typer.Option(help="At most so many positions of a layer (pictures: 6; 0: no limit).")
    ] = None,
    time_limit: Annotated[float | None, typer.Option(metavar="S", help="Stop after so many seconds.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Write the graph of winning states.  Exit 0 written, 1 nothing wins, 3 not known, 2 bad input."""
    picture = format_of(output) in PICTURES
    refuse_unwritable(output)
    position = starting_position(with_overrides(load(source), overrides_of(settings)))
    widest = (PICTURE_WIDTH if picture else None) if width is None else (width or None)
    with watching() as watch:
        found = winning_graph(position, nodes, widest, time_limit, watch)
    if len(found):
        write_graph(found, output, f"{position.rules.game.title}: {position.cards_left} cards left")
    summary = summary_of(found, output)
    if as_json:
        emit_json(summary)
    else:
        typer.echo(in_words(found, output))
    if not len(found):
        raise typer.Exit(STATUS["unwinnable" if found.graph["complete"] else "unknown"])
    raise typer.Exit(GOOD)


def summary_of(found: Any, output: Path) -> dict[str, Any]:
    """What was written, for programs."""
    whole = found.graph
    return {
        "file": str(output) if len(found) else None,
        "positions": len(found),
        "turns": found.number_of_edges(),
        "forced": sum(forced for _, forced in found.nodes(data="forced")),
        "every_line_passes": [int(node) for node in whole["every"].split()],
        "shortest": whole.get("shortest"),
        "longest": whole.get("longest"),
        "widths": {layer: int(count) for layer, count in (pair.split(":") for pair in whole["widths"].split())},
        "complete": whole["complete"],
        "cut": whole["cut"] or None,
    }


def in_words(found: Any, output: Path) -> str:
    """What was written, for people."""
    if not len(found):
        return f"nothing written: {found.graph['cut']}"
    facts = [f"{output}: {len(found)} winning positions, {found.number_of_edges()} turns that keep the win"]
    if found.graph["cut"]:
        facts.append(f"not all of it: {found.graph['cut']}")
    if "longest" in found.graph:
        facts.append(f"wins in {found.graph['shortest']} to {found.graph['longest']} turns")
        facts.append(f"every winning line passes {len(found.graph['every'].split())} of the positions")
    return "\n".join(facts)
