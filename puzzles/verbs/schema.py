"""``tenback puzzle schema``: what may stand in a collection, for editors."""

from __future__ import annotations

import typer

EXAMPLES = ("tenback puzzle schema > puzzles.schema.json",)


def schema() -> None:
    """Print the JSON Schema of a collection, for editors."""
    from puzzles.files.shapes import schema_text

    typer.echo(schema_text(), nl=False)
