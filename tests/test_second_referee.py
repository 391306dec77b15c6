"""The two referees, one in Python, one compiled, say the same of every line, the broken ones above all."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from solver.kernels.shuffle import DECK, shuffle_into
from solver.kernels.turn import Indices
from solver.referee import judge
from solver.rules.game import Rules
from solver.search.numbered_beam import NumberedBeams
from solver.search.second_referee import BROKEN, desk_for, objection, rulebook_of
from solver.survey.plan import plan_of_text
from solver.table.deal import Deal
from solver.table.line import Line, Play, Turn

Row = list[int]

# Lines are won by the first rules and judged by the second too, under which many of them are broken.
PAIRS = (
    ("the-game/1 highest=40 hand=6", "the-game-extreme/1 highest=40 hand=6 commands=random"),
    ("the-game/2 highest=40 hand=5", "the-game-extreme/2 highest=40 hand=5 commands=random"),
    ("the-game-extreme/3 highest=50 hand=5 commands=random", "the-game/3 highest=50 hand=5 maximum=3"),
    ("the-game-on-fire/2 highest=70 hand=6", "the-game-extreme/2 highest=70 hand=6 commands=random"),
    ("the-game/2 highest=80 hand=7", "the-game-on-fire/2 highest=80 hand=7"),
    ("the-game/4 highest=45 hand=4 trick=7 ups=3", "the-game/4 highest=45 hand=4 trick=6 ups=3"),
    ("quick-and-easy/2", "quick-and-easy-pro/2"),
    ("quick-and-easy-pro/3", "quick-and-easy/3 maximum=1"),
    ("the-game/5", "the-game/5 minimum=3"),
    ("the-game-extreme/1", "the-game-extreme/1 commands=random"),
)


def won_lines(rules: str, numbers: range) -> Iterator[tuple[Deal, Indices, list[Row]]]:
    """Deals that a beam wins: the deck as numbers, and the line as rows."""
    plan = plan_of_text(rules)
    for number in numbers:
        deal = plan.deal(number)
        beams = NumberedBeams(deal.position(), plan.random_commands)
        if beams.seek(np.array([number], np.int64), (30, 100, 3), np.zeros(1, np.int64))[0] == 1:
            yield deal, beams.deck.copy(), beams.line.tolist()


def broken(rows: list[Row], piles: int, chance: random.Random) -> list[Row]:
    """The line with something changed, most likely for the worse."""
    rows = [list(row) for row in rows]
    for _ in range(chance.choice((0, 1, 1, 1, 2))):
        at, other = chance.randrange(len(rows)), chance.randrange(len(rows))
        kind = chance.randrange(9)
        if kind == 0:
            rows[at][0], rows[other][0] = rows[other][0], rows[at][0]
        elif kind == 1:
            rows[at][1] = chance.randrange(piles)
        elif kind in (2, 3):
            rows[at][2] = 1 - rows[at][2]
        elif kind == 4:
            rows.insert(at, rows.pop(other))
        elif kind == 5:
            rows.insert(at, list(rows[other]))
        elif kind == 6:
            del rows[at]
        elif kind == 7:
            rows[at][1] = piles
        else:
            rows = [*rows[: at + 1]] if at else [*rows, list(rows[0])]
        if not rows:
            break
    return rows


def as_turns(rules: Rules, rows: list[Row]) -> Line:
    """The same line for the referee in Python."""
    turns, plays = list[Turn](), list[Play]()
    for number, (card, pile, ended) in enumerate(rows, start=1):
        plays.append(Play(rules.cards[card], rules.piles[pile].name if pile < len(rules.piles) else "elsewhere"))
        if ended or number == len(rows):
            turns.append(Turn(tuple(plays)))
            plays = []
    return tuple(turns)


def by_python(deal: Deal, rows: list[Row]) -> str | None:
    """What the referee in Python has against a line, in the words of the other."""
    judgement = judge(deal.position(), as_turns(deal.rules, rows))
    if judgement.violation is None:
        return None if judgement.complete else "cards left"
    found = judgement.violation
    return f"{found.rule} at turn {found.turn}{'' if found.play is None else f', play {found.play}'}"


def compared(deals: int, changes: int, seed: int) -> Counter[str]:
    """Hold the two referees to the same answer on many lines; how often each answer came."""
    chance, said = random.Random(seed), Counter[str]()
    for played, judged in PAIRS:
        for deal, deck, rows in won_lines(played, range(1, deals + 1)):
            number = len(said)
            other = plan_of_text(judged).deal(1 + number % 5).rules
            for table in (deal, Deal(other, deal.decks)):
                book, desk = rulebook_of(table.rules), desk_for(table.rules)
                for _ in range(changes):
                    line = broken(rows, len(table.rules.piles), chance)
                    told = objection(book, desk, deck, np.array(line, np.int64).reshape(-1, 3))
                    assert told == by_python(table, line), (table, line)
                    said[(told or "won").split(" at ")[0]] += 1
    return said


def test_both_referees_say_the_same() -> None:
    said = compared(deals=2, changes=20, seed=1)
    assert sum(said.values()) > 500
    assert said["won"] > 20


@pytest.mark.slow
def test_both_referees_say_the_same_of_many_thousand_lines() -> None:
    said = compared(deals=12, changes=60, seed=2)
    assert sum(said.values()) > 10_000
    assert set(said) == {*BROKEN.values(), "won", "cards left"}, "every rule is broken by some line"


def test_the_decks_are_those_of_the_deals() -> None:
    deal, deck, _ = next(won_lines("the-game/2", range(1, 5)))
    again = np.zeros(len(deck), np.int64)
    shuffle_into(again, 1, DECK)
    assert (again == deck).all()
    assert tuple(deal.rules.cards[card] for card in deck) == deal.decks[0]
