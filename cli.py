"""The command ``tenback``: arguments in, one call, text or JSON out, exit status."""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

import solver
from solver.cards import parse_cards
from solver.deal import Deal, deal, refuse_impossible_number
from solver.errors import EnginesDisagree, TenbackError, Unreadable, printable, quoted
from solver.notation import format_deal, format_position, parse_override
from solver.position import Position
from solver.rules.game import PARAMETERS, Rules
from solver.rules.games import GAMES, game_named
from solver.rulesfile import CustomGame, load_custom_game
from solver.source import load, load_line, starting_position, with_overrides
from solver.version import __version__

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solver.referee import Judgement
    from solver.search.limits import Progress, Watch
    from solver.verdict import Verdict

GOOD, BAD_VERDICT, BAD_INPUT, UNDECIDED, DISAGREEMENT, INTERRUPTED = 0, 1, 2, 3, 70, 130
STATUS = {"winnable": GOOD, "unwinnable": BAD_VERDICT, "unknown": UNDECIDED}


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


app = typer.Typer(
    name="tenback",
    cls=Verbs,
    help="Decide The Game: is a deal winnable? Prove it, play it out, make puzzles of it.",
    epilog="Start with: tenback games · tenback deal the-game 1 --players 2 · tenback show 'the-game/2 #1'",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)

# --- arguments that several verbs share


def complete_game(incomplete: str) -> list[tuple[str, str]]:
    """Game names for shell completion."""
    return [(game.name, game.summary) for game in GAMES.values() if game.name.startswith(incomplete)]


def complete_setting(incomplete: str) -> list[tuple[str, str]]:
    """Rule parameters for shell completion."""
    return [(f"{name}=", words) for name, words in PARAMETERS.items() if name.startswith(incomplete)]


GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's name, or a TOML rules file.", autocompletion=complete_game)
]
SourceArgument = Annotated[
    str, typer.Argument(metavar="FILE|-|TEXT", help="A deal or position: a file, - for standard input, or its text.")
]
PlayersOption = Annotated[int | None, typer.Option("--players", "-p", help="How many players.")]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="K=V", help="Override a number of the rules, e.g. hand=5.", autocompletion=complete_setting
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")]


def overrides_of(settings: Sequence[str] | None) -> dict[str, int | None]:
    """Read the ``--set`` options."""
    overrides: dict[str, int | None] = {}
    for setting in settings or ():
        name, equals, value = setting.partition("=")
        if not equals:
            raise Unreadable(f"--set {quoted(setting)}: write name=value, such as hand=5")
        overrides[name] = parse_override(name, value)
    return overrides


def custom_game(game: str) -> CustomGame:
    """A game by name, or a custom one from a TOML file."""
    if game not in GAMES and (game.endswith(".toml") or os.sep in game):
        return load_custom_game(Path(game))
    game_named(game)
    return CustomGame(game)


def chosen_table(
    source: str | None, game: str | None, players: int | None, number: int | None, deck: str | None
) -> Deal | Position:
    """What was asked about: a source, or a game with a deal's number or with its deck."""
    if source is not None:
        if game is not None or number is not None or deck is not None or players is not None:
            raise Unreadable("give either FILE|-|TEXT, or --game with --players and --deal or --deck, not both")
        return load(source)
    if game is None or (number is None) == (deck is None):
        raise Unreadable("nothing to solve: give FILE|-|TEXT, or --game with either --deal or --deck")
    custom = custom_game(game)
    if number is not None:
        return deal(custom.game, players or custom.players, number, custom.rules, custom.commands)
    rules = custom.settled(players)
    if rules.game.is_duel:
        raise Unreadable("--deck: Face to Face has two decks; write 'face-to-face | A.deck: … | B.deck: …' instead")
    return Deal(rules, (parse_cards(deck or ""),))


# --- output


