"""Nothing leaks: what a seat cannot see changes no turn, no chance and no word, whoever decides in whatever way."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from solver.cards import Card
from solver.hidden.codec import tell
from solver.hidden.games import Seats
from solver.hidden.nets import fitting
from solver.hidden.player import SeatPlayer
from solver.hidden.strengths import QUICK, STRENGTHS, Strength
from solver.hidden.tables import player_for, sight_of
from solver.hidden.talk import Said, Word, words_for
from solver.kernels.hidden_play import HIDDEN_HAND, look
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.search.team_codec import pack
from solver.table.deal import deal
from solver.table.line import Turn
from solver.table.position import DrawPile, Position
from solver.table.view import INFORMATION, OPEN, OWN, TALK, Information, View

TEAM_GAMES = tuple(name for name, game in GAMES.items() if not game.is_duel)
SEATED = tuple((name, players) for name in TEAM_GAMES for players in range(1, GAMES[name].most_players + 1))
FIRST_DEAL = 7_000_000
TRIED_SWAPS = 40


# --- what a player decides at a true table


def words_said(player: SeatPlayer, position: Position, information: Information) -> Said | None:
    """What the partners of the player to move say, where they may."""
    if not information.partners_speak or player.rules.players == 1:
        return None
    seats = (seat for seat in range(player.rules.players) if seat != position.to_move)
    return {} if is_silent(position) else {seat: words_for(position, position.hands[seat]) for seat in seats}


def is_silent(position: Position) -> bool:
    return any(position.rules.command_of.get(top) == "silence" for top in position.tops if top is not None)


def decision(player: SeatPlayer, position: Position, information: Information) -> tuple[Turn | None, object]:
    """The turn that is chosen, and what every turn is thought to be worth."""
    view, said = View.of(position, position.to_move, information), words_said(player, position, information)
    return player.choose(view, said), player.judge(view, said)


def decisions(player: SeatPlayer, information: Information, number: int, most: int) -> Iterator[Position]:
    """The tables of a game that the player plays with itself."""
    rules = player.rules
    position = deal(rules.game.name, rules.players, number).position()
    for _ in range(most):
        said = words_said(player, position, information)
        turn = player.choose(View.of(position, position.to_move, information), said)
        if turn is None:
            return
        yield position
        position = position.after(turn)


# --- the same table with what is hidden in other places


def hidden_places(position: Position, information: Information) -> list[tuple[int, int]]:
    """(seat, place in the hand) and (-1, place in the draw pile) of every card that the player to move does not see."""
    seats = [] if information.hands_are_open else [s for s in range(position.rules.players) if s != position.to_move]
    places = [(seat, at) for seat in seats for at in range(len(position.hands[seat]))]
    return places + [(-1, at) for at in range(len(position.draw.cards))]


def with_swap(position: Position, one: tuple[int, int], other: tuple[int, int]) -> Position:
    """The table with the cards in two places exchanged."""
    cards: list[list[Card]] = [list(hand) for hand in position.hands] + [list(position.draw.cards)]
    (a, at), (b, there) = one, other
    cards[a][at], cards[b][there] = cards[b][there], cards[a][at]
    hands = tuple(tuple(hand) for hand in cards[:-1])
    return Position(position.rules, position.tops, hands, (DrawPile(tuple(cards[-1])),), position.to_move)


def redealt(rng: Random, player: SeatPlayer, position: Position, information: Information) -> Position:
    """Hidden cards exchanged again and again; where partners speak, only if they still say the same."""
    places, said = hidden_places(position, information), words_said(player, position, information)
    for _ in range(TRIED_SWAPS if len(places) > 1 else 0):
        swapped = with_swap(position, *rng.sample(places, 2))
        if not said or words_said(player, swapped, information) == said:
            position = swapped
    return position


def check_decisions(
    name: str, players: int, strength: Strength, information: Information, games: int, most: int
) -> int:
    """Every decision of some games, and the same with what is hidden permuted; in how many something was permuted.

    The second answer comes from a player that has just thought about other tables: what is left of those in its
    memory must not matter either.
    """
    rng, changed = Random(f"{name} {players} {strength.name} {information.name}"), 0
    rules = Rules.of(GAMES[name], players)
    player, other = SeatPlayer(rules, strength), SeatPlayer(rules, strength)
    for number in range(FIRST_DEAL, FIRST_DEAL + games):
        for position in decisions(player, information, number, most):
            twin = redealt(rng, player, position, information)
            changed += twin != position
            assert decision(player, position, information) == decision(other, twin, information)
            for seat in range(players):
                unmoved = position.hands[seat] == twin.hands[seat]
                assert not unmoved or words_for(position, position.hands[seat]) == words_for(twin, twin.hands[seat])
    return changed


CASES = [
    (name, players, strength, information)
    for name, players in SEATED
    for strength in STRENGTHS.values()
    for information in INFORMATION.values()
    if players > 1 or information is OWN
]


def case_name(case: tuple[str, int, Strength, Information]) -> str:
    return f"{case[0]}/{case[1]} {case[2].name} {case[3].name}"


@pytest.mark.parametrize("name", TEAM_GAMES)
def test_what_a_seat_cannot_see_changes_no_decision(name: str) -> None:
    changed = sum(check_decisions(*case, games=1, most=2) for case in CASES if case[0] == name)
    assert changed > 40


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_nor_in_whole_games(case: tuple[str, int, Strength, Information]) -> None:
    long_search = case[2].ahead is not None and not GAMES[case[0]].colours  # games of colours are short
    games = 1 if long_search else 3
    assert check_decisions(*case, games=games, most=100) > 10


# --- the games of the bulk kernels


def seen_in_games(rules: Rules, information: Information, strength: Strength, games: int) -> int:
    """Numbered games on a deck so small that tables which look the same come up again and again.

    What a seat sees must settle its turn and the chance it saw; how many decisions were made before at a table that
    looked the same and was another one.
    """
    seats = Seats(rules, information, strength, fitting(rules).value)
    played, speaker = seats.play(1, games), SeatPlayer(rules, QUICK)
    known: dict[object, tuple[Turn, float, Position]] = {}
    again = 0
    for index in range(games):
        position = deal(rules.game.name, rules.players, 1 + index, rules.overrides()).position()
        for number, turn in enumerate(played.line(index, position)):
            said = words_said(speaker, position, information)
            sight = (View.of(position, position.to_move, information), tuple(sorted((said or {}).items())), number)
            chosen = Turn(turn.plays, turn.player), float(played.thought[index, number])
            before = known.setdefault(sight, (*chosen, position))
            assert before[:2] == chosen
            again += before[2] != position
            position = position.after(turn)
    return again


@pytest.mark.parametrize("strength", STRENGTHS.values(), ids=STRENGTHS)
@pytest.mark.parametrize("information", INFORMATION.values(), ids=INFORMATION)
def test_the_bulk_kernels_decide_by_what_a_seat_sees(information: Information, strength: Strength) -> None:
    again, games = 0, 40 if strength.ahead else 120
    for players, highest in ((1, 8), (2, 8), (3, 9)):
        rules = Rules.of(GAMES["the-game"], players, {"highest": highest, "hand": 2, "trick": 3})
        again += seen_in_games(rules, information, strength, games)
    assert again > games // 5


# --- the kernels' own look is the view


@pytest.mark.parametrize(("name", "players"), SEATED)
def test_a_kernel_sees_what_a_view_tells(name: str, players: int) -> None:
    """``look`` reads the true table in the kernels, ``tell`` reads a view: the same numbers for the same table."""
    rules = Rules.of(GAMES[name], players)
    chooser = SeatPlayer(rules, QUICK)
    for information in INFORMATION.values():
        for position in decisions(chooser, information, FIRST_DEAL + players, 12):
            told = player_for(pack(position)[0], sight_of(rules), chooser.net, chooser.player.weights, [0] * 9)
            seen = told._replace(know=np.zeros_like(told.know), sizes=np.zeros_like(told.sizes))
            problem, state = pack(position)
            seen.style[0] = list(INFORMATION).index(information.name)
            look(problem, seen, state[None, :], 0)
            said = words_said(chooser, position, information) or {}
            numbers = {seat: [word.number for word in words] for seat, words in said.items()}
            tell(View.of(position, position.to_move, information), numbers, told)
            assert seen.know.tolist() == told.know.tolist()
            assert seen.sizes.tolist() == told.sizes.tolist()
            hidden = [bool(word & np.uint64(HIDDEN_HAND)) for word in told.know[5 : 3 + 2 * players : 2]]
            sizes = told.sizes[1:players].tolist()
            assert hidden == [bool(size) and information is not OPEN for size in sizes]


def test_silence_stops_every_mouth() -> None:
    """In Extreme nothing is said while silence is visible, and nothing is heard."""
    rules, heard = Rules.of(GAMES["the-game-extreme"], 3), 0
    player = SeatPlayer(rules, QUICK)
    for number in range(FIRST_DEAL, FIRST_DEAL + 6):
        for position in decisions(player, TALK, number, 100):
            said: dict[int, tuple[Word, ...]] = dict(words_said(player, position, TALK) or {})
            problem, state = pack(position)
            seen = player_for(problem, player.sight, player.net, player.player.weights, [1] + [0] * 8)
            look(problem, seen, state[None, :], 0)
            spoken = seen.know[4 + 2 * rules.players :].any()
            assert not (is_silent(position) and (said or spoken))
            heard += is_silent(position)
    assert heard > 0
