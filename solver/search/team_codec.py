"""The codec of team games: positions as the numbers that the kernels know, states read back, lines as turns.

Nobody else outside ``solver.kernels`` knows how a state is laid out (``solver.kernels.turn`` draws it): whoever wants
to know something of states asks here, of many at once, one a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from solver.cards import Card
from solver.errors import DoesNotAddUp
from solver.kernels.turn import DRAW_AS_LAID, DRAW_TO_FULL_HAND, Indices, Problem, Words
from solver.rules.commands import NO_ORDERS
from solver.rules.follow import FollowTable, follow_tables
from solver.rules.game import NO_MAXIMUM, Rules
from solver.rules.turns import Lay, OpenTurn, next_seat
from solver.table.line import Line, Play, Turn
from solver.table.position import Position

DRAWINGS = {"as-laid": DRAW_AS_LAID, "to-full-hand": DRAW_TO_FULL_HAND}  # the ways in which teams draw
WORD = 2**64 - 1
ONE_WORD = 64  # cards: a set of so many is one word
FIRST_HAND = 2  # the word at which hands begin, two words each
PAIRS, FOURS, EIGHTS, BYTES = (
    np.uint64(word) for word in (0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101)
)

Faces = Sequence[Card | None]  # which card each number stands for; None: a row card
Flags = npt.NDArray[np.bool_]
States = Words  # one a row
Numbers = Indices


# --- a position as numbers


@dataclass(frozen=True)
class PackedGame:
    """A problem, the state it starts from, and which card each number stands for."""

    problem: Problem
    start: Words
    faces: Faces

    @cached_property
    def numbers(self) -> dict[Card | None, int]:
        """The number of each card."""
        return {face: number for number, face in enumerate(self.faces)}

    def later(self, position: Position) -> PackedGame:
        """The same game at a later position."""
        drawn = len(self.problem.draw) - len(position.draw.cards)
        return replace(self, start=_state(position, self.numbers, drawn))

    def at(self, tops: Faces, hands: Sequence[Sequence[Card]], drawn: int, seat: int) -> Words:
        """A state of the same game at the start of a turn, after so many cards were drawn."""
        return _state_of(self.numbers, tops, hands, drawn, seat)


def packed(position: Position) -> PackedGame:
    """The whole game as numbers, as the searches know it.  Team games with a known draw pile only."""
    problem, start = pack(position)
    return PackedGame(problem, start, (*position.rules.cards, None))


def pack(position: Position) -> tuple[Problem, Words]:
    """The problem and the state it starts from."""
    rules = position.rules
    if rules.game.is_duel:
        raise DoesNotAddUp(f"{rules.game.name} is no team game")
    if not position.draw.ordered:
        raise DoesNotAddUp("the order of the draw pile is unknown, and this question needs it")
    numbers = _numbers_of(rules)
    draw = [numbers[card] for card in position.draw.cards]
    problem = game_as_numbers(rules)._replace(draw=np.array(draw, np.int64), pending=_pending(draw))
    return problem, _state(position, numbers)


def renumbered(position: Position) -> PackedGame:
    """The same with numbers for the cards left and the tops only: a set of cards is one word, the tables are short.

    Positions with more cards left than one word holds are packed as usual.
    """
    if position.cards_left > ONE_WORD:
        return packed(position)
    rules, index = position.rules, position.rules.card_indices
    left = sorted(card for cards in (*position.hands, position.draw.cards) for card in cards)
    faces: Faces = [*left, None, *(top for top in position.tops if top is not None)]
    tops, places = [_numbers_of(rules)[face] for face in faces], [index[card] for card in left]

    def table(masks: FollowTable) -> Words:
        return _words(
            [[sum((side[top] >> card & 1) << at for at, card in enumerate(places)) for top in tops] for side in masks]
        )

    with_trick, plain = follow_tables(rules)
    numbers = {face: number for number, face in enumerate(faces)}
    draw = [numbers[card] for card in position.draw.cards]
    problem = game_as_numbers(rules)._replace(
        follow=table(with_trick),
        plain=table(plain),
        command=command_numbers(rules, faces),
        draw=np.array(draw, np.int64),
        pending=_pending(draw),
        cards=len(left),
    )
    return PackedGame(problem, _state(position, numbers), faces)


@lru_cache(maxsize=64)
def game_as_numbers(rules: Rules) -> Problem:
    """What all deals of a game have in common; its draw pile is empty."""
    with_trick, plain = follow_tables(rules)
    return Problem(
        follow=_words(with_trick),
        plain=_words(plain),
        direction=np.array([0 if pile.direction == "up" else 1 for pile in rules.piles], np.int64),
        command=command_numbers(rules, (*rules.cards, None)),
        draw=np.zeros(0, np.int64),
        pending=_pending(()),
        cards=len(rules.cards),
        piles=len(rules.piles),
        players=rules.players,
        hand=rules.hand,
        minimum=rules.minimum,
        minimum_empty=rules.minimum_empty,
        maximum=NO_MAXIMUM if rules.maximum is None else rules.maximum,
        drawing=DRAWINGS[rules.game.drawing],
        commanded=bool(rules.commands),
    )


@lru_cache(maxsize=64)
def _numbers_of(rules: Rules) -> Mapping[Card | None, int]:
    return {face: number for number, face in enumerate((*rules.cards, None))}


def _state(position: Position, numbers: Mapping[Card | None, int], drawn: int = 0) -> Words:
    return _state_of(numbers, position.tops, position.hands, drawn, position.to_move)


def _state_of(
    numbers: Mapping[Card | None, int], tops: Faces, hands: Sequence[Sequence[Card]], drawn: int, seat: int
) -> Words:
    shown = sum(numbers[top] << (8 * pile) for pile, top in enumerate(tops))
    held = [word for hand in hands for word in _split(sum(1 << numbers[card] for card in hand))]
    return np.array([shown, drawn | seat << 8, *held], np.uint64)


def _split(mask: int) -> tuple[int, int]:
    return mask & WORD, mask >> 64


def _words(table: Sequence[Sequence[int]]) -> Words:
    return np.array([[_split(mask) for mask in side] for side in table], np.uint64)


def _pending(draw: Sequence[int]) -> Words:
    """After so many cards were drawn, the set of those still in the pile."""
    masks = [0]
    for card in reversed(draw):
        masks.append(masks[-1] | 1 << card)
    return np.array([_split(mask) for mask in reversed(masks)], np.uint64)


def command_numbers(rules: Rules, faces: Iterable[Card | None]) -> Indices:
    """What each card commands, 0 for nothing; None stands for a row card."""
    commands = map(rules.command, faces)
    return np.array([0 if command is None else command.number for command in commands], np.int64)


# --- what states say, one a row


def state_words(problem: Problem) -> int:
    """The length of a state."""
    return FIRST_HAND + 2 * problem.players


def hand_of(state: Words, seat: int) -> Words:
    """The hand of a seat in one state, as two words."""
    return state[FIRST_HAND + 2 * seat : FIRST_HAND + 2 * seat + 2]


def tops_at(states: Words, piles: Indices | int) -> Indices:
    """What one pile shows in every state, or in each state the pile named for it."""
    shift = np.asarray(8 * piles).astype(np.uint64)
    return (states[:, 0] >> shift & np.uint64(255)).astype(np.int64)


def cards_drawn(states: Words) -> Indices:
    """How many cards have been drawn from the draw pile."""
    return (states[:, 1] & np.uint64(255)).astype(np.int64)


def seats_to_move(states: Words) -> Indices:
    """Whose turn it is."""
    return (states[:, 1] >> np.uint64(8) & np.uint64(15)).astype(np.int64)


def laid_in_turn(states: Words) -> Indices:
    """How many cards have been laid in the turn under way."""
    return (states[:, 1] >> np.uint64(12) & np.uint64(255)).astype(np.int64)


def are_positions(states: Words) -> Flags:
    """Which states are at the start of a turn."""
    found: Flags = states[:, 1] >> np.uint64(12) == 0
    return found


def cards_remaining(problem: Problem, states: Words) -> Words:
    """[state, word]: the cards still to be laid."""
    words = [np.bitwise_or.reduce(states[:, FIRST_HAND + word :: 2], axis=1) for word in (0, 1)]
    return np.stack(words, axis=1) | problem.pending[cards_drawn(states)]


def cards_left_in(problem: Problem, states: Words) -> Indices:
    """How many cards are still to be laid."""
    return count_cards(states[:, FIRST_HAND:]) + len(problem.draw) - cards_drawn(states)


def cards_left(problem: Problem, state: Words) -> int:
    """How many cards are still to be laid in one state."""
    held = sum(int(word).bit_count() for word in state[FIRST_HAND:])
    return held + len(problem.draw) - int(cards_drawn(state[np.newaxis])[0])


def everything_laid(problem: Problem, states: Words) -> Flags:
    """Which states are won: nothing in any hand, nothing left to draw."""
    laid: Flags = ~states[:, FIRST_HAND:].any(axis=1) & (cards_drawn(states) == len(problem.draw))
    return laid


def with_other_order(states: Words, seat: int, old: Problem, new: Problem) -> Words:
    """The same states of one player's turn, the draw pile having lain in another order."""
    drawn, other = cards_drawn(states), states.copy()
    hands = other[:, FIRST_HAND + 2 * seat : FIRST_HAND + 2 * seat + 2]
    hands &= ~(old.pending[0] & ~old.pending[drawn])
    hands |= new.pending[0] & ~new.pending[drawn]
    return other


