"""What the page knows, as JSON: the collection, the tables of its games, what can be solved from where, all words."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from puzzles.answers.task_judge import Scored, TaskJudge
from puzzles.answers.why import WhyNot
from puzzles.daily import calendar, shipped_puzzles
from puzzles.page.judged import MOST_POSITIONS, Judged, judge_puzzle
from puzzles.page.options import option_data
from puzzles.page.stipulated import stipulation_data
from puzzles.page.tables import board_data, games_data, plays_data, position_data, table_of
from puzzles.page.words import page_words
from puzzles.puzzle import LEVELS, Collection, Puzzle, naming, start_of_solution
from puzzles.sheet.words import LANGUAGES, game_text, task_name, task_text, theme_titles, why_text
from puzzles.tasks.kind import turns_of_mover
from solver import DoesNotAddUp, Line, Rules, format_line, format_position, play_line
from solver.rules.games import GAMES
from solver.search.limits import Limits

__all__ = ["board_data", "collection_data"]

FORMAT = 1
Tell = Callable[[int, int], None]  # puzzles done, and of how many


class PageChapter(NamedTuple):
    """The number of its first puzzle, counted from 0; its title, and the paragraphs of its lesson, by language."""

    first: int
    title: Mapping[str, str]
    lesson: Mapping[str, list[str]]


def collection_data(
    collection: Collection,
    language: str,
    live: bool = False,
    most: int = MOST_POSITIONS,
    tell: Tell | None = None,
    chapters: Sequence[PageChapter] = (),
) -> dict[str, Any]:
    """Everything that the page of a collection shows or looks up."""
    tables: dict[Rules, int] = {}
    puzzles = []
    for done, puzzle in enumerate(collection.puzzles):
        number = tables.setdefault(puzzle.position.rules, len(tables))
        puzzles.append(puzzle_data(puzzle, most) | {"table": number})
        if tell is not None:
            tell(done + 1, len(collection.puzzles))
    return {
        "format": FORMAT,
        "language": language,
        "live": live,
        "title": collection.title,
        "author": collection.author,
        "licence": collection.licence,
        "source": collection.source,
        "notes": collection.notes,
        "levels": LEVELS,
        "games": tuple(GAMES),
        "daily": daily_numbers(collection),
        "chapters": [chapter._asdict() for chapter in chapters],
        "tables": [table_of(rules) for rules in tables],
        "play": None if live else games_data(),
        "puzzles": puzzles,
        "words": page_words(),
    }


def daily_numbers(collection: Collection) -> list[int] | None:
    """Which puzzle is whose day's, as ``tenback puzzle daily`` has it; None where not all of its puzzles are here."""
    numbers = {puzzle.id: number for number, puzzle in enumerate(collection.puzzles)}
    order = calendar(shipped_puzzles())
    found = [numbers.get(puzzle.id) for puzzle in order]
    same = [at for at, puzzle in zip(found, order, strict=True) if at is not None and collection.puzzles[at] == puzzle]
    return same if len(same) == len(order) else None


def puzzle_data(puzzle: Puzzle, most: int) -> dict[str, Any]:
    """One puzzle; a puzzle whose own claims break the rules is refused by name."""
    with naming(puzzle):
        judged = judge_puzzle(puzzle, most)
        chosen = option_data(puzzle) if puzzle.task.kind.asks_option else {}
        return {**described(puzzle), **asked(puzzle), **lines_of(puzzle), **judged_data(puzzle, judged), **chosen}


def described(puzzle: Puzzle) -> dict[str, Any]:
    """Who made it, what it is called, how hard it is."""
    return {
        "id": puzzle.id,
        "digest": digest_of(puzzle),
        "title": puzzle.title,
        "author": puzzle.author,
        "source": puzzle.source,
        "licence": puzzle.licence,
        "notes": puzzle.notes,
        "level": puzzle.level,
        "unique": puzzle.unique,
        "themes": {language: theme_titles(puzzle.themes, language) for language in LANGUAGES},
    }


def digest_of(puzzle: Puzzle) -> str:
    """Names what a person solves: progress is kept under it, and a puzzle that was changed is a new one."""
    asked = f"{format_position(puzzle.position)}\n{puzzle.task}\n{format_line(puzzle.played)}"
    return hashlib.sha256(asked.encode()).hexdigest()[:16]


