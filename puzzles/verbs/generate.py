"""``tenback puzzle generate``: make puzzles."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzles.tasks import all_forms, known_tasks
from solver.errors import DoesNotAddUp
from solver.notation.settings import overrides_of
from solver.verbs.arguments import GameArgument, JsonOption, PlayersOption, SetOption, custom_game
from solver.verbs.output import BAD_VERDICT, INTERRUPTED, emit_json, notice, show_line

if TYPE_CHECKING:
    from puzzles.generate import GenerateProgress, PuzzleOrder
    from puzzles.generate.file import PuzzleFile
    from puzzles.puzzle import Collection, Puzzle, Searched

EXAMPLES = (
    "tenback puzzle generate the-game --players 2 --count 10 -o team.toml",
    "tenback puzzle generate quick-and-easy --task only-turn --level hard",
    "tenback puzzle generate face-to-face --task win-in:2 --seed 7",
    "tenback puzzle generate the-game -p 2 --require 'last=?'",
)
MOST = 5_000  # puzzles of one order
NARROW = 80  # columns of a terminal


def generate(
    game: GameArgument,
    players: PlayersOption = None,
    task: Annotated[
        str | None,
        typer.Option(help=f"{all_forms()}."),
    ] = None,
    count: Annotated[int, typer.Option("--count", "-n", help="How many puzzles of this kind there shall be.")] = 10,
    size: Annotated[str | None, typer.Option(metavar="A:B", help="Cards left in the position, e.g. 6:12.")] = None,
    level: Annotated[str, typer.Option(metavar="A:B", help="Level, or range of levels.")] = "gentle:fiendish",
    theme: Annotated[str | None, typer.Option(metavar="NAME", help="Only puzzles with this theme.")] = None,
    unique: Annotated[str, typer.Option(metavar="NAME", help="At least: first-turn, turns or line.")] = "first-turn",
    require: Annotated[
        str,
        typer.Option(metavar="CONDITIONS", help="A stipulation that makes the point; ? for any card, pile or player."),
    ] = "",
    seed: Annotated[int, typer.Option(help="Another seed gives other puzzles; the same seed the same ones.")] = 1,
    settings: SetOption = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Add them to this collection (TOML).")
    ] = None,
    title: Annotated[str, typer.Option(help="The title of a new collection.")] = "",
    author: Annotated[str | None, typer.Option(metavar="NAME", help="Who signs the puzzles; else tenback.")] = None,
    licence: Annotated[str | None, typer.Option(metavar="NAME", help="Their licence; else CC0-1.0.")] = None,
    language: Annotated[
        str | None, typer.Option(metavar="en|de", help="Of the titles; else that of the collection.")
    ] = None,
    patience: Annotated[
        int, typer.Option(metavar="N", help="Give up after so many deals in a row without a puzzle.")
    ] = 1000,
    jobs: Annotated[int, typer.Option(help="Work on so many deals at once.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Make puzzles: sound, minimal, rated, no two the same.  The same seed gives the same puzzles everywhere.

    With -o they are added to a file, each as soon as it is found; the same command goes on where it was stopped.
    Exit status 1: fewer were found than ordered.
    """
    order = order_of(game, players, task, size, level, theme, unique, seed, settings, require)
    for name, value, most in (("--count", count, MOST), ("--patience", patience, 10**6), ("--jobs", jobs, 256)):
        if not 1 <= value <= most:
            raise DoesNotAddUp(f"{name} {value}: 1 to {most} are possible")
    from puzzles.generate.file import PuzzleFile
    from puzzles.generate.offer import AUTHOR, LICENCE
    from puzzles.puzzle import Collection
    from puzzles.sheet.words import words

    words(language or "en")  # one that is not known is refused
    signed = Collection(author=author or AUTHOR, licence=licence or LICENCE, language=language or "en")
    new = replace(signed, title=title or title_of(order, signed.language))
    file = None if output is None else PuzzleFile(output, new)
    if language is None and file is not None:
        signed = replace(signed, language=file.collection.language)
    outcome = run(order, count, file, patience, jobs, as_json, signed)
    say_how_it_went(outcome, count, file)
    if outcome.found < count:
        raise typer.Exit(INTERRUPTED if outcome.stopped else BAD_VERDICT)


def order_of(
    game: str,
    players: int | None,
    task: str | None,
    size: str | None,
    level: str,
    theme: str | None,
    unique: str,
    seed: int,
    settings: list[str] | None,
    require: str = "",
) -> PuzzleOrder:
    """What was ordered, read and refused where it does not add up."""
    from puzzles.generate.order import (
        PuzzleOrder,
        of_usual_size,
        parse_levels,
        parse_ordered_task,
        parse_size,
        parse_theme,
        parse_unique,
    )
    from solver.rules.games import game_named

    custom = custom_game(game)
    asked = parse_ordered_task(task or known_tasks(game_named(custom.game))[0])
    order = PuzzleOrder(
        game=custom.game,
        task=asked,
        players=players if players is not None else custom.players,
        rules={**custom.rules, **overrides_of(settings)},
        commands=custom.commands,
        levels=parse_levels(level),
        theme=None if theme is None else parse_theme(theme),
        unique=parse_unique(unique),
        seed=seed,
        require=require,
    )
    return of_usual_size(order) if size is None else replace(order, size=parse_size(size))


