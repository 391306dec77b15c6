"""Face to Face with known decks: are the estimates of undecided positions true, and does the engine keep its wins?

    python -m bench.duel_chance gather --first 800001 --games 400 --output FILE
    python -m bench.duel_chance fit FILE
    python -m bench.duel_chance report FILE
    python -m bench.duel_chance keep --first 900001 --games 400

``gather`` plays numbered deals (both decks known, any of the best three turns by the learned value), takes from each a
position in which both sides have 12 to 20 cards left, and writes what is estimated and what the proof says; ``fit``
finds slope and shift of the estimate, ``report`` tells on other deals how true it is.  ``keep``: positions that are won
by some turns and lost by others; does the engine choose one that wins?
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bench.machine import machine
from solver.hidden.advice import advise
from solver.hidden.duel_player import DuelPlayer, World
from solver.hidden.estimate import thought_chance, told_chance
from solver.hidden.strengths import QUICK
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.search.duel_solver import DuelSolver
from solver.search.limits import Limits
from solver.survey.intervals import binomial_interval, method_named
from solver.table.deal import deal
from solver.table.position import Position
from solver.table.view import OPEN

RULES = Rules.of(GAMES["face-to-face"], 2)
FEWEST, MOST = 12, 20  # cards left a side
STATES = 10_000  # of a proof
LOSING = 12  # turns that are tried until one is proved to lose


def positions(first: int, games: int) -> Iterator[Position]:
    """One position of each game that comes so far: any of those with the right number of cards, by lots."""
    player = DuelPlayer(RULES, QUICK)
    for number in range(first, first + games):
        position, found, lots = deal("face-to-face", 2, number).position(), list[Position](), Random(number)
        while position.outcome is None:
            if all(FEWEST <= position.held_by(seat) <= MOST for seat in (0, 1)):
                found.append(position)
            world = World(position)
            rows, worth = player.by_value([world])
            best = sorted(range(len(rows)), key=lambda row: -worth[row][0])[:3]
            position = position.after(world.plays_to(rows[lots.choice(best)]))
        if found:
            yield lots.choice(found)


def wins(position: Position) -> bool | None:
    """Does the player to move win?  None: not decided."""
    solver = DuelSolver(position, Limits())
    return solver.search(position.to_move).ask(solver.start, states=STATES).yes


def gather(first: int, games: int, output: Path) -> None:
    """Write what is thought and what is proved."""
    player = DuelPlayer(RULES, QUICK)
    with output.open("w", encoding="utf-8") as file:
        for position in positions(first, games):
            cards = [position.held_by(seat) for seat in (0, 1)]
            row = {"cards": cards, "thought": thought_chance(player, position), "wins": wins(position)}
            file.write(json.dumps(row) + "\n")
            file.flush()


def decided(file: Path) -> tuple[list[tuple[float, bool]], int]:
    """What was thought of the positions that the proof decided, and how many it did not."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [(row["thought"], row["wins"]) for row in rows if row["wins"] is not None], len(rows)


def fit(file: Path) -> str:
    """Slope and shift by Newton's method on the likelihood."""
    rows, _ = decided(file)
    slope, shift = 1.0, 0.0
    for _ in range(50):
        g0 = g1 = h00 = h01 = h11 = 0.0
        for thought, won in rows:
            bounded = min(max(thought, 1e-4), 1 - 1e-4)
            x = math.log(bounded / (1 - bounded))
            p = 1 / (1 + math.exp(-slope * x - shift))
            weight = p * (1 - p)
            g0, g1 = g0 + (won - p) * x, g1 + (won - p)
            h00, h01, h11 = h00 + weight * x * x, h01 + weight * x, h11 + weight
        space = h00 * h11 - h01 * h01
        slope, shift = slope + (h11 * g0 - h01 * g1) / space, shift + (h00 * g1 - h01 * g0) / space
    return f"SLOPE, SHIFT = {slope:.3f}, {shift:.3f}  # from {len(rows)} positions"


def report(file: Path) -> str:
    """Brier score, and the curve: of positions that were given about this chance, how many were won."""
    rows, taken = decided(file)
    told = [(told_chance(thought), won) for thought, won in rows]
    brier = sum((chance - won) ** 2 for chance, won in told) / len(told)
    share = sum(won for _, won in told) / len(told)
    lines = [
        f"{len(told)} of {taken} positions decided, {100 * share:.1f} % won by the player to move",
        f"Brier score {brier:.3f}; always that share: {share * (1 - share):.3f}; before slope and shift: "
        f"{sum((thought - won) ** 2 for thought, won in rows) / len(rows):.3f}",
        "| told | positions | mean told | won | 95 % |\n|" + " --- |" * 5,
    ]
    for tenth in range(0, 10, 2):
        here = [(chance, won) for chance, won in told if tenth <= 10 * chance < tenth + 2]
        if here:
            won = sum(won for _, won in here)
            low, high = binomial_interval(won, len(here), method_named("clopper-pearson"), 0.95)
            mean = sum(chance for chance, _ in here) / len(here)
            bin_of = f"{10 * tenth} to {10 * tenth + 20} %"
            lines.append(f"| {bin_of} | {len(here)} | {mean:.3f} | {won / len(here):.3f} | {low:.3f} to {high:.3f} |")
    return "\n".join(lines)


def some_turns_lose(position: Position, seed: int) -> bool:
    """Is a turn of a won position found that is proved to give the win away?"""
    turns = [turn for _, turn in zip(range(2000), position.legal_turns, strict=False)]
    tried = Random(seed).sample(turns, min(LOSING, len(turns)))
    return any(wins(position.after(turn)) is True for turn in tried if position.after(turn).outcome is None)


def keep(first: int, games: int, samples: int) -> str:
    """In how many positions that only some turns win the engine chooses one that is proved to win."""
    kept = lost = open_ = 0
    spent = 0.0
    for position in positions(first, games):
        if wins(position) is not True or not some_turns_lose(position, first):
            continue
        began = time.process_time()
        best = advise(position, OPEN, samples=samples).turns[0]
        spent += time.process_time() - began
        after = position.after(best.plays)
        answer = False if after.outcome is not None else wins(after)
        kept, lost, open_ = kept + (answer is False), lost + (answer is True), open_ + (answer is None)
    low, high = binomial_interval(kept, kept + lost + open_, method_named("clopper-pearson"), 0.95)
    return (
        f"{samples} rounds: {kept} of {kept + lost + open_} kept ({low:.3f} to {high:.3f}), {lost} given away, "
        f"{open_} not decided; {1000 * spent / max(1, kept + lost + open_):.0f} ms CPU a turn"
    )


def main() -> None:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=("gather", "fit", "report", "keep"))
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--first", type=int, default=800_001)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--samples", type=int, default=6)
    parser.add_argument("--output", type=Path)
    asked = parser.parse_args()
    print(machine())
    if asked.task == "gather":
        gather(asked.first, asked.games, asked.output)
    elif asked.task == "keep":
        print(keep(asked.first, asked.games, asked.samples))
    else:
        print({"fit": fit, "report": report}[asked.task](asked.file))


if __name__ == "__main__":
    main()
