"""Play with hidden cards against simple ideas of others, on the same fresh deals in one run.  The Game.

python -m bench.hidden --games 1000 --players 1:5                 win shares with intervals, and the ratio
python -m bench.hidden --calibration --games 1000 --output FILE   are the chances true?  with a picture
python -m bench.hidden --time --players 2 --output FILE           win share against time a turn, with a picture

Every game is refereed.  ``--output bench/results/hidden.md`` writes the table there, the figures beside it as JSON, the
pictures as SVG.  Times are those of this machine, one core.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.hidden_baselines import BASELINES, Baseline, play
from bench.machine import machine
from solver import verify
from solver.hidden.games import PlayedGames, Seats
from solver.hidden.nets import fitting
from solver.hidden.strengths import QUICK, STRENGTHS, STRONG, Strength, strength_named
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.survey.intervals import CONFIDENCE, binomial_interval
from solver.table.deal import deal
from solver.table.view import INFORMATION, OWN, Information, information_named

GAME = "the-game"
FIRST_DEAL = 50_000_001  # nothing was tuned on these
BINS = 10
SAMPLES = (2, 5, 10, 30, 100, 300)  # of the first round, for win share against time


@dataclass(frozen=True)
class Cell:
    """What a player reached at a table."""

    player: str
    information: str
    players: int
    games: int
    won: int
    cards_left: float
    ms_a_turn: float
    ratio: float | None = None  # to the best simple player with the same information

    @property
    def interval(self) -> tuple[float, float]:
        """Of the share won."""
        return binomial_interval(self.won, self.games, "clopper-pearson", CONFIDENCE)

    def row(self) -> str:
        """A line of the table."""
        low, high = (100 * share for share in self.interval)
        ratio = "" if self.ratio is None else f"{self.ratio:.1f}"
        return (
            f"| {self.players} | {self.information} | {self.player} | {100 * self.won / self.games:.1f}"
            f" | {low:.1f}–{high:.1f} | {self.cards_left:.1f} | {self.ms_a_turn:.3f} | {ratio} |"
        )

    def as_json(self) -> dict[str, Any]:
        """For files."""
        return {**vars(self), "share": self.won / self.games, "interval": self.interval}


HEAD = (
    "| players | information | player | won % | 95 % | cards left | ms a turn | ratio |\n"
    "| --- | --- | --- | --- | --- | --- | --- | --- |"
)


# --- games, each refereed


def baseline_cell(baseline: Baseline, rules: Rules, first: int, games: int) -> Cell:
    """Games of a simple player."""
    lefts, turns, seconds = list[int](), 0, 0.0
    for number in range(first, first + games):
        began = time.perf_counter()
        line, left = play(baseline, rules, number)
        seconds += time.perf_counter() - began
        referee(rules, number, line, left)
        lefts.append(left)
        turns += len(line)
    won, mean = lefts.count(0), sum(lefts) / games
    return Cell(baseline.name, baseline.information, rules.players, games, won, mean, 1000 * seconds / turns)


def our_games(
    rules: Rules, information: Information, strength: Strength, first: int, games: int
) -> tuple[PlayedGames, float]:
    """Games of ours, and the seconds they took."""
    seats = Seats(rules, information, strength, fitting(rules).value)
    began = time.perf_counter()
    played = seats.play(first, games)
    seconds = time.perf_counter() - began
    for index, left in enumerate(played.left.tolist()):
        position = deal(GAME, rules.players, first + index, rules.overrides()).position()
        referee(rules, first + index, played.line(index, position), left)
    return played, seconds


def our_cell(rules: Rules, information: Information, strength: Strength, first: int, games: int) -> Cell:
    """The same as a cell."""
    played, seconds = our_games(rules, information, strength, first, games)
    won, turns = int((played.left == 0).sum()), int(played.turns.sum())
    mean, ms = float(played.left.mean()), 1000 * seconds / turns
    return Cell(strength.name, information.name, rules.players, games, won, mean, ms)


def referee(rules: Rules, number: int, line: Any, left: int) -> None:
    """Refuse a game that is not legal, or not what it is said to be."""
    position = deal(GAME, rules.players, number, rules.overrides()).position()
    judgement = verify(position, line)
    if not judgement.legal or judgement.won is not (left == 0):  # None: given up too soon
        raise SystemExit(f"deal {number}, {rules.players} players: {judgement}")


# --- the comparison


def compared(players: Sequence[int], first: int, games: int, strengths: Sequence[Strength]) -> Iterator[Cell]:
    """Simple players and ours on the same deals."""
    for count in players:
        rules = Rules.of(GAMES[GAME], count)
        best: dict[str, float] = {}
        for baseline in BASELINES if count > 1 else BASELINES[:2]:
            cell = baseline_cell(baseline, rules, first, games)
            best[cell.information] = max(best.get(cell.information, 0), cell.won)
            yield cell
        for information in INFORMATION.values() if count > 1 else (OWN,):
            for strength in strengths:
                cell = our_cell(rules, information, strength, first, games)
                simple = best.get(cell.information, 0)
                yield replace(cell, ratio=cell.won / simple if simple else None)


# --- calibration


@dataclass(frozen=True)
class Calibration:
    """What was thought and what came, in ten bins, and the Brier score."""

    name: str
    counts: list[int]
    thought: list[float]
    came: list[float]
    brier: float

    @classmethod
    def of(cls, name: str, thought: npt.NDArray[Any], came: npt.NDArray[Any]) -> Calibration:
        """From the chance seen at every turn, and whether its game was won."""
        bins = np.minimum((thought * BINS).astype(int), BINS - 1)
        counts = np.bincount(bins, minlength=BINS)
        total = np.maximum(counts, 1)
        means = [np.bincount(bins, weights=values, minlength=BINS) / total for values in (thought, came)]
        return cls(name, counts.tolist(), means[0].tolist(), means[1].tolist(), float(np.mean((thought - came) ** 2)))

    def rows(self) -> list[str]:
        """The table of one player."""
        lines = [f"{self.name}: Brier score {self.brier:.4f}", "", "| said % | turns | mean % | won % |"]
        lines.append("| --- | --- | --- | --- |")
        for at, (count, said, came) in enumerate(zip(self.counts, self.thought, self.came, strict=True)):
            shown = f"{100 * said:.1f} | {100 * came:.1f}" if count else "– | –"
            lines.append(f"| {10 * at}–{10 * at + 10} | {count:,} | {shown} |")
        return [*lines, ""]


def calibrations(
    players: Sequence[int], first: int, games: int, information: Information, strengths: Sequence[Strength]
) -> Iterator[Calibration]:
    """One for each table and strength that sees chances."""
    for count in players:
        rules = Rules.of(GAMES[GAME], count)
        for strength in strengths:
            played, _ = our_games(rules, information, strength, first, games)
            seen = np.arange(played.thought.shape[1])[None, :] < played.turns[:, None]
            came = np.broadcast_to((played.left == 0)[:, None], seen.shape)
            name = f"{strength.name}, {count} players, {information.name}"
            yield Calibration.of(name, played.thought[seen].astype(float), came[seen].astype(float))


# --- win share against time


def growing(samples: Sequence[int]) -> Iterator[Strength]:
    """The strengths as they are, and the search with more and more redeals."""
    yield from (strength for strength in STRENGTHS.values() if strength.ahead is None)
    assert STRONG.ahead is not None
    for count in samples:
        yield replace(STRONG, name=f"search of {count}", ahead=replace(STRONG.ahead, samples=count))


# --- pictures


def draw_calibration(found: Sequence[Calibration], path: Path) -> None:
    """What came against what was said."""
    with picture(path, "the chance said", "the share won") as axes:
        axes.plot([0, 1], [0, 1], color="0.6", linewidth=1)
        for one in found:
            kept = [at for at, count in enumerate(one.counts) if count]
            axes.plot([one.thought[at] for at in kept], [one.came[at] for at in kept], marker="o", label=one.name)


def draw_time(cells: Sequence[Cell], path: Path) -> None:
    """Win share against time, a line for each number of players."""
    with picture(path, "ms a turn", "the share won") as axes:
        axes.set_xscale("log")
        for count in sorted({cell.players for cell in cells}):
            mine = [cell for cell in cells if cell.players == count]
            shares = [cell.won / cell.games for cell in mine]
            around = [[s - c.interval[0] for s, c in zip(shares, mine, strict=True)]]
            around.append([c.interval[1] - s for s, c in zip(shares, mine, strict=True)])
            times = [cell.ms_a_turn for cell in mine]
            axes.errorbar(times, shares, yerr=around, marker="o", capsize=2, label=f"{count} players")


class picture:
    """A picture that is written when it is done."""

    def __init__(self, path: Path, across: str, up: str) -> None:
        self.path, self.words = path, (across, up)

    def __enter__(self) -> Any:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        self.figure, axes = pyplot.subplots(figsize=(6.3, 4.2))
        axes.set_xlabel(self.words[0])
        axes.set_ylabel(self.words[1])
        axes.grid(alpha=0.3)
        return axes

    def __exit__(self, *_: object) -> None:
        from matplotlib import pyplot

        self.figure.axes[0].legend()
        self.figure.tight_layout()
        self.figure.savefig(self.path, metadata={"Date": None})
        pyplot.close(self.figure)


# --- the command


def players_of(text: str) -> range:
    """``1:5`` or ``2``."""
    first, _, last = text.partition(":")
    return range(int(first), int(last or first) + 1)


def parsed() -> argparse.Namespace:
    """The arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players", type=players_of, default=range(1, 6), metavar="1:5")
    parser.add_argument("--first", type=int, default=FIRST_DEAL, help="the first deal")
    parser.add_argument("--strengths", type=strength_named, nargs="+", default=list(STRENGTHS.values()))
    parser.add_argument("--information", type=information_named, default=OWN, help="for --calibration and --time")
    parser.add_argument("--samples", type=int, nargs="+", default=SAMPLES, help="for --time")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--calibration", action="store_true")
    kind.add_argument("--time", action="store_true")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE.md")
    return parser.parse_args()


