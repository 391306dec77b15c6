"""When two puzzles are the same: reflected, like piles or players renamed, colours exchanged, or numbers moved apart.

A *symmetry* maps tables to tables and turns to turns, so that whatever is played in one can be played in the other:

- reflection: the lowest card becomes the highest, ascending piles become descending ones;
- like piles (same direction, in Face to Face same owner) in any order;
- the players renamed round the table, so that the mover is the first; in Face to Face A and B exchanged;
- the colours exchanged in a game that has any.

The key of a puzzle says more still: only what the rules can see of the cards left is in it.  That is the order of their
numbers, which of them are exactly a trick apart, which tops they follow, their colours and commands.  Cards that are
buried are not in it, nor is how far numbers are apart.  So a puzzle with every card moved up by one is the same puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations

from puzzles.puzzle import Puzzle
from solver import Card, DrawPile, Line, Pile, Play, Position, Rules, Turn
from solver.cards import COLOUR_LETTERS

Shape = tuple[object, ...]


@dataclass(frozen=True)
class Symmetry:
    """A reflection or none, and an exchange of colours (``colours[i]`` takes the place of letter i)."""

    rules: Rules
    flip: bool
    colours: str = ""

    def card(self, card: Card) -> Card:
        """Where a card goes."""
        number = self.rules.lowest + self.rules.highest - card.number if self.flip else card.number
        colour = self.colours[COLOUR_LETTERS.index(card.colour)] if card.colour and self.colours else card.colour
        return Card(number, colour)

    def pile(self, index: int) -> int:
        """Where a pile goes: ascending and descending ones change places, the first to the first."""
        ups, downs, piles = self.rules.ups, self.rules.downs, self.rules.ups + self.rules.downs
        owner, place = divmod(index, piles)
        if self.flip:
            place = place + downs if place < ups else place - ups
        return owner * piles + place

    def changed_rules(self) -> Rules:
        """The rules of the new table."""
        return reflected_rules(self.rules) if self.flip else self.rules

    def position(self, position: Position) -> Position:
        """Where a table goes."""
        tops: list[Card | None] = [None] * len(position.tops)
        for index, top in enumerate(position.tops):
            tops[self.pile(index)] = None if top is None else self.card(top)
        return Position(
            self.changed_rules(),
            tuple(tops),
            tuple(tuple(map(self.card, hand)) for hand in position.hands),
            tuple(DrawPile(tuple(map(self.card, pile.cards)), pile.ordered) for pile in position.draws),
            position.to_move,
        )

    def line(self, line: Line) -> Line:
        """Where a line of play goes."""
        names = [pile.name for pile in self.changed_rules().piles]
        return tuple(
            Turn(
                tuple(
                    Play(self.card(card), names[self.pile(self.rules.pile_index(pile))]) for card, pile in turn.plays
                ),
                turn.player,
                None if turn.drawn is None else tuple(map(self.card, turn.drawn)),
            )
            for turn in line
        )


@lru_cache(maxsize=64)
def reflected_rules(rules: Rules) -> Rules:
    """The rules of a reflected table: as many piles of the other direction, commands on the reflected cards."""
    overrides = rules.overrides()
    if rules.ups != rules.downs:
        overrides |= {"ups": rules.downs, "downs": rules.ups}
    turned = Symmetry(rules, flip=True)
    commands = {turned.card(card): command for card, command in rules.commands} if rules.game.vocabulary else None
    return Rules.of(rules.game, rules.players, overrides, commands)


def reflected(position: Position) -> Position:
    """The table upside down.

    >>> from solver import load
    >>> reflected(load("quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1"))
    load('quick-and-easy/1 | up: b7 | down: r4 | 1*: b6 s10')
    """
    return Symmetry(position.rules, flip=True).position(position)


def symmetries(rules: Rules) -> Iterator[Symmetry]:
    """Reflected or not, with every exchange of colours."""
    letters = COLOUR_LETTERS[: rules.colours]
    for flip in (False, True):
        for colours in permutations(letters):
            yield Symmetry(rules, flip, "".join(colours))


# --- one table for all that are the same


def canonical(position: Position) -> Position:
    """The same table for all that are the same by a symmetry: the least of them."""
    first = mover_first(position)
    return min((with_piles_in_order(symmetry.position(first)) for symmetry in symmetries(position.rules)), key=measure)


def measure(position: Position) -> Shape:
    """What makes one table less than another."""
    tops = tuple((-1, "") if top is None else top for top in position.tops)
    return position.rules.ups, tops, position.hands, position.draws, position.rules.commands


def mover_first(position: Position) -> Position:
    """The players renamed so that the one to move is the first."""
    rules, seat = position.rules, position.to_move
    hands = (*position.hands[seat:], *position.hands[:seat])
    if not rules.game.is_duel:
        return Position(rules, position.tops, hands, position.draws, 0)
    half = len(position.tops) // 2
    tops, draws = position.tops, position.draws
    if seat:
        tops, draws = (*tops[half:], *tops[:half]), (draws[1], draws[0])
    return Position(rules, tops, hands, draws, 0)


def with_piles_in_order(position: Position) -> Position:
    """Like piles sorted by what they show."""
    from solver.analysis.choices import in_order

    tops = in_order(position.rules, position.tops)
    return Position(position.rules, tops, position.hands, position.draws, position.to_move)


# --- the key: what the rules can see


def canonical_key(puzzle: Puzzle) -> str:
    """A text that is equal for puzzles that are the same."""
    task = str(puzzle.task) if puzzle.task.kind.needs_turns else puzzle.task.name  # else it is in the position
    if puzzle.require:  # it names cards and piles: nothing may be exchanged
        task = f"{task} {puzzle.require} {measure(puzzle.position)}"
    if not puzzle.task.kind.names_mover:  # nobody is the first
        seats = range(puzzle.position.rules.players)
        return min(key_of_tables([replace(puzzle.position, to_move=seat)], task) for seat in seats)
    return key_of_tables(passed(puzzle), task)


def table_key(position: Position) -> str:
    """A text that is equal for tables that are the same, whatever is asked of them."""
    return key_of_tables([position], "")


def key_of_tables(positions: list[Position], task: str) -> str:
    """A digest of what the rules can see of the positions that a puzzle passes, and of what it asks."""
    from hashlib import sha256

    outline, first = Outline(positions), positions[0]
    least = min(outline.seen_by(symmetry) for symmetry in symmetries(first.rules))
    whole = (first.rules.game.name, task, numbers_that_matter(first), least)
    return sha256(repr(whole).encode()).hexdigest()[:32]


def numbers_that_matter(position: Position) -> Shape:
    """The numbers of the rules that can still make a difference."""
    rules, drawing = position.rules, any(pile.cards for pile in position.draws)
    hand = rules.hand if drawing and rules.game.drawing != "as-laid" else None
    minimum = rules.minimum if drawing else None
    return rules.minimum_empty, minimum, rules.maximum, hand, rules.gifts, rules.draws if drawing else None


class Outline:
    """What the rules can see of one puzzle, as each symmetry turns it."""

    def __init__(self, positions: list[Position]) -> None:
        self.rules, self.positions = positions[0].rules, positions
        first = self.positions[0]
        self.seats = seats_in_order(first)
        held = (
            *(card for hand in first.hands for card in hand),
            *(card for pile in first.draws for card in pile.cards),
        )
        self.numbers = sorted({card.number for card in held})

    def seen_by(self, symmetry: Symmetry) -> str:
        """Everything, written so that it can be compared."""
        numbers = [symmetry.card(Card(number)).number for number in self.numbers]
        ranks = {number: 2 * rank for rank, number in enumerate(sorted(numbers))}  # tops stand between them
        tricks = sorted((ranks[n], ranks[n + self.rules.trick]) for n in numbers if n + self.rules.trick in ranks)
        first = self.positions[0]
        decks = dict.fromkeys(self.rules.deck_of(seat) for seat in self.seats)

        def seen(card: Card) -> Shape:
            there = symmetry.card(card)
            command = self.rules.command(card)
            return ranks[there.number], there.colour, command.name if command and command.restricts else ""

        def held(position: Position) -> list[list[Shape]]:
            return [sorted(map(seen, position.hands[seat])) for seat in self.seats]

        draws = [
            list(map(seen, pile.cards)) if pile.ordered else ("unordered", sorted(map(seen, pile.cards)))
            for pile in (first.draws[deck] for deck in decks)
        ]
        passed = [(held(position), self.piles(position, symmetry, ranks)) for position in self.positions]
        return repr((tricks if self.rules.trick else [], draws, passed))

    def piles(self, position: Position, symmetry: Symmetry, ranks: dict[int, int]) -> list[Shape]:
        """The piles, like ones in order: between which cards each stands, what follows by the trick, its command."""
        shown = zip(self.rules.piles, position.tops, strict=True)
        return sorted(self.pile(pile, top, symmetry, ranks) for pile, top in shown)

    def pile(self, pile: Pile, top: Card | None, symmetry: Symmetry, ranks: dict[int, int]) -> Shape:
        """One pile."""
        ascends = (pile.direction == "up") != symmetry.flip
        owner = 0 if pile.owner is None else self.seats.index(pile.owner)
        if top is None:  # any card follows it, and nothing improves it: as if it lay beyond them all
            return owner, ascends, -1 if ascends else 2 * len(ranks) - 1, -1, "", ""
        there = symmetry.card(top)
        place = ranks.get(there.number, 2 * sum(number < there.number for number in ranks) - 1)
        by_trick = there.number - self.rules.trick if ascends else there.number + self.rules.trick
        partner = ranks.get(by_trick, -1) if self.rules.trick else -1
        command = self.rules.command(top)
        binding = command.name if command is not None and command.binds_from_the_top else ""
        return owner, ascends, place, partner, there.colour, binding


def seats_in_order(position: Position) -> list[int]:
    """The seats from the mover on; who is out of the game for good is left out."""
    count = position.rules.players
    seats = [(position.to_move + step) % count for step in range(count)]
    if not position.rules.game.sides.passes_over or position.draw.cards:
        return seats
    return [seat for seat in seats if position.hands[seat]]


def passed(puzzle: Puzzle) -> list[Position]:
    """The positions of the puzzle: the first one and, of a played game, those it passes."""
    positions = [puzzle.position]
    for turn in puzzle.played:
        positions.append(positions[-1].after(turn))
    return positions
