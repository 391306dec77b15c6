"""How the command helps: ``--help`` with one example a line to be copied, and errors that name the right help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

HELP_NAMES = {"help_option_names": ["-h", "--help"]}


def as_epilog(examples: Sequence[str]) -> str:
    """Examples as an epilog, which ``Verb`` and ``VerbGroup`` print one a line."""
    return "\n".join(examples)


class Verb(TyperCommand):
    """A verb whose help ends with its examples."""

    examples_title = "Examples"

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The options, then the examples."""
        examples, self.epilog = self.epilog, None  # typer would run them together
        super().format_help(ctx, formatter)
        self.epilog = examples
        print_examples(examples, self.examples_title)


class VerbGroup(TyperGroup):
    """Verbs whose common help ends with examples."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The verbs, then the examples."""
        examples, self.epilog = self.epilog, None
        super().format_help(ctx, formatter)
        self.epilog = examples
        print_examples(examples)


def print_examples(examples: str | None, title: str = "Examples") -> None:
    """One a line, never broken: a line can be copied."""
    if examples:
        typer.echo("\n".join([f" {title}:", *(f"   {example}" for example in examples.splitlines()), ""]))


def usage_refused(error: Any) -> str:
    """What is wrong with the words of a command, and whose help says what is right; nothing if help has been shown."""
    message = str(error.format_message())
    path = "tenback" if getattr(error, "ctx", None) is None else error.ctx.command_path
    return f"{message} ({path} --help shows what there is)" if message else ""
