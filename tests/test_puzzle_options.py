"""Options: decided as brute force decides them; one answer alone is right; files, terminal, sheet and page know it."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from puzzles.answers import option_judge
from puzzles.answers.answer import answer
from puzzles.answers.option_judge import OptionJudge
from puzzles.canonical import canonical_key, reflected
from puzzles.checking.check import Options, check_collection, check_puzzle
from puzzles.files.collection import load_collection, load_puzzle, puzzle_from_json, puzzle_to_json
from puzzles.files.rewrite import block_of, new_table
from puzzles.generate.order import PuzzleOrder
from puzzles.options import option_named, options_of
from puzzles.page.options import option_data
from puzzles.play.session import Session
from puzzles.printing import told_options
from puzzles.puzzle import Collection, Puzzle, Task
from puzzles.rating.options import expected_share
from puzzles.rating.rate import rate
from puzzles.sheet.words import task_text
from solver import Card, DoesNotAddUp, DrawPile, Position, Rules, play_line
from solver.referee import judge
from solver.rules.games import game_named
from solver.search.limits import Limits
from tests import brute
from tests.brute_options import rights_of, tables_of
from tests.docs import blocks
from tests.page_puzzles import PUZZLES
from tests.strategies import position_of

TASKS = ("who-begins", "stack-to-win", "stack-to-lose", "mend")
WHO = "quick-and-easy-pro/3 | up: r5 | down: g8 | 1: b3 g3 | 2: b1 y5 | 3: s4 r6"
WIN = "quick-and-easy/1 | up: b3 | down: g4 | 1*: b7 r1 | draw?: s2 s1 y5 g7"
LOSE = "quick-and-easy/1 | up: g5 | down: b10 | 1*: s10 g7 | draw?: g9 r7 y10 y2"
MEND = "quick-and-easy/3 | up: r9 | down: b1 | 1*: b3 g8 | 2: b5 s8 | 3: s4 y8 | draw: y9 y10 g7"
EXAMPLES = {
    "who-begins": (WHO, "2"),
    "stack-to-win": (WIN, "g7 y5 s1 s2"),
    "stack-to-lose": (LOSE, "y10 r7 g9 y2"),
    "mend": (MEND, "g8 s8"),
}
FOLDER = Path(__file__).parents[1] / "puzzles" / "collection" / "options"
SHIPPED = sorted(FOLDER.glob("*.toml"))


def claimed(task: str) -> Puzzle:
    """A worked example with its answer and solution."""
    text, right = EXAMPLES[task]
    made = Puzzle("it", position_of(text), Task(task), answer=right)
    return replace(made, solution=answer(made.position, made.task).solution)


def small_position(rng: random.Random, task: str) -> Position:
    """A random small table: few cards, whoever may hold them."""
    game = rng.choice(["quick-and-easy", "quick-and-easy-pro", "the-game", "the-game-on-fire"])
    players = rng.randint(2, 3) if task == "who-begins" else rng.randint(1, 3 if task == "mend" else 2)
    small = {} if game.startswith("quick") else {"highest": 40, "hand": 2, "ups": 1, "downs": 1}
    commands = {Card(7): "fire", Card(21): "fire"} if game.endswith("fire") else None
    rules = Rules.of(game_named(game), players, small, commands)
    cards = rng.sample(list(rules.cards), players * rules.hand + rng.randint(2, 3) + len(rules.piles))
    tops, cards = tuple(cards[: len(rules.piles)]), cards[len(rules.piles) :]
    hands = tuple(tuple(cards[seat * rules.hand : (seat + 1) * rules.hand]) for seat in range(players))
    draw = DrawPile(tuple(cards[players * rules.hand :]), ordered=not task.startswith("stack"))
    return Position(rules, tops, hands, (draw,), rng.randrange(players) if task != "who-begins" else 0)


# --- decided exactly


@pytest.mark.parametrize("task", TASKS)
def test_options_are_as_brute_force_says(task: str) -> None:
    rng, ones, mixed = random.Random(f"options {task}"), 0, 0
    for _ in range(300 if task.startswith("stack") else 150):
        position = small_position(rng, task)
        expected, found = rights_of(position, task), answer(position, Task(task))
        if expected is None:
            assert (found.solvable, found.options) == (False, ())
            continue
        assert {option.text for option in options_of(position, Task(task).kind)} == set(tables_of(position, task))
        assert {judged.text for judged in found.rights} == expected
        assert found.solvable is bool(expected)
        assert all(judged.right is not None for judged in found.options)
        ones, mixed = ones + (len(expected) == 1), mixed + (0 < len(expected) < len(found.options))
    assert ones >= 1
    assert mixed >= 15, "too few tables on which it matters what is chosen"


@pytest.mark.parametrize("task", TASKS)
def test_reasons_are_facts(task: str) -> None:
    """Lines that win do, by the referee; where cards are left at best, brute force leaves as many."""
    rng, told = random.Random(f"reasons {task}"), 0
    for _ in range(25):
        asked = OptionJudge(small_position(rng, task), Task(task), Limits())
        for judged in asked.judged:
            why, start = asked.why(judged), judged.option.position
            if why is None:
                continue
            told += 1
            if why.kind == "wins":
                assert judge(start, why.line).complete
            elif why.kind == "left":
                left = play_line(start, why.line).cards_left
                assert left == len(why.cards) == brute.fewest_left(start)
            else:
                assert brute.fewest_left(start) > 0
    assert told > 25


@pytest.mark.parametrize("task", TASKS)
def test_the_worked_examples(task: str) -> None:
    puzzle = claimed(task)
    assert [judged.text for judged in answer(puzzle.position, puzzle.task).rights] == [puzzle.answer]
    assert rights_of(puzzle.position, task) == {puzzle.answer}
    rated = replace(puzzle, rating=rate(puzzle).value)
    found = check_puzzle(rated, Options(strict=False, confirm=True)).findings
    assert [one.message for one in found if one.fails] == []


@pytest.mark.parametrize("task", TASKS)
def test_what_is_not_decided_is_not_no(task: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One wrong option that is not decided, and nobody says that the other is the only one."""
    puzzle = claimed(task)
    doubtful = next(one.position for one in options_of(puzzle.position, puzzle.task.kind) if one.text != puzzle.answer)
    decided = option_judge.winnable
    undecided = (None, ())
    monkeypatch.setattr(
        option_judge, "winnable", lambda at, limits: undecided if at == doubtful else decided(at, limits)
    )
    found = answer(puzzle.position, puzzle.task)
    assert (found.solvable, len(found.rights)) == (None, 1)
    assert found.limit == f"1 of {len(found.options)} options were not decided"
    assert any(one.message.startswith("not decided: 1 of") for one in check_puzzle(puzzle).findings)


