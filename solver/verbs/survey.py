"""``tenback survey``: which share of the deals can be won?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from solver.errors import Unreadable, quoted
from solver.notation.settings import overrides_of, parse_range
from solver.verbs.arguments import GameArgument, JsonOption, PlayersOption, SetOption, custom_game
from solver.verbs.helping import HELP_NAMES, Verb, VerbGroup, as_epilog
from solver.verbs.output import INTERRUPTED, emit_json, is_watched, notice
from solver.verbs.survey_hidden import (
    GamesOption,
    HiddenOption,
    Seating,
    SeedOption,
    StrengthOption,
    WeightsOption,
)
from solver.verbs.survey_output import (
    LISTED,
    print_all_json,
    print_json,
    print_summaries,
    print_table,
)

if TYPE_CHECKING:
    from solver.survey.conduct import SurveyOrder, Watch
    from solver.survey.plan import DealLimits, SurveyPlan
    from solver.survey.pools import Workforce
    from solver.survey.report import Summary
    from solver.survey.store import SurveyStore

EXAMPLES = (
    "tenback survey quick-and-easy --players 2 --deals 1:1000",
    "tenback survey the-game --deals 1:100000 --store solo.db",
    "tenback survey the-game --players 2 --hidden own --deals 1:1000",
    "tenback survey report solo.db --plot solo.svg",
)


class SurveyVerbs(VerbGroup):
    """``tenback survey GAME …`` is short for ``tenback survey run GAME …``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the verb in where a game stands in its place."""
        if args and args[0] not in self.commands and args[0] not in HELP_NAMES["help_option_names"]:
            args = ["run", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(
    cls=SurveyVerbs,
    help="Which share of the deals can be won?  `tenback survey GAME …` is short for `tenback survey run GAME …`;"
    " `tenback survey run --help` shows its options.",
    epilog=as_epilog(EXAMPLES),
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

DealsOption = Annotated[str, typer.Option(metavar="FROM:TO", help="Which numbered deals, both ends included.")]
StoreOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Keep the results in this file, and go on with what is in it.")
]
StoreArgument = Annotated[Path, typer.Argument(metavar="STORE", help="The file of a survey.")]
StoresArgument = Annotated[list[Path], typer.Argument(metavar="STORE…", help="The files of surveys.")]
AddOption = Annotated[bool, typer.Option("--add", help="Let the store keep surveys of several rules side by side.")]
MixOption = Annotated[
    bool, typer.Option("--mix-versions", help="Go on with a store that another version of the solver began.")
]
JobsOption = Annotated[int | None, typer.Option(metavar="N", help="Work on so many at once; all cores if left out.")]
PoolOption = Annotated[
    str | None, typer.Option(metavar="KIND", help="threads or processes; chosen by game if left out.")
]
ClusterOption = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Work on a dask cluster, e.g. tcp://host:8786 (needs tenback[cluster])."),
]
ChunkOption = Annotated[int | None, typer.Option(metavar="N", help="Deals decided and written at a time.")]
StatesOption = Annotated[
    int | None, typer.Option(metavar="N", help="Give a deal up after so many states (10 million).")
]
TimeOption = Annotated[
    float | None, typer.Option(metavar="S", help="Give a deal up after so many seconds; not reproducible.")
]
MemoryOption = Annotated[int | None, typer.Option(metavar="MB", help="Tables of at most so many megabytes a deal.")]
IntervalOption = Annotated[str, typer.Option(metavar="METHOD", help="clopper-pearson (exact) or wilson.")]


@app.command("run", cls=Verb, epilog=as_epilog(EXAMPLES))
def run_survey(
    game: GameArgument,
    players: PlayersOption = None,
    deals: DealsOption = "1:1000",
    settings: SetOption = None,
    commands: Annotated[str, typer.Option(help="Extreme: placeholder map, or a random one a deal.")] = "placeholder",
    store: StoreOption = None,
    sweep: Annotated[
        str | None, typer.Option(metavar="K=A:B", help="One survey for each value, e.g. hand=2:8.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the result: .svg, .png or .pdf (needs tenback[plot]).")
    ] = None,
    until_width: Annotated[float | None, typer.Option(metavar="W", help="Stop once the interval is so narrow.")] = None,
    interval: IntervalOption = "clopper-pearson",
    state_limit: StatesOption = None,
    time_limit: TimeOption = None,
    memory_limit: MemoryOption = None,
    jobs: JobsOption = None,
    pool: PoolOption = None,
    cluster: ClusterOption = None,
    chunk: ChunkOption = None,
    add: AddOption = False,
    mix_versions: MixOption = False,
    hidden: HiddenOption = None,
    strength: StrengthOption = None,
    seed: SeedOption = None,
    weights: WeightsOption = None,
    games: GamesOption = None,
    as_json: JsonOption = False,
) -> None:
    """Decide numbered deals and count: won, lost, unknown, the share with a 95 % interval.

    With --hidden: how many of them our player wins, who does not know the order; every game is refereed.
    """
    from solver.survey.conduct import SurveyOrder
    from solver.survey.intervals import method_named

    numbers, seating = parse_range(deals), Seating(hidden, strength, seed, weights, games)
    seating.refuse_for_games(sweep, until_width)
    seating.refuse_limits(state_limit=state_limit, time_limit=time_limit, memory_limit=memory_limit)
    limits, workers = limits_of(state_limit, time_limit, memory_limit), workers_of(jobs, pool, cluster)
    order = SurveyOrder(
        numbers[0], numbers[-1], chunk, until_width, method_named(interval), mix_versions, add or sweep is not None
    )
    plans = [*seating.plans(plans_of(game, players, overrides_of(settings), commands, sweep, limits))]
    with opened(store, create=True) as kept:
        found, interrupted = survey_all(plans, order, kept, workers, games)
        if plot is not None and not interrupted:
            draw([summary for summary, _ in found], plot)
        if not as_json:
            print_summaries(found, table=sweep is not None)
        elif sweep is not None:
            print_all_json(found, sweep.partition("=")[0], interrupted)
        elif found:
            print_json(*found[0])
        if interrupted:
            stop(kept)


def limits_of(states: int | None, seconds: float | None, memory: int | None) -> DealLimits:
    """The limits of a deal."""
    from solver.survey.plan import DealLimits

    given = {"states": states, "seconds": seconds, "memory_mb": memory}
    return replace(DealLimits(), **{name: value for name, value in given.items() if value is not None})  # type: ignore[arg-type]


def workers_of(jobs: int | None, pool: str | None, cluster: str | None) -> Workforce:
    """Who does the work."""
    from solver.survey.pools import Workforce

    if pool is not None and pool not in ("threads", "processes"):
        raise Unreadable(f"--pool {quoted(pool)}: threads or processes")
    return Workforce(jobs, pool, cluster)  # type: ignore[arg-type]


def plans_of(
    game: str,
    players: int | None,
    overrides: dict[str, int | None],
    commands: str,
    sweep: str | None,
    limits: DealLimits,
) -> Iterator[SurveyPlan]:
    """The questions: one, or one for each value of a sweep."""
    from solver.survey.plan import plan_of

    if commands not in ("placeholder", "random"):
        raise Unreadable(f"--commands {quoted(commands)}: placeholder or random")
    custom = custom_game(game)
    name, values = parse_sweep(sweep) if sweep is not None else ("", range(1))
    for value in values:
        seats = value if name == "players" else players if players is not None else custom.players
        numbers = {**custom.rules, **overrides, **({name: value} if name not in ("", "players") else {})}
        yield plan_of(custom.game, seats, numbers, custom.commands, commands == "random", limits, custom.name)


def parse_sweep(text: str) -> tuple[str, range]:
    """Read ``hand=2:8``."""
    match = re.fullmatch(r"([a-z_]+)=(\d{1,4}):(\d{1,4})", text, re.ASCII)
    if match is None:
        raise Unreadable(f"--sweep {quoted(text)}: write a number of the rules and a range, such as hand=2:8")
    first, last = int(match[2]), int(match[3])
    if first > last:
        raise Unreadable(f"--sweep {quoted(text)}: the range is reversed")
    return match[1], range(first, last + 1)


@contextmanager
def opened(path: Path | None, create: bool = False) -> Iterator[SurveyStore]:
    """A store; without a path a temporary one."""
    from solver.survey.store import SurveyStore

    with SurveyStore(path, create) as store:
        yield store


def survey_all(
    plans: Sequence[SurveyPlan], order: SurveyOrder, store: SurveyStore, workers: Workforce, games: Path | None = None
) -> tuple[list[tuple[Summary, float]], bool]:
    """Run surveys one after the other; Ctrl-C ends them (True), and the last one is counted as far as it came."""
    from solver.search.compiled import now
    from solver.survey.report import summary_so_far

    found: list[tuple[Summary, float]] = []
    for plan in plans:
        began = now()
        try:
            found.append(survey_one(plan, order, store, workers, games))
        except KeyboardInterrupt:
            if (summary := summary_so_far(store, plan, order)) is not None:
                found.append((summary, now() - began))
            return found, True
    return found, False


def survey_one(
    plan: SurveyPlan, order: SurveyOrder, store: SurveyStore, workers: Workforce, games: Path | None = None
) -> tuple[Summary, float]:
    """Run a survey, and show on a terminal how it goes."""
    from solver.search.compiled import make_ready
    from solver.survey.conduct import run
    from solver.survey.report import summary_of

    make_ready(*(("hidden",) if plan.player is not None else ("search", "numbered")))  # once, not in every worker
    with progress(plan.title) as watch:
        outcome = run(plan, order, store, workers, watch, games)
    return summary_of(outcome, order.method), outcome.seconds


def stop(store: SurveyStore) -> NoReturn:
    """The end of a survey that was interrupted."""
    kept = "the same command goes on from there"
    if store.path is None:
        kept = "nothing is kept: with --store FILE the same command would go on from there"
    notice(f"interrupted; {kept}")
    raise typer.Exit(INTERRUPTED)


def progress(title: str) -> AbstractContextManager[Watch | None]:
    """The bar, if there is a terminal to show it."""
    if not is_watched():
        return nullcontext()
    from solver.survey.watch import progress_bar

    return progress_bar(title)


def draw(found: Sequence[Summary], path: Path, lost: bool = False) -> None:
    """Draw the shares."""
    from solver.survey.plot import plot

    plot(found, path, lost)


# --- what is done with stores


@app.command(
    cls=Verb,
    epilog=as_epilog(
        (
            "tenback survey report solo.db --json",
            "tenback survey report a.db b.db --plot shares.svg",
        )
    ),
)
def report(
    stores: StoresArgument,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the shares: .svg, .png or .pdf (needs tenback[plot]).")
    ] = None,
    lost_share: Annotated[
        bool, typer.Option("--lost", help="Draw what is lost in a million, on a logarithmic scale.")
    ] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="A table in Markdown, and the lost deals.")] = False,
    most: Annotated[
        int, typer.Option(metavar="N", help="With --markdown: list lost deals where there are no more.")
    ] = 100,
    interval: IntervalOption = "clopper-pearson",
    as_json: JsonOption = False,
) -> None:
    """Print the tables of stores, and draw them."""
    from solver.survey.intervals import method_named
    from solver.survey.report import json_text, markdown_page, summaries

    method = method_named(interval)
    with ExitStack() as stack:
        open_stores = [stack.enter_context(opened(path)) for path in stores]
        found = [summary for store in open_stores for summary in summaries(store, method)]
        if plot is not None and found:
            draw(found, plot, lost_share)
        if as_json:
            for number, summary in enumerate(found):
                typer.echo("," if number else "[", nl=False)
                for piece in json_text(summary):
                    typer.echo(piece, nl=False)
            typer.echo("]" if found else "[]")
        elif markdown:
            typer.echo(markdown_page(found, most))
        else:
            print_table(found)


@app.command(
    cls=Verb,
    epilog=as_epilog(
        (
            "tenback survey export solo.db lost.csv",
            "tenback survey export solo.db every-deal.csv --all",
            "tenback survey export solo.db c.parquet --table chunks",
        )
    ),
)
def export(
    store: StoreArgument,
    path: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="Where to: a name that ends in .csv, .jsonl (JSON Lines) or .parquet (needs tenback[parquet]).",
        ),
    ],
    table: Annotated[str, typer.Option(help="deals (lost, unknown or slow ones) or chunks.")] = "deals",
    every: Annotated[
        bool, typer.Option("--all", help="Every deal with its verdict, a row each, the won ones too.")
    ] = False,
) -> None:
    """Write a store's deals or chunks for other programs."""
    from solver.survey.export import export as write

    with opened(store) as kept:
        typer.echo(f"{write(kept, path, table, every):,} rows")


