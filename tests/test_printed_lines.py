"""What ``solve`` prints goes into ``verify`` and ``analyze --line`` as it is; piles are named as players do."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console, Group

import solver
from solver.errors import Unreadable
from solver.show.draw import draw_line
from solver.table.line import _COLOURS
from tests.command import forked

DEALS = ("the-game/1 #3", "the-game-extreme/2 #1", "quick-and-easy/2 #5")
DUEL = "face-to-face | A.up: 17 | A.down: 40 | B.up: 9 | B.down: 60 | A: 5 18 | B*: 7 8 10 | B.draw: 44"
SHORT = "quick-and-easy/1 | up: r7 | down: b4 | 1*: b5 s1 | draw: y9"


@pytest.mark.parametrize("source", [*DEALS, DUEL, SHORT])
def test_what_solve_prints_can_be_verified(source: str, tmp_path: Path) -> None:
    printed = forked("solve", source).stdout
    file = tmp_path / "answer.txt"
    file.write_bytes(printed)
    for line, stdin in ((str(file), b""), ("-", printed), (printed.decode(), b"")):
        done = forked("verify", source, line, stdin=stdin)
        assert (done.returncode, done.stderr) == (0, b""), done
    assert forked("verify", source, "-", stdin=forked("solve", source, "--json").stdout).returncode == 0


def test_what_solve_prints_can_be_analysed() -> None:
    for printed in (forked("solve", SHORT).stdout, forked("solve", SHORT, "--json").stdout):
        done = forked("analyze", SHORT, "--line", "-", stdin=printed)
        assert done.returncode == 0
        assert b"no turn gave a win away" in done.stdout


def as_on_a_terminal(line: solver.Line, width: int) -> str:
    """In colour, and folded."""
    screen = Console(width=width, force_terminal=True, color_system="standard", file=io.StringIO(), highlight=False)
    screen.print(Group("[bold]winnable[/bold]", draw_line(line), "[dim]1,234 states, 0.015 s[/dim]"))
    assert isinstance(screen.file, io.StringIO)
    return screen.file.getvalue()


@pytest.mark.parametrize("width", [30, 44, 60, 80, 200])
def test_lines_read_back_however_they_were_wrapped_and_coloured(width: int) -> None:
    line = solver.parse_line("1: 37@up1 48@up1 49@up1 50@up1 51@up1 52@down2 +44 +3 +99 +12 +13; 2: 5@down2 15@down2 +")
    printed = as_on_a_terminal(line, width)
    assert "\x1b[" in printed
    plain = _COLOURS.sub("", printed)
    assert max(map(len, plain.splitlines())) <= width
    told = tuple(turn if turn.drawn else turn._replace(drawn=None) for turn in line)  # nothing drawn: nothing said
    assert solver.parse_line(printed) == told
    assert solver.parse_line(" ".join(plain.split())) == told  # as an unquoted variable leaves it


def test_a_turn_is_one_line_in_a_pipe() -> None:
    line = "21@up1 32@up1 43@up1 54@up1 65@up1 76@up1 87@up1 98@up1"
    shown = str(solver.drawn(solver.parse_line(f"1: {line} +10 +11 +12 +13 +14 +15 +16 +17 +18 +19")))
    assert len(shown) > 100
    assert "\n" not in shown


@pytest.mark.parametrize("word", ["unwinnable", "unknown"])
def test_an_answer_without_a_line_says_so(word: str) -> None:
    with pytest.raises(Unreadable, match=f"'{word}': this answer has no line of play in it"):
        solver.parse_line(f"{word}\nexhaustive search: 7 states\n7 states, 0.001 s\n")


def test_a_won_position_needs_no_turn() -> None:
    won = "quick-and-easy/1 | up: r7 | down: b4"
    assert forked("verify", won, "-", stdin=forked("solve", won).stdout).returncode == 0


# --- piles as players name them

TABLE = "the-game | up: 17 50 | down: 88 60 | 1*: 20 49 70 87"


@pytest.mark.parametrize(
    ("line", "settled"),
    [
        ("20@up 87@down", "20@up1 87@down1"),
        ("20@U1 87@D1", "20@up1 87@down1"),
        ("20@↑ 87@↓", "20@up1 87@down1"),
        ("20@u1 49@u; 87@d 70@d1", "20@u1 49@up1; 87@down1 70@d1"),
        ("20@left", "20@left"),
        ("99@up", "99@up1"),
    ],
)
def test_a_pile_is_the_only_one_of_its_name_that_will_do(line: str, settled: str) -> None:
    position = solver.load(TABLE)
    assert isinstance(position, solver.Position)
    assert solver.format_line(solver.load_line(line, position)) == settled


def test_like_piles_that_show_the_same_need_no_number() -> None:
    assert solver.verify("the-game highest=4 hand=3 | 1*: 2 3 4", "2@up 3@u1 4@u1").complete


def test_where_it_matters_which_pile_it_must_be_said() -> None:
    done = forked("verify", TABLE, "70@up 87@down")
    assert done.returncode == 2
    assert done.stderr == b"tenback: turn 1, play 1: 70@up can be 70@up1 or 70@up2: say which\n"


def test_short_piles_in_every_place_that_takes_a_line() -> None:
    duel = "face-to-face | A.up: 17 | A.down: 40 | B.up: 9 | B.down: 60 | A*: 18 20 | B: 7 8"
    assert json.loads(forked("verify", duel, "18@up 20@u", "--json").stdout)["winner"] == "A"
    assert b"A wins" in forked("solve", duel, "--refute", "18@up 20@u").stdout
    assert forked("analyze", duel, "--line", "18@↑ 20@a.u").returncode == 0


def test_a_turn_against_the_rules_is_the_referees_to_judge() -> None:
    done = forked("verify", "the-game | up: 90 95 | down: 3 8 | 1*: 20 30 50", "20@up 30@up; 50@nowhere")
    assert done.returncode == 1
    assert done.stdout.startswith(b"illegal: turn 1, play 1: ")