def emit_json(data: object) -> None:
    """One JSON value on one line."""
    from solver.jsonform import dump

    typer.echo(dump(data))


# --- verbs


def print_version(wanted: bool) -> None:
    """``tenback --version``."""
    if wanted:
        typer.echo(f"tenback {__version__}")
        raise typer.Exit


@app.callback()
def tenback(
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Decide The Game: is a deal winnable? Prove it, play it out, make puzzles of it."""


@app.command(epilog="Example: tenback games --json")
def games(as_json: JsonOption = False) -> None:
    """List the games."""
    if as_json:
        emit_json([describe_game(name) for name in GAMES])
        return
    width = max(map(len, GAMES))
    for game in GAMES.values():
        typer.echo(f"{game.name:<{width}}  {game.summary}")


def describe_game(name: str) -> dict[str, Any]:
    """A game's published numbers."""
    game = GAMES[name]
    numbers = {key: getattr(game, key) for key in game.parameters()}
    numbers["hand"] = {str(count): game.hand_of(count) for count in player_counts(name)}
    return {
        "game": name,
        "title": game.title,
        "summary": game.summary,
        "players": player_counts(name),
        "rules": numbers,
    }


def player_counts(name: str) -> list[int]:
    """How many may play."""
    return list(range(2 if GAMES[name].is_duel else 1, GAMES[name].most_players + 1))


@app.command(epilog="Examples: tenback rules the-game-extreme · tenback rules the-game --players 2 --set minimum=3")
def rules(
    game: GameArgument, players: PlayersOption = None, settings: SetOption = None, as_json: JsonOption = False
) -> None:
    """Say a game's rules and our rulings in plain words."""
    from solver.rules.rulings import rules_of

    settled = custom_game(game).settled(players, overrides_of(settings))
    found = [(rule.id, rule.kind, rule.text(settled)) for rule in rules_of(settled)]
    if as_json:
        listed = [{"id": id, "kind": kind, "text": text} for id, kind, text in found]
        emit_json(
            {"game": settled.game.name, "players": settled.players, "rules": settled.overrides(), "rulings": listed}
        )
        return
    print_rules(settled, found)


def print_rules(settled: Rules, found: Sequence[tuple[str, str, str]]) -> None:
    """The rules as a table: id, words; rulings marked."""
    from rich.console import Group
    from rich.table import Table

    from solver.show import print_drawing

    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True, style="cyan")
    table.add_column()
    for rule_id, kind, text in found:
        table.add_row(rule_id, f"(ruling) {text}" if kind == "ruling" else text)
    players = "" if settled.game.is_duel else f", {settled.players} player{'s' if settled.players > 1 else ''}"
    print_drawing(Group(f"[bold]{settled.game.title}[/bold]{players}", "", table))


@app.command("deal", epilog="Examples: tenback deal the-game 17 --players 2 · tenback deal quick-and-easy 1:100 --json")
def deal_verb(
    game: GameArgument,
    numbers: Annotated[
        str, typer.Argument(metavar="NUMBER|FROM:TO", help="Which numbered deal, or which range.")
    ] = "1",
    players: PlayersOption = None,
    settings: SetOption = None,
    commands: Annotated[
        str, typer.Option(help="Extreme: the placeholder map, or a random one a deal.")
    ] = "placeholder",
    as_json: JsonOption = False,
) -> None:
    """Print numbered deals, one a line: the same for everyone, for ever."""
    custom = custom_game(game)
    if commands not in ("placeholder", "random"):
        raise Unreadable(f"--commands {quoted(commands)}: placeholder or random")
    overrides = {**custom.rules, **overrides_of(settings)}
    seats = players if players is not None else custom.players
    for number in parse_range(numbers):
        dealt = deal(custom.game, seats, number, overrides, "random" if commands == "random" else custom.commands)
        print_thing(dealt, as_json)


