"""What the player for hidden cards looks up: the relations between a game's cards as numbers, and room to think in."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from solver.kernels.hidden_end import Ending
from solver.kernels.hidden_play import Player
from solver.kernels.hidden_search import Search
from solver.kernels.hidden_turns import Sight, Turns
from solver.kernels.hidden_value import PILE_INPUTS, TABLE_INPUTS, TERMS, Layers, Net
from solver.kernels.turn import COMMANDS, Problem, Words
from solver.rules.game import Rules
from solver.search.team_codec import game_as_numbers

SIZES = (1, 2, 3, 5, 8, 12, 20, 35)  # how far the windows before a pile's top reach
MOST_TURNS = 1024  # listed at once: where there are more, fewer are looked for
MOST_UNSEEN = 128
ENDINGS = 1 << 16  # states remembered of an ending


def room_for_a_game(rules: Rules) -> Problem:
    """The game as numbers, with a draw pile and a map of commands of its own, to be filled in by kernels."""
    game, drawn = game_as_numbers(rules), len(rules.cards) - rules.players * rules.hand
    return game._replace(
        draw=np.zeros(drawn, np.int64), pending=np.zeros((drawn + 1, 2), np.uint64), command=game.command.copy()
    )


def sight_of(rules: Rules) -> Sight:
    """How near the cards of a game are to each other on its piles."""
    problem = game_as_numbers(rules)
    tricks = problem.follow & ~problem.plain
    low, high = rules.lowest - 1, rules.highest + 1
    numbers = [card.number for card in rules.cards]
    number = np.array([[*numbers, low, high], [*numbers, high, low]], np.int64)
    return Sight(
        within=np.stack([_windows(problem, number, side) for side in range(2)]),
        tricks=tricks,
        twice=np.stack([_twice(tricks[side]) for side in range(2)]),
        number=number,
        carriers=_carriers(problem),
        sizes=np.array(SIZES, np.int64),
    )


def _windows(problem: Problem, number: npt.NDArray[np.int64], side: int) -> Words:
    """[top, window, word]: the plain followers no further away than the window reaches."""
    cards = problem.cards
    away = number[side][None, :cards] - number[side][: cards + 1, None]
    away = away if side == 0 else -away
    near = np.stack([(away > 0) & (away <= size) for size in SIZES], axis=1)
    near_sets: Words = as_sets(near) & problem.plain[side][:, None, :]
    return near_sets


def as_sets(flags: npt.NDArray[np.bool_]) -> Words:
    """Flags a card in the last place, as sets of two words."""
    padded = np.zeros((*flags.shape[:-1], 128), np.uint8)
    padded[..., : flags.shape[-1]] = flags
    return np.packbits(padded, axis=-1, bitorder="little").view(np.uint64)


def as_flags(sets: Words) -> npt.NDArray[np.bool_]:
    """The reverse."""
    return np.unpackbits(sets.view(np.uint8), axis=-1, bitorder="little").astype(bool)


def _twice(tricks: Words) -> Words:
    """What follows by the trick on a card that follows by the trick."""
    flags = as_flags(tricks)
    cards = len(tricks) - 1
    return as_sets((flags[:, :cards].astype(int) @ flags[:cards].astype(int)) > 0)


def _carriers(problem: Problem) -> Words:
    """[command]: the cards that carry it."""
    return as_sets(problem.command[None, : problem.cards] == np.arange(COMMANDS)[:, None])


def turns_for(problem: Problem) -> Turns:
    """Room to list turns in."""
    depth = problem.hand + 2
    moves = problem.piles * problem.hand + 1
    return Turns(
        rows=np.zeros((MOST_TURNS, 4), np.uint64),
        price=np.zeros(MOST_TURNS, np.int64),
        plays=np.zeros((MOST_TURNS, depth), np.int64),
        length=np.zeros(MOST_TURNS, np.int64),
        states=np.zeros((depth, 2 + 2 * problem.players), np.uint64),
        moves=np.zeros((depth, moves), np.int64),
        prices=np.zeros((depth, moves), np.int64),
        cursor=np.zeros((depth, 3), np.int64),
        seen=np.zeros(8 * MOST_TURNS, np.uint64),
        stamp=np.zeros(1, np.int64),
    )


def ending_for(problem: Problem) -> Ending:
    """Room to play out an ending."""
    depth = 2 * (problem.hand + 1) * problem.players + 4
    moves = 2 * problem.piles * problem.hand + 2
    return Ending(
        states=np.zeros((depth, 2 + 2 * problem.players), np.uint64),
        moves=np.zeros((depth, moves), np.int64),
        prices=np.zeros((depth, moves), np.int64),
        cursor=np.zeros((depth, 2), np.int64),
        seen=np.zeros(ENDINGS, np.uint64),
        stamp=np.zeros(1, np.int64),
    )


@lru_cache(maxsize=64)
def inputs_of(rules: Rules) -> int:
    """How many inputs the net of a game has."""
    return TABLE_INPUTS + PILE_INPUTS * len(rules.piles)


def layers_for(net: Net) -> Layers:
    """Room for an evaluation."""
    return Layers(
        terms=np.zeros(TERMS, np.float32),
        x=np.zeros(net.w1.shape[0], np.float32),
        used=np.zeros(max(net.w1.shape) + 1, np.int64),
        h1=np.zeros(net.w1.shape[1], np.float32),
        h2=np.zeros(net.w2.shape[1], np.float32),
        out=np.zeros(net.w3.shape[1], np.float32),
    )


def player_for(problem: Problem, sight: Sight, net: Net, score: npt.NDArray[np.float32], style: list[int]) -> Player:
    """A player with room of its own."""
    return Player(
        sight=sight,
        net=net,
        weights=score,
        turns=turns_for(problem),
        layers=layers_for(net),
        ending=ending_for(problem),
        know=np.zeros(4 + 3 * problem.players, np.uint64),
        sizes=np.zeros(problem.players + 1, np.int64),
        values=np.zeros(MOST_TURNS, np.float32),
        logits=np.zeros(MOST_TURNS, np.float32),
        left=np.zeros(MOST_TURNS, np.float32),
        order=np.zeros(MOST_TURNS, np.int64),
        style=np.array(style, np.int64),
    )


def search_for(problem: Problem, plan: list[int]) -> Search:
    """A search with room of its own; its world has the same commands."""
    world = problem._replace(draw=np.zeros_like(problem.draw), pending=np.zeros_like(problem.pending))
    return Search(
        world=world,
        dealt=np.zeros((2, 2 + 2 * problem.players), np.uint64),
        pool=np.zeros(MOST_UNSEEN, np.int64),
        random=np.zeros(1, np.uint64),
        total=np.zeros(MOST_TURNS),
        squares=np.zeros(MOST_TURNS),
        left=np.zeros(MOST_TURNS),
        samples=np.zeros(MOST_TURNS, np.int64),
        alive=np.zeros(MOST_TURNS, np.int64),
        plan=np.array(plan, np.int64),
    )
