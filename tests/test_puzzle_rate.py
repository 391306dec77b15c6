"""Ratings: the same in every form of a puzzle, what must not make a puzzle easier, and the two ways to count prices."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from random import Random

import pytest
import typer
from typer.testing import CliRunner

import solver
from puzzles.answers.task_judge import TaskJudge
from puzzles.canonical import mover_first, symmetries
from puzzles.puzzle import LEVELS, Puzzle, Task, level_of
from puzzles.rating.features import NAMES
from puzzles.rating.rate import HALF, WEIGHTS, rate, rating_of
from puzzles.rating.skill import TABLES
from puzzles.rating.viewer import RIGHT, UNDECIDED, TurnsView, viewer_of
from puzzles.tasks import TASKS
from puzzles.themes import THEMES, themes_of
from puzzles.verbs.rate import rate as rate_verb
from solver.analysis.prices import Prices
from solver.rules.games import GAMES
from solver.rules.turns import OpenTurn
from solver.table.line import Line, Play, Turn, parse_line
from solver.table.position import Position
from tests import played
from tests.strategies import position_of, random_position, random_turn

TEAM = ("win", "best-score", "only-turn", "where-lost")
DUEL = ("only-turn", "where-lost", "win-in", "helpwin")
MOST_CARDS_LEFT = 10


def random_puzzle(rng: Random, game: str, task: str) -> Puzzle | None:
    """Some small position with this task, solvable or not; None if it is no use."""
    position = random_position(rng, game)
    known = all(pile.ordered for pile in position.draws)
    if not known or position.outcome is not None or position.cards_left > MOST_CARDS_LEFT:
        return None
    played = random_game(rng, position) if task == "where-lost" else ()
    turns = rng.choice((1, 2, 3)) if task in ("win-in", "helpwin") else None
    return Puzzle("random", position, Task(task, turns), played=played)


def random_game(rng: Random, position: Position) -> Line:
    """Some turns, without the players' names, which change."""
    line = list[Turn]()
    while len(line) < 4 and (turn := random_turn(rng, position)) is not None:
        line.append(turn._replace(player=None, drawn=None))
        position = position.after(turn)
    return tuple(line)


def puzzles(game: str, count: int, seed: int) -> list[Puzzle]:
    rng, found = Random(f"{game}/{seed}"), list[Puzzle]()
    tasks = DUEL if GAMES[game].is_duel else TEAM
    while len(found) < count:
        puzzle = random_puzzle(rng, game, tasks[len(found) % len(tasks)])
        if puzzle is not None and is_worth_a_look(puzzle):
            found.append(puzzle)
    return found


def is_worth_a_look(puzzle: Puzzle) -> bool:
    """Are some first turns right and some wrong?  Of a played game: did a turn give the win away?"""
    if puzzle.task.name == "where-lost":
        return rate(puzzle).features["turns"] > 0
    view = viewer_of(puzzle.position, puzzle.task).view(puzzle.position, 0)
    return view is not None and 0 < len(view.rights) < len(view)


# --- the same puzzle in other forms


def other_forms(rng: Random, puzzle: Puzzle) -> list[Puzzle]:
    """Reflected, colours exchanged, like piles in reverse order, players renamed."""
    position, forms = puzzle.position, list[Puzzle]()
    every = list(symmetries(position.rules))
    for symmetry in [every[-1], *rng.sample(every, min(2, len(every)))]:
        forms.append(
            Puzzle("turned", symmetry.position(position), puzzle.task, played=symmetry.line(puzzle.played)),
        )
    forms.append(with_piles_reversed(puzzle))
    if not puzzle.played:
        forms.append(Puzzle("renamed", mover_first(position), puzzle.task))
    return forms


def with_piles_reversed(puzzle: Puzzle) -> Puzzle:
    """Like piles in reverse order."""
    position, rules = puzzle.position, puzzle.position.rules
    order: list[int] = []
    for start in range(0, len(position.tops), rules.ups + rules.downs):
        order += reversed(range(start, start + rules.ups))
        order += reversed(range(start + rules.ups, start + rules.ups + rules.downs))
    names = [pile.name for pile in rules.piles]
    new_name = {names[old]: names[new] for new, old in enumerate(order)}
    tops = tuple(position.tops[old] for old in order)
    turned = Position(rules, tops, position.hands, position.draws, position.to_move)
    played = tuple(
        turn._replace(plays=tuple(play._replace(pile=new_name[play.pile]) for play in turn.plays))
        for turn in puzzle.played
    )
    return Puzzle("piles", turned, puzzle.task, played=played)


def assert_same_in_every_form(game: str, count: int, seed: int) -> None:
    rng = Random(seed)
    for puzzle in puzzles(game, count, seed):
        rating, themes = rate(puzzle), themes_of(puzzle)
        for form in other_forms(rng, puzzle):
            assert rate(form) == rating, (puzzle, form)
            assert themes_of(form) == themes, (puzzle, form)


