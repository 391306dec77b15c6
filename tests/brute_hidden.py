"""The best chance to win when cards are hidden, on decks so small that everything that may come can be gone through.

Plain sets and the follow rule; nothing is clever, nothing is shared with the player or its kernels.  Games without
commands only.  What is computed, exactly:

    open_chance    all hands are seen, the order of the draw pile is not (alone: the same as knowing the own hand)
    own_chance     two players who see their own hand only, where a turn lays the whole hand as long as there is
                   something to draw (hand = minimum).  Nobody then knows anything of cards that stay hidden: there is
                   nothing to signal and every hidden card is equally likely anywhere: best play needs nothing but the
                   tops, the own hand and the unseen cards.  Once nothing is left to draw, whoever counts knows all
    policy_chance  what a given way of playing wins, whatever it looks at, without sampling

For two players with private hands of which a part is kept, the best pair of policies is out of reach even here:
``open_chance`` bounds it from above.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from solver.cards import Card
from solver.rules.game import Rules
from solver.table.line import Turn
from solver.table.position import DrawPile, Position
from tests.brute import follows

Tops = tuple[Card | None, ...]
Cards = frozenset[Card]
Outcome = tuple[Tops, Cards]  # what a turn leaves: the tops and the hand
NOTHING: Cards = frozenset()


class Table(NamedTuple):
    """The start of a turn; ``draw`` has no order."""

    tops: Tops
    hands: tuple[Cards, ...]
    draw: Cards
    seat: int = 0


def table_of(position: Position) -> Table:
    """A position, the order of its draw pile forgotten."""
    return Table(position.tops, tuple(map(frozenset, position.hands)), frozenset(position.draw.cards), position.to_move)


def position_of(rules: Rules, table: Table) -> Position:
    """The reverse; the order is any."""
    hands = tuple(tuple(sorted(hand)) for hand in table.hands)
    return Position(rules, table.tops, hands, (DrawPile(tuple(sorted(table.draw))),), table.seat)


def outcomes(rules: Rules, tops: Tops, hand: Cards, drawing: int) -> set[Outcome]:
    """What every legal turn leaves."""
    assert not rules.commands
    least = rules.minimum if drawing else rules.minimum_empty
    found, layer = set[Outcome](), {(tops, hand)}
    for laid in range(1, min(len(hand), rules.maximum or len(hand)) + 1):
        layer = {later for before, held in layer for later in one_card_later(rules, before, held)}
        found |= layer if laid >= least else set()
    return found


def one_card_later(rules: Rules, tops: Tops, hand: Cards) -> Iterator[Outcome]:
    """After one more card."""
    for card in hand:
        for at, pile in enumerate(rules.piles):
            if follows(rules, pile.direction, tops[at], card, tricks=True):
                yield (*tops[:at], card, *tops[at + 1 :]), hand - {card}


def mean(values: Iterable[float]) -> float:
    """Of equally likely things."""
    every = list(values)
    return sum(every) / len(every)


def greatest(chances: Iterable[float]) -> float:
    """The greatest; once one is certain, there is no need to look on."""
    best = 0.0
    for chance in chances:
        best = max(best, chance)
        if best == 1.0:
            break
    return best


def sets_of(cards: Cards, count: int) -> Iterator[Cards]:
    """The sets of so many of these cards."""
    return map(frozenset, combinations(sorted(cards), count))


def seat_after(hands: Collection[Cards], draw: Cards, seat: int) -> int:
    """Whose turn is next: once the draw pile is empty, who has no cards is skipped."""
    held = list(hands)
    seat = (seat + 1) % len(held)
    while not draw and not held[seat] and any(held):
        seat = (seat + 1) % len(held)
    return seat


def tables_after(rules: Rules, table: Table, outcome: Outcome) -> Iterator[Table]:
    """The tables that a turn may lead to, all equally likely."""
    tops, left = outcome
    hand = table.hands[table.seat]
    wanted = len(hand) - len(left) if rules.game.drawing == "as-laid" else rules.hand - len(left)
    for drawn in sets_of(table.draw, min(wanted, len(table.draw))):
        hands = tuple(left | drawn if at == table.seat else held for at, held in enumerate(table.hands))
        draw = table.draw - drawn
        yield Table(tops, hands, draw, seat_after(hands, draw, table.seat))


def is_won(table: Table) -> bool:
    """Is every card laid?"""
    return not table.draw and not any(table.hands)


def open_chance(rules: Rules, start: Table) -> float:
    """The best chance to win of players who see all hands, and not the order of the draw pile."""

    @cache
    def best(table: Table) -> float:
        if is_won(table):
            return 1.0
        choices = outcomes(rules, table.tops, table.hands[table.seat], len(table.draw))
        return greatest(mean(map(best, tables_after(rules, table, outcome))) for outcome in choices)

    return best(start)


def own_chance(rules: Rules, start: Table) -> float:
    """The best chance to win of two players who see their own hand only, for the one to move; a turn lays a hand."""
    assert rules.players == 2
    assert rules.hand == rules.minimum

    @cache
    def best(tops: Tops, hand: Cards, unseen: Cards, other: int) -> float:
        """``other`` of the unseen cards are in the other hand, the rest is the draw pile."""
        draw = len(unseen) - other
        choices = outcomes(rules, tops, hand, draw)
        return greatest(worth(after, left, len(hand), unseen, other, draw) for after, left in choices)

    def worth(tops: Tops, left: Cards, had: int, unseen: Cards, other: int, draw: int) -> float:
        drawn = min(draw, had - len(left))
        assert not left or draw == drawn  # what is kept is known to the other player, who counts
        if not left and not unseen:
            return 1.0
        if not other and draw == drawn:  # the other player has laid everything
            return best(tops, left | unseen, NOTHING, 0)
        hands = sets_of(unseen, other)
        return mean(best(tops, hand, unseen - hand | left, len(left) + drawn) for hand in hands)

    mine, others = start.hands[start.seat], start.hands[1 - start.seat]
    return best(start.tops, mine, others | start.draw, len(others))


Chooser = Callable[[Position], Turn | None]


class Policy:
    """The chance to win of players who all choose in the same way; exact, whatever they look at."""

    def __init__(self, rules: Rules, choose: Chooser) -> None:
        self.rules, self.choose, self.known = rules, choose, dict[Table, float]()

    def chance(self, table: Table) -> float:
        """From a true table whose draw pile has no order."""
        if table not in self.known:
            self.known[table] = 1.0 if is_won(table) else self.played(table)
        return self.known[table]

    def played(self, table: Table) -> float:
        """One turn, and every table that it may lead to."""
        turn = self.choose(position_of(self.rules, table))
        if turn is None:
            return 0.0
        state = position_of(self.rules, table).laid_turn(turn)
        return mean(map(self.chance, tables_after(self.rules, table, (state.tops, frozenset(state.hand)))))

    def chance_of_unseen(self, table: Table) -> float:
        """From what the seat to move sees of its own hand (two players)."""
        return mean_over_unseen(table, self.chance)


def mean_over_unseen(table: Table, worth: Callable[[Table], float]) -> float:
    """The mean over the other's hand, for the one of two players who is to move and does not see it."""
    others = table.hands[1 - table.seat]
    unseen = others | table.draw
    return mean(
        worth(table._replace(hands=swapped(table, hand), draw=unseen - hand)) for hand in sets_of(unseen, len(others))
    )


def swapped(table: Table, hand: Cards) -> tuple[Cards, ...]:
    """The hands with another one in the place of the player who is not to move."""
    return (table.hands[0], hand) if table.seat == 0 else (hand, table.hands[1])
