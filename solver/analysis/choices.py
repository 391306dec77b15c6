"""Choices: the different legal turns of a position, and what each of them is worth.

Two turns are the same choice when they lead to the same position: the same cards laid, whatever the order, and like
piles (same direction, in Face to Face same owner) showing the same cards in any order.  Two positions in which the
tops differ are different even where no card left can tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from solver.analysis.analyst import analyst_of
from solver.cards import Card
from solver.rules.game import Player, Rules
from solver.rules.turns import Tops
from solver.search.limits import Limits
from solver.table.line import Play, Turn
from solver.table.position import Position

WINNABLE, UNWINNABLE, UNKNOWN = "winnable", "unwinnable", "unknown"

MOST_UNDER_WAY = 1_000_000  # ways to have played part of a turn; more than that are not listed
QUICK = 2_000  # states for each choice before the ladder is asked
LEFT_STATES = 500_000  # states for the fewest cards left of all choices together


@dataclass(frozen=True)
class Choice:
    """A turn, in one of the ``same`` ways to play it, and its worth with best play afterwards.

    ``cards_left`` is the fewest that can be left (0: winnable; None: not known, and in Face to Face).  Face to Face:
    ``winner``, and in how many ``turns`` of both, this one included (None: not known).
    """

    turn: Turn
    same: int
    verdict: str = UNKNOWN
    cards_left: int | None = None
    winner: Player | None = None
    turns: int | None = None
    only: bool = False  # the only choice that wins

    @property
    def plays(self) -> tuple[Play, ...]:
        """The cards and piles."""
        return self.turn.plays


@dataclass(frozen=True)
class FirstPlay:
    """A card that may be laid first: what the best turn that begins with it is worth.

    ``turns`` counts the different turns that begin so, ``winning`` those that win (None: not known).  With no turns at
    all, it may be laid but the turn cannot be completed then.
    """

    play: Play
    same: int
    turns: int
    winning: int | None
    verdict: str
    cards_left: int | None = None


@dataclass(frozen=True)
class Choices:
    """All choices, the best first; first plays; what it cost, and the limit that was hit, if any."""

    choices: tuple[Choice, ...]
    first_plays: tuple[FirstPlay, ...]
    states: int
    limit: str | None = None

    @property
    def winning(self) -> int | None:
        """How many choices win; None where that is not known."""
        return how_many_win(choice.verdict for choice in self.choices) if self.limit is None else None


def list_choices(position: Position, limits: Limits | None = None, fewest_left: bool = True) -> Choices:
    """Every different legal turn with its worth; without ``fewest_left`` only whether it wins, which is quicker."""
    limits = limits or Limits()
    if position.outcome is not None:
        return Choices((), (), 0)
    return analyst_of(position.rules).choices(position, limits, fewest_left)


def best_first(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """Wins first, then what leaves fewest cards, then the unknown; the only winning choice is marked."""
    ranked = sorted(choices, key=rank)
    if how_many_win(choice.verdict for choice in ranked) == 1:
        ranked[0] = replace(ranked[0], only=True)
    return tuple(ranked)


def rank(choice: Choice) -> tuple[object, ...]:
    """The order of a table: worth, then shorter turns, then by card and pile."""
    worth = {WINNABLE: 0, UNKNOWN: 1, UNWINNABLE: 2}[choice.verdict]
    turns = choice.turns if choice.turns is not None else 10_000
    left = choice.cards_left if choice.cards_left is not None else 10_000
    return worth, left, turns if choice.verdict == WINNABLE else -turns, len(choice.plays), choice.plays


def how_many_win(verdicts: Iterable[str]) -> int | None:
    """None as soon as one is not known."""
    seen = list(verdicts)
    return None if UNKNOWN in seen else seen.count(WINNABLE)


def verdict_of(verdicts: Iterable[str]) -> str:
    """Of whoever may choose among these: winnable if one is, unwinnable only if all are."""
    seen = set(verdicts)
    if WINNABLE in seen:
        return WINNABLE
    return UNKNOWN if UNKNOWN in seen else UNWINNABLE


def winner_by(position: Position, verdict: str) -> Player | None:
    """Who wins, by name, where a verdict is from the side of the player to move; None in a team, or not known."""
    rules = position.rules
    if verdict == UNKNOWN:
        return None
    return rules.game.sides.winner(rules.player_names, position.to_move, verdict == WINNABLE)


def fewest_of(values: Iterable[int | None]) -> int | None:
    """The least of some numbers; None (unless one is 0) if any is not known."""
    seen = list(values)
    if 0 in seen:
        return 0
    known = [value for value in seen if value is not None]
    return min(known) if known and len(known) == len(seen) else None


def in_order(rules: Rules, tops: Tops) -> Tops:
    """The tops with like piles (same owner, same direction) in the order of what they show."""
    ordered: list[Card | None] = []
    for owner in rules.deck_owners:
        for direction in ("up", "down"):
            like = [
                top
                for pile, top in zip(rules.piles, tops, strict=True)
                if (pile.owner, pile.direction) == (owner, direction)
            ]
            ordered += sorted(like, key=lambda top: (-1, "") if top is None else (top.number, top.colour))
    return tuple(ordered)
