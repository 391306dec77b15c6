"""Face to Face: how long it takes to decide random positions with so many cards left a side, and full deals.

    python -m bench.duel 10 12 14 16 --most 41
    python -m bench.duel 20 --most 12 --seconds 60
    python -m bench.duel 12 14 --ablation
    python -m bench.duel --deals 1:5 --seconds 1200

A position with n cards left: each deck is shuffled by ``Random(f"face-to-face {n} {seed}")``, all but the last n
cards are laid, two of the laid ones (any two, in any order) are the tops, the first 6 of the rest the hand; A moves.
Positions in which A is stuck at once are drawn again from the same stream.  Seeds from 10,000 on: those below 6,000
served to tune the search, and since then 10,000 to
10,020 too (docs/tried.md): for fresh ones take others.
Milliseconds are wall clock, from position to line; CPU milliseconds are those of the
process.
"""

from __future__ import annotations

import argparse
import statistics
import time
from random import Random

import solver
from bench.machine import machine
from solver.cards import Card
from solver.kernels import duel_table
from solver.kernels.duel_table import ALL_FACTS
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.search.duel_solver import DuelGoal, DuelResult, DuelSolver, solve_duel
from solver.search.limits import Limits
from solver.table.position import DrawPile, Position

ABLATION_STATES = 60_000
RULES = Rules.of(GAMES["face-to-face"], 2)


def midgame(left: int, seed: int) -> Position:
    """A random position with so many cards left on each side."""
    rng = Random(f"face-to-face {left} {seed}")
    while True:
        tops, hands, draws = list[Card](), list[tuple[Card, ...]](), list[DrawPile]()
        for _ in range(2):
            deck = list(RULES.cards)
            rng.shuffle(deck)
            tops += rng.sample(deck[:-left], 2)
            rest = tuple(deck[-left:])
            hands.append(rest[: RULES.hand])
            draws.append(DrawPile(rest[RULES.hand :]))
        position = Position(RULES, tuple(tops), tuple(hands), tuple(draws), 0)
        if position.outcome is None:
            return position


HEAD = (
    "| left | decided | median ms | mean ms | max ms | median CPU ms | median states | max states |\n|" + " --- |" * 8
)


def run(left: int, seeds: range, seconds: float, goal: DuelGoal, facts: int) -> str:
    """One row of the table."""
    results, times, cpu_times = list[DuelResult](), list[float](), list[float]()
    for seed in seeds:
        position = midgame(left, seed)
        began, cpu_began = time.perf_counter(), time.process_time()
        results.append(solve_duel(position, goal, Limits(seconds), facts))
        times.append(1000 * (time.perf_counter() - began))
        cpu_times.append(1000 * (time.process_time() - cpu_began))
    decided = sum(result.winner is not None and (goal == "win" or result.turns is not None) for result in results)
    states = [result.states for result in results]
    return (
        f"| {left} | {decided} of {len(seeds)} | {statistics.median(times):,.1f} | {statistics.fmean(times):,.1f} | "
        f"{max(times):,.0f} | {statistics.median(cpu_times):,.1f} | {statistics.median(states):,.0f} | "
        f"{max(states):,} |"
    )


ABLATION_HEAD = "| left | facts | decided | median states | states in all | CPU s in all |\n|" + " --- |" * 6
ABLATION = {
    0: "all",
    duel_table.BETTER_TOPS: "without better tops",
    duel_table.SAME_TOPS: "without same tops",
    duel_table.KNOWN: "without known games",
    duel_table.RACE: "without race and all that builds on it",
    duel_table.TRICKS: "without tricks",
    duel_table.STRANDED: "without stranded",
    duel_table.GIFTS: "without gifts",
    duel_table.DEFENCE: "without safe turns",
}


def ablation(left: int, seeds: range, seconds: float, off: int) -> str:
    """One row: the winner alone, with some facts switched off, and at most so many states."""
    states, decided, began = list[int](), 0, time.process_time()
    for seed in seeds:
        solver_of_one = DuelSolver(midgame(left, seed), Limits(seconds), ALL_FACTS & ~off)
        search = solver_of_one.search(0)
        decided += search.ask(solver_of_one.start, states=ABLATION_STATES).yes is not None
        states.append(search.states)
    return (
        f"| {left} | {ABLATION[off]} | {decided} of {len(seeds)} | {statistics.median(states):,.0f} | "
        f"{sum(states):,} | {time.process_time() - began:.2f} |"
    )


def full_deal(number: int, seconds: float) -> str:
    """What becomes of a whole deal."""
    cpu_began = time.process_time()
    result = solve_duel(solver.deal("face-to-face", 2, number).position(), "win", Limits(seconds, 1024))
    cpu = time.process_time() - cpu_began
    winner = f"{result.winner} wins" if result.winner else "unknown"
    return f"| {number} | {winner} | {result.seconds:,.0f} s | {cpu:,.0f} s | {result.states:,} | {result.proved} |"


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("left", nargs="*", type=int, help="cards left on each side")
    parser.add_argument("--most", type=int, default=21, help="positions of each size")
    parser.add_argument("--first", type=int, default=10_000, help="the first seed")
    parser.add_argument("--seconds", type=float, default=60.0, help="time limit of a position")
    parser.add_argument("--goal", choices=("win", "turns"), default="win")
    parser.add_argument("--facts", type=int, default=ALL_FACTS, help="bit mask of facts, to switch some off")
    parser.add_argument("--ablation", action="store_true", help="each fact off, in turn: states instead of times")
    parser.add_argument("--deals", help="full deals, such as 1:5")
    arguments = parser.parse_args()
    solve_duel(midgame(8, 0), "turns")  # compiled before anything is timed
    print(machine())
    seeds = range(arguments.first, arguments.first + arguments.most)
    if arguments.ablation:
        print(ABLATION_HEAD)
        for left in arguments.left:
            for off in ABLATION:
                print(ablation(left, seeds, arguments.seconds, off), flush=True)
        return
    if arguments.left:
        print(HEAD)
    for left in arguments.left:
        print(run(left, seeds, arguments.seconds, arguments.goal, arguments.facts), flush=True)
    if arguments.deals:
        first, _, last = arguments.deals.partition(":")
        for number in range(int(first), int(last or first) + 1):
            print(full_deal(number, arguments.seconds), flush=True)


if __name__ == "__main__":
    main()
