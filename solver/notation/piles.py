"""Which pile a word means: ``up1``, ``u1``, ``A.d``, and ``up`` or ``↓`` where only one pile of that direction will do.

>>> from solver.table.line import format_line, parse_line
>>> from solver.notation.text import parse_text
>>> position = parse_text("the-game | up: 17 50 | down: 88 60 | 1*: 20 70 80")
>>> format_line(settled(position, parse_line("20@up 80@↓; 70@u2")))
'20@up1 80@down1; 70@u2'
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from solver.cards import Card
from solver.errors import TenbackError, Unreadable
from solver.rules.game import Rules
from solver.rules.turns import OpenTurn, Tops
from solver.table.line import Line, Play, Turn
from solver.table.position import Position

PILE = re.compile(r"(?:([ab])\.?)?(up|u|auf|↑|down|d|ab|↓)(\d?)", re.ASCII)
UPWARD = ("up", "u", "auf", "↑")


def piles_called(rules: Rules, seat: int, word: str) -> list[str]:
    """The piles that a word may mean: ``up`` all ascending ones, ``u2`` one; without an owner the player's own."""
    match = PILE.fullmatch(word.lower())
    if match is None:
        return []
    direction = "up" if match[2] in UPWARD else "down"
    owner = rules.deck_owners[rules.deck_of(seat)]
    if match[1] and owner is None:
        return []
    if match[1]:
        owner = rules.seat(match[1].upper())
    found = [pile.name for pile in rules.piles if pile.direction == direction and pile.owner == owner]
    if match[3]:
        number = int(match[3])
        return found[number - 1 : number] if number else []
    return found


def one_of_each_kind(rules: Rules, tops: Tops, names: Iterable[str]) -> list[str]:
    """Of these piles the first of each kind: like piles that show the same card are as good as each other."""
    kinds: dict[tuple[object, ...], str] = {}
    for index in map(rules.pile_index, names):
        pile = rules.piles[index]
        kinds.setdefault((pile.direction, pile.owner, tops[index]), pile.name)
    return list(kinds.values())


def settled(position: Position, line: Sequence[Turn]) -> Line:
    """The line with every pile by its full name, as far as it keeps to the rules; the referee judges the rest."""
    found: list[Turn] = []
    for number, turn in enumerate(line, start=1):
        found.append(_settled_turn(position.open_turn, turn, number))
        try:
            position = position.after(found[-1])
        except TenbackError:
            return (*found, *line[number:])
    return tuple(found)


def _settled_turn(now: OpenTurn, turn: Turn, number: int) -> Turn:
    plays: list[Play] = []
    for place, (card, word) in enumerate(turn.plays, start=1):
        name = _settled_pile(now, card, word, f"turn {number}, play {place}")
        plays.append(Play(card, name))
        if card not in now.hand or not piles_called(now.rules, now.seat, name):  # the referee will say so
            return turn._replace(plays=(*plays, *turn.plays[place:]))
        now = now.lay(card, now.rules.pile_index(name))
    return turn._replace(plays=tuple(plays))


def _settled_pile(now: OpenTurn, card: Card, word: str, where: str) -> str:
    """The pile that is meant; the word itself where it names one already, or none at all."""
    rules = now.rules
    try:
        rules.pile_index(word)
        return word
    except TenbackError:
        meant = piles_called(rules, now.seat, word)
    fitting = [name for name in meant if card in now.hand and now.may_lay(card, rules.pile_index(name))]
    choice = one_of_each_kind(rules, now.tops, fitting)
    if len(choice) > 1:
        raise Unreadable(f"{where}: {card}@{word} can be {' or '.join(f'{card}@{name}' for name in choice)}: say which")
    return (choice or meant or [word])[0]
