"""A plain twin of the Face to Face engine: every play, every order, one dictionary, no pruning.

Faster than ``tests.naive`` (which looks at whole turns as sequences) and still short enough to check by eye: cards and
tops are numbers, a row card is ``None``, a turn is explored play by play and its different ends are collected in a set.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from solver.rules.game import Player, Rules
from solver.table.position import Position

Tops = tuple[int | None, ...]
Rests = tuple[frozenset[int], frozenset[int]]
END = 1000


class Table(NamedTuple):
    """Tops and hands by player, how many cards each has drawn, and who is to move."""

    tops: tuple[Tops, Tops]
    hands: tuple[frozenset[int], frozenset[int]]
    drawn: tuple[int, int]
    seat: int


class Twin:
    """Brute force over one position."""

    def __init__(self, position: Position) -> None:
        self.rules = position.rules
        piles = self.rules.ups + self.rules.downs
        tops = tuple(None if top is None else top.number for top in position.tops)
        hands = tuple(frozenset(card.number for card in hand) for hand in position.hands)
        self.draws = tuple(tuple(card.number for card in pile.cards) for pile in position.draws)
        self.start = Table((tops[:piles], tops[piles:]), (hands[0], hands[1]), (0, 0), position.to_move)
        self.after = cache(lambda table: frozenset(self._after(table)))

    def outcome(self) -> tuple[Player, int]:
        """Who wins with best play, and in how many turns if the winner hurries and the loser delays."""
        value = self.value(self.start)
        mover = "AB"[self.start.seat]
        other = "BA"[self.start.seat]
        return (mover, END - value) if value > 0 else (other, END + value)

    @cache  # noqa: B019 - a twin lives as long as one test
    def value(self, table: Table) -> int:
        """For the player to move: END - turns for a win, turns - END for a loss."""
        for seat in range(2):
            if self.has_won(table, seat):
                return END if seat == table.seat else -END
        if not self.after(table):
            return -END
        best = max(-self.value(later) for later in self.after(table))
        return best - 1 if best > 0 else best + 1

    def rests(self, table: Table) -> Rests:
        """The cards each player has not yet laid."""
        a, b = (hand.union(self.draws[p][table.drawn[p] :]) for p, hand in enumerate(table.hands))
        return a, b

    def helpwin(self, seat: int) -> int | None:
        """The fewest turns in which this player wins if both work for it."""

        @cache
        def fewest(table: Table) -> float:
            over = self.winner(table)
            if over is not None:
                return 0 if over == seat else float("inf")
            return 1 + min(fewest(later) for later in self.after(table))

        turns = fewest(self.start)
        return None if turns == float("inf") else int(turns)

    def selfstuck(self) -> int | None:
        """The fewest turns in which the player to move can force the own loss; None if not at all."""
        loser = self.start.seat

        @cache
        def turns(table: Table) -> float:
            over = self.winner(table)
            if over is not None:
                return 0 if over != loser else float("inf")
            replies = [turns(later) for later in self.after(table)]
            return 1 + (min(replies) if table.seat == loser else max(replies))

        count = turns(self.start)
        return None if count == float("inf") else int(count)

    def winner(self, table: Table) -> int | None:
        """The seat of the winner once the game is over."""
        for seat in range(2):
            if self.has_won(table, seat):
                return seat
        return None if self.after(table) else 1 - table.seat

    def has_won(self, table: Table, seat: int) -> bool:
        """Has this player laid every card?"""
        return not table.hands[seat] and table.drawn[seat] == len(self.draws[seat])

    def _after(self, table: Table) -> Iterator[Table]:
        """Every table that a legal turn leads to."""
        rules, me, you = self.rules, table.seat, 1 - table.seat
        to_draw = len(self.draws[me]) - table.drawn[me]
        least = rules.minimum if to_draw else rules.minimum_empty
        todo = [(table.hands[me], table.tops[me], table.tops[you], 0, 0)]
        seen = set()
        while todo:
            turn = todo.pop()
            if turn in seen:
                continue
            seen.add(turn)
            hand, own, other, laid, gifts = turn
            if laid >= max(least, gifts + 1):
                missing = rules.hand - len(hand)
                count = min(missing if gifts else min(missing, rules.draws), to_draw)
                drawn = self.draws[me][table.drawn[me] : table.drawn[me] + count]
                yield Table(
                    _pair(me, own, other),
                    _pair(me, hand | set(drawn), table.hands[you]),
                    _pair(me, table.drawn[me] + count, table.drawn[you]),
                    you,
                )
            if rules.maximum is not None and laid >= rules.maximum:
                continue
            for card in hand:
                for pile in range(len(own)):
                    up = pile < rules.ups
                    if fits(rules, up, own[pile], card):
                        todo.append((hand - {card}, put(own, pile, card), other, laid + 1, gifts))
                    if gifts < rules.gifts and helps(up, other[pile], card):
                        todo.append((hand - {card}, own, put(other, pile, card), laid + 1, gifts + 1))


def _pair(me: int, mine: object, yours: object) -> tuple:  # type: ignore[type-arg]
    return (mine, yours) if me == 0 else (yours, mine)


def put(tops: Tops, pile: int, card: int) -> Tops:
    """The tops with a card laid on a pile."""
    return (*tops[:pile], card, *tops[pile + 1 :])


def fits(rules: Rules, up: bool, top: int | None, card: int) -> bool:
    """May the card be laid on an own pile?"""
    if top is None or (card > top if up else card < top):
        return True
    return rules.trick > 0 and card == (top - rules.trick if up else top + rules.trick)


def helps(up: bool, top: int | None, card: int) -> bool:
    """May the card be laid on such a pile of the opponent?"""
    return top is not None and (card < top if up else card > top)
