"""Depth-first search for wins that meet a stipulation: turn by turn, with what is left of the stipulation on the way.

What a turn leads to is listed once for each table, hand and rest of the stipulation; the compiled search says which of
these could be won at all, all of them in one call; the others are followed, and what is dead is remembered.  Like
piles stand for each other unless the stipulation names piles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from solver.cards import Card
from solver.rules.turns import Lay as Laid
from solver.rules.turns import OpenTurn, Tops, next_seat
from solver.search.decide_states import NO, StatesDecider
from solver.search.limits import Limits
from solver.search.team_codec import packed
from solver.stipulations import Stipulation
from solver.stipulations.telling import End, laying, shown
from solver.table.line import Line, Play, Turn
from solver.table.position import Position

QUICK = 500  # states that the compiled search may open for each table; what it does not decide is followed
BYTES_A_TABLE = 1_000  # that is remembered, about
GLANCE = 500  # states between two looks at the clock


class OutOfLimits(Exception):
    """A limit was reached: nothing is claimed."""


class AskedTable(NamedTuple):
    """A table at the start of a turn, and what is left to be met."""

    tops: Tops
    hands: tuple[tuple[Card, ...], ...]
    drawn: int
    seat: int
    left: Stipulation | None  # None: it cannot be met any more


class AskedOutcome(NamedTuple):
    """One way to play a turn, where it leads, and in how many ways it can be played."""

    laid: tuple[Laid, ...]
    table: AskedTable
    same: int


class AskedTurn(NamedTuple):
    """A turn under way, what is left to be met then (None: nothing can), and in how many ways it came about."""

    turn: OpenTurn
    asked: Stipulation | None
    same: int


class StipulatedSearch:
    """The search from one position; ``dead`` serves every question about tables that come of it."""

    def __init__(self, position: Position, require: Stipulation, limits: Limits, most: int | None = None) -> None:
        self.position, self.rules, self.limits = position, position.rules, limits
        self.draw, self.cards = position.draw.cards, position.cards_left
        self.start = AskedTable(position.tops, position.hands, 0, position.to_move, require)
        self.names_piles = require.names_piles
        self.dead = set[tuple[object, ...]]()
        self.most_dead = limits.memory_bytes // BYTES_A_TABLE
        self.states, self.deepest, self.most = 0, 0, most
        self.game = packed(position)
        self.decider = StatesDecider(self.game.problem, self.game.start, limits)

    def win(self, table: AskedTable | None = None) -> Line | None:
        """A win that meets what is left to be met, as turns from this table on; None: proved that there is none."""
        turns = self._win(self.start if table is None else table)
        return None if turns is None else tuple(reversed(turns))

    def _win(self, table: AskedTable) -> list[Turn] | None:
        """The turns of a win, the last one first."""
        if self.cards_left(table) == 0:
            return [] if table.left is not None and table.left.is_met else None
        key = self.key(table)
        if key in self.dead:
            return None
        for outcome in self.alive(self.outcomes(table)):
            turns = self._win(outcome.table)
            if turns is not None:
                turns.append(self.turn(table, outcome))
                return turns
        if len(self.dead) < self.most_dead:
            self.dead.add(key)
        return None

    def table_of(self, position: Position, left: Stipulation) -> AskedTable:
        """A later position of the same game."""
        return AskedTable(
            position.tops, position.hands, len(self.draw) - len(position.draw.cards), position.to_move, left
        )

    def cards_left(self, table: AskedTable) -> int:
        """Cards still to be laid."""
        return sum(map(len, table.hands)) + len(self.draw) - table.drawn

    def key(self, table: AskedTable) -> tuple[object, ...]:
        """What makes two tables the same."""
        return (self.folded(table.tops), *table[1:])

    def folded(self, tops: Tops) -> Tops:
        """Like piles in the order of what they show, unless they are told apart."""
        if self.names_piles:
            return tops
        of_side: dict[str, list[Card | None]] = {}
        for pile, top in zip(self.rules.piles, tops, strict=True):
            of_side.setdefault(pile.direction, []).append(top)
        ordered = (sorted(side, key=lambda top: (-1, "") if top is None else top) for side in of_side.values())
        return tuple(top for side in ordered for top in side)

    # --- turns

    def begun(self, table: AskedTable) -> OpenTurn:
        """The turn about to be played."""
        others = sum(map(len, table.hands)) - len(table.hands[table.seat])
        draw_left = len(self.draw) - table.drawn
        return OpenTurn.begun(self.rules, table.seat, table.tops, table.hands[table.seat], draw_left, others)

    def outcomes(self, table: AskedTable, broken_too: bool = False) -> list[AskedOutcome]:
        """Every different way to play the next turn; ``broken_too``: not only those that the stipulation allows."""
        layer: dict[object, AskedTurn] = {None: AskedTurn(self.begun(table), table.left, 1)}
        found: dict[object, AskedOutcome] = {}
        left = self.cards_left(table)
        while layer:
            self.count(len(layer), left)
            later: dict[object, AskedTurn] = {}
            for now in layer.values():
                self.end(table, now, found, broken_too)
                for card, pile in now.turn.plays():
                    after = self.laid(now, card, pile, left)
                    if after.asked is not None or broken_too:
                        key = self.key_under_way(after.turn, after.asked)
                        known = later.get(key)
                        later[key] = after if known is None else known._replace(same=known.same + after.same)
            layer = later
        return list(found.values())

    def laid(self, now: AskedTurn, card: Card, pile: int, left: int) -> AskedTurn:
        """A card more, and what the stipulation says to it."""
        turn, number = now.turn, len(now.turn.laid) + 1
        lay = laying(self.rules, turn.seat, turn.tops[pile], card, pile, number, left - number)
        return AskedTurn(turn.lay(card, pile), None if now.asked is None else now.asked.laid(lay), now.same)

    def key_under_way(self, turn: OpenTurn, asked: Stipulation | None) -> tuple[object, ...]:
        """What makes two turns under way the same; commands may ask where the last card went."""
        if self.rules.commands:
            return turn.tops, turn.hand, asked, turn.laid[-1][1], turn.orders
        return self.folded(turn.tops), turn.hand, asked

    def end(self, table: AskedTable, now: AskedTurn, found: dict[object, AskedOutcome], broken_too: bool) -> None:
        """Note where a turn leads that ends here, if it may and the stipulation allows it."""
        turn, asked = now.turn, now.asked
        if not turn.may_end():
            return
        rest = None if asked is None else asked.ended(End(len(turn.laid), shown(self.rules, turn.tops)))
        if rest is None and not broken_too:
            return
        after = self.after(table, turn, rest)
        key = self.key(after)
        known = found.get(key)
        found[key] = AskedOutcome(turn.laid, after, now.same + (0 if known is None else known.same))

    def after(self, table: AskedTable, turn: OpenTurn, rest: Stipulation | None) -> AskedTable:
        """The table once the turn has ended and cards are drawn."""
        drawn = table.drawn + turn.cards_to_draw()
        hand = tuple(sorted((*turn.hand, *self.draw[table.drawn : drawn])))
        hands = (*table.hands[: table.seat], hand, *table.hands[table.seat + 1 :])
        seat = next_seat(table.seat, hands, drawn == len(self.draw))
        return AskedTable(turn.tops, hands, drawn, seat, rest)

    def turn(self, table: AskedTable, outcome: AskedOutcome) -> Turn:
        """An outcome as a turn of a line."""
        plays = tuple(Play(card, self.rules.piles[pile].name) for card, pile in outcome.laid)
        return Turn(plays, self.rules.player_names[table.seat], self.draw[table.drawn : outcome.table.drawn])

    # --- which of them can be won at all

    def alive(self, outcomes: Sequence[AskedOutcome]) -> Iterator[AskedOutcome]:
        """Those that are not known to be lost whatever is asked, what takes least room first."""
        if not outcomes:
            return
        tables = [one.table for one in outcomes]
        states = np.stack([self.game.at(table.tops, table.hands, table.drawn, table.seat) for table in tables])
        answers = self.decider.decided(states, QUICK).tolist()
        if self.limits.left <= 0:
            raise OutOfLimits
        kept = [one for one, answer in zip(outcomes, answers, strict=True) if answer != NO]
        yield from sorted(kept, key=self.price)

    def price(self, outcome: AskedOutcome) -> float:
        """How far the piles are from where they could still be, for each card that was laid."""
        room = 0
        for pile, top in zip(self.rules.piles, outcome.table.tops, strict=True):
            if top is not None:
                room += top.number if pile.direction == "up" else -top.number
        return room - 5 * len(outcome.laid)

    def count(self, states: int, left: int) -> None:
        """Count states, and look at the clock now and then."""
        before, self.states = self.states, self.states + states
        if self.most is not None and self.states > self.most:
            raise OutOfLimits
        self.deepest = max(self.deepest, self.cards - left)
        if before // GLANCE != self.states // GLANCE:
            self.limits.tell("stipulated", self.states, self.deepest)
            if self.limits.left <= 0:
                raise OutOfLimits
