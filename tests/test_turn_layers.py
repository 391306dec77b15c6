"""Proofs and beams by whole turns, against the brute-force twin."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

import solver
from solver.decide.engines import best_by_search, by_ladder
from solver.errors import DoesNotAddUp
from solver.kernels.memo import FOLLOWERS, LIKE_PILES
from solver.kernels.whole_turns import ROOM
from solver.notation.source import starting_position
from solver.referee import judge
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.search import turn_layers
from solver.search.fresh_hands import FreshHands, holds
from solver.search.limits import Limits
from solver.search.team_codec import pack, unpack_line
from solver.search.turn_layers import LOOKS, NO_FATAL, PRICES, TurnBeam, TurnLayers, suits
from solver.search.turn_proof import TurnProof
from solver.table.position import Position
from solver.verdict import Winnable
from tests import brute
from tests.strategies import random_deal, random_position

CHOICES = {"all": FOLLOWERS | LIKE_PILES, "none": 0, "without followers": LIKE_PILES, "without like piles": FOLLOWERS}
MEMORY = 1 << 24


def four_piles(rng: Random, name: str, players: int) -> Rules:
    """A small table with two piles up and two down."""
    while True:
        hand = rng.choice((1, 2, 3, 3, 4))
        numbers: dict[str, int | None] = {"ups": 2, "downs": 2, "hand": hand, "trick": rng.choice((0, 1, 2, 3, 5))}
        numbers |= {"minimum": rng.choice((1, 2, 3)), "minimum_empty": rng.choice((1, 1, 2))}
        numbers |= {"maximum": rng.choice((None, None, 2, 3)), "highest": 1 + players * hand + rng.randint(1, 9)}
        try:
            return Rules.of(GAMES[name], players, numbers)
        except DoesNotAddUp:
            continue


def small_positions(name: str, players: int, seeds: range) -> list[tuple[Position, int | None]]:
    """Positions that the twin has the patience for, and in how few turns it wins them."""
    found = list[tuple[Position, int | None]]()
    for seed in seeds:
        rng = Random(f"layers {name} {players} {seed}")
        position = random_position(rng, name, rules=four_piles(rng, name, players))
        if position.draw.ordered and position.outcome is None and position.cards_left <= 13:
            with suppress(brute.TooMuch):
                found.append((position, brute.fewest_turns(position)))
    return found


def outcome(position: Position, search: TurnLayers, slice_of: int = 5) -> str:
    """What the layers say; a win is one that the referee accepts."""
    while not (status := search.run(slice_of)):
        pass
    if status == "won":
        line = unpack_line(position, search.line)
        assert judge(position, line).complete, position
        assert len(line) == search.turns + 1
    return status


def check(position: Position, fewest: int | None, memory: int = MEMORY, facts: int = CHOICES["all"]) -> list[str]:
    """The layers one turn below the fewest, and at it."""
    problem, start = pack(position)
    assert suits(problem)
    turns = [position.cards_left] if fewest is None else [fewest - 1, fewest]
    said = [outcome(position, TurnLayers(problem, start, most, memory, facts=facts)) for most in turns if most]
    told = ["lost"] if fewest is None else ["lost", "won"][-len(said) :]
    assert all(one in (other, "full") for one, other in zip(said, told, strict=True)), (position, said, told)
    return said


def check_all(name: str, players: int, seeds: range) -> None:
    positions = small_positions(name, players, seeds)
    assert any(fewest is None for _, fewest in positions)
    assert any(fewest is not None and fewest > 2 for _, fewest in positions)
    for position, fewest in positions:
        for facts in CHOICES.values():
            assert "full" not in check(position, fewest, facts=facts), position
        assert isinstance(by_ladder(position, Limits()), Winnable) == (fewest is not None), position


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_agrees_with_the_twin_whatever_fact_is_off(players: int) -> None:
    check_all("the-game", players, range(40))


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_agrees_with_the_twin_on_hundreds(players: int) -> None:
    check_all("the-game", players, range(1000, 1300))


def test_little_room_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """One state at a time, candidates picked out again and again: the same, or an admission that it was too little."""
    monkeypatch.setattr(turn_layers, "CHUNK", 1)
    monkeypatch.setattr(turn_layers, "OUTCOMES", 2 * ROOM)
    said = set[str]()
    for position, fewest in small_positions("the-game", 2, range(60)):
        for memory in (3_000, 10_000, MEMORY):
            said |= set(check(position, fewest, memory))
    assert said == {"lost", "won", "full"}


def test_a_beam_finds_wins_and_no_better_ones_than_there_are() -> None:
    won = 0
    for position, fewest in small_positions("the-game", 2, range(60)):
        for width in (1, 5):
            beam = TurnLayers(*pack(position), position.cards_left, MEMORY, width, (PRICES[0], *LOOKS))
            if outcome(position, beam) == "won":
                assert fewest is not None
                assert fewest <= beam.turns + 1
                won += 1
    assert won > 10


def test_a_proof_that_has_no_room_says_nothing() -> None:
    problem, start = pack(starting_position(solver.load("the-game/1 #1")))
    proof = TurnProof(problem, start, Limits(memory_mb=16), 14)
    proof.search(1 << 30, 15)
    assert (proof.able, proof.bound, proof.won) == (False, 14, False)


def test_where_it_does_not_hold_it_is_refused() -> None:
    for text, fine in {
        "the-game/1 #1": True,
        "the-game/5 minimum=3 trick=7 #1": True,
        "the-game/2 ups=3 #1": False,
        "the-game/2 downs=1 #1": False,
        "the-game/2 hand=9 #1": False,
        "the-game-extreme/2 #1": False,
        "the-game-on-fire/2 #1": False,
        "quick-and-easy/2 #1": False,
    }.items():
        assert suits(pack(starting_position(solver.load(text)))[0]) == fine, text


def compare_fresh(players: int, seed: int) -> tuple[int, int]:
    """The layers with fresh tables and without say the same, up to the fewest turns that win.

    How many states both looked at where nothing wins.
    """
    rng = Random(f"fresh {players} {seed}")
    numbers: dict[str, int | None] = {"hand": 3, "minimum": rng.choice((1, 2)), "trick": rng.choice((0, 2, 3, 10))}
    numbers["highest"] = rng.randint(32, 46)
    position = random_deal(rng, Rules.of(GAMES["the-game"], players, numbers)).position()
    problem, start = pack(position)
    fewest = -(-position.cards_left // problem.hand)
    fresh = FreshHands(problem, start, Limits(), fewest + 3)
    for _ in range(4):
        fresh.widen()
    without = with_tables = 0
    for most in range(fewest, fewest + 4):
        plain, helped = (TurnLayers(problem, start, most, MEMORY, fatal=fatal) for fatal in (NO_FATAL, fresh.fatal))
        said, said_with_tables = outcome(position, plain, 1000), outcome(position, helped, 1000)
        if "full" in (said, said_with_tables):
            break
        assert said_with_tables == said, (position, most)
        if said == "won":
            break
        without, with_tables = without + plain.states, with_tables + helped.states
    return without, with_tables


def check_fresh(players: int, seeds: range) -> None:
    pairs = [compare_fresh(players, seed) for seed in seeds]
    if players < 3:
        assert sum(with_tables for _, with_tables in pairs) < sum(without for without, _ in pairs)


@pytest.mark.parametrize("players", [1, 2, 3])
def test_fresh_tables_change_no_answer(players: int) -> None:
    check_fresh(players, range(10))


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_fresh_tables_change_no_answer_of_many(players: int) -> None:
    check_fresh(players, range(100, 160))


def test_fresh_tables_are_refused_where_they_do_not_hold() -> None:
    for text, fine in {"the-game/3 #1": True, "the-game/3 maximum=5 #1": False}.items():
        assert holds(*pack(starting_position(solver.load(text)))) == fine
    position = starting_position(solver.load("the-game/2 #1"))
    while not position.hands[0] or len(position.hands[0]) == 7:
        position = position.after(solver.solve(position).line[0])
    assert not holds(*pack(position))


@pytest.mark.parametrize("text", ["the-game/2 #3", "the-game/5 #2"])
def test_a_beam_shortens_full_deals(text: str) -> None:
    position = starting_position(solver.load(text))
    first = len(by_ladder(position, Limits()).line)
    beam = TurnBeam(*pack(position), Limits(), first)
    assert beam.run(200, (PRICES[0], *LOOKS), 0)
    line = unpack_line(position, beam.line)
    assert judge(position, line).complete
    assert len(line) == beam.best < first - 10


def test_an_end_of_a_deal_is_proved() -> None:
    """More cards than the proof in depth manages in its first states: the layers prove what the beams found."""
    position = starting_position(solver.load("the-game/4 #1"))
    for turn in solver.solve(position).line[:12]:
        position = position.after(turn)
    verdict = best_by_search("turns", by_ladder(position, Limits()), Limits())
    assert verdict.optimal
    assert judge(position, verdict.line).complete
