"""``tenback play``: play a whole deal at the terminal."""

from __future__ import annotations

import random
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from puzzles.german import in_german
from puzzles.match import PERSON, Match
from puzzles.match.computers import usual_seats
from puzzles.match.deals import DAYS_APART, day_number, deal_text, numbered, winnable
from puzzles.match.match import start_of
from puzzles.match.record import DEAL, sections_of
from puzzles.match.store import Kept, Store, is_under_way
from puzzles.play.words import Language, language_named, say
from puzzles.verbs.play import LanguageOption, PlainOption
from puzzles.verbs.review import OutputOption, report
from solver.errors import DoesNotAddUp, TenbackError, Unreadable, quoted
from solver.files import write_text
from solver.notation.settings import overrides_of
from solver.notation.source import load, load_header, read_source, with_overrides
from solver.rules.game import Rules
from solver.shown import as_text
from solver.table.shuffle import GREATEST_NUMBER
from solver.verbs.arguments import JsonOption, PlayersOption, SetOption, parse_number
from solver.verbs.output import emit_json, notice

EXAMPLES = (
    "tenback play",
    "tenback play 'the-game/2 #17'",
    "tenback play the-game --players 3 --deal 17 --coach",
    "tenback play quick-and-easy --players 2 --people 2",
    "tenback play face-to-face --strength instant",
    "tenback play --resume",
    "tenback play --review",
)
USUAL_GAME = "the-game"
USUAL_STRENGTH = "strong"
RANDOM = "random"


