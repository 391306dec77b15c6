"""Positions of the team games from medium up: built card by card, since they are hardly ever met in play.

Where a game is played well, a greedy player seldom goes wrong.  So the last cards of a deal are put on a tight table,
and then cards and tops are exchanged one at a time.  A change is kept that makes no worse, in this order:

1. the wrong first turns that no one sentence refutes (as many as the level needs),
2. the first turns that win (one is wanted),
3. what the cheapest such wrong turn costs less than the right one: from here on a look at the next table is not enough,
4. how far the insight that it takes is from the level that is wanted.

Each is cheaper to find out than the next, and a change that is worse in one is asked no further.  A game that leads to
the position is looked for in the end, as for every puzzle that was changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from puzzles.checking.reachable import why_not
from puzzles.generate.stream import Chance
from puzzles.puzzle import LEVELS, Level, Puzzle, Task
from puzzles.quality.candidate import Candidate, Size
from puzzles.quality.features import HARD, LEAST_CHOICES_LATER, LEAST_TRIES, LEAST_TRIES_LATER, MEDIUM
from puzzles.rating.features import insight_of
from puzzles.rating.skill import SkilledSolver
from puzzles.rating.viewer import REACH, TurnsView, viewer_of
from solver import Card, DrawPile, Position, Rules, TenbackError
from solver.analysis.team_judge import TeamJudge
from solver.rules.follow import follow_tables
from solver.search.limits import Limits

CHANGES = 400  # tried for one deal
STUCK = 60  # changes without a gain: then another table is taken
TABLES = 60  # dealt out until one is tight enough
FIRST_PLACES = range(3, 8)  # where the cards of who begins fit on such a table
MOST_PLACES = 14  # the same after changes: with more there are too many turns
CHOICES = range(LEAST_CHOICES_LATER, 121)  # different first turns
MORE_CARDS = 3  # than the least number, since cards will be taken away
LARGE_HAND = 4  # cards
MOST_CARDS = 14  # beyond that it takes too long
WITHIN = 0.5  # of insight above the level: the points of a rating come on top
TOPS, EXCHANGES = 3, 8  # of ten kinds of changes: those below the first change a top, below the second a card

Measure = tuple[float, ...]  # the greater the better; longer where more was asked
NOTHING: Measure = (-1.0,)


def can_be_built(rules: Rules, task: Task, level: Level, size: Size) -> bool:
    """Is it such a puzzle?

    Where commands bind the turns, no game is found that leads to a changed position; with small hands such positions
    are met in play.
    """
    return (
        task.kind.is_plain_win
        and not rules.commands
        and rules.hand >= LARGE_HAND
        and LEVELS.index(level) >= MEDIUM
        and cards_dealt(rules, size)[0] <= MOST_CARDS
    )


def built(start: Position, task: Task, size: Size, chance: Chance, level: Level) -> Iterator[Candidate]:
    """Positions of this level, made from the last cards of a deal."""
    builder = PositionBuilder(start, task, size, chance, level)
    for position in builder.positions():
        yield Candidate(position, task)


@dataclass
class PositionBuilder:
    """One deal, and what is to be made of it."""

    start: Position
    task: Task
    size: Size
    chance: Chance
    level: Level

    def positions(self) -> Iterator[Position]:
        """As many as are found, each from a table of its own."""
        position, best, since = self.start, NOTHING, 0
        for _ in range(CHANGES):
            if since > STUCK:
                best, since = NOTHING, 0
            changed = self.table() if best == NOTHING else change(position, self.chance)
            measure = None if changed is None else self.measure(changed, best)
            since += 1
            if changed is None or measure is None:
                continue
            position, best, since = changed, measure, since if measure == best else 0
            if len(measure) == len(FULL) and measure[-1] == 0:
                yield position
                best = NOTHING  # what is near is no better: another table

    @cached_property
    def tries(self) -> int:
        """So many wrong first turns are to take more than a sentence."""
        return LEAST_TRIES_LATER if LEVELS.index(self.level) >= HARD else LEAST_TRIES

    def table(self) -> Position:
        """The last cards of the deal on tops that leave little room."""
        least, most = cards_dealt(self.start.rules, self.size)
        count = least + self.chance.below(most - least + 1)
        table = dealt_out(self.start, count, self.chance)
        for _ in range(TABLES):
            if places(table) in FIRST_PLACES and why_not(table) is None:
                break
            table = dealt_out(self.start, count, self.chance)
        return table

    # --- how good it is

    def measure(self, position: Position, best: Measure) -> Measure | None:
        """How good it is; None where it is worse than the best, or of no use."""
        if position.outcome is not None or places(position) > MOST_PLACES:
            return None
        turns, winning = TeamJudge(position, Limits()).winning_choices(position)
        if turns not in CHOICES or not winning or (self.tries, -winning) < best[:2]:
            return None
        seen = self.seen(position, winning)
        if seen is None or seen < best[: len(seen)] or why_not(position) is not None:
            return None
        if seen[0] < self.tries or winning > 1 or seen[-1] < 0:
            return seen
        measure = (*seen, -self.distance(position))
        return measure if measure >= best else None

    def seen(self, position: Position, winning: int) -> Measure | None:
        """Tries, winning turns, and what the cheapest try costs less than the cheapest right turn."""
        viewer = viewer_of(position, self.task)
        view = viewer.view(position, 0)
        if view is None or not view.rights:
            return None
        solver = SkilledSolver(Puzzle("", position, self.task), viewer, viewer.view)
        right = min(view.prices[at] for at in view.rights)
        found = list[int]()
        for at in by_price(view):
            if view.prices[at] > right + REACH or len(found) == self.tries:
                break
            if not view.is_right(at) and not solver.is_plain(view.after(at), 1, position.to_move):
                found.append(min(right - view.prices[at], 1))
        if len(found) < self.tries:
            return (len(found),)  # the fewer turns win, the rarer are tries: so those first
        return len(found), -winning, found[0]

    def distance(self, position: Position) -> float:
        """How far the insight that it takes is from the level."""
        wanted, insight = LEVELS.index(self.level), insight_of(Puzzle("", position, self.task))
        return max(wanted - insight, insight - wanted - WITHIN, 0.0)


FULL = ("tries", "winning turns", "margin", "distance")  # a measure of which everything was asked


def by_price(view: TurnsView) -> list[int]:
    """The turns of a position, the cheapest first."""
    return sorted(range(len(view)), key=lambda at: view.prices[at])


def places(position: Position) -> int:
    """On how many places the cards of the player to move fit at once."""
    rules, index = position.rules, position.rules.card_indices
    hand, (ups, downs) = sum(1 << index[card] for card in position.hands[position.to_move]), follow_tables(rules)[0]
    piles = zip(rules.piles, position.tops, strict=True)
    shown = ((ups if pile.direction == "up" else downs, top) for pile, top in piles)
    return sum((table[len(rules.cards) if top is None else index[top]] & hand).bit_count() for table, top in shown)


# --- tables and changes


def cards_dealt(rules: Rules, size: Size) -> tuple[int, int]:
    """How many cards are dealt out, at least and at most; alone there must be some to draw, or no turn is certain."""
    least = min(max(size.least + 1, rules.hand + 2 if rules.players == 1 else 0), size.most)
    return least, min(least + MORE_CARDS, size.most)


def dealt_out(start: Position, count: int, chance: Chance) -> Position:
    """So many of the last cards of a deal in hands and draw pile, and other cards on top."""
    rules = start.rules
    cards, tops = chance.shuffled(start.draw.cards[-count:]), chance.some(start.draw.cards[:-count], len(rules.piles))
    full, hands = rules.players * rules.hand, [list[Card]() for _ in range(rules.players)]
    for number, card in enumerate(cards[:full]):
        seat = number % rules.players if count >= full or number < rules.players else chance.below(rules.players)
        room = [hand for hand in (*hands[seat:], *hands[:seat]) if len(hand) < rules.hand]
        room[0].append(card)
    return position_with(start, tops, hands, cards[full:])


def change(position: Position, chance: Chance) -> Position | None:
    """Another card on top, in a hand or to draw, or two cards exchanged; None where that leaves no position."""
    tops = list(position.tops)
    hands, draw = [list(hand) for hand in position.hands], list(position.draw.cards)
    held = [(cards, at) for cards in (*hands, draw) for at in range(len(cards))]
    card, kind = some_card(position, chance), chance.below(10)
    if kind < TOPS:
        tops[chance.below(len(tops))] = card
    else:
        cards, at = held[chance.below(len(held))]
        if kind < EXCHANGES:
            cards[at] = card
        else:
            others, other = held[chance.below(len(held))]
            cards[at], others[other] = others[other], cards[at]
    try:
        return position_with(position, tops, hands, draw)
    except TenbackError:  # the card is there twice
        return None


def some_card(position: Position, chance: Chance) -> Card:
    """Any card; by turns one that makes a trick with a card that is seen, if there is one."""
    rules, seen = (
        position.rules,
        [*(top for top in position.tops if top), *(c for hand in position.hands for c in hand)],
    )
    if rules.trick and chance.happens(50):
        near = seen[chance.below(len(seen))].number + (rules.trick if chance.happens(50) else -rules.trick)
        tricks = [card for card in rules.cards if card.number == near]
        if tricks:
            return tricks[0]
    return rules.cards[chance.below(len(rules.cards))]


def position_with(
    like: Position, tops: list[Card | None] | list[Card], hands: list[list[Card]], draw: list[Card]
) -> Position:
    """A position of the same game, with the same player to move."""
    sorted_hands = tuple(tuple(sorted(hand)) for hand in hands)
    return Position(like.rules, tuple(tops), sorted_hands, (DrawPile(tuple(draw)),), like.to_move)
