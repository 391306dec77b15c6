"""What a survey asks: which rules, which command map, under which limits; and what tells two questions apart."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from solver.cards import Card
from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.notation.source import load_header
from solver.notation.text import format_header, players_or_default
from solver.rules.game import PARAMETERS, Rules
from solver.rules.games import game_named
from solver.search.limits import DEFAULT_MEMORY_MB, LEAST_MEMORY_MB, MOST_MEMORY_MB
from solver.survey.players import PlayerWish, SurveyPlayer, player_for, split_text
from solver.table.deal import Deal, deal
from solver.table.shuffle import SHUFFLE_VERSION
from solver.version import __version__

if TYPE_CHECKING:
    from solver.hidden.nets import Value

DEFAULT_STATES = 10_000_000
MOST_STATES = 10**15
BULK_CARDS = 50  # with no more than these, the exhaustive search goes first
BULK_CHUNK, BEAM_CHUNK, CHUNK = 10_000, 250, 20
MOST_CHUNK = 1_000_000
SOURCES = (
    "kernels", "search", "facts", "rules", "table", "decide", "cards.py", "reasons.py", "referee.py", "verdict.py",
    "hidden", "stipulations", "survey/plan.py", "survey/tally.py", "survey/chunks.py", "survey/players.py",
    "survey/games.py",
)  # fmt: skip  # whatever takes part in a verdict, a count of states or a game; a test follows the imports


@dataclass(frozen=True)
class DealLimits:
    """What one deal may take.  States and memory give the same verdicts everywhere; seconds depend on the machine."""

    states: int = DEFAULT_STATES
    seconds: float | None = None
    memory_mb: int = DEFAULT_MEMORY_MB

    def __post_init__(self) -> None:
        if not 1 <= self.states <= MOST_STATES:
            raise DoesNotAddUp(f"state limit {self.states}: 1 to {MOST_STATES} are possible")
        if self.seconds is not None and not 0 < self.seconds < 1e9:
            raise DoesNotAddUp(f"time limit {self.seconds}: a positive number of seconds is needed")
        if not LEAST_MEMORY_MB <= self.memory_mb <= MOST_MEMORY_MB:
            raise DoesNotAddUp(f"memory limit {self.memory_mb}: {LEAST_MEMORY_MB} to {MOST_MEMORY_MB} MB are possible")

    def allows_more_than(self, other: DealLimits) -> bool:
        """Is any of the limits higher?"""
        ours, theirs = self.seconds or float("inf"), other.seconds or float("inf")
        return self.states > other.states or ours > theirs or self.memory_mb > other.memory_mb

    def to_text(self) -> str:
        """As JSON, the same text for the same limits."""
        return json.dumps(asdict(self), sort_keys=True)

    @classmethod
    def from_text(cls, text: str) -> DealLimits:
        """Back from JSON; what is no set of limits is refused."""
        found = json.loads(text)
        kinds: dict[str, tuple[type, ...]] = {
            "states": (int,), "seconds": (int, float, type(None)), "memory_mb": (int,)
        }  # fmt: skip
        if not isinstance(found, dict) or found.keys() != kinds.keys():
            raise Unreadable(f"{quoted(text)} is no set of limits")
        for name, value in found.items():
            if type(value) not in kinds[name]:
                raise Unreadable(f"{name} is {quoted(value)}: a number is needed")
        return cls(**found)


@dataclass(frozen=True)
class SurveyPlan:
    """One question about numbered deals: everything but which deals."""

    rules: Rules
    random_commands: bool = False
    limits: DealLimits = field(default_factory=DealLimits)
    name: str | None = None  # of a custom game, by its rules file; two names of the same rules are one question
    player: SurveyPlayer | None = (
        None  # who plays them without knowing the order; None: can they be won by one who knows?
    )
    value: Value | None = field(default=None, compare=False, repr=False)  # what the player has learned

    def __post_init__(self) -> None:
        if self.random_commands and self.rules.game.command_label != "commands":
            raise DoesNotAddUp(f"commands random: the cards of {self.rules.game.name} carry none")

    def deal(self, number: int) -> Deal:
        """A deal of it by number."""
        rules = self.rules
        if self.random_commands:
            return deal(rules.game.name, rules.players, number, rules.overrides(), "random")
        return Deal(rules, deal(rules.game.name, rules.players, number, rules.overrides()).decks)

    @property
    def in_bulk(self) -> bool:
        """Are the deals quick enough to be decided by the hundred inside the kernel?"""
        return self.player is None and not self.rules.game.is_duel and (self.mostly_won or self._is_small)

    @property
    def mostly_won(self) -> bool:
        """Do beams win nearly every deal?  So they do with the published numbers, or nearly those.

        Elsewhere many deals may be lost, and beams that grow would be in vain.  With a limit of seconds nobody can say
        which beam is in time.
        """
        overrides, published = self.rules.overrides(), self.rules.game.hand_of(self.rules.players)
        near = overrides.keys() <= {"hand", "minimum"} and self.rules.hand >= published - 1 and self.rules.minimum <= 3
        return near and len(self.rules.cards) > BULK_CARDS and self.limits.seconds is None

    @property
    def _is_small(self) -> bool:
        """Does the exhaustive search decide a deal in less time than a call from Python takes?"""
        return len(self.rules.cards) <= BULK_CARDS and not self.random_commands

    @property
    def chunk(self) -> int:
        """How many deals are decided and written at a time."""
        if self.player is not None:
            return self.player.chunk
        if not self.in_bulk:
            return CHUNK
        return BEAM_CHUNK if self.mostly_won else BULK_CHUNK

    @property
    def commands(self) -> str:
        """Where the command map comes from."""
        rules = self.rules
        if not rules.game.vocabulary:
            return ""
        if self.random_commands:
            return "random"
        placeholder = Rules.of(rules.game, rules.players, rules.overrides()).commands
        return "placeholder" if rules.commands == placeholder else "own"

    @property
    def title(self) -> str:
        """``the-game/1 hand=5``: reads back with ``plan_of_text``, but for a name, a command map and weights."""
        commands = f" commands={self.commands}" if self.commands in ("random", "own") else ""
        player = f" {self.player.title}" if self.player is not None else ""
        return f"{f'{self.name}: ' if self.name else ''}{format_header(self.rules)}{commands}{player}"

    def played(self, wanted: PlayerWish) -> SurveyPlan:
        """The same deals, played by a player of ours who does not know the order."""
        player, value = player_for(self.rules, wanted)
        return replace(self, player=player, value=value)

    @cached_property
    def digest(self) -> str:
        """The same for the same rules, the same deals and the same player, and for nothing else."""
        rules = self.rules
        facts: dict[str, object] = {
            "game": rules.game.name,
            "players": rules.players,
            "numbers": {name: getattr(rules, name) for name in PARAMETERS},
            "drawing": rules.game.drawing,
            "lowest": rules.lowest,
            "commands": "random" if self.random_commands else [[str(card), word] for card, word in rules.commands],
            "shuffle": SHUFFLE_VERSION,
        }
        if self.player is not None:
            player = self.player
            facts["player"] = [player.information, player.strength, player.seed, player.weights]
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]


def plan_of(
    game: str,
    players: int | None,
    overrides: Mapping[str, int | None],
    commands: Mapping[Card, str] | None = None,
    random_commands: bool = False,
    limits: DealLimits | None = None,
    name: str | None = None,
) -> SurveyPlan:
    """The plan for a game by name."""
    rules = Rules.of(game_named(game), players_or_default(game, players), overrides, commands)
    return SurveyPlan(rules, random_commands, limits or DealLimits(), name)


def plan_of_text(text: str, limits: DealLimits | None = None) -> SurveyPlan:
    """The plan for ``the-game/1 hand=5``, ``the-game-extreme/2 commands=random`` or ``mine.toml/2``.

    ``hidden=own strength=quick`` behind it: played by a player who does not know the order.
    """
    header_text, wanted = split_text(text)
    custom, header = load_header(header_text)
    if header.number is not None or header.to_move is not None:
        raise Unreadable(f"{quoted(text)}: only a game with its numbers is needed here, such as the-game/2 hand=5")
    commands = None if header.random_map else custom.commands
    plan = plan_of(custom.game, custom.players, custom.rules, commands, header.random_map, limits, custom.name)
    return plan if wanted is None else plan.played(wanted)


@cache
def solver_version() -> str:
    """The version and a digest of the sources that decide deals: two that differ may count states differently."""
    package, digest = Path(__file__).parents[1], hashlib.sha256()
    for name in SOURCES:
        path = package / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            digest.update(file.relative_to(package).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return f"{__version__}+{digest.hexdigest()[:8]}"
