"""The analysis against its plain twin, on small random positions of every game."""

from __future__ import annotations

from random import Random

import pytest

import solver
from solver.analysis import Analysis, analyze
from solver.analysis.count import MOST_STATES
from solver.table.line import Turn
from solver.table.position import Position
from tests.brute import TooMuch as TooManyDeadEnds
from tests.brute_analysis import DuelTwin, TeamTwin, TooMuch, like_piles_sorted
from tests.strategies import GAME_NAMES, random_position, random_rules

TEAM_GAMES = [name for name in GAME_NAMES if not solver.GAMES[name].is_duel]
ROUNDS = 30


def small(rng: Random, name: str, most: int) -> Position:
    """A position with a known draw pile and not many cards left."""
    while True:
        position = random_position(rng, name, rules=random_rules(rng, name))
        if all(pile.ordered for pile in position.draws) and position.cards_left <= most:
            return position


def check_team(position: Position) -> bool:
    """Everything the analysis says, against the twin; False if the twin has no patience."""
    twin = TeamTwin(position)
    try:
        expected = twin.worth(twin.start)
        choices = {} if position.outcome else twin.choices(twin.start)
        worths = {state: twin.worth(state) for state in choices}
    except (TooMuch, TooManyDeadEnds):
        return False
    found = analyze(position)
    assert (found.verdict == "winnable") == (expected.left == 0), position
    assert found.cards_left == expected.left, position
    assert (found.count.lines, found.count.plays_apart) == (expected.lines, expected.apart), position
    assert found.count.positions == (twin.winning_positions() if expected.left == 0 else 0), position
    assert len(found.choices) == len(choices), position
    for choice in found.choices:
        after = twin.tidy(after_turn(twin, choice.turn, position))
        assert choices[after] == choice.same, (position, choice)
        assert choice.cards_left == worths[after].left, (position, choice)
        assert (choice.verdict == "winnable") == (worths[after].left == 0), (position, choice)
    check_marks(found)
    check_first_plays(twin, found)
    return True


def after_turn(twin: TeamTwin, turn: Turn, position: Position):  # type: ignore[no-untyped-def]
    """The twin's table after a turn, which must be legal."""
    state = twin.start
    for play in turn.plays:
        pile = position.rules.pile_index(play.pile)
        assert twin.brute.may_lay(state, play.card, pile)
        state = twin.brute.with_card(state, play.card, pile)
    assert twin.brute.may_end(state)
    assert position.after(turn).cards_left == twin.brute.left(twin.brute.ended(state))
    return twin.brute.ended(state)


def check_marks(found: Analysis) -> None:
    """The only winning choice is marked, and no other; the best come first."""
    winning = [choice for choice in found.choices if choice.verdict == "winnable"]
    assert [choice for choice in found.choices if choice.only] == (winning if len(winning) == 1 else [])
    assert list(found.choices[: len(winning)]) == winning
    assert found.winning == tuple(winning)


def check_first_plays(twin: TeamTwin, found: Analysis) -> None:
    """Each first play up to like piles, against all turns that begin with it."""
    position = found.position
    if position.outcome is not None:
        return
    assert sum(first.same for first in found.first_plays) == len(position.legal_plays)
    groups: dict[tuple[object, ...], set[object]] = {}
    for plays, after in twin.turns(twin.start):
        card, pile = plays[0]
        seen = position.rules.piles[pile]
        groups.setdefault((card, seen.direction, position.tops[pile]), set()).add(after)
    for first in found.first_plays:
        pile = position.rules.pile_index(first.play.pile)
        reached = groups.get((first.play.card, position.rules.piles[pile].direction, position.tops[pile]), set())
        lefts = [twin.worth(after).left for after in reached]  # type: ignore[arg-type]
        assert first.turns == len(reached)
        assert first.winning == lefts.count(0)
        assert first.cards_left == (min(lefts) if lefts else None)


def check_duel(position: Position) -> None:
    """Who wins after each turn and in how many, and the number of lines, against the twin."""
    twin = DuelTwin(position)
    found = analyze(position)
    if position.outcome is None:
        winner, turns = twin.outcome()
        assert (found.winner, found.turns) == (winner, turns), position
        merged: dict[object, int] = {}
        for table, same in twin.choices(twin.start).items():
            key = tidy_table(position, table)
            merged[key] = merged.get(key, 0) + same
        assert len(found.choices) == len(merged), position
        for choice in found.choices:
            after = position.after(choice.turn)
            assert merged[tidy_position(after)] == choice.same, (position, choice)
            value = -DuelTwin(after).value(DuelTwin(after).start)
            assert (choice.verdict == "winnable") == (value > 0), (position, choice)
            assert choice.turns == 1 + 1000 - abs(value), (position, choice)
        check_marks(found)
    if len(position.rules.piles) == 4 and position.rules.ups == 1:
        lines, apart, positions = twin.lines()
        if found.count.limit is None:
            assert (found.count.lines, found.count.plays_apart, found.count.positions) == (lines, apart, positions)
        else:
            assert positions > MOST_STATES // 100, found.count.limit


def tidy_table(position: Position, table: object) -> object:
    """A twin's table with like piles sorted."""
    tops = like_piles_sorted(position.rules, (*table.tops[0], *table.tops[1]))  # type: ignore[attr-defined]
    return tops, table.hands  # type: ignore[attr-defined]


def tidy_position(after: Position) -> object:
    """A position as ``tidy_table`` gives it; what was drawn shows in the hands."""
    numbers = tuple(None if top is None else top.number for top in after.tops)
    hands = tuple(frozenset(card.number for card in hand) for hand in after.hands)
    return like_piles_sorted(after.rules, numbers), hands


@pytest.mark.parametrize("name", TEAM_GAMES)
def test_team_games_agree_with_the_twin(name: str) -> None:
    rng = Random(f"analysis {name}")
    agreed = sum(check_team(small(rng, name, most=9)) for _ in range(ROUNDS // 2))
    assert agreed > ROUNDS // 4


@pytest.mark.slow
@pytest.mark.parametrize("name", TEAM_GAMES)
def test_thousands_of_team_games_agree_with_the_twin(name: str) -> None:
    rng = Random(f"more analysis {name}")
    agreed = sum(check_team(small(rng, name, most=9)) for _ in range(20 * ROUNDS))
    assert agreed > 10 * ROUNDS


def test_face_to_face_agrees_with_the_twin() -> None:
    rng = Random("analysis of duels")
    for _ in range(ROUNDS // 3):
        check_duel(small(rng, "face-to-face", most=7))


@pytest.mark.slow
def test_more_of_face_to_face_agrees_with_the_twin() -> None:
    rng = Random("more analysis of duels")
    for _ in range(4 * ROUNDS):
        check_duel(small(rng, "face-to-face", most=9))
