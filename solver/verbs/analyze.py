"""``tenback analyze``: what each choice is worth, where a played game was lost, what an unknown order leaves."""

from __future__ import annotations

from typing import Annotated

import typer

from solver.analysis import Analysis, Orders, Played, analyze_line, analyze_orders
from solver.analysis import analyze as analyze_position
from solver.analysis.count import MOST_STATES
from solver.analysis.orders import MOST_ORDERS
from solver.errors import Unreadable
from solver.notation.answers import analysis_to_json, orders_to_json, played_to_json
from solver.notation.settings import overrides_of
from solver.notation.source import load, load_line, starting_position, with_overrides
from solver.search.limits import limits_of
from solver.verbs.arguments import JsonOption, RequireOption, SetOption, SourceArgument
from solver.verbs.output import GOOD, STATUS, emit_json, watching

EXAMPLES = (
    "tenback analyze position.json",
    "tenback analyze position.json --require 'tricks=0'",
    "tenback analyze 'quick-and-easy/2 #5' --line game.json",
    "tenback analyze 'quick-and-easy | up: r7 | 1*: b5 s1 | draw?: g2 y9'",
)
ROWS = 20


def analyze(
    source: SourceArgument,
    line: Annotated[
        str | None, typer.Option(metavar="FILE|-|LINE", help="A game that was played from there, turn by turn.")
    ] = None,
    require: RequireOption = None,
    settings: SetOption = None,
    most_states: Annotated[
        int, typer.Option("--states", help="Count winning lines through at most so many states.")
    ] = MOST_STATES,
    count: Annotated[bool, typer.Option(help="Count winning lines at all.")] = True,
    orders: Annotated[int, typer.Option(help="Unknown order: go through all if at most so many, else sample.")] = (
        MOST_ORDERS
    ),
    seed: Annotated[int, typer.Option(help="Unknown order: which sample.")] = 1,
    confidence: Annotated[float, typer.Option(help="Unknown order: of the interval.")] = 0.95,
    show_all: Annotated[bool, typer.Option("--all", help="List every choice, not only the best.")] = False,
    time_limit: Annotated[float | None, typer.Option(metavar="S", help="Stop after so many seconds.")] = None,
    memory_limit: Annotated[int | None, typer.Option(metavar="MB", help="Tables of at most so many megabytes.")] = None,
    as_json: JsonOption = False,
) -> None:
    """What is each choice worth?  Where was a game lost?  Exit 0 winnable, 1 unwinnable, 3 unknown, 2 bad input.

    With --line: exit 0 if no turn gave a win away, 1 if one did, 3 if that is not known. With a draw pile of unknown
    order: exit 0.
    """
    if source == "-" and line == "-":
        raise Unreadable("only one of position and line can come from standard input")
    if most_states < 1:
        raise Unreadable(f"--states {most_states}: at least 1 is needed")
    position = starting_position(with_overrides(load(source), overrides_of(settings)))
    ordered = all(pile.ordered for pile in position.draws)
    found: Analysis | Played | Orders
    with watching() as watch:  # the answer is printed when the line that tells how it goes is gone
        limits = limits_of(time_limit, memory_limit, watch)
        if line is not None:
            found = analyze_line(position, load_line(line, position), limits, require=require)
        elif not ordered and require is None:
            found = analyze_orders(position, orders, seed, confidence, limits)
        else:
            found = analyze_position(position, limits, count=count, most_states=most_states, require=require)
    if isinstance(found, Played):
        raise typer.Exit(report_line(found, as_json))
    if isinstance(found, Orders):
        raise typer.Exit(report_orders(found, as_json, show_all))
    raise typer.Exit(report(found, as_json, show_all))


def report(found: Analysis, as_json: bool, show_all: bool) -> int:
    """A position: its choices."""
    if as_json:
        emit_json(analysis_to_json(found))
    else:
        from solver.show.analysis import draw_analysis
        from solver.show.draw import print_drawing

        print_drawing(draw_analysis(found, None if show_all else ROWS))
    return STATUS[found.verdict]


def report_line(played: Played, as_json: bool) -> int:
    """A played game: its turns."""
    if as_json:
        emit_json(played_to_json(played))
    else:
        from solver.show.analysis import draw_played
        from solver.show.draw import print_drawing

        print_drawing(draw_played(played))
    if played.first_losing is not None:
        return STATUS["unwinnable"]
    return STATUS["unknown"] if any("unknown" in (turn.before, turn.after) for turn in played.turns) else GOOD


def report_orders(found: Orders, as_json: bool, show_all: bool) -> int:
    """An unknown order: shares."""
    if as_json:
        emit_json(orders_to_json(found))
    else:
        from solver.show.analysis import draw_orders
        from solver.show.draw import print_drawing

        print_drawing(draw_orders(found, None if show_all else ROWS))
    return GOOD
