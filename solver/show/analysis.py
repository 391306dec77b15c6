"""Drawings of an analysis: tables of choices, of the turns of a played game, of unknown orders."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from solver.analysis import Analysis, Choice, FirstPlay, Orders, Played, PlayedTurn
from solver.analysis.orders import Share
from solver.show.draw import draw_line
from solver.table.line import Play

STYLES = {"winnable": "green", "unwinnable": "red", "unknown": "yellow"}
WORDS = {"winnable": "wins", "unwinnable": "loses", "unknown": "not known"}


def grid(*headings: str) -> Table:
    """A table without lines, in which turns alone are broken, between two plays, where the screen is narrow."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_edge=False)
    for heading in headings:
        table.add_column(heading, header_style="dim", overflow="fold", no_wrap=heading not in ("turn", "first turn"))
    return table


def draw_analysis(found: Analysis, rows: int | None) -> Group:
    """The verdict, first plays, choices, and numbers."""
    parts: list[RenderableType] = [headline(found)]
    if found.limit is not None and found.limit != "not asked for":
        parts.append(Text(found.limit, style="yellow"))
    if found.position.outcome is not None:
        return Group(*parts, Text(found.position.outcome.text))
    if found.first_plays:
        parts += [Text(), draw_first_plays(found.first_plays)]
    if found.choices:
        parts += [Text(), draw_choices(found.choices, rows)]
    parts.append(Text(f"\n{found.found.states + found.count.states} states, {found.seconds:.3f} s", style="dim"))
    return Group(*parts)


def headline(found: Analysis) -> Text:
    """The verdict and what there is to say of it."""
    text = Text(found.verdict, style=f"bold {STYLES[found.verdict]}")
    text.append("" if found.require is None else f" ({found.require.words.en})", style="default")
    return text.append(f": {found.summary}" if found.summary else "", style="default")


def draw_first_plays(plays: Sequence[FirstPlay]) -> Table:
    """What may be laid first."""
    table = grid("first play", "worth", "winning turns", "turns")
    for first in sorted(plays, key=lambda first: (-(first.winning or 0), first.play)):
        winning = "?" if first.winning is None else str(first.winning)
        worth = Text("no legal turn") if not first.turns else worth_of(first.verdict, first.cards_left)
        table.add_row(str(first.play), worth, winning, str(first.turns))
    return table


def draw_choices(choices: Sequence[Choice], rows: int | None) -> Group:
    """The different turns, the best first."""
    table = grid("turn", "worth", "same")
    for choice in choices[:rows]:
        worth = worth_of(choice.verdict, choice.cards_left, choice.turns)
        table.add_row(
            words(choice.plays), worth.append("  only move" if choice.only else "", style="bold"), times(choice)
        )
    more = len(choices) - len(choices[:rows])
    return Group(table, Text(f"and {more} more: --all lists them", style="dim")) if more else Group(table)


def times(choice: Choice) -> str:
    """``×3`` where different orders and like piles are folded into one choice."""
    return f"×{choice.same}" if choice.same > 1 else ""


def words(plays: Sequence[Play]) -> str:
    """The plays of a turn."""
    return " ".join(map(str, plays))


def worth_of(verdict: str, left: int | None, turns: int | None = None) -> Text:
    """A verdict with its number."""
    text = Text(WORDS[verdict], style=STYLES[verdict])
    if turns is not None:
        return text.append(f" in {turns}")
    if left:
        return text.append(f", {left} left")
    return text


def draw_played(played: Played) -> Group:
    """The turns of a game, the first losing one, and what would have won."""
    table = grid("", "", "turn", "after it", "winning choices")
    for turn in played.turns:
        table.add_row(f"{turn.number}.", f"{turn.position.player}:", words(turn.turn.plays), *judged(turn))
    parts: list[RenderableType] = [table, Text()]
    if played.require is not None:
        parts.append(Text(f"wins that count: {played.require.words.en}"))
    parts.append(Text(str(played), style="green" if played.first_losing is None else "bold red"))
    if played.better:
        parts += [Text("this would have won:"), draw_line(played.better)]
    if played.limit is not None:
        parts.append(Text(played.limit, style="yellow"))
    parts.append(Text(f"{played.seconds:.3f} s", style="dim"))
    return Group(*parts)


def judged(turn: PlayedTurn) -> tuple[Text, str]:
    """What a turn left, and how many choices would have won."""
    if turn.position.winner_if(True) is not None:
        better = turn.stands_better
        state = Text("not known" if better is None else f"{better} stands better")
    else:
        state = Text({"winnable": "still won", "unwinnable": "lost", "unknown": "not known"}[turn.after])
    state.style = "red" if turn.loses else ""
    if turn.before == "unwinnable":
        return state, "0"
    count = "?" if turn.winning is None else f"{turn.winning} of {turn.choices}"
    return state, f"{count}, only move" if turn.only else count


def draw_orders(found: Orders, rows: int | None) -> Group:
    """Shares of orders, of the position and of each first turn."""
    how = f"all {found.orders} orders" if found.exact else f"{found.looked_at} of {found.orders:,} orders, at random"
    parts: list[RenderableType] = [
        Text.assemble((percent(found.share, found.exact), "bold"), f" of orders can be won ({how})")
    ]
    if found.limit is not None:
        parts.append(Text(f"{found.limit}: this is what is known so far", style="yellow"))
    parts += [Text(), draw_shares(found, rows)]
    if rows is not None and len(found.choices) > rows:
        parts.append(Text(f"and {len(found.choices) - rows} more: --all lists them", style="dim"))
    return Group(*parts, Text(f"\n{found.seconds:.3f} s", style="dim"))


def draw_shares(found: Orders, rows: int | None) -> Table:
    """First turns with their shares; what is the same in all rows is left out."""
    shown = found.choices[:rows]
    unknown, same = (any(choice.share.unknown for choice in shown), any(choice.same > 1 for choice in shown))
    headings = ["first turn", "can be won", "won", "lost"]
    table = grid(*headings, *(["not known"] if unknown else []), *(["same"] if same else []))
    for choice in shown:
        share = choice.share
        row = [words(choice.turn.plays), percent(share, found.exact), str(share.won), str(share.lost)]
        row += [str(share.unknown or "")] if unknown else []
        table.add_row(*row, *([f"×{choice.same}" if choice.same > 1 else ""] if same else []))
    return table


def percent(share: Share, exact: bool) -> str:
    """``58.3 %``, or ``58.3 % (55.2 to 61.4 %)``."""
    low, high = share.interval
    if exact and not share.unknown:
        return f"{100 * share.share:.1f} %"
    return f"{100 * share.share:.1f} % ({100 * low:.1f} to {100 * high:.1f} %)"
