"""The puzzles found so far: no two the same, none too much like the others, each with its own id and title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from puzzles.canonical import canonical_key
from puzzles.checking.twins import Known
from puzzles.generate.titles import free_title
from puzzles.puzzle import Level, Puzzle

ALIKE = 2  # puzzles of one look that are always welcome
SHARE = 6  # beyond that, one of so many
MOST_GUESSED = 40  # percent of the lost games that one constant guess may solve
ANY_GUESS = "lost games"
SHORT_PATIENCE = 5  # the same for their level, or where the same guess is right too often
PATIENCE = 12  # puzzles in a row that are turned away for their looks; the next one is taken

PREFIXES = {"the-game-extreme": "extreme", "quick-and-easy": "quick", "quick-and-easy-pro": "pro"}

Look = tuple[object, ...]


class Accepted:
    """What is there already, and whether one more puzzle is welcome."""

    def __init__(self, puzzles: Iterable[Puzzle] = (), tag: str = "", language: str = "en", spread: int = 1) -> None:
        self.tag, self.language = tag, language  # of the order, in new ids; of new titles
        self.ids, self.titles, self.known = set[str](), set[str](), Known()
        self.spread, self.levels, self.guesses = spread, Counter[Level | None](), Counter[str]()  # over so many levels
        self.keys, self.firsts, self.looks = set[str](), set[Look](), Counter[Look]()
        self.turned_away = 0
        for puzzle in puzzles:
            self.add(puzzle)

    def add(self, puzzle: Puzzle) -> None:
        """One more puzzle."""
        self.ids.add(puzzle.id)
        self.titles.add(puzzle.title)
        self.known.add(puzzle)
        self.keys.add(canonical_key(puzzle))
        self.firsts.add(first_turn(puzzle))
        self.looks[look_of(puzzle)] += 1
        self.levels[puzzle.level] += 1
        guesses = guesses_of(puzzle)
        self.guesses.update([*guesses, *([ANY_GUESS] if guesses else [])])
        self.turned_away = 0

    def take(self, puzzle: Puzzle) -> Puzzle | None:
        """The puzzle with an id and a title; None if it is there already, or too much like what is there."""
        if (key := canonical_key(puzzle)) in self.keys or self.known.twins_of(puzzle):
            return None
        common = self.is_common_level(puzzle) or self.is_guessed(puzzle)
        if self.turned_away < (PATIENCE if self.is_like_others(puzzle) else SHORT_PATIENCE if common else 0):
            self.turned_away += 1
            return None
        named = replace(puzzle, id=self.new_id(puzzle), title=free_title(key, self.language, self.titles))
        self.add(named)
        return named

    def is_guessed(self, puzzle: Puzzle) -> bool:
        """Would one and the same guess be right too often in the lost games?"""
        lost = self.guesses[ANY_GUESS] + 1
        most = max(ALIKE, lost * MOST_GUESSED // 100)
        return any(self.guesses[guess] >= most for guess in guesses_of(puzzle))

    def is_common_level(self, puzzle: Puzzle) -> bool:
        """Has its level its share already?"""
        return self.levels[puzzle.level] > self.levels.total() // self.spread

    def is_like_others(self, puzzle: Puzzle) -> bool:
        """The same first turn as another, or a look that is there often enough."""
        often = max(ALIKE, self.looks.total() // SHARE)
        return first_turn(puzzle) in self.firsts or self.looks[look_of(puzzle)] >= often

    def new_id(self, puzzle: Puzzle) -> str:
        """``quick-win-4af02-003``: game, task and order, and the first number that is free."""
        game = puzzle.position.rules.game.name
        prefix, number = "-".join(part for part in (PREFIXES.get(game, game), puzzle.task.name, self.tag) if part), 1
        while (name := f"{prefix}-{number:03}") in self.ids:
            number += 1
        return name


def guesses_of(puzzle: Puzzle) -> list[str]:
    """The constant guesses that would be right: of a lost game its turn, from either end; who begins."""
    if not puzzle.task.kind.names_mover:
        return [f"player {puzzle.answer}"]
    return [] if puzzle.lost_at is None else [f"{puzzle.lost_at}", f"-{len(puzzle.played) - puzzle.lost_at}"]


def first_turn(puzzle: Puzzle) -> Look:
    """The cards of the turn to be found, and the directions they go; of a lost game, the turn that lost it too."""
    rules = puzzle.position.rules
    if puzzle.task.kind.asks_option:  # no turn is to be found
        return puzzle.task.name, puzzle.position_text
    turns = [*puzzle.solution[:1], *(puzzle.played[puzzle.lost_at - 1 : puzzle.lost_at] if puzzle.lost_at else ())]
    piles = ((play.card, rules.piles[rules.pile_index(play.pile)]) for turn in turns for play in turn.plays)
    return puzzle.task.name, *sorted(f"{card} {pile.direction} {pile.owner}" for card, pile in piles)


def look_of(puzzle: Puzzle) -> Look:
    """What a solver would say of it: its themes, how many cards the first turn lays, how many turns it takes."""
    first = len(puzzle.solution[0].plays) if puzzle.solution else 0
    if puzzle.task.kind.asks_option:
        return str(puzzle.task), puzzle.position.cards_left, puzzle.position.draw_sizes, first, len(puzzle.solution)
    length = len(puzzle.solution) if puzzle.task.kind.whole_line else puzzle.lost_at
    return str(puzzle.task), puzzle.themes, first, length
