"""Face to Face: turns of the search as turns of the game, card by card."""

from __future__ import annotations

from collections.abc import Iterator

from solver.kernels.duel_table import Duel
from solver.kernels.turn import Words
from solver.table.line import Play, Turn
from solver.table.position import Position

Under = tuple[int, int, int, int]  # a turn under way: cards still to be laid, own tops, the other's tops, gifts


class Replay:
    """One game, in the search's numbers and in cards."""

    def __init__(self, position: Position, duel: Duel) -> None:
        self.position, self.rules, self.piles = position, position.rules, duel.piles
        self.ups, self.gifts = duel.ups, duel.gifts
        self.follow, self.improve = duel.follow.tolist(), duel.improve.tolist()
        self.number: list[list[int]] = duel.number.tolist()

    def turn(self, before: Words, after: Words) -> Turn:
        """The turn that leads from one state to the next; its gift, if any, as late as can be."""
        was, now = before.tolist(), after.tolist()
        seat = was[4] >> 16
        shift = 8 * seat
        drawn = self.position.draws[seat].cards[was[4] >> shift & 255 : now[4] >> shift & 255]
        plays = self.plays(seat, was[seat] & ~now[seat], (was[2 + seat], was[3 - seat]), (now[2 + seat], now[3 - seat]))
        return Turn(plays, self.rules.player_names[seat], drawn)

    def plays(self, seat: int, laid: int, before: tuple[int, int], after: tuple[int, int]) -> tuple[Play, ...]:
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

    def steps(self, seat: int, turn: Under, after: tuple[int, int]) -> Iterator[tuple[Under, Play]]:
        """Each way to lay one card more from which the tops wanted can still be reached; the last is tried first."""
        left, own, other, gifts = turn
        for pile in range(self.piles):
            side, shift = 0 if pile < self.ups else 1, 8 * pile
            if gifts < self.gifts and (other ^ after[1]) >> shift & 255:
                for card in bits(left & self.improve[seat][side][other >> shift & 255]):
                    later = (left ^ 1 << card, own, self.put(other, shift, seat, card), gifts + 1)
                    yield later, self.play(seat, card, pile, 1 - seat)
        for pile in range(self.piles):
            side, shift = 0 if pile < self.ups else 1, 8 * pile
            for card in bits(left & self.follow[seat][side][own >> shift & 255]):
                later = (left ^ 1 << card, self.put(own, shift, seat, card), other, gifts)
                if self.can_become(seat, later[0], later[1], after[0]):
                    yield later, self.play(seat, card, pile, seat)

    def can_become(self, seat: int, left: int, tops: int, wanted: int) -> bool:
        """Is each top what it should be, or is the card that should be there still to be laid?"""
        if tops == wanted:
            return True
        to_come = {self.number[seat][card] for card in bits(left)}
        tops_wanted = ((tops >> 8 * pile & 255, wanted >> 8 * pile & 255) for pile in range(self.piles))
        return all(top == goal or goal in to_come for top, goal in tops_wanted)

    def put(self, tops: int, shift: int, seat: int, card: int) -> int:
        """The tops with a card laid on a pile."""
        return tops & ~(255 << shift) | self.number[seat][card] << shift

    def play(self, seat: int, card: int, pile: int, owner: int) -> Play:
        """A play in cards and names."""
        return Play(self.rules.cards[self.number[seat][card]], self.rules.piles[owner * self.piles + pile].name)


def bits(word: int) -> Iterator[int]:
    """The places of the bits that are set, lowest first."""
    while word:
        yield (word & -word).bit_length() - 1
        word &= word - 1