@pytest.mark.parametrize("game", GAMES)
def test_a_rating_is_the_same_in_every_form_of_the_puzzle(game: str) -> None:
    assert_same_in_every_form(game, count=4, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_rating_is_the_same_in_every_form_of_very_many(game: str) -> None:
    assert_same_in_every_form(game, count=80, seed=2)


def test_solvers_that_look_ahead_come_to_an_end() -> None:
    """Both sides have dozens of turns, and nobody is stuck soon: one was at work on this for minutes."""
    assert rate(played.puzzles()["duel-only"]).cut


def test_numbers_moved_apart_and_higher_decks_change_nothing() -> None:
    near = "the-game/2 | up: 20 60 | down: 30 2 | 1*: 21 25 | 2: 22 26"
    far = "the-game/2 | up: 10 80 | down: 35 2 | 1*: 13 25 | 2: 20 30"
    assert rate(Puzzle("near", position_of(near), Task("win"))) != rate(
        Puzzle("far", position_of(far), Task("win"))
    )  # 20 on 30
    apart = "the-game/2 | up: 10 80 | down: 37 2 | 1*: 13 25 | 2: 21 32"
    assert rate(Puzzle("apart", position_of(apart), Task("win"))) == rate(
        Puzzle("near", position_of(near), Task("win"))
    )


# --- what the views are made of


def slow_costs(view: TurnsView) -> dict[tuple[int, ...], tuple[int, int]]:
    """The price and the tricks of each turn, by going through every order of every turn, card by card."""
    position, prices = view.position, Prices(view.position)
    found: dict[tuple[int, ...], tuple[int, int]] = {}

    def go_on(turn: OpenTurn, price: int, tricks: int) -> None:
        if turn.may_end():
            plays = tuple(Play(card, position.rules.piles[pile].name) for card, pile in turn.laid)
            place = view.viewer.place(position.after(plays))
            found[place] = min(found.get(place, (price, tricks)), (price, tricks))
        for card, pile in turn.plays():
            more, trick = prices.of(turn, card, pile)
            go_on(turn.lay(card, pile), price + more, tricks + trick)

    go_on(position.open_turn, 0, 0)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_prices_agree_with_every_order_of_every_turn(game: str) -> None:
    seen = 0
    for puzzle in puzzles(game, 24, seed=3):
        if len(puzzle.position.hand) <= 3:
            view = viewer_of(puzzle.position, Task("only-turn")).view(puzzle.position, 0)
            assert view is not None
            quick = {view.viewer.place_after(view, at): (view.prices[at], view.tricks[at]) for at in range(len(view))}
            assert len(quick) == len(view)
            assert quick == slow_costs(view), puzzle
            seen += 1
    assert seen >= 5


@pytest.mark.parametrize("game", GAMES)
def test_right_turns_are_those_that_keep_the_task(game: str) -> None:
    for puzzle in puzzles(game, 16, seed=4):
        if puzzle.task.name == "where-lost":
            continue
        task_judge = TaskJudge(puzzle.position, puzzle.task)
        view = viewer_of(puzzle.position, puzzle.task).view(puzzle.position, 0)
        assert view is not None
        assert_right_turns(view, task_judge)


def assert_right_turns(view: TurnsView, task_judge: TaskJudge) -> None:
    kept = task_judge.solving_choices(view.position, 0)
    assert kept is not None
    assert UNDECIDED not in [view.right[at] for at in view.rights]
    places = {view.viewer.place(view.position.after(choice.turn)) for choice in kept}
    assert {view.viewer.place_after(view, at) for at in view.rights} == places, view.position
    assert all(view.right[at] == RIGHT for at in view.near_rights)


# --- what a rating must be like


def features(**given: float) -> dict[str, float]:
    return dict.fromkeys(NAMES, 0.0) | given


def test_more_of_anything_is_never_easier() -> None:
    for name in (*WEIGHTS, "insight"):
        for insight in (0.0, 0.2, 1.5, 4.9):
            usual = features(insight=insight, greedy=0.5, surprise=3, cards=8, trap=4)
            ratings = [rating_of(usual | {name: usual[name] + more}) for more in (0, 0.25, 0.5, 1, 5, 50)]
            assert ratings == sorted(ratings), name
            assert 0 <= ratings[0] <= ratings[-1] <= 100


def test_what_greedy_play_solves_is_gentle() -> None:
    assert level_of(rating_of(features(surprise=50, trap=50, plausible=50))) == "gentle"
    assert [level_of(rating_of(features(insight=n))) for n in range(5)] == list(LEVELS)
    easy = rate(Puzzle("", position_of("the-game/1 | up: 20 99 | down: 2 3 | 1*: 21 22 23"), Task("win")))
    assert (easy.features["greedy"], easy.level) == (0, "gentle")


def test_a_forced_tail_adds_little() -> None:
    short = rate(Puzzle("", position_of("the-game/2 | up: 98 16 | down: 2 61 | 1*: 85 90 96 | 2: 94"), Task("win")))
    long = rate(Puzzle("", position_of("the-game/2 | up: 98 16 | down: 2 61 | 1*: 85 90 96 99 | 2: 94"), Task("win")))
    assert abs(short.value - long.value) <= 10


def test_more_wrong_turns_that_look_right_are_not_easier() -> None:
    """A second dead pile to choose from makes no difference; a card more that may be laid too soon does."""
    few = rate(Puzzle("", position_of("quick-and-easy-pro/2 | up: r5 | down: b1 | 1*: r4 g9 | 2: s6"), Task("win")))
    more = rate(Puzzle("", position_of("quick-and-easy/2 | up: r5 | down: b1 | 1*: r4 g9 | 2: s6"), Task("win")))
    assert few.features["surprise"] <= more.features["surprise"]


def test_a_lost_game_is_easier_to_judge_where_the_losing_turn_is_wasteful() -> None:
    position = position_of("quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9")
    lost = Puzzle("", position, Task("where-lost"), played=parse_line("1: s1@down; 2: r3@up"))
    assert rate(lost).features["greedy_turn"] == 1
    assert rate(lost).value > 0
    nothing_lost = Puzzle("", position, Task("where-lost"), played=parse_line("1: b5@down"))
    assert rate(nothing_lost).value == 0


def test_every_level_is_a_rating() -> None:
    options = {kind.name for kind in TASKS.values() if kind.asks_option}  # test_puzzle_options
    assert set(TASKS) == {*TEAM, *DUEL, "fewest-turns", "safe-turn", *options}
    assert [level_of(rating) for rating in (0, 20, 40, 60, 80)] == list(LEVELS)


def test_a_whole_deal_is_rated_within_its_bounds() -> None:
    deal = solver.deal("quick-and-easy", 2, 3).position()
    rating = rate(Puzzle("deal", deal, Task("win")))
    assert rating.cut
    assert 0 <= rating.value <= 100


def test_an_unknown_order_is_refused() -> None:
    hidden = position_of("quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw?: y9 b1")
    with pytest.raises(solver.DoesNotAddUp, match="order of the draw pile"):
        rate(Puzzle("", hidden, Task("win")))


# --- the verb


def run(*words: str) -> tuple[int, str]:
    app = typer.Typer()
    app.command()(rate_verb)
    result = CliRunner().invoke(app, list(words))
    if isinstance(result.exception, solver.TenbackError):
        return 2, str(result.exception)
    return result.exit_code, result.stdout


POSITION = "quick-and-easy/2 | up: r7 | down: b4 | 1*: b5 s1 | 2: r3 g2 | draw: y9"


def test_the_verb_rates_a_position() -> None:
    status, text = run(POSITION, "--task", "only-turn")
    assert status == 0
    assert text.startswith("position: 3 gentle  (only-turn)\n  insight 0, surprise 0.4594, greedy 0,")
    import json

    status, text = run(POSITION, POSITION, "--json")
    found = json.loads(text)
    assert (status, len(found)) == (0, 2)
    assert set(found[0]) == {"id", "task", "rating", "level", "themes", "features", "cut"}
    assert list(found[0]["features"]) == list(NAMES)


def test_the_verb_writes_ratings_and_keeps_comments(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'format = 1\ntitle = "Mine"\n\n# the first\n[[puzzle]]\nid = "one"\ntask = "win"  # lay all\n'
        f'position = "{POSITION}"\nrating = 99\n',
        encoding="utf-8",
    )
    assert run(str(file), "--write")[0] == 0
    text = file.read_text(encoding="utf-8")
    assert "# the first" in text
    assert "# lay all" in text
    assert "rating = 5\n" in text


@pytest.mark.parametrize(
    ("words", "culprit"),
    [
        ((POSITION, "--task", "win-in:2"), "quick-and-easy knows"),
        ((POSITION, "--task", "where-lost"), "no game that was played"),
        ((POSITION, "--task", "lose"), "'lose' is not a task"),
        ((POSITION, "--write"), "not a collection"),
        (("nowhere.toml",), "nowhere.toml"),
        (("nowhere.toml", "--task", "win"), "have their own tasks"),
    ],
)
def test_bad_input_is_named(words: tuple[str, ...], culprit: str) -> None:
    status, message = run(*words)
    assert status == 2
    assert culprit in message


# --- the documentation

PAGE = (Path(__file__).parents[1] / "docs" / "rating.md").read_text(encoding="utf-8")


def test_the_page_tells_the_weights_the_scale_and_the_themes() -> None:
    for name in NAMES:
        (row,) = re.findall(rf"^\| `{name}` \|.*\| (\S+) \|$", PAGE, re.MULTILINE)
        assert row == (f"{WEIGHTS[name]:g}" if name in WEIGHTS else "–"), name
    assert f"19 × (1 - 2 ^ (-points / {HALF:g}))" in PAGE
    assert ", ".join(map(str, TABLES)) in PAGE
    for name, theme in THEMES.items():
        assert f"| `{name}` | {theme.says} |" in PAGE


def test_the_examples_of_the_page_are_true() -> None:
    (shown,) = re.findall(r"```console\n\$ (.*)\n((?:.*\n)*?)```", PAGE)
    status, text = run(*shlex.split(shown[0])[3:])
    assert (status, text) == (0, shown[1])
    (code,) = re.findall(r"```python\n((?:.*\n)*?)```", PAGE)
    exec(compile(code, "rating.md", "exec"), {})
