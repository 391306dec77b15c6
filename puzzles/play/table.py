"""The table as it is in the middle of a turn: drawn with the boxes of ``tenback show``, or in plain words.

The plain words are for screen readers, for terminals without box characters, and for whoever likes them better.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from puzzles.play.reading import player_name
from puzzles.sheet.words import counted, game_text, words
from solver.cards import Card
from solver.notation.text import format_top
from solver.table.line import Turn
from solver.table.position import Position
from solver.table.view import Hand, Hidden, View

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from puzzles.play.laying import Laying


def seat_names(session: Laying) -> list[str]:
    """``player 1`` and so on; ``A`` and ``B``."""
    return [player_name(player, session.language) for player in session.position.rules.player_names]


def draw_names(session: Laying) -> list[str]:
    """``draw pile``, or whose it is."""
    known, rules = words(session.language), session.position.rules
    if None in rules.deck_owners:
        unknown = "" if session.position.draw.ordered else f", {known['draw-pile.unordered']}"
        return [known["draw-pile"] + unknown]
    return [known["draw-pile.of"].format(player=name) for name in rules.player_names]


def moving_seat(session: Laying) -> int | None:
    """Who is to move, as long as somebody is."""
    return session.position.to_move if session.names_mover and session.position.outcome is None else None


# --- drawn


def draw_table(session: Laying) -> Group:
    """Game and piles, hands, draw piles."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    from solver.show.draw import pile_row

    rules = session.position.rules
    shown = session.shown()
    rows = [pile_row(shown, owner) for owner in rules.deck_owners]
    return Group(*(Padding(row, (0, 0, 0, 2)) for row in rows), Text(), hand_table(session))


def hand_table(session: Laying) -> Table:
    """Hands, the one to move marked, then the draw piles."""
    from rich.table import Table
    from rich.text import Text

    from solver.show.draw import chips

    table, shown, moving = Table.grid(padding=(0, 1)), session.shown(), moving_seat(session)
    rules, known = session.position.rules, words(session.language)

    def held(cards: Hand, none: str) -> Text:
        if isinstance(cards, Hidden):
            return Text(hidden_in_words(session, len(cards)), style="dim")
        return chips(rules, cards) if cards else Text(none, style="dim")

    for justify in (None, None, "fold"):
        table.add_column(no_wrap=justify is None)
    for seat, name in enumerate(seat_names(session)):
        mark, style = ("▸", "bold") if seat == moving else ("", "")
        table.add_row(mark, Text(name + session.note_on(seat), style=style), held(shown.hands[seat], "-"))
    for name, pile in zip(draw_names(session), drawn_from(shown), strict=True):
        table.add_row("", Text(name, style="dim"), held(pile, known["draw-pile.empty"]))
    return table


def drawn_from(shown: Position | View) -> list[Hand]:
    """The draw piles, as far as they are seen."""
    if isinstance(shown, View):
        return [Hidden(size) if size else () for size in shown.draws]
    return [pile.cards for pile in shown.draws]


def hidden_in_words(session: Laying, count: int) -> str:
    """``84 cards``."""
    return counted("draw-pile.count.one", "draw-pile.count", count, session.language)


def heading(session: Laying) -> Text:
    """``The Game · 2 players``."""
    from rich.text import Text

    return Text(game_text(session.position.rules, session.language), style="bold")


# --- in words


def table_in_words(session: Laying) -> str:
    """A few lines without any drawing."""
    known, shown = words(session.language), session.shown()
    tops = (top_in_words(session, index, top) for index, top in enumerate(session.tops))
    lines = [", ".join(tops)]
    for seat, name in enumerate(seat_names(session)):
        mark = f", {known['to-move']}" if seat == moving_seat(session) else ""
        lines.append(f"{name}{session.note_on(seat)}{mark}: {cards_in_words(session, shown.hands[seat]) or '-'}")
    for name, pile in zip(draw_names(session), drawn_from(shown), strict=True):
        lines.append(f"{name}: {cards_in_words(session, pile) or known['draw-pile.empty']}")
    return "\n".join(lines)


def top_in_words(session: Laying, index: int, top: Card | None) -> str:
    """``up1 17``, with the command of the card."""
    rules = session.position.rules
    shown = format_top(rules, index, top) or words(session.language)["draw-pile.empty"]
    return f"{rules.piles[index].name} {shown}" if top is None else f"{rules.piles[index].name} {named(session, top)}"


def cards_in_words(session: Laying, cards: Hand) -> str:
    """Cards with their commands, or how many are hidden."""
    if isinstance(cards, Hidden):
        return hidden_in_words(session, len(cards)) if len(cards) else ""
    return " ".join(named(session, card) for card in cards)


def named(session: Laying, card: Card) -> str:
    """``37``, ``40=skull``."""
    command = session.position.rules.command_of.get(card)
    return str(card) if command is None else f"{card}={command}"


def line_in_words(session: Laying, line: Sequence[Turn], first: int = 1) -> str:
    """A line of play, one turn a line, numbered."""
    draws, names, rules = words(session.language)["draws"], seat_names(session), session.position.rules
    lines = []
    for number, turn in enumerate(line, start=first):
        drawn = f"  ({draws} {' '.join(map(str, turn.drawn))})" if turn.drawn else ""
        player = "" if turn.player is None else f"{names[rules.seat(turn.player)]}: "
        lines.append(f"{number:>3}. {player}{' '.join(map(str, turn.plays))}{drawn}")
    return "\n".join(lines)
