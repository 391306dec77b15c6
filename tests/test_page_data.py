"""What the page is made of: its words, its data, its verdicts against the judge's, and what cannot be made a page."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from puzzles.answers.answer import TaskJudge
from puzzles.page import page_html
from puzzles.page.build import SCRIPTS, as_script_data, part
from puzzles.page.export import collection_data, digest_of, puzzle_data
from puzzles.page.judged import MOST_POSITIONS, MOST_REFUTED, SECONDS, judge_puzzle
from puzzles.page.keys import position_key
from puzzles.page.tables import plays_data, table_of
from puzzles.page.words import page_words
from puzzles.puzzle import Collection, Puzzle, Task
from solver import AgainstTheRules, DoesNotAddUp, Position, Turn, Unreadable, parse_line
from solver.rules.turns import OpenTurn
from tests.browser import node
from tests.page_puzzles import BLUE, BLUE_LINE, PUZZLES, position
from tests.strategies import random_turn

DRIVER = Path(__file__).with_name("page_judge.js")
PLAYED = [puzzle for puzzle in PUZZLES if not (puzzle.task.kind.asks_where or puzzle.task.kind.asks_option)]

# --- the page's judge against the judge


def verdict(task_judge: TaskJudge, puzzle: Puzzle, position: Position, turns: int) -> str:
    """What the judge says of a position after so many turns, in the page's words."""
    if turns and task_judge.solved(position, turns):
        return "solved"
    if puzzle.task.kind.first_turn_only and turns:
        return "failed"
    allowed = puzzle.task.turns if puzzle.task.kind.counts_turns else None  # of a team's turns the judge says "lost"
    over = allowed is not None and turns >= 2 * allowed - 1
    if position.outcome is not None or over:
        return "failed"
    return "keeps" if task_judge.keeps(position, turns) else "lost"


class Played:
    """A random game of a puzzle as the page would let it be played, and what is to be said of it."""

    def __init__(self, rng: Random, puzzle: Puzzle, task_judge: TaskJudge, replies: dict[str, Turn]) -> None:
        self.rng, self.puzzle, self.task_judge, self.replies = rng, puzzle, task_judge, replies
        self.positions, self.turns = [puzzle.position], list[Turn]()
        for _ in range(rng.randint(0, 6)):
            if not self.goes_on() or not self.play():
                break

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def goes_on(self) -> bool:
        stands = verdict(self.task_judge, self.puzzle, self.position, len(self.turns))
        return stands in ("keeps", "lost")

    def play(self) -> bool:
        """One more turn; against an opponent the page replies."""
        contest = self.puzzle.task.name == "win-in" and len(self.turns) % 2
        key = f"{position_key(self.position)}/{len(self.turns)}"
        turn = self.replies.get(key) if contest else random_turn(self.rng, self.position)
        if turn is None:
            return False
        self.turns.append(turn)
        self.positions.append(self.position.after(turn))
        return True

    def open_turn(self) -> OpenTurn:
        """Some cards of the next turn already laid."""
        turn = self.position.open_turn
        for _ in range(self.rng.randint(0, 2)):
            if plays := list(turn.plays()):
                turn = turn.lay(*self.rng.choice(plays))
        return turn

    def best(self, turn: OpenTurn) -> str:
        """What the turn under way can come to, by trying every way to complete it."""
        for lays in turn.turns():
            ended = self.position.open_turn
            for card, pile in lays:
                ended = ended.lay(card, pile)
            after = self.position.after(self.position.ended(ended))
            if verdict(self.task_judge, self.puzzle, after, len(self.turns) + 1) in ("keeps", "solved"):
                return "keeps"
        return "lost"


