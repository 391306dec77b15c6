"""From a position to the numbers that the kernels know, and from a line of numbers back to turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from solver.cards import Card
from solver.errors import DoesNotAddUp
from solver.kernels.turn import (
    DRAW_AS_LAID,
    DRAW_TO_FULL_HAND,
    Indices,
    Problem,
    Words,
)
from solver.rules.follow import FollowTable, follow_tables
from solver.rules.game import NO_MAXIMUM, Rules
from solver.rules.turns import OpenTurn, next_seat
from solver.table.line import Line, Play, Turn
from solver.table.position import Position

DRAWINGS = {"as-laid": DRAW_AS_LAID, "to-full-hand": DRAW_TO_FULL_HAND}  # the ways in which teams draw
WORD = 2**64 - 1


def pack(position: Position) -> tuple[Problem, Words]:
    """The problem and the state it starts from.  Team games with a known draw pile only."""
    rules = position.rules
    if rules.game.is_duel:
        raise DoesNotAddUp(f"{rules.game.name} is no team game")
    if not position.draw.ordered:
        raise DoesNotAddUp("the order of the draw pile is unknown, and this question needs it")
    draw = [rules.card_indices[card] for card in position.draw.cards]
    problem = game_as_numbers(rules)._replace(draw=np.array(draw, np.int64), pending=_pending(draw))
    return problem, _start(position)


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


def _start(position: Position) -> Words:
    rules = position.rules
    row_card = len(rules.cards)
    tops = [row_card if top is None else rules.card_indices[top] for top in position.tops]
    hands = [word for hand in position.hands for word in _split(cards_mask(rules, hand))]
    tops_word = sum(top << (8 * pile) for pile, top in enumerate(tops))
    return np.array([tops_word, position.to_move << 8, *hands], np.uint64)


def cards_left(problem: Problem, start: Words) -> int:
    """How many cards are not yet laid."""
    drawn = int(start[1]) & 255
    held = sum(int(word).bit_count() for word in start[2:])
    return held + len(problem.draw) - drawn


def cards_mask(rules: Rules, cards: Iterable[Card]) -> int:
    """A set of cards as a bit mask over card indices."""
    return sum(1 << rules.card_indices[card] for card in cards)


def _split(mask: int) -> tuple[int, int]:
    return mask & WORD, mask >> 64


def _words(table: FollowTable) -> Words:
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


def unpack_line(position: Position, plays: Indices) -> Line:
    """Turns out of (card, pile, 1 where the turn ended) rows: who played, and what was drawn, come from the rules.

    A turn that is still open at the end (a search that was cut off) is left out.
    """
    rules, draw, hands, line = position.rules, position.draw.cards, list(position.hands), list[Turn]()
    turn = position.open_turn
    for number, (card, pile, ended) in enumerate(plays.tolist(), start=1):
        turn = turn.lay(rules.cards[card], pile)
        if ended or number == position.cards_left:
            drawn, draw = draw[: turn.cards_to_draw()], draw[turn.cards_to_draw() :]
            laid = tuple(Play(card, rules.piles[pile].name) for card, pile in turn.laid)
            line.append(Turn(laid, rules.player_names[turn.seat], drawn))
            hands[turn.seat] = (*turn.hand, *drawn)
            seat = next_seat(turn.seat, hands, not draw)
            others = sum(map(len, hands)) - len(hands[seat])
            turn = OpenTurn.begun(rules, seat, turn.tops, hands[seat], len(draw), others)
    return tuple(line)
