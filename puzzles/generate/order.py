"""What was ordered: which puzzles, from which seed; and how a puzzle in a file is known to be one of them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from puzzles.generate.stream import CANDIDATES, refuse_impossible_seed
from puzzles.puzzle import LEVELS, UNIQUENESS, Level, Puzzle, Task, Uniqueness
from puzzles.quality.candidate import Size
from puzzles.quality.options import LEAST_OPTIONS
from puzzles.tasks import TASKS, known_tasks
from puzzles.tasks.kind import USUAL_CARDS
from solver import Card, Deal, DoesNotAddUp, Rules, deal, format_position
from solver.errors import Unreadable, quoted

MOST_CARDS = 40  # left in a puzzle's position
FEWEST_UNKNOWN, MOST_UNKNOWN = 2, 4  # cards of a draw pile whose order is unknown, where no size is said
TAG_LENGTH = 5  # of an order in ids
USUAL_SIZE = Size(*USUAL_CARDS)
UNIQUE: Uniqueness = "first-turn"  # what is asked for where nothing is said


@dataclass(frozen=True)
class PuzzleOrder:
    """Puzzles of one kind; ``theme`` and ``task.turns`` may be None: any."""

    game: str
    task: Task
    players: int | None = None
    rules: Mapping[str, int | None] = field(default_factory=dict)
    commands: Mapping[Card, str] | None = None
    size: Size = USUAL_SIZE
    levels: tuple[Level, Level] = (LEVELS[0], LEVELS[-1])
    theme: str | None = None
    unique: Uniqueness = UNIQUE
    seed: int = 1
    require: str = ""  # a stipulation; ? stands for any card, pile or player

    def __post_init__(self) -> None:
        refuse_impossible_seed(self.seed)
        known = known_tasks(self.start_rules.game)  # refuses rules that contradict themselves
        if self.task.name not in known:
            raise DoesNotAddUp(f"--task {self.task}: {self.game} knows {', '.join(known)}")
        if self.task.turns is not None and self.task.turns < 2:
            raise DoesNotAddUp(f"--task {self.task}: a win in one turn is no puzzle; ask for 2 or more")
        if self.theme is not None and self.task.kind.asks_option:
            raise DoesNotAddUp(f"--theme {self.theme}: {self.task} is about no turn, so it has no theme")
        if self.unique != UNIQUE and self.task.kind.asks_option:
            raise DoesNotAddUp(f"--unique {self.unique}: {self.task} has one right answer; leave it out")
        least = 1 if self.task.kind.names_mover else LEAST_OPTIONS
        if self.start_rules.players < least:
            raise DoesNotAddUp(f"--task {self.task}: with fewer than {least} players there is little to choose from")
        if self.theme is not None:
            refuse_misplaced(self.theme, self.start_rules)
        if self.require and not (self.task.kind.whole_line and self.task.kind.is_plain_win):
            raise DoesNotAddUp(f"--require {self.require}: only a whole line that wins can have a stipulation")
        if not 2 <= self.size.least <= self.size.most <= MOST_CARDS:
            raise DoesNotAddUp(f"--size {self.size}: from 2 to {MOST_CARDS} cards, the smaller number first")

    def deal(self, number: int) -> Deal:
        """A numbered deal of the game that was ordered."""
        return deal(self.game, self.players, number, self.rules, self.commands)

    def accepts_level(self, level: Level) -> bool:
        """Is it as hard as was ordered?"""
        return LEVELS.index(self.levels[0]) <= LEVELS.index(level) <= LEVELS.index(self.levels[1])

    @property
    def spread(self) -> int:
        """Over how many levels the puzzles are to be spread."""
        return LEVELS.index(self.levels[1]) - LEVELS.index(self.levels[0]) + 1

    def level_of(self, number: int) -> Level:
        """The level that is looked for in a numbered deal: those that were ordered, by turns."""
        return LEVELS[LEVELS.index(self.levels[0]) + number % self.spread]

    def accepts_unique(self, unique: Uniqueness) -> bool:
        """Is it as unique as was ordered?  The one option that is right is unique by itself."""
        return self.task.kind.asks_option or UNIQUENESS.index(unique) >= UNIQUENESS.index(self.unique)

    def candidate_of(self, puzzle: Puzzle) -> int | None:
        """The number of the candidate of this seed that a puzzle was made from; None if it is none of this order."""
        number = deal_named(puzzle.source)
        if number is None or number // CANDIDATES != self.seed or puzzle.position.rules != self.start_rules:
            return None
        return number % CANDIDATES if self.accepts(puzzle) else None

    def accepts(self, puzzle: Puzzle) -> bool:
        """Is the puzzle of the kind that was ordered?"""
        if (
            not self.is_required(puzzle)
            or puzzle.task.name != self.task.name
            or self.task.turns not in (None, puzzle.task.turns)
        ):
            return False
        if puzzle.level is None or not self.accepts_level(puzzle.level) or not self.accepts_unique(puzzle.unique):
            return False
        return puzzle.position.cards_left in self.size and (self.theme is None or self.theme in puzzle.themes)

    def is_required(self, puzzle: Puzzle) -> bool:
        """Has the puzzle the stipulation that was ordered?"""
        ordered = re.sub(r"\s", "", self.require)
        return (
            re.fullmatch(re.escape(ordered).replace(r"\?", "[a-z0-9]+"), re.sub(r"\s", "", puzzle.require)) is not None
        )

    @cached_property
    def text(self) -> str:
        """Everything that was ordered, in one line: the same for the same order, another for every other one.

        >>> PuzzleOrder("quick-and-easy", Task("win"), 2).text
        'quick-and-easy/2 win 6:12 gentle:fiendish first-turn seed 1'
        """
        table = format_position(self.deal(1).position()).split(" | ")[0]
        theme = "" if self.theme is None else f" {self.theme}"
        said = f"{table} {self.task} {self.size} {':'.join(self.levels)} {self.unique}{theme} seed {self.seed}"
        said += f" require {self.require}" if self.require else ""
        if self.commands is None:
            return said
        return f"{said} commands {digest(repr(sorted((str(card), name) for card, name in self.commands.items())))}"

    @cached_property
    def tag(self) -> str:
        """A few letters that stand for the order in ids, so that puzzles of two orders do not share one.

        >>> one, other = (PuzzleOrder("quick-and-easy", Task("win"), 2, seed=seed) for seed in (1, 2))
        >>> one.tag == other.tag
        False
        """
        return digest(self.text)[:TAG_LENGTH]

    @cached_property
    def start_rules(self) -> Rules:
        """The rules that were ordered."""
        return self.deal(1).rules


def digest(text: str) -> str:
    """A digest of a text, the same on every machine."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def deal_named(source: str) -> int | None:
    """The number of the deal that a puzzle's source names.

    >>> deal_named("from the-game/2 #4294967353")
    4294967353
    """
    found = re.search(r"#([0-9]{1,16})\b", source)
    return None if found is None else int(found[1])


