"""Stipulations by brute force: every winning line of a small position, and conditions read and checked in plain code.

Shares nothing with ``solver.stipulations`` but the text of a stipulation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from random import Random
from typing import NamedTuple

from solver.cards import Card
from solver.table.line import Line, Play, Turn
from solver.table.position import Position
from tests.brute import Brute, State, TooMuch

MOST_LINES = 1_000
MOST_STEPS = 8_000


class Step(NamedTuple):
    """One card laid; ``shows`` is what lies on the piles after it, ``ends`` whether its turn ends with it."""

    card: Card
    pile: int
    covered: Card | None
    seat: int
    turn: int
    shows: tuple[Card | None, ...]
    ends: bool


BruteLine = tuple[Step, ...]


def winning_lines(position: Position) -> list[BruteLine]:
    """All of them; ``TooMuch`` where they are many."""
    brute, found, steps = Brute(position), list[BruteLine](), 0

    def go(state: State, line: BruteLine, turn: int) -> None:
        nonlocal steps
        steps += 1
        if steps > MOST_STEPS or len(found) > MOST_LINES:
            raise TooMuch
        if line and brute.may_end(state):
            done = (*line[:-1], line[-1]._replace(ends=True))
            if brute.left(state) == 0:
                found.append(done)
            else:
                go(brute.ended(state), done, turn + 1)
        for card in state.hands[state.seat]:
            for pile in range(len(state.tops)):
                if brute.may_lay(state, card, pile):
                    later = brute.with_card(state, card, pile)
                    step = Step(card, pile, state.tops[pile], state.seat, turn, later.tops, False)
                    go(later, (*line, step), turn)

    go(brute.start(position), (), 1)
    return found


def as_line(position: Position, line: BruteLine) -> Line:
    """The same as turns."""
    piles = [pile.name for pile in position.rules.piles]
    return tuple(
        Turn(tuple(Play(step.card, piles[step.pile]) for step in steps))
        for _, steps in groupby(line, key=lambda step: step.turn)
    )


def is_trick(position: Position, step: Step) -> bool:
    """Laid against the direction of its pile."""
    if step.covered is None:
        return False
    up = position.rules.piles[step.pile].name.startswith("up")
    return not (step.card.number > step.covered.number if up else step.card.number < step.covered.number)


def meets(position: Position, line: BruteLine, text: str) -> bool:
    """Does a line meet every condition of a text?"""
    return all(meets_one(position, line, part.strip()) for part in text.split(";"))


def meets_one(position: Position, line: BruteLine, text: str) -> bool:
    name, of, sign, value = re.fullmatch(r"([a-z]+):?([a-z0-9-]*)(<=|>=|=)(.*)", text).groups()  # type: ignore[union-attr]
    rules = position.rules
    piles = [pile.name for pile in rules.piles]
    cards = [str(step.card) for step in line]
    one, _, two = value.partition(":")
    if name == "first":
        return cards[0] == value
    if name == "last":
        return cards[-1] == value
    if name == "on":
        return piles[line[cards.index(one)].pile] == two
    if name == "before":
        return cards.index(one) < cards.index(two)
    if name == "turn":
        return line[cards.index(one)].turn == int(two)
    if name == "untouched":
        return all(piles[step.pile] != value for step in line)
    if name == "ends":
        return str(line[-1].shows[piles.index(one)]) == two
    if name == "ender":
        return line[-1].seat + 1 == int(value)
    ends = [step for step in line if step.ends]
    counts = {
        "tricks": [sum(is_trick(position, step) and of in ("", piles[step.pile]) for step in line)],
        "cards": [sum(piles[step.pile] == of for step in line)],
        "turns": [len(ends)],
        "length": [sum(step.turn == end.turn for step in line) for end in ends],
        "lays": [sum(str(step.seat + 1) == of for step in line)],
        "shown": [sum(any(top is not None and rules.command_of.get(top) == of for top in end.shows) for end in ends)],
    }[name]
    number = int(value)
    return all({"<=": count <= number, ">=": count >= number, "=": count == number}[sign] for count in counts)


def random_conditions(rng: Random, position: Position) -> Iterator[str]:
    """One condition of every kind that this table knows, at random, in a random order."""
    rules = position.rules
    left = [str(card) for cards in (*position.hands, position.draw.cards) for card in cards]
    card, other, pile = rng.choice(left), rng.choice(left), rng.choice(rules.piles).name
    player, sign = rng.randint(1, rules.players), rng.choice(("=", "<=", ">="))
    few, turns = rng.randint(0, 3), rng.randint(1, 5)
    kinds = [
        f"first={card}",
        f"last={card}",
        f"on={card}:{pile}",
        f"before={card}:{other}",
        f"turn={card}:{turns}",
        f"untouched={pile}",
        f"ends={pile}:{card}",
        f"ender={player}",
        f"cards:{pile}{sign}{few}",
        f"turns{sign}{turns}",
        f"length{sign}{rng.randint(1, 3)}",
        f"lays:{player}{sign}{few}",
    ]
    if rules.trick or rules.colours:
        kinds += [f"tricks{sign}{few}", f"tricks:{pile}{sign}{rng.randint(0, 2)}"]
    kinds += [f"shown:{command.name}{sign}{few}" for command in rules.game.vocabulary]
    rng.shuffle(kinds)
    yield from kinds
