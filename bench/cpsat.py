"""Figures of the CP-SAT engine: how long each goal takes, by game, players and cards left.

    python bench/cpsat.py endgames      a win with 30 cards left, 1 to 5 players
    python bench/cpsat.py growth        a win, one player, more and more cards left
    python bench/cpsat.py cards-left    the fewest cards left of Quick & Easy deals
    python bench/cpsat.py lost          the same, of deals that cannot be won
    python bench/cpsat.py turns         the fewest turns: Quick & Easy deals, and The Game with 20 and 30 cards left

End games come from numbered deals, played to their win by the other engine and cut where so many cards are left.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from statistics import median

import solver
from solver.notation.source import starting_position
from solver.search.cpsat import CpsatResult, solve_cpsat
from solver.search.limits import Limits
from solver.table.position import Position
from solver.verdict import Goal

GROWTH = (20, 25, 30, 35, 40, 50, 60, 80, 98)


def deals(game: str, players: int, count: int) -> Iterator[Position]:
    """The first numbered deals of a game."""
    return (starting_position(solver.deal(game, players, number)) for number in range(1, count + 1))


def endgames(game: str, players: int, count: int, left: int) -> Iterator[Position]:
    """Numbered deals, played to their win by the other engine until no more than so many cards are left."""
    for position in deals(game, players, count):
        for turn in solver.solve(position, engine="dfs", time_limit=60).line:
            if position.cards_left <= left:
                break
            position = position.after(turn)
        if position.cards_left <= left:
            yield position


def lost_deals(game: str, players: int, count: int) -> Iterator[Position]:
    """The first numbered deals that cannot be won."""
    for position in deals(game, players, 1_000_000):
        if solver.solve(position, engine="dfs").name == "unwinnable":
            yield position
            count -= 1
        if not count:
            return


def report(label: str, positions: Iterable[Position], goal: Goal, limit: float) -> None:
    """One row of the table."""
    results = [solve_cpsat(position, goal, Limits(limit)) for position in positions]
    if not results:
        print(f"| {label} | no such position |", flush=True)
        return
    seconds = [result.seconds for result in results]
    decided = sum(result.status in ("optimal", "infeasible") for result in results)
    print(
        f"| {label} | {goal} | {decided} of {len(results)} | {median(seconds):.2f} | {max(seconds):.2f} "
        f"| {median(result.conflicts for result in results):.0f} | {worst_gap(results)} |",
        flush=True,
    )


def worst_gap(results: list[CpsatResult]) -> str:
    """The largest gap between a best line and its bound."""
    gaps = [result.value - result.bound for result in results if result.value is not None and result.bound is not None]
    return str(max(gaps)) if gaps else "–"


def main() -> None:
    """Read the arguments and print the table."""
    parser = argparse.ArgumentParser(description="Figures of the CP-SAT engine")
    parser.add_argument("figure", choices=("endgames", "growth", "cards-left", "lost", "turns"))
    parser.add_argument("--count", type=int, default=5, help="positions a row")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds a position")
    parser.add_argument("--players", type=int, nargs="*", default=[1, 2, 3, 4, 5])
    asked = parser.parse_args()
    print("| positions | goal | decided | median s | worst s | median conflicts | worst gap |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    if asked.figure == "growth":
        for left in GROWTH:
            positions = list(endgames("the-game", 1, asked.count, left))
            report(f"The Game, 1 player, {left} left", positions, "win", asked.limit)
        return
    for players in asked.players:
        rows(asked.figure, players, asked.count, asked.limit)


def rows(figure: str, players: int, count: int, limit: float) -> None:
    """The rows of a figure for one number of players."""
    who = f"{players} player{'s' if players > 1 else ''}"
    quick = f"Quick & Easy, {who}"
    if figure == "endgames":
        report(f"The Game, {who}, 30 left", endgames("the-game", players, count, 30), "win", limit)
    elif figure == "cards-left":
        report(quick, deals("quick-and-easy", players, count), "cards-left", limit)
    elif figure == "lost":
        report(f"{quick}, lost", lost_deals("quick-and-easy", players, count), "cards-left", limit)
    else:
        report(quick, deals("quick-and-easy", players, count), "turns", limit)
        for left in (20, 30):
            report(f"The Game, {who}, {left} left", endgames("the-game", players, count, left), "turns", limit)


if __name__ == "__main__":
    main()
