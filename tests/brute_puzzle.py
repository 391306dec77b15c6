"""A plain twin of what solves a puzzle: every turn as a sequence of plays, every line, by the rules of ``tests.naive``.

Two turns are the same when they lead to the same table, like piles sorted by what they show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from puzzles.puzzle import Task
from solver import Card, Position, Turn
from tests.naive import Table, after, cards_left, plays_of, table_of, turns, winner

MOST_LOOKED_AT = 1_200  # turns, before anybody loses patience
MOST_LINES = 200

Name = tuple[object, ...]


class TooMuch(Exception):
    """More than anybody has the patience for."""


class Way(NamedTuple):
    """A different turn: where it leads, and by which sets of (card, direction, owner) it can be played."""

    table: Table
    names: frozenset[Name]


def tidy(table: Table) -> Table:
    """Like piles in order; nobody to move once all is laid."""

    def order(index: int) -> tuple[object, ...]:
        pile, top = table.rules.piles[index], table.tops[index]
        return pile.owner or 0, pile.direction == "down", top is not None, top or Card(0)

    tops = tuple(table.tops[index] for index in sorted(range(len(table.tops)), key=order))
    seat = table.seat if cards_left(table) else 0
    return table._replace(tops=tops, seat=seat)


class Twin:
    """Everything about one task from one position."""

    def __init__(self, position: Position, task: Task, another: Twin | None = None) -> None:
        self.task, self.duel = task, position.rules.game.is_duel
        self.start, self.hero = tidy(table_of(position)), position.to_move
        self.looked_at = 0
        self.known_ways: dict[Table, dict[Table, Way]] = {} if another is None else another.known_ways
        self.known: dict[tuple[object, ...], object] = {}

    def ways(self, table: Table) -> dict[Table, Way]:
        """The different turns."""
        if table not in self.known_ways:
            names: dict[Table, set[Name]] = {}
            player = table.rules.player_names[table.seat]
            for plays in turns(table):
                self.looked_at += 1
                if self.looked_at > MOST_LOOKED_AT:
                    raise TooMuch
                piles = [
                    (card, table.rules.piles[pile].direction, table.rules.piles[pile].owner) for card, pile in plays
                ]
                names.setdefault(tidy(after(table, plays)), set()).add((player, tuple(sorted(piles, key=str))))
            self.known_ways[table] = {end: Way(end, frozenset(some)) for end, some in names.items()}
        return self.known_ways[table]

    # --- what a table is worth

    def fewest(self, table: Table) -> int:
        """Team games: the fewest cards that can be left."""
        key = ("fewest", table)
        if key not in self.known:
            self.known[key] = min((self.fewest(later) for later in self.ways(table)), default=cards_left(table))
        return self.known[key]  # type: ignore[return-value]

    def won_by(self, table: Table) -> int | None:
        """Face to Face: the seat that has won."""
        done = winner(table)
        if done is not None:
            return 0 if done == "A" else 1
        return None if self.ways(table) else 1 - table.seat

    def hero_needs(self, table: Table, helped: bool) -> float:
        """Face to Face: the turns of both until the hero wins; infinite if that is not to be had."""
        key = ("needs", table, helped)
        if key not in self.known:
            done = self.won_by(table)
            if done is not None:
                self.known[key] = 0.0 if done == self.hero else float("inf")
            else:
                best = min if helped or table.seat == self.hero else max
                self.known[key] = 1 + best(self.hero_needs(later, helped) for later in self.ways(table))
        return self.known[key]  # type: ignore[return-value]

    def value(self) -> float:
        """What the task is measured by at the start: cards left, or turns of both."""
        if not self.duel:
            return self.fewest(self.start)
        return self.hero_needs(self.start, self.task.name == "helpwin")

    def keeps(self, table: Table, done: int) -> bool:
        """Can the task still be solved after so many turns?"""
        if self.duel:
            within = float("inf") if self.task.turns is None else 2 * self.task.turns - 1
            if self.task.name == "helpwin" and self.task.turns is None:
                within = self.value()
            needed = self.hero_needs(table, self.task.name == "helpwin")
            return needed < float("inf") and done + needed <= within
        return self.fewest(table) <= (self.value() if self.task.name == "best-score" else 0)

    def is_end(self, table: Table) -> bool:
        """Is the game over here?"""
        return self.won_by(table) is not None if self.duel else not self.ways(table)

    def solving(self, table: Table, done: int) -> list[Way]:
        """The different turns that keep the task."""
        return [way for way in self.ways(table).values() if self.keeps(way.table, done + 1)]

    # --- how unique it is

    def lines(self, table: Table | None = None, done: int = 0) -> Iterator[tuple[Way, ...]]:
        """Every line that solves the task, nobody working against it."""
        table = self.start if table is None else table
        if self.is_end(table):
            yield ()
            return
        for way in self.solving(table, done):
            for rest in self.lines(way.table, done + 1):
                yield (way, *rest)

    def some_lines(self) -> list[tuple[Way, ...]]:
        """All lines, unless they are too many."""
        found = []
        for line in self.lines():
            found.append(line)
            if len(found) > MOST_LINES:
                raise TooMuch
        return found

    def forced(self, table: Table | None = None, done: int = 0) -> bool:
        """Face to Face: just one turn at each turn of the hero, against every defence."""
        table = self.start if table is None else table
        solving = self.solving(table, done)
        if len(solving) != 1:
            return False
        reply = solving[0].table
        return self.is_end(reply) or all(self.forced(later, done + 2) for later in self.ways(reply))

    def turn_sets(self) -> tuple[set[frozenset[tuple[Name, int]]], bool]:
        """The collections of turns that lines are made of, and whether every turn has just one name."""
        lines = self.some_lines()
        plain = all(len(way.names) == 1 for line in lines for way in line)
        sets = {frozenset(Counter(min(way.names, key=str) for way in line).items()) for line in lines}
        return sets, plain

    def card_sets(self) -> set[frozenset[tuple[Name, int]]]:
        """The same with the cards alone, whatever pile they go on."""

        def cards(way: Way) -> Name:
            player, piles = min(way.names, key=str)
            return player, frozenset(card for card, _, _ in piles)  # type: ignore[attr-defined]

        return {frozenset(Counter(map(cards, line)).items()) for line in self.some_lines()}


def table_after(position: Position, turn: Turn) -> Table:
    """Where a turn leads, by the plain rules."""
    plays = plays_of(position, turn)
    assert plays is not None
    return tidy(after(table_of(position), plays))
