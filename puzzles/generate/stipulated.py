"""Candidates with a stipulation that makes the point: several first turns win without it, one alone with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

from puzzles.answers.task_judge import fewest_of_team
from puzzles.generate.graph import EndGraph, largest_graph
from puzzles.generate.order import PuzzleOrder
from puzzles.generate.sensible import positions_of
from puzzles.generate.stream import Chance
from puzzles.generate.team_candidates import LEAST_CHOICES, tight_game
from puzzles.puzzle import Task
from puzzles.quality.candidate import Candidate
from solver import Position, Stipulation, TenbackError, play_line, stipulation_of
from solver.analysis.stipulated import StipulatedJudge
from solver.search.limits import Limits
from solver.stipulations.position import with_stipulation

MOST_NODES_SEEN = 6  # positions of a graph
MOST_ASKED = 8  # stipulations of a position
LEAST_WINNING = 3  # first turns that win without the stipulation


def stipulated_candidates(start: Position, order: PuzzleOrder, chance: Chance) -> Iterator[Candidate]:
    """Out of the game that a team plays with one deal."""
    game = tight_game(start, order.size, chance)
    positions = positions_of(start, game)
    graph = largest_graph(positions, order.size.least, order.size.most)
    if graph is None:
        return
    before = game[: positions.index(graph.position)]
    for node in chance.some(open_nodes(graph, order), MOST_NODES_SEEN):
        line = (*before, *graph.line_to(node))
        position = play_line(start, line)
        for task in tasks(order, position, chance):
            if task.require is not None and makes_the_point(position, task.require):
                yield Candidate(with_stipulation(position, task.require), task, game=line)
                break


def tasks(order: PuzzleOrder, position: Position, chance: Chance) -> list[Task]:
    """What can be asked here: some stipulations of the kind that was ordered, or the fewest turns."""
    if not order.task.kind.counts_all_turns:
        some = chance.some(stipulations(order.require, position), MOST_ASKED)
        return [replace(order.task, require=asked) for asked in some]
    fewest = fewest_of_team(position, Limits())
    return [Task(order.task.name, fewest)] if fewest and order.task.turns in (None, fewest) else []


def open_nodes(graph: EndGraph, order: PuzzleOrder) -> list[int]:
    """Positions with several first turns that win, and more that do not."""
    nodes = graph.positions(order.size.least, order.size.most)
    winning = graph.lines_and_turns[1]
    chosen = nodes[(graph.best[nodes] == 0) & (winning[nodes] >= LEAST_WINNING)]
    return [node for node in chosen.tolist() if len(graph.turns_from(node)) >= LEAST_CHOICES]


def stipulations(text: str, position: Position) -> list[Stipulation]:
    """What was ordered, every ? being a card, a pile or a player; what does not fit is left out."""
    left = [str(card) for cards in (*position.hands, position.draw.cards) for card in cards]
    names = [*left, *(pile.name for pile in position.rules.piles), *map(str, position.rules.player_names)]
    parts, found = text.split("?"), dict[str, Stipulation]()
    for some in product(names, repeat=min(len(parts) - 1, 2)):
        try:
            asked = stipulation_of("".join(map("".join, zip(parts, (*some, ""), strict=False))), position)
        except TenbackError:
            continue
        found[str(asked)] = asked
    return list(found.values())


def makes_the_point(position: Position, asked: Stipulation) -> bool:
    """With it, does one first turn alone win?"""
    choices = StipulatedJudge(position, asked, Limits()).each_choice(position, asked, broken_too=False)
    winning = (choice for choice in choices if choice.verdict != "unwinnable")
    return len(list(islice(winning, 2))) == 1
