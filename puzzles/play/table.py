"""The table as it is in the middle of a turn: drawn with the boxes of ``tenback show``, or in plain words.

The plain words are for screen readers, for terminals without box characters, and for whoever likes them better.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from puzzles.play.reading import player_name
from puzzles.sheet.words import game_text, words
from solver.cards import Card
from solver.notation.text import format_top
from solver.table.line import Turn
from solver.table.position import Position

if TYPE_CHECKING:
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from puzzles.play.session import Session


def shown_position(session: Session) -> Position:
    """The table with the cards of the turn under way laid and nothing drawn: to be looked at, not played from."""
    start, seat = session.position, session.position.to_move
    hands = (*start.hands[:seat], session.hand, *start.hands[seat + 1 :])
    return Position(start.rules, session.tops, hands, start.draws, seat)


def seat_names(session: Session) -> list[str]:
    """``player 1`` and so on; ``A`` and ``B``."""
    return [player_name(player, session.language) for player in session.position.rules.player_names]


def draw_names(session: Session) -> list[str]:
    """``draw pile``, or whose it is."""
    known, rules = words(session.language), session.position.rules
    if None in rules.deck_owners:
        return [known["draw-pile"]]
    return [known["draw-pile.of"].format(player=name) for name in rules.player_names]


def moving_seat(session: Session) -> int | None:
    """Who is to move, as long as somebody is."""
    return session.position.to_move if session.position.outcome is None else None


# --- drawn


def draw_table(session: Session) -> Group:
    """Game and piles, hands, draw piles."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    from solver.show.draw import pile_row

    rules = session.position.rules
    shown = shown_position(session)
    rows = [pile_row(shown, owner) for owner in rules.deck_owners]
    return Group(*(Padding(row, (0, 0, 0, 2)) for row in rows), Text(), hand_table(session))


def hand_table(session: Session) -> Table:
    """Hands, the one to move marked, then the draw piles."""
    from rich.table import Table
    from rich.text import Text

    from solver.show.draw import chips

    table, shown, moving = Table.grid(padding=(0, 1)), shown_position(session), moving_seat(session)
    rules, known = session.position.rules, words(session.language)
    for justify in (None, None, "fold"):
        table.add_column(no_wrap=justify is None)
    for seat, name in enumerate(seat_names(session)):
        mark, style = ("▸", "bold") if seat == moving else ("", "")
        hand = session.hand if seat == session.position.to_move else shown.hands[seat]
        table.add_row(mark, Text(name, style=style), chips(rules, hand))
    for name, pile in zip(draw_names(session), shown.draws, strict=True):
        cards = chips(rules, pile.cards) if pile.cards else Text(known["draw-pile.empty"], style="dim")
        table.add_row("", Text(name, style="dim"), cards)
    return table


def heading(session: Session) -> Text:
    """``The Game · 2 players``."""
    from rich.text import Text

    return Text(game_text(session.position.rules, session.language), style="bold")


# --- in words


def table_in_words(session: Session) -> str:
    """A few lines without any drawing."""
    rules, known, shown = session.position.rules, words(session.language), shown_position(session)
    tops = (top_in_words(session, index, top) for index, top in enumerate(session.tops))
    lines = [", ".join(tops)]
    for seat, name in enumerate(seat_names(session)):
        mark = f", {known['to-move']}" if seat == moving_seat(session) else ""
        hand = session.hand if seat == session.position.to_move else shown.hands[seat]
        lines.append(f"{name}{mark}: {cards_in_words(session, hand) or '-'}")
    for name, pile in zip(draw_names(session), shown.draws, strict=True):
        lines.append(f"{name}: {cards_in_words(session, pile.cards) or known['draw-pile.empty']}")
    assert len(lines) == 1 + rules.players + len(shown.draws)
    return "\n".join(lines)


def top_in_words(session: Session, index: int, top: Card | None) -> str:
    """``up1 17``, with the command of the card."""
    rules = session.position.rules
    shown = format_top(rules, index, top) or words(session.language)["draw-pile.empty"]
    return f"{rules.piles[index].name} {shown}" if top is None else f"{rules.piles[index].name} {named(session, top)}"


def cards_in_words(session: Session, cards: Iterable[Card]) -> str:
    """Cards with their commands."""
    return " ".join(named(session, card) for card in cards)


def named(session: Session, card: Card) -> str:
    """``37``, ``40=skull``."""
    command = session.position.rules.command_of.get(card)
    return str(card) if command is None else f"{card}={command}"


def line_in_words(session: Session, line: Sequence[Turn], first: int = 1) -> str:
    """A line of play, one turn a line, numbered."""
    draws, names, rules = words(session.language)["draws"], seat_names(session), session.position.rules
    lines = []
    for number, turn in enumerate(line, start=first):
        drawn = f"  ({draws} {' '.join(map(str, turn.drawn))})" if turn.drawn else ""
        player = "" if turn.player is None else f"{names[rules.seat(turn.player)]}: "
        lines.append(f"{number:>3}. {player}{' '.join(map(str, turn.plays))}{drawn}")
    return "\n".join(lines)
