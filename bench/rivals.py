"""The ladder beside CP-SAT alone and beside a plain memoized search in Python: same deals, same run.

python -m bench.rivals --seconds 30 -o bench/results/rivals.md
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import solver
from bench.machine import machine
from solver.rules.turns import OpenTurn, next_seat
from solver.search.cpsat import solve_cpsat
from solver.search.limits import Limits
from solver.table.deal import Deal
from solver.table.position import DrawPile, Position

Answer = str  # "winnable", "unwinnable" or "unknown"


def groups(count: int) -> dict[str, list[Deal]]:
    """Growing decks of The Game for one and two players, and Quick & Easy."""
    found = {}
    for players in (1, 2):
        for highest, hand in ((19, 3), (29, 4), (39, 5), (59, 6), (99, 9 - players)):
            rules: dict[str, int | None] = {"highest": highest, "hand": hand}
            deals = [solver.deal("the-game", players, number, rules) for number in range(1, count + 1)]
            found[f"The Game, {players} player{'s' * (players > 1)}, {highest - 1} cards, hand {hand}"] = deals
    found["Quick & Easy, 2 players"] = [solver.deal("quick-and-easy", 2, number) for number in range(1, count + 1)]
    return found


def by_ladder(position: Position, seconds: float) -> Answer:
    """What ``tenback solve`` does."""
    return solver.solve(position, time_limit=seconds).name


def by_cpsat(position: Position, seconds: float) -> Answer:
    """The CP-SAT model, without any hint."""
    status = solve_cpsat(position, "win", Limits(seconds)).status
    return {"optimal": "winnable", "feasible": "winnable", "infeasible": "unwinnable"}.get(status, "unknown")


def by_plain_search(position: Position, seconds: float) -> Answer:
    """Depth first in plain Python, remembering dead positions as they are."""
    deadline, dead = time.perf_counter() + seconds, set[object]()

    def wins(position: Position, turn: OpenTurn) -> bool:
        if time.perf_counter() > deadline:
            raise TimeoutError
        key = (turn.tops, position.hands, turn.hand, len(turn.laid), turn.seat)
        if key in dead:
            return False
        if turn.may_end() and (len(turn.laid) == position.cards_left or goes_on(position, turn)):
            return True
        if any(wins(position, turn.lay(card, pile)) for card, pile in turn.plays()):
            return True
        dead.add(key)
        return False

    def goes_on(position: Position, turn: OpenTurn) -> bool:
        after = ended(position, turn)
        return wins(after, after.open_turn)

    try:
        return "winnable" if wins(position, position.open_turn) else "unwinnable"
    except TimeoutError:
        return "unknown"


def ended(position: Position, turn: OpenTurn) -> Position:
    """The position once the turn has ended and its player has drawn."""
    cards, count, seat = position.draw.cards, turn.cards_to_draw(), turn.seat
    hands = (*position.hands[:seat], (*turn.hand, *cards[:count]), *position.hands[seat + 1 :])
    following = next_seat(seat, hands, count == len(cards))
    return Position(position.rules, turn.tops, hands, (DrawPile(cards[count:]),), following)


RIVALS: dict[str, Callable[[Position, float], Answer]] = {
    "ladder": by_ladder,
    "CP-SAT alone": by_cpsat,
    "plain Python": by_plain_search,
}


def row(group: str, name: str, deals: Sequence[Deal], seconds: float) -> tuple[str, list[Answer]]:
    """One rival on one group: the line of the table, and the answers."""
    answers, times = [], []
    for deal in deals:
        began = time.perf_counter()
        answers.append(RIVALS[name](deal.position(), seconds))
        times.append(time.perf_counter() - began)
    decided = sum(answer != "unknown" for answer in answers)
    line = f"| {group} | {name} | {decided} of {len(deals)} | {statistics.median(times):.3f} | {max(times):.3f} |"
    return line, answers


def refuse_disagreement(group: str, answers: Sequence[Sequence[Answer]]) -> None:
    """Whoever decides a deal must decide it alike."""
    for number, verdicts in enumerate(zip(*answers, strict=True), start=1):
        if len(set(verdicts) - {"unknown"}) > 1:
            raise AssertionError(f"{group}, deal {number}: {dict(zip(RIVALS, verdicts, strict=True))}")


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30.0, help="limit for each deal")
    parser.add_argument("--deals", type=int, default=5)
    parser.add_argument("-o", "--output", type=Path)
    arguments = parser.parse_args()
    solver.solve(solver.deal("the-game", 1, 1, {"hand": 3}))  # compiled before anything is timed
    lines = ["| deals | rival | decided | median s | worst s |", "| --- | --- | --- | --- | --- |"]
    print("\n".join(lines))
    for group, deals in groups(arguments.deals).items():
        answers = []
        for name in RIVALS:
            line, found = row(group, name, deals, arguments.seconds)
            lines.append(line)
            answers.append(found)
            print(line, flush=True)
        refuse_disagreement(group, answers)
    if arguments.output:
        facts = ", ".join(f"{name} {value}" for name, value in machine().items())
        note = f"Deals 1 to {arguments.deals}, {arguments.seconds:g} s each. Taken on: {facts}."
        arguments.output.write_text("\n".join([*lines, "", note, ""]))


if __name__ == "__main__":
    main()
