"""Stipulations: the language, its refusals, and both engines against brute force."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

import solver
from solver.decide.solve import Engine
from solver.errors import DoesNotAddUp, Unreadable
from solver.notation.source import position_of
from solver.stipulations import Stipulation, parse_stipulation, stipulation_of
from solver.stipulations.stipulation import KINDS
from solver.table.position import Position
from solver.verdict import WANTED, Goal, Unwinnable, Winnable
from tests import brute, brute_stipulation
from tests.command import forked
from tests.strategies import PLAYER_COUNTS, random_position

TEAM_TABLES = [(name, players) for name, players in PLAYER_COUNTS if name != "face-to-face"]
MOST_CARDS = 7
BruteLines = list[brute_stipulation.BruteLine]
GOALS: tuple[Goal, ...] = ("turns", "tricks", "most-tricks")


def small_position(rng: Random, name: str, players: int) -> tuple[Position, BruteLines] | None:
    """A small position that can be won, and all lines that win it."""
    position = random_position(rng, name, players)
    if not position.draw.ordered or position.outcome is not None or not 1 < position.cards_left <= MOST_CARDS:
        return None
    try:
        lines = brute_stipulation.winning_lines(position)
    except brute.TooMuch:
        return None
    return (position, lines) if lines else None


def compare(position: Position, lines: BruteLines, text: str, seen: Counter[str]) -> None:
    """Both engines and the refusals against all lines."""
    winning = [line for line in lines if brute_stipulation.meets(position, line, text)]
    try:
        asked = stipulation_of(text, position)
    except DoesNotAddUp:
        assert not winning, f"{text} is refused, but can be met: {position!r}"
        seen["refused"] += 1
        return
    assert stipulation_of(str(asked), position) == asked
    for engine in ("dfs", "cpsat"):
        verdict = solver.solve(position, require=text, engine=engine)
        assert isinstance(verdict, Winnable if winning else Unwinnable), f"{engine}: {text}: {position!r}"
    seen["met" if winning else "never"] += 1
    for part in text.split("; "):
        seen[part.partition("=")[0].rstrip("<>").partition(":")[0]] += 1


def compare_goal(position: Position, lines: BruteLines, text: str, goal: Goal) -> None:
    """The best line for a goal among those that meet a stipulation."""
    winning = [line for line in lines if brute_stipulation.meets(position, line, text)]
    values = [
        line[-1].turn if goal == "turns" else sum(brute_stipulation.is_trick(position, step) for step in line)
        for line in winning
    ]
    for engine in ("dfs", "cpsat"):
        verdict = solver.solve(position, goal=goal, require=text, engine=engine)
        if not values:
            assert isinstance(verdict, Unwinnable)
            continue
        best = max(values) if goal == "most-tricks" else min(values)
        assert (WANTED[goal].value(verdict), verdict.bound, verdict.optimal) == (best, best, True), (engine, text)


def compared(name: str, players: int, seeds: range, seen: Counter[str], most: int | None = None) -> None:
    """Random positions of one table, at most so many, with random stipulations of one to three conditions."""
    for seed in seeds:
        if most is not None and seen["positions"] == most:
            break
        rng = Random(f"stipulated {name} {players} {seed}")
        found = small_position(rng, name, players)
        if found is None:
            continue
        seen["positions"] += 1
        texts = list(brute_stipulation.random_conditions(rng, found[0]))
        for size in (1, 1, 2, 3):
            compare(*found, "; ".join(texts[:size]), seen)
            texts = texts[size:]
        if seed % 5 == 0:
            try:
                stipulation_of(texts[0], found[0])
            except DoesNotAddUp:
                continue
            compare_goal(*found, texts[0], rng.choice(GOALS))


@pytest.mark.parametrize(("name", "players"), TEAM_TABLES)
def test_engines_agree_with_brute_force(name: str, players: int) -> None:
    seen = Counter[str]()
    compared(name, players, range(200), seen, most=2)
    assert seen["positions"] == 2


@pytest.mark.slow
def test_engines_agree_with_brute_force_on_every_kind() -> None:
    seen = Counter[str]()
    for name, players in TEAM_TABLES:
        compared(name, players, range(20, 50), seen)
    assert all(seen[kind.name] for kind in KINDS), seen
    assert all(seen[what] > 20 for what in ("met", "never", "refused")), seen


def some_asked(seed: str, name: str, players: int, count: int) -> Iterator[tuple[Position, Stipulation, BruteLines]]:
    """Small positions, each with a random stipulation of one condition and all lines that meet it."""
    found = 0
    for number in range(300):
        rng = Random(f"{seed} {number}")
        small = small_position(rng, name, players)
        if small is None:
            continue
        position, lines = small
        text = next(brute_stipulation.random_conditions(rng, position))
        try:
            asked = stipulation_of(text, position)
        except DoesNotAddUp:
            continue
        yield position, asked, [line for line in lines if brute_stipulation.meets(position, line, text)]
        found += 1
        if found == count:
            return
    assert found


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), TEAM_TABLES)
def test_choices_and_counts_agree_with_brute_force(name: str, players: int) -> None:
    for position, asked, winning in some_asked(f"analysed {name} {players}", name, players, 2):
        analysis = solver.analyze(position, require=asked)
        assert (analysis.verdict == "winnable") == bool(winning), (asked, position)
        assert analysis.count.plays_apart == len(winning), (asked, position)
        for line in winning[:1]:
            turns = brute_stipulation.as_line(position, line)
            played = solver.analyze_line(position, turns, require=asked)
            assert all(turn.after == "winnable" for turn in played.turns), (asked, position)
            assert played.turns[0].winning == len(analysis.winning), (asked, position)
        every = solver.analyze(position).choices
        assert sum(choice.same for choice in analysis.choices) == sum(choice.same for choice in every)


# --- the language

POSITION = "the-game/2 | up: 41 13 | down: 48 99 | 1: 4 16 37 47 60 87 | 2*: 18 28 33 57 68 81 82"


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ("tricks=0", "without a backwards trick", "ohne Rückwärtstrick"),
        ("tricks:up1>=2", "with at least 2 backwards tricks on up1", "mit mindestens 2 Rückwärtstricks auf up1"),
        ("first=18", "the 18 comes first", "die 18 kommt zuerst"),
        ("last=37", "the 37 comes last", "die 37 kommt zuletzt"),
        ("on=37:down1", "the 37 goes on down1", "die 37 kommt auf down1"),
        ("before=37:4", "the 37 before the 4", "die 37 vor der 4"),
        ("turn=37:2", "the 37 in turn 2", "die 37 im 2. Zug"),
        ("untouched=up2", "up2 stays untouched", "up2 bleibt unberührt"),
        ("cards:up1<=1", "at most 1 card on up1", "höchstens 1 Karte auf up1"),
        ("ends=up1:87", "up1 ends at the 87", "up1 endet mit der 87"),
        ("turns<=4", "in at most 4 turns", "in höchstens 4 Zügen"),
        ("length=1", "exactly 1 card in every turn", "genau 1 Karte in jedem Zug"),
        ("ender=2", "player 2 lays the last card", "Spieler 2 legt die letzte Karte"),
        ("lays:1>=6", "player 1 lays at least 6 cards", "Spieler 1 legt mindestens 6 Karten"),
    ],
)
def test_each_condition_reads_back_and_has_words(text: str, english: str, german: str) -> None:
    asked = stipulation_of(text, position_of(POSITION))
    assert str(asked) == text
    assert parse_stipulation(str(asked)) == asked
    assert asked.words == (english, german)


def test_a_conjunction_is_written_freely_and_printed_plainly() -> None:
    asked = stipulation_of(" last = 37 ;tricks <= 1\nuntouched=u2; ", position_of(POSITION))
    assert str(asked) == "last=37; tricks<=1; untouched=up2"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "the stipulation is empty"),
        ("tricks", "'tricks' is not a condition"),
        ("queen=37", "'queen=37' is not a condition"),
        ("tricks<=x", "'x' is not a number"),
        ("tricks<=1000", "'1000' is not a number"),
        ("last<=37", "write last=CARD"),
        ("last=x7", "'x7' is not a card"),
        ("cards<=2", "write cards:PILE<=N"),
        ("turns:up1<=2", "write turns<=N"),
        ("on=37", "write on=CARD:PILE"),
        ("last=37:2", "'37:2' is not a card"),
        ("; ".join(["tricks=0"] * 21), "21 conditions"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(text: str, complaint: str) -> None:
    with pytest.raises(Unreadable, match=complaint):
        stipulation_of(text, position_of(POSITION))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("last=13", "last=13: card 13 is laid already"),
        ("last=100", "last=100: card 100 is not in this game"),
        ("untouched=up3", "'up3' is not a pile"),
        ("ender=3", "'3' is not a player"),
        ("tricks>=14", "tricks>=14: 13 cards are left"),
        ("turns<=0", "turns<=0: there is at least 1"),
        ("turn=37:0", "turns are counted from 1"),
        ("before=37:37", "does not come before itself"),
        ("shown:fire=0", "'fire' is not a command of the-game"),
        ("tricks<=1; tricks>=2", "tricks<=1 and tricks>=2 contradict"),
        ("last=37; last=4", "last=37 and last=4 contradict"),
        ("last=37; first=37", "last=37 and first=37 contradict"),
        ("before=37:4; last=37", "before=37:4 and last=37 contradict"),
        ("before=37:4; before=4:37", "contradict"),
        ("on=37:up1; untouched=up1", "contradict"),
        ("on=37:up1; ends=up2:37", "contradict"),
        ("ends=up2:37; ends=up2:4", "contradict"),
        ("tricks:up1>=1; untouched=up1", "contradict"),
        ("tricks:up1>=2; tricks<=1", "contradict"),
        ("turn=37:4; turns<=3", "contradict"),
        ("ender=1; lays:1<=0", "contradict"),
        ("ender=1; ender=2", "contradict"),
    ],
)
def test_misfits_and_contradictions_are_refused_by_name(text: str, complaint: str) -> None:
    with pytest.raises(DoesNotAddUp, match=complaint):
        solver.solve(POSITION, require=text)


def test_face_to_face_knows_no_stipulations() -> None:
    for options in ({"require": "tricks=0"}, {"goal": "tricks"}):
        with pytest.raises(DoesNotAddUp, match="team games"):
            solver.solve("face-to-face #1", **options)  # type: ignore[arg-type]


def test_a_lost_score_cannot_be_stipulated() -> None:
    with pytest.raises(DoesNotAddUp, match="asked of wins"):
        solver.solve(POSITION, goal="cards-left", require="tricks=0")


# --- answers


@pytest.mark.parametrize("engine", ["auto", "dfs", "cpsat", "both"])
def test_every_engine_answers(engine: Engine) -> None:
    end = "the-game/1 | up: 41 13 | down: 48 99 | 1*: 18 28 33 57 82"
    won = solver.solve(end, require="first=33; tricks=0; untouched=down1", engine=engine)
    assert won.name == "winnable"
    lost = solver.solve(end, require="first=82; on=82:up1; on=57:up1", engine=engine)
    assert (lost.name, lost.line) == ("unwinnable", ())
    assert "first=82; on=82:up1; on=57:up1" in str(lost.explanation)


def test_the_referee_names_the_condition_that_a_win_does_not_meet() -> None:
    end = "the-game/1 | up: 41 13 | down: 48 99 | 1*: 5 30 57"
    line = "1: 57@up1 30@down1 5@down1"
    assert solver.verify(end, line, require="tricks=0; last=5").complete
    judged = solver.verify(end, line, require="tricks=0; last=30")
    assert (judged.legal, judged.won, judged.complete) == (True, True, False)
    assert judged.reason.endswith("not as required: last=30")


def test_a_win_that_does_not_meet_its_stipulation_cannot_be_made() -> None:
    position = position_of("the-game/1 | up: 41 13 | down: 48 99 | 1*: 5 30 57")
    line = solver.parse_line("1: 57@up1 30@down1 5@down1")
    with pytest.raises(AssertionError, match="does not meet last=57"):
        Winnable(position, line, require=stipulation_of("last=57", position))


def test_what_is_left_of_a_stipulation_after_a_turn() -> None:
    position = position_of(POSITION)
    asked = stipulation_of("first=33; tricks<=1; turns<=4; turn=87:2; ends=up1:87; lays:2=7", position)
    (turn,) = solver.parse_line("2: 33@down1 57@up1")
    left = asked.after(position, turn)
    assert str(left) == "tricks<=1; turns<=3; turn=87:1; ends=up1:87; lays:2=5"
    (turn,) = solver.parse_line("2: 18@up2 28@up2")
    assert asked.after(position, turn) is None


# --- the command


def test_the_command_asks_and_says_what_was_asked() -> None:
    end = "the-game/1 | up: 41 13 | down: 48 99 | 1*: 5 30 57"
    done = forked("solve", end, "--require", "last=5", "--json")
    assert (done.returncode, json.loads(done.stdout)["require"]) == (0, "last=5")
    assert forked("solve", end, "--require", "last=5; length=3; tricks>=1").returncode == 1
    refused = forked("solve", end, "--require", "last=5; last=30")
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"last=5 and last=30 contradict each other" in refused.stderr
    assert forked("solve", "face-to-face #1", "--goal", "helpwin", "--require", "tricks=0").returncode == 2
    shown = forked("solve", end, "--goal", "most-tricks")
    assert b"0 tricks, proved the most" in shown.stdout


def test_the_command_referees_and_analyses() -> None:
    end, line = "the-game/1 | up: 41 13 | down: 48 99 | 1*: 5 30 57", "1: 57@up1 30@down1 5@down1"
    assert forked("verify", end, line, "--require", "last=5").returncode == 0
    done = forked("verify", end, line, "--require", "last=57", "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["legal"], told["require"], told["broken"]) == (1, True, "last=57", "last=57")
    done = forked("analyze", end, "--require", "first=5; length=1", "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["verdict"], told["require"]) == (0, "winnable", "first=5; length=1")
    first = [choice["plays"] for choice in told["choices"] if choice["verdict"] == "winnable"]
    assert first
    assert all(plays[0][0] == "5" for plays in first)
    done = forked("analyze", end, "--line", "1: 57@up1 5@down2 30@down1", "--require", "first=57; last=5", "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["first_losing_turn"], told["require"]) == (1, 1, "first=57; last=5")
    better = solver.load_line(json.dumps(told["better"]))
    assert solver.verify(end, better, require="first=57; last=5").complete
