"""``tenback solve``: can it be won?"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from solver.decide.questions import ask, duel_position, is_question, refute
from solver.decide.solve import solve as decide
from solver.errors import Unreadable
from solver.notation.answers import verdict_to_json
from solver.notation.settings import overrides_of
from solver.notation.source import open_lines, with_overrides
from solver.notation.told import Table
from solver.screen import folded, page_width
from solver.search.limits import limits_of
from solver.verbs.arguments import (
    JsonOption,
    PlayersOption,
    RequireOption,
    SetOption,
    chosen_table,
    complete_game,
    parse_number,
)
from solver.verbs.output import BAD_INPUT, GOOD, STATUS, emit_json, watching
from solver.verdict import WANTED, Answered, Verdict

if TYPE_CHECKING:
    from rich.console import RenderableType

EXAMPLES = (
    "tenback solve 'the-game/2 #17'",
    "tenback solve --game quick-and-easy -p 2 --deal 5 --json",
    "tenback deal the-game 1:100 | tenback solve --lines --jobs 2",
    "tenback solve position.json --refute 'A: 5@A.up 7@A.up'",
    "tenback solve position.json --goal win-in:3",
    "tenback solve position.json --require 'tricks<=1; last=37; untouched=up2'",
)

GOAL_HELP = (
    "win, cards-left (the fewest), turns (a win in the fewest), tricks (with the fewest) or most-tricks; in Face to"
    " Face win, turns, win-in:N (turns of both, against every defence), helpwin (both work for A; helpwin:B), selfstuck"
    " (force the own loss)."
)


def solve(
    source: Annotated[str | None, typer.Argument(metavar="[FILE|-|TEXT]", help="A deal or position.")] = None,
    game: Annotated[str | None, typer.Option(help="Or a game (or TOML file) …", autocompletion=complete_game)] = None,
    players: PlayersOption = None,
    number: Annotated[str | None, typer.Option("--deal", metavar="K", help="… and a numbered deal of it …")] = None,
    deck: Annotated[str | None, typer.Option(help="… or its deck, top card first.")] = None,
    settings: SetOption = None,
    goal: Annotated[str, typer.Option(help=GOAL_HELP)] = "win",
    refuted: Annotated[
        str | None, typer.Option("--refute", metavar="TURN", help="Face to Face: what answers it?")
    ] = None,
    require: RequireOption = None,
    engine: Annotated[str, typer.Option(help="auto, dfs, cpsat, or both (and compare).")] = "auto",
    any_starter: Annotated[bool, typer.Option("--any-starter", help="Let the best player begin.")] = False,
    time_limit: Annotated[float | None, typer.Option(metavar="S", help="Give up after so many seconds.")] = None,
    memory_limit: Annotated[int | None, typer.Option(metavar="MB", help="Tables of at most so many megabytes.")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help="Let CP-SAT talk on standard error.")] = False,
    as_lines: Annotated[
        bool, typer.Option("--lines", help="One deal or position a line, of FILE or standard input.")
    ] = False,
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
        "require": require,
    }
    asking = refuted is not None or is_question(goal)
    if as_lines and asking:
        raise Unreadable(f"--lines answers win, cards-left and turns, not {'--refute' if refuted else goal}")
    if as_lines:
        if any(given is not None for given in (game, players, number, deck)):
            raise Unreadable("--lines reads whole deals, one a line: leave out --game, --players, --deal and --deck")
        raise typer.Exit(solve_lines(source, options, overrides, jobs, as_json))
    thing = with_overrides(chosen_table(source, game, players, parse_number(number), deck), overrides)
    if asking:
        raise typer.Exit(answer_question(thing, options, refuted, as_json))
    with watching() as watch:
        verdict = decide(thing, **options, watch=watch)
    if as_json:
        emit_json(verdict_to_json(verdict))
    else:
        print_verdict(verdict)
    raise typer.Exit(STATUS[verdict.name])


def answer_question(thing: Table, options: dict[str, Any], turn: str | None, as_json: bool) -> int:
    """A question about a Face to Face position, or about one turn of it; the exit status."""
    goal = options["goal"]
    if turn is not None and goal != "win":
        raise Unreadable(f"--refute asks who wins after the turn: --goal {goal} cannot be asked with it")
    if options["engine"] not in ("auto", "dfs") or options["any_starter"] or options["require"] is not None:
        raise Unreadable("--engine, --any-starter, --require: this question is for the Face to Face search alone")
    duel_position(thing)
    with watching() as watch:
        limits = limits_of(options["time_limit"], options["memory_limit"], watch)
        with limits.hearing():
            answer = ask(thing, goal, limits=limits) if turn is None else refute(thing, turn, limits=limits)
    if as_json:
        emit_json(verdict_to_json(answer))
    else:
        print_answer(answer)
    return STATUS[answer.name]


def print_answer(answer: Answered) -> None:
    """The answer in words, the reason, the line."""
    from rich.console import Group

    from solver.show.draw import draw_line, print_drawing

    word = {True: "yes", False: "no", None: "unknown"}[answer.yes]
    turns = "" if answer.bound is None else f" in {answer.bound} turn{'s' if answer.bound != 1 else ''}"
    wins = f": {answer.winner} wins{turns}" if answer.winner is not None and answer.yes is not None else ""
    parts: list[RenderableType] = [f"{answer.goal}: [bold]{word}[/bold]{wins}"]
    parts += [] if answer.explanation is None else [answer.explanation]
    parts += [draw_line(answer.line)] if answer.line else []
    parts.append(f"[dim]{answer.effort.states} states, {answer.effort.seconds:.3f} s[/dim]")
    print_drawing(Group(*parts))


def solve_lines(
    source: str | None, options: dict[str, Any], overrides: dict[str, int | None], jobs: int, as_json: bool
) -> int:
    """One answer a line, in order; the status tells whether all lines were good."""
    from solver.decide.many import answers

    if source is None and sys.stdin is not None and sys.stdin.isatty():
        typer.echo("tenback: reading deals from the terminal, one a line; Ctrl-D ends", err=True)
    status, width = GOOD, page_width() if sys.stdout.isatty() else None
    with open_lines(source) as stream:
        for text, good in answers(stream, options, overrides, jobs, as_json):
            typer.echo(text if as_json or width is None else folded(text, width, " " * 18))
            sys.stdout.flush()
            status = status if good else BAD_INPUT
    return status


def print_verdict(verdict: Verdict) -> None:
    """The verdict, its reason, the line."""
    from rich.console import Group

    from solver.show.draw import draw_line, print_drawing

    effort = verdict.effort
    wins = "" if verdict.winner is None else f": {verdict.winner} wins with best play"
    asked = "" if verdict.require is None else f" ({verdict.require.words.en})"
    parts: list[RenderableType] = [f"[bold]{verdict.name}[/bold]{wins}{asked}"]
    if verdict.explanation is not None:
        parts.append(verdict.explanation)
    if verdict.chance is not None:
        percent = f"{100 * verdict.chance:.0f}"
        parts.append(f"an estimate, not a verdict: a chance of {percent} % that {verdict.position.player} wins")
    if verdict.explanation is not None and verdict.line and verdict.winner is None:
        parts.append(f"the best line found leaves {verdict.cards_left}:")
    if (standing := standing_of(verdict)) is not None:
        parts.append(standing)
    if verdict.line:
        parts.append(draw_line(verdict.line))
    parts.append(f"[dim]{effort.states} states, {effort.seconds:.3f} s[/dim]")
    print_drawing(Group(*parts))


def standing_of(verdict: Verdict) -> str | None:
    """Best, bound and gap, where the goal asks for something small and anything is known of it."""
    if verdict.goal not in WANTED or verdict.winner is not None:
        return None
    wanted = WANTED[verdict.goal]
    if wanted.of_wins_only and verdict.name != "winnable":
        return None
    best, what = wanted.value(verdict), wanted.words
    if verdict.optimal:
        return f"{best} {what}, proved the {'most' if wanted.largest else 'fewest'}"
    if verdict.bound is None:
        return f"{best} {what} at best so far"
    limit, gap = f"at {'most' if wanted.largest else 'least'} {verdict.bound}", abs(best - verdict.bound)
    return f"{best} {what} at best so far, proved {limit}: a gap of {gap}"