def parse_range(text: str) -> Iterator[int]:
    """Read ``17`` or ``1:100`` (both ends included)."""
    first, colon, last = text.partition(":")
    ends = (first, last) if colon else (first, first)
    if not all(end.isascii() and end.isdigit() and len(end) <= 20 for end in ends):
        raise Unreadable(f"{quoted(text)} is not a deal's number: write 17, or 1:100 for a range")
    numbers = range(int(ends[0]), int(ends[1]) + 1)
    if not numbers:
        raise Unreadable(f"{quoted(text)}: the range is reversed")
    for number in (numbers[0], numbers[-1]):  # before the first deal is printed
        refuse_impossible_number(number)
    return iter(numbers)


def print_thing(thing: Deal | Position, as_json: bool) -> None:
    """A deal or position, as JSON or in the text form."""
    if as_json:
        from solver.jsonform import to_json

        emit_json(to_json(thing))
    else:
        typer.echo(format_deal(thing) if isinstance(thing, Deal) else format_position(thing))


@app.command(epilog="Examples: tenback show 'the-game/2 #17' · tenback show position.json --text")
def show(
    source: SourceArgument,
    settings: SetOption = None,
    as_text: Annotated[bool, typer.Option("--text", help="Print the one-line text form instead.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Draw a position (of a deal: the one it starts with)."""
    thing = with_overrides(load(source), overrides_of(settings))
    if as_text or as_json:
        print_thing(thing, as_json)
        return
    from solver.show import draw_position, print_drawing, stdout_knows_boxes

    print_drawing(draw_position(starting_position(thing), plain_ascii=not stdout_knows_boxes()))


@app.command(
    epilog="Examples: tenback solve 'the-game/2 #17' · tenback solve --game quick-and-easy -p 2 --deal 5 --json ·"
    " tenback deal the-game 1:100 | tenback solve --lines --jobs 2"
)
def solve(
    source: Annotated[str | None, typer.Argument(metavar="[FILE|-|TEXT]", help="A deal or position.")] = None,
    game: Annotated[str | None, typer.Option(help="Or a game (or TOML file) …", autocompletion=complete_game)] = None,
    players: PlayersOption = None,
    number: Annotated[int | None, typer.Option("--deal", help="… and a numbered deal of it …")] = None,
    deck: Annotated[str | None, typer.Option(help="… or its deck, top card first.")] = None,
    settings: SetOption = None,
    goal: Annotated[str, typer.Option(help="win, cards-left (the fewest) or turns (a win in the fewest).")] = "win",
    engine: Annotated[str, typer.Option(help="auto, dfs, cpsat, or both (and compare).")] = "auto",
    any_starter: Annotated[bool, typer.Option("--any-starter", help="Let the best player begin.")] = False,
    time_limit: Annotated[float | None, typer.Option(metavar="S", help="Give up after so many seconds.")] = None,
    memory_limit: Annotated[int | None, typer.Option(metavar="MB", help="Tables of at most so many megabytes.")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help="Let CP-SAT talk on standard error.")] = False,
    as_lines: Annotated[bool, typer.Option("--lines", help="One deal or position a line on standard input.")] = False,
    jobs: Annotated[int, typer.Option(help="With --lines: work on so many at once.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Can it be won?  Exit 0 winnable, 1 unwinnable, 3 unknown, 2 bad input."""
    overrides = overrides_of(settings)
    options: dict[str, Any] = {
        "goal": goal,
        "engine": engine,
        "time_limit": time_limit,
        "memory_limit": memory_limit,
        "any_starter": any_starter,
        "verbose": verbose,
    }
    if as_lines:
        raise typer.Exit(solve_lines(options, overrides, jobs))
    thing = with_overrides(chosen_table(source, game, players, number, deck), overrides)
    with watching() as watch:
        verdict = solver.solve(thing, **options, watch=watch)
    if as_json:
        emit_json(solver.verdict_to_json(verdict))
    else:
        print_verdict(verdict)
    raise typer.Exit(STATUS[verdict.name])


def solve_lines(options: dict[str, Any], overrides: dict[str, int | None], jobs: int) -> int:
    """One JSON answer a line, in order; the status tells whether all lines were good."""
    from solver.lines import answers

    if sys.stdin is None:
        raise Unreadable("standard input is closed")
    status = GOOD
    for text, good in answers(sys.stdin.buffer, options, overrides, jobs):
        typer.echo(text)
        sys.stdout.flush()
        status = status if good else BAD_INPUT
    return status


@contextmanager
def watching() -> Iterator[Watch]:
    """Hear Ctrl-C between two slices of a search, where it loses nothing; show on a terminal how a long search goes.

    A second Ctrl-C stops at once.
    """
    from solver.kernels.compile import is_compiled

    if not is_compiled():
        print("tenback: compiling the search for this machine; this happens once", file=sys.stderr)
    asked_to_stop: list[int] = []

    def hear(signum: int, frame: object) -> None:
        asked_to_stop.append(signum)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, hear)
    with progress_shown() if sys.stderr.isatty() else nullcontext() as show_progress:

        def watch(progress: Progress) -> None:
            if asked_to_stop:
                raise KeyboardInterrupt
            if show_progress is not None:
                show_progress(progress)

        try:
            yield watch
        finally:
            signal.signal(signal.SIGINT, before)


def progress_shown() -> AbstractContextManager[Watch]:
    """The line on standard error that tells how a search goes."""
    from solver.show import progress_line

    return progress_line()


def print_verdict(verdict: Verdict) -> None:
    """The verdict, its reason, the line."""
    from rich.console import Group

    from solver.show import draw_line, print_drawing

    effort = verdict.effort
    wins = "" if verdict.winner is None else f": {verdict.winner} wins with best play"
    parts: list[RenderableType] = [f"[bold]{verdict.name}[/bold]{wins}"]
    if verdict.explanation is not None:
        parts.append(verdict.explanation)
    if verdict.explanation is not None and verdict.line and verdict.winner is None:
        parts.append(f"the best line found leaves {verdict.cards_left}:")
    if verdict.line:
        parts.append(draw_line(verdict.line))
    parts.append(f"[dim]{effort.states} states, {effort.seconds:.3f} s[/dim]")
    print_drawing(Group(*parts))


@app.command(epilog="Example: tenback verify position.json '1: 37@up1 48@up1; 2: 5@down2 15@down2'")
def verify(
    position: SourceArgument,
    line: Annotated[str, typer.Argument(metavar="FILE|-|LINE", help="A line of play: a file, - or its text.")],
    as_json: JsonOption = False,
) -> None:
    """Referee a line of play: exit 0 if it is legal and complete, 1 if not, saying where and which rule."""
    from solver.referee import judge

    if position == "-" and line == "-":
        raise Unreadable("only one of position and line can come from standard input")
    judgement = judge(starting_position(load(position)), load_line(line))
    if as_json:
        emit_json(judgement_to_json(judgement))
    else:
        rule = f" (rule: {judgement.violation.rule})" if judgement.violation else ""
        typer.echo(f"{'legal' if judgement.legal else 'illegal'}: {judgement.reason}{rule}")
    raise typer.Exit(GOOD if judgement.legal and judgement.complete else BAD_VERDICT)


def judgement_to_json(judgement: Judgement) -> dict[str, Any]:
    """What the referee says, for programs."""
    breach = judgement.violation
    return {
        "legal": judgement.legal,
        "complete": judgement.complete,
        "won": judgement.won,
        "winner": judgement.winner,
        "cards_left": judgement.cards_left,
        "turns": judgement.turns,
        "reason": judgement.reason,
        "violation": breach and {"turn": breach.turn, "play": breach.play, "rule": breach.rule},
    }


# --- the frame around every verb


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
        status = app(standalone_mode=False)
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
