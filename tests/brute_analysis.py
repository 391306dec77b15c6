"""A plain twin of the analysis: every turn as a sequence of plays, every line, dictionaries and nothing else.

Turns come from ``tests.brute`` (team games) and ``tests.naive`` style sequences; two turns are the same when they lead
to the same table, like piles sorted by what they show.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from solver.cards import Card
from solver.rules.game import Rules
from solver.table.position import Position
from tests.brute import Brute, State
from tests.brute_duel import Table, Twin, fits, helps, put

MOST_TURNS = 3_000


class TooMuch(Exception):
    """More turns than anybody has the patience for."""


class Worth(NamedTuple):
    """Of a table: fewest cards left, winning lines of different turns, and with every order and pile apart."""

    left: int
    lines: int
    apart: int


def like_piles_sorted(rules: Rules, tops: tuple[Any, ...]) -> tuple[Any, ...]:
    """The tops, ascending piles first, each direction sorted (row cards first)."""
    both = zip(rules.piles, tops, strict=True)
    key = [(pile.owner, pile.direction == "down", top is not None, top) for pile, top in both]
    return tuple(entry[3] for entry in sorted(key, key=lambda e: (e[0] or 0, e[1], e[2], e[3] or 0)))


class TeamTwin:
    """Everything about one position of a team game."""

    def __init__(self, position: Position) -> None:
        self.brute, self.rules = Brute(position), position.rules
        self.start = self.brute.start(position)
        self.worths: dict[State, Worth] = {}
        self.looked_at = 0

    def turns(self, state: State) -> Iterator[tuple[tuple[tuple[Card, int], ...], State]]:
        """Every legal turn, play by play, with the table after it (like piles sorted; nobody to move at the end)."""
        todo: list[tuple[tuple[tuple[Card, int], ...], State]] = [((), state)]
        while todo:
            plays, now = todo.pop()
            if len(todo) > MOST_TURNS:
                raise TooMuch
            if self.brute.may_end(now):
                yield plays, self.tidy(self.brute.ended(now))
            for card in now.hands[now.seat]:
                for pile in range(len(now.tops)):
                    if self.brute.may_lay(now, card, pile) and self.content(now, card, pile):
                        todo.append(((*plays, (card, pile)), self.brute.with_card(now, card, pile)))

    def content(self, now: State, card: Card, pile: int) -> bool:
        """A stop ends the turn, so the turn must be able to end with it."""
        after = self.brute.with_card(now, card, pile)
        return not after.stopped or self.brute.may_end(after)

    def tidy(self, state: State) -> State:
        seat = state.seat if self.brute.left(state) else 0
        return state._replace(tops=like_piles_sorted(self.rules, state.tops), seat=seat)

    def choices(self, state: State) -> dict[State, int]:
        """The different turns, by where they lead, and how many ways there are to play each."""
        found: dict[State, int] = {}
        for _, after in self.turns(state):
            self.looked_at += 1
            if self.looked_at > MOST_TURNS:
                raise TooMuch
            found[after] = found.get(after, 0) + 1
        return found

    def worth(self, state: State) -> Worth:
        """By going through everything."""
        state = self.tidy(state)
        if state not in self.worths:
            left = self.brute.left(state)
            if left == 0:
                self.worths[state] = Worth(0, 1, 1)
            else:
                parts = [(self.worth(after), same) for after, same in self.choices(state).items()]
                self.worths[state] = Worth(
                    min([left, *(part.left for part, _ in parts)]),
                    sum(part.lines for part, _ in parts),
                    sum(part.apart * same for part, same in parts),
                )
        return self.worths[state]

    def winning_positions(self) -> int:
        """Tables that some winning line passes, both ends included."""
        self.worth(self.start)
        return sum(worth.left == 0 for worth in self.worths.values())


class DuelTwin(Twin):
    """The same for Face to Face: turns as sequences, and the lines in which a player always keeps the win."""

    def choices(self, table: Table) -> dict[Table, int]:
        """The different turns, by where they lead, and how many ways there are to play each."""
        rules, me, you = self.rules, table.seat, 1 - table.seat
        to_draw = len(self.draws[me]) - table.drawn[me]
        least = rules.minimum if to_draw else rules.minimum_empty
        found: dict[Table, int] = {}
        todo = [(table.hands[me], table.tops[me], table.tops[you], 0, 0)]
        while todo:
            hand, own, other, laid, gifts = todo.pop()
            if laid >= max(least, gifts + 1):
                missing = rules.hand - len(hand)
                count = min(missing if gifts else min(missing, rules.draws), to_draw)
                drawn = self.draws[me][table.drawn[me] : table.drawn[me] + count]
                after = self.table(me, own, other, hand | set(drawn), table, count)
                found[after] = found.get(after, 0) + 1
            if rules.maximum is not None and laid >= rules.maximum:
                continue
            for card in hand:
                for pile in range(len(own)):
                    up = pile < rules.ups
                    if fits(rules, up, own[pile], card):
                        todo.append((hand - {card}, put(own, pile, card), other, laid + 1, gifts))
                    if gifts < rules.gifts and helps(up, other[pile], card):
                        todo.append((hand - {card}, own, put(other, pile, card), laid + 1, gifts + 1))
        return found

    def table(self, me: int, own: Any, other: Any, hand: frozenset[int], before: Table, count: int) -> Table:
        tops, hands, drawn = [other, other], [before.hands[1 - me]] * 2, [before.drawn[1 - me]] * 2
        tops[me], hands[me], drawn[me] = own, hand, before.drawn[me] + count
        return Table((tops[0], tops[1]), (hands[0], hands[1]), (drawn[0], drawn[1]), 1 - me)

    def lines(self) -> tuple[int, int, int]:
        """Lines in which the first to move always keeps the win, with orders apart, and the positions they pass."""
        hero = self.start.seat
        if self.value(self.start) <= 0:
            return 0, 0, 0
        passed: set[Table] = set()

        @cache
        def count(table: Table) -> tuple[int, int]:
            over = self.winner(table)
            won = any(self.has_won(table, seat) for seat in range(2))
            passed.add(table._replace(seat=0) if won else table)
            if over is not None:
                return 1, 1
            lines = apart = 0
            for after, same in self.choices(table).items():
                if table.seat != hero or self.value(after) < 0:
                    more, more_apart = count(after)
                    lines, apart = lines + more, apart + same * more_apart
            return lines, apart

        lines, apart = count(self.start)
        return lines, apart, len(passed)
