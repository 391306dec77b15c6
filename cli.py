"""The command ``tenback``: the verbs put together, and the frame around every one of them."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from solver.errors import EnginesDisagree, TenbackError, printable
from solver.verbs.output import BAD_INPUT, DISAGREEMENT, GOOD, INTERRUPTED
from solver.version import __version__


class OutputLost(Exception):
    """What was to be printed cannot be: the reader went away, the disk is full."""


class Verbs(TyperGroup):
    """The verbs.  The readers turn input that cannot be read into Unreadable, so an OSError is the output's."""

    def invoke(self, ctx: Any) -> Any:
        """Run the verb; left to itself, typer would turn a closed pipe into status 1, which means something here."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise OutputLost("the reader of the output went away") from None
        except OSError as error:
            raise OutputLost(f"{error.filename or 'standard output'}: {error.strerror or error}") from None


# Each verb: its module, and the function or the group of verbs there.
VERBS = {
    "games": "solver.verbs.games:games",
    "rules": "solver.verbs.rules:rules",
    "deal": "solver.verbs.deal:print_deals",
    "show": "solver.verbs.show:show",
    "solve": "solver.verbs.solve:solve",
    "verify": "solver.verbs.verify:verify",
    "analyze": "solver.verbs.analyze:analyze",
    "graph": "solver.verbs.graph:graph",
    "survey": "solver.verbs.survey:app",
    "serve": "puzzles.verbs.serve:serve",
}
PUZZLE_VERBS = {
    "generate": "puzzles.verbs.generate:generate",
    "check": "puzzles.verbs.check:check",
    "rate": "puzzles.verbs.rate:rate",
    "print": "puzzles.verbs.print:print_",
    "play": "puzzles.verbs.play:play",
    "daily": "puzzles.verbs.daily:daily",
    "convert": "puzzles.verbs.convert:convert",
    "schema": "puzzles.verbs.schema:schema",
}


def print_version(wanted: bool) -> None:
    """``tenback --version``."""
    if wanted:
        typer.echo(f"tenback {__version__}")
        raise typer.Exit


def tenback(
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Decide The Game: is a deal winnable? Prove it, play it out, make puzzles of it."""


def command_for(words: Sequence[str]) -> typer.Typer:
    """The command with the one verb that these words begin with; with all of them where they begin with none.

    To build every verb's options would take longer than most verbs do.
    """
    app = typer.Typer(
        name="tenback",
        cls=Verbs,
        help="Decide The Game: is a deal winnable? Prove it, play it out, make puzzles of it.",
        epilog="Start with: tenback games · tenback deal the-game 1 --players 2 · tenback show 'the-game/2 #1'",
        no_args_is_help=True,
        rich_markup_mode="markdown",
        pretty_exceptions_enable=False,
    )
    app.callback()(tenback)
    if not words or words[0] not in VERBS:
        app.add_typer(puzzle_group(words[1:]), name="puzzle")
    if not words or words[0] != "puzzle":
        add_verbs(app, VERBS, words)
    return app


def puzzle_group(words: Sequence[str]) -> typer.Typer:
    """``tenback puzzle`` with the verb that is asked for, or all of them."""
    group = typer.Typer(
        help="Make puzzles, check, rate, print and play them.",
        epilog="Examples: tenback puzzle daily · tenback puzzle play · tenback puzzle generate quick-and-easy",
        no_args_is_help=True,
        rich_markup_mode="markdown",
    )
    add_verbs(group, PUZZLE_VERBS, words)
    return group


def add_verbs(app: typer.Typer, verbs: Mapping[str, str], words: Sequence[str]) -> None:
    """Add the one verb that these words begin with; all of them where they begin with none."""
    for name in [words[0]] if words and words[0] in verbs else verbs:
        module_name, _, attribute = verbs[name].partition(":")
        module = import_module(module_name)
        verb = getattr(module, attribute)
        if isinstance(verb, typer.Typer):
            app.add_typer(verb, name=name)
        else:
            app.command(name, epilog=module.EXAMPLES)(verb)


def fail(message: str, status: int = BAD_INPUT) -> NoReturn:
    """One clear line on standard error; where that is closed, the status alone."""
    if sys.stderr is not None:
        print(f"tenback: {printable(' '.join(message.split()))}", file=sys.stderr)
    sys.exit(status)


def main() -> None:
    """Run a verb; whatever goes wrong is one line and a status, never a traceback."""
    gc.set_threshold(100_000)  # loading the libraries makes many objects and no garbage: a fifth of the start-up time
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a poor terminal gets question marks, not a traceback
    if sys.stdout is None:
        fail("standard output is closed")
    try:
        status = command_for(sys.argv[1:])(standalone_mode=False)
    except EnginesDisagree as error:
        fail(f"two engines disagree, so one of them is wrong; please report it: {error}", DISAGREEMENT)
    except TenbackError as error:
        fail(str(error))
    except typer.TyperException as error:
        if not error.format_message():  # no verb was given, and the help has been shown
            sys.exit(BAD_INPUT)
        fail(f"{error.format_message()} (tenback --help shows what there is)")
    except (KeyboardInterrupt, typer.Abort):
        fail("interrupted", INTERRUPTED)
    except OutputLost as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the interpreter's last flush is quiet
        fail(str(error))
    sys.exit(status if isinstance(status, int) else GOOD)


if __name__ == "__main__":
    main()