# --- what is claimed


@pytest.mark.parametrize(("task", "wrong"), [("who-begins", "3"), ("stack-to-win", "y5 g7 s1 s2"), ("mend", "b3 b5")])
def test_a_wrong_answer_is_found(task: str, wrong: str) -> None:
    found = check_puzzle(replace(claimed(task), answer=wrong, solution=())).findings
    assert any(one.kind == "solution" and f"{EXAMPLES[task][1]} is right" in one.message for one in found)


@pytest.mark.parametrize(
    ("text", "task", "said"),
    [
        (
            "quick-and-easy/2 | up: r1 | down: g10 | 1: b3 g3 | 2: b1 y5",
            "who-begins",
            "2 answers are right, not one: 1; 2",
        ),
        (
            "quick-and-easy/2 | up: r9 | down: g2 | 1: b3 y4 | 2: b5 y5",
            "who-begins",
            "whoever begins, the position cannot be won",
        ),
        (WHO.replace("3 |", "1 |").split(" | 1:")[0] + " | 1: b3 g3", "who-begins", "at least two players"),
        (WIN.replace("draw?", "draw"), "stack-to-win", "without an order"),
        (WIN, "mend", "the order of the draw pile is unknown"),
        (WIN, "win", "the order of the draw pile is unknown"),
        ("quick-and-easy/1 | up: b3 | down: g4 | 1*: b7 r1", "mend", "no two cards to swap"),
        ("quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9", "mend", "can be won as it stands"),
    ],
)
def test_what_does_not_add_up_is_said(text: str, task: str, said: str) -> None:
    given = Puzzle("it", position_of(text), Task(task), answer="2" if task == "who-begins" else "")
    assert any(said in one.message for one in check_puzzle(given).findings), check_puzzle(given).findings


