"""``tenback advise``: what to play when cards are hidden."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from solver.hidden.advice import USUAL_SECONDS, Advice
from solver.hidden.advice import advise as advice_for
from solver.notation.answers import advice_to_json
from solver.notation.settings import overrides_of
from solver.notation.source import load, with_overrides
from solver.verbs.arguments import JsonOption, SetOption, SourceArgument
from solver.verbs.output import BAD_VERDICT, GOOD, emit_json, watching

EXAMPLES = (
    "tenback advise 'the-game/2 #17'",
    "tenback advise 'the-game | up: 17 1 | 1*: 5 9 20 48 | draw: ?70'",
    "tenback advise table.txt --said '2: up1=mine down2=rather-not'",
    "tenback advise 'the-game/3 #17' --information open --seconds 10",
    "tenback advise 'face-to-face #17'",
)
ROWS = 8


def advise(
    source: SourceArgument,
    information: Annotated[
        str | None,
        typer.Option(metavar="own|talk|open", help="What is known: the own hand; talk of partners; all hands."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help=f"Think for so long; without anything said {USUAL_SECONDS:.0f}.")
    ] = None,
    samples: Annotated[
        int | None, typer.Option(metavar="N", help="Think through so many redeals instead: always the same answer.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Which redeals.")] = 1,
    said: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What partners said: '2: up1=mine down2=rather-not; 3: …'.")
    ] = None,
    weights: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Learned weights of your own, as tenback train writes them.")
    ] = None,
    settings: SetOption = None,
    show_all: Annotated[bool, typer.Option("--all", help="List every turn that was compared.")] = False,
    as_json: JsonOption = False,
) -> None:
    """What should the player to move lay, without knowing the hidden cards?  Exit 0, 1 no legal turn, 2 bad input.

    Write hidden cards as ``2: ?6`` and ``draw: ?40`` (tenback help notation). Of a position whose cards are all named,
    only the hand of the player to move is looked at, with --information open all hands; never the order of the draw
    pile. Each turn is tried in many redeals of the unseen cards. Ctrl-C ends it with what is known. In Face to Face
    open means both decks in order: turns that are proved to win or lose are told apart from estimates.

    What partners may say of a pile: mine (I have the trick for it), please-dont, rather-not, free.
    """
    from solver.show.advice import advice_progress

    table = with_overrides(load(source), overrides_of(settings))
    with watching(advice_progress) as watch:  # the answer is printed when the line that tells how it goes is gone
        advice = advice_for(table, information, seconds, samples, seed, said, weights, watch)
    report(advice, as_json, show_all)
    raise typer.Exit(GOOD if advice.turns else BAD_VERDICT)


def report(advice: Advice, as_json: bool, show_all: bool) -> None:
    """Print the answer."""
    if as_json:
        emit_json(advice_to_json(advice))
        return
    from solver.show.advice import draw_advice
    from solver.show.draw import print_drawing

    print_drawing(draw_advice(advice, None if show_all else ROWS))
