"""Twins: puzzles that are not the same and still too much alike to stand in one collection.

- *table*: the same table under another task; of a played game the table before the losing turn counts too;
- *deal*: two puzzles that name one deal of one game as their source;
- *shape*: the same idea in the same shape: the same game, task and themes, as many cards in the hands and to be drawn,
  and a solution that lays as many cards in each turn, going the same ways.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from puzzles.canonical import table_key
from puzzles.puzzle import Puzzle, start_of_solution
from solver import Position, TenbackError, Turn
from solver.rules.follow import follows_by_trick

LikenessKind = Literal["table", "deal", "shape"]
DEAL = re.compile(r"\S+ #[0-9]{1,16}\b")


class Likeness(NamedTuple):
    """An earlier puzzle, and in what it is like this one."""

    kind: LikenessKind
    other: Puzzle


def twins_among(puzzles: Sequence[Puzzle]) -> list[list[Likeness]]:
    """For each puzzle, the earlier ones that are too much like it, each told once."""
    known, found = Known(), list[list[Likeness]]()
    for puzzle in puzzles:
        found.append(known.twins_of(puzzle))
        known.add(puzzle)
    return found


class Known:
    """Puzzles that are there already, by what makes another one their twin."""

    def __init__(self) -> None:
        self.first: dict[tuple[LikenessKind, object], Puzzle] = {}

    def add(self, puzzle: Puzzle) -> None:
        """One more."""
        for mark in marks_of(puzzle):
            self.first.setdefault(mark, puzzle)

    def twins_of(self, puzzle: Puzzle) -> list[Likeness]:
        """Those that are too much like it, each told once."""
        told: dict[str, Likeness] = {}
        for kind, mark in marks_of(puzzle):
            other = self.first.get((kind, mark))
            if other is not None:
                told.setdefault(other.id, Likeness(kind, other))
        return list(told.values())


def marks_of(puzzle: Puzzle) -> Iterator[tuple[LikenessKind, object]]:
    """What a puzzle shares with its twins."""
    try:
        start = start_of_solution(puzzle.position, puzzle.played, puzzle.lost_at)
        yield "table", table_key(puzzle.position)
        if puzzle.played:
            yield "table", table_key(start)
    except TenbackError:  # a played game that is against the rules is found elsewhere
        return
    deal = DEAL.search(puzzle.source)
    if deal is not None:
        yield "deal", deal[0]
    if puzzle.solution and puzzle.themes:
        yield "shape", shape_of(puzzle, start)


def shape_of(puzzle: Puzzle, start: Position) -> tuple[object, ...]:
    """The idea of a puzzle and the shape it comes in, without its numbers."""
    rules, position = start.rules, start
    ways = list[tuple[object, ...]]()
    for turn in puzzle.solution:
        ways.append(way_of(position, turn))
        try:
            position = position.after(turn)
        except TenbackError:
            break
    hands = tuple(len(start.hands[(start.to_move + step) % rules.players]) for step in range(rules.players))
    draws = tuple(len(pile.cards) for pile in start.draws)
    return rules.game.name, str(puzzle.task), puzzle.themes, puzzle.lost_at, hands, draws, tuple(ways)


def way_of(position: Position, turn: Turn) -> tuple[object, ...]:
    """The plays of a turn without their cards: on which pile, and is it a trick?"""
    rules, tops, way = position.rules, list(position.tops), list[tuple[str, bool]]()
    for card, name in turn.plays:
        at = rules.pile_index(name)
        pile, top = rules.piles[at], tops[at]
        way.append((pile.direction, top is not None and follows_by_trick(rules, pile.direction, top, card)))
        tops[at] = card
    return tuple(way)
