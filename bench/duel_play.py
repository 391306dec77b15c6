"""Face to Face as it is played: learn the value, and let two strengths play.

    python -m bench.duel_play train --games 12000 --seed 1
    python -m bench.duel_play match quick instant --games 100

A match plays the numbered deals from ``--first`` on, each twice: each strength is A once.  Each sees its own hand only.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from bench.machine import machine
from solver.hidden.duel_player import DuelPlayer
from solver.hidden.duel_training import train_duels
from solver.hidden.nets import SHIPPED, write_value
from solver.hidden.strengths import strength_named
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.survey.intervals import binomial_interval, method_named
from solver.table.deal import deal
from solver.table.view import View

RULES = Rules.of(GAMES["face-to-face"], 2)


def winner_of(number: int, players: tuple[DuelPlayer, DuelPlayer]) -> int:
    """The seat that wins a numbered deal, these players at A and B."""
    position = deal("face-to-face", 2, number).position()
    while position.outcome is None:
        turn = players[position.to_move].choose(View.of(position, position.to_move))
        assert turn is not None
        position = position.after(turn)
    return RULES.player_names.index(position.outcome.winner)


def match(one: str, two: str, games: int, first: int) -> str:
    """How many games the first strength wins, and how many whoever begins does."""
    a, b = (DuelPlayer(RULES, strength_named(name)) for name in (one, two))
    won, begun, began = 0, 0, time.process_time()
    for game in range(games):
        swapped = game % 2
        seat = winner_of(first + game // 2, (b, a) if swapped else (a, b))
        won += seat == swapped
        begun += seat == 0
    low, high = binomial_interval(won, games, method_named("clopper-pearson"), 0.95)
    seconds = time.process_time() - began
    return f"| {one} | {two} | {won} of {games} | {low:.3f} to {high:.3f} | {begun} of {games} | {seconds:.0f} |"


def main() -> None:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=("train", "match"))
    parser.add_argument("strengths", nargs="*")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=100_001)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, default=SHIPPED / "face-to-face.json")
    asked = parser.parse_args()
    if asked.task == "train":
        write_value(asked.output, train_duels(RULES, asked.games, asked.seed))
        return
    print(machine())
    print("| player | against | won | 95 % | won by A | CPU s |\n|" + " --- |" * 6)
    one, two = asked.strengths
    print(match(one, two, asked.games, asked.first))


if __name__ == "__main__":
    main()
