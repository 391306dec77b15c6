"""The referee: broken lines of every kind, and agreement with the engine and the naive twin on random positions."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from solver import referee
from solver.cards import Card
from solver.referee import judge
from solver.table.deal import deal
from solver.table.line import Line, Play, Turn, parse_line
from solver.table.position import Position
from tests import naive
from tests.judges import accepted, judged, refused, table
from tests.strategies import (
    GAME_NAMES,
    PLAYER_COUNTS,
    mutated,
    positions,
    positions_and_turns,
    random_deal,
    random_position,
    random_rules,
    random_turn,
    some_turn,
)

TEAM = table(tops="up1=20 down1=80", hands="19 30 31 70 | 40 41 60", draw="90 91 92 93")
EXTREME = table(
    "the-game-extreme",
    tops="up1=20 up2=15 down1=80",
    hands="10 30 31 32 33 34 90",
    draw="40 41 42 43 44 45 46 47 48",
    commands={31: "stop", 32: "skull", 33: "three", 15: "no-trick", 34: "one-pile", 80: "draw-one"},
    hand=8,
)
DUEL = table("face-to-face", tops="A.up=10 B.up=29", hands="11 12 13 20 30 | 5 31 32", draw="40 41 42 | 50 51")
EASY = table("quick-and-easy", tops="up=r7 down=g2", hands="b7 r1 | b1 s9", draw="y1 y2 y3")
UNKNOWN = table(tops="up1=20", hands="30 31", draw="90 91 92 93", ordered=False)
ENDING = table(tops="up1=20", hands="30 | 40")

BROKEN = [
    # position, line, rule, turn, play, what the message says
    (TEAM, "2: 40@up1 41@up1", "turn-order", 1, None, "not player 2 but player 1"),
    (TEAM, "1: 30@up1 31@up1; 1: 90@up1 91@up1", "turn-order", 2, None, "not player 1 but player 2"),
    (TEAM, "3: 30@up1 31@up1", "turn-order", 1, None, "not player 3"),
    (TEAM, "A: 30@up1 31@up1", "turn-order", 1, None, "not player A"),
    (TEAM, "1: 30@up1 40@up1", "own-hand", 1, 2, "40 is not in the hand of player 1"),
    (TEAM, "1: 30@up1 90@up1", "own-hand", 1, 2, "90 is not in the hand"),
    (TEAM, "1: 30@up1 30@up2", "own-hand", 1, 2, "30 is not in the hand"),
    (TEAM, "1: r30@up1 31@up1", "own-hand", 1, 1, "r30 is not in the hand"),
    (TEAM, "1: 30@up3 31@up1", "piles", 1, 1, "'up3' is not a pile of this game; its piles are up1 up2 down1 down2"),
    (TEAM, "1: 30@up1 31@sideways", "piles", 1, 2, "'sideways'"),
    (TEAM, "1: 30@up1 31@up1; 2: 41@up1 40@up1", "follow", 2, 2, "40 on up1 (top 41): neither higher nor exactly 10"),
    (TEAM, "1: 70@down1 31@down1 19@up1", "follow", 1, 3, "19 on up1 (top 20): neither higher nor exactly 10 lower"),
    (
        TEAM,
        "1: 30@up1 31@up1; 2: 60@down1 40@down1 41@down1",
        "follow",
        2,
        3,
        "41 on down1 (top 40): neither lower nor",
    ),
    (TEAM, "1: 30@up1", "minimum", 1, None, "1 card laid; the minimum is 2 while the draw pile lasts"),
    (TEAM, "1: 30@up1 31@up1; 2: +", "minimum", 2, None, "0 cards laid; the minimum is 2"),
    (TEAM, "1: 30@up1 31@up1 +90", "draw", 1, None, "drawn were 90 91, not 90"),
    (TEAM, "1: 30@up1 31@up1 +91 +90", "draw", 1, None, "drawn were 90 91, not 91 90"),
    (TEAM, "1: 30@up1 31@up1 +90 +91; 2: 40@up1 41@up1 +90 +91", "draw", 2, None, "drawn were 92 93, not 90 91"),
    (UNKNOWN, "30@up1 31@up1", "draw", 1, None, "the order of the draw pile is unknown: say which 2 cards"),
    (UNKNOWN, "30@up1 31@up1 +90 +90", "draw", 1, None, "90 90: the turn draws 2 cards of 90 91 92 93"),
    (UNKNOWN, "30@up1 31@up1 +90 +91; 90@up1 91@up1 +91 +92", "draw", 2, None, "91 92: the turn draws 2 cards"),
    (ENDING, "1: 30@up1; 2: 40@up1; 1: 30@up1", "game-over", 3, None, "the game is over: every card is laid"),
    (ENDING, "1: 30@up1; 2: 40@up1; 2: +", "game-over", 3, None, "the game is over"),
    (EXTREME, "31@up1 32@up1", "stop", 1, 2, "32: the turn ended with the stop"),
    (EXTREME, "30@up1 32@up1", "skull", 1, None, "the turn ends with the skull 32 uncovered"),
    (EXTREME, "32@up1 31@down1", "skull", 1, None, "the skull 32 uncovered"),
    (EXTREME, "30@up1 33@up1", "three", 1, None, "exactly 3 cards, and this one laid 2"),
    (EXTREME, "30@up1 32@up1 33@up1 34@up1", "three", 1, 4, "this would be number 4"),
    (EXTREME, "33@up1 31@down1", "three", 1, 2, "a stop may be laid as the third card only"),
    (EXTREME, "10@up1 30@up1", "no-trick", 1, 1, "10 on up1 (top 20): no backwards trick while the no-trick 15"),
    (EXTREME, "30@up2 34@down2 33@up1", "one-pile", 1, 3, "the one-pile 34 is visible"),
    (EXTREME, "30@up1 34@up1 +40 +41", "draw", 1, None, "drawn were 40, not 40 41"),
    (EXTREME, "30@down1 34@up1 +40", "draw", 1, None, "drawn were 40 41 42, not 40"),
    (DUEL, "B: 31@B.up 32@B.up", "turn-order", 1, None, "not player B but player A"),
    (DUEL, "A: 11@A.up", "minimum", 1, None, "1 card laid; the minimum is 2"),
    (DUEL, "A: 20@B.up", "minimum", 1, None, "1 card laid; the minimum is 2"),
    (DUEL, "A: 11@A.up 30@B.up", "improve", 1, 2, "30 on B.up (top 29): not lower"),
    (DUEL, "A: 11@A.up 30@B.down", "improve", 1, 2, "30 on B.down (row card 60): a row card cannot be improved"),
    (DUEL, "A: 20@B.up 12@A.up 11@B.up", "one-gift", 1, 3, "11 on B.up (top 20): a turn lays at most 1 card on"),
    (DUEL, "A: 11@A.up 12@A.up +40 +41 +42", "draw", 1, None, "drawn were 40 41, not 40 41 42"),
    (DUEL, "A: 11@A.up 20@B.up +40 +41", "draw", 1, None, "drawn were 40 41 42, not 40 41"),
    (DUEL, "A: 11@A.up 12@A.up +50 +51", "draw", 1, None, "drawn were 40 41, not 50 51"),
    (DUEL, "1: 11@A.up 12@A.up", "turn-order", 1, None, "not player 1 but player A"),
    (EASY, "1: b7@up", "equal-numbers", 1, 1, "b7 on up (top r7): an equal number of another colour"),
    (EASY, "1: b7@down", "follow", 1, 1, "b7 on down (top g2): neither lower nor of its colour"),
    (EASY, "1: 7@down", "own-hand", 1, 1, "7 is not in the hand of player 1"),
    (EASY, "1: r1@up b7@up +y1 +y2; 2: b1@down s9@up y1@up", "own-hand", 2, 3, "y1 is not in the hand"),
    (EASY, "1: r1@up b7@up +y1 +y2; 2: b1@down +y1", "draw", 2, None, "drawn were y3, not y1"),
]


@pytest.mark.parametrize(("position", "line", "rule", "turn", "play", "says"), BROKEN)
def test_broken_lines(position: Position, line: str, rule: str, turn: int, play: int | None, says: str) -> None:
    judgement = refused(position, line, rule, turn, play)
    assert says in judgement.reason
    assert judgement.turns == turn - 1
    assert not judgement.complete
    assert judgement.won is None
    assert judgement.winner is None


def test_the_start_of_a_broken_line_counts() -> None:
    judgement = judged(TEAM, "1: 30@up1 31@up1; 2: 40@up1 41@up1; 1: 19@up1 70@down1")
    assert (judgement.turns, judgement.cards_left) == (2, 7)
    assert judgement.final == TEAM.after(parse_line("30@up1 31@up1")[0]).after(parse_line("40@up1 41@up1")[0])
    assert judge(judgement.final, ()).reason == "7 cards left and player 1 to move"


def test_the_same_turns_unbroken() -> None:
    """What the broken lines start from is legal, so it is the break that is refused."""
    accepted(TEAM, "1: 70@down1 30@up1 +90 +91; 2: 40@up1 41@up1 +92 +93")
    accepted(EXTREME, "30@up1 33@up1 34@up1 +40")
    accepted(EXTREME, "30@up2 10@up1 34@up1 +40")
    accepted(DUEL, "A: 11@A.up 20@B.up +40 +41 +42; B: 31@B.up 32@B.up +50 +51")
    accepted(EASY, "1: r1@up b7@up +y1 +y2; 2: b1@down s9@up +y3")
    accepted(UNKNOWN, "30@up1 31@up1 +93 +90; 90@up1 93@up1 +91 +92")
    assert accepted(ENDING, "1: 30@up1; 2: 40@up1").complete


def test_short_pile_names_and_untold_players_are_understood() -> None:
    assert judge(TEAM, parse_line("30@u1 31@u1; 40@u1 41@u1")).legal
    assert judge(DUEL, parse_line("11@A.u 12@A.u1")).legal


def test_the_empty_line() -> None:
    judgement = judged(TEAM, "-")
    assert (judgement.legal, judgement.complete, judgement.turns) == (True, False, 0)
    assert judgement.reason == "11 cards left and player 1 to move"
    assert judgement.final == TEAM


# --- what the engine once got wrong


def test_a_pile_or_player_that_is_not_there_is_no_legal_turn() -> None:
    position = table(tops="up1=20", hands="30 31")
    assert Turn((Play(Card(30), "sideways"),)) not in position.legal_turns
    assert Turn((Play(Card(30), "up1"),), player=7) not in position.legal_turns
    assert Play(Card(30), "sideways") not in position.legal_plays
    assert Play(Card(30), "up1") in position.legal_plays


def test_the_same_card_is_not_drawn_twice() -> None:
    assert parse_line("30@up1 31@up1 +90 +90")[0] not in UNKNOWN.legal_turns
    assert parse_line("30@up1 31@up1 +90 +91")[0] in UNKNOWN.legal_turns


def test_a_player_without_cards_is_never_to_move() -> None:
    position = table(tops="up1=20", hands=" | 30 | 40", to_move=1)
    assert position.player == 2
    won = table(tops="up1=20", hands=" | | ", to_move=2)
    assert won == Position(
        won.rules, won.tops, won.hands, won.draws, won.to_move
    )  # nothing moves on by being looked at
    assert won.player == 2


# --- agreement on random positions


def check_one(seed: int, name: str) -> Counter[str]:
    """One random position and one turn in it, before all judges; what was found, for the tally."""
    rng = Random(f"{name} {seed}")
    position = random_position(rng, name)
    judged(position, ())
    judgement = judged(position, [some_turn(rng, position)])
    return Counter([judgement.violation.rule if judgement.violation else "legal"])


@pytest.mark.parametrize("name", GAME_NAMES)
def test_judges_agree_on_random_turns(name: str) -> None:
    tally = sum((check_one(seed, name) for seed in range(400)), Counter[str]())
    assert tally["legal"] > 100
    assert tally.total() - tally["legal"] > 100


@pytest.mark.slow
@pytest.mark.parametrize("name", GAME_NAMES)
def test_judges_agree_on_many_random_turns(name: str) -> None:
    tally = sum((check_one(seed, name) for seed in range(400, 6_000)), Counter[str]())
    expected = {"legal", "own-hand", "piles", "minimum", "draw", "turn-order", "game-over", "maximum"}
    own = {"the-game": {"follow"}, "the-game-extreme": {"stop", "skull", "three", "no-trick", "one-pile", "follow"}}
    own |= {
        "face-to-face": {"improve", "one-gift", "own-card", "follow"},
        "quick-and-easy": {"equal-numbers", "follow"},
    }
    assert (expected | own.get(name, set())) - set(tally) == set()


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(positions_and_turns())
def test_judges_agree_on_whatever_hypothesis_finds(case: tuple[Position, Turn]) -> None:
    position, turn = case
    assert judged(position, [turn]).legal == (turn in position.legal_turns)


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(positions())
def test_over_means_that_there_is_no_turn(position: Position) -> None:
    judgement = judged(position, ())
    goes_on = judgement.won is None and judgement.winner is None
    assert goes_on == bool(naive.turns(naive.table_of(position)))
    assert goes_on == bool(position.legal_turns)


def check_all_turns(position: Position, rng: Random) -> int:
    """Engine and naive twin list the same turns, each once, and the referee accepts them."""
    theirs = naive.turns(naive.table_of(position))
    ours = [naive.plays_of(position, turn) for turn in position.legal_turns]
    assert len(ours) == len(theirs) == len(set(theirs))
    assert set(ours) == set(theirs)
    if position.draw.ordered:
        turns = list(position.legal_turns)
        assert all(judge(position, [turn]).legal for turn in rng.sample(turns, min(10, len(turns))))
    return len(theirs)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_legal_turn_and_no_other(name: str) -> None:
    rngs = [Random(f"all turns {name} {seed}") for seed in range(30)]
    counts = [check_all_turns(random_position(rng, name), rng) for rng in rngs]
    assert sum(counts) > 150


@pytest.mark.slow
@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_legal_turn_and_no_other_at_length(name: str) -> None:
    for seed in range(500):
        rng = Random(f"all turns at length {name} {seed}")
        check_all_turns(random_position(rng, name), rng)


# --- whole games


def random_game(rng: Random, position: Position) -> Line:
    """Random legal turns until the game is over."""
    line = []
    while (turn := random_turn(rng, position)) is not None:
        line.append(turn)
        position = position.after(turn)
    return tuple(line)


@pytest.mark.parametrize(("name", "players"), PLAYER_COUNTS)
def test_whole_games_and_their_breaks(name: str, players: int) -> None:
    rng = Random(f"whole games {name} {players}")
    for number in range(6):
        published = number < 2
        start = deal(name, players, number + 1) if published else random_deal(rng, random_rules(rng, name, players))
        position = start.position()
        line = random_game(rng, position)
        judgement = judged(position, line)
        assert judgement.legal
        assert judgement.turns == len(line)
        assert judgement.won is not None or judgement.winner is not None
        for at in rng.sample(range(len(line)), min(len(line), 4)):
            check_break(rng, position, line, at)


def check_break(rng: Random, position: Position, line: Line, at: int) -> None:
    """Change one turn of a legal line: if it is illegal now, the referee says so there, and not before."""
    before = judge(position, line[:at]).final
    changed = mutated(rng, before, line[at])
    judgement = judged(position, (*line[:at], changed, *line[at + 1 :]))
    if changed in before.legal_turns:
        assert judgement.turns > at
    else:
        assert judgement.violation is not None
        assert judgement.violation.turn == at + 1


# --- independence


def test_the_referee_and_the_twin_know_no_engine() -> None:
    """Neither imports the engine's rules, nor asks a position anything but its data."""
    engine = {"solver.rules.follow", "solver.rules.turns", "solver.rules.commands", "numpy"}
    answers = {"legal_plays", "legal_turns", "open_turn", "after", "outcome", "cards_left", "held_by", "least", "draw"}
    for path, own in ((Path(referee.__file__), set[str]()), (Path(naive.__file__), {"draw"})):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        imported |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        assert not imported & engine, path
        asked = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert not asked & (answers - own), path
