"""Face to Face: the search against a plain twin on small games, every pruning on and off; the edges of the rules."""

from __future__ import annotations

from itertools import permutations
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from solver.cards import Card
from solver.decide.solve import solve
from solver.errors import DoesNotAddUp
from solver.kernels.duel_race import layable, sure_tops
from solver.kernels.duel_table import ALL_FACTS, BETTER_TOPS, DEFENCE, GIFTS, KNOWN, RACE, SAME_TOPS, STRANDED, TRICKS
from solver.referee import judge
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.search.duel_codec import PackedDuel
from solver.search.duel_prover import DuelProver, TurnOutcome
from solver.search.duel_solver import (
    DuelResult,
    DuelSolver,
    helpwin,
    outcome_that,
    refute,
    selfstuck,
    solve_duel,
    wins_within,
)
from solver.search.limits import Limits, Watch
from solver.table.line import Line, parse_line
from solver.table.position import Position
from solver.verdict import Unknown
from tests import naive
from tests.brute_duel import Rests, Table, Twin
from tests.judges import table
from tests.plain_facts import at_least_as_good, closure, floor, is_sure, serves
from tests.strategies import artificial_position, random_deal, random_position, random_turn

EACH_FACT = (
    0, BETTER_TOPS, SAME_TOPS, KNOWN, KNOWN | BETTER_TOPS, RACE, RACE | TRICKS, RACE | STRANDED, RACE | DEFENCE,
    RACE | GIFTS, ALL_FACTS,
)  # fmt: skip


class Forgetful:
    """A prover whose table has forgotten what follows, and who decides the turns one by one: not the first first."""

    def __init__(self, answers: list[bool | None]) -> None:
        self.limits, self.answers = Limits(), answers
        self.states = [np.full(5, number, np.uint64) for number in range(len(answers))]

    def outcomes(self, state: object, turns: int) -> list[TurnOutcome]:
        return [TurnOutcome(words, 1, 1, 0) for words in self.states]

    def ask(self, state: Any, turns: int, effort: int, end: object) -> SimpleNamespace:
        number = int(state[0])
        answer, self.answers[number] = self.answers[number], True
        return SimpleNamespace(yes=answer)


def test_what_was_forgotten_is_decided_again_turn_by_turn() -> None:
    """Of three turns the second one is refuted first, while the others are still open (it ended in a crash)."""
    prover = Forgetful([None, False, None])
    found = outcome_that(cast(DuelProver, prover), np.zeros(5, np.uint64), True, 40)
    assert found is prover.states[0]
    prover = Forgetful([False, False, False])
    assert outcome_that(cast(DuelProver, prover), np.zeros(5, np.uint64), True, 40) is None


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
    for answer_for, turns in ((helped, twin.helpwin(0)), (stuck, twin.selfstuck())):
        assert (answer_for.yes, answer_for.turns) == (turns is not None, turns), repr(position)
        if turns is not None:
            assert len(answer_for.line) == turns
            assert judge(position, answer_for.line).complete
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
    turns = [assert_agrees(published_but_small(f"published {seed}", 8)) for seed in range(30)]
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
    for seed in range(part, 480, 8):
        position = small_position(f"thousands {seed}", 9 if seed % 5 else 11)
        if position is not None:
            assert_agrees(position)
            compared += 1
    assert compared > 12


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_larger_games_with_the_published_numbers(part: int) -> None:
    for seed in range(part, 24, 4):
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
    assert len(with_gift.line[0].drawn or ()) == 4
    assert len(without.line[0].drawn or ()) == 2


@pytest.mark.parametrize("order", ["5@B.up 20@A.up 21@A.up", "20@A.up 5@B.up 21@A.up", "20@A.up 21@A.up 5@B.up"])
def test_a_gift_first_in_the_middle_and_last_is_the_same_turn(order: str) -> None:
    position = table("face-to-face", tops="A.up=8 A.down=3 B.up=9 B.down=40", hands="20 21 5 | 30 31 32")
    assert judge(position, parse_line(f"A: {order}")).winner == "A"
    assert refute(position, parse_line(f"A: {order}")[0]).winner == "A"


