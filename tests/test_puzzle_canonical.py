"""Puzzles that are the same have the same key, and only those; whatever is true of one is true of the other."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest
from hypothesis import given, settings

from puzzles.answers.answer import answer
from puzzles.canonical import (
    Symmetry,
    canonical,
    canonical_key,
    mover_first,
    reflected,
    symmetries,
)
from puzzles.puzzle import Puzzle, Task
from solver import GAMES, Card, DrawPile, Position, Rules, load
from solver.referee import judge
from tests import naive
from tests.played import reflected_line
from tests.strategies import GAME_NAMES, position_of, positions, random_position, random_turn, randoms


def key(position: Position, task: str = "win") -> str:
    return canonical_key(Puzzle("any", position, Task(task)))


# --- the symmetries


@given(positions())
def test_a_reflection_is_its_own_opposite(position: Position) -> None:
    assert reflected(reflected(position)) == position


@settings(max_examples=40, deadline=None)
@given(positions(), randoms)
def test_the_key_and_the_canonical_table_do_not_see_a_symmetry(position: Position, rng: Random) -> None:
    other = disguised(position, rng)
    assert key(other) == key(position)
    assert canonical(other) == canonical(position)
    assert canonical(canonical(position)) == canonical(position)
    assert key(canonical(position)) == key(position)


def disguised(position: Position, rng: Random) -> Position:
    """The same table: reflected or not, colours exchanged, like piles shuffled, players renamed."""
    other = rng.choice(list(symmetries(position.rules))).position(position)
    return renamed(like_piles_shuffled(other, rng), rng)


def like_piles_shuffled(position: Position, rng: Random) -> Position:
    tops = list(position.tops)
    groups = defaultdict(list)
    for index, pile in enumerate(position.rules.piles):
        groups[pile.owner, pile.direction].append(index)
    for group in groups.values():
        for index, top in zip(group, rng.sample([position.tops[index] for index in group], len(group)), strict=True):
            tops[index] = top
    return Position(position.rules, tuple(tops), position.hands, position.draws, position.to_move)


def renamed(position: Position, rng: Random) -> Position:
    """The players moved on by some seats round the table."""
    players = position.rules.players
    by = rng.randrange(players)
    hands = tuple(position.hands[(seat - by) % players] for seat in range(players))
    tops, draws = position.tops, position.draws
    if position.rules.game.is_duel and by:
        half = len(tops) // 2
        tops, draws = (*tops[half:], *tops[:half]), (draws[1], draws[0])
    return Position(position.rules, tops, hands, draws, (position.to_move + by) % players)


@settings(max_examples=40, deadline=None)
@given(positions(), randoms)
def test_a_line_is_reflected_with_its_position(position: Position, rng: Random) -> None:
    line, at = [], position
    for _ in range(3):
        turn = random_turn(rng, at)
        if turn is None:
            break
        line.append(turn)
        at = at.after(turn)
    judgement = judge(reflected(position), reflected_line(position, tuple(line)))
    assert judgement.legal
    assert judgement.final == reflected(at)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_an_answer_is_the_same_for_puzzles_that_are(name: str) -> None:
    rng, met = Random(f"same {name}"), 0
    while met < 12:
        position = random_position(rng, name)
        if position.outcome is not None or position.cards_left > 8 or not all(pile.ordered for pile in position.draws):
            continue
        met += 1
        task = Task("only-turn") if name == "face-to-face" else Task(rng.choice(["win", "best-score"]))
        one, other = answer(position, task), answer(disguised(position, rng), task)
        assert (one.solvable, one.value, len(one.firsts)) == (other.solvable, other.value, len(other.firsts))
        if "turns" not in (one.unique, other.unique):  # which is claimed only as far as names of turns are sure
            assert one.unique == other.unique


# --- what else makes no difference

PLAIN = "the-game/1 | up: 40 55 | down: 60 30 | 1*: 47 57 62 28 | draw: 80 12"


@pytest.mark.parametrize(
    "same",
    [
        "the-game/1 | up: 41 56 | down: 61 31 | 1*: 48 58 63 29 | draw: 81 13",  # every card one higher
        "the-game/1 | up: 40 55 | down: 60 30 | 1*: 47 57 62 28 | draw: 99 12",  # one card farther away
        "the-game/1 | up: 39 55 | down: 61 30 | 1*: 47 57 62 28 | draw: 80 12",  # tops nobody can tell apart
        "the-game/1 hand=7 | up: 40 55 | down: 60 30 | 1*: 47 57 62 28 | draw: 80 12",  # as many drawn as laid
    ],
)
def test_only_what_the_rules_see_is_in_the_key(same: str) -> None:
    assert key(position_of(same)) == key(position_of(PLAIN))


@pytest.mark.parametrize(
    "other",
    [
        "the-game/1 | up: 40 55 | down: 60 30 | 1*: 47 58 62 28 | draw: 80 12",  # no trick from 57 to 47
        "the-game/1 | up: 40 55 | down: 60 30 | 1*: 47 57 62 28 | draw: 12 80",  # drawn in another order
        "the-game/1 | up: 40 55 | down: 60 30 | 1*: 47 57 62 12 | draw: 80 28",  # another card in hand
        "the-game/1 | up: 40 56 | down: 57 30 | 1*: 47 55 62 28 | draw: 80 12",  # other tops, other followers
        "the-game/1 | up: 38 55 | down: 60 30 | 1*: 47 57 62 28 | draw: 80 12",  # 28 follows 38 by the trick
        "the-game/1 minimum=3 | up: 40 55 | down: 60 30 | 1*: 47 57 62 28 | draw: 80 12",
        "the-game/1 trick=0 | up: 40 55 | down: 60 30 | 1*: 47 57 62 28 | draw: 80 12",
    ],
)
def test_what_makes_a_difference_is_in_the_key(other: str) -> None:
    assert key(position_of(other)) != key(position_of(PLAIN))


def test_the_task_and_the_played_game_are_in_the_key() -> None:
    position = position_of("quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9")
    turns = [next(iter(position.legal_turns)), list(position.legal_turns)[-1]]
    keys = {canonical_key(Puzzle("any", position, Task("where-lost"), played=(turn,))) for turn in turns}
    keys |= {key(position, task) for task in ("win", "best-score", "only-turn")}
    assert len(keys) == 5


def test_commands_are_in_the_key_where_they_bind() -> None:
    def extreme(commands: str) -> str:
        return key(
            position_of(f"the-game-extreme/1 | commands: {commands} | up: 40 55 | down: 60 30 | 1*: 47 57 62 28")
        )

    plain = extreme("-")
    assert extreme("47=silence") == extreme("40=silence") == extreme("40=stop") == extreme("99=stop") == plain
    assert len({plain, extreme("47=stop"), extreme("47=skull"), extreme("40=no-trick"), extreme("57=stop")}) == 5


def test_a_symmetry_moves_commands_and_piles_along() -> None:
    rules = Rules.of(load("the-game-extreme/1 #1").rules.game, 1, {"ups": 3, "downs": 1}, {Card(37): "stop"})
    turned = Symmetry(rules, flip=True)
    assert turned.changed_rules().command_of == {Card(64): "stop"}
    assert (turned.changed_rules().ups, turned.changed_rules().downs) == (1, 3)
    assert [turned.pile(index) for index in range(4)] == [1, 2, 3, 0]


def test_the_mover_comes_first() -> None:
    position = position_of("face-to-face | A.up: 17 | A.down: 40 | B.up: 9 | B.down: 50 | A: 5 | B*: 7 8 | B.draw: 44")
    assert mover_first(position) == position_of(
        "face-to-face | A.up: 9 | A.down: 50 | B.up: 17 | B.down: 40 | A*: 7 8 | B: 5 | A.draw: 44"
    )


# --- never too much


@pytest.mark.parametrize("name", GAME_NAMES)
def test_puzzles_with_one_key_have_one_game_tree(name: str) -> None:
    """Tiny tables by the hundred, so that many share a key: what can be played from them is the same, turn for turn."""
    rng, groups = Random(f"tiny {name}"), defaultdict[str, list[Position]](list)
    for _ in range(800):
        position = tiny(rng, name)
        groups[key(position)].append(position)
    shared = [group for group in groups.values() if len(group) > 1]
    assert len(shared) > 20
    for group in shared:
        trees = {tree(naive.table_of(position)) for position in group[:4]}
        assert len(trees) == 1, group[:4]


def tiny(rng: Random, name: str) -> Position:
    """A table with very few cards left."""
    game = GAMES[name]
    numbers = {"highest": 3, "colours": 3} if game.colours else {"highest": 24}
    if game.is_duel:
        numbers = {"highest": 6, "trick": 2, "minimum": 1, "minimum_empty": 1}
    commands = {Card(number): rng.choice(game.vocabulary).name for number in (5, 6)} if game.commands else None
    rules = Rules.of(game, 2, {**numbers, "hand": 2}, commands)
    decks = [rng.sample(rules.cards, len(rules.cards)) for _ in range(2 if game.is_duel else 1)]
    hands = tuple(tuple(decks[seat if game.is_duel else 0].pop() for _ in range(2 - seat)) for seat in range(2))
    draws = tuple(DrawPile((deck.pop(),) if rng.random() < 0.3 else ()) for deck in decks)
    tops = tuple(decks[index // 2 if game.is_duel else 0].pop() for index in range(len(rules.piles)))
    return Position(rules, tops, hands, draws, rng.randrange(2))


def tree(table: naive.Table) -> tuple[object, ...]:
    """Everything that can be played, without the names of cards and piles."""
    ends = sorted(tree(later) for later in naive.followers(table))
    return naive.cards_left(table), *ends