def whose_cards(states: Words) -> Words:
    """Columns that are the same where the same cards were drawn, the same seat moves, and everybody holds the same."""
    return states[:, 1:]


def count_cards(sets: Words) -> Indices:
    """[..., word]: how many cards each set of words holds."""
    counts = sets - (sets >> np.uint64(1) & PAIRS)
    counts = (counts & FOURS) + (counts >> np.uint64(2) & FOURS)
    counts = counts + (counts >> np.uint64(4)) & EIGHTS
    held: Indices = (counts * BYTES >> np.uint64(56)).astype(np.int64).sum(axis=-1)
    return held


def single_cards(cards: Indices) -> Words:
    """[card, word]: each card as a set of its own."""
    low = np.where(cards < ONE_WORD, np.uint64(1) << (cards & 63).astype(np.uint64), np.uint64(0))
    high = np.where(cards < ONE_WORD, np.uint64(0), np.uint64(1) << (cards & 63).astype(np.uint64))
    return np.stack([low, high], axis=1)


def cards_in(words: Words) -> frozenset[int]:
    """The numbers of the cards of a set."""
    flags = np.unpackbits(words.astype("<u8").view(np.uint8), bitorder="little")
    return frozenset(np.flatnonzero(flags).tolist())


def on_empty_piles(problem: Problem, drawn: int, hands: Sequence[Indices]) -> Words:
    """The state with no card on any pile, so many drawn and these hands, player 1 to move."""
    sets = [np.bitwise_or.reduce(single_cards(hand)) for hand in hands]
    return np.array(
        [sum(problem.cards << 8 * pile for pile in range(problem.piles)), drawn, *np.ravel(sets)], np.uint64
    )


