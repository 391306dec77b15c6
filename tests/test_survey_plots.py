"""Plots of surveys: axes that can be read, titles, units; told apart without colours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench.winnability import PAGE, PARTS, on_the_page
from solver.survey.report import Summary

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

from matplotlib import pyplot  # noqa: E402

from solver.survey.plot import draw, plot  # noqa: E402


@pytest.fixture
def axes() -> Iterator[Any]:
    figure, axes = pyplot.subplots()
    yield axes
    pyplot.close(figure)


def page(name: str) -> list[Summary]:
    return on_the_page(PAGE.read_text(encoding="utf-8"), name)


def ticks(axes: Any) -> list[str]:
    """What stands beside the axis upward, as it is drawn."""
    axes.figure.canvas.draw()
    assert axes.yaxis.get_offset_text().get_text() == ""
    low, high = axes.get_ylim()
    return [tick.get_text() for tick in axes.get_yticklabels() if low <= tick.get_position()[1] <= high]


def test_shares_near_a_hundred_percent_are_plain_numbers(axes: Any) -> None:
    """They were 0.2, 0.4, … with "1e-5+9.999e-1" above the axis."""
    found = [one for one in page("quick-and-easy") if one.survey.game == "quick-and-easy" and one.survey.players > 1]
    draw(axes, found, lost=False)
    words = ticks(axes)
    assert len(words) >= 3
    assert all(re.fullmatch(r"99\.99\d+|100\.0+", word) for word in words)
    assert len(set(words)) == len(words)
    assert axes.get_ylabel().endswith("in %")
    assert axes.get_title(loc="left").splitlines()[0] == "Deals that can be won: The Game Quick & Easy"


def test_what_is_lost_is_counted_in_a_million(axes: Any) -> None:
    draw(axes, page("quick-and-easy"), lost=True)
    assert {"10", "1,000", "100,000"} <= set(ticks(axes))
    assert "in a million" in axes.get_ylabel()
    assert axes.get_xlabel() == "players"


def test_where_nothing_is_lost_there_is_still_a_scale(axes: Any) -> None:
    draw(axes, page("the-game"), lost=True)
    assert len(ticks(axes)) >= 2
    assert "hollow: none was lost" in axes.get_title(loc="left")


def test_the_axis_along_says_what_it_counts(axes: Any) -> None:
    draw(axes, page("solo-hands"), lost=False)
    assert axes.get_xlabel() == "hand: cards in a full hand"
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["2", "3", "4", "5", "6", "7", "8"]


def test_lines_differ_without_colour(axes: Any) -> None:
    draw(axes, page("extreme"), lost=True)
    assert len({line.get_marker() for line in axes.get_lines()}) == 2


def test_a_name_of_its_own_and_a_long_one(axes: Any) -> None:
    named = [
        replace(one, survey=replace(one.survey, title="A name " * 12 + ": the-game/1")) for one in page("solo-hands")
    ]
    draw(axes, named, lost=False)
    title = axes.get_title(loc="left")
    assert "A name A name" in title
    assert max(map(len, title.splitlines())) <= 75


@pytest.mark.parametrize("ending", [".svg", ".png", ".pdf"])
def test_files_for_print(tmp_path: Path, ending: str) -> None:
    """Letters are outlines or embedded; the same figures give the same bytes."""
    path, again = tmp_path / f"a{ending}", tmp_path / f"b{ending}"
    for target in (path, again):
        plot(page("extreme"), target, lost=True)
    content = path.read_bytes()
    assert content == again.read_bytes()
    if ending == ".svg":
        assert b"<text" not in content
    if ending == ".pdf":
        assert b"/FontFile2" in content


def test_the_plots_of_the_page_are_of_this_kind() -> None:
    for name in PARTS:
        drawn = (PAGE.parent / f"winnability-{name}.svg").read_text(encoding="utf-8")
        assert "Deals that can" in drawn
