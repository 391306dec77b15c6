"""Reasons that are true, quality as named features, and twins: each by other means than those that found it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles.answers.task_judge import TaskJudge
from puzzles.answers.why import WhyNot, why_not
from puzzles.canonical import Symmetry
from puzzles.checking.check import Options, check_collection, github_lines
from puzzles.checking.twins import twins_among
from puzzles.daily import shipped_puzzles
from puzzles.puzzle import Collection, Place, Puzzle, Task, start_of_solution
from puzzles.quality.features import Quality, quality_of, worth_printing
from puzzles.quality.minimal import is_minimal, is_minimal_in_two, sound_of
from puzzles.sheet.words import LANGUAGES, why_text
from solver import Card, Play, Position, Turn, helpwin, play_line, solve
from solver.referee import judge
from solver.search.limits import Limits
from tests import brute, naive
from tests.command import forked
from tests.played import puzzles
from tests.strategies import position_of

SHIPPED = shipped_puzzles()
MOST_CARDS = 10  # left, of those that brute force goes through


# --- reasons


def ever_laid(position: Position) -> set[Card]:
    """Every card that some line of play lays, by brute force."""
    search, seen = brute.Brute(position), set[brute.State]()
    todo, held = [search.start(position)], set[Card]()
    while todo:
        state = todo.pop()
        held |= set(state.laid)
        new = set(search.next_states(state)) - seen
        seen |= new
        todo += new
        if len(seen) > brute.MOST_DEAD_ENDS:
            raise brute.TooMuch
    return held


def confirm_team(why: WhyNot, after: Position, fewest: int) -> None:
    """A team leaves more than ``fewest`` cards: by the naive twin, by brute force, by the referee."""
    if why.kind == "stuck":
        assert next(iter(naive.turns(naive.table_of(after))), None) is None
        return
    if why.kind == "left":
        judged = judge(after, why.line)
        assert judged.legal
        left = {*judged.final.draw.cards, *(card for hand in judged.final.hands for card in hand)}
        assert tuple(sorted(left)) == why.cards
        assert brute.fewest_left(after) == len(why.cards) > fewest
        return
    assert brute.fewest_left(after) > fewest
    if why.kind == "dead":
        assert len(why.cards) > fewest
        assert not ever_laid(after) & set(why.cards)


def confirm_duel(why: WhyNot, task_judge: TaskJudge, after: Position) -> None:
    """The opponent wins, holds out, or cannot help: by the referee and by another question."""
    hero = task_judge.position.player
    assert judge(after, why.line).legal
    if why.kind == "beaten":
        assert judge(after, why.line).winner == why.player != hero
        assert len(why.line) == 1 or solve(after).winner == why.player
    elif why.kind == "holds":
        assert task_judge.keeps(play_line(after, why.line), 2) is False
    elif why.kind == "never":
        assert helpwin(after, str(hero)).yes is False
    else:
        assert judge(after, why.line).winner == hero
        assert why.turns is not None
        assert task_judge.own_turns is not None
        assert why.turns > task_judge.own_turns


def confirmed(puzzle: Puzzle) -> tuple[int, int]:
    """Of the wrong first turns of a puzzle: those whose reason was confirmed, and those that are too much for it."""
    start, done, much = start_of_solution(puzzle.position, puzzle.played, puzzle.lost_at), 0, 0
    task_judge = TaskJudge(start, puzzle.task, Limits())
    fewest = getattr(task_judge.side, "fewest", 0)
    for choice, kept in task_judge.judged(start, 0) or ():
        after = start.after(choice.turn)
        why = why_not(task_judge, after, 1)
        assert (why is not None) == (kept is False), (puzzle.id, str(choice.turn))
        if why is None:
            continue
        assert all(str(card) in why_text(why, start.rules, language) for language in LANGUAGES for card in why.cards)
        try:
            if start.rules.game.is_duel:
                confirm_duel(why, task_judge, after)
            else:
                confirm_team(why, after, fewest)
            done += 1
        except brute.TooMuch:
            much += 1
    return done, much


def test_reasons_of_a_few_puzzles_are_true() -> None:
    found = [confirmed(puzzle) for puzzle in SHIPPED[::24]]
    assert sum(done for done, _ in found) > 4 * sum(much for _, much in found)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_every_reason_is_true(part: int) -> None:
    found = [confirmed(puzzle) for puzzle in SHIPPED[part::4] if puzzle.position.cards_left <= MOST_CARDS]
    assert sum(done for done, _ in found) > sum(much for _, much in found)


# --- quality


def test_features_of_small_puzzles() -> None:
    blue = Quality(puzzles()["quick-win"])
    assert (blue.choices, blue.tries) == (3, 0)
    assert all(wrong.why is not None and wrong.why.in_one_sentence for wrong in blue.wrongs)
    assert blue.commands_matter  # there are none
    assert set(quality_of(puzzles()["quick-win"])) == {"choices", "tries", "surprise", "economy", "purity", "tail"}


def test_quality_is_the_same_upside_down() -> None:
    for puzzle in SHIPPED[::40]:
        turned = Symmetry(puzzle.position.rules, flip=True)
        other = replace(
            puzzle,
            position=turned.position(puzzle.position),
            solution=turned.line(puzzle.solution),
            played=turned.line(puzzle.played),
        )
        assert quality_of(other) == quality_of(puzzle), puzzle.id


def test_economy_looks_at_two_cards() -> None:
    """Of ex-013 no card could be taken away, but two together could."""
    (puzzle,) = [puzzle for puzzle in SHIPPED if puzzle.id == "ex-013"]
    assert is_minimal(sound_of(puzzle))
    assert not is_minimal_in_two(sound_of(puzzle))
    assert not Quality(puzzle).economy


def test_what_is_worth_printing_depends_on_the_level() -> None:
    blue = Quality(puzzles()["quick-win"])
    assert worth_printing(blue, "gentle")
    assert not worth_printing(blue, "medium")  # three first turns, no try


def test_rate_tells_the_quality_when_asked() -> None:
    position = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"
    done = forked("puzzle", "rate", position, "--quality")
    assert done.returncode == 0
    assert b"quality: choices 3, tries 0, surprise" in done.stdout
    assert b"quality" not in forked("puzzle", "rate", position, "--json").stdout


# --- twins


def test_the_same_table_the_same_deal_and_the_same_shape_are_twins() -> None:
    one, other = SHIPPED[0], SHIPPED[1]
    table = replace(one, id="table", task=other.task, source="")
    deal = replace(other, id="deal", source=f"from {one.source.removeprefix('from ')}")
    assert [[twin.kind for twin in found] for found in twins_among([one, table])][1] == ["table"]
    assert [[twin.kind for twin in found] for found in twins_among([one, deal])][1] == ["deal"]
    tables = ("the-game/1 | up: 17 1 | down: 88 100 | 1*: 7 18", "the-game/1 | up: 27 18 | down: 99 90 | 1*: 17 29")
    lines = (((7, "up1"), (18, "up1")), ((17, "up1"), (29, "up1")))
    shaped = [
        Puzzle(
            table,
            position_of(table),
            Task("win"),
            (Turn(tuple(Play(Card(number), pile) for number, pile in line)),),
            themes=("set-up",),
        )
        for table, line in zip(tables, lines, strict=True)
    ]
    assert [twin.kind for twin in twins_among(shaped)[1]] == ["shape"]


@pytest.mark.parametrize("strict", [False, True])
def test_twins_are_notes_and_fail_a_strict_check(strict: bool) -> None:
    one = replace(puzzles()["quick-win"], place=None)
    twin = replace(one, id="again", task=Task("only-turn"))
    report = check_collection(Collection("", (one, twin)), Options(strict=strict))
    (found,) = [finding for finding in report.puzzles[1].findings if finding.kind == "twin"]
    assert (found.message, found.fails) == ("the same table as quick-win", strict)


def test_findings_as_annotations() -> None:
    one = replace(puzzles()["quick-win"], place=None)
    twice = replace(one, id="again", place=Place("a,b.toml", 7))
    lines = list(github_lines(check_collection(Collection("", (one, twice)), Options())))
    assert "::error file=a%2Cb.toml,line=7,title=again%3A duplicate::the same puzzle as quick-win" in lines
