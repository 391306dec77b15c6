"""docs/analysis.md does what it says."""

from __future__ import annotations

import re
import shlex

import pytest

from solver.analysis.choices import LEFT_STATES
from solver.analysis.count import MOST_STATES
from solver.analysis.orders import MOST_ORDERS
from solver.analysis.team_played import COUNTED_STATES
from solver.graph.build import MOST_NODES
from solver.graph.draw import MOST_PALE
from solver.verbs.analyze import ROWS
from solver.verbs.graph import PICTURE_WIDTH
from tests.command import forked
from tests.docs import blocks, page


def without_times(text: str) -> str:
    """What is the same on every machine."""
    return re.sub(r"\d+\.\d+ s\b", "… s", text)


@pytest.mark.parametrize("block", blocks("analysis.md", "console"))
def test_console_examples(block: str) -> None:
    command, _, shown = block.partition("\n")
    done = forked(*shlex.split(command.removeprefix("$ tenback ")))
    assert without_times(done.stdout.decode()) == without_times(shown)


@pytest.mark.parametrize("block", blocks("analysis.md", "python"))
def test_python_examples(block: str) -> None:
    exec(block, {})


def test_the_limits_are_those_of_the_page() -> None:
    text = page("analysis.md")
    for words in (
        f"({MOST_STATES:,} unless said otherwise)",
        f"in at most {LEFT_STATES:,} states",
        f"until {COUNTED_STATES:,} states",
        f"`--orders` of them ({MOST_ORDERS})",
        f"`--nodes` positions ({MOST_NODES})",
        f"({PICTURE_WIDTH}; those first",
        f"more than {MOST_PALE} of them",
        f"the best {ROWS}.",
    ):
        assert words in text, words
