"""From a candidate to a finished puzzle: proved, made minimal, worth solving, rated, and named by its themes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from puzzles.answers.answer import TaskAnswer, answer
from puzzles.checking.reachable import AFTER, reachable
from puzzles.generate.order import PuzzleOrder
from puzzles.generate.stream import Chance, deal_number
from puzzles.generate.worth import is_worth_solving
from puzzles.puzzle import LEVELS, Puzzle, Task
from puzzles.quality.candidate import Candidate
from puzzles.quality.features import Quality, worth_printing
from puzzles.quality.minimal import LEVELS_KEPT, ProvedCandidate, as_hard_as_ever, minimised
from puzzles.rating.rate import rate
from puzzles.themes import themes_of
from solver import Line, Position, Winnable, format_position, solve
from solver.analysis.every_order import in_listed_order
from solver.search.limits import Limits

TRIES = 6  # candidates of one deal
FEW_CARDS = 14  # left after the first turn: so few that the fewest turns are found at once
AUTHOR, LICENCE = "tenback", "CC0-1.0"


def offers(order: PuzzleOrder, candidate: int) -> Iterator[Puzzle]:
    """The puzzles of one deal that are as ordered, without id and title; most deals give one, some none."""
    number = deal_number(order.seed, candidate)
    if order.task.kind.asks_option:
        found_here = options(order, number)
    elif order.require or order.task.kind.counts_all_turns:
        found_here = stipulated(order, number)
    else:
        found_here = candidates(order, number)
    for found in islice(found_here, TRIES):
        puzzle = offered_with(order, found, number) if order.task.kind.asks_option else offered(order, found, number)
        if puzzle is not None:
            yield puzzle


def candidates(order: PuzzleOrder, number: int) -> Iterator[Candidate]:
    """What one deal has to offer."""
    start, chance = order.deal(number).position(), Chance(number, order.task.kind.number)
    if start.rules.game.is_duel:
        from puzzles.generate.duel_candidates import duel_candidates

        return duel_candidates(start, order.task, order.size, chance)
    if order.task.kind.every_order:
        from puzzles.generate.any_order import any_order_candidates

        return any_order_candidates(start, order.task, order.size, chance)
    from puzzles.generate.built import built, can_be_built
    from puzzles.generate.team_candidates import team_candidates

    level = order.level_of(number)
    if can_be_built(start.rules, order.task, level, order.size):
        return built(start, order.task, order.size, chance, level)
    gentle = order.accepts_level(LEVELS[0]) and level not in LEVELS_KEPT
    return team_candidates(start, order.task, order.size, chance, gentle)


def stipulated(order: PuzzleOrder, number: int) -> Iterator[Candidate]:
    """Positions of one deal in which the stipulation that was ordered makes the point."""
    from puzzles.generate.stipulated import stipulated_candidates

    start, chance = order.deal(number).position(), Chance(number, order.task.kind.number)
    return stipulated_candidates(start, order, chance)


def options(order: PuzzleOrder, number: int) -> Iterator[Candidate]:
    """Tables of one deal on which one option alone is right."""
    from puzzles.generate.options import option_candidates

    return option_candidates(order.deal(number).position(), order, Chance(number, order.task.kind.number))


def offered_with(order: PuzzleOrder, candidate: Candidate, number: int) -> Puzzle | None:
    """The puzzle that a candidate for an option makes, if it is as ordered."""
    from puzzles.generate.options import offered_option

    puzzle = offered_option(order, candidate, source_of(candidate, number))
    return None if puzzle is None else replace(puzzle, author=AUTHOR, licence=LICENCE)


def offered(order: PuzzleOrder, candidate: Candidate, number: int) -> Puzzle | None:
    """The puzzle that a candidate makes, if it is as ordered."""
    found = answer(candidate.position, candidate.task, candidate.played, Limits())
    if not found.solvable or not found.solution or not is_as_unique(order, found):
        return None
    sound: ProvedCandidate | None = ProvedCandidate(candidate, found)
    if candidate.task.require is None:  # a card less is another stipulation
        sound = minimised_as_ordered(order, ProvedCandidate(candidate, found), number)
    if sound is None:
        return None
    if sound.candidate.game is None and candidate.position.rules.commands:
        return None  # to find a game that leads there takes too long where commands bind the turns
    if sound.candidate.position.cards_left not in order.size or not is_as_unique(order, sound.answer):
        return None
    if not is_worth_solving(sound):
        return None
    puzzle = puzzle_of(sound, source_of(sound.candidate, number))
    rated = rate(puzzle)
    if not order.accepts_level(rated.level):
        return None
    if not order.require and not worth_printing(Quality(puzzle), rated.level):
        return None
    themes = themes_of(puzzle)
    if order.theme is not None and order.theme not in themes:
        return None
    if not reachable(puzzle.position, puzzle.source).yes:
        return None
    return replace(puzzle, rating=rated.value, themes=themes)


def minimised_as_ordered(order: PuzzleOrder, sound: ProvedCandidate, number: int) -> ProvedCandidate | None:
    """Without the cards that it can do without; None where it gets too small, or is too easy already.

    It stays as hard as it is where a hard one is looked for, and it is worth it.
    """
    kept = as_hard_as_ever(sound, order.levels[1]) if order.level_of(number) in LEVELS_KEPT else sound
    if kept.level is not None and not worth_printing(Quality(puzzle_of(kept, "")), kept.level):
        kept = sound
    if order.levels[0] in LEVELS_KEPT and (kept.level is None or not order.accepts_level(kept.level)):
        return None
    return minimised(kept, order.size.least)


def is_as_unique(order: PuzzleOrder, found: TaskAnswer) -> bool:
    """Is it as unique as was ordered?  One set of turns may begin with several: that is no only turn."""
    return order.accepts_unique(found.unique) and not (order.task.kind.first_turn_only and len(found.firsts) > 1)


def puzzle_of(sound: ProvedCandidate, source: str) -> Puzzle:
    """The puzzle as far as it is proved."""
    candidate, found = sound.candidate, sound.answer
    return Puzzle(
        id="",
        position=candidate.position,
        task=candidate.task,
        solution=tidy_solution(sound.start, candidate.task, found),
        unique=found.unique,
        author=AUTHOR,
        licence=LICENCE,
        source=source,
        played=candidate.played,
        lost_at=found.value if candidate.task.kind.asks_where else None,
    )


def source_of(candidate: Candidate, number: int) -> str:
    """Where a puzzle comes from: the numbered deal and, where commands make it hard to find one, the whole game.

    A told game proves that the position can arise (see ``puzzles.checking.reachable``).
    """
    position, game = candidate.position, candidate.game
    table = f"{format_position(position).split(' | ')[0]} #{number}"
    if game is None or not position.rules.commands:
        return f"from {table}"
    return f"{table}{AFTER}{told(game)}"


def told(game: Line) -> str:
    """A game in as few words as can be."""
    turns = (" ".join(f"{play.card}@{short(play.pile)}" for play in turn.plays) for turn in game)
    return "; ".join(turns)


def short(pile: str) -> str:
    """``u1`` for ``up1``."""
    return pile.replace("up", "u").replace("down", "d")


def tidy_solution(start: Position, task: Task, found: TaskAnswer) -> Line:
    """The solution; where only its first turn is certain, what follows in as few turns as can be."""
    line = found.solution
    if (
        task.require is not None
        or start.rules.game.is_duel
        or task.kind.is_scored
        or found.unique not in ("none", "first-turn")
    ):
        return line
    rest = in_listed_order(start.after(line[0]))
    if rest.outcome is not None or rest.cards_left > FEW_CARDS:
        return line
    shorter = solve(rest, goal="turns")
    return (line[0], *shorter.line) if isinstance(shorter, Winnable) else line