@pytest.mark.parametrize(("gifts", "expected"), [(1, ("A", 3)), (0, ("B", 4))])
def test_the_gift_that_refills_the_hand_decides(gifts: int, expected: tuple[str, int]) -> None:
    """With the 5 on B.up A draws three cards and lays them next; without gifts A draws two, and B is faster."""
    tops, hands, draw = "A.up=10 A.down=9 B.up=20 B.down=40", "11 12 5 | 30 31 32", "13 14 15 | 45 46"
    assert outcome(table("face-to-face", tops=tops, hands=hands, draw=draw, hand=3, gifts=gifts)) == expected


def test_an_empty_draw_pile() -> None:
    assert outcome(table("face-to-face", tops="A.up=10 B.up=20", hands="11 12 13 | 30 31", draw=" | 32 33"))[0] == "A"
    assert outcome(table("face-to-face", tops="A.up=10 B.up=20", hands="11 12 13 | 30 31", to_move="B"))[0] == "B"


def test_a_poisoned_gift() -> None:
    """19 waits for 29; 25 is lower and takes the trick away: not a better top."""
    rules = Rules.of(GAMES["face-to-face"], 2)
    cards = {card.number: card for card in rules.cards}
    assert not at_least_as_good(rules, "up", cards[25], cards[29], [cards[19]], [])
    assert at_least_as_good(rules, "up", cards[25], cards[29], [cards[30]], [])


# --- the facts in plain words


def tables_of(twin: Twin) -> set[Table]:
    """Every table that play leads to."""
    seen, todo = {twin.start}, [twin.start]
    while todo:
        fresh = twin.after(todo.pop()) - seen
        seen |= fresh
        todo += fresh
    return seen


@pytest.mark.parametrize("published", [True, False])
def test_a_better_position_is_won_no_later(published: bool) -> None:
    """Every two tables of small games with the same cards not yet laid: facts/duel_known, by brute force."""
    compared = 0
    for seed in range(30):
        position = (published_but_small if published else small_position)(f"known {seed}", 7)
        if position is None or position.outcome is not None:
            continue
        twin = Twin(position)
        alike = dict[tuple[Rests, int], list[Table]]()
        for reached in tables_of(twin):
            alike.setdefault((twin.rests(reached), reached.seat), []).append(reached)
        for (rests, seat), tables in alike.items():
            for over, under in permutations(tables[:12], 2):
                for player in range(2):
                    if serves(position.rules, player, over, under, rests):
                        better, worse = twin.value(over), twin.value(under)
                        assert better >= worse if player == seat else better <= worse, (position, over, under)
                        compared += 1
    assert compared > 300


def test_closures_and_floors_are_those_of_the_plain_versions() -> None:
    for seed in range(40):
        position = published_but_small(f"closures {seed}", 12)
        rules, packed = position.rules, PackedDuel(position)
        duel, start = packed.duel, packed.state_of(position).words()
        for seat in range(2):
            rest = (*position.hands[seat], *position.draws[seat].cards)
            other_rest = (*position.hands[1 - seat], *position.draws[1 - seat].cards)
            piles = list(zip(rules.piles, position.tops, strict=True))[2 * seat : 2 * seat + 2]
            word = sum(1 << place for place in range(len(rest)))
            cards, floors = layable(duel, seat, start[2 + seat], np.uint64(word))
            reached = set[Card]().union(*(closure(rules, pile.direction, top, rest) for pile, top in piles))
            assert {card for place, card in enumerate(sorted(rest)) if int(cards) >> place & 1} == reached
            for index, (pile, top) in enumerate(piles):
                best = floor(rules, pile.direction, top, rest)
                shown = int(floors) >> 8 * index & 255
                assert shown == (len(rules.cards) if best is None else rules.card_indices[best])
            others = np.uint64(sum(1 << place for place in range(len(other_rest))))
            sure, _ = sure_tops(duel, seat, start[2 + seat], others)
            assert [sure >> i & 1 for i in range(2)] == [is_sure(p.direction, top, other_rest) for p, top in piles]


def test_a_trick_on_a_base_that_cannot_be_covered_wins_the_race() -> None:
    tops, hands = "A.up=29 A.down=5 B.up=50 B.down=8", "19 31 | 55 57"
    assert outcome(table("face-to-face", tops=tops, hands=hands)) == ("A", 1)
    assert is_sure("up", Card(29), [Card(55), Card(57)])
    assert not is_sure("up", Card(29), [Card(25)])