# --- lines


def unpack_plays(packed_plays: Indices) -> tuple[Indices, Indices, Indices, Indices]:
    """Plays as searches and graphs note them: a node (0 in a search), the card, the pile, 1 where the turn ends."""
    return packed_plays >> 16, packed_plays & 255, packed_plays >> 8 & 15, packed_plays >> 12 & 1


def unpack_line(position: Position, plays: Indices) -> Line:
    """Turns out of (card, pile, 1 where the turn ended) rows: who played, and what was drawn, come from the rules.

    A turn that is still open at the end (a search that was cut off) is left out.
    """
    rules, draw, hands, line = position.rules, position.draw.cards, list(position.hands), list[Turn]()
    seat, tops, laid = position.to_move, list(position.tops), list[Lay]()
    for number, (card, pile, ended) in enumerate(plays.tolist(), start=1):
        tops[pile] = rules.cards[card]
        laid.append((rules.cards[card], pile))
        if ended or number == position.cards_left:
            gone = {card for card, _ in laid}
            hand = tuple(card for card in hands[seat] if card not in gone)
            count = OpenTurn(rules, seat, tuple(tops), hand, len(draw), 0, NO_ORDERS, tuple(laid)).cards_to_draw()
            drawn, draw = draw[:count], draw[count:]
            line.append(
                Turn(tuple(Play(card, rules.piles[pile].name) for card, pile in laid), rules.player_names[seat], drawn)
            )
            hands[seat] = (*hand, *drawn)
            seat, laid = next_seat(seat, hands, not draw), []
    return tuple(line)
