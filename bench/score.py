"""Tune the weights of the score by playing: ``python -m bench.score --minutes 5`` (``SCORE`` in solver/hidden/nets).

Hill climbing: some weights are changed by chance; what leaves fewer cards and wins more on the same fresh deals stays.
"""

from __future__ import annotations

import time
from typing import Annotated

import numpy as np
import numpy.typing as npt
import typer

from solver.hidden.games import Seats
from solver.hidden.nets import SCORE
from solver.hidden.strengths import INSTANT
from solver.table.deal import deal
from solver.table.view import OWN

TEAMS = (1, 2, 4)
FIRST_DEAL = 10_000_000
Weights = npt.NDArray[np.float32]


def cost(tables: list[Seats], weights: Weights, first: int, games: int) -> float:
    """Cards left on the average, less ten for every game in which none is."""
    total = 0.0
    for seats in tables:
        seats.player.weights[:] = weights
        left = seats.play(first, games).left
        total += float(left.mean()) - 10 * float((left == 0).mean())
    return total / len(tables)


def changed(weights: Weights, random: np.random.Generator, size: float) -> Weights:
    """A third of the weights made larger or smaller, and now and then one moved by itself."""
    factors = np.exp(random.normal(size=len(weights)) * size * (random.random(len(weights)) < 0.35))
    new = weights * factors
    if random.random() < 0.3:
        place = random.integers(len(weights))
        new[place] += random.normal() * 0.5 * max(1.0, abs(new[place]))
    return new.astype(np.float32)


def main(
    minutes: Annotated[float, typer.Option(help="How long.")] = 5.0,
    seed: Annotated[int, typer.Option(help="Where chance begins.")] = 1,
    games: Annotated[int, typer.Option(help="Deals for each number of players and comparison.")] = 800,
) -> None:
    """Climb from the weights that are shipped."""
    random = np.random.default_rng(seed)
    tables = [Seats(deal("the-game", players, 1).rules, OWN, INSTANT) for players in TEAMS]
    for number, seats in enumerate(tables):
        tables[number].player = seats.player._replace(weights=SCORE.copy())
    best, size, first, end = SCORE.copy(), 0.5, FIRST_DEAL, time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        first, size = first + games, max(0.15, size * 0.998)
        new = changed(best, random, size)
        before, after = cost(tables, best, first, games), cost(tables, new, first, games)
        if after < before:
            best = new
            print(f"{after:.3f} (was {before:.3f})", [round(float(weight), 3) for weight in best], flush=True)


if __name__ == "__main__":
    typer.run(main)
