"""Games with hidden cards, from the inside: legal to the end, the same by every road, and nothing given up too soon."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from solver import verify
from solver.cards import Card
from solver.hidden.codec import plays_of, tell
from solver.hidden.games import PlayedGames, Seats
from solver.hidden.nets import SCORE, Fitting, fitting, fresh_net
from solver.hidden.player import SeatPlayer
from solver.hidden.strengths import INSTANT, QUICK, STRENGTHS, STRONG, Strength
from solver.hidden.tables import inputs_of, player_for, sight_of
from solver.hidden.talk import Said, words_for
from solver.kernels.hidden_end import NO, YES, can_finish
from solver.kernels.hidden_turns import FAR, list_turns
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.search.team_codec import pack
from solver.table.deal import deal
from solver.table.line import Turn
from solver.table.position import DrawPile, Position, play_line
from solver.table.view import INFORMATION, OPEN, OWN, TALK, Information, View
from tests.brute import TooMuch, winnable
from tests.strategies import random_position
from tests.test_solve import reflected

TEAM_GAMES = tuple(name for name, game in GAMES.items() if not game.is_duel)
SEATED = tuple((name, players) for name in TEAM_GAMES for players in range(1, GAMES[name].most_players + 1))
FIRST = 8_000_000
GAMES_EACH = {"instant": 20, "quick": 20, "strong": 1}


def knowing(players: int) -> tuple[Information, ...]:
    """The kinds of information that differ at a table of so many."""
    return (OWN,) if players == 1 else tuple(INFORMATION.values())


def played_by(rules: Rules, information: Information, strength: Strength, games: int) -> PlayedGames:
    return Seats(rules, information, strength, fitting(rules).value).play(FIRST, games)


def start_of(rules: Rules, index: int) -> Position:
    return deal(rules.game.name, rules.players, FIRST + index).position()


# --- the mirror image


def judged_at(table: Position, weights: Fitting, information: Information) -> dict[frozenset[tuple[Card, bool]], float]:
    """The chances of the turns listed, by the cards laid and whether they go up."""
    player = SeatPlayer(table.rules, replace(QUICK, width=replace(QUICK.width, mirrored=5)), weights)
    judged = player.judge(View.of(table, table.to_move, information), told(player, table, information))
    ups = {pile.name for pile in table.rules.piles if pile.direction == "up"}
    return {frozenset((play.card, play.pile in ups) for play in turn.plays): turn.chance for turn in judged}


@pytest.mark.parametrize(("name", "players"), list(zip(TEAM_GAMES, (2, 3, 4, 5, 1), strict=True)))
def test_a_table_and_its_mirror_image_are_judged_alike(name: str, players: int) -> None:
    rules = Rules.of(GAMES[name], players)
    position, information, weights = start_of(rules, 0), some_information(name, players), fitting(rules)
    ends = rules.lowest + rules.highest
    here = judged_at(position, weights, information)
    image = judged_at(reflected(position), weights, information)
    there = {frozenset((Card(ends - c.number, c.colour), not up) for c, up in turn): image[turn] for turn in image}
    both = here.keys() & there.keys()  # where turns cost the same, which of them are listed may differ
    assert len(both) >= 0.8 * len(here)
    assert [here[turn] for turn in both] == pytest.approx([there[turn] for turn in both], abs=1e-5)


# --- whole games


def check_games(rules: Rules, information: Information, strength: Strength, games: int) -> None:
    """Refereed as legal, with the cards left that were said, and over only where no turn is legal."""
    played = played_by(rules, information, strength, games)
    for index, left in enumerate(played.left.tolist()):
        position = start_of(rules, index)
        line = played.line(index, position)
        judgement, end = verify(position, line), play_line(position, line)
        assert judgement.won is (left == 0)
        assert end.cards_left == left
        assert len(line) == played.turns[index]
        assert left == 0 or not any(True for _ in end.open_turn.turns())
        thought = played.thought[index, : played.turns[index]]
        assert ((thought >= 0) & (thought <= 1)).all()


def some_information(name: str, players: int) -> Information:
    """One kind at each table, all of them over all tables."""
    kinds = knowing(players)
    return kinds[(TEAM_GAMES.index(name) + players) % len(kinds)]


@pytest.mark.parametrize(("name", "players"), SEATED)
def test_games_are_legal_and_nobody_gives_up_too_soon(name: str, players: int) -> None:
    rules, information = Rules.of(GAMES[name], players), some_information(name, players)
    check_games(rules, information, INSTANT, 2)
    check_games(rules, information, QUICK, 2)
    if rules.colours:  # short games
        check_games(rules, information, STRONG, 1)


def test_where_no_list_is_short_enough_as_many_turns_as_fit_are_listed() -> None:
    """A fire that burns: so much may be laid before the turn may end that every list was too long.

    That there was none was once taken for a turn of the table before, and the game ran on beyond its memory.
    """
    rules = Rules.of(GAMES["the-game-on-fire"], 1)
    played = Seats(rules, OWN, QUICK, fitting(rules).value).play(2156, 1)
    position = deal("the-game-on-fire", 1, 2156).position()
    line = played.line(0, position)
    assert verify(position, line).cards_left == played.left[0]
    assert sum(len(turn.plays) for turn in line) == len(rules.cards) - played.left[0]


@pytest.mark.slow
@pytest.mark.parametrize("strength", STRENGTHS.values(), ids=STRENGTHS)
@pytest.mark.parametrize(("name", "players"), SEATED)
def test_so_are_more_games_with_every_kind_of_information(name: str, players: int, strength: Strength) -> None:
    for information in knowing(players):
        check_games(Rules.of(GAMES[name], players), information, strength, GAMES_EACH[strength.name])


@pytest.mark.parametrize("strength", STRENGTHS.values(), ids=STRENGTHS)
def test_the_same_seed_gives_the_same_games_however_many_at_once(strength: Strength) -> None:
    rules, games = Rules.of(GAMES["quick-and-easy" if strength is STRONG else "the-game"], 3), 3
    whole, again = (played_by(rules, TALK, strength, games) for _ in range(2))
    seats = Seats(rules, TALK, strength, fitting(rules).value)
    single = [seats.play(FIRST + index, 1) for index in reversed(range(games))][::-1]
    assert again.plays.tolist() == whole.plays.tolist()
    assert again.thought.tolist() == whole.thought.tolist()
    assert [one.plays[0].tolist() for one in single] == whole.plays.tolist()
    assert [one.thought[0].tolist() for one in single] == whole.thought.tolist()


@pytest.mark.slow
def test_another_seed_gives_other_games() -> None:
    rules = Rules.of(GAMES["the-game"], 1)
    value = fitting(rules).value
    one, two = (Seats(rules, OWN, STRONG, value, seed=seed).play(FIRST, 1) for seed in (1, 2))
    assert one.plays.tolist() != two.plays.tolist()


# --- a player at a seat and the bulk kernels


def told(player: SeatPlayer, position: Position, information: Information) -> Said | None:
    """What partners say to the one to move."""
    if not information.partners_speak or player.rules.players == 1:
        return None
    silent = any(player.rules.command_of.get(top) == "silence" for top in position.tops if top is not None)
    seats = () if silent else range(player.rules.players)
    return {seat: words_for(position, position.hands[seat]) for seat in seats if seat != position.to_move}


def game_at_the_table(player: SeatPlayer, position: Position, information: Information) -> Iterator[Turn]:
    """A game in which everybody is asked with what the seat sees, as long as others hold cards (or there are none)."""
    while position.rules.players == 1 or any(
        position.hands[s] for s in range(len(position.hands)) if s != position.to_move
    ):
        view = View.of(position, position.to_move, information)
        turn = player.choose(view, told(player, position, information))
        if turn is None:
            return
        yield turn
        position = position.after(turn)


def check_same(rules: Rules, information: Information, strength: Strength, games: int) -> None:
    """A game in bulk, and the same game with everybody asked at the table."""
    played, player = played_by(rules, information, strength, games), SeatPlayer(rules, strength)
    for index in range(games):
        position = start_of(rules, index)
        line = [turn._replace(drawn=None) for turn in played.line(index, position)]
        seen = list(game_at_the_table(player, position, information))
        assert seen == line[: len(seen)]
        alone = play_line(position, line[: len(seen)])
        assert len(seen) == len(line) or sum(map(bool, alone.hands)) == 1


@pytest.mark.parametrize(("name", "players"), SEATED)
def test_players_at_a_table_and_in_bulk_play_the_same(name: str, players: int) -> None:
    rules, information = Rules.of(GAMES[name], players), some_information(name, players)
    check_same(rules, information, INSTANT, 1)
    check_same(rules, information, QUICK, 1)
    if rules.colours:
        check_same(rules, information, STRONG, 1)


@pytest.mark.slow
@pytest.mark.parametrize("strength", STRENGTHS.values(), ids=STRENGTHS)
@pytest.mark.parametrize(("name", "players"), SEATED)
def test_so_they_do_with_every_kind_of_information(name: str, players: int, strength: Strength) -> None:
    for information in knowing(players):
        check_same(Rules.of(GAMES[name], players), information, strength, 1 if strength is STRONG else 3)


# --- turns


def unlimited(position: Position) -> list[tuple[tuple[Card | None, ...], frozenset[Card], Turn]]:
    """All turns that the kernels list where nothing is left out: the tops and the hand they leave, and the turn."""
    rules = position.rules
    net = fresh_net((inputs_of(rules), 1, 1), 0)
    view, sight = View.of(position, position.to_move), sight_of(rules)
    player = player_for(pack(position)[0], sight, net, SCORE, [0] * 8)
    problem = tell(view, {}, player)
    player.turns.states[0, :] = player.know[: 2 + 2 * rules.players]
    count = list_turns(problem, sight, player.turns, FAR, FAR, FAR)
    assert count >= 0
    found = []
    for choice in range(count):
        turn = Turn(plays_of(rules, player, choice), position.player)
        state = position.laid_turn(turn)  # refuses what is not legal
        found.append((state.tops, frozenset(state.hand), turn))
    return found


def folded(position: Position, tops: tuple[Card | None, ...], hand: frozenset[Card]) -> object:
    """What a turn leaves, where piles of the same direction that show the same count as one."""
    piles = zip(position.rules.piles, position.tops, tops, strict=True)
    return tuple(sorted((pile.direction, str(before), str(after)) for pile, before, after in piles)), hand


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.parametrize("name", TEAM_GAMES)
def test_with_unlimited_width_every_outcome_of_the_rules_is_listed_once(name: str) -> None:
    rng, checked = Random(f"turns of {name}"), 0
    while checked < 40:
        position = random_position(rng, name)
        if not all(pile.ordered for pile in position.draws) or position.cards_left == 0 or len(position.hand) > 3:
            continue
        listed = unlimited(position)
        outcomes = {folded(position, tops, hand) for tops, hand, _ in listed}
        legal = [position.laid_turn(turn) for turn in position.legal_turns]
        assert outcomes == {folded(position, state.tops, frozenset(state.hand)) for state in legal}
        assert len({(tops, hand) for tops, hand, _ in listed}) == len(listed)
        checked += len(legal) > 0


# --- endings


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.parametrize("name", TEAM_GAMES)
def test_endings_are_decided_as_brute_force_decides_them(name: str) -> None:
    """With an empty draw pile: commands, fire and colours among them; both answers come up."""
    rng, answers = Random(f"endings of {name}"), list[bool]()
    while len(answers) < 40 or not 5 < sum(answers) < len(answers) - 5:
        position = random_position(rng, name)
        if position.draw.cards or not 0 < position.cards_left <= 7:
            continue
        try:
            wanted = winnable(position)
        except TooMuch:
            continue
        problem, state = pack(position)
        player = player_for(problem, sight_of(position.rules), fresh_net((1, 1, 1), 0), SCORE, [0] * 8)
        player.ending.states[0, :] = state
        answer = can_finish(problem, player.sight, player.ending, 100_000)
        assert answer == (YES if wanted else NO), repr(position)
        answers.append(wanted)


def test_where_nothing_stays_hidden_the_chance_is_certain() -> None:
    """The last draw alone, or an empty draw pile with two: the player knows, and says 0 or 1, given enough states."""
    rules = Rules.of(GAMES["the-game"], 1)
    thorough = replace(QUICK, width=replace(QUICK.width, endings=STRONG.width.endings))
    player, sure, played = SeatPlayer(rules, thorough), 0, played_by(rules, OWN, QUICK, 12)
    for index in range(12):
        position = start_of(rules, index)
        for turn in played.line(index, position):
            if position.cards_left <= 10:
                judged = player.judge(View.of(position, 0))
                after = position.after(judged[0].plays)
                known = not after.draw.cards
                assert not known or min(judged[0].chance, 1 - judged[0].chance) < 1e-6
                sure += known
            position = position.after(turn)
    assert sure > 0


@pytest.mark.parametrize("strength", [QUICK, STRONG])
def test_no_ending_that_can_be_won_is_thrown_away(strength: Strength) -> None:
    """All hands open, nothing to draw: 9 on 43 alone wins, and is dearer than 2 on 3 by more than any list allows."""
    tops, hands = map(Card, (92, 99, 3, 43)), ((Card(2), Card(9)), (Card(7),), ())
    position = Position(Rules.of(GAMES["the-game"], 3), tuple(tops), hands, (DrawPile(),))
    turn = SeatPlayer(position.rules, strength).choose(View.of(position, 0, OPEN))
    assert turn is not None
    assert winnable(position.after(turn))


@pytest.mark.parametrize("name", ["the-game", "the-game-extreme", "the-game-on-fire"])
def test_random_endings_that_can_be_won_stay_so(name: str) -> None:
    rng, rules = Random(f"open endings of {name}"), Rules.of(GAMES[name], 3)
    player, won = SeatPlayer(rules, QUICK), 0
    while won < 30:
        position = random_position(rng, name, rules=rules)
        if position.draw.cards or not 0 < position.cards_left <= 7 or not winnable(position):
            continue
        turn = player.choose(View.of(position, position.to_move, OPEN))
        assert turn is not None
        assert winnable(position.after(turn)), repr(position)
        won += 1


def test_open_hands_see_no_less_than_the_rules_allow() -> None:
    """A view with all hands open still has no order of the draw pile in it."""
    rules = Rules.of(GAMES["the-game"], 2)
    view = View.of(start_of(rules, 0), 0, OPEN)
    assert view.draws == (len(rules.cards) - 14,)
    assert np.array_equal(sorted(view.unseen[0]), sorted(start_of(rules, 0).draw.cards))
