"""Face to Face: the search against a plain twin on small games, every pruning on and off; the edges of the rules."""

from __future__ import annotations

from random import Random

import pytest

from solver.errors import DoesNotAddUp
from solver.facts.duel_better_tops import at_least_as_good
from solver.kernels.duel_table import ALL_FACTS, BETTER_TOPS, DEFENCE, GIFTS, RACE, SAME_TOPS, STRANDED, TRICKS
from solver.line import Line, parse_line
from solver.position import Position
from solver.referee import judge
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.search.duel import DuelResult, Solver, helpwin, refute, selfstuck, solve_duel, wins_within
from solver.search.duel_prover import pack_duel
from solver.search.limits import Limits
from tests import naive
from tests.brute_duel import Twin
from tests.judges import table
from tests.strategies import artificial_position, random_deal, random_position, random_turn

EACH_FACT = (0, BETTER_TOPS, SAME_TOPS, RACE, RACE | TRICKS, RACE | STRANDED, RACE | DEFENCE, RACE | GIFTS, ALL_FACTS)


def small_position(seed: str, most: int) -> Position | None:
    """A random small game with any numbers, a few turns into it or not; None where it is no use."""
    position = random_position(Random(seed), "face-to-face")
    known = all(pile.ordered for pile in position.draws)
    return position if known and position.cards_left <= most else None


def published_but_small(seed: str, most: int) -> Position:
    """The published numbers with fewer cards: hands of 2 to 6, highest up to 14, tricks of 10 or a few."""
    rng = Random(seed)
    numbers = {"highest": rng.randint(9, 14), "hand": rng.randint(2, 6), "trick": rng.choice((10, 2, 3, 4, 5))}
    rules = Rules.of(GAMES["face-to-face"], 2, numbers)
    while True:
        position = artificial_position(rng, rules) if rng.random() < 0.5 else random_deal(rng, rules).position()
        while position.cards_left > most:
            turn = random_turn(rng, position)
            if turn is None:
                break
            position = position.after(turn)
        if position.cards_left <= most and (position.outcome is None or rng.random() < 0.1):
            return position


def assert_complete(position: Position, line: Line, winner: object) -> None:
    """The referee accepts the line, and it ends with this winner."""
    judgement = judge(position, line)
    assert judgement.legal, judgement.reason
    assert judgement.complete, judgement.reason
    assert judgement.winner == winner


def assert_agrees(position: Position, each: tuple[int, ...] = EACH_FACT) -> int:
    """Winner, number of turns and lines as the twin says, with each set of facts; the number of turns."""
    winner, turns = Twin(position).outcome()
    for facts in each:
        result = solve_duel(position, "turns", Limits(memory_mb=16), facts)
        assert (result.winner, result.turns, len(result.line)) == (winner, turns, turns), repr(position)
        assert_complete(position, result.line, winner)
        result = solve_duel(position, "win", Limits(memory_mb=16), facts)
        assert result.winner == winner, repr(position)
        assert_complete(position, result.line, winner)
    return turns


def assert_puzzles_agree(position: Position, facts: int) -> None:
    """The puzzle questions as the twin says."""
    twin = Twin(position)
    helped, stuck = helpwin(position, facts=facts), selfstuck(position, facts=facts)
    for quest, turns in ((helped, twin.helpwin(0)), (stuck, twin.selfstuck())):
        assert (quest.yes, quest.turns) == (turns is not None, turns), repr(position)
        if turns is not None:
            assert len(quest.line) == turns
            assert judge(position, quest.line).complete
    winner, best = twin.outcome()
    for most in (1, 2, 3, 4):
        expected = winner == position.player and best <= most
        assert wins_within(position, most, facts=facts).yes is expected, repr(position)


# --- against the twin


def test_the_twin_is_the_naive_one() -> None:
    compared = 0
    for seed in range(200):
        position = small_position(f"twins {seed}", 6)
        if position is not None:
            assert Twin(position).outcome() == naive.duel(position)
            compared += 1
    assert compared > 10


def test_small_games_with_any_numbers() -> None:
    positions = (small_position(f"any numbers {seed}", 8) for seed in range(250))
    turns = [assert_agrees(position) for position in positions if position is not None]
    assert len(turns) > 60
    assert {0, 1, 2, 3, 4} <= set(turns)


def test_small_games_with_the_published_numbers() -> None:
    turns = [assert_agrees(published_but_small(f"published {seed}", 8)) for seed in range(60)]
    assert max(turns) >= 3


@pytest.mark.parametrize("facts", [0, ALL_FACTS])
def test_puzzle_questions(facts: int) -> None:
    for seed in range(150):
        position = small_position(f"puzzles {seed}", 8)
        if position is not None:
            assert_puzzles_agree(position, facts)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_many_small_games(part: int) -> None:
    compared = 0
    for seed in range(part, 800, 8):
        position = small_position(f"thousands {seed}", 9 if seed % 5 else 11)
        if position is not None:
            assert_agrees(position)
            compared += 1
    assert compared > 20


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_larger_games_with_the_published_numbers(part: int) -> None:
    for seed in range(part, 40, 4):
        assert_agrees(published_but_small(f"larger {seed}", 11), (0, ALL_FACTS))


@pytest.mark.slow
def test_puzzle_questions_of_many_games() -> None:
    for seed in range(60):
        position = small_position(f"many puzzles {seed}", 9)
        if position is not None:
            for facts in EACH_FACT:
                assert_puzzles_agree(position, facts)


# --- the edges of the rules


