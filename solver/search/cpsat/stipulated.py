"""What conditions say to the model: tricks, piles told apart, turns by number.  Only what is asked for is added."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from ortools.sat.python.cp_model import IntVar

from solver.cards import Card
from solver.rules.game import Direction
from solver.search.cpsat.draws import command_visible
from solver.search.cpsat.model import Model


class Asked:
    """A model in which every card is laid, and the words in which conditions speak of it."""

    def __init__(self, model: Model) -> None:
        self.model, self.table = model, model.table
        self.number = {card: number for number, card in enumerate(self.table.cards)}

    def between(self, literals: Sequence[IntVar], least: int, most: int | None) -> None:
        """So many of these are true."""
        count = self.model.count(literals)
        if least:
            self.model.cp.add(count >= least)
        if most is not None:
            self.model.cp.add(count <= most)

    def never(self, literals: Sequence[IntVar]) -> None:
        """None of these is true."""
        for literal in literals:
            self.model.cp.add(literal == 0)

    # --- cards

    def at_place(self, card: Card, place: int) -> None:
        """The card lies at this place; counted from behind, if it is negative."""
        self.model.clause(*self.model.laid_at(self.model.places[place], [self.number[card]]))

    def before(self, card: Card, later: Card) -> None:
        """Wherever one lies, the other lies before."""
        model = self.model
        for p in model.places:
            for literal in model.laid_at(p, [self.number[later]]):
                model.clause(~literal, *(one for q in range(p) for one in model.laid_at(q, [self.number[card]])))

    def in_turn(self, card: Card, number: int) -> None:
        """Before the card is laid, one turn less has ended."""
        model = self.model
        for p in model.places:
            for literal in model.laid_at(p, [self.number[card]]):
                model.cp.add(model.count(model.end[:p]) == number - 1).only_enforce_if(literal)

    # --- tricks

    @cached_property
    def tricks(self) -> list[IntVar]:
        """For each place: does the card there follow by the trick only?"""
        model = self.model
        literals = [model.literal(f"trick at {p}") for p in model.places]
        belows = defaultdict[tuple[Direction, int], list[int]](list)
        for below, card, side, by_trick in self.table.links:
            if by_trick:
                belows[side, card].append(below)
        for (card, side, p), laid in model.lay_on.items():
            covered = model.covered_at(side, p, belows[side, card])
            model.clause(~laid, ~literals[p], *covered)
            for ground in covered:
                model.clause(~laid, ~ground, literals[p])
        return literals

    def tricks_on(self, pile: str) -> list[IntVar]:
        """For each place: is it a trick on this pile?"""
        return [self.both(trick, here) for trick, here in zip(self.tricks, self.on_pile(pile), strict=True)]

    def both(self, one: IntVar, other: IntVar) -> IntVar:
        """True where both are."""
        literal = self.model.literal("both")
        self.model.clause(~one, ~other, literal)
        self.model.cp.add_implication(literal, one)
        self.model.cp.add_implication(literal, other)
        return literal

    # --- piles

    @cached_property
    def piles(self) -> dict[tuple[int, int], IntVar]:
        """(card or top, pile): is it on this pile?  A card is on the pile of what it covers."""
        model, table = self.model, self.table
        rules, held = table.rules, {}
        for at in range(len(rules.piles)):
            for number in model.cards:
                held[number, at] = model.literal(f"{number} on pile {at}")
            for top in table.tops:
                held[top, at] = model.true if top - table.count == at else model.false
        for number in model.cards:
            model.cp.add_exactly_one(*(held[number, at] for at in range(len(rules.piles))))
        self.places_of(held)
        return held

    def places_of(self, held: dict[tuple[int, int], IntVar]) -> None:
        """Both the card that is laid at a place and what it covers are on the pile of that place."""
        model, piles = self.model, self.table.rules.piles
        here = {(p, at): model.literal(f"place {p} on pile {at}") for p in model.places for at in range(len(piles))}
        for p in model.places:
            model.cp.add_exactly_one(*(here[p, at] for at in range(len(piles))))
        for at, pile in enumerate(piles):
            for (card, side, p), literal in model.lay_on.items():
                if side != pile.direction:
                    model.clause(~literal, ~here[p, at])
                else:
                    model.clause(~literal, ~here[p, at], held[card, at])
                    model.clause(~literal, here[p, at], ~held[card, at])
            for (side, ground, p), literal in model.cover.items():
                if side == pile.direction:
                    model.clause(~literal, ~here[p, at], held[ground, at])
                    model.clause(~literal, here[p, at], ~held[ground, at])
        self.places_on = here

    def on_pile(self, pile: str) -> list[IntVar]:
        """For each place: is it on this pile?"""
        assert self.piles
        at = self.table.rules.pile_index(pile)
        return [self.places_on[p, at] for p in self.model.places]

    def on(self, card: Card, pile: str) -> None:
        """The card goes on this pile, or is there already."""
        if card in self.number:
            self.model.clause(self.piles[self.number[card], self.table.rules.pile_index(pile)])

    def never_covered(self, card: Card) -> None:
        """The card stays visible."""
        tops = [top for top in self.table.tops if self.table.shown(top) == card]
        numbers = [*tops, *([self.number[card]] if card in self.number else [])]
        self.never([literal for (_, ground, _), literal in self.model.cover.items() if ground in numbers])

    def never_covered_on(self, pile: str) -> None:
        """What a pile shows now stays visible."""
        top = self.table.tops[self.table.rules.pile_index(pile)]
        self.never([literal for (_, ground, _), literal in self.model.cover.items() if ground == top])

    # --- turns and players

    @property
    def ends(self) -> list[IntVar]:
        """For each place: does a turn end there?"""
        return self.model.end

    def turns_between(self, least: int, most: int | None) -> None:
        """Every turn lays so many cards."""
        model, places = self.model, self.model.places
        for start in places:
            for length in range(1, least):
                if start + length <= len(places):
                    last = start + length - 1
                    model.clause(~model.ended(start - 1), *model.end[start:last], ~model.end[last])
            if most is not None and start + most < len(places):
                model.clause(~model.ended(start - 1), *model.end[start : start + most])

    def laid_by(self, player: str) -> list[IntVar]:
        """For each place: is it this player's?"""
        seat = [str(name) for name in self.table.rules.player_names].index(player)
        return [self.model.seat[p, seat] for p in self.model.places]

    def last_by(self, player: str) -> None:
        """The last place is this player's."""
        self.model.clause(self.laid_by(player)[-1])

    def ends_showing(self, command: str) -> list[IntVar]:
        """For each place: does a turn end there with this command visible?"""
        visible = command_visible(self.model, command, after=1)
        return [self.both(end, seen) for end, seen in zip(self.ends, visible, strict=True)]