def title_of(order: PuzzleOrder, language: str) -> str:
    """What a new collection is called."""
    from puzzles.sheet.words import task_name, words

    game = words(language)[f"game.{order.start_rules.game.name}"]
    return f"{game}: {task_name(order.task, language) if language == 'de' else order.task.kind.title.lower()}"


@dataclass
class GenerateResult:
    """How a run went."""

    found: int
    deals: int = 0
    seconds: float = 0.0
    stopped: bool = False
    searched: Searched | None = None  # how far it got behind the last puzzle


def run(
    order: PuzzleOrder,
    count: int,
    file: PuzzleFile | None,
    patience: int,
    jobs: int,
    as_json: bool,
    signed: Collection,
) -> GenerateResult:
    """Find them; keep each at once, or print it.  ``signed``: who signs them, their licence and language."""
    from puzzles.generate.generator import generate as found_puzzles
    from solver.search.compiled import make_all_ready, now

    kept = () if file is None else file.puzzles
    began, outcome = now(), GenerateResult(sum(order.candidate_of(puzzle) is not None for puzzle in kept))
    outcome.searched = None if file is None else file.searched(order)
    make_all_ready()  # once, not in every worker
    with told_to_stop() as is_told, shown(outcome.found) as show:

        def tell(progress: GenerateProgress) -> None:
            outcome.found, outcome.deals, outcome.searched = progress.found, progress.deals, progress.searched
            outcome.seconds = now() - began
            show(progress, outcome.seconds)
            if is_told():
                raise KeyboardInterrupt

        try:
            new = found_puzzles(order, count, kept, jobs, patience, tell, outcome.searched, signed.language)
            for puzzle in (replace(one, author=signed.author, licence=signed.licence) for one in new):
                if file is not None:
                    file.add(puzzle)
                if file is None or as_json:
                    print_puzzle(puzzle, as_json)
        except KeyboardInterrupt:
            outcome.stopped = True
    if file is not None and outcome.searched is not None and outcome.found < count:
        file.keep_searched(outcome.searched)
    return outcome


def print_puzzle(puzzle: Puzzle, as_json: bool) -> None:
    """One puzzle on standard output, as it stands in a file: a line of JSON, or TOML."""
    show_line("")  # standard output may be the same terminal
    if as_json:
        from puzzles.files.collection import puzzle_to_json

        emit_json(puzzle_to_json(puzzle))
    else:
        from puzzles.files.rewrite import block_of, new_table
        from puzzles.puzzle import Collection

        typer.echo(block_of(new_table(puzzle, Collection())))


# --- how it goes


@contextmanager
def told_to_stop() -> Iterator[Callable[[], bool]]:
    """Hear Ctrl-C between two deals, so that no deal is half looked at; a second one stops at once."""
    heard: list[int] = []

    def hear(signum: int, _frame: object) -> None:
        heard.append(signum)
        signal.signal(signal.SIGINT, before)

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield lambda: bool(heard)
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def shown(before: int) -> Iterator[Callable[[GenerateProgress, float], None]]:
    """On a terminal: a line on standard error that tells how far it is, and about how long it will take."""

    def show(progress: GenerateProgress, seconds: float) -> None:
        show_line(in_words(progress, seconds, before))

    try:
        yield show
    finally:
        show_line("")


def in_words(progress: GenerateProgress, seconds: float, before: int) -> str:
    """``12 of 50 (5 gentle 4 easy 3 medium), 9 a minute, about 253 s left``: in one line of a narrow terminal."""
    new, missing = progress.found - before, progress.wanted - progress.found
    levels = " ".join(f"{number} {level}" for level, number in progress.levels) if len(progress.levels) > 1 else ""
    there = f"{progress.found} of {progress.wanted}" + (f" ({levels})" if levels else " puzzles")
    rate = f", {60 * new / seconds:.0f} a minute" if new and seconds > 0 else f", {progress.deals} deals"
    left = ""
    if missing:
        left = (
            f", about {round(seconds / new * missing)} s left" if new else f", more than {round(seconds * missing)} s"
        )
    return there + left if len(there + rate + left) >= NARROW else there + rate + left


def what_is_kept(file: PuzzleFile | None) -> str:
    """What the same command does when it is given again."""
    if file is None:
        return "nothing is kept without -o FILE: the same command begins anew"
    if file.path.exists():
        return "the same command goes on from there"
    return "nothing was looked at yet: the same command begins anew"


def say_how_it_went(outcome: GenerateResult, count: int, file: PuzzleFile | None) -> None:
    """The last word, on standard error."""
    there = f" in {file.path}" if file is not None else ""
    words = f"{outcome.found} of {count} puzzles{there}; {outcome.deals} deals in {outcome.seconds:.1f} s"
    if outcome.stopped:
        words += f"; interrupted; {what_is_kept(file)}"
    elif outcome.found < count:
        words += "; no more were found: try more --patience, another --seed, or ask for less"
    notice(words)