def outcome(position: Position) -> tuple[object, int | None]:
    result = solve_duel(position, "turns")
    assert_complete(position, result.line, result.winner)
    assert (result.winner, result.turns) == Twin(position).outcome()
    return result.winner, result.turns


def test_one_last_card_is_a_loss() -> None:
    assert outcome(table("face-to-face", tops="A.up=10", hands="20 | 30 31")) == ("B", 0)
    assert outcome(table("face-to-face", tops="A.up=10", hands="20 | 30 31", minimum_empty=1)) == ("A", 1)


@pytest.mark.parametrize("hand", ["20 21 5", "9 11 5", "20 5 55"])
def test_the_gift_may_come_first_in_the_middle_or_last(hand: str) -> None:
    position = table("face-to-face", tops="A.up=8 A.down=3 B.up=9 B.down=40", hands=f"{hand} | 30 31 32")
    winner, _ = outcome(position)
    for gifts in (0, 1, 2):
        tops = "A.up=8 A.down=3 B.up=9 B.down=40"
        assert outcome(table("face-to-face", tops=tops, hands=f"{hand} | 30 31 32", gifts=gifts))[0] in ("A", "B")
    assert winner == "A"  # the 5 goes to B.up, at any point of the turn


def test_the_gift_may_be_the_last_card_of_all() -> None:
    position = table("face-to-face", tops="A.up=50 A.down=3 B.up=20 B.down=40", hands="55 5 | 30 31 32")
    assert outcome(position) == ("A", 1)
    alone = table("face-to-face", tops="A.up=50 A.down=3 B.up=20 B.down=40", hands="5 6 | 30 31 32")
    assert outcome(alone)[0] == "B"  # at least one card goes on an own pile


def test_a_row_card_cannot_be_improved() -> None:
    shown = table("face-to-face", tops="A.up=50 A.down=3 B.up=20", hands="55 5 | 30 31 32")
    row = table("face-to-face", tops="A.up=50 A.down=3 B.down=40", hands="55 5 | 30 31 32")
    assert outcome(shown) == ("A", 1)
    assert outcome(row) == ("B", 0)


def test_two_are_drawn_without_a_gift_and_a_full_hand_with_one() -> None:
    position = table(
        "face-to-face", tops="A.up=10 A.down=9 B.up=20 B.down=40",
        hands="11 12 13 14 15 5 | 30 31", draw="16 17 18 19 | 45",
    )  # fmt: skip
    with_gift = refute(position, parse_line("A: 11@A.up 12@A.up 13@A.up 14@A.up 5@B.up")[0])
    without = refute(position, parse_line("A: 11@A.up 12@A.up 13@A.up 14@A.up 15@A.up")[0])
    assert len(with_gift.turn.drawn or ()) == 4
    assert len(without.turn.drawn or ()) == 2


def test_an_empty_draw_pile() -> None:
    assert outcome(table("face-to-face", tops="A.up=10 B.up=20", hands="11 12 13 | 30 31", draw=" | 32 33"))[0] == "A"
    assert outcome(table("face-to-face", tops="A.up=10 B.up=20", hands="11 12 13 | 30 31", to_move="B"))[0] == "B"


def test_a_poisoned_gift() -> None:
    """19 waits for 29; 25 is lower and takes the trick away: not a better top."""
    rules = Rules.of(GAMES["face-to-face"], 2)
    cards = {card.number: card for card in rules.cards}
    assert not at_least_as_good(rules, "up", cards[25], cards[29], [cards[19]], [])
    assert at_least_as_good(rules, "up", cards[25], cards[29], [cards[30]], [])


# --- what is asked and answered


def midgame() -> Position:
    """A position with something to search."""
    return table(
        "face-to-face", tops="A.up=20 A.down=45 B.up=18 B.down=40",
        hands="5 22 30 41 50 57 | 3 19 25 33 47 58", draw="8 12 26 35 48 | 6 15 28 38 52",
    )  # fmt: skip


def test_a_limit_gives_what_was_proved() -> None:
    position = random_deal(Random("full"), Rules.of(GAMES["face-to-face"], 2)).position()
    result = solve_duel(position, "win", Limits(seconds=0.3, memory_mb=16))
    assert result.winner is None
    assert result.turns is None
    assert "does not win within" in result.proved


def test_an_interrupt_is_an_answer() -> None:
    def stop(_: object) -> None:
        raise KeyboardInterrupt

    position = random_deal(Random("full"), Rules.of(GAMES["face-to-face"], 2)).position()
    assert solve_duel(position, "win", Limits(memory_mb=16, watch=stop)).proved == "interrupted"


def test_the_winner_does_not_depend_on_the_memory() -> None:
    results = [solve_duel(midgame(), "turns", Limits(memory_mb=memory)) for memory in (16, 64)]
    assert results[0].winner == results[1].winner
    assert results[0].turns == results[1].turns


def test_every_turn_is_answered() -> None:
    position = published_but_small("refuted", 8)
    best: DuelResult = solve_duel(position, "turns")
    values = {refute(position, turn, "turns").winner for turn in list(position.legal_turns)[:60]}
    assert best.winner == position.player or values == {best.winner}


def test_unknown_orders_and_team_games_are_refused() -> None:
    with pytest.raises(DoesNotAddUp, match="order"):
        pack_duel(table("face-to-face", tops="A.up=10", hands="20 21 | 30 31", draw="40 41 | 42 43", ordered=False))
    with pytest.raises(DoesNotAddUp, match="opponents"):
        Solver(table(tops="up1=90", hands="5 6", draw="7"), Limits())