def test_claims_that_have_no_place() -> None:
    line = check_puzzle(replace(claimed("who-begins"), unique="line")).findings
    assert any("claims its one answer by itself" in one.message for one in line)
    lost = check_puzzle(replace(claimed("stack-to-lose"), solution=claimed("who-begins").solution)).findings
    assert any("it has no line of play" in one.message for one in lost)
    plain = Puzzle("it", position_of(WHO), Task("win"), answer="2")
    assert any("has an answer" in one.message for one in check_puzzle(plain).findings)
    assert any(
        "there is no answer" in one.message for one in check_puzzle(replace(claimed("mend"), answer="")).findings
    )
    assert any("it does not end with the win" in one.message for one in check_puzzle(cut_short()).findings)


def cut_short() -> Puzzle:
    """A puzzle whose solution stops before the end."""
    whole = claimed("who-begins")
    return replace(whole, solution=whole.solution[:-1])


# --- files


@pytest.mark.parametrize("task", TASKS)
def test_files_keep_it(task: str) -> None:
    puzzle = claimed(task)
    assert puzzle_from_json(puzzle_to_json(puzzle)) == puzzle
    assert load_puzzle(block_of(new_table(puzzle, Collection()))) == puzzle


def test_nobody_is_starred_where_it_is_asked_who_begins() -> None:
    assert puzzle_to_json(claimed("who-begins"))["position"] == WHO
    for marked in (WHO.replace("2:", "2*:"), WHO.replace("/3 |", "/3 to_move=2 |")):
        with pytest.raises(DoesNotAddUp, match="asks who begins: mark nobody"):
            load_puzzle(f'id = "it"\ntask = "who-begins"\nposition = "{marked}"\n')


@pytest.mark.parametrize(
    ("task", "text", "meant"),
    [("who-begins", "Player 2", "2"), ("mend", "S8, g8", "g8 s8"), ("stack-to-win", "g7, y5, s1, s2", "g7 y5 s1 s2")],
)
def test_answers_are_read_forgivingly(task: str, text: str, meant: str) -> None:
    assert option_named(position_of(EXAMPLES[task][0]), Task(task).kind, text).text == meant


@pytest.mark.parametrize(("task", "text"), [("who-begins", "4"), ("mend", "b3 g8"), ("stack-to-win", "g7 y5 s1")])
def test_what_is_no_option_is_refused(task: str, text: str) -> None:
    with pytest.raises(DoesNotAddUp, match=f"is not an answer to {task}: write .*, such as "):
        option_named(position_of(EXAMPLES[task][0]), Task(task).kind, text)


def test_the_example_of_the_docs_is_sound() -> None:
    _, example = blocks("puzzles.md", "toml")
    assert [one.message for one in check_puzzle(load_puzzle(example)).findings if one.fails] == []


# --- the same puzzle, the same key and rating


@pytest.mark.parametrize("task", TASKS)
def test_upside_down_it_is_the_same(task: str) -> None:
    puzzle = claimed(task)
    mirror = Puzzle("mirror", reflected(puzzle.position), puzzle.task)
    assert canonical_key(mirror) == canonical_key(puzzle)
    assert rate(mirror).features == rate(puzzle).features


