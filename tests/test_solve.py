"""The ladder against brute force, against itself in a mirror, and against its limits."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import solver
from solver.cards import Card
from solver.errors import DoesNotAddUp
from solver.referee import judge
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.search.limits import Progress
from solver.table.position import DrawPile, Position
from solver.verdict import Unknown, Unwinnable, Winnable
from tests import brute, naive
from tests.strategies import random_position

TEAM_TABLES = [(name, players) for name, game in GAMES.items() if not game.is_duel for players in range(1, 6)]
MOST_CARDS_LEFT = 14


def small_positions(name: str, players: int, seed: int, count: int) -> list[tuple[Position, bool]]:
    """Random positions that brute force can decide, with its answer."""
    rng, found = Random(f"{name}/{players}/{seed}"), list[tuple[Position, bool]]()
    while len(found) < count:
        position = random_position(rng, name, players)
        if not position.draw.ordered or position.cards_left > MOST_CARDS_LEFT:
            continue
        try:
            found.append((position, brute.winnable(position)))
        except brute.TooMuch:
            continue
    return found


def assert_agreement(name: str, players: int, seed: int, count: int) -> None:
    for position, winnable in small_positions(name, players, seed, count):
        verdict = solver.solve(position)
        assert verdict.name == ("winnable" if winnable else "unwinnable"), position


@pytest.mark.parametrize(("name", "players"), TEAM_TABLES)
def test_agrees_with_brute_force(name: str, players: int) -> None:
    assert_agreement(name, players, seed=1, count=30)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TEAM_TABLES)
def test_agrees_with_brute_force_on_very_many(name: str, players: int) -> None:
    assert_agreement(name, players, seed=2, count=1_000)


@pytest.mark.parametrize(("name", "players"), TEAM_TABLES)
def test_brute_force_agrees_with_the_naive_twin(name: str, players: int) -> None:
    tiny = [(p, won) for p, won in small_positions(name, players, seed=3, count=20) if p.cards_left <= 4]
    assert tiny
    for position, winnable in tiny:
        assert naive.winnable(position) == winnable, position


# --- metamorphic: what must not change the answer


def rebuilt(position: Position, rules: Rules, move: Callable[[Card], Card], piles: list[int]) -> Position:
    """The position with every card moved, and the tops taken from these piles."""

    def moved(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(map(move, cards))

    tops = [position.tops[pile] for pile in piles]
    return Position(
        rules,
        tuple(None if top is None else move(top) for top in tops),
        tuple(map(moved, position.hands)),
        tuple(DrawPile(moved(pile.cards), pile.ordered) for pile in position.draws),
        position.to_move,
    )


def reflected(position: Position) -> Position:
    """Every card turned to its mirror image, ups and downs exchanged."""
    rules = position.rules

    def mirror(card: Card) -> Card:
        return Card(rules.lowest + rules.highest - card.number, card.colour)

    commands = {mirror(card): command for card, command in rules.commands} if rules.game.commands else None
    numbers = {**rules.overrides(), "ups": rules.downs, "downs": rules.ups}
    turned = Rules.of(rules.game, rules.players, numbers, commands)
    return rebuilt(position, turned, mirror, [*range(rules.ups, rules.ups + rules.downs), *range(rules.ups)])


def with_like_piles_renamed(position: Position) -> Position:
    """The ascending piles in reverse order, and the descending ones."""
    ups, downs = position.rules.ups, position.rules.downs
    order = [*reversed(range(ups)), *reversed(range(ups, ups + downs))]
    return rebuilt(position, position.rules, lambda card: card, order)


def with_colours_permuted(position: Position) -> Position:
    """Every colour replaced by the next."""
    letters = "rgbys"[: position.rules.colours]

    def recoloured(card: Card) -> Card:
        return Card(card.number, letters[(letters.index(card.colour) + 1) % len(letters)])

    return rebuilt(position, position.rules, recoloured, list(range(len(position.tops))))


def with_laid_cards_added(position: Position) -> Position:
    """A higher deck whose new cards have all been laid already."""
    rules = position.rules
    commands = rules.command_of if rules.game.commands else None
    higher = Rules.of(rules.game, rules.players, {**rules.overrides(), "highest": rules.highest + 2}, commands)
    return rebuilt(position, higher, lambda card: card, list(range(len(position.tops))))


@pytest.mark.parametrize(("name", "players"), TEAM_TABLES)
def test_the_answer_survives_what_changes_only_names(name: str, players: int) -> None:
    for position, _ in small_positions(name, players, seed=4, count=10):
        expected = solver.solve(position).name
        assert solver.solve(reflected(position)).name == expected, position
        assert solver.solve(with_like_piles_renamed(position)).name == expected, position
        if position.rules.colours:
            assert solver.solve(with_colours_permuted(position)).name == expected, position
        if any(top is not None for top in position.tops):
            assert solver.solve(with_laid_cards_added(position)).name == expected, position


def test_a_larger_solo_hand_never_hurts() -> None:
    """With one player and drawing as many as were laid, whoever holds more may ignore what came early."""
    for number in range(1, 41):
        verdicts = [
            solver.solve(solver.deal("the-game", 1, number, {"hand": hand, "highest": 19, "ups": 1, "downs": 1})).name
            for hand in (2, 3, 4, 5, 6)
        ]
        assert verdicts == sorted(verdicts), (number, verdicts)  # unwinnable sorts before winnable


# --- positions that look winnable and are not: each ruling that bites

LOST = {
    "skull: the last card of all leaves it visible": (
        "the-game-extreme/1 | commands: 50=skull | up: 10 20 | down: 60 70 | 1*: 50",
        "the-game-extreme/1 | commands: 50=skull | up: 10 20 | down: 60 70 | 1*: 40 50",
    ),
    "three: two cards cannot make three": (
        "the-game-extreme/1 | commands: 50=three | up: 10 20 | down: 60 70 | 1*: 50 51",
        "the-game-extreme/1 | commands: 50=three | up: 10 20 | down: 60 70 | 1*: 50 51 52",
    ),
    "three-stop: a stop is allowed as the third card only": (
        "the-game-extreme/2 | commands: 50=three 51=stop | up: 98 97 | down: 60 52 | 1*: 50 51 | 2: 99",
        "the-game-extreme/2 | commands: 50=three 51=stop | up: 97 96 | down: 60 52 | 1*: 50 51 98 | 2: 99",
    ),
    "no-trick: it may not be covered by a trick either": (
        "the-game-extreme/1 | commands: 50=no-trick | up: 50 99 | down: 2 3 | 1*: 40",
        "the-game-extreme/1 | commands: - | up: 50 99 | down: 2 3 | 1*: 40",
    ),
    "one-pile: all cards of a turn on one pile": (
        "the-game-extreme/1 | commands: 99=one-pile | up: 40 99 | down: 39 3 | 1*: 38 41 | draw: 42",
        "the-game-extreme/1 | commands: - | up: 40 99 | down: 39 3 | 1*: 38 41 | draw: 42",
    ),
    "draw-one: a starved hand cannot lay the minimum": (
        "the-game-extreme/1 hand=2 | commands: 99=draw-one | up: 10 99 | down: 3 4 | 1*: 11 12 | draw: 13 14",
        "the-game-extreme/1 hand=2 | commands: - | up: 10 99 | down: 3 4 | 1*: 11 12 | draw: 13 14",
    ),
    "short-hand: one card is fewer than two while the draw pile lasts": (
        "the-game/2 | up: 10 20 | down: 60 70 | 1*: 50 | 2: 52 | draw: 51",
        "the-game/2 | up: 10 20 | down: 60 70 | 1*: 50 49 | 2: 52 | draw: 51",
    ),
    "minimum: two cards while the draw pile lasts": (
        "the-game/1 | up: 98 97 | down: 2 3 | 1*: 99 50 | draw: 51",
        "the-game/1 minimum=1 | up: 98 41 | down: 2 3 | 1*: 99 50 | draw: 51",
    ),
    "equal-numbers: they do not follow each other": (
        "quick-and-easy/1 | up: r7 | down: b7 | 1*: g7",
        "quick-and-easy/1 | up: r7 | down: b7 | 1*: r2",
    ),
    "maximum: exactly one card a turn in the professional variant": (
        "quick-and-easy-pro/2 | up: r8 | down: b1 | 1*: s9 s3 | 2: y4",
        "quick-and-easy/2 | up: r8 | down: b1 | 1*: s9 s3 | 2: y4",
    ),
    "trick: exactly ten, not nine": (
        "the-game/1 | up: 50 99 | down: 2 3 | 1*: 41",
        "the-game/1 | up: 51 99 | down: 2 3 | 1*: 41",
    ),
}


@pytest.mark.parametrize("ruling", LOST)
def test_what_looks_winnable_and_is_not(ruling: str) -> None:
    lost, won = (solver.load(text) for text in LOST[ruling])
    assert isinstance(lost, Position)
    assert isinstance(won, Position)
    assert not brute.winnable(lost)
    assert brute.winnable(won)
    assert isinstance(solver.solve(lost), Unwinnable)
    assert isinstance(solver.solve(won), Winnable)


# --- verdicts


def test_full_deals_of_every_team_game_are_won_by_lines_that_the_referee_accepts() -> None:
    for name, players in TEAM_TABLES:
        deal = solver.deal(name, players, 1)
        verdict = solver.solve(deal, time_limit=120)
        assert not isinstance(verdict, Unknown), (name, players)
        judgement = judge(deal.position(), verdict.line)
        assert judgement.legal
        assert judgement.complete == isinstance(verdict, Winnable)


def test_the_same_input_gives_the_same_line() -> None:
    for name, players in (("the-game", 1), ("the-game-extreme", 3), ("quick-and-easy", 2)):
        deal = solver.deal(name, players, 2)
        first, second = solver.solve(deal), solver.solve(deal)
        assert (first.line, first.effort.states) == (second.line, second.effort.states)


def test_a_win_must_pass_the_referee() -> None:
    position = solver.load("the-game/1 | up: 98 97 | down: 2 3 | 1*: 99 50")
    assert isinstance(position, Position)
    with pytest.raises(AssertionError, match="the referee refuses"):
        Winnable(position, solver.parse_line("1: 50@down1 99@up1"))
    with pytest.raises(AssertionError, match="reason"):
        Unwinnable(position, ())
    with pytest.raises(AssertionError, match="reason"):
        Unknown(position, ())


HARD = {"hand": 5}  # solo deals of 98 cards that no search settles in the blink of an eye


def test_out_of_time_is_unknown_with_a_legal_line() -> None:
    solver.solve(solver.deal("the-game", 1, 1))  # the kernels are compiled before the clock runs
    undecided = [
        verdict
        for number in range(1, 6)
        if isinstance(verdict := solver.solve(solver.deal("the-game", 1, number, HARD), time_limit=0.02), Unknown)
    ]
    assert undecided
    for verdict in undecided:
        assert "time limit" in str(verdict.reason)
        assert not verdict.optimal
        assert judge(verdict.position, verdict.line).legal
        assert 0 < verdict.cards_left < 98


def test_an_interrupted_search_is_unknown_with_a_legal_line() -> None:
    def interrupt(progress: Progress) -> None:
        raise KeyboardInterrupt

    verdict = solver.solve(solver.deal("the-game", 1, 3, {"hand": 4}), watch=interrupt)
    assert isinstance(verdict, Unknown)
    assert "interrupted" in str(verdict.reason)
    assert judge(verdict.position, verdict.line).legal


def test_the_watcher_sees_the_search_grow() -> None:
    seen: list[Progress] = []
    solver.solve(solver.deal("the-game", 1, 3, {"hand": 3}), watch=seen.append)
    for stage in ("seeking", "proving"):
        states = [progress.states for progress in seen if progress.stage == stage]
        assert states
        assert states == sorted(states)


@pytest.mark.parametrize("limits", [{"time_limit": 0}, {"time_limit": -1}, {"memory_limit": 0}, {"memory_limit": -5}])
def test_absurd_limits_are_refused(limits: dict[str, int]) -> None:
    with pytest.raises(DoesNotAddUp, match="limit"):
        solver.solve("the-game/1 #1", time_limit=limits.get("time_limit"), memory_limit=limits.get("memory_limit"))


def test_a_small_memory_changes_no_verdict() -> None:
    for number in range(1, 4):
        deal = solver.deal("the-game", 1, number, {"hand": 3})
        assert solver.solve(deal, memory_limit=16).name == solver.solve(deal).name


def test_any_starter_asks_for_the_best_player_to_begin() -> None:
    text = "the-game/2 | up: 98 97 | down: 2 3 | {}: 50 | {}: 99"
    stuck, other = solver.load(text.format("1*", "2")), solver.load(text.format("1", "2*"))
    assert solver.solve(stuck).name == "unwinnable"
    assert solver.solve(other).name == "unwinnable"
    won = "the-game/2 | up: 50 98 | down: 3 2 | 1*: 49 | 2: 59"
    assert solver.solve(won).name == "unwinnable"
    verdict = solver.solve(won, any_starter=True)
    assert isinstance(verdict, Winnable)
    assert verdict.position.player == 2


def test_a_game_that_is_over_is_decided_at_once() -> None:
    assert solver.solve("the-game/1 | up: 50 98 | down: 3 2 | 1*: -").name == "winnable"
    lost = solver.solve("the-game/1 | up: 98 97 | down: 3 2 | 1*: 50")
    assert isinstance(lost, Unwinnable)
    assert lost.cards_left == 1