def said(lines: Iterator[str]) -> list[str]:
    """Print as they come, and keep."""
    kept = []
    for line in lines:
        print(line, flush=True)
        kept.append(line)
    return kept


def table_of(cells: Iterator[Cell], kept: list[Cell]) -> Iterator[str]:
    """The lines of a table; what they say is kept."""
    yield HEAD
    for cell in cells:
        kept.append(cell)
        yield cell.row()


def main() -> None:
    """Play, print, write."""
    asked = parsed()
    cells, found = list[Cell](), list[Calibration]()
    if asked.calibration:
        seeing = [strength for strength in asked.strengths if strength.width.judge == QUICK.width.judge]
        found += calibrations(asked.players, asked.first, asked.games, asked.information, seeing)
        lines = said(line for one in found for line in one.rows())
    elif asked.time:
        tables = [Rules.of(GAMES[GAME], count) for count in asked.players]
        measured = (
            our_cell(rules, asked.information, strength, asked.first, asked.games)
            for rules in tables
            for strength in growing(asked.samples)
        )
        lines = said(table_of(measured, cells))
    else:
        lines = said(table_of(compared(asked.players, asked.first, asked.games, asked.strengths), cells))
    if asked.output:
        write(asked.output, lines, cells, found, asked)


def write(path: Path, lines: list[str], cells: list[Cell], found: list[Calibration], asked: argparse.Namespace) -> None:
    """The table, the figures, the picture."""
    facts = {"machine": machine(), "games": asked.games, "first": asked.first}
    figures = [cell.as_json() for cell in cells] or [vars(one) for one in found]
    path.with_suffix(".json").write_text(json.dumps({**facts, "figures": figures}, indent=1) + "\n")
    last = f"`python -m bench.hidden`, deals {asked.first:,} and on, {asked.games:,} games a row. Taken on: "
    taken = ", ".join(f"{name} {value}" for name, value in machine().items())
    if found:
        draw_calibration(found, path.with_suffix(".svg"))
    elif asked.time:
        draw_time(cells, path.with_suffix(".svg"))
    path.write_text("\n".join([*lines, "", f"{last}{taken}.", ""]))


if __name__ == "__main__":
    main()