def test_a_stranded_card_needs_a_gift() -> None:
    rules = Rules.of(GAMES["face-to-face"], 2)
    assert closure(rules, "up", Card(50), [Card(42), Card(52), Card(30)]) == {Card(42), Card(52)}
    assert floor(rules, "up", Card(50), [Card(42), Card(52), Card(30)]) == Card(42)
    assert floor(rules, "down", None, [Card(42)]) is None


# --- what is asked and answered


def midgame() -> Position:
    """A position with something to search."""
    return table(
        "face-to-face", tops="A.up=20 A.down=45 B.up=18 B.down=40",
        hands="5 22 30 41 50 57 | 3 19 25 33 47 58", draw="8 12 26 35 48 | 6 15 28 38 52",
    )  # fmt: skip


def full_deal() -> Position:
    """A deal that is out of reach in a moment."""
    return random_deal(Random("full"), Rules.of(GAMES["face-to-face"], 2)).position()


def stop_after(calls: int) -> Watch:
    """Ctrl-C, so many slices into a search."""
    heard = [0]

    def watch(_: object) -> None:
        heard[0] += 1
        if heard[0] >= calls:
            raise KeyboardInterrupt

    return watch


def test_a_limit_gives_what_was_proved_and_a_playout() -> None:
    position = full_deal()
    result = solve_duel(position, "win", Limits(seconds=1.5, memory_mb=16))
    assert (result.winner, result.turns) == (None, None)
    assert "does not win within" in result.proved
    assert judge(position, result.line).complete
    verdict = solve(position, time_limit=1.5, memory_limit=16)
    assert isinstance(verdict, Unknown)
    assert "a playout, not a proof" in str(verdict.reason)


def test_what_was_refuted_is_true() -> None:
    for seed in range(25):
        position = published_but_small(f"bounds {seed}", 8)
        if position.outcome is None:
            solver = DuelSolver(position, Limits(memory_mb=16))
            winner, turns = Twin(position).outcome()
            loser = 1 - position.rules.player_names.index(winner)
            solver.refute_turns(1 - loser)
            assert solver.refuted[1 - loser] < turns, repr(position)


def test_an_interrupt_is_an_answer() -> None:
    position = full_deal()
    limits = Limits(memory_mb=16, watch=stop_after(1))
    result = solve_duel(position, "win", limits)
    assert (result.winner, limits.cancelled) == (None, True)
    assert judge(position, result.line).legal


def test_a_proved_winner_is_kept_when_the_line_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(search: DuelProver, *_: object) -> None:
        search.limits.cancelled = True

    position = midgame()
    expected = solve_duel(position, "win").winner
    monkeypatch.setattr("solver.search.duel_solver.keeping_outcome", interrupted)
    result = solve_duel(position, "win", Limits(memory_mb=16))
    assert (result.winner, result.best_play) == (expected, False)
    assert_complete(position, result.line, expected)
    verdict = solve(position, memory_limit=16)
    assert (verdict.winner, verdict.optimal) == (expected, False)


def test_the_memory_limit_is_kept() -> None:
    result = solve_duel(full_deal(), "win", Limits(seconds=2, memory_mb=16))
    assert result.bytes < 32 << 20


def test_the_winner_does_not_depend_on_the_memory() -> None:
    results = [solve_duel(midgame(), "turns", Limits(memory_mb=memory)) for memory in (16, 64)]
    assert results[0].winner == results[1].winner
    assert results[0].turns == results[1].turns


def test_every_turn_is_answered() -> None:
    position = published_but_small("refuted", 8)
    best: DuelResult = solve_duel(position, "turns")
    replies = [refute(position, turn, "turns") for turn in list(position.legal_turns)[:60]]
    assert best.winner == position.player or {reply.winner for reply in replies} == {best.winner}
    for reply in replies:
        assert_complete(position, reply.line, reply.winner)
        assert reply.turns == len(reply.line)


def test_unknown_orders_and_team_games_are_refused() -> None:
    with pytest.raises(DoesNotAddUp, match="order"):
        PackedDuel(table("face-to-face", tops="A.up=10", hands="20 21 | 30 31", draw="40 41 | 42 43", ordered=False))
    with pytest.raises(DoesNotAddUp, match="opponents"):
        DuelSolver(table(tops="up1=90", hands="5 6", draw="7"), Limits())