def test_players_round_the_table_are_the_same() -> None:
    puzzle = claimed("who-begins")
    first, *others = puzzle.position.hands
    turned = Puzzle("turned", replace(puzzle.position, hands=(*others, first)), puzzle.task)
    assert canonical_key(turned) == canonical_key(puzzle)
    assert rate(turned).features == rate(puzzle).features


def test_a_guess_among_many_is_harder() -> None:
    assert expected_share([]) == 1
    assert expected_share([1.0] * 3) == pytest.approx(1 / 4)
    assert expected_share([0.5]) == pytest.approx(3 / 4)
    for task in TASKS:
        features = rate(claimed(task)).features
        assert 0 <= features["greedy"] <= 1
        assert features["greedy"] <= features["insight"] <= 5


# --- played, printed, on the page


@pytest.mark.parametrize("task", TASKS)
def test_a_session_tells_right_from_wrong(task: str) -> None:
    session = Session(claimed(task))
    states = [session.state]
    wrong = next(option.text for option in session.option_judge.options if option.text != EXAMPLES[task][1])
    assert session.choose(wrong).right is False
    states.append(session.state)
    assert [session.hint(level) for level in (1, 2, 3)]
    assert EXAMPLES[task][1].split()[0] in session.hint(3)
    assert session.choose(EXAMPLES[task][1]).right is True
    assert [*states, session.state] == ["open", "failed", "solved"]
    assert bool(session.solution) is (task != "stack-to-lose")


@pytest.mark.parametrize("task", TASKS)
def test_the_page_knows_every_option(task: str) -> None:
    puzzle = claimed(task)
    data = option_data(puzzle)["choose"]
    assert len(data["verdicts"]) == len(options_of(puzzle.position, puzzle.task.kind))
    assert [key for key, verdict in data["verdicts"].items() if verdict["right"]] == [data["answer"]]
    wrong = [verdict for verdict in data["verdicts"].values() if not verdict["right"]]
    assert wrong
    assert all(verdict["why"]["en"] and verdict["why"]["de"] for verdict in wrong)


@pytest.mark.parametrize("task", TASKS)
def test_the_answer_sheet_gives_reasons(task: str) -> None:
    puzzle = claimed(task)
    told = told_options(puzzle)
    assert told
    right = EXAMPLES[task][1]
    assert all((option.text == right) is (task == "stack-to-lose") for option, _ in told)
    assert task_text(puzzle, "en") != task_text(puzzle, "de")


def test_samples_of_all_of_them_are_on_the_pages_of_the_tests() -> None:
    assert set(TASKS) <= {puzzle.task.name for puzzle in PUZZLES}


# --- made and shipped


@pytest.mark.parametrize(("players", "more"), [(2, {}), (3, {"theme": "set-up"}), (3, {"unique": "line"})])
def test_orders_that_make_no_sense_are_refused(players: int, more: dict[str, str]) -> None:
    with pytest.raises(DoesNotAddUp, match=r"--task who-begins|--theme set-up|--unique line"):
        PuzzleOrder("quick-and-easy", Task("who-begins"), players, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("file", SHIPPED, ids=lambda path: path.stem)
def test_those_that_are_shipped_are_as_they_say(file: Path) -> None:
    collection = load_collection(file)
    report = check_collection(collection, Options(strict=True))
    assert [(one.id, found.message) for one in report.puzzles for found in one.findings] == []
    ratings = [puzzle.rating for puzzle in collection.puzzles]
    assert ratings == sorted(ratings, key=lambda rating: rating or 0), "the gentle ones come first"


def test_ten_or_more_of_each_kind_of_several_games_are_shipped() -> None:
    puzzles = [puzzle for file in SHIPPED for puzzle in load_collection(file).puzzles]
    for task in TASKS:
        mine = [puzzle for puzzle in puzzles if puzzle.task.name == task]
        assert len(mine) >= 10
        assert len({puzzle.position.rules.game.name for puzzle in mine}) >= 2
        assert len({puzzle.level for puzzle in mine}) >= 2