@app.command(cls=Verb, epilog=as_epilog(("tenback survey merge all.db monday.db tuesday.db",)))
def merge(
    target: Annotated[Path, typer.Argument(metavar="TARGET", help="The store to merge into; made if need be.")],
    stores: StoresArgument,
    mix_versions: MixOption = False,
    as_json: JsonOption = False,
) -> None:
    """Put what several stores have into one, each deal once."""
    from solver.survey.merge import merge as put_together

    with ExitStack() as stack:
        sources = [stack.enter_context(opened(path)) for path in stores]
        kept = stack.enter_context(opened(target, create=True))
        merged = put_together(kept, sources, mix_versions)
    if as_json:
        emit_json({"taken": merged.taken, "known": merged.known, "left_out": merged.left_out})
        return
    typer.echo(f"{merged.taken:,} chunks taken, {merged.known:,} known already")
    for first, last in merged.left_out:
        typer.echo(
            f"deals {first} to {last} left out: a part of them is there already; run the survey to fill in the rest"
        )


@app.command(
    cls=Verb, epilog=as_epilog(("tenback survey compare quick-and-easy/2 quick-and-easy-pro/2 --deals 1:10000",))
)
def compare(
    first: Annotated[
        str,
        typer.Argument(
            metavar="RULES",
            help="A game with its numbers, such as 'the-game/1 hand=6', or a rules file, 'mine.toml/1'; played by our"
            " player: 'the-game/2 hidden=own strength=quick'.",
        ),
    ],
    second: Annotated[str, typer.Argument(metavar="RULES", help="Another, with the same cards.")],
    deals: DealsOption = "1:1000",
    store: StoreOption = None,
    state_limit: StatesOption = None,
    time_limit: TimeOption = None,
    memory_limit: MemoryOption = None,
    jobs: JobsOption = None,
    pool: PoolOption = None,
    cluster: ClusterOption = None,
    chunk: ChunkOption = None,
    mix_versions: MixOption = False,
    as_json: JsonOption = False,
) -> None:
    """Survey two sets of rules on the same deals and compare them in pairs (McNemar's exact test)."""
    from solver.notation.answers import comparison_to_json
    from solver.survey.compare import compare as in_pairs
    from solver.survey.compare import last_in_pairs, refuse_other_decks
    from solver.survey.conduct import SurveyOrder
    from solver.survey.plan import plan_of_text
    from solver.verbs.survey_pairs import print_comparison

    numbers = parse_range(deals)
    limits, workers = limits_of(state_limit, time_limit, memory_limit), workers_of(jobs, pool, cluster)
    plans = [plan_of_text(text, limits) for text in (first, second)]
    refuse_other_decks(*plans)
    order = SurveyOrder(numbers[0], numbers[-1], chunk, mix_versions=mix_versions, beside_others=True)
    with opened(store, create=True) as kept:
        surveyed, interrupted = survey_all(plans, order, kept, workers)
        ids = [summary.survey.id for summary, _ in surveyed]
        last = last_in_pairs(kept, ids, order.first, order.last) if len(ids) == 2 else 0
        if last >= order.first:
            found = in_pairs(kept, ids[0], ids[1], order.first, last, LISTED)
            if as_json:
                emit_json(comparison_to_json(found, interrupted))
            else:
                print_comparison(found, plans, order)
        if interrupted:
            stop(kept)
