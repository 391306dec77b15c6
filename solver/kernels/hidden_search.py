"""Looking ahead with hidden cards: the unseen cards dealt anew many times, each time a few turns played by value.

Every candidate meets the same redeals.  After each round the worse half of the candidates is dropped, and those that
stay get more redeals.  What is counted is the value at the end of the few turns, not wins: those are too rare a signal.

In a redealt world the player who thinks has seat 0, the others follow in the order of play.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.bits import lowest_bit
from solver.kernels.compile import entry, inlined, kernel
from solver.kernels.hidden_play import (
    INFORMATION,
    SURE,
    Games,
    Player,
    cards_left,
    judge_choices,
    look,
    put_down,
    set_up,
    take_turn,
)
from solver.kernels.hidden_value import TALK, chance, words_of_hand
from solver.kernels.shuffle import mix, random_below
from solver.kernels.turn import (
    SILENCE,
    Indices1,
    Problem,
    Words1,
    Words2,
    bit,
    end_turn,
    finished,
    shows,
)

Doubles1 = Annotated[npt.NDArray[np.float64], np.float64, 1]

TRIES = 60  # redeals of a hand until it agrees with what was said


class Search(NamedTuple):
    """A search under way."""

    world: Problem  # with a draw pile of its own
    dealt: Words2  # row 0: the world as redealt, row 1: as it is played on
    pool: Indices1  # the unseen cards, shuffled
    random: Words1
    total: Doubles1  # [choice]: sum of values
    squares: Doubles1
    left: Doubles1  # [choice]: sum of cards left
    samples: Indices1  # [choice]
    alive: Indices1  # the candidates still in the race
    plan: Indices1  # candidates, samples of the first round, turns played on, weight of the value, seed


CANDIDATES, FIRST_SAMPLES, AHEAD, PRIOR, SEED, ROUNDS = range(6)


@kernel
def fill_pool(search: Search, low: np.uint64, high: np.uint64) -> int:
    """The unseen cards, one after the other."""
    count = 0
    for word in range(2):
        cards = low if word == 0 else high
        while cards != np.uint64(0):
            search.pool[count] = lowest_bit(cards) + 64 * word
            cards &= cards - np.uint64(1)
            count += 1
    return count


@inlined
def hand_of(pool: Indices1, first: int, size: int) -> tuple[np.uint64, np.uint64]:
    """So many cards of the pool as a hand."""
    hand0 = hand1 = np.uint64(0)
    for place in range(first, first + size):
        if pool[place] < 64:
            hand0 |= bit(pool[place])
        else:
            hand1 |= bit(pool[place])
    return hand0, hand1


@kernel
def redeal(player: Player, search: Search, number: int) -> None:
    """Deal the unseen cards anew: redeal ``number`` of this decision, the same for every candidate."""
    world, dealt, know, sizes = search.world, search.dealt, player.know, player.sizes
    players = world.players
    search.random[0] = mix(np.uint64(search.plan[SEED]) ^ mix(np.uint64(number) + np.uint64(0x5851F42D4C957F2D)))
    unseen0, unseen1 = know[2 + 2 * players], know[3 + 2 * players]
    count = fill_pool(search, unseen0, unseen1)
    for place in range(count):  # which cards are where; those left over were laid and forgotten
        other = place + random_below(search.random, count - place)
        search.pool[place], search.pool[other] = search.pool[other], search.pool[place]
    drawn = world.draw.shape[0] - sizes[players]
    silent = world.commanded and shows(world, know[0], SILENCE)  # nothing said is not the word that all is free
    dealt[0, 0], dealt[0, 1] = know[0], np.uint64(drawn)
    place = 0
    for seat in range(players):
        dealt[0, 2 + 2 * seat], dealt[0, 3 + 2 * seat] = know[2 + 2 * seat], know[3 + 2 * seat]
        if seat and know[3 + 2 * seat] >> np.uint64(63):
            if player.style[INFORMATION] == TALK and not silent:
                agree(player, search, seat, place, count)
            dealt[0, 2 + 2 * seat], dealt[0, 3 + 2 * seat] = hand_of(search.pool, place, sizes[seat])
            place += sizes[seat]
    draw, pending = world.draw, world.pending
    pending[draw.shape[0], 0] = pending[draw.shape[0], 1] = np.uint64(0)
    for step in range(draw.shape[0] - 1, drawn - 1, -1):
        card = search.pool[place + step - drawn]
        draw[step] = card
        pending[step, 0], pending[step, 1] = pending[step + 1, 0], pending[step + 1, 1]
        pending[step, card >> 6] |= bit(card)


@kernel
def agree(player: Player, search: Search, seat: int, place: int, count: int) -> None:
    """Shuffle on until the hand of this seat agrees with what it said; where it never does, as near as it came."""
    world, size, pool = search.world, player.sizes[seat], search.pool
    said = player.know[4 + 2 * world.players + seat]
    tops = player.know[0]
    for _ in range(TRIES):
        hand0, hand1 = hand_of(pool, place, size)
        words = words_of_hand(world, player.sight, tops, hand0, hand1)
        if words == said:
            return
        # change one card: of those that say too much, or any
        mine = place + random_below(search.random, size)
        other = place + size + random_below(search.random, max(count - place - size, 1))
        if other >= count:
            return
        pool[mine], pool[other] = pool[other], pool[mine]
        hand0, hand1 = hand_of(pool, place, size)
        after = words_of_hand(world, player.sight, tops, hand0, hand1)
        if differences(world, after, said) > differences(world, words, said):
            pool[mine], pool[other] = pool[other], pool[mine]


@inlined
def differences(problem: Problem, one: np.uint64, other: np.uint64) -> int:
    """By how much two sets of words differ."""
    total = 0
    for pile in range(problem.piles):
        shift = np.uint64(2 * pile)
        a, b = np.int64((one >> shift) & np.uint64(3)), np.int64((other >> shift) & np.uint64(3))
        total += a - b if a > b else b - a
    return total


@kernel
def play_on(search: Search, mate: Player, choice_row: Words1, ahead: int) -> tuple[float, float]:
    """Play the turn in the redealt world, then some turns by value; chance to win and cards left at the end."""
    world, dealt = search.world, search.dealt
    for word in range(dealt.shape[1]):
        dealt[1, word] = dealt[0, word]
    dealt[1, 0], dealt[1, 1] = choice_row[0], (choice_row[1] & ~np.uint64(255)) | dealt[0, 1]
    dealt[1, 2], dealt[1, 3] = choice_row[2], choice_row[3]
    if finished(world, dealt, 1):
        return 1.0, 0.0
    end_turn(world, dealt, 1)
    for step in range(ahead + 1):
        look(world, mate, dealt, 1)
        if judge_choices(world, mate) == 0:
            return 0.0, np.float64(cards_left(world, dealt, 1))
        best = mate.order[0]
        if step == ahead:
            left = min(max(np.float64(mate.left[best]), 0.0), 1.0) * np.float64(world.cards)
            return chance(mate.logits[best]), left
        take_turn(world, mate, dealt, 1, best)
        if finished(world, dealt, 1):
            return 1.0, 0.0
    return 0.0, 0.0


@inlined
def take_part(player: Player, search: Search, found: int) -> int:
    """Take the best turns, by what the player thinks of them, into the race; how many."""
    count = min(found, search.plan[CANDIDATES])
    for place in range(count):
        choice = player.order[place]
        search.alive[place] = choice
        search.total[choice] = np.float64(search.plan[PRIOR]) * chance(player.logits[choice])
        search.squares[choice] = 0.0
        search.left[choice] = 0.0
        search.samples[choice] = 0
    return count


@kernel
def candidates(problem: Problem, player: Player, search: Search) -> int:
    """Begin: list and judge the turns, and take the best into the race; how many."""
    return take_part(player, search, judge_choices(problem, player))


@kernel
def try_all(player: Player, mate: Player, search: Search, alive: int, first: int, samples: int) -> None:
    """Every candidate in so many redeals."""
    for number in range(first, first + samples):
        redeal(player, search, number)
        for place in range(alive):
            choice = search.alive[place]
            value, left = play_on(search, mate, player.turns.rows[choice], search.plan[AHEAD])
            search.total[choice] += value
            search.squares[choice] += value * value
            search.left[choice] += left
            search.samples[choice] += 1


@inlined
def worth(search: Search, choice: int) -> float:
    """The chance to win with a turn, as far as it is known."""
    weight = np.float64(search.plan[PRIOR] + search.samples[choice])
    return search.total[choice] / weight if weight > 0.0 else 0.0


@kernel
def rank_alive(search: Search, alive: int) -> None:
    """The candidates, best first."""
    for start in range(1, alive):
        choice, place = search.alive[start], start
        while place > 0 and worth(search, search.alive[place - 1]) < worth(search, choice):
            search.alive[place] = search.alive[place - 1]
            place -= 1
        search.alive[place] = choice


@kernel
def think(problem: Problem, player: Player, mate: Player, search: Search) -> int:
    """Choose a turn by search: its index among ``player.turns``; -1 where there is none."""
    alive = candidates(problem, player, search)
    if alive == 0:
        return -1
    if player.logits[player.order[0]] >= SURE:
        return player.order[0]
    samples, done = search.plan[FIRST_SAMPLES], 0
    for _ in range(search.plan[ROUNDS]):
        if alive < 2:
            break
        try_all(player, mate, search, alive, done, samples)
        rank_alive(search, alive)
        done += samples
        samples *= 2
        alive = (alive + 1) // 2
    return search.alive[0]


@entry
def begin_search(problem: Problem, player: Player, search: Search) -> int:
    """List and judge the turns of what the player knows, and begin the race; how many take part."""
    return candidates(problem, player, search)


@entry
def go_on(player: Player, mate: Player, search: Search, alive: int, first: int, samples: int) -> None:
    """So many redeals more for the first candidates."""
    try_all(player, mate, search, alive, first, samples)
    rank_alive(search, alive)


@entry
def think_view(problem: Problem, player: Player, mate: Player, search: Search) -> int:
    """The turn that the search chooses for what the player knows; -1 where there is none."""
    return think(problem, player, mate, search)


@entry
def think_numbered(
    problem: Problem,
    player: Player,
    mate: Player,
    search: Search,
    states: Words2,
    deck: Indices1,
    first: int,
    seed: int,
    games: Games,
) -> None:
    """Play the deals ``first``, ``first + 1``, … by search, one for each row of ``games``.

    Redeals depend on the seed and the number of cards laid, never on the deal.
    """
    for index in range(games.left.shape[0]):
        set_up(problem, player, states, deck, first + index)
        laid, games.turns[index] = 0, 0
        while not finished(problem, states, 0):
            look(problem, player, states, 0)
            search.plan[SEED] = seed * 1009 + laid
            choice = think(problem, player, mate, search)
            if choice < 0:
                break
            laid = put_down(player, games, index, laid, choice, player.logits[choice])
            games.thought[index, games.turns[index] - 1] = np.float32(worth(search, choice))
            take_turn(problem, player, states, 0, choice)
        games.left[index] = cards_left(problem, states, 0)
