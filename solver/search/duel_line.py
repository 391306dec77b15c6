"""Face to Face: turns of the search as turns of the game, card by card."""

from __future__ import annotations

from collections.abc import Iterator

from solver.kernels.duel_table import Duel
from solver.kernels.turn import Words
from solver.search.duel_codec import Tops, places_in, read_state
from solver.table.line import Play, Turn
from solver.table.position import Position

Under = tuple[int, Tops, Tops, int]  # a turn under way: cards still to be laid, own tops, the other's tops, gifts


class Replay:
    """One game, in the search's numbers and in cards."""

    def __init__(self, position: Position, duel: Duel) -> None:
        self.position, self.rules, self.piles = position, position.rules, duel.piles
        self.ups, self.gifts = duel.ups, duel.gifts
        self.follow, self.improve = duel.follow.tolist(), duel.improve.tolist()
        self.number: list[list[int]] = duel.number.tolist()

    def turn(self, before: Words, after: Words) -> Turn:
        """The turn that leads from one state to the next; its gift, if any, as late as can be."""
        was, now = (read_state(state, self.piles) for state in (before, after))
        seat, other = was.mover, 1 - was.mover
        drawn = self.position.draws[seat].cards[was.drawn[seat] : now.drawn[seat]]
        tops = [(state.tops[seat], state.tops[other]) for state in (was, now)]
        plays = self.plays(seat, was.hands[seat] & ~now.hands[seat], *tops)
        return Turn(plays, self.rules.player_names[seat], drawn)

    def plays(self, seat: int, laid: int, before: tuple[Tops, Tops], after: tuple[Tops, Tops]) -> tuple[Play, ...]:
        """An order in which these cards change the tops (own, the other's) like this."""
        start: Under = (laid, *before, 0)
        waiting: list[tuple[Under, tuple[Play, ...]]] = [(start, ())]
        seen = {start}
        while waiting:
            turn, plays = waiting.pop()
            if turn[0] == 0 and turn[1:3] == after:
                return plays
            for later, play in self.steps(seat, turn, after):
                if later not in seen:
                    seen.add(later)
                    waiting.append((later, (*plays, play)))
        raise AssertionError(f"the search claims a turn that there is not: {self.position!r}")

    def steps(self, seat: int, turn: Under, after: tuple[Tops, Tops]) -> Iterator[tuple[Under, Play]]:
        """Each way to lay one card more from which the tops wanted can still be reached; the last is tried first."""
        left, own, other, gifts = turn
        for pile, top in enumerate(other):
            if gifts < self.gifts and top != after[1][pile]:
                for card in places_in(left & self.improve[seat][self.side(pile)][top]):
                    later = (left & ~(1 << card), own, self.put(other, pile, seat, card), gifts + 1)
                    yield later, self.play(seat, card, pile, 1 - seat)
        for pile, top in enumerate(own):
            for card in places_in(left & self.follow[seat][self.side(pile)][top]):
                later = (left & ~(1 << card), self.put(own, pile, seat, card), other, gifts)
                if self.can_become(seat, later[0], later[1], after[0]):
                    yield later, self.play(seat, card, pile, seat)

    def side(self, pile: int) -> int:
        """0 for an ascending pile, 1 for a descending one."""
        return 0 if pile < self.ups else 1

    def can_become(self, seat: int, left: int, tops: Tops, wanted: Tops) -> bool:
        """Is each top what it should be, or is the card that should be there still to be laid?"""
        if tops == wanted:
            return True
        to_come = {self.number[seat][card] for card in places_in(left)}
        return all(top == goal or goal in to_come for top, goal in zip(tops, wanted, strict=True))

    def put(self, tops: Tops, pile: int, seat: int, card: int) -> Tops:
        """The tops with a card laid on a pile."""
        return (*tops[:pile], self.number[seat][card], *tops[pile + 1 :])

    def play(self, seat: int, card: int, pile: int, owner: int) -> Play:
        """A play in cards and names."""
        return Play(self.rules.cards[self.number[seat][card]], self.rules.piles[owner * self.piles + pile].name)
