"""``tenback warm``: compile all there is to compile, ahead of the first question."""

from __future__ import annotations

import time

import typer

from solver.verbs.arguments import JsonOption
from solver.verbs.output import emit_json

EXAMPLES = ("tenback warm", "tenback warm --json")


def warm(as_json: JsonOption = False) -> None:
    """Compile every search for this machine, so that no question waits for it: for images, and before tests."""
    from solver.search.compiled import folder, make_all_ready

    began = time.perf_counter()
    made = make_all_ready()
    seconds = time.perf_counter() - began
    if as_json:
        emit_json({"compiled": made, "seconds": round(seconds, 3), "folder": str(folder())})
    elif made:
        typer.echo(f"compiled {', '.join(made)} in {seconds:.1f} s; kept in {folder()}")
    else:
        typer.echo(f"everything was compiled before; it is kept in {folder()}")
