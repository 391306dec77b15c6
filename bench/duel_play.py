"""Face to Face as it is played: learn the value, and let two strengths play.

    python -m bench.duel_play train --games 12000 --seed 1
    python -m bench.duel_play match quick instant --games 100 --output FILE
    python -m bench.duel_play match open open --games 20

A match plays the numbered deals from ``--first`` on, each twice: each strength is A once.  Two that are equal play each
deal once: the other game would be the same.  Each sees its own hand only;
``open`` is who knows both decks, and plays the first turn of ``tenback advise --information open --samples 2``.  FILE
gets a line for each game: a match that was stopped goes on there, and one of more games too.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from bench.machine import machine
from solver.hidden.advice import advise
from solver.hidden.duel_player import DuelPlayer
from solver.hidden.duel_training import train_duels
from solver.hidden.nets import SHIPPED, write_value
from solver.hidden.strengths import strength_named
from solver.rules.game import Rules
from solver.rules.games import GAMES
from solver.survey.intervals import binomial_interval, method_named
from solver.table.deal import deal
from solver.table.line import Turn
from solver.table.position import Position
from solver.table.view import OPEN, View

RULES = Rules.of(GAMES["face-to-face"], 2)
ROUNDS = 2  # of proof for a turn with both decks known, from 1,024 states on


class KnownDecks:
    """Plays with both decks known: proofs within some effort, and else the learned value with a look ahead."""

    def turn(self, position: Position) -> Turn:
        """The best turn of the player to move."""
        return Turn(advise(position, OPEN, samples=ROUNDS).turns[0].plays, position.player)


class OwnHand:
    """Plays as at the table."""

    def __init__(self, strength: str) -> None:
        self.player = DuelPlayer(RULES, strength_named(strength))

    def turn(self, position: Position) -> Turn:
        """The best turn by what the seat to move knows."""
        turn = self.player.choose(View.of(position, position.to_move))
        assert turn is not None
        return turn


Side = KnownDecks | OwnHand


def side_named(name: str) -> Side:
    """Whoever plays so."""
    return KnownDecks() if name == OPEN.name else OwnHand(name)


def winner_of(number: int, sides: tuple[Side, Side]) -> int:
    """The seat that wins a numbered deal, these at A and B."""
    position = deal("face-to-face", 2, number).position()
    while position.outcome is None:
        position = position.after(sides[position.to_move].turn(position))
    return RULES.player_names.index(position.outcome.winner)


def played(names: tuple[str, str], games: int, first: int, output: Path | None) -> list[int]:
    """The seats that win, game by game; those in the file are not played again.

    In every second game the first name plays B; between equals that would be the same game again.
    """
    one, two = (side_named(name) for name in names)
    head = {"match": names, "first": first}
    lines = output.read_text(encoding="utf-8").splitlines() if output and output.exists() else [json.dumps(head)]
    if json.loads(lines[0]) != json.loads(json.dumps(head)):
        raise SystemExit(f"{output} has another match: {lines[0]}")
    for game in range(len(lines) - 1, games):
        number = first + (game if names[0] == names[1] else game // 2)
        lines.append(str(winner_of(number, (two, one) if game % 2 else (one, two))))
        if output:
            output.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [int(line) for line in lines[1 : games + 1]]


def match(names: tuple[str, str], games: int, first: int, output: Path | None) -> str:
    """How many games the first name wins, and how many whoever begins does."""
    began = time.process_time()
    seats = played(names, games, first, output)
    won = sum(seat == game % 2 for game, seat in enumerate(seats))
    seconds = time.process_time() - began
    return f"| {names[0]} | {names[1]} | {share(won, games)} | {share(seats.count(0), games)} | {seconds:.0f} |"


def share(won: int, games: int) -> str:
    """So many of so many, with an interval, in two columns."""
    low, high = binomial_interval(won, games, method_named("clopper-pearson"), 0.95)
    return f"{won} of {games} | {low:.3f} to {high:.3f}"


def main() -> None:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("train", "match"))
    parser.add_argument("strengths", nargs="*")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=100_001)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=Path, help="of a match: a line for each game")
    asked = parser.parse_args()
    if asked.task == "train":
        write_value(asked.output or SHIPPED / "face-to-face.json", train_duels(RULES, asked.games, asked.seed))
        return
    print(machine())
    print("| player | against | won | 95 % | won by A | 95 % | CPU s |\n|" + " --- |" * 7)
    one, two = asked.strengths
    print(match((one, two), asked.games, asked.first, asked.output))


if __name__ == "__main__":
    main()
