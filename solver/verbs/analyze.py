"""``tenback analyze``: what each choice is worth, where a played game was lost, what an unknown order leaves."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from solver.analysis import Analysis, Orders, Played, analyze_line, analyze_orders
from solver.analysis import analyze as analyze_position
from solver.analysis.count import MOST_STATES
from solver.analysis.orders import MOST_ORDERS
from solver.errors import Unreadable
from solver.notation.source import load, load_line, starting_position, with_overrides
from solver.verbs.arguments import JsonOption, SetOption, SourceArgument, overrides_of
from solver.verbs.output import GOOD, STATUS, emit_json, watching

EXAMPLES = (
    "tenback analyze position.json",
    "tenback analyze 'quick-and-easy/2 #5' --line game.json",
    "tenback analyze 'quick-and-easy | up: r7 | 1*: b5 s1 | draw?: g2 y9'",
)
ROWS = 20


def analyze(
    source: SourceArgument,
    line: Annotated[
        str | None, typer.Option(metavar="FILE|-|LINE", help="A game that was played from there, turn by turn.")
    ] = None,
    settings: SetOption = None,
    most_states: Annotated[
        int, typer.Option("--states", help="Count winning lines through at most so many states.")
    ] = MOST_STATES,
    count: Annotated[bool, typer.Option(help="Count winning lines at all.")] = True,
    orders: Annotated[int, typer.Option(help="Unknown order: go through all if at most so many, else sample.")] = (
        MOST_ORDERS
    ),
    seed: Annotated[int, typer.Option(help="Unknown order: which sample.")] = 1,
    confidence: Annotated[float, typer.Option(help="Unknown order: of the interval.")] = 0.95,
    show_all: Annotated[bool, typer.Option("--all", help="List every choice, not only the best.")] = False,
    time_limit: Annotated[float | None, typer.Option(metavar="S", help="Stop after so many seconds.")] = None,
    memory_limit: Annotated[int | None, typer.Option(metavar="MB", help="Tables of at most so many megabytes.")] = None,
    as_json: JsonOption = False,
) -> None:
    """What is each choice worth?  Where was a game lost?  Exit 0 winnable, 1 unwinnable, 3 unknown, 2 bad input.

    With --line: exit 0 if no turn gave a win away, 1 if one did, 3 if that is not known. With a draw pile of unknown
    order: exit 0.
    """
    if source == "-" and line == "-":
        raise Unreadable("only one of position and line can come from standard input")
    if most_states < 1:
        raise Unreadable(f"--states {most_states}: at least 1 is needed")
    position = starting_position(with_overrides(load(source), overrides_of(settings)))
    ordered = all(pile.ordered for pile in position.draws)
    found: Analysis | Played | Orders
    with watching() as watch:  # the answer is printed when the line that tells how it goes is gone
        if line is not None:
            found = analyze_line(position, load_line(line, position), time_limit, watch, memory_limit)
        elif not ordered:
            found = analyze_orders(position, orders, seed, confidence, time_limit, watch, memory_limit)
        else:
            found = analyze_position(position, time_limit, count, most_states, watch, memory_limit)
    if isinstance(found, Played):
        raise typer.Exit(report_line(found, as_json))
    if isinstance(found, Orders):
        raise typer.Exit(report_orders(found, as_json, show_all))
    raise typer.Exit(report(found, as_json, show_all))


def report(found: Analysis, as_json: bool, show_all: bool) -> int:
    """A position: its choices."""
    if as_json:
        emit_json(analysis_to_json(found))
    else:
        from solver.show.analysis import draw_analysis
        from solver.show.draw import print_drawing

        print_drawing(draw_analysis(found, None if show_all else ROWS))
    return STATUS[found.verdict]


def report_line(played: Played, as_json: bool) -> int:
    """A played game: its turns."""
    if as_json:
        emit_json(played_to_json(played))
    else:
        from solver.show.analysis import draw_played
        from solver.show.draw import print_drawing

        print_drawing(draw_played(played))
    if played.first_losing is not None:
        return STATUS["unwinnable"]
    return STATUS["unknown"] if any("unknown" in (turn.before, turn.after) for turn in played.turns) else GOOD


def report_orders(found: Orders, as_json: bool, show_all: bool) -> int:
    """An unknown order: shares."""
    if as_json:
        emit_json(orders_to_json(found))
    else:
        from solver.show.analysis import draw_orders
        from solver.show.draw import print_drawing

        print_drawing(draw_orders(found, None if show_all else ROWS))
    return GOOD


# --- for programs


def analysis_to_json(found: Analysis) -> dict[str, Any]:
    """The form that scripts rely on."""
    duel = found.position.rules.game.is_duel
    choices = [
        {
            "plays": [[str(play.card), play.pile] for play in choice.plays],
            "verdict": choice.verdict,
            "cards_left": choice.cards_left,
            "same": choice.same,
            "only": choice.only,
        }
        | ({"winner": choice.winner, "turns": choice.turns} if duel else {})
        for choice in found.choices
    ]
    first_plays = [
        {
            "play": [str(first.play.card), first.play.pile],
            "verdict": first.verdict,
            "cards_left": first.cards_left,
            "turns": first.turns,
            "winning": first.winning,
            "same": first.same,
        }
        for first in found.first_plays
    ]
    count = found.count
    data: dict[str, Any] = {
        "verdict": found.verdict,
        "cards_left": found.cards_left,
        "choices": choices,
        "first_plays": first_plays,
        "winning_lines": text_or_none(count.lines),
        "winning_plays": text_or_none(count.plays_apart),
        "winning_positions": text_or_none(count.positions),
        "limit": found.limit,
        "seconds": round(found.seconds, 6),
    }
    return data | ({"winner": found.winner, "turns": found.turns} if duel else {})


def text_or_none(number: int | None) -> str | None:
    """Numbers that may be huge are text."""
    return None if number is None else str(number)


def played_to_json(played: Played) -> dict[str, Any]:
    """A played game, turn by turn."""
    from solver.notation.jsonform import line_to_json

    turns = []
    for turn in played.turns:
        (data,) = line_to_json((turn.turn,))
        data |= {
            "before": turn.before,
            "verdict": turn.after,
            "loses": turn.loses,
            "choices": turn.choices,
            "winning": turn.winning,
        }
        turns.append(data | ({"stands_better": turn.stands_better} if played.position.rules.game.is_duel else {}))
    losing = played.first_losing
    return {
        "verdict": played.verdict,
        "first_losing_turn": None if losing is None else losing.number,
        "turns": turns,
        "better": line_to_json(played.better),
        "limit": played.limit,
        "seconds": round(played.seconds, 6),
    }


def orders_to_json(found: Orders) -> dict[str, Any]:
    """Shares of orders."""
    return {
        **share_to_json(found.share),
        "orders": str(found.orders),
        "looked_at": found.looked_at,
        "exact": found.exact,
        "confidence": None if found.exact else found.confidence,
        "method": "enumeration" if found.exact else "clopper-pearson",
        "seed": found.seed,
        "choices": [
            {
                "plays": [[str(play.card), play.pile] for play in choice.turn.plays],
                "same": choice.same,
                **share_to_json(choice.share),
            }
            for choice in found.choices
        ],
        "limit": found.limit,
        "seconds": round(found.seconds, 6),
    }


def share_to_json(share: Any) -> dict[str, Any]:
    """One share with its interval."""
    return {
        "won": share.won,
        "lost": share.lost,
        "unknown": share.unknown,
        "share": share.share,
        "interval": list(share.interval),
    }
