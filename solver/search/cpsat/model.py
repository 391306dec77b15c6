"""The variables that every constraint speaks of."""

from __future__ import annotations

from collections.abc import Iterable

from ortools.sat.python.cp_model import CpModel, IntVar, LinearExpr, LiteralT

from solver.rules.game import Direction
from solver.search.cpsat.table import CpsatTable


class Model:
    """The CP-SAT model of a table, with its variables; ``all_laid``: only lines that lay every card count.

    Moment m is when m cards have been laid: place m comes next.  Piles of one direction are not told apart: a card is
    *visible* from the place where it is laid to the place where it is *covered*, and as many are visible in a direction
    as there are piles.
    """

    def __init__(self, table: CpsatTable, all_laid: bool) -> None:
        self.table, self.all_laid = table, all_laid
        self.cp = CpModel()
        self.places = range(table.count)
        self.cards = range(table.count)
        self.true, self.false = self.cp.new_constant(1), self.cp.new_constant(0)
        self.in_use = [self.true if all_laid else self.literal(f"in use {p}") for p in self.places]
        self.end = [self.literal(f"end {p}") for p in self.places]  # the turn ends once place p is laid
        self.lay = {
            (card, p): self.literal(f"lay {card} at {p}")
            for card in self.cards
            for p in range(table.earliest(card), table.count)
        }
        self.lay_on = {
            (card, side, p): self.literal(f"lay {card} {side} at {p}")
            for card, p in self.lay
            for side in table.directions
        }
        self.visible: dict[tuple[Direction, int, int], IntVar] = {}  # (side, card or top, moment)
        self.cover: dict[tuple[Direction, int, int], IntVar] = {}  # (side, card or top, place)
        self.seat = self._seats()  # (place, seat): whose turn a place belongs to
        self.out: dict[tuple[int, int], IntVar] = {}  # (place, seat): no cards left before this place
        size = table.draw_size
        self.empty = [self.true if p >= size else self.false for p in self.places]  # the draw pile, at a turn's start
        self._see()

    def literal(self, name: str) -> IntVar:
        """A new thing that is so or not."""
        return self.cp.new_bool_var(name)

    def _seats(self) -> dict[tuple[int, int], IntVar]:
        if self.table.players == 1:
            return {(p, 0): self.in_use[p] for p in self.places}
        return {(p, seat): self.literal(f"{seat} at {p}") for p in self.places for seat in range(self.table.players)}

    def _see(self) -> None:
        for side in self.table.directions:
            for ground in self.table.grounds(side):
                first = self.table.earliest(ground) + 1 if ground in self.cards else 0
                for moment in range(first, len(self.places) + 1):
                    self.visible[side, ground, moment] = self.literal(f"{ground} {side} visible at {moment}")
                    if moment < len(self.places):
                        self.cover[side, ground, moment] = self.literal(f"{ground} {side} covered at {moment}")

    def ended(self, place: int) -> IntVar:
        """Does a turn end with this place?  The turn before the first one did."""
        return self.end[place] if place >= 0 else self.true if place == -1 else self.false

    def is_out(self, place: int, seat: int) -> IntVar:
        """Has a player no cards left before this place?  Known once the draw pile can be empty."""
        return self.out.get((place, seat), self.false)

    def laid_at(self, place: int, cards: Iterable[int]) -> list[IntVar]:
        """The literals that say that one of these cards is laid at this place."""
        return [self.lay[card, place] for card in cards if (card, place) in self.lay]

    def laid_on(self, side: Direction, place: int, cards: Iterable[int]) -> list[IntVar]:
        """The literals that say that one of these cards is laid at this place, on a pile of this direction."""
        return [self.lay_on[card, side, place] for card in cards if (card, side, place) in self.lay_on]

    def covered_at(self, side: Direction, place: int, grounds: Iterable[int]) -> list[IntVar]:
        """The literals that say that one of these is covered at this place."""
        return [self.cover[side, ground, place] for ground in grounds if (side, ground, place) in self.cover]

    def visible_at(self, moment: int, cards: Iterable[int]) -> list[IntVar]:
        """The literals that say that one of these cards is on top of a pile at this moment."""
        spots = [(side, card, moment) for card in cards for side in self.table.directions]
        return [self.visible[spot] for spot in spots if spot in self.visible]

    def clause(self, *literals: LiteralT) -> None:
        """At least one of these."""
        self.cp.add_bool_or(*literals)

    def count(self, literals: Iterable[IntVar]) -> LinearExpr | int:
        """How many of these."""
        counted = list(literals)
        return LinearExpr.sum(counted) if counted else 0
