"""Play with hidden cards: what a seat knows, its choice by score or by value, and whole games.

Nothing but ``look`` reads the true table for a decision, and it leaves out what the seat may not know.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.bits import popcount
from solver.kernels.compile import entry, inlined, kernel
from solver.kernels.hidden_end import END, OPEN_QUESTION, YES, Ending, can_finish
from solver.kernels.hidden_turns import Sight, Turns, worthwhile_turns
from solver.kernels.hidden_value import (
    OPEN,
    TALK,
    Floats1,
    Floats2,
    Layers,
    Net,
    chance,
    drawn_next,
    evaluate,
    inputs,
    score,
    score_terms,
    turned_round,
    words_of_hand,
)
from solver.kernels.shuffle import DECK, commands_into, deal_into, shuffle_into
from solver.kernels.turn import (
    SILENCE,
    Indices1,
    Indices2,
    Problem,
    Words1,
    Words2,
    end_turn,
    field,
    finished,
    in_hand,
    shows,
)

HIDDEN_HAND = 1 << 63  # bit 127 of a hand: there are cards, nobody knows which


class Player(NamedTuple):
    """How a seat decides, and the room it needs."""

    sight: Sight
    net: Net
    weights: Floats1  # of the score
    turns: Turns
    layers: Layers
    ending: Ending
    know: Words1
    sizes: Indices1
    values: Floats1  # [choice]: by which it is ranked
    logits: Floats1  # [choice]: its chance to win as the net sees it
    left: Floats1  # [choice]: which share of the cards it leaves
    order: Indices1  # [rank]: the choices, best first
    style: Indices1  # see below


INFORMATION, JUDGE, JUDGED, NEAR_CARDS, SLACK_PRICE, MAP_STREAM, SCORE_SHARE, END_BUDGET, EXTRA_PRICE, MIRRORED = range(
    10
)
BY_SCORE, BY_VALUE = 0, 1


@kernel
def look(problem: Problem, player: Player, states: Words2, row: int) -> None:
    """What the seat to move knows of the table, and nothing else, into ``know`` and ``sizes``."""
    know, sizes, players = player.know, player.sizes, problem.players
    information = player.style[INFORMATION]
    seat, drawn = field(states[row, 1], 8, 4), field(states[row, 1], 0, 8)
    know[0], know[1] = states[row, 0], np.uint64(drawn)
    unseen0, unseen1 = problem.pending[drawn, 0], problem.pending[drawn, 1]
    silent = problem.commanded and shows(problem, states[row, 0], SILENCE)
    for step in range(players):
        other = (seat + step) % players
        low, high = states[row, 2 + 2 * other], states[row, 3 + 2 * other]
        sizes[step] = popcount(low) + popcount(high)
        said = np.uint64(0)
        if step and information == TALK and not silent:
            said = words_of_hand(problem, player.sight, states[row, 0], low, high)
        know[4 + 2 * players + step] = said
        if step and information != OPEN:
            unseen0 |= low
            unseen1 |= high
            low, high = np.uint64(0), np.uint64(HIDDEN_HAND) if sizes[step] else np.uint64(0)
        know[2 + 2 * step], know[3 + 2 * step] = low, high
    know[2 + 2 * players], know[3 + 2 * players] = unseen0, unseen1
    sizes[players] = problem.draw.shape[0] - drawn


@kernel
def judge_choices(problem: Problem, player: Player) -> int:
    """List the turns of what the player knows and judge them; how many there are.  ``order`` has them, best first."""
    sight, turns, layers = player.sight, player.turns, player.layers
    found = worthwhile_turns(
        problem,
        sight,
        turns,
        player.know[: 2 + 2 * problem.players],
        player.style[NEAR_CARDS],
        player.style[SLACK_PRICE],
        player.style[EXTRA_PRICE],
    )
    for choice in range(found):
        score_terms(problem, sight, player.know, turns.rows[choice], layers.terms)
        player.values[choice] = score(layers.terms, player.weights)
        player.order[choice] = choice
    rank(player, found)
    if player.style[JUDGE] == BY_SCORE or found < 1:
        return found
    judged = min(found, player.style[JUDGED])
    for place in range(judged):
        judge_choice(problem, player, player.order[place])
    rank(player, judged)
    if player.style[END_BUDGET]:
        take_ending(problem, player, judged)
    return judged


SURE = 15.0  # the logit of what is certain
THOROUGH = 4  # times the budget of a single turn, for all turns together


@kernel
def take_ending(problem: Problem, player: Player, count: int) -> None:
    """Rank by endings; where no turn of the list surely wins, look among all turns.

    The list leaves out what costs much, and in an ending a dear turn may be the only one that wins.
    """
    if rank_by_ending(problem, player, count):
        rank(player, count)
    if player.logits[player.order[0]] >= SURE or player.sizes[problem.players] > 0:
        return
    if not laid_open(problem, player, player.know[:4], 0):
        return
    if can_finish(problem, player.sight, player.ending, THOROUGH * player.style[END_BUDGET]) == YES:
        put_first(problem, player, count)


@kernel
def put_first(problem: Problem, player: Player, count: int) -> None:
    """Put the first turn of the ending just found before the list; the worst turn of the list gives its place."""
    turns, ending = player.turns, player.ending
    choice, length = player.order[count - 1], 0
    while True:
        move = ending.moves[length, ending.cursor[length, 0] - 1]
        if move == END:
            break
        turns.plays[choice, length] = move
        length += 1
        if finished(problem, ending.states, length):
            break
    for word in range(4):
        turns.rows[choice, word] = ending.states[length, word]
    turns.length[choice] = length
    player.logits[choice] = player.values[choice] = np.float32(SURE)
    player.left[choice] = np.float32(0)
    rank(player, count)


@kernel
def rank_by_ending(problem: Problem, player: Player, count: int) -> bool:
    """Where nothing is hidden after a turn, whether it wins is worked out; False where that is not so.

    The first turn that surely wins is enough.
    """
    known = False
    for place in range(count):
        choice = player.order[place]
        answer = outcome_known(problem, player, choice)
        if answer == OPEN_QUESTION:
            continue
        known = True
        player.logits[choice] = np.float32(SURE if answer == YES else -SURE)
        player.values[choice] = player.logits[choice] + player.values[choice] * np.float32(0.01)
        player.left[choice] = np.float32(0) if answer == YES else max(player.left[choice], np.float32(0.01))
        if answer == YES:
            break
    return known


@kernel
def outcome_known(problem: Problem, player: Player, choice: int) -> int:
    """Can all cards be laid after this turn?  Not known where anything stays hidden."""
    row, state = player.turns.rows[choice], player.ending.states
    hand = popcount(row[2]) + popcount(row[3])
    drawing = drawn_next(problem, row[0], row[1], hand, player.sizes[problem.players])
    if not laid_open(problem, player, row, drawing):
        return OPEN_QUESTION
    if not finished(problem, state, 0):
        end_turn(problem, state, 0)
    return can_finish(problem, player.sight, player.ending, player.style[END_BUDGET])


@kernel
def laid_open(problem: Problem, player: Player, row: Words1, drawing: int) -> bool:
    """Put the table into ``ending.states[0]``, the cards to be drawn in the hand; False where anything stays hidden."""
    players, know, sizes = problem.players, player.know, player.sizes
    if drawing < sizes[players]:
        return False
    holder = 0 if drawing else -1  # who holds the unseen cards, if one player does
    hidden = 1 if drawing else 0
    for seat in range(1, players):
        if know[3 + 2 * seat] >> np.uint64(63):
            holder, hidden = seat, hidden + 1
    unseen0, unseen1 = know[2 + 2 * players], know[3 + 2 * players]
    cards = popcount(unseen0) + popcount(unseen1)
    if hidden > 1 or cards != (0 if hidden == 0 else sizes[players] if drawing else sizes[holder]):
        return False
    state = player.ending.states
    state[0, 0] = row[0]
    state[0, 1] = (row[1] & ~np.uint64(255)) | np.uint64(problem.draw.shape[0])
    for seat in range(players):
        low, high = (row[2], row[3]) if seat == 0 else (know[2 + 2 * seat], know[3 + 2 * seat])
        if seat == holder:
            low, high = low | unseen0, high | unseen1
        state[0, 2 + 2 * seat], state[0, 3 + 2 * seat] = low, high & ~(np.uint64(HIDDEN_HAND))
    return True


@kernel
def judge_choice(problem: Problem, player: Player, choice: int) -> None:
    """What the net makes of a turn; its score stays a small part of it, which curbs the noise of a maximum.

    So does asking the net twice: the mirror image of a table is worth the same, and the net errs differently there.
    """
    layers = player.layers
    row = player.turns.rows[choice]
    score_terms(problem, player.sight, player.know, row, layers.terms)
    scored = score(layers.terms, player.weights)
    inputs(
        problem, player.sight, player.know, player.sizes, player.style[INFORMATION], row, layers.terms, scored, layers.x
    )
    evaluate(player.net, layers, layers.x)
    logit, left = layers.out[0], layers.out[1]
    if player.style[MIRRORED] and turned_round(problem, layers.x):
        evaluate(player.net, layers, layers.x)
        logit, left = (logit + layers.out[0]) * np.float32(0.5), (left + layers.out[1]) * np.float32(0.5)
    player.logits[choice] = logit
    player.values[choice] = logit + scored * np.float32(player.style[SCORE_SHARE]) * np.float32(0.001)
    player.left[choice] = left


@kernel
def rank(player: Player, count: int) -> None:
    """The first so many of ``order``, best first: insertion, since lists are short and ties keep their order."""
    for start in range(1, count):
        choice = player.order[start]
        place = start
        while place > 0 and player.values[player.order[place - 1]] < player.values[choice]:
            player.order[place] = player.order[place - 1]
            place -= 1
        player.order[place] = choice


@kernel
def take_turn(problem: Problem, player: Player, states: Words2, row: int, choice: int) -> None:
    """Play a listed turn at the true table, and draw."""
    turns = player.turns
    seat = field(states[row, 1], 8, 4)
    states[row, 0] = turns.rows[choice, 0]
    states[row, 1] = turns.rows[choice, 1] | np.uint64(seat << 8)
    states[row, 2 + 2 * seat], states[row, 3 + 2 * seat] = turns.rows[choice, 2], turns.rows[choice, 3]
    if not finished(problem, states, row):
        end_turn(problem, states, row)


@kernel
def cards_left(problem: Problem, states: Words2, row: int) -> int:
    """Cards not yet laid."""
    left = problem.draw.shape[0] - field(states[row, 1], 0, 8)
    for seat in range(problem.players):
        left += in_hand(states, row, seat)
    return left


@inlined
def set_up(problem: Problem, player: Player, states: Words2, deck: Indices1, number: int) -> None:
    """Deal a numbered deal; where the map of commands is a random one, the one of this number."""
    if player.style[MAP_STREAM]:
        commands_into(problem.command, deck, number)
        note_carriers(problem, player.sight)
    shuffle_into(deck, number, DECK)
    deal_into(problem, deck, states)


@kernel
def note_carriers(problem: Problem, sight: Sight) -> None:
    """Which cards carry which command, as sets."""
    for command in range(sight.carriers.shape[0]):
        sight.carriers[command, 0] = sight.carriers[command, 1] = np.uint64(0)
    for card in range(problem.cards):
        sight.carriers[problem.command[card], card >> 6] |= np.uint64(1) << np.uint64(card & 63)


@entry
def judge_view(problem: Problem, player: Player) -> int:
    """List and judge the turns of what the player knows; how many there are."""
    return judge_choices(problem, player)


class Games(NamedTuple):
    """What became of numbered deals, one a row."""

    left: Indices1  # cards left in the end
    turns: Indices1  # turns played
    plays: Indices2  # [game, play]: card | pile << 8 | 1 << 16 where the turn ended; -1 after the last
    thought: Floats2  # [game, turn]: the chance to win that the player saw in the turn it chose


@kernel
def put_down(player: Player, games: Games, index: int, laid: int, choice: int, logit: float) -> int:
    """Write a turn into the record; the number of cards laid so far."""
    turns = player.turns
    games.thought[index, games.turns[index]] = np.float32(chance(logit))
    for step in range(turns.length[choice]):
        last = 1 if step == turns.length[choice] - 1 else 0
        games.plays[index, laid + step] = turns.plays[choice, step] | last << 16
    games.turns[index] += 1
    return laid + turns.length[choice]


@entry
def play_numbered(problem: Problem, player: Player, states: Words2, deck: Indices1, first: int, games: Games) -> None:
    """Play the deals ``first``, ``first + 1``, …, one for each row of ``games``."""
    for index in range(games.left.shape[0]):
        set_up(problem, player, states, deck, first + index)
        laid, games.turns[index] = 0, 0
        while not finished(problem, states, 0):
            look(problem, player, states, 0)
            if judge_choices(problem, player) == 0:
                break
            choice = player.order[0]
            laid = put_down(player, games, index, laid, choice, player.logits[choice])
            take_turn(problem, player, states, 0, choice)
        games.left[index] = cards_left(problem, states, 0)
