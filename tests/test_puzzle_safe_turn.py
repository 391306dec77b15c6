"""Safe turns: the one turn that wins in every order of the draw pile; by brute force, on sheet, page and terminal."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from puzzles.answers.answer import TaskJudge, answer
from puzzles.answers.unique import name_of, place_of
from puzzles.answers.why import why_not
from puzzles.canonical import canonical_key, reflected
from puzzles.checking.check import Options, check_collection, check_puzzle
from puzzles.files.collection import load_collection, puzzle_from_json, puzzle_to_json
from puzzles.generate.order import PuzzleOrder, of_usual_size
from puzzles.play.session import Session
from puzzles.printing import tempting
from puzzles.puzzle import Puzzle, Task
from puzzles.quality.candidate import Size
from puzzles.quality.features import Quality
from puzzles.rating.rate import rate
from puzzles.sheet.words import task_text, why_text
from puzzles.themes import themes_of
from solver import DoesNotAddUp, Position, parse_line
from solver.analysis.every_order import in_the_order
from solver.referee import judge
from solver.search.limits import Limits
from tests.brute import TooMuch, winnable
from tests.page_puzzles import PUZZLES
from tests.strategies import position_of, random_position, with_unordered_draw_piles
from tests.test_page_data import seen_by_both

EXAMPLE = "the-game/1 | up: 98 99 | down: 5 56 | 1*: 14 27 28 48 66 67 76 88 | draw?: 60 54 75"
TASK = Task("safe-turn")
SAFE = next(one for one in PUZZLES if one.id == "safe")
SHIPPED = Path(__file__).parents[1] / "puzzles" / "collection" / "stipulated" / "safe-turn.toml"
GAMES = ("the-game", "the-game-extreme", "the-game-on-fire", "quick-and-easy", "quick-and-easy-pro")
MOST_TURNS, MOST_DRAWN = 40, 4  # that brute force looks at


def example() -> Puzzle:
    found = answer(position_of(EXAMPLE), TASK)
    return Puzzle("example", position_of(EXAMPLE), TASK, found.solution, found.unique)


# --- the definition, in plain code


def lost_orders(position: Position) -> dict[tuple[object, ...], list[tuple[object, ...]]]:
    """For each turn that the rules allow, by where it leads: the orders after which brute force finds no win."""
    lost: dict[tuple[object, ...], list[tuple[object, ...]]] = {}
    for order in permutations(position.draw.cards):
        table, won = in_the_order(position, order), dict[tuple[object, ...], bool]()
        for turn in table.legal_turns:
            after = table.after(turn)
            place = place_of(after, 0)
            if place not in won:
                won[place] = winnable(after)
                orders = lost.setdefault(turn_of(position, after), [])
                if not won[place]:
                    orders.append(order)
    return lost


def turn_of(position: Position, after: Position) -> tuple[object, ...]:
    """A turn by the cards that it laid and what the piles show, like ones in any order."""
    seat = position.to_move
    return place_of(after, 0)[0], frozenset(position.hands[seat]) - frozenset(after.hands[seat])


def small_tables(rng: Random, name: str, count: int) -> list[Position]:
    """Random positions with a draw pile of two cards or more, in an order that nobody knows, and few turns."""
    found = list[Position]()
    while len(found) < count:
        position = random_position(rng, name)
        few = 2 <= len(position.draw.cards) <= MOST_DRAWN and position.cards_left <= 9
        if position.outcome is None and few and 1 < position.legal_turns.count() <= MOST_TURNS:
            found.append(with_unordered_draw_piles(position))
    return found


def agree(position: Position) -> set[bool]:
    """The judge must say of every turn what brute force says, and name an order that loses where it says no."""
    lost = lost_orders(position)
    task_judge = TaskJudge(position, TASK, Limits())
    judged = task_judge.judged(position, 0)
    assert judged is not None
    assert {turn_of(position, position.after(choice.turn)) for choice, _ in judged} == set(lost)
    for choice, kept in judged:
        after = position.after(choice.turn)
        orders = lost[turn_of(position, after)]
        assert kept is (not orders), (position, choice.turn)
        assert task_judge.keeps(after, 1) is kept
        why = why_not(task_judge, after, 1)
        assert (why is None) == bool(kept)
        assert why is None or not why.order or why.order in orders
        assert why is None or why.order or len(orders) == len(list(permutations(position.draw.cards)))
    assert task_judge.keeps(position, 0) is any(not orders for orders in lost.values())
    return {not orders for orders in lost.values()}


@pytest.mark.parametrize("name", GAMES)
def test_brute_force_says_the_same_of_every_turn(name: str) -> None:
    seen, looked_at = set[bool](), 0
    for position in small_tables(Random(name), name, 40):
        try:
            seen |= agree(position)
            looked_at += 1
        except TooMuch:
            continue
    assert seen == {True, False}
    assert looked_at >= 30


def test_the_worked_example_has_one_safe_turn() -> None:
    found = answer(position_of(EXAMPLE), TASK)
    (first,) = found.firsts
    plays = parse_line("1: 88@up1 66@down2 76@down2")[0].plays
    assert (found.solvable, found.unique) == (True, "first-turn")
    assert (
        name_of(position_of(EXAMPLE).rules, first.turn)[1]
        == name_of(position_of(EXAMPLE).rules, first.turn._replace(plays=plays))[1]
    )
    assert judge(position_of(EXAMPLE), found.solution).complete


def test_undecided_is_no_no() -> None:
    found = answer(position_of(EXAMPLE), TASK, limits=Limits(0.0001))
    assert found.solvable is None
    assert found.limit


# --- what does not fit


@pytest.mark.parametrize(
    ("text", "task", "said"),
    [
        (EXAMPLE.replace("draw?", "draw"), "safe-turn", "task safe-turn: it needs a draw pile of unknown order"),
        (EXAMPLE, "win", "the order of the draw pile is unknown: a puzzle needs it, unless its task is safe-turn"),
    ],
)
def test_a_misfit_is_refused(text: str, task: str, said: str) -> None:
    with pytest.raises(DoesNotAddUp, match=said):
        answer(position_of(text), Task(task))


def test_a_solution_must_say_what_it_draws() -> None:
    silent = replace(example(), solution=tuple(turn._replace(drawn=None) for turn in example().solution))
    assert any("say which 3 cards" in one.message for one in check_puzzle(silent).findings)


def test_a_wrong_claim_is_found() -> None:
    line = replace(example(), unique="line")
    assert any("only first-turn is true" in one.message for one in check_puzzle(line).findings)
    other = "the-game/1 | up: 98 99 | down: 5 56 | 1*: 14 27 28 48 66 67 76 88 | draw?: 60 54"
    several = answer(position_of(other), TASK)
    assert several.solvable is False or len(several.firsts) > 1
    assert any(one.kind == "task" for one in check_puzzle(replace(example(), position=position_of(other))).findings)


# --- the same puzzle upside down; files; words


def test_reflected_it_is_the_same() -> None:
    one = example()
    turned = answer(reflected(one.position), TASK)
    other = Puzzle("other", reflected(one.position), TASK, turned.solution, turned.unique)
    assert (rate(one).features, themes_of(one)) == (rate(other).features, themes_of(other))
    assert Quality(one).features() == Quality(other).features()
    assert canonical_key(one) == canonical_key(other)
    assert not rate(one).cut


def test_it_is_written_and_read() -> None:
    assert puzzle_from_json(puzzle_to_json(example())) == example()


def test_it_says_who_knows_the_order_when() -> None:
    assert "whatever the order is, by somebody who then knows it" in task_text(example(), "en")
    assert "wenn man sie dann kennt" in task_text(example(), "de")
    assert "by a team that then knows it" in task_text(SAFE, "en")


def test_the_answer_names_an_order_that_refutes_a_tempting_turn() -> None:
    one = example()
    wrongs = [wrong for wrong in tempting(one) if wrong.why is not None and wrong.why.order]
    assert wrongs
    for wrong in wrongs:
        assert wrong.why is not None
        after = in_the_order(one.position, wrong.why.order).after(wrong.turn)  # refuses other cards drawn
        assert judge(after, wrong.why.line).legal
        assert not winnable(after)
        assert "Say the draw pile lies 54 60 75, top card first." in why_text(wrong.why, one.position.rules, "en")


# --- played


def laid(session: Session, plays: str) -> Session:
    for play in parse_line(plays)[0].plays:
        session.lay(play.card, play.pile)
    session.end_turn()
    return session


def test_a_wrong_turn_draws_what_refutes_it() -> None:
    one = example()
    session = laid(Session(one), "1: 66@down2 76@down2")
    assert session.state == "failed"
    found = session.why_not()
    assert found is not None
    why = found[0]
    assert session.line[0].drawn == why.order[:2]
    assert session.undo()


def test_the_safe_turn_solves_it_and_shows_how_it_goes_on() -> None:
    session = laid(Session(example()), "1: 66@down2 88@up1 76@down2")
    assert session.state == "solved"
    assert judge(session.puzzle.position, (*session.line, *session.goes_on())).complete


def test_hints_lead_to_it() -> None:
    session = Session(SAFE)
    assert "g7" in session.hint(3)


def test_the_page_judges_it() -> None:
    assert seen_by_both(SAFE, 40) == {"solved", "failed"}
    assert seen_by_both(example(), 40) & {"solved", "failed"}


# --- shipped


def test_shipped_puzzles_are_of_several_games_and_levels() -> None:
    puzzles = load_collection(SHIPPED).puzzles
    assert 12 <= len(puzzles) <= 20
    assert len({one.position.rules.game.name for one in puzzles}) >= 3
    assert len({one.level for one in puzzles}) >= 3
    assert [one.rating for one in puzzles] == sorted(one.rating or 0 for one in puzzles)


@pytest.mark.slow
def test_shipped_puzzles_pass_a_strict_check() -> None:
    report = check_collection(load_collection(SHIPPED), Options(strict=True))
    assert report.ok, [one for one in report.puzzles if not one.ok]
    for one in load_collection(SHIPPED).puzzles:
        assert seen_by_both(one, 20)
        if one.position.rules.hand == 2:  # few turns to choose from
            assert agree(one.position) == {True, False}


def test_its_usual_size_is_full_hands_and_a_few_to_draw() -> None:
    assert of_usual_size(PuzzleOrder("quick-and-easy", TASK, 3)).size == Size(8, 10)
