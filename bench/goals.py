"""Figures of the goals and of both engines, written as JSON beside the machine they were taken on.

    python -m bench.goals turns -o bench/results/turns-full.json --limit 60        full deals of The Game, 1-5 players
    python -m bench.goals close -o FILE --limit 300       the same, stopped where line and bound are one turn apart
    python -m bench.goals bounds -o bench/results/turns-bounds.json --limit 35     the same, the proof alone
    python -m bench.goals short -o bench/results/turns-small.json                  Quick & Easy, 30 cards left
    python -m bench.goals left -o bench/results/cards-left.json                    lost deals: Quick & Easy, hand 4
    python -m bench.goals growth -o bench/results/growth.json                      both engines, 10 to 98 cards left
    python -m bench.goals plot bench/results/growth.json -o docs/growth.svg        the figures of growth as a plot

A row is one position; ``cpu`` are seconds of the processor, which a busy machine does not lengthen. Deals are numbered
deals; endgames are numbered deals played to a win of the ladder and cut where so many cards are left; *spoiled* ones
are played on from 40 cards left by turns chosen at random.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import solver
from bench.cpsat import deals, endgames
from bench.machine import machine
from solver.decide.solve import Engine
from solver.notation.source import starting_position
from solver.search.cpsat import solve_cpsat
from solver.search.goal_search import MOST_TURNS, FewestTurns
from solver.search.limits import Limits, Progress, Watch
from solver.search.team_codec import pack
from solver.table.position import Position
from solver.verdict import Goal

Row = dict[str, Any]
GROWTH = (10, 20, 30, 40, 50, 60, 98)
PLAYERS = (1, 2, 3, 4, 5)


def until(moment: float, gap: int = -1) -> Watch:
    """Interrupts a search once the processor has worked so long, or best and bound are so close."""

    def watch(progress: Progress) -> None:
        close = progress.best is not None and progress.bound is not None and progress.best - progress.bound <= gap
        if close or time.process_time() > moment:
            raise KeyboardInterrupt

    return watch


def measured(label: str, position: Position, goal: Goal, engine: Engine, limit: float, gap: int = -1) -> Row:
    """One position, one goal, one engine."""
    began = time.process_time()
    verdict = solver.solve(position, goal=goal, engine=engine, watch=until(began + limit, gap))
    cpu = time.process_time() - began
    best = len(verdict.line) if goal == "turns" else verdict.cards_left
    row = {
        "what": label,
        "cards": position.cards_left,
        "goal": goal,
        "engine": engine,
        "verdict": verdict.name,
        "best": best,
        "bound": verdict.bound,
        "optimal": verdict.optimal,
        "seconds": round(verdict.effort.seconds, 4),
        "cpu": round(cpu, 4),
    }
    print(json.dumps(row), flush=True)
    return row


def turns(count: int, limit: float, players: list[int], gap: int = -1) -> Iterator[Row]:
    """Full deals of The Game, each until line and bound are ``gap`` turns apart."""
    for seats in players:
        for number, position in enumerate(deals("the-game", seats, count), start=1):
            yield measured(f"the-game/{seats} #{number}", position, "turns", "auto", limit, gap)


def close(count: int, limit: float, players: list[int]) -> Iterator[Row]:
    """The same, each given up once line and bound are one turn apart."""
    yield from turns(count, limit, players, gap=1)


def bounds(count: int, limit: float, players: list[int]) -> Iterator[Row]:
    """Full deals of The Game: how far the proof of the fewest turns comes without the beams."""
    for seats in players:
        for number, position in enumerate(deals("the-game", seats, count), start=1):
            began = time.process_time()
            search = FewestTurns(*pack(position), Limits(watch=until(began + limit)))
            search.search(sys.maxsize, MOST_TURNS)
            row = {"what": f"the-game/{seats} #{number}", "bound": search.bound, "states": search.states}
            row["cpu"] = round(time.process_time() - began, 4)
            print(json.dumps(row), flush=True)
            yield row


def short(count: int, limit: float, players: list[int]) -> Iterator[Row]:
    """Quick & Easy deals and endgames of The Game, fewest turns."""
    for seats in players:
        for position in deals("quick-and-easy", seats, count):
            yield measured(f"quick-and-easy/{seats}", position, "turns", "auto", limit)
        for position in endgames("the-game", seats, count, 30):
            yield measured(f"the-game/{seats}, 30 left", position, "turns", "auto", limit)


def left(count: int, limit: float, players: list[int]) -> Iterator[Row]:
    """What lost deals are worth."""
    for seats in players:
        for position in deals("quick-and-easy", seats, 10 * count):
            yield measured(f"quick-and-easy/{seats}", position, "cards-left", "auto", limit)
    for number in range(1, count + 1):
        position = starting_position(solver.load(f"the-game/1 hand=4 #{number}"))
        yield measured(f"the-game/1 hand=4 #{number}", position, "cards-left", "auto", limit)


def growth(count: int, limit: float, players: list[int]) -> Iterator[Row]:
    """A win, more and more cards left, both engines; spoiled endgames with 30 left besides."""
    for seats in players:
        for position in spoiled(seats, count):
            yield from both(f"the-game/{seats}, spoiled", position, limit)
    for cards in GROWTH:
        for seats in players:
            for position in endgames("the-game", seats, count, cards):
                yield from both(f"the-game/{seats}", position, limit)


def both(label: str, position: Position, limit: float) -> Iterator[Row]:
    """The same question to both engines."""
    yield measured(label, position, "win", "dfs", limit)
    began = time.process_time()
    result = solve_cpsat(position, "win", Limits(watch=until(began + limit)))
    row = {
        "what": label,
        "cards": position.cards_left,
        "goal": "win",
        "engine": "cpsat",
        "verdict": {"optimal": "winnable", "infeasible": "unwinnable"}.get(result.status, "unknown"),
        "seconds": round(result.seconds, 4),
        "cpu": round(time.process_time() - began, 4),
    }
    print(json.dumps(row), flush=True)
    yield row


def spoiled(players: int, count: int) -> Iterator[Position]:
    """Endgames that somebody has played badly, down to 30 cards or a few less; the unwinnable among them."""
    random, found = Random(players), 0
    for position in endgames("the-game", players, 40 * count, 40):
        while position.cards_left > 30 and position.outcome is None:
            position = position.after(random.choice(list(islice(position.legal_turns, 30))))
        if position.outcome is None and solver.solve(position, time_limit=20).name == "unwinnable":
            yield position
            found += 1
        if found == count:
            return


def plot(source: Path, target: Path) -> None:
    """Time against cards left, median and worst, for both engines."""
    from matplotlib.figure import Figure

    rows = [row for row in json.loads(source.read_text())["rows"] if not row["what"].endswith("spoiled")]
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for engine, colour in (("dfs", "tab:blue"), ("cpsat", "tab:red")):
        seconds = {
            cards: [row["cpu"] for row in rows if row["engine"] == engine and nearest(row["cards"]) == cards]
            for cards in GROWTH
        }
        known = [cards for cards in GROWTH if seconds[cards]]
        axes.plot(known, [median(seconds[cards]) for cards in known], "o-", color=colour, label=f"{engine}, median")
        axes.plot(known, [max(seconds[cards]) for cards in known], ":", color=colour, label=f"{engine}, worst")
    axes.set(xlabel="cards left", ylabel="CPU seconds", yscale="log", title="The Game, 1 to 5 players: is it winnable?")
    axes.legend()
    figure.savefig(target, metadata={"Date": None})


def nearest(cards: int) -> int:
    """The figure that an endgame was cut for: it has that many cards left, or a few less."""
    return min(size for size in GROWTH if size >= cards)


FIGURES = {"turns": turns, "close": close, "bounds": bounds, "short": short, "left": left, "growth": growth}


def main() -> None:
    """Measure and write, or plot."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("figure", choices=(*FIGURES, "plot"))
    parser.add_argument("source", type=Path, nargs="?", help="plot: the figures")
    parser.add_argument("--count", type=int, default=5, help="positions a row")
    parser.add_argument("--limit", type=float, default=60.0, help="CPU seconds a position")
    parser.add_argument("--players", type=int, nargs="*", default=list(PLAYERS))
    parser.add_argument("-o", "--output", type=Path, required=True)
    asked = parser.parse_args()
    if asked.figure == "plot":
        plot(asked.source, asked.output)
        return
    solver.solve("quick-and-easy/1 #8", goal="cards-left")  # compiled before anything is timed
    solver.solve("the-game/1 #1", goal="turns", time_limit=1)
    rows = list(FIGURES[asked.figure](asked.count, asked.limit, asked.players))
    text = ",\n".join(json.dumps(row) for row in rows)
    facts = json.dumps(machine() | {"limit": asked.limit, "count": asked.count})
    asked.output.write_text(f'{{"machine": {facts}, "rows": [\n{text}\n]}}\n')


if __name__ == "__main__":
    main()
