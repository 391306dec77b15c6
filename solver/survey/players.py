"""Who plays in a survey with hidden cards: what its seats know, how strongly it plays, by which weights."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from solver.errors import DoesNotAddUp, Unreadable, quoted
from solver.rules.game import Rules

if TYPE_CHECKING:
    from solver.hidden.nets import Value

GREATEST_SEED = 2**31 - 1
DIGEST = 16  # digits of the weights' digest that tell surveys apart
SHORT = 8  # of them in a title
CHUNKS: Mapping[str, int] = {"instant": 500, "quick": 200, "strong": 5}  # games played and written at a time
WORD = re.compile(r"\s(hidden|strength|seed)=(\S*)")


@dataclass(frozen=True)
class SurveyPlayer:
    """The player at every seat, by what its games depend on."""

    information: str
    strength: str
    seed: int
    weights: str  # digest of the learned value; empty where the score plays
    note: str | None = None  # what is to be said about the weights

    @property
    def title(self) -> str:
        """``hidden=own strength=quick weights=0123abcd``."""
        seed = f" seed={self.seed}" if self.seed != 1 else ""
        weights = f" weights={self.weights[:SHORT]}" if self.weights else ""
        return f"hidden={self.information} strength={self.strength}{seed}{weights}"

    @property
    def chunk(self) -> int:
        """How many games are played and written at a time."""
        return CHUNKS.get(self.strength, 1)


@dataclass(frozen=True)
class PlayerWish:
    """A player as it is asked for."""

    information: str
    strength: str = "quick"
    seed: int = 1
    weights: Path | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.seed <= GREATEST_SEED:
            raise DoesNotAddUp(f"seed {self.seed}: 0 to {GREATEST_SEED} are possible")


def player_for(rules: Rules, wanted: PlayerWish) -> tuple[SurveyPlayer, Value | None]:
    """The player for some rules, and its learned value; without one it plays by the score."""
    from solver.hidden.nets import fitting
    from solver.hidden.strengths import INSTANT, strength_named
    from solver.table.view import information_named

    information, strength = information_named(wanted.information), strength_named(wanted.strength)
    if rules.game.is_duel:
        raise DoesNotAddUp(f"{rules.game.title} ({rules.game.name}) is no team game: nobody plays it with hidden cards")
    if strength is INSTANT:
        if wanted.weights is not None:
            raise DoesNotAddUp(f"{wanted.weights}: {strength.name} plays by the score, without weights")
        return SurveyPlayer(information.name, strength.name, wanted.seed, ""), None
    found = fitting(rules, wanted.weights)
    weights = "" if found.value is None else found.value.record.digest[:DIGEST]
    return SurveyPlayer(information.name, strength.name, wanted.seed, weights, found.remark), found.value


def split_text(text: str) -> tuple[str, PlayerWish | None]:
    """``the-game/2 hidden=own strength=quick`` without the words about a player, and what they ask for."""
    said = dict[str, str]()
    for name, value in WORD.findall(text):
        if name in said:
            raise Unreadable(f"{quoted(text)}: {name} is said twice")
        said[name] = value
    if not said:
        return text, None
    if "hidden" not in said:
        raise Unreadable(f"{quoted(text)}: {next(iter(said))} is for hidden cards: say hidden=own, talk or open too")
    seed = said.get("seed", "1")
    if not re.fullmatch(r"\d{1,10}", seed, re.ASCII):
        raise Unreadable(f"seed {quoted(seed)} is not a whole number")
    return WORD.sub("", text), PlayerWish(said["hidden"], said.get("strength", "quick"), int(seed))
