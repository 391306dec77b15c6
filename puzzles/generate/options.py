"""Candidates for puzzles that ask for an option: tables that get tighter, until just one option is right.

The piles of an end of a played game are moved on, one at a time (``tighten.moved_on``), so that less and less can be
won.  On the way from "everything wins" to "nothing wins" there may be tables on which one option alone does, or fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from puzzles.answers.answer import answer
from puzzles.answers.option_judge import OptionJudge
from puzzles.checking.reachable import reachable
from puzzles.generate.order import PuzzleOrder
from puzzles.generate.sensible import positions_of
from puzzles.generate.stream import Chance
from puzzles.generate.team_candidates import tight_game
from puzzles.generate.tighten import moved_on
from puzzles.options import swaps
from puzzles.puzzle import LEVELS, Puzzle
from puzzles.quality.candidate import Candidate
from puzzles.quality.options import LEAST_OPTIONS, tries_of
from puzzles.rating.rate import rate
from solver import DrawPile, Position, Winnable, solve
from solver.search.limits import Limits

ENDS = 4  # of a game that are looked at
CHANGES = 24  # of the piles of an end
STACKED = range(3, 5)  # cards of a draw pile that is to be put in order


def option_candidates(start: Position, order: PuzzleOrder, chance: Chance) -> Iterator[Candidate]:
    """Out of the game that a team plays with one deal."""
    game = tight_game(start, order.size, chance)
    positions = positions_of(start, game)
    ends = [at for at, one in enumerate(positions) if one.cards_left in order.size and is_fit(one, order)]
    for at in chance.some(ends, ENDS):
        if rights_in(asked_of(positions[at], order), order) == 1:
            yield Candidate(asked_of(positions[at], order), order.task, game=game[:at])
        if not start.rules.commands:  # a game that leads to a changed table would be hard to find
            yield from (Candidate(table, order.task) for table in tightening(positions[at], order, chance))


def is_fit(position: Position, order: PuzzleOrder) -> bool:
    """Is there something to choose from?"""
    kind = order.task.kind
    if position.outcome is not None or (kind.stacks and len(position.draw.cards) not in STACKED):
        return False
    if kind.mends and next(swaps(position), None) is None:
        return False
    return kind.names_mover or sum(map(bool, position.hands)) >= LEAST_OPTIONS


def asked_of(position: Position, order: PuzzleOrder) -> Position:
    """The table as it is asked about: its draw pile without an order, nobody to move."""
    if order.task.kind.stacks:
        return replace(position, draws=(DrawPile(position.draw.cards, ordered=False),))
    return position if order.task.kind.names_mover else replace(position, to_move=0)


def tightening(position: Position, order: PuzzleOrder, chance: Chance) -> Iterator[Position]:
    """Tables on the way to nothing being winnable; from there on it begins again."""
    table = position
    for _ in range(CHANGES):
        changed = moved_on(table, chance)
        if changed is None or changed.outcome is not None:
            table = position
            continue
        asked = asked_of(changed, order)
        count = rights_in(asked, order)
        if count == 1:
            yield asked
        is_beyond = count == 2 if order.task.kind.wants_loss else count == 0
        table = position if is_beyond else changed


def rights_in(position: Position, order: PuzzleOrder) -> int | None:
    """How many options are right, 2 standing for more; None where nothing is to be asked, or it is not known."""
    judge = OptionJudge(position, order.task, Limits())
    if judge.is_lost_as_it_stands is not True or len(judge.options) < LEAST_OPTIONS:
        return None
    rights = judge.rights_up_to(2)
    return None if rights is None else len(rights)


def offered_option(order: PuzzleOrder, candidate: Candidate, source: str) -> Puzzle | None:
    """The puzzle that a candidate makes, if it is as ordered and worth solving."""
    found = answer(candidate.position, candidate.task, limits=Limits())
    if not found.solvable or len(found.rights) != 1:
        return None
    right = found.rights[0]
    puzzle = Puzzle("", candidate.position, candidate.task, source=source, answer=right.text)
    if right.line:
        shorter = solve(right.option.position, goal="turns")
        puzzle = replace(puzzle, solution=shorter.line if isinstance(shorter, Winnable) else right.line)
    rated = rate(puzzle)
    if not order.accepts_level(rated.level) or tries_of(puzzle) < (rated.level != LEVELS[0]):
        return None
    arises = puzzle.position if puzzle.task.kind.names_mover else puzzle.start
    return replace(puzzle, rating=rated.value) if reachable(arises, source).yes else None
