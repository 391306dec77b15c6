"""Candidates of the team games: tight ends of played games, in which little still works.

A deal is played by a team that looks ahead (``sensible.team_line``) until some cards more are left than wanted.  From
there careless turns are played that only just keep the win: so the room gets scarce, and turns that work get rare.
The graph of such an end (``graph``) then has positions in plenty of which just one turn works.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from puzzles.generate.graph import EndGraph, largest_graph
from puzzles.generate.mistake import game_with_mistake
from puzzles.generate.sensible import looks, positions_of, team_line
from puzzles.generate.stream import Chance
from puzzles.generate.tighten import tightened
from puzzles.puzzle import Task
from puzzles.quality.candidate import Candidate, Size
from solver import Line, Position, Turn, play_line
from solver.analysis.team_judge import TeamJudge
from solver.search.limits import Limits

CARELESS_CARDS = 10  # so many cards before the wanted size the careless turns begin
LOOKED_AT = 6  # turns of which the most careless one that keeps the win is played
MORE_CARDS = 2  # the graph may begin with so many cards more than wanted
LEAST_CHOICES = 3  # different turns in the first position: else there is nothing to find
LEAST_LAID = 4  # cards that the best line of a best-score puzzle lays; cards left where a mistake is made
MOST_BEGUN = 3  # turns before a mistake
ENDS_TIGHTENED, TABLES_OF_AN_END = 2, 2
MOST_NODES_SEEN = 300  # positions of a graph that are looked at one by one


def team_candidates(start: Position, task: Task, size: Size, chance: Chance, gentle: bool) -> Iterator[Candidate]:
    """Candidates out of the game that a team plays with one deal, in a random order; with gentle ones, or without."""
    game = tight_game(start, size, chance)
    positions = positions_of(start, game)
    if task.kind.is_plain_win and not start.rules.commands:
        yield from tight_tables(positions, task, size, chance, gentle)
    graph = largest_graph(positions, size.least, size.most + MORE_CARDS)
    if graph is not None:
        before = game[: positions.index(graph.position)]
        for node in chosen_nodes(graph, task, size, chance, gentle):
            yield from asked(start, task, (*before, *graph.line_to(node)), size, chance)
    if graph is None or graph.position.cards_left < size.most:  # larger than any graph that is small enough
        larger = [number for number, one in enumerate(positions) if one.cards_left in size]
        for number in chance.shuffled(larger):
            yield from asked(start, task, game[:number], size, chance)


def tight_tables(
    positions: list[Position], task: Task, size: Size, chance: Chance, gentle: bool
) -> Iterator[Candidate]:
    """Ends of the game with their piles moved on, until one turn wins; large ones, as cards will be taken away."""
    least = (size.least + size.most + 1) // 2
    ends = [one for one in positions if least <= one.cards_left <= size.most + MORE_CARDS and one.outcome is None]
    for end in chance.some(ends, ENDS_TIGHTENED):
        for table in islice(tightened(end, task, chance, gentle), TABLES_OF_AN_END):
            yield Candidate(table, task)


def asked(start: Position, task: Task, game: Line, size: Size, chance: Chance) -> Iterator[Candidate]:
    """The task asked of the position that a game leads to; where-lost is asked of one some turns before."""
    if not task.kind.asks_where:
        yield Candidate(play_line(start, game), task, game=game)
        return
    positions = positions_of(start, game)
    some = [at for at in range(len(game) - MOST_BEGUN, len(game) + 1) if at >= 0 and positions[at].cards_left in size]
    for at in chance.some(some, 1):
        played = game_with_mistake(positions[at], game[at:], task, chance)
        if played is not None:
            yield Candidate(positions[at], task, played, game[:at])


# --- a game that gets tight


def tight_game(start: Position, size: Size, chance: Chance) -> Line:
    """A game played well, until it goes on with turns that take much room but keep the win if there is one."""
    game = list[Turn]()
    position = start
    for turn in team_line(start):
        if position.cards_left <= size.most + CARELESS_CARDS:
            break
        game.append(turn)
        position = position.after(turn)
    judge = TeamJudge(position, Limits())
    while position.cards_left > size.least and position.outcome is None:
        careless = careless_turn(judge, position, chance)
        if careless is None:
            break
        game.append(careless)
        position = position.after(careless)
    return tuple(game)


def careless_turn(judge: TeamJudge, position: Position, chance: Chance) -> Turn | None:
    """Of a few turns, the one that takes most room and keeps the win; where none does, the one that takes least."""
    turns = judge.turns(position)
    if turns is None:
        return None
    nodes = turns.outcomes.tolist()
    some = chance.some(nodes, LOOKED_AT)
    for looked_at in (some, nodes):
        kept = [
            turns.turn(node) for node, wins in zip(looked_at, judge.keep_the_win(turns, looked_at), strict=True) if wins
        ]
        if kept:
            return max(kept, key=lambda turn: (looks(position, turn), turn.plays))
    played = [turns.turn(node) for node in some]
    return min(played, key=lambda turn: (looks(position, turn), turn.plays))


# --- nodes of the graph


def chosen_nodes(graph: EndGraph, task: Task, size: Size, chance: Chance, gentle: bool) -> Iterator[int]:
    """Positions that may suit the task; a mistake may come when fewer cards are left than in the puzzle's position."""
    if task.kind.is_scored:
        return lost_nodes(graph, size, chance, gentle)
    if task.kind.asks_where:
        return won_nodes(graph, Size(min(LEAST_LAID, size.least), size.most), chance, True)
    return won_nodes(graph, size, chance, gentle)


def won_nodes(graph: EndGraph, size: Size, chance: Chance, gentle: bool) -> Iterator[int]:
    """Positions with just one turn that keeps the win; larger ones first, since cards will be taken away.

    By turns one where a wrong turn tempts and one where none does, with a single winning line and with several.
    """
    nodes = graph.positions(size.least, size.most + MORE_CARDS)
    lines, winning_turns = graph.lines_and_turns
    nodes = nodes[(graph.best[nodes] == 0) & (winning_turns[nodes] == 1)]
    single, tempting = lines[nodes] == 1.0, graph.tempting[nodes]
    kinds = (single & tempting, ~single & ~tempting, ~single & tempting, single & ~tempting)
    wanted = kinds if gentle else (kinds[0], kinds[2])
    for node in by_turns([sorted(chance.shuffled(nodes[kind].tolist()), key=graph.third) for kind in wanted]):
        if len(graph.turns_from(node)) >= LEAST_CHOICES:
            yield node


def lost_nodes(graph: EndGraph, size: Size, chance: Chance, gentle: bool) -> Iterator[int]:
    """Lost positions with just one turn that leads to the fewest cards left; by turns tempted away from it or not."""
    nodes, best = graph.positions(size.least, size.most), graph.best
    nodes = nodes[(best[nodes] > 0) & (graph.left[nodes] - best[nodes] >= LEAST_LAID)]
    tempting = graph.tempting[nodes]
    wanted = (tempting, ~tempting) if gentle else (tempting,)
    for node in by_turns([chance.some(nodes[kind].tolist(), MOST_NODES_SEEN) for kind in wanted]):
        after = graph.turns_from(node)
        if len(after) >= LEAST_CHOICES and int((best[after] == best[node]).sum()) == 1:
            yield node


def by_turns(queues: list[list[int]]) -> Iterator[int]:
    """The last of each queue in turn, until all are empty."""
    while any(queues):
        for queue in queues:
            if queue:
                yield queue.pop()
