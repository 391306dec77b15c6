"""Advice for people's eyes: the best turn in words, the turns as a table, how sure that is, and why."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from solver.hidden.advice import Advice, AdvisedTurn
from solver.screen import fitting
from solver.search.limits import Progress
from solver.show.analysis import grid, words
from solver.table.view import OPEN, TALK


def draw_advice(advice: Advice, rows: int | None) -> Group:
    """The whole answer."""
    best = advice.best
    if best is None:
        return Group(Text(f"no legal turn: {' '.join(advice.notes)}", style="bold"))
    parts: list[RenderableType] = [Text(in_words(best), style="bold green"), Text()]
    parts.append(draw_turns(advice, rows))
    if rows is not None and len(advice.turns) > rows:
        parts.append(Text(f"and {len(advice.turns) - rows} more: --all lists them", style="dim"))
    parts += [Text(), Text(how_sure(advice))]
    if advice.why:
        parts += [Text("Why:"), *(Text(f"- {why}") for why in advice.why)]
    parts += [Text(f"note: {note}", style="italic") for note in advice.notes]
    parts += [Text(f"{advice.limit}: this is what is known so far", style="yellow")] if advice.limit else []
    return Group(*parts, Text(f"{knowing(advice)}, {worked(advice)}, {advice.seconds:.3f} s", style="dim"))


def in_words(turn: AdvisedTurn) -> str:
    """``lay 37 on up1, then 48 on up1``."""
    return "lay " + ", then ".join(f"{play.card} on {play.pile}" for play in turn.plays)


def draw_turns(advice: Advice, rows: int | None) -> RenderableType:
    """The turns with their chances."""
    table = grid("turn", "chance to win", "cards left", "cost")
    for place, turn in enumerate(advice.turns[:rows]):
        cost = "best" if not place else f"{100 * turn.cost:.1f}"
        table.add_row(words(turn.plays), chance_text(turn, advice.known), f"{turn.cards_left:.1f}", cost)
    return table


def chance_text(turn: AdvisedTurn, known: bool = False) -> str:
    """``61.0 % ± 3.0``, or that it is certain; where all cards are known, a verdict or an estimate."""
    if turn.certain and known:
        return f"{'wins' if turn.chance else 'loses'}, proved"
    if turn.certain:
        return f"{100 * turn.chance:.0f} %, certain"
    if known:
        return f"{100 * turn.chance:.0f} %, estimate"
    low, high = turn.interval
    return f"{100 * turn.chance:.1f} % ± {100 * max(high - turn.chance, turn.chance - low):.1f}"


def how_sure(advice: Advice) -> str:
    """How probable it is that the first turn is better than the second."""
    if advice.turns[0].certain:
        return "This is proved." if advice.known else "This was worked out: no redeal can change it."
    if advice.known:
        return "Nothing is proved of the first turn: its chance is an estimate, no verdict."
    if advice.sure is None:
        return "It is the only turn worth thinking about."
    percent = f"{100 * advice.sure:.0f}" if advice.sure < 0.995 else "more than 99"
    return f"How sure: {percent} % that the first beats the second (by the same redeals)."


def knowing(advice: Advice) -> str:
    """Which cards were known."""
    if advice.known:
        return "all cards known"
    if advice.information == OPEN:
        return "all hands known"
    return "own hand and talk" if advice.information == TALK else "own hand known"


def worked(advice: Advice) -> str:
    """What was thought through."""
    rounds = "1 round" if advice.samples == 1 else f"{advice.samples} rounds"
    return f"{rounds} of proof" if advice.known else f"{advice.samples:,} redeals"


def advice_progress(progress: Progress, room: int) -> str:
    """How it goes, in one line."""
    rate = progress.states / max(progress.seconds, 1e-9)
    counted = "redeals" if progress.stage == "redeals" else "states"
    parts = [f"{progress.states:,} {counted}", f"{progress.seconds:.0f} s", "Ctrl-C gives the best so far"]
    return fitting([*parts, f"{rate:,.0f} a second"], room)
