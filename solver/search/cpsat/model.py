"""The variables that every constraint speaks of."""

from __future__ import annotations

from functools import cached_property

from ortools.sat.python.cp_model import CpModel, IntVar, LinearExpr, LiteralT

from solver.search.cpsat.table import Link, Table


class Model:
    """The CP-SAT model of a table, with its variables; ``all_laid``: only lines that lay every card count.

    A line that need not lay every card ends with the last place that is in use; the cards left have no place, and
    their number in ``place`` is that of the place after the last.
    """

    def __init__(self, table: Table, all_laid: bool) -> None:
        self.table, self.all_laid = table, all_laid
        self.cp = CpModel()
        self.places = range(table.count)
        self.true = self.cp.new_constant(1)
        self.false = self.cp.new_constant(0)
        self.in_use = [self.true if all_laid else self._bool(f"in use {p}") for p in self.places]
        self.end = [self._bool(f"end {p}") for p in self.places]  # the turn ends once place p is laid
        self.lay = {
            (card, p): self._bool(f"lay {card} at {p}")
            for card in range(table.count)
            for p in range(table.earliest(card), table.count)
        }
        self.is_laid = [self.true if all_laid else self._bool(f"laid {card}") for card in range(table.count)]
        self.place = [self._place(card) for card in range(table.count)]
        self.link = {link: self._bool(f"{link.card} on {link.below} {link.direction}") for link in table.links}
        self.seat = self._seats()
        self.out: dict[tuple[int, int], IntVar] = {}  # (place, seat): no cards left before this place
        one_card_a_place(self)
        whole_turns(self)

    def _bool(self, name: str) -> IntVar:
        return self.cp.new_bool_var(name)

    def _place(self, card: int) -> IntVar:
        last = self.table.count - 1 if self.all_laid else self.table.count
        return self.cp.new_int_var(min(self.table.earliest(card), last), last, f"place of {card}")

    def _seats(self) -> dict[tuple[int, int], IntVar]:
        """Whose turn a place belongs to."""
        if self.table.players == 1:
            return {(p, 0): self.in_use[p] for p in self.places}
        return {(p, seat): self._bool(f"{seat} at {p}") for p in self.places for seat in range(self.table.players)}

    def ended(self, place: int) -> IntVar:
        """Does a turn end with this place?  The turn before the first one did."""
        return self.end[place] if place >= 0 else self.true if place == -1 else self.false

    def is_out(self, place: int, seat: int) -> IntVar:
        """Has a player no cards left before this place?  Known once the draw pile can be empty."""
        return self.out.get((place, seat), self.false)

    def laid_at(self, place: int, cards: list[int]) -> list[IntVar]:
        """The literals that say that one of these cards is laid at this place."""
        return [self.lay[card, place] for card in cards if (card, place) in self.lay]

    def clause(self, *literals: LiteralT) -> None:
        """At least one of these."""
        self.cp.add_bool_or(*literals)

    def count(self, literals: list[IntVar]) -> LinearExpr | int:
        """How many of these."""
        return LinearExpr.sum(literals) if literals else 0

    @cached_property
    def empty(self) -> list[IntVar]:
        """Is the draw pile empty before this place, if a turn starts there?  Filled in by the draws."""
        size = self.table.draw_size
        return [self.true if p >= size else self.false for p in self.places]

    @cached_property
    def is_down(self) -> list[IntVar]:
        """Does a card lie on a descending pile?"""
        down = [self._bool(f"{card} down") for card in range(self.table.count)]
        for link, literal in self.link.items():
            self.cp.add_implication(literal, down[link.card] if link.direction == "down" else ~down[link.card])
        return down

    @cached_property
    def cover_place(self) -> dict[int, IntVar]:
        """The place at which a card is covered; after the last place if it never is."""
        return {}

    def links_from(self, below: int) -> list[Link]:
        """What may lie on a card."""
        return self._by_ground.get(below, [])

    @cached_property
    def _by_ground(self) -> dict[int, list[Link]]:
        grounds: dict[int, list[Link]] = {}
        for link in self.table.links:
            grounds.setdefault(link.below, []).append(link)
        return grounds


def one_card_a_place(model: Model) -> None:
    """Each place in use takes one card, each card that is laid has one place."""
    cp, cards = model.cp, range(model.table.count)
    for p in model.places:
        cp.add_exactly_one(*model.laid_at(p, list(cards)), ~model.in_use[p])
    for card in cards:
        spots = [(p, model.lay[card, p]) for p in model.places if (card, p) in model.lay]
        cp.add_exactly_one(*(literal for _, literal in spots), ~model.is_laid[card])
        unlaid = len(model.places) * (1 - model.is_laid[card])
        cp.add(model.place[card] == LinearExpr.weighted_sum([v for _, v in spots], [p for p, _ in spots]) + unlaid)


def whole_turns(model: Model) -> None:
    """A line is in use up to some place, and that place ends a turn."""
    cp, last = model.cp, len(model.places) - 1
    for p in model.places:
        following = model.false if p == last else model.in_use[p + 1]
        cp.add_implication(following, model.in_use[p])
        cp.add_implication(model.end[p], model.in_use[p])
        model.clause(~model.in_use[p], following, model.end[p])
