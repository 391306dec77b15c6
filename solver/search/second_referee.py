"""The second referee, for the drivers: a game's rulebook, a desk to note things down on, the names of the rules."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from solver.kernels import second_referee as kernel
from solver.kernels.second_referee import Desk, Rulebook
from solver.kernels.turn import Indices
from solver.rules.game import NO_MAXIMUM, Rules
from solver.search.team_codec import command_numbers

# By what the kernel says: the ids of solver.rules.rulings.  A line that breaks no rule has none.
BROKEN = {
    kernel.GAME_OVER: "game-over",
    kernel.PILES: "piles",
    kernel.OWN_HAND: "own-hand",
    kernel.STOPPED: "stop",
    kernel.MAXIMUM: "maximum",
    kernel.THREE_CARDS: "three",
    kernel.FOLLOW: "follow",
    kernel.EQUAL_NUMBERS: "equal-numbers",
    kernel.TRICK_BARRED: "no-trick",
    kernel.ONE_PILE_ONLY: "one-pile",
    kernel.SKULL_BARE: "skull",
    kernel.FIRE_BARE: "fire",
    kernel.MINIMUM: "minimum",
}
Look = Callable[[int, Indices], None]  # at a deal's number and its winning line: (card, pile, 1 where the turn ends)
FILLS_UP = {"as-laid": False, "to-full-hand": True}


def rulebook_of(rules: Rules) -> Rulebook:
    """A team game as the second referee reads it."""
    colours = sorted({str(card.colour) for card in rules.cards})
    return Rulebook(
        number=np.array([card.number for card in rules.cards], np.int64),
        colour=np.array([colours.index(str(card.colour)) for card in rules.cards], np.int64),
        command=command_numbers(rules, rules.cards),
        way=np.array([1 if pile.direction == "up" else -1 for pile in rules.piles], np.int64),
        players=rules.players,
        hand=rules.hand,
        minimum=rules.minimum,
        minimum_empty=rules.minimum_empty,
        maximum=NO_MAXIMUM if rules.maximum is None else rules.maximum,
        trick=rules.trick,
        coloured=bool(rules.colours),
        fills_up=FILLS_UP[rules.game.drawing],
    )


def desk_for(rules: Rules) -> Desk:
    """A clear desk."""
    cards, piles = len(rules.cards), len(rules.piles)
    return Desk(
        holder=np.zeros(cards, np.int64),
        held=np.zeros(rules.players, np.int64),
        top=np.zeros(piles, np.int64),
        skull=np.zeros(piles, np.int64),
        fire=np.zeros(piles, np.int64),
        under=np.zeros((piles, piles), np.int64),
        now=np.zeros(kernel.NOW_WORDS, np.int64),
    )


def objection(book: Rulebook, desk: Desk, deck: Indices, line: Indices) -> str | None:
    """What the second referee has against a line of a whole deal, None if it is legal and lays every card.

    ``stop at turn 3, play 2``; where it is the way a turn ends, ``skull at turn 3``.
    """
    found = kernel.judge_line(book, desk, deck, line, len(line))
    if found == kernel.ALL_LAID:
        return None
    if found == kernel.CARDS_LEFT:
        return "cards left"
    turn, play = int(desk.now[kernel.TURN]), int(desk.now[kernel.PLAY])
    return f"{BROKEN[found]} at turn {turn}{f', play {play}' if play else ''}"


def refusal(number: int, book: Rulebook, desk: Desk, deck: Indices, line: Indices) -> str:
    """What there is to say where a search claims a win that is none."""
    return f"a win of deal {number} is claimed that the second referee refuses: {objection(book, desk, deck, line)}"