def play(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME|DEAL|POSITION|NUMBER",
            help="A game, a deal or position as text or file; with --resume and --review the number of a saved game.",
        ),
    ] = None,
    players: PlayersOption = None,
    number: Annotated[
        str | None, typer.Option("--deal", metavar="K|random", help="Which deal; without it the deal of the day.")
    ] = None,
    only_winnable: Annotated[
        bool, typer.Option("--winnable", help="The next deal that can be won, as the solver proves.")
    ] = False,
    people: Annotated[
        int | None, typer.Option(help="So many people take turns at this screen; the rest are computers.")
    ] = None,
    strength: Annotated[str, typer.Option(metavar="instant|quick|strong", help="How well computers play.")] = (
        USUAL_STRENGTH
    ),
    seats: Annotated[
        str | None, typer.Option(metavar="TEXT", help="Who sits where: 'person quick person strong'.")
    ] = None,
    is_open: Annotated[bool, typer.Option("--open", help="All cards lie open, the draw pile too.")] = False,
    talks: Annotated[bool, typer.Option("--talk", help="Partners say of the piles what they hold for them.")] = False,
    coach: Annotated[bool, typer.Option("--coach", help="After each turn: what it cost, and the better one.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the game played last, or with NUMBER.")] = False,
    review: Annotated[
        bool, typer.Option("--review", help="Look back at the game played last, or at NUMBER: where was it decided?")
    ] = False,
    games: Annotated[bool, typer.Option("--games", help="List the saved games.")] = False,
    export: Annotated[Path | None, typer.Option(metavar="FILE", help="Write all saved games, one a line.")] = None,
    import_: Annotated[
        str | None,
        typer.Option("--import", metavar="FILE|-", help="Take in games that --export wrote."),
    ] = None,
    settings: SetOption = None,
    language: LanguageOption = "en",
    plain: PlainOption = False,
    output: OutputOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play a whole deal, alone, with computers, or several people at one screen; against the computer in Face to Face.

    You see what you would see at the table: your hand and the piles. `help` inside tells all; every step is saved.
    Exit 0 won, 1 lost or left, 2 bad input. Computers see only what their seat may see.
    """
    spoken, store = language_named(language), Store()
    if games or export is not None or import_ is not None:
        manage(store, games, export, import_, as_json, spoken)
        return
    if review:
        match = chosen_game(store, source, [kept for kept in store if not is_under_way(kept)]).match()
        if match.outcome is None and not match.is_open:
            raise DoesNotAddUp("this game is not over: a review would tell what is hidden")
        raise typer.Exit(report(match, spoken, output, as_json))
    if resume:
        kept = chosen_game(store, source, store.under_way())
        raise typer.Exit(run(kept.match(), kept, language, plain, coach, goes_on=True))
    deal = chosen_deal(source, players, number, settings, only_winnable, people, seats, spoken)
    match = Match(
        deal,
        who_sits(start_of(deal).rules, people, strength, seats),
        is_open,
        begun=date.today().isoformat(),
        talks=talks,
    )
    if match.outcome is not None:
        raise DoesNotAddUp(f"the game is over ({match.outcome.text})")
    if not match.people:
        raise DoesNotAddUp("nobody plays: at least one seat needs a person")
    same = store.same(match)
    match = match if same is None else same.match()
    raise typer.Exit(run(match, same or store.keep(match), language, plain, coach, goes_on=same is not None))


def run(match: Match, kept: Kept, language: str, plain: bool, coach: bool, goes_on: bool) -> int:
    """Play; the exit status."""
    from puzzles.play.game import GameSession
    from puzzles.play.game_terminal import GameTalk

    session = GameSession(match, kept, language_named(language))
    return GameTalk(session, plain, coach, goes_on).run()


# --- which game


def chosen_game(store: Store, source: str | None, candidates: list[Kept]) -> Kept:
    """A saved game by its number; without one the last of the candidates."""
    if source is not None:
        if not (source.isascii() and source.isdigit() and len(source) <= 9):
            raise Unreadable(f"{quoted(source)} is not the number of a saved game: tenback play --games lists them")
        return store.game(int(source))
    if not candidates:
        raise DoesNotAddUp("there is no such game yet: tenback play begins one")
    return max(candidates, key=lambda kept: kept.path.stat().st_mtime_ns)


def chosen_deal(
    source: str | None,
    players: int | None,
    number: str | None,
    settings: list[str] | None,
    only_winnable: bool,
    people: int | None,
    seats: str | None,
    language: Language,
) -> str:
    """The deal that is meant, as text: a whole deal or position, or a game with a number or the day's."""
    overrides = overrides_of(settings)
    if source is not None and ("#" in source or "|" in source or not is_header(source)):
        if number is not None or players is not None or only_winnable:
            raise Unreadable("give either a deal or position, or a game with --players, --deal, --winnable; not both")
        return as_text(with_overrides(load(source), overrides)) if overrides else deal_text(source)
    seated = players or (len(seats.split()) if seats else people)
    custom, _ = load_header(source or USUAL_GAME)
    rules = custom.settled(custom.players if players is None and custom.players else seated, overrides)
    if number == RANDOM:
        first, step = random.SystemRandom().randint(1, GREATEST_NUMBER // 2), 1
    elif number is None:
        first, step = day_number(date.today()), DAYS_APART
    else:
        first, step = parse_number(number) or 0, 1
    if only_winnable:
        first = winnable(rules, first, step, lambda tried: notice(say(language, "game.winnable", number=tried)))
    return numbered(rules, first)


def is_header(source: str) -> bool:
    """Is this a game (with settings), rather than a deal or a file?"""
    try:
        load_header(source)
    except TenbackError:
        return False
    return True


def who_sits(rules: Rules, people: int | None, strength: str, seats: str | None) -> tuple[str, ...]:
    """The seats: as they are named; else so many people first, then computers."""
    if seats is not None:
        return tuple(seats.replace(",", " ").split())
    persons = 1 if people is None else people
    if not 1 <= persons <= rules.players:
        raise DoesNotAddUp(f"--people {persons}: 1 to {rules.players} can sit at this table")
    return (*(PERSON,) * (persons - 1), *usual_seats(rules.players - persons + 1, strength))


# --- saved games


def manage(
    store: Store, games: bool, export: Path | None, import_: str | None, as_json: bool, language: Language
) -> None:
    """List, write out, take in."""
    if import_ is not None:
        taken = store.take_in(read_source(import_, "a file of games, one a line").splitlines())
        typer.echo(say(language, "games.taken.one" if len(taken) == 1 else "games.taken.many", n=len(taken)))
    if export is not None:
        write_text(export, "".join(f"{kept.text}\n" for kept in store))
    if games:
        told = {kept.number: facts_of(kept) for kept in store}
        if as_json:
            emit_json([{"number": number, **facts} for number, facts in told.items()])
        elif not told:
            notice(say(language, "games.none"))
        else:
            for number, facts in told.items():
                shown = facts | {"result": facts["result"] if language == "en" else in_german(facts["result"])}
                typer.echo(f"{number:>4}  {' · '.join(fact for fact in shown.values() if fact)}")


def facts_of(kept: Kept) -> dict[str, str]:
    """What a list says of a game."""
    try:
        told = sections_of(kept.text)
    except TenbackError:
        told = {DEAL: "cannot be read"}
    facts = {name: told.get(name, "") for name in (DEAL, "seats", "result", "begun")}
    return facts | {DEAL: facts[DEAL].partition("|")[0].strip()}
