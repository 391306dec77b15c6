"""The verbs of the command ``tenback`` put together; cli.py is the frame around them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Annotated, Any

import typer

from puzzles.german import FRAME, HELP, METAVARS, asks_for_german, in_german
from solver.errors import EnginesDisagree, TenbackError, WorkerLost
from solver.verbs.helping import HELP_NAMES, Verb, VerbGroup, as_epilog, usage_refused
from solver.verbs.output import BAD_INPUT, FAILED, GOOD, INTERRUPTED
from solver.version import __version__


class Carried(BaseException):
    """Carries an error past typer, which would make a status of it that means something here."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


class Verbs(VerbGroup):
    """The verbs; what they raise comes out as it is."""

    def invoke(self, ctx: Any) -> Any:
        """Run the verb."""
        try:
            return super().invoke(ctx)
        except (EOFError, KeyboardInterrupt, OSError, SystemExit) as error:
            raise Carried(error) from None


class GermanVerb(Verb):
    """A verb whose help is in German."""

    examples_title = "Beispiele"

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters, each with its German help."""
        found: list[Any] = super().get_params(ctx)
        for param in found:
            param.help = HELP[str(self.name)][param.name]
            param.metavar = METAVARS.get(param.metavar, param.metavar)
        return found

    def get_usage(self, ctx: Any) -> str:
        """How it is called."""
        return super().get_usage(ctx).replace("Usage:", "Aufruf:").replace("[OPTIONS]", "[OPTIONEN]")

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """All of it, in a German frame."""
        from typer import rich_utils

        english, self.help = self.help, HELP[str(self.name)][""]
        frame = {name: getattr(rich_utils, name) for name in FRAME}
        vars(rich_utils).update(FRAME)
        super().format_help(ctx, formatter)
        vars(rich_utils).update(frame)
        self.help = english


EXAMPLES = (
    "tenback play",
    "tenback games",
    "tenback deal the-game 1 --players 2",
    "tenback show 'the-game/2 #1'",
    "tenback solve 'the-game/2 #1'",
    "tenback help notation",
)
PUZZLE_EXAMPLES = ("tenback puzzle daily", "tenback puzzle play", "tenback puzzle generate quick-and-easy")

# Each verb: its module, and the function or the group of verbs there.
VERBS = {
    "help": "solver.verbs.topics:help_",
    "games": "solver.verbs.games:games",
    "rules": "solver.verbs.rules:rules",
    "deal": "solver.verbs.deal:print_deals",
    "show": "solver.verbs.show:show",
    "solve": "solver.verbs.solve:solve",
    "verify": "solver.verbs.verify:verify",
    "analyze": "solver.verbs.analyze:analyze",
    "advise": "solver.verbs.advise:advise",
    "play": "puzzles.verbs.play_game:play",
    "review": "puzzles.verbs.review:review",
    "graph": "solver.verbs.graph:graph",
    "survey": "solver.verbs.survey:app",
    "train": "solver.verbs.train:train",
    "warm": "solver.verbs.warm:warm",
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
    debug: Annotated[  # taken out of the words by the frame, wherever it stands
        bool, typer.Option("--debug", help="Show the traceback of an internal error (TENBACK_DEBUG=1: always).")
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
        epilog=as_epilog(EXAMPLES),
        context_settings=HELP_NAMES,
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
        cls=VerbGroup,
        epilog=as_epilog(PUZZLE_EXAMPLES),
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
            is_german = verbs is VERBS and name in HELP and asks_for_german(words)
            app.command(name, cls=GermanVerb if is_german else Verb, epilog=as_epilog(module.EXAMPLES))(verb)


# --- one call


def loaded(words: Sequence[str]) -> Callable[[], tuple[int, str]]:
    """The call that runs these words, with all that it needs loaded; it gives the status and what is to be said."""
    words = spelled_out(words)
    run = partial(answered, command_for(words), words)
    return partial(answered_in_german, run) if asks_for_german(words) else run


def answered_in_german(run: Callable[[], tuple[int, str]]) -> tuple[int, str]:
    """Run a verb; what is to be said is said in German as far as there are words for it."""
    status, message = run()
    return status, in_german(message)


def spelled_out(words: Sequence[str]) -> Sequence[str]:
    """``tenback help solve`` is ``tenback solve --help``."""
    if len(words) > 1 and words[0] == "help" and words[1] in (*VERBS, "puzzle"):
        return [*words[1:], "--help"]
    return words


def answered(command: typer.Typer, words: Sequence[str]) -> tuple[int, str]:
    """Run a verb: its status, and the one line on what the user can mend.  Any other error is the program's own."""
    try:
        status = command(args=list(words), prog_name="tenback", standalone_mode=False)
    except Carried as carried:
        raise carried.error from None
    except EnginesDisagree as error:
        return FAILED, f"two engines disagree, so one of them is wrong; please report it: {error}"
    except WorkerLost as error:
        return FAILED, str(error)
    except TenbackError as error:
        return BAD_INPUT, str(error)
    except typer.TyperException as error:
        return BAD_INPUT, usage_refused(error)
    except typer.Abort:
        return INTERRUPTED, "interrupted"
    except SystemExit as done:  # a shell's question about completions has been answered
        status = done.code
    return status if isinstance(status, int) else GOOD, ""