@pytest.fixture
def without_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a puzzle may take more than the seconds that a page allows."""
    monkeypatch.setattr(judge_puzzle, "__defaults__", (MOST_POSITIONS, 600.0))


@pytest.mark.usefixtures("without_clock")
@pytest.mark.parametrize("puzzle", PLAYED, ids=lambda puzzle: puzzle.id)
def test_the_pages_judge_says_what_the_keeper_says(puzzle: Puzzle) -> None:
    seen = seen_by_both(puzzle, 60)
    assert seen & {"keeps", "solved"}
    assert seen & {"lost", "failed"}


def seen_by_both(puzzle: Puzzle, lines_of_play: int) -> set[str]:
    """Random lines of a puzzle: the page's judge must say of all what Python's says.  What was said of them."""
    rng, task_judge, judged = Random(puzzle.id), TaskJudge(puzzle.position, puzzle.task), judge_puzzle(puzzle)
    assert judged.decided is None
    index = puzzle.position.rules.card_indices
    lines: list[str] = [json.dumps({"puzzle": puzzle_data(puzzle, 5000), "table": table_of(puzzle.position.rules)})]
    expected = []
    for _ in range(lines_of_play):
        played = Played(rng, puzzle, task_judge, judged.replies)
        turn = played.open_turn() if played.goes_on() and own_turn(played) else played.position.open_turn
        stands = [verdict(task_judge, puzzle, position, at) for at, position in enumerate(played.positions)]
        best = played.best(turn) if played.goes_on() and own_turn(played) else None
        lost = next((at for at, said in enumerate(stands) if said in ("lost", "failed")), None)
        expected.append((stands, best, lost))
        turns = [plays_data(puzzle.position.rules, turn) for turn in played.turns]
        lines.append(json.dumps({"turns": turns, "lays": [(index[card], pile) for card, pile in turn.laid]}))
    said = asked_of_node(lines)
    for (stands, best, lost), answer in zip(expected, said, strict=True):
        assert (answer["after"], answer["lost"]) == (stands, lost)
        assert best in (None, answer["best"])
    return {stand for stands, _, _ in expected for stand in stands[1:]}


def own_turn(played: Played) -> bool:
    """Is the person to lay?"""
    return played.puzzle.task.name != "win-in" or len(played.turns) % 2 == 0


def asked_of_node(lines: list[str]) -> list[dict[str, Any]]:
    run = subprocess.run([node(), str(DRIVER)], input="\n".join(lines), capture_output=True, text=True, timeout=120)
    assert not run.stderr, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_a_cut_list_says_how_far_it_is_complete() -> None:
    whole, cut = judge_puzzle(PUZZLES[1]), judge_puzzle(PUZZLES[1], most=250)
    assert whole.decided is None
    assert cut.decided == 1
    assert set(cut.keeping) < set(whole.keeping)
    after = PUZZLES[1].position
    for turn in PUZZLES[1].solution:  # the author's line is never lost
        after = after.after(turn)
        assert position_key(after) in cut.keeping


# --- words


def test_every_word_that_the_page_asks_for_is_there_in_both_languages() -> None:
    known = page_words()
    script = "\n".join(part(name) for name in SCRIPTS)
    asked = set(re.findall(r'"((?:ui|say|table|refused|neither|rules|help|hint|answer)\.[\w.-]+)"', script))
    assert len(asked) > 80
    for words in known.values():
        for key in asked:
            assert key in words, f"{key} is asked for"
    assert known["en"].keys() == known["de"].keys()


def test_both_languages_have_the_same_blanks() -> None:
    known = page_words()
    for key, text in known["en"].items():
        assert blanks(text) == blanks(known["de"][key]), key


def blanks(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


# --- data


def test_no_text_can_end_the_script_that_holds_it() -> None:
    text = as_script_data({"title": "</script><!-- & \u2028"})
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text) == {"title": "</script><!-- & \u2028"}


def test_the_page_is_the_same_every_time() -> None:
    collection = Collection("Twice", (PUZZLES[0], *PUZZLES[2:5]))
    assert page_html(collection) == page_html(collection)


def test_progress_belongs_to_what_is_solved_and_not_to_its_title() -> None:
    blue = PUZZLES[0]
    assert digest_of(replace(blue, title="Other", notes="Other", id="other")) == digest_of(blue)
    assert digest_of(replace(blue, task=Task("only-turn"))) != digest_of(blue)
    assert digest_of(replace(blue, position=position(BLUE.replace("y9", "g9")))) != digest_of(blue)


def test_the_page_tells_how_far_it_is() -> None:
    heard: list[tuple[int, int]] = []
    page_html(Collection("Two", (PUZZLES[0], PUZZLES[-1])), tell=lambda done, of: heard.append((done, of)))
    assert heard == [(1, 2), (2, 2)]


def test_what_cannot_be_played_is_refused_by_name() -> None:
    def refused(error: type[Exception], message: str, **changes: Any) -> None:
        puzzle = replace(PUZZLES[0], **changes)
        with pytest.raises(error, match=message):
            page_html(Collection("Bad", (puzzle,)))

    played = parse_line("1: s1@down")
    refused(AgainstTheRules, "^puzzle blue: ", solution=parse_line("1: b5@up"))
    refused(DoesNotAddUp, "^puzzle blue: lost_at=None", task=Task("where-lost"), played=played)
    refused(DoesNotAddUp, "^puzzle blue: lost_at=2", task=Task("where-lost"), played=played, lost_at=2)
    unordered = position(BLUE.replace("draw: y9", "draw?: y9 g7"))
    refused(DoesNotAddUp, "^puzzle blue: .*order", position=unordered, solution=())
    with pytest.raises(Unreadable, match="language 'fr'"):
        page_html(Collection("Bad"), "fr")


def test_a_collection_without_puzzles_makes_a_page() -> None:
    assert "<title>Nothing</title>" in page_html(Collection("Nothing"))


def test_the_same_position_may_be_several_puzzles() -> None:
    only = Puzzle("only", position(BLUE), Task("only-turn"), parse_line(BLUE_LINE))
    assert len(collection_data(Collection("Both", (PUZZLES[0], only)), "en")["tables"]) == 1  # it serves both


def test_what_the_documentation_shows_runs() -> None:
    text = (Path(__file__).parents[1] / "docs" / "page.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, {})


def test_the_documentation_gives_the_bounds_that_are_in_force() -> None:
    text = (Path(__file__).parents[1] / "docs" / "page.md").read_text(encoding="utf-8")
    for bound in (
        f"{MOST_POSITIONS:,} of a puzzle",
        f"at most {SECONDS:g} seconds",
        f"first {MOST_REFUTED} that do not",
    ):
        assert bound in text


def test_scripts_stay_short_too() -> None:
    for name in SCRIPTS:
        lines = part(name).splitlines()
        assert len(lines) <= 400, name
        assert max(map(len, lines)) <= 120, name
        assert "</script" not in part(name)
