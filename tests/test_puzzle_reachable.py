"""Which positions a game can come to: by everything that can happen in tiny games, and in games that were played."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product
from random import Random

import pytest

import solver
from puzzles.checking.reachable import leads_to, reachable, why_not
from solver import GAMES, Card, Deal, DrawPile, Position, Rules
from tests.strategies import GAME_NAMES, artificial_position, position_of, random_rules, random_turn

# --- everything that can happen in tiny games

TINY = [
    ("the-game", 1, {"highest": 6, "hand": 2, "ups": 1, "downs": 1, "trick": 2}),
    ("the-game", 2, {"highest": 6, "hand": 2, "ups": 1, "downs": 1, "trick": 3}),
    ("the-game", 2, {"highest": 6, "hand": 1, "minimum": 1, "ups": 2, "downs": 0, "trick": 1}),
    ("the-game", 3, {"highest": 6, "hand": 1, "minimum": 1, "ups": 1, "downs": 1, "trick": 2}),
    ("quick-and-easy", 1, {"highest": 3, "colours": 2}),
    ("quick-and-easy", 2, {"highest": 3, "colours": 2, "hand": 1}),
    ("quick-and-easy-pro", 2, {"highest": 3, "colours": 2, "hand": 1}),
    ("the-game-extreme", 1, {"highest": 6, "hand": 2, "ups": 1, "downs": 1, "trick": 2}),
    ("the-game-extreme", 2, {"highest": 6, "hand": 2, "ups": 1, "downs": 1, "trick": 2}),
    ("face-to-face", 2, {"highest": 5, "hand": 2, "draws": 1}),
    ("face-to-face", 2, {"highest": 4, "hand": 3, "trick": 1}),
]
COMMANDS = {Card(3): "draw-one", Card(4): "skull", Card(6): "stop"}
DECKS = 20  # of Face to Face, where all pairs would be too many


def tiny_rules(name: str, players: int, numbers: dict[str, int | None]) -> Rules:
    return Rules.of(GAMES[name], players, numbers, COMMANDS if GAMES[name].commands else None)


def outline(position: Position) -> tuple[object, ...]:
    """A position without the order of its draw piles, which the dealer chooses."""
    draws = tuple(tuple(sorted(pile.cards)) for pile in position.draws)
    return position.tops, position.hands, draws, position.to_move


@cache
def everything(rules: Rules) -> dict[tuple[object, ...], Position]:
    """Every position that any deal can come to, whoever begins (Face to Face: of some pairs of decks)."""
    decks = list(permutations(rules.cards))
    if rules.game.is_duel:
        chosen: list[tuple[tuple[Card, ...], ...]] = Random(1).sample(list(product(decks, decks)), DECKS)
    else:
        chosen = [(deck,) for deck in decks]
    found: dict[tuple[object, ...], Position] = {}
    for some in chosen:
        for seat in range(rules.players):
            waiting = [Deal(rules, some, seat).position()]
            while waiting:
                position = waiting.pop()
                key = outline(position)
                if (*key, position.draws) in found:
                    continue
                found[(*key, position.draws)] = position
                waiting += {position.after(turn) for turn in position.legal_turns}
    return {outline(position): position for position in found.values()}


@pytest.mark.parametrize(("name", "players", "numbers"), TINY)
def test_what_happens_in_tiny_games(name: str, players: int, numbers: dict[str, int | None]) -> None:
    """What can happen is never denied and almost always shown; what cannot is never shown, and mostly denied."""
    rng = Random(f"{name} {players} {numbers}")
    rules = tiny_rules(name, players, numbers)
    possible = everything(rules)
    some = rng.sample(sorted(possible, key=str), min(len(possible), 25))
    answers = [reachable(possible[key]).yes for key in some]
    assert False not in answers
    assert answers.count(True) >= 0.95 * len(answers)
    others = [artificial_position(rng, rules) for _ in range(30)]
    if not rules.game.is_duel:  # of Face to Face not everything is known
        impossible = [position for position in others if outline(position) not in possible]
        denied = [reachable(position, tries=5).yes for position in impossible]
        assert True not in denied
        assert denied.count(False) >= 0.5 * len(denied)


@pytest.mark.parametrize(("name", "players", "numbers"), TINY)
def test_what_is_denied_without_a_search_cannot_happen(name: str, players: int, numbers: dict[str, int | None]) -> None:
    rng = Random(f"denied {name} {players} {numbers}")
    possible = list(everything(tiny_rules(name, players, numbers)).values())
    for position in rng.sample(possible, min(len(possible), 200)):
        assert why_not(position) is None, position


# --- games that were played


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_position_of_a_played_game_is_shown_to_be_one(name: str) -> None:
    rng = Random(f"played {name}")
    for players in (2,) if name == "face-to-face" else (1, 3):
        position = solver.deal(name, players, rng.randint(1, 1000)).position()
        passed = [position]
        while (turn := random_turn(rng, passed[-1])) is not None:
            passed.append(passed[-1].after(turn))
        for position in rng.sample(passed, min(3, len(passed))):
            shown = reachable(position)
            assert shown.yes is True, position
            assert shown.deal is not None
            assert leads_to(position, shown.deal, shown.line)
            assert solver.verify(shown.deal, shown.line).final == position


@pytest.mark.parametrize("name", GAME_NAMES)
def test_a_late_position_of_a_won_game_is_shown_to_be_one(name: str) -> None:
    deal = solver.deal(name, 2, 3)
    line = solver.solve(deal, time_limit=1 if name == "face-to-face" else 20).line
    assert len(line) > 12
    for back in (2, 7):
        position = solver.play_line(deal.position(), line[:-back])
        assert reachable(position).yes is True, position


def test_tables_with_odd_numbers() -> None:
    """Three piles, no descending pile, hands of one: what was played is never denied."""
    rng, shown, seen = Random("odd"), 0, 0
    for _ in range(60):
        name = rng.choice(GAME_NAMES)
        rules = random_rules(rng, name)
        decks = tuple(tuple(rng.sample(rules.cards, len(rules.cards))) for _ in range(2 if rules.game.is_duel else 1))
        position = Deal(rules, decks, rng.randrange(rules.players)).position()
        for _ in range(rng.randint(0, 6)):
            if (turn := random_turn(rng, position)) is not None:
                position = position.after(turn)
        found = reachable(position).yes
        assert found is not False, position
        seen, shown = seen + 1, shown + (found is True)
    assert shown >= 0.9 * seen


# --- what is told


def test_the_source_may_tell_the_game() -> None:
    deal = solver.deal("the-game", 2, 17)
    position = deal.position()
    line = []
    for _ in range(4):
        turn = next(iter(position.legal_turns))
        line.append(turn)
        position = position.after(turn)
    told = f"the-game/2 #17 after {solver.format_line(line)}"
    assert reachable(position, told).reason == "the game that its source tells leads to it, in 4 turns"
    other = reachable(position, told.replace("#17", "#18"))
    assert other.yes is True  # it is reachable all the same
    assert "source" not in other.reason
    assert reachable(position, "from the club evening, after a long night").yes is True


# --- what is denied, and why


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (
            "the-game/2 | up: 17 1 | down: 88 100 | 1*: 5 9 | 2: 77 | draw: 44 3",
            "player 1 holds 2 cards, not a full hand",
        ),
        ("the-game/1 highest=12 hand=4 | up: 9 1 | down: 13 13 | 1*: 2 3 4 5 | draw: 6 7 8 10 11 12", "no whole turns"),
        (
            "the-game/1 trick=0 | up: 20 1 | down: 100 100 | 1*: 30 31",
            "card 21 was laid, but no pile can have taken it",
        ),
        ("the-game/1 trick=0 | up: 40 30 | down: 60 70 | 1*: 5 6", "card 41 was laid, but no pile can have taken it"),
        (
            "the-game-extreme/1 | commands: 40=skull | up: 40 55 | down: 60 30 | 1*: 47 57",
            "the skull 40 lies uncovered",
        ),
        (
            "face-to-face highest=9 hand=3 | A.up: 4 | A: 2 3 5 | B*: 2 3 4 | A.draw: 6 7 8 9 | B.draw: 5 6 7 8 9",
            "no turns of two",
        ),
        ("quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 | 2: r3 g2 | draw: y9", "player 1 holds 1 cards"),
    ],
)
def test_why_a_position_cannot_arise(position: str, words: str) -> None:
    found = reachable(position_of(position))
    assert found.yes is False
    assert words in found.reason


def test_a_draw_pile_of_unknown_order() -> None:
    position = solver.deal("quick-and-easy", 2, 1).position()
    for _ in range(3):
        position = position.after(next(iter(position.legal_turns)))
    hidden = Position(
        position.rules, position.tops, position.hands, (DrawPile(position.draw.cards, False),), position.to_move
    )
    assert reachable(hidden).yes is True