# --- reading what was ordered


def parse_size(text: str) -> Size:
    """Read ``8`` or ``6:12``.

    >>> parse_size("6:12")
    Size(least=6, most=12)
    """
    first, colon, last = text.partition(":")
    ends = (first, last) if colon else (first, first)
    if not all(end.isascii() and end.isdigit() and len(end) <= 4 for end in ends):
        raise Unreadable(f"--size {quoted(text)}: write a number of cards such as 8, or a range such as 6:12")
    return Size(int(ends[0]), int(ends[1]))


def parse_levels(text: str) -> tuple[Level, Level]:
    """Read ``hard`` or ``easy:hard``.

    >>> parse_levels("easy:hard")
    ('easy', 'hard')
    """
    first, colon, last = text.partition(":")
    ends = (first, last) if colon else (first, first)
    if not all(end in LEVELS for end in ends):
        raise Unreadable(f"--level {quoted(text)}: one of {' '.join(LEVELS)}, or a range such as easy:hard")
    least, most = (LEVELS[LEVELS.index(end)] for end in ends)
    if LEVELS.index(least) > LEVELS.index(most):
        raise DoesNotAddUp(f"--level {text}: the range is reversed")
    return least, most


def parse_unique(text: str) -> Uniqueness:
    """Read a uniqueness by name."""
    found = next((unique for unique in UNIQUENESS if unique == text), None)
    if found is None:
        raise Unreadable(f"--unique {quoted(text)}: one of {' '.join(UNIQUENESS)}")
    return found


def parse_theme(text: str) -> str:
    """Read a theme by name."""
    from puzzles.themes import THEMES

    if text not in THEMES:
        raise Unreadable(f"--theme {quoted(text)}: one of {' '.join(THEMES)}")
    return text


def refuse_misplaced(theme: str, rules: Rules) -> None:
    """A theme that cannot come up is not looked for."""
    from puzzles.themes import THEMES

    setting = THEMES[parse_theme(theme)].only_in
    if setting is not None and not setting.holds(rules):
        players = "one player" if rules.players == 1 else f"{rules.players} players"
        raise DoesNotAddUp(f"--theme {theme}: only in {setting.says}, not in {rules.game.name} with {players}")


def parse_ordered_task(text: str) -> Task:
    """Read a task; the number of turns may be left open.

    >>> parse_ordered_task("win-in")
    Task(name='win-in', turns=None, require=None)
    """
    from puzzles.files.collection import parse_task

    return Task(text) if text in TASKS else parse_task(text)


def of_usual_size(order: PuzzleOrder) -> PuzzleOrder:
    """The order with the sizes that are usual; where the hands hold little, small puzzles are all there is."""
    rules, usual = order.start_rules, Size(*order.task.kind.cards)
    if order.task.kind.every_order:  # while the draw pile lasts, hands are full
        full = rules.players * rules.hand
        return replace(order, size=Size(full + FEWEST_UNKNOWN, full + MOST_UNKNOWN))
    return replace(order, size=Size(min(usual.least, rules.players * rules.hand + 2), usual.most))
