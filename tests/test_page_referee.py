"""The page's referee against the program's: thousands of random plays of every game, commands and odd rules included.

Both are given the same position and turn.  At every step of the turn they must agree on each play that may be laid,
on whether the turn may end, what is drawn then, and whether it can be completed; then on the rule that is broken, or on
the position that follows, its name, and how the game has ended.
"""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from puzzles.page.keys import ALPHABET, position_key
from puzzles.page.tables import plays_data, position_data, table_of
from solver import Position, Rules, Turn, deal, load
from solver.referee import judge
from solver.rules.game import MOST_CARDS
from tests.browser import node
from tests.strategies import GAME_NAMES, any_position, any_turn, random_position, random_rules, random_turn, some_turn

DRIVER = Path(__file__).with_name("page_referee.js")
ROUNDS = 60  # tables of each game, and positions at each table

Case = tuple[Position, Turn]


def cases_of(name: str, seed: int) -> Iterator[tuple[Rules, list[Case]]]:
    """Tables of a game, and at each of them positions with a turn to judge: odd numbers, and published ones."""
    rng = Random(f"{name} {seed}")
    for _ in range(ROUNDS):
        rules = random_rules(rng, name)
        positions = [random_position(rng, name, rules=rules) for _ in range(ROUNDS // 4)]
        positions += [any_position(rng, rules) for _ in range(ROUNDS // 6)]
        yield rules, [(position, playable(position, some_turn(rng, position))) for position in positions]
    yield from published_cases(rng, name)


def published_cases(rng: Random, name: str) -> Iterator[tuple[Rules, list[Case]]]:
    """Whole games with the published numbers, a legal turn and another one at each position."""
    for number in (1, 2):
        position = deal(name, 2, number).position()
        found: list[Case] = []
        while (turn := random_turn(rng, position)) is not None:
            found += [(position, turn), (position, playable(position, any_turn(rng, position)))]
            position = position.after(turn)
        yield position.rules, found


def playable(position: Position, turn: Turn) -> Turn:
    """A turn that the page could ask about: its piles exist, and it names no player and no cards drawn."""
    names = {pile.name for pile in position.rules.piles}
    plays = tuple(play for play in turn.plays if play.pile in names and play.card in position.rules.card_indices)
    return Turn(plays)


def asked(case: Case) -> dict[str, Any]:
    """A case as the page sees it; from a draw pile of unknown order the first cards are drawn."""
    position, turn = case
    return {
        "position": position_data(position),
        "plays": plays_data(position.rules, turn),
        "drawn": [position.rules.card_indices[card] for card in first_drawn(case) or ()],
    }


def first_drawn(case: Case) -> tuple[Any, ...] | None:
    """What is drawn from a draw pile of unknown order: let it be its first cards."""
    position, turn = case
    state = position.open_turn
    for play in turn.plays:
        state = state.lay(play.card, position.rules.pile_index(play.pile))
    return None if position.draw.ordered else position.draw.cards[: state.cards_to_draw()]


def expected(case: Case) -> dict[str, Any]:
    """What the program says."""
    position, turn = case
    rules, state = position.rules, position.open_turn
    steps: list[dict[str, Any]] = []
    answer: dict[str, Any] = {"outcome": outcome_of(position), "judged": {"steps": steps}}
    if position.outcome is not None and position.outcome.rule == "won":
        return answer | {"judged": {"steps": [], "play": None, "refused": rule_broken(case)}}
    for play in (*turn.plays, None):
        steps.append(
            {
                "plays": sorted([rules.card_indices[card], pile] for card, pile in state.plays()),
                "ends": state.may_end(),
                "draws": state.cards_to_draw(),
                "completes": state.can_be_completed(),
            }
        )
        if play is None:
            break
        pile = rules.pile_index(play.pile)
        if play.card not in state.hand or not state.may_lay(play.card, pile):
            return answer | {"judged": {"steps": steps, "play": len(steps), "refused": rule_broken(case)}}
        state = state.lay(play.card, pile)
    if not state.may_end():
        return answer | {"judged": {"steps": steps, "play": None, "refused": rule_broken(case)}}
    after = judge(position, [Turn(turn.plays, None, first_drawn(case))]).final
    return answer | {"judged": {"steps": steps, **after_turn(after)}}


def after_turn(after: Position) -> dict[str, Any]:
    """What follows a legal turn."""
    return {"after": position_data(after), "outcome": outcome_of(after), "key": position_key(after)}


def rule_broken(case: Case) -> str:
    """The rule that the referee names.  (A stop that leaves a skull visible is one play late there.)"""
    position, turn = case
    judgement = judge(position, [Turn(turn.plays, None, first_drawn(case))])
    assert judgement.violation is not None
    return judgement.violation.rule


def outcome_of(position: Position) -> dict[str, Any] | None:
    """How it has ended, as the page says it."""
    if (outcome := position.outcome) is None:
        return None
    names = position.rules.player_names
    winner = None if outcome.winner is None else names.index(outcome.winner)
    return {"won": outcome.won, "winner": winner, "rule": outcome.rule}


def answers(tables: list[tuple[Rules, list[Case]]]) -> list[dict[str, Any]]:
    """What the page's referee says, run by node."""
    lines = []
    for rules, cases in tables:
        lines += [json.dumps({"table": table_of(rules)}), *(json.dumps(asked(case)) for case in cases)]
    run = subprocess.run([node(), str(DRIVER)], input="\n".join(lines), capture_output=True, text=True, timeout=300)
    assert not run.stderr, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


def normal(answer: dict[str, Any]) -> dict[str, Any]:
    """The order in which plays are listed says nothing."""
    for step in answer["judged"]["steps"]:
        step["plays"] = sorted(step["plays"])
    return answer


@pytest.mark.parametrize("name", GAME_NAMES)
def test_the_pages_referee_agrees_with_the_programs(name: str) -> None:
    tables = list(cases_of(name, seed=1))
    cases = [case for _, found in tables for case in found]
    said = [normal(answer) for answer in answers(tables)]
    assert len(said) == len(cases) > 1000
    rules_seen: Counter[str] = Counter()
    for case, answer in zip(cases, said, strict=True):
        wanted, judged = expected(case), answer["judged"]
        if judged.get("refused") == "skull" and judged["play"] is not None:
            wanted["judged"]["refused"] = "skull"  # refused at once: a turn that a stop ends can cover nothing any more
        assert answer == wanted, f"{case[0]!r} {case[1]}"
        rules_seen[judged.get("refused", "legal")] += 1
    assert rules_seen["legal"] > 300, rules_seen
    assert rules_seen.keys() >= RULES_EXPECTED[name], rules_seen


TEAM = {"follow", "minimum", "own-hand", "maximum"}
RULES_EXPECTED = {
    "the-game": TEAM,
    "the-game-extreme": TEAM | {"stop", "skull", "three", "no-trick", "one-pile"},
    "the-game-on-fire": TEAM | {"fire"},
    "face-to-face": TEAM | {"improve", "one-gift", "own-card"},
    "quick-and-easy": TEAM | {"equal-numbers"},
    "quick-and-easy-pro": TEAM | {"equal-numbers"},
}


def test_commands_are_told_by_what_they_ask() -> None:
    orders = table_of(deal("the-game-extreme", 1, 1).position().rules)["orders"]
    asks = {
        command: {name: value for name, value in asked.items() if value is not None and value is not False}
        for command, asked in orders.items()
    }
    assert asks == {
        "stop": {"ends": True},
        "skull": {"cover_within": 0},
        "three": {"exactly": 3},
        "silence": {},
        "no-trick": {"plain": True},
        "one-pile": {"one_pile": True},
        "draw-one": {"draws": 1},
    }


def test_every_card_and_the_row_card_have_a_letter_of_their_own() -> None:
    assert len(set(ALPHABET)) == len(ALPHABET) >= MOST_CARDS + 1


def test_like_piles_do_not_change_a_key_and_everything_else_does() -> None:
    base = "the-game/2 | up: 17 1 | down: 88 100 | 1*: 5 9 | 2: 77 | draw: 44 3"
    assert key_of(base) == key_of(base.replace("17 1", "1 17"))
    others = [("17 1", "18 1"), ("88 100", "87 100"), ("5 9", "5 10"), ("1*: 5 9 | 2:", "1: 5 9 | 2*:"), ("44 3", "44")]
    assert len({key_of(base.replace(old, new)) for old, new in [("", ""), *others]}) == 1 + len(others)


def key_of(text: str) -> str:
    position = load(text)
    assert isinstance(position, Position)
    return position_key(position)
