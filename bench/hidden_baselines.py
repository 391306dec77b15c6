"""Simple ideas for The Game with hidden cards, written down once more as players: what ours are measured against.

Plain integers, no kernels.  Each player sees the tops, the own hand and, if it listens, what partners say of the piles;
whole games are recorded as lines, which the referee then judges.

    nearest  the card that moves a pile least, one after the other, as few as the rules ask for
    least    the whole turn that moves the piles least, tricks taken, pairs ten apart kept together
    listens  the same, but partners say "don't" and "rather not" of piles, and a turn that does not listen costs more
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from solver.cards import Card
from solver.errors import DoesNotAddUp
from solver.rules.game import Rules
from solver.table.deal import deal
from solver.table.line import Line, Play, Turn

Tops = tuple[int, ...]
Hand = frozenset[int]
Plays = tuple[tuple[int, int], ...]  # (card, pile)

BROKEN_PAIR = 8  # what it costs to lay one card of a pair and keep the other
DONT, RATHER_NOT = 10, 4  # what it costs to lay where a partner says so
VERY_NEAR, NEAR = 2, 5  # a partner's card so near to a top is worth the word


@dataclass(frozen=True)
class Table:
    """What a player sees at its turn."""

    rules: Rules
    tops: Tops
    hand: Hand
    least: int  # cards that must be laid
    cost_of_pile: tuple[int, ...]  # what partners' words make a plain card on each pile cost more


Chooser = Callable[[Table], Plays | None]


def step(rules: Rules, pile: int, top: int, card: int) -> int:
    """How far a card moves a pile; less than 0 for the trick."""
    return card - top if rules.piles[pile].direction == "up" else top - card


def plays(rules: Rules, tops: Tops, hand: Hand) -> Iterator[tuple[int, int, int]]:
    """(movement, card, pile) of everything that may be laid."""
    for pile, top in enumerate(tops):
        for card in hand:
            moved = step(rules, pile, top, card)
            if moved > 0 or (moved == -rules.trick and rules.trick):
                yield moved, card, pile


def with_card(tops: Tops, pile: int, card: int) -> Tops:
    """The tops after one card."""
    return (*tops[:pile], card, *tops[pile + 1 :])


def nearest(table: Table) -> Plays | None:
    """The nearest card, as often as must be; where that ends in nothing, whatever is legal."""
    tops, hand, laid = table.tops, table.hand, list[tuple[int, int]]()
    while len(laid) < table.least:
        found = min(plays(table.rules, tops, hand), default=None)
        if found is None:
            return least_movement(table)
        _, card, pile = found
        tops, hand = with_card(tops, pile, card), hand - {card}
        laid.append((card, pile))
    return tuple(laid)


def least_movement(table: Table) -> Plays | None:
    """The turn of least cost; beyond what must be laid only tricks."""
    return min(priced(table, table.tops, table.hand, (), 0), default=(0, None))[1]


def priced(table: Table, tops: Tops, hand: Hand, laid: Plays, cost: int) -> Iterator[tuple[int, Plays]]:
    """Every turn with its cost."""
    enough = len(laid) >= table.least
    if enough:
        yield cost + BROKEN_PAIR * broken_pairs(table, hand), laid
    for moved, card, pile in plays(table.rules, tops, hand):
        if moved < 0 or not enough:
            spoken = table.cost_of_pile[pile] if moved > 0 else 0
            later = with_card(tops, pile, card)
            yield from priced(table, later, hand - {card}, (*laid, (card, pile)), cost + moved + spoken)


def broken_pairs(table: Table, left: Hand) -> int:
    """Pairs of the hand of which one card is laid and the other kept."""
    trick = table.rules.trick
    return sum((card in left) != (card + trick in left) for card in table.hand if card + trick in table.hand)


def words_cost(rules: Rules, tops: Tops, hand: Hand) -> list[int]:
    """What a partner says of each pile, as what it costs not to listen."""
    said = []
    for pile, top in enumerate(tops):
        away = [step(rules, pile, top, card) for card in hand]
        if -rules.trick in away or any(0 < moved <= VERY_NEAR for moved in away):
            said.append(DONT)
        else:
            said.append(RATHER_NOT if any(0 < moved <= NEAR for moved in away) else 0)
    return said


@dataclass(frozen=True)
class Baseline:
    """A simple idea by name."""

    name: str
    information: str
    choose: Chooser

    @property
    def listens(self) -> bool:
        """Do its partners speak?"""
        return self.information == "talk"


BASELINES = (
    Baseline("nearest card", "own", nearest),
    Baseline("least movement, pairs kept", "own", least_movement),
    Baseline("least movement, listens", "talk", least_movement),
)


def play(baseline: Baseline, rules: Rules, number: int) -> tuple[Line, int]:
    """A numbered game: its line and the cards left."""
    if rules.commands or rules.colours:
        raise DoesNotAddUp(f"{rules.game.name}: the simple players know The Game only")
    start = deal(rules.game.name, rules.players, number, rules.overrides()).position()
    row = [rules.lowest - 1 if pile.direction == "up" else rules.highest + 1 for pile in rules.piles]
    tops, draw = tuple(row), [card.number for card in start.draw.cards]
    hands = [frozenset(card.number for card in hand) for hand in start.hands]
    seat, line = 0, list[Turn]()
    while any(hands):
        least = rules.minimum if draw else rules.minimum_empty
        costs = heard(rules, tops, hands, seat) if baseline.listens else (0,) * len(tops)
        chosen = baseline.choose(Table(rules, tops, hands[seat], least, costs))
        if chosen is None:
            break
        for card, pile in chosen:
            tops = with_card(tops, pile, card)
        drawn, draw = draw[: len(chosen)], draw[len(chosen) :]
        line.append(as_turn(rules, chosen, seat, drawn))
        hands[seat] = hands[seat] - {card for card, _ in chosen} | set(drawn)
        seat = (seat + 1) % rules.players
        while not draw and any(hands) and not hands[seat]:
            seat = (seat + 1) % rules.players
    return tuple(line), len(draw) + sum(map(len, hands))


def heard(rules: Rules, tops: Tops, hands: Sequence[Hand], seat: int) -> tuple[int, ...]:
    """The strongest word of any partner, a pile."""
    said = [words_cost(rules, tops, hand) for other, hand in enumerate(hands) if other != seat]
    return tuple(max(words) for words in zip(*said, strict=True)) if said else (0,) * len(tops)


def as_turn(rules: Rules, laid: Plays, seat: int, drawn: Sequence[int]) -> Turn:
    """For the referee."""
    plays_of_turn = tuple(Play(Card(card), rules.piles[pile].name) for card, pile in laid)
    return Turn(plays_of_turn, rules.player_names[seat], tuple(map(Card, drawn)))
