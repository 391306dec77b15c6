"""The naive twin itself: small games worked out by hand, and its verdicts against each other."""

from __future__ import annotations

from random import Random

import pytest

from solver.cards import Card
from solver.referee import judge
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.table.deal import Deal
from solver.table.position import Position
from tests import naive
from tests.judges import table
from tests.strategies import random_position


def one_pile(deck: str, **numbers: int | None) -> Position:
    """Alone, with a single ascending pile: one mistake and it is over."""
    cards = tuple(Card.parse(word) for word in deck.split())
    small: dict[str, int | None] = {"highest": 1 + len(cards), "ups": 1, "downs": 0, "hand": 2}
    return Deal(Rules.of(GAMES["the-game"], 1, small | numbers), (cards,)).position()


def test_small_games_by_hand() -> None:
    assert naive.turns(naive.table_of(one_pile("3 2 4 5"))) == [((Card(2), 0), (Card(3), 0))]
    assert naive.fewest_turns(one_pile("3 2 4 5")) == 2
    assert naive.best(one_pile("5 4 3 2")) == 2  # 4 5, and nothing follows
    assert naive.best(one_pile("5 4 3 2", trick=2)) == 1  # 4 5, then 3 by the trick
    assert naive.best(one_pile("5 4 3 2", trick=3)) == 0  # 4 5, then 2 by the trick, then 3
    assert naive.fewest_turns(one_pile("5 4 3 2", trick=3)) == 2
    assert naive.fewest_turns(one_pile("5 4 3 2")) is None
    assert naive.fewest_turns(one_pile("2 3 4 5", maximum=1, minimum=1)) == 4
    assert naive.best(one_pile("2 4 3 5", minimum=1)) == 0  # 2, then 3, holding back the 4
    assert naive.best(one_pile("2 4 3 5")) == 1  # 2 4 must go, then 5


def test_a_lone_card_is_not_laid_where_two_are_asked_for() -> None:
    assert naive.best(table(tops="up1=90 up2=91 down1=10 down2=9", hands="50 95", draw="60")) == 3
    assert naive.best(table(tops="up1=90 up2=91 down1=10 down2=9", hands="50 95")) == 1


def test_small_duels_by_hand() -> None:
    assert naive.duel(table("face-to-face", tops="A.up=10", hands="20 21 | 30")) == ("A", 1)
    assert naive.duel(table("face-to-face", tops="A.up=10", hands="20 | 30 31")) == ("B", 0)
    stuck_next = table("face-to-face", tops="A.up=10 B.up=50 B.down=5", hands="20 21 22 23 | 30 31 32")
    assert naive.duel(stuck_next) == ("A", 1)
    mercy = table("face-to-face", tops="A.up=50 A.down=5 B.up=20 B.down=40", hands="51 52 30 | 31 32 33")
    assert naive.duel(mercy) == ("B", 2)  # A's 30 fits nowhere
    assert naive.duel_winner(mercy) == "B"


@pytest.mark.parametrize("name", ["the-game", "the-game-extreme", "quick-and-easy"])
def test_verdicts_agree_with_each_other_and_with_the_referee(name: str) -> None:
    seen = set()
    for seed in range(120):
        position = random_position(Random(f"verdicts {name} {seed}"), name, players=1 + seed % 2)
        if not position.draw.ordered or position.cards_left > 4 or len(position.tops) > 3:
            continue
        fewest = naive.fewest_turns(position)
        assert naive.winnable(position) == (fewest is not None) == (naive.best(position) == 0)
        assert naive.best(position) <= position.cards_left
        if position.outcome is None:
            assert naive.best(position) == min(
                naive.best(later) for later in {position.after(turn) for turn in position.legal_turns}
            )
        elif fewest is not None:
            assert judge(position, ()).won
        seen.add(fewest is not None)
    assert seen == {True, False}