def asked(puzzle: Puzzle) -> dict[str, Any]:
    """The position, and the task in words."""
    turns = puzzle.task.turns if puzzle.task.kind.counts_turns else None
    if puzzle.task.kind.counts_turns and turns is None and puzzle.solution:  # as few as can be: as many as the author's
        turns = turns_of_mover(len(puzzle.solution))
    return {
        "position": position_data(puzzle.position) | left_data(puzzle) | supposed_data(puzzle),
        "require": puzzle.task.require and puzzle.task.require.words._asdict(),
        "task": puzzle.task.name,
        "kind": puzzle.task.kind.flags(puzzle.position.rules),
        "turns": turns,
        "best": best_of(puzzle) if puzzle.task.kind.is_scored else None,
        "asks": {language: task_text(puzzle, language) for language in LANGUAGES},
        "short": {language: task_name(puzzle.task, language) for language in LANGUAGES},
        "game": {language: game_text(puzzle.position.rules, language) for language in LANGUAGES},
    }


def left_data(puzzle: Puzzle) -> dict[str, Any]:
    """What is asked of the win, where something is."""
    require = puzzle.task.require
    return {} if require is None else {"left": stipulation_data(require, puzzle.position.rules)}


def supposed_data(puzzle: Puzzle) -> dict[str, Any]:
    """Where nobody knows the order of the draw pile: one to show, that of the author's solution."""
    if not puzzle.task.kind.every_order:
        return {}
    drawn = [card for turn in puzzle.solution for card in turn.drawn or ()]
    index = puzzle.position.rules.card_indices
    cards = (*drawn, *(card for card in puzzle.position.draw.cards if card not in drawn))
    return {"supposed": [index[card] for card in cards]}


def best_of(puzzle: Puzzle) -> int:
    """The fewest cards that can be left: proved, or else what the author's solution leaves."""
    side = TaskJudge(puzzle.position, puzzle.task, Limits(SECONDS_FOR_BEST)).side
    claimed = play_line(puzzle.position, puzzle.solution).cards_left
    return side.fewest if isinstance(side, Scored) and side.fewest is not None else claimed


SECONDS_FOR_BEST = 10.0


def lines_of(puzzle: Puzzle) -> dict[str, Any]:
    """The author's solution, and of ``where-lost`` the game that was played; each of them refereed."""
    position, before = puzzle.position, 0
    if puzzle.task.kind.asks_where:
        if puzzle.lost_at is None or not 1 <= puzzle.lost_at <= len(puzzle.played):
            raise DoesNotAddUp(f"lost_at={puzzle.lost_at}: the played game has {len(puzzle.played)} turns")
        play_line(position, puzzle.played)
        before = puzzle.lost_at - 1
        position = start_of_solution(position, puzzle.played, puzzle.lost_at)
    position = puzzle.start if puzzle.task.kind.asks_option else position
    play_line(position, puzzle.solution)
    rules = puzzle.position.rules
    return {
        "solution": line_data(rules, puzzle.solution),
        "solution_after": before,  # so many turns of the played game come before the solution
        "played": line_data(rules, puzzle.played),
        "lost_at": puzzle.lost_at,
    }


def line_data(rules: Rules, line: Line | Sequence[Any]) -> list[list[tuple[int, int]]]:
    """The plays of each turn."""
    return [plays_data(rules, turn) for turn in line]


def judged_data(puzzle: Puzzle, judged: Judged) -> dict[str, Any]:
    """What can still be solved from where; ``decided`` is None where the list is complete."""
    rules = puzzle.position.rules
    return {
        "keeping": " ".join(judged.keeping),
        "decided": judged.decided,
        "replies": {key: plays_data(rules, turn) for key, turn in judged.replies.items()},
        "reasons": {key: reason_data(rules, why) for key, why in judged.reasons.items()},
    }


def reason_data(rules: Rules, why: WhyNot) -> dict[str, Any]:
    """Why a turn fails: the sentence in each language, and the line that refutes it where there is one."""
    said = {language: why_text(why, rules, language) for language in LANGUAGES}
    order = {"order": [rules.card_indices[card] for card in why.order]} if why.order else {}
    return said | order | ({"line": line_data(rules, why.line)} if why.line else {})
