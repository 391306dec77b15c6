"""Wins of a certain kind: how long each engine takes, by cards left and number of conditions.

    python -m bench.stipulations --left 20 --conditions 1 --count 2

End games of every team game and number of players, from numbered deals as in ``bench.cpsat``; each with random
conditions that fit and do not contradict each other.  CPU seconds, compiling and loading left out.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from statistics import median

import solver
from bench.cpsat import endgames
from solver.decide.solve import Engine
from solver.errors import DoesNotAddUp
from solver.rules.games import GAMES
from solver.stipulations import Stipulation, stipulation_of
from solver.table.position import Position
from tests.brute_stipulation import random_conditions


def asked(game: str, players: int, count: int, left: int, conditions: int) -> Iterator[tuple[Position, Stipulation]]:
    """Positions of one table, each with a stipulation."""
    for number, position in enumerate(endgames(game, players, count, left)):
        rng = Random(f"{game} {players} {number} {conditions}")
        while True:
            texts = list(random_conditions(rng, position))[:conditions]
            try:
                yield position, stipulation_of("; ".join(texts), position)
                break
            except DoesNotAddUp:
                continue


def main() -> None:
    """Read the arguments and print a row for each engine."""
    parser = argparse.ArgumentParser(description="Figures of stipulations")
    parser.add_argument("--left", type=int, nargs="*", default=[20])
    parser.add_argument("--conditions", type=int, nargs="*", default=[1, 3])
    parser.add_argument("--count", type=int, default=2, help="positions a game and number of players")
    parser.add_argument("--limit", type=float, default=20.0, help="seconds a position")
    parser.add_argument("--engines", nargs="*", default=["auto", "dfs", "cpsat"])
    chosen = parser.parse_args()
    print("| left | conditions | engine | decided | winnable | median CPU s | 90 % | worst |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for left in chosen.left:
        for conditions in chosen.conditions:
            questions = [
                question
                for game in GAMES.values()
                if not game.is_duel
                for players in range(1, game.most_players + 1)
                for question in asked(game.name, players, chosen.count, left, conditions)
            ]
            for engine in chosen.engines:
                row(questions, left, conditions, engine, chosen.limit)


def row(
    questions: list[tuple[Position, Stipulation]], left: int, conditions: int, engine: Engine, limit: float
) -> None:
    """One engine's answers."""
    solver.solve(questions[0][0], require=questions[0][1], engine=engine, time_limit=limit)  # loads what is needed
    seconds, names = list[float](), Counter[str]()
    for position, require in questions:
        began = time.process_time()
        names[solver.solve(position, require=require, engine=engine, time_limit=limit).name] += 1
        seconds.append(time.process_time() - began)
    seconds.sort()
    decided = len(questions) - names["unknown"]
    print(
        f"| {left} | {conditions} | {engine} | {decided} of {len(questions)} | {names['winnable']} "
        f"| {median(seconds):.3f} | {seconds[len(seconds) * 9 // 10]:.3f} | {seconds[-1]:.2f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
