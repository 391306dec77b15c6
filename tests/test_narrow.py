"""Nothing is broken in the middle of a word or a number, on screens of 80 and of 60 columns."""

from __future__ import annotations

import fcntl
import os
import re
import struct
import subprocess
import termios
from pathlib import Path

import pytest

from solver.screen import fitting, folded
from solver.search.limits import Progress
from solver.show.draw import search_text
from solver.table.line import _COLOURS
from solver.verbs.survey_output import fitting_columns
from tests.command import TENBACK, TIMEOUT, environment, forked

LONG = "the-game | up: 17 50 | down: 88 60 | 1*: 18 19 20 51 52 59 86 87"
HIDDEN = "the-game/2 | up: 17 1 | down: 88 100 | 1*: 5 9 20 | 2: ?6 | draw: ?40"
UNORDERED = "quick-and-easy | up: r7 | 1*: b5 s1 | draw?: g2 y9"
DRAWN = [
    ["games"],
    ["rules", "the-game-extreme"],
    ["rules", "face-to-face"],
    ["show", "the-game/5 #1"],
    ["show", "the-game-extreme/2 #1"],
    ["show", HIDDEN],
    ["show", HIDDEN.replace("the-game/", "the-game-extreme/")],
    ["analyze", UNORDERED],
    ["analyze", "quick-and-easy/2 #5", "--no-count"],
    ["analyze", "quick-and-easy | up: r7 | down: b4 | 1*: b5 s1", "--line", "s1@down"],
    ["advise", HIDDEN, "--samples", "20"],
    ["survey", "quick-and-easy", "--players", "2", "--deals", "1:20"],
    ["survey", "quick-and-easy", "--deals", "1:20", "--sweep", "hand=2:4"],
    ["survey", "compare", "quick-and-easy/2", "quick-and-easy/2 hand=3", "--deals", "1:20"],
    ["help", "statuses"],
]


def on_a_screen(words: list[str], width: int) -> str:
    """What a terminal of this width is sent, colours apart."""
    screen, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    process = subprocess.Popen(
        [TENBACK, *words], stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.DEVNULL, env=environment()
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            piece = os.read(screen, 4096)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    process.wait(TIMEOUT)
    os.close(screen)
    return _COLOURS.sub("", seen.decode()).replace("\r\n", "\n")


def words_of(text: str) -> list[str]:
    return re.findall(r"[\w.,@%+=-]+", text)


@pytest.mark.parametrize("width", [80, 60])
@pytest.mark.parametrize("words", DRAWN, ids=" ".join)
def test_lines_fit_and_no_word_is_broken(words: list[str], width: int) -> None:
    """A word of the narrow output is one of the wide output too."""
    narrow, wide = (forked(*words, columns=columns).stdout.decode() for columns in (width, 250))
    assert narrow
    assert max(map(len, narrow.splitlines())) <= width
    timeless = [word for word in words_of(narrow) if not re.search(r"\d", word) or "@" in word]
    known = set(words_of(wide)) | set(words_of("left out --json or a wider screen shows them"))
    assert {word.rstrip(",.") for word in timeless} <= {word.rstrip(",.") for word in known}


def test_a_deal_is_broken_between_cards_on_a_terminal_and_not_at_all_in_a_pipe(tmp_path: Path) -> None:
    whole = forked("deal", "the-game", "1", env={"COLUMNS": "60"}).stdout.decode()
    assert whole.count("\n") == 1
    shown = on_a_screen(["deal", "the-game", "1"], 60)
    assert max(map(len, shown.splitlines())) <= 60
    assert shown.split() == whole.split()
    file = tmp_path / "deal.txt"
    file.write_text(shown)
    assert forked("show", str(file), "--text").stdout.decode() == whole


def test_what_tells_how_it_goes_is_one_line() -> None:
    progress = Progress("seeking", 123_456_789, 3600.0, 97, 4 << 30, best=15, bound=13)
    for width in (40, 60, 78, 200):
        assert len(search_text(progress, width)) <= width
    assert search_text(progress, 200).endswith("4096 MB")
    assert fitting(["one", "two", "three"], 9) == "one, two"


def test_a_table_leaves_out_its_lesser_columns_first() -> None:
    lines = [[f"{'x' * 10}{column}" for column in range(11)], ["0"] * 11]
    everything, none = fitting_columns(lines, None)
    assert (len(everything), none) == (11, [])
    some, left_out = fitting_columns(lines, 80)
    assert sum(some.values()) + 2 * (len(some) - 1) <= 80
    assert left_out[0] == lines[0][10]
    assert 0 in some
    assert 7 in some  # the game and the share


def test_text_is_broken_between_words() -> None:
    assert folded("one two three", None) == "one two three"
    assert folded("one two three", 8, " ") == "one two\n three"
